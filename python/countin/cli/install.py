"""`countin install`: copy the Remote Script into Live's Remote Scripts folder, nothing else, and leave no half copy."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

from countin.cli.embedded import SCRIPT
from countin.errors import Refusal

_NOT_COPIED = shutil.ignore_patterns("__pycache__", "*.pyc", "*.pyo")


def default_destination() -> Path:
    """The User Library's Remote Scripts folder, where this system keeps it."""
    if sys.platform == "darwin":
        return Path.home() / "Music" / "Ableton" / "User Library" / "Remote Scripts"
    if sys.platform == "win32":
        return Path.home() / "Documents" / "Ableton" / "User Library" / "Remote Scripts"
    return Path.home() / "Ableton" / "User Library" / "Remote Scripts"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--destination",
        type=Path,
        default=None,
        metavar="FOLDER",
        help="the Remote Scripts folder (default: the User Library's)",
    )


def run(options: argparse.Namespace) -> int:
    destination: Path = options.destination or default_destination()
    target = install(destination)
    print(f"Installed {target}")
    print("Now, in Live: Settings > Link, Tempo & MIDI > Control Surface: choose Countin. Restart Live if it runs.")
    return 0


def install(destination: Path) -> Path:
    """Put the script's folder into `destination`, replacing an older copy of it. Raises `Refusal` (`conflict`) where
    something else is in the way."""
    target = destination / SCRIPT.name
    if target.is_symlink() or (target.exists() and not (target / "wire.py").is_file()):
        raise Refusal("conflict", f"{target} exists and is not Countin's Remote Script; move it away and install again")
    destination.mkdir(parents=True, exist_ok=True)
    fresh, old = destination / f".Countin.new-{os.getpid()}", destination / f".Countin.old-{os.getpid()}"
    try:
        shutil.copytree(SCRIPT, fresh, ignore=_NOT_COPIED)
        _swap(target, fresh, old)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    shutil.rmtree(old, ignore_errors=True)
    return target


def _swap(target: Path, fresh: Path, old: Path) -> None:
    """Put `fresh` where `target` is; what was there stays there when that fails."""
    if target.exists():
        target.rename(old)
    try:
        fresh.rename(target)
    except OSError:
        if old.exists():
            old.rename(target)
        raise
