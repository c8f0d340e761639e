"""A pytest plugin that runs whatever drives the embedded Live once for each row of settings: every World that a test
makes has the settings of the row, but for those that the test chooses itself. Hypothesis draws fewer examples, other
ones for each row.

    pytest -p switches.whole_suite --rows all       what `.ci/run` does
    pytest -p switches.whole_suite --rows 3,7 tests/remote_script
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final, cast

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase, seed
from hypothesis import settings as hypothesis_settings

from countin.sim import world
from countin.sim.kernel.switches import Switches, switches_from
from laws.tally import Tally
from switches.covering import ROWS
from switches.driving import NOT_ON_ROWS, ON_EVERY_ROW, SPREAD

TESTS: Final = Path(__file__).parents[1]
PARAMETER: Final = "live_row"
SHARE: Final = len(ROWS)
"""All rows together draw about as many examples as the suite does by itself."""

QUARTER: Final = 4
"""Of what is spread, a row takes one in four."""


class Now:
    """The row of the test that runs."""

    number: int = 0


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--rows`, by their numbers."""
    parser.addoption("--rows", type=_rows, default=[*range(len(ROWS))], help="rows of the covering array: all, or 3,7")


def _rows(text: str) -> list[int]:
    return [*range(len(ROWS))] if text == "all" else [range(len(ROWS))[int(number)] for number in text.split(",")]


def pytest_configure() -> None:
    """Exchange the defaults, in every process that runs tests."""

    def with_row(values: Mapping[str, object] | None) -> Switches:
        return switches_from({**ROWS[Now.number], **(values if values is not None else {})})

    setattr(world, "switches_from", with_row)  # noqa: B010  (the name that a World looks up, not one it offers)
    # With so few examples a single row need not meet everything that a law counts; the table shows what all rows met.
    setattr(Tally, "need", _need_nothing)  # noqa: B010


def _need_nothing(_tally: Tally, _subject: str, *_words: str) -> None:
    """In place of `Tally.need`."""


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Only what drives the embedded Live."""
    if collection_path.suffix != ".py" or not collection_path.name.startswith("test_"):
        return None
    return None if collection_path.relative_to(TESTS).as_posix() in ON_EVERY_ROW else True


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makemodule() -> Generator[None, pytest.Module, pytest.Module]:
    """Fewer examples where a module says how many: it looks the name up when a test runs."""
    module = yield
    tests: ModuleType = module.obj  # pyright: ignore[reportUnknownMemberType] - pytest leaves its type open
    if hasattr(tests, "settings"):
        setattr(tests, "settings", few)  # noqa: B010
    return module


def few(*, max_examples: int, **others: Any) -> Callable[[Any], Any]:
    """Hypothesis' settings, with the share of a row, repeatable, and other examples for each row."""
    share = max(1, round(max_examples / SHARE))
    fixed: dict[str, Any] = {"phases": (Phase.explicit, Phase.generate), "database": None, "derandomize": False}
    chosen = hypothesis_settings(max_examples=share, **{**others, **fixed})
    number = Now.number
    return lambda test: seed(number)(chosen(test))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test once for each row; all of a row follow each other."""
    metafunc.fixturenames.append(PARAMETER)
    rows = cast("list[int]", metafunc.config.getoption("--rows"))
    metafunc.parametrize(PARAMETER, rows, ids=lambda number: f"row {number}", scope="session")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what pins a default, and spread what is too long over the rows."""
    places = Counter[tuple[str, int]]()
    kept: list[pytest.Item] = []
    for item in items:
        name, row = f"{item.path.relative_to(TESTS).as_posix()}::{getattr(item, 'originalname', '')}", _row_of(item)
        places[name, row] += 1
        if name not in NOT_ON_ROWS and (name not in SPREAD or (places[name, row] + row) % QUARTER == 0):
            kept.append(item)
    left = {*kept}
    config.hook.pytest_deselected(items=[item for item in items if item not in left])
    items[:] = kept


def _row_of(item: pytest.Item) -> int:
    return int(item.callspec.params[PARAMETER])  # type: ignore[attr-defined]  # every item is a test function here


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Set the row before anything of the test is made; a World that tests of a row share ends with the row."""
    Now.number = _row_of(item)
    if nextitem is None or _row_of(nextitem) == Now.number:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    runtestprotocol(item, nextitem=None)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test that fails shows what is not the default."""
    defaults = Switches()
    unlike = {name: value for name, value in ROWS[_row_of(item)].items() if value != getattr(defaults, name)}
    item.add_report_section("setup", "switches", repr(unlike))
