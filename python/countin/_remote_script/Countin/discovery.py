"""The file by which a server finds this Live: owner only, written whole or not at all, gone when the script goes."""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
from pathlib import Path
from typing import Any, NamedTuple, cast

from . import sockets

HOME_VARIABLE = "COUNTIN_HOME"
FOLDER = "bridges"
OWNER_ONLY_FOLDER = 0o700
OWNER_ONLY_FILE = 0o600
LARGEST_FILE = 64 * 1024


class Description(NamedTuple):
    """What the file says."""

    port: int
    secret: str
    pid: int
    instance: str
    protocol: int
    version: str
    live_version: str
    set_name: str

    def text(self) -> bytes:
        """The file's content."""
        names = ("port", "secret", "pid", "instance", "protocol", "version", "liveVersion", "setName")
        return json.dumps(dict(zip(names, self, strict=True))).encode()


def home_folder() -> Path:
    """One literal folder per system; `COUNTIN_HOME` overrides it."""
    chosen = os.environ.get(HOME_VARIABLE)
    if chosen:
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "countin"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "countin"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "countin"


class DiscoveryFile:
    """This life's file. A second Live of the same process, as tests have it, gets a name of its own."""

    def __init__(self, description: Description) -> None:
        self._folder = _private_folder(home_folder() / FOLDER)
        self._path = self._free_name(description)
        self._said = b""
        self.write(description)

    def write(self, description: Description) -> None:
        """Write the file, whole, where it says something else than before. Raises OSError."""
        text = description.text()
        if text == self._said:
            return
        beside = self._path.with_name(f".{self._path.name}.{os.urandom(8).hex()}")
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), OWNER_ONLY_FILE)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(text)
            beside.replace(self._path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
        self._said = text

    def remove(self, instance: str) -> None:
        """Take the file away, if it is still this life's."""
        if _read(self._path).get("instance") == instance:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)

    def _free_name(self, description: Description) -> Path:
        """`<pid>.json`, unless another life of this very process stands there and answers."""
        path = self._folder / f"{description.pid}.json"
        port = _read(path).get("port")
        if type(port) is int and 0 < port < 65536 and sockets.answers(port):
            return self._folder / f"{description.pid}-{description.instance[:8]}.json"
        return path


def _private_folder(folder: Path) -> Path:
    """The folder, made for its owner alone. Raises OSError where it is a link or somebody else's."""
    folder.mkdir(mode=OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or not _is_own(found):
        raise OSError("the folder for discovery files is a link, or belongs to somebody else")
    if os.name == "posix" and stat.S_IMODE(found.st_mode) != OWNER_ONLY_FOLDER:
        folder.chmod(OWNER_ONLY_FOLDER)
    return folder


def _is_own(found: os.stat_result) -> bool:
    """Whether it is this user's; on Windows the folder below %LOCALAPPDATA% decides."""
    return sys.platform == "win32" or found.st_uid == os.getuid()


def _read(path: Path) -> dict[str, Any]:
    """What a file says; nothing where there is none, or one that says nothing sensible."""
    try:
        with path.open("rb") as file:
            found: Any = json.loads(file.read(LARGEST_FILE))
    except (OSError, ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}
