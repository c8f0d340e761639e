"""Which Lives run Countin's Remote Script: one small file for each, written by the script, read here with suspicion."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from countin._remote_script.Countin import wire
from countin.bridge.processes import is_alive
from countin.errors import Refusal

HOME_VARIABLE = "COUNTIN_HOME"
LARGEST_FILE = 64 * 1024
INSTALL_HINT = (
    "Start Live and choose Countin as a control surface in Settings, Link, Tempo & MIDI; `countin doctor` looks closer"
)


@dataclass(frozen=True, slots=True)
class FoundLive:
    """A running Live as its discovery file describes it."""

    port: int
    secret: bytes
    pid: int
    instance: str
    protocol: int
    version: str
    live_version: str
    set_name: str

    def shown(self) -> dict[str, Any]:
        """What an error lists of it."""
        return {"pid": self.pid, "setName": self.set_name, "liveVersion": self.live_version}


def home_folder(home: Path | None = None) -> Path:
    """The folder that holds `bridges/`, the same for the script and the server."""
    chosen = os.environ.get(HOME_VARIABLE)
    if home is not None or chosen:
        return home or Path(chosen or "").expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "countin"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "countin"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "countin"


def find_lives(home: Path | None = None) -> list[FoundLive]:
    """Every Live whose file is this user's own, readable by nobody else, whole, and whose process still runs."""
    try:
        files = sorted((home_folder(home) / "bridges").glob("*.json"))
    except OSError:
        return []
    found = [live for file in files if (live := _read(file)) is not None]
    return [live for live in found if is_alive(live.pid)]


def choose_live(found: Sequence[FoundLive], pid: int | None) -> FoundLive:
    """The Live with `pid`, or the only one. Raises `Refusal` where there is none, or several and none is chosen, or
    where its script speaks another protocol."""
    if pid is not None:
        chosen = [live for live in found if live.pid == pid]
        if not chosen:
            raise _not_reachable(f"No Live with pid {pid} runs Countin's Remote Script", found)
    elif len(found) > 1:
        raise _not_reachable("Several Lives run Countin's Remote Script; choose one with --live PID", found)
    elif not found:
        raise _not_reachable(f"No Live runs Countin's Remote Script. {INSTALL_HINT}", found)
    else:
        chosen = found
    check_protocol(chosen[0].protocol, chosen[0].version)
    return chosen[0]


def check_protocol(protocol: int, version: str) -> None:
    """Raises `Refusal` `script_outdated` where the script speaks another protocol than this server."""
    if protocol != wire.PROTOCOL:
        older = "script" if protocol < wire.PROTOCOL else "server"
        raise Refusal(
            "script_outdated",
            f"The {older} is older than the other end: the Remote Script in Live ({version or 'unknown'}) speaks "
            f"protocol {protocol}, this server {wire.PROTOCOL}. Run `countin install` and restart Live",
            details={"scriptVersion": version, "scriptProtocol": protocol, "serverProtocol": wire.PROTOCOL},
        )


def _not_reachable(message: str, found: Sequence[FoundLive]) -> Refusal:
    lives = [live.shown() for live in found]
    listed = "; ".join(
        f"pid {one['pid']}: {one['setName'] or 'unnamed Set'}, Live {one['liveVersion']}" for one in lives
    )
    return Refusal(
        "live_not_reachable",
        f"{message}. Running now: {listed}" if lives else message,
        details={"lives": lives} if lives else None,
    )


def _read(path: Path) -> FoundLive | None:
    text = _read_private(path)
    if text is None:
        return None
    try:
        content: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return _parse(cast("dict[str, Any]", content)) if isinstance(content, dict) else None


def _read_private(path: Path) -> bytes | None:
    """The bytes of a plain file that is this user's and nobody else's to read; None otherwise."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(path, flags)
    except OSError:
        return None
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST_FILE or not _is_private(found):
            return None
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(LARGEST_FILE)
    except OSError:
        return None
    finally:
        os.close(descriptor)


def _is_private(found: os.stat_result) -> bool:
    if sys.platform == "win32":
        return True  # the folder below %LOCALAPPDATA% decides there
    return found.st_uid == os.getuid() and not stat.S_IMODE(found.st_mode) & 0o077


_TEXTS = ("instance", "version", "liveVersion", "setName")


def _parse(content: dict[str, Any]) -> FoundLive | None:
    port, pid, protocol = (_number(content.get(name)) for name in ("port", "pid", "protocol"))
    secret = content.get("secret")
    texts = [content.get(name) for name in _TEXTS]
    if port is None or pid is None or protocol is None or not 0 < port < 65536:
        return None
    if not isinstance(secret, str) or not secret or not all(isinstance(text, str) for text in texts):
        return None
    try:
        key = wire.secret_key(secret)
    except ValueError:
        return None
    instance, version, live_version, set_name = (str(text) for text in texts)
    return FoundLive(port, key, pid, instance, protocol, version, live_version, set_name)


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
