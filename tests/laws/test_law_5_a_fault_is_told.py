"""Law 5: a fault at any write, in the undo bracket or in the read-back leaves the Set as before, or the answer names
every difference."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws import checks
from laws.cases import UNSHRUNK, Case
from laws.faults import BRACKET_FAULTS, Fault, drawn_faults, read_back_fault, read_fault, stumbling, write_faults
from laws.fixed import DEVICE_RECALL, GROUP_RECALL, LEAD, PLAIN_RUN, STATE_RECALL, TYPE_RECALL, TYPED
from laws.sets import BAND
from laws.stage import Stage
from laws.stock import Stock
from laws.strategies import MOVES, MUTATIONS, STRATEGIES
from laws.tally import Tally

EARLY = (read_fault(3, repeat=False), read_back_fault(1, repeat=False))
"""One while the guard compares, and one when all is written."""
PARAMETERS_ALONE = ("set_device_parameters", "recall_device_parameter_snapshot")
"""Where a mode is among them, what fails once is written again: whether it is in all of a few examples is chance, so
`RUNS` has one with and one without."""
FIRST_WRITES = 8
"""Of a longer job these, and the last two: each fault costs an execution."""


def places(writes: int) -> Sequence[int]:
    """The writes at which faults strike."""
    return sorted({*range(1, min(writes, FIRST_WRITES) + 1), *range(max(writes - 1, 1), writes + 1)})


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_fault_at_any_write_is_taken_back_or_told(on: Stage, band: Stock, tally: Tally, name: str) -> None:
    @settings(max_examples=6, phases=UNSHRUNK)
    @given(STRATEGIES[name](band))
    def law(case: Case) -> None:
        reference = checks.without_fault(on, case)
        for fault in (*write_faults(places(reference.writes)), *BRACKET_FAULTS):
            tally.add(name, f"{fault.kind}: {checks.fault_is_told(on, case, reference, fault)}")

    law()
    tally.need(name, "write raises: named" if name in MOVES else "end fails: as planned")
    if name not in (*MOVES, *PARAMETERS_ALONE):
        tally.need(name, "write raises: as before")


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_read_that_fails_anywhere_is_taken_back_or_told(on: Stage, band: Stock, tally: Tally, name: str) -> None:
    @settings(max_examples=10, phases=UNSHRUNK)
    @given(STRATEGIES[name](band), st.lists(drawn_faults(), min_size=2, max_size=2))
    def law(case: Case, faults: Sequence[Fault]) -> None:
        reference = checks.without_fault(on, case)
        for fault in (*faults, *EARLY):
            tally.add(name, f"{fault.kind}: {checks.fault_is_told(on, case, reference, fault)}")

    law()
    tally.need(name, "read fails: as before", "read-back fails: as planned")


RUNS = {
    "a device": DEVICE_RECALL.case(),
    "a track": STATE_RECALL.case(),
    "a type and channel": TYPE_RECALL.case(),
    "a type alone": TYPED,
    "a group": GROUP_RECALL.case(),
    "parameters without steps": PLAIN_RUN,
    "parameters and a mode": LEAD,
}
"""Runs with and without modes, names, faders, routings between them."""


NEEDED = {
    "parameters without steps": ("write raises: as before", "rollback fails too: named"),
    "parameters and a mode": ("write raises: as planned",),
    "a track": ("write raises: as before", "write raises: as planned"),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_fault_at_every_write_of_a_run_or_a_routing_and_in_its_rollback(on: Stage, tally: Tally, name: str) -> None:
    on.fresh(BAND)
    reference = checks.without_fault(on, RUNS[name])
    places = range(1, reference.writes + 1)
    for fault in (*write_faults(places), *stumbling(places)):
        tally.add(f"run: {name}", f"{fault.kind}: {checks.fault_is_told(on, RUNS[name], reference, fault)}")
    tally.need(f"run: {name}", "notification: as planned", *NEEDED.get(name, ()))
