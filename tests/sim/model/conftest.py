"""A fresh embedded Live with the small Set for each test of the object model."""

from __future__ import annotations

from typing import Any

import pytest

from countin.sim.world import World
from sim.model.model_sets import small_world


@pytest.fixture
def world() -> World:
    """A strict world of version 12.3.6."""
    return small_world()


@pytest.fixture
def song(world: World) -> Any:
    """The song of that world."""
    return world.song
