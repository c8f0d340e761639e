"""Remote Scripts written to a folder, and hosts that close themselves."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from countin.sim.factory import factory_set
from countin.sim.host import Host
from countin.sim.world import World
from sim.hosting.hosting_scripts import MakeScript


@pytest.fixture
def make_script(tmp_path: Path) -> MakeScript:
    """Writes a package: `make_script(name, source of its __init__.py)` answers its folder."""

    def make(name: str, source: str) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").write_text(textwrap.dedent(source), encoding="utf-8")
        return folder

    return make


@pytest.fixture
def host() -> Iterator[Host]:
    """A host with the factory Set and no script."""
    with Host(World(factory_set())) as opened:
        yield opened


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A list that scripts can append to: `sys.noted`."""
    notes: list[Any] = []
    monkeypatch.setattr(sys, "noted", notes, raising=False)
    return notes
