"""The plugin that runs tests on rows: each test once a row, with its settings, fewer and other examples."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin.sim import world
from countin.sim.factory import factory_set
from countin.sim.kernel.switches import switches_from
from laws.tally import Tally
from switches import whole_suite
from switches.covering import ROWS
from switches.whole_suite import SHARE, Now, few

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction] - pytest uses it
    """What the plugin exchanges comes back."""
    monkeypatch.setattr(world, "switches_from", switches_from)
    monkeypatch.setattr(Tally, "need", Tally.need)
    monkeypatch.setattr(Now, "number", 0)


@pytest.mark.parametrize("number", range(len(ROWS)))
def test_a_world_has_the_settings_of_its_row_but_for_those_that_a_test_chooses(number: int) -> None:
    whole_suite.pytest_configure()
    Now.number = number
    made = world.World(factory_set())
    chosen = world.World(factory_set(), switches={"pad_solo": "rack", "return_limit": 5})
    assert made.store.switches == switches_from(ROWS[number])
    assert chosen.store.switches == switches_from({**ROWS[number], "pad_solo": "rack", "return_limit": 5})


def test_each_row_draws_a_share_of_the_examples_and_other_ones_the_same_every_time() -> None:
    def drawn(number: int) -> list[int]:
        Now.number, found = number, list[int]()

        @few(max_examples=5 * SHARE)
        @given(st.integers(0, 10**9))
        def draw(value: int) -> None:
            found.append(value)

        draw()
        return found

    first, again, other = drawn(1), drawn(1), drawn(2)
    assert first == again != other
    assert len(first) == 5


def test_every_test_of_a_file_is_collected_once_for_each_row_and_others_not_at_all() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "switches.whole_suite", "--rows", "0,3", "-n", "0", "--collect-only",
         "-q", "tests/remote_script/test_undo.py", "tests/store"],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    names = [line for line in told.stdout.splitlines() if "::" in line]
    assert names
    assert all(name.startswith("tests/remote_script/test_undo.py::") for name in names)
    assert sorted(name.replace("row 0", "row 3") for name in names if "[row 0" in name) == sorted(
        name for name in names if "[row 3" in name
    )
