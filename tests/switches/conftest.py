"""The stage of a row: the small Set of the laws on an embedded Live with these settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from laws.sets import BAND
from laws.stage import Stage
from laws.stock import Stock, stock
from rig import rig
from switches.covering import ROWS, SETTINGS, Row


@pytest.fixture(scope="module", params=range(len(ROWS)), ids=lambda number: f"row {number}")
def number(request: pytest.FixtureRequest) -> int:
    """Which row it is."""
    return int(request.param)


@pytest.fixture(scope="module")
def on(number: int) -> Iterator[Stage]:
    """The stage, with the row's settings."""
    with rig(BAND, switches=ROWS[number]) as made:
        yield Stage(made, BAND)


@pytest.fixture(scope="module")
def band(on: Stage) -> Stock:
    """What the small Set holds."""
    on.fresh(BAND)
    return on.person(stock)


@pytest.fixture(autouse=True)
def _settings(request: pytest.FixtureRequest) -> None:  # pyright: ignore[reportUnusedFunction] - pytest uses it
    """A test of a row that fails shows what is not the default."""
    if "number" in request.fixturenames:
        number: int = request.getfixturevalue("number")
        request.node.add_report_section("setup", "switches", repr(_short(ROWS[number])))


def _short(row: Row) -> dict[str, Any]:
    return {name: value for name, value in row.items() if value != SETTINGS[name][0]}
