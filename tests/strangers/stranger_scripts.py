"""Fetching other people's Remote Scripts, unmodified, into a cache that is never committed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

CACHE = Path(__file__).resolve().parents[2] / ".tools" / "strangers"


def wheel(name: str, version: str) -> Path:
    """The wheel of this release, from the cache or from PyPI. Offline the test is skipped, but never under CI."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with exclusive("wheels"):
        found = sorted(CACHE.glob(f"{name}-{version}-*.whl"))
        if not found:
            _download(name, version)
            found = sorted(CACHE.glob(f"{name}-{version}-*.whl"))
    if found:
        return found[0]
    reason = f"{name} {version} is not in the cache and could not be downloaded"
    if os.environ.get("CI", "").lower() == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def _download(name: str, version: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(CACHE), f"{name}=={version}"],
        check=False,
        timeout=120,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def unpack(source: Path, inner: str, target: Path) -> Path:
    """The folder `inner` of a wheel, as `target`."""
    whole = target.with_name(f"{target.name} wheel")
    with zipfile.ZipFile(source) as archive:
        archive.extractall(whole)
    shutil.copytree(whole / inner, target)
    return target


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
