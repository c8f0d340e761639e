"""Files that are there whole or not at all: written beside their place, flushed, renamed; links are never followed."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from countin.store.folders import OWNER_ONLY_FILE, StoreError, is_own

_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # a pipe in a file's place must not hold the server
UNFINISHED = ".unfinished"
"""The ending of a file that is still being written; one that stays behind after a crash is nobody's data."""


def write_file(path: Path, data: bytes, at: float | None = None) -> None:
    """Put `data` at `path`, owner only (0600), in place of what is there; `at` dates it, in Unix seconds.

    Raises `StoreError`."""
    beside = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(8)}{UNFINISHED}")
    try:
        _write_new(beside, data)
        try:
            if at is not None:
                os.utime(beside, (at, at))
            beside.replace(path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
        _flush_folder(path.parent)
    except OSError as error:
        raise StoreError(f"{path.name!r} cannot be written: {error.strerror}") from None


def _write_new(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINKS | _BINARY, OWNER_ONLY_FILE)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        path.unlink(missing_ok=True)
        raise


def _flush_folder(folder: Path) -> None:
    """Make a rename survive a power cut. Windows cannot open a folder, and renames there are journalled."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_file(path: Path, limit: int) -> bytes | None:
    """What is at `path`, None where nothing is. Raises `StoreError` for a link, another owner's file, something that
    is no plain file, or one of more than `limit` bytes."""
    try:
        if not _NO_LINKS and path.is_symlink():
            raise StoreError(f"{path.name!r} is a link")
        descriptor = os.open(path, os.O_RDONLY | _NO_LINKS | _BINARY | _NO_WAIT)
    except FileNotFoundError:
        return None
    except StoreError:
        raise
    except OSError as error:
        raise StoreError(f"{path.name!r} cannot be read: {error.strerror}") from None
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or not is_own(found):
            raise StoreError(f"{path.name!r} is no plain file of this user")
        if found.st_size > limit:
            raise StoreError(f"{path.name!r} is larger than {limit} bytes")
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(limit + 1)
    finally:
        os.close(descriptor)


def claim_file(path: Path, claimed: Path) -> bool:
    """Give `path` its other name, which only one process can do; false where somebody else has. Raises `StoreError`."""
    try:
        path.rename(claimed)
    except (FileNotFoundError, FileExistsError):
        return False
    except OSError as error:
        raise StoreError(f"{path.name!r} cannot be claimed: {error.strerror}") from None
    return True


def remove_older(folder: Path, before: float) -> None:
    """Remove every file of `folder` last changed before a Unix time; what cannot be removed stays."""
    try:
        with os.scandir(folder) as entries:
            old = [entry.path for entry in entries if entry.stat(follow_symlinks=False).st_mtime < before]
    except OSError:
        return
    for path in old:
        try:
            Path(path).unlink()
        except OSError:
            continue
