"""What the core's tests share: the benchmark payloads, and the published snapshot schema."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

_PAYLOADS = Path(__file__).parents[2] / "benches" / "payloads.py"
_SCHEMA = Path(__file__).with_name("device-chain-snapshot.schema.json")


@pytest.fixture(scope="session")
def payloads() -> ModuleType:
    """The module of the benchmark payloads, which is no package of ours to import."""
    spec = importlib.util.spec_from_file_location("countin_payloads", _PAYLOADS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def snapshot_schema() -> dict[str, Any]:
    """The published JSON schema of the six formats."""
    return json.loads(_SCHEMA.read_text(encoding="utf-8"))
