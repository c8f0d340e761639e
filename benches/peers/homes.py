"""Strangers at home: each release of somebody else's server in a virtual environment of its own, built once from PyPI
into the cache, never changed, and its Remote Script copied out of there as its installer would."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benches.peers.locks import CACHE, exclusive

BUILDING: Final = 600
"""Seconds that building one environment may take."""
PASSED_ON: Final = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "LANG")
"""What of our environment a stranger sees."""


@dataclass(frozen=True, slots=True)
class Stranger:
    """A release on PyPI: what to install, its command, and its Remote Script, `inner` below site-packages, as the
    folder `script`, begun by the file `start`."""

    name: str
    version: str
    command: str
    inner: str
    script: str
    start: str = "__init__.py"
    pins: tuple[str, ...] = ()

    @property
    def requirements(self) -> tuple[str, ...]:
        """What pip is told."""
        return (f"{self.name}=={self.version}", *self.pins)


LIVEMCP: Final = Stranger("livemcp", "1.2.8", "livemcp", "livemcp/remote_script", "LiveMCP", pins=("mcp<2",))
LIVE_SERVER: Final = Stranger(
    "mcp-server-ableton-live", "1.8.1", "mcp-server-ableton-live", "ableton_live_mcp/remote_script", "AbletonLiveMCP"
)
ABLETON_MCP: Final = Stranger(
    "ableton-mcp", "1.4.5", "ableton-mcp", "MCP_Server/bundled_ableton_remote_script", "AbletonMCP",
    start="AbletonMCP_init.py",
)  # fmt: skip
ABLETON_AI: Final = Stranger(
    "ableton-ai", "1.3.0", "ableton-ai", "ableton_ai/_remote_script", "AbletonAI", pins=("mcp<2",)
)
TORDO: Final = Stranger("tordo", "0.1.5", "tordo", "tordo/remote_assets/TordoBridge", "TordoBridge")
STRANGERS: Final = (LIVEMCP, LIVE_SERVER, ABLETON_MCP, ABLETON_AI, TORDO)


_failed: set[Stranger] = set()
"""Whose environment could not be built: one that fails is reason enough not to try again in this process."""


@dataclass(frozen=True, slots=True)
class Home:
    """A stranger's virtual environment, ready."""

    stranger: Stranger
    folder: Path

    @property
    def command(self) -> Path:
        """The stranger's own command."""
        if sys.platform == "win32":
            return self.folder / "Scripts" / f"{self.stranger.command}.exe"
        return self.folder / "bin" / self.stranger.command

    @property
    def python(self) -> Path:
        """The Python of the environment."""
        return self.folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")

    def script(self, below: Path) -> Path:
        """A copy of its Remote Script in a folder of the right name. Its files stay as they are; a start file of
        another name is copied to `__init__.py`, as its installer does."""
        target = below / self.stranger.script
        shutil.copytree(self._packages / self.stranger.inner, target)
        if self.stranger.start != "__init__.py":
            shutil.copyfile(target / self.stranger.start, target / "__init__.py")
        return target

    @property
    def _packages(self) -> Path:
        return next(iter(sorted(self.folder.glob("[Ll]ib/**/site-packages"))))


def built_home(stranger: Stranger) -> Home | None:
    """The stranger's environment, from the cache or built now. None without PyPI."""
    folder = CACHE / f"{stranger.name}-{stranger.version}"
    with exclusive(f"home-{stranger.name}"):
        if _is_ready(folder, stranger) or (not _failed and _built(folder, stranger)):
            return Home(stranger, folder)
    _failed.add(stranger)
    return None


def _is_ready(folder: Path, stranger: Stranger) -> bool:
    said = folder / "installed"
    return said.is_file() and said.read_text(encoding="utf-8").split() == list(stranger.requirements)


def _built(folder: Path, stranger: Stranger) -> bool:
    """Whether the environment could be built; a half-built one is begun again the next time."""
    shutil.rmtree(folder, ignore_errors=True)
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1"]
    for command in ([sys.executable, "-m", "venv", str(folder)], [*install, *stranger.requirements]):
        if subprocess.run(command, check=False, timeout=BUILDING, capture_output=True).returncode != 0:
            return False
    (folder / "installed").write_text(" ".join(stranger.requirements), encoding="utf-8")
    return True


def environment_of(home: Home, below: Path, more: Mapping[str, str]) -> dict[str, str]:
    """What a stranger's processes see: a home folder of their own, no telemetry, nothing of ours besides the path."""
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    own = below / f"{home.stranger.name} home"
    own.mkdir(exist_ok=True)
    folders = {"HOME": str(own), "USERPROFILE": str(own), "APPDATA": str(own)}
    silent = {"DISABLE_TELEMETRY": "1", "ABLETON_MCP_DISABLE_DATASET": "1", "DO_NOT_TRACK": "1"}
    return {**kept, **folders, **silent, "PYTHONDONTWRITEBYTECODE": "1", **more}
