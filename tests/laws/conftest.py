"""The stage of a module's laws: one rig for all its examples, each on a fresh Set."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from countin.sim.demo import demo_set
from laws.sets import BAND
from laws.stage import Stage, stage
from laws.stock import Stock, stock
from laws.tally import tally

__all__ = ["band", "demo", "on", "tally"]


@pytest.fixture(scope="module")
def on() -> Iterator[Stage]:
    """The stage."""
    with stage(BAND) as made:
        yield made


@pytest.fixture(scope="module")
def band(on: Stage) -> Stock:
    """What the small Set holds."""
    on.fresh(BAND)
    return on.person(stock)


@pytest.fixture
def demo(on: Stage) -> Iterator[Stock]:
    """What the demo Set holds, which is open in this test."""
    on.fresh(demo_set())
    yield on.person(stock)
    on.fresh(BAND)
