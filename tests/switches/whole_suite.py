"""A pytest plugin that runs any tests with other defaults of the switches: every World that a test makes has the
settings of one row, but for those that the test chooses itself.

pytest -p switches.whole_suite --row 3 tests/remote_script tests/tools tests/contract
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from countin.sim import world
from countin.sim.kernel.switches import Switches, switches_from
from switches.covering import ROWS


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--row`, by its number."""
    parser.addoption("--row", type=int, choices=range(len(ROWS)), default=0, help="the row of the covering array")


def pytest_configure(config: pytest.Config) -> None:
    """Exchange the defaults, in every process that runs tests."""
    number = int(config.getoption("--row") or 0)

    def with_row(values: Mapping[str, object] | None) -> Switches:
        return switches_from({**ROWS[number], **(values if values is not None else {})})

    setattr(world, "switches_from", with_row)  # noqa: B010  (the name that a World looks up, not one it offers)
