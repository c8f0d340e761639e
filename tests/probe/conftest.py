"""The fixtures of the probe's tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from probe.stage import Open, rigs
from rig import Rig


@pytest.fixture
def opened() -> Iterator[Open]:
    """A factory Set in an embedded Live with these switches."""
    with rigs() as open_rig:

        def open_with(**switches: Any) -> Rig:
            return open_rig(switches=switches)

        yield open_with


@pytest.fixture
def opened_version() -> Iterator[Open]:
    """A factory Set in an embedded Live of this version."""
    with rigs() as open_rig:

        def open_version(version: str) -> Rig:
            return open_rig(version=version)

        yield open_version
