"""Law 3: executing the same token twice changes the Set once."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws import checks
from laws.cases import Case
from laws.stage import Stage
from laws.stock import Stock
from laws.strategies import MOVES, MUTATIONS, STRATEGIES, long_arrangement
from laws.tally import Tally

ROADS = st.lists(st.sampled_from(checks.ROADS), min_size=2, max_size=3)
"""By the full call, by `execute_plan`, in any order."""


@pytest.mark.parametrize("together", [False, True], ids=["in turn", "together"])
@pytest.mark.parametrize("name", MUTATIONS)
def test_a_token_that_is_used_again_changes_nothing_more(
    on: Stage, band: Stock, tally: Tally, name: str, together: bool
) -> None:
    @settings(max_examples=12)
    @given(STRATEGIES[name](band), ROADS)
    def law(case: Case, roads: Sequence[str]) -> None:
        tally.add(name, checks.token_runs_once(on, case, roads, together=together))

    law()
    tally.need(name, "together" if together else "in turn")


@pytest.mark.parametrize("together", [False, True], ids=["in turn", "together"])
def test_a_job_in_parts_runs_once_too(on: Stage, tally: Tally, together: bool) -> None:
    words = checks.token_runs_once(on, long_arrangement(250), checks.ROADS, together=together)
    tally.add("arrange", f"long job {words}")


@pytest.mark.parametrize("name", [name for name in MUTATIONS if name not in MOVES])
def test_a_token_on_disk_runs_once_among_two_processes(on: Stage, band: Stock, tally: Tally, name: str) -> None:
    @settings(max_examples=5)
    @given(STRATEGIES[name](band))
    def law(case: Case) -> None:
        tally.add(name, checks.token_on_disk_runs_once(on, case))

    law()
    tally.need(name, "among two processes")
