"""Law 7: whatever the time-out, cut, stall or restart, the answer agrees with the Set."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws import checks, jobs
from laws.cases import UNSHRUNK, Case
from laws.misfortunes import MISFORTUNES, Misfortune, stall
from laws.stage import Stage
from laws.stock import Stock
from laws.strategies import MUTATIONS, STRATEGIES
from laws.tally import Tally

AROUND_THE_DEADLINE = st.floats(9.0, 11.0).map(stall)


@pytest.mark.parametrize("name", MUTATIONS)
def test_the_answer_agrees_with_the_set_whatever_happens(on: Stage, band: Stock, tally: Tally, name: str) -> None:
    @settings(max_examples=2, phases=UNSHRUNK)
    @given(STRATEGIES[name](band))
    def law(case: Case) -> None:
        reference = checks.without_fault(on, case)
        for misfortune in MISFORTUNES:
            tally.add(name, checks.answer_agrees(on, case, reference, misfortune))

    law()
    tally.need(name, "applied", "not_executed", "outcome_unknown", "nobody told")


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_stall_about_as_long_as_the_deadline_ends_one_way_or_the_other(
    on: Stage, band: Stock, tally: Tally, name: str
) -> None:
    @settings(max_examples=8, phases=UNSHRUNK)
    @given(STRATEGIES[name](band), AROUND_THE_DEADLINE)
    def law(case: Case, misfortune: Misfortune) -> None:
        words = checks.answer_agrees(on, case, checks.without_fault(on, case), misfortune)
        tally.add(name, f"about the deadline: {words}")

    law()


@pytest.mark.parametrize("stop", jobs.STOPS)
def test_a_job_that_stops_after_its_first_part_says_what_landed(on: Stage, tally: Tally, stop: str) -> None:
    tally.add("arrange", f"job in parts: {jobs.job_is_counted(on, stop)}")
