"""Fixtures of the file reader's tests: documents of the reference sets, read once a process, and small files."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from countin.sim.document import SetDocument
from countin.sim.files import read_set

ReadReference = Callable[[str], SetDocument]
ReadFacts = Callable[[str], dict[str, Any]]


@cache
def _document(path: Path) -> SetDocument:
    return read_set(path)


@pytest.fixture
def reference_set(shared: Path) -> ReadReference:
    """Reads a reference set by its file name."""
    return lambda name: _document(shared / "sets" / name)


@pytest.fixture
def facts(shared: Path) -> ReadFacts:
    """What an independent reader found in a reference file."""
    return lambda name: json.loads((shared / "sets" / "facts" / f"{name}.json").read_text(encoding="utf-8"))
