"""Fetching other people's Remote Scripts, unmodified, into a cache that is never committed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from benches.peers.locks import CACHE, exclusive


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
