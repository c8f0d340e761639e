"""Law 2: an undoable mutation, executed and undone `undoSteps` times, restores all that Live's undo covers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from countin.declaration import Mutation
from countin.tools.registry import BY_NAME
from laws import checks
from laws.cases import Case
from laws.stage import Stage
from laws.stock import Stock
from laws.strategies import MOVES, STRATEGIES, UNDOABLE, long_arrangement
from laws.tally import Tally


def test_the_strategies_know_what_live_s_undo_covers() -> None:
    declared = {name: tool.undoable for name, tool in BY_NAME.items() if isinstance(tool, Mutation)}
    assert declared == dict.fromkeys(UNDOABLE, True) | dict.fromkeys(MOVES, False)


@pytest.mark.parametrize("name", UNDOABLE)
def test_undone_as_often_as_the_plan_says_the_set_is_as_before(on: Stage, band: Stock, tally: Tally, name: str) -> None:
    @settings(max_examples=30)
    @given(STRATEGIES[name](band))
    def law(case: Case) -> None:
        tally.add(name, checks.undo_restores(on, case))

    law()
    tally.need(name, "undone")


@pytest.mark.parametrize("name", MOVES)
def test_an_undo_is_taken_back_by_redo_and_a_redo_by_undo(on: Stage, band: Stock, tally: Tally, name: str) -> None:
    @settings(max_examples=25)
    @given(STRATEGIES[name](band))
    def law(case: Case) -> None:
        tally.add(name, checks.move_is_reversed(on, case))

    law()
    tally.need(name, "reversed")


@pytest.mark.parametrize("name", UNDOABLE)
def test_so_it_is_in_the_demo_set(on: Stage, demo: Stock, tally: Tally, name: str) -> None:
    @settings(max_examples=5)
    @given(STRATEGIES[name](demo))
    def law(case: Case) -> None:
        tally.add(name, f"demo: {checks.undo_restores(on, case)}")

    law()
    tally.need(name, "demo: undone")


def test_a_job_in_three_parts_is_undone_in_three_steps(on: Stage, tally: Tally) -> None:
    tally.add("arrange", f"long job {checks.undo_restores(on, long_arrangement(450))}")
    tally.need("arrange", "long job undone")
