"""Where Countin keeps its data: one folder for each system, owner only, `COUNTIN_HOME` overrides it."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

import platformdirs

HOME_VARIABLE = "COUNTIN_HOME"
OWNER_ONLY_FOLDER = 0o700
OWNER_ONLY_FILE = 0o600


class StoreError(OSError):
    """Something cannot be kept or read here. The message names the thing and holds no path of this machine."""


@dataclass(frozen=True, slots=True)
class Folders:
    """The places below one data folder. Nothing is created until it is needed."""

    root: Path

    @property
    def snapshots(self) -> Path:
        """Snapshots, a file for each, named by its hash."""
        return self.root / "snapshots"

    @property
    def tokens(self) -> Path:
        """Confirmation tokens of the command line, a file for each."""
        return self.root / "tokens"

    @property
    def database(self) -> Path:
        """Names, metadata and the log."""
        return self.root / "countin.sqlite"


def data_folders() -> Folders:
    """The data folder of this user: `COUNTIN_HOME`, else where the system keeps an application's data."""
    chosen = os.environ.get(HOME_VARIABLE)
    root = Path(chosen).expanduser() if chosen else platformdirs.user_data_path("countin", appauthor=False)
    return Folders(root)


def make_private(folder: Path) -> Path:
    """Create `folder` for its owner alone (0700) where it is missing, and narrow it where it is wider.

    Raises `StoreError` where it is a link, no folder, or somebody else's.
    """
    try:
        folder.mkdir(mode=OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        raise StoreError(f"the folder {folder.name!r} cannot be made: {error.strerror}") from None
    if not stat.S_ISDIR(found.st_mode):
        raise StoreError(f"{folder.name!r} is a link or no folder; move it away")
    if not is_own(found):
        raise StoreError(f"the folder {folder.name!r} belongs to somebody else")
    if os.name == "posix" and stat.S_IMODE(found.st_mode) != OWNER_ONLY_FOLDER:
        folder.chmod(OWNER_ONLY_FOLDER)
    return folder


def is_own(found: os.stat_result) -> bool:
    """Whether what was found belongs to this user (always true on Windows, where the folder's rights decide)."""
    return os.name != "posix" or found.st_uid == os.getuid()
