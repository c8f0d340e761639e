"""Law 4: an edit between plan and execution refuses it where the plan stands on what was edited, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws import checks, edits, slow
from laws.cases import UNSHRUNK, Case, Turn, values_of
from laws.recalls import Onto, Recall, chain, group, recalls, track, turnable
from laws.stage import Stage
from laws.stock import Stock
from laws.strategies import MOVES, MUTATIONS, STRATEGIES
from laws.tally import Tally

TICKS = st.sampled_from((0, 0, 2))
"""Whether Live's display turns between the edit and the execution: a guard must not depend on it."""


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_structural_edit_refuses_the_execution(on: Stage, band: Stock, tally: Tally, name: str) -> None:
    @settings(max_examples=30)
    @given(STRATEGIES[name](band), TICKS, st.data())
    def law(case: Case, ticks: int, data: st.DataObject) -> None:
        arguments, planned = checks.begun(on, case)
        edit = data.draw(st.sampled_from(edits.structural_edits(band, planned["plan"], arguments)))
        tally.add(name, checks.edit_after_plan(on, case, arguments, planned, edit, ticks=ticks))

    law()
    tally.need(name, "structural refused")


@pytest.mark.parametrize("name", [name for name in MUTATIONS if name not in MOVES])
def test_an_edit_of_what_the_plan_stands_on_refuses_it(on: Stage, band: Stock, tally: Tally, name: str) -> None:
    @settings(max_examples=30)
    @given(STRATEGIES[name](band), TICKS, st.data())
    def law(case: Case, ticks: int, data: st.DataObject) -> None:
        arguments, planned = checks.begun(on, case)
        edit = data.draw(edits.touching_edits(band, planned["plan"]))
        tally.add(name, checks.edit_after_plan(on, case, arguments, planned, edit, ticks=ticks))

    law()
    tally.need(name, "refused")


@pytest.mark.parametrize("name", MUTATIONS)
def test_any_other_value_edit_lets_it_run_as_a_new_plan_would(on: Stage, band: Stock, tally: Tally, name: str) -> None:
    @settings(max_examples=30)
    @given(STRATEGIES[name](band), TICKS, edits.value_edits(band))
    def law(case: Case, ticks: int, edit: edits.Edit) -> None:
        arguments, planned = checks.begun(on, case)
        tally.add(name, checks.edit_after_plan(on, case, arguments, planned, edit, ticks=ticks))

    law()
    tally.need(name, "ended" if name == "redo" else "run")


@pytest.mark.parametrize("name", [name for name in MUTATIONS if name not in MOVES])
def test_automation_that_plays_stands_in_no_plan_s_way(on: Stage, band: Stock, tally: Tally, name: str) -> None:
    @settings(max_examples=12)
    @given(STRATEGIES[name](band))
    def law(case: Case) -> None:
        tally.add(name, checks.automation_moves(on, case))

    law()
    tally.need(name, "automation moved")


@pytest.mark.parametrize("name", [name for name in MUTATIONS if name not in MOVES])
def test_so_it_is_in_the_demo_set(on: Stage, demo: Stock, tally: Tally, name: str) -> None:
    @settings(max_examples=6)
    @given(STRATEGIES[name](demo), st.booleans(), st.data())
    def law(case: Case, touching: bool, data: st.DataObject) -> None:
        arguments, planned = checks.begun(on, case)
        plan = planned["plan"]
        edit = data.draw(edits.touching_edits(demo, plan) if touching else edits.value_edits(demo))
        tally.add(name, f"demo: {checks.edit_after_plan(on, case, arguments, planned, edit)}")

    law()


LONG_GUARDS: Mapping[str, Onto] = {
    "devices": chain("track-1"),
    "a track": track("track-1"),
    "a group": group("track-0", ("track-0", "track-1")),
}
"""What takes longer to compare than a guard may hold a slow Live."""


@pytest.mark.parametrize("name", LONG_GUARDS)
def test_an_edit_while_a_long_guard_is_compared_is_refused_or_told(
    on: Stage, band: Stock, tally: Tally, name: str
) -> None:
    @settings(max_examples=25, phases=UNSHRUNK)
    @given(recalls(band, [LONG_GUARDS[name]], (2, 3, 4)), st.integers(1, 13), st.data())
    def law(recall: Recall, period: int, data: st.DataObject) -> None:
        held = [one for one in turnable(band, recall.onto) if one.enabled and recall.onto.holds(one.fact, recall.level)]
        control = data.draw(st.sampled_from(held))
        edit = edits.control_edit(control, Turn(control.fact, data.draw(values_of(control))), band)
        with slow.slow(on):
            tally.add(f"a long guard: {name}", slow.edited_while_it_runs(on, recall.case(), edit, period))

    law()
    tally.need(f"a long guard: {name}", "refused", "told")
