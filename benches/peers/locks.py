"""Where strangers are kept, never committed, and who may use what there is only one of."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

CACHE: Final = Path(__file__).resolve().parents[2] / ".tools" / "strangers"


@contextmanager
def exclusive(name: str) -> Generator[None]:
    """One process at a time on this machine: for a fixed port, or for a shared cache."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / f"{name}.lock").open("a+b") as file:
        _lock(file.fileno())
        yield


def _lock(descriptor: int) -> None:
    """Waits for the lock; closing the file gives it back."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX)
