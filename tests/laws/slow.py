"""A Live so slow that what a plan relies on is compared over several ticks before the writes, and read again after
them: where a person can come in between.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest.mock import patch

from laws import facts
from laws.cases import Case
from laws.checks import begun, is_named
from laws.edits import Edit, grounds_of, stands_on
from laws.stage import Stage

ACCESS_COST = 100.0
"""Microseconds an access: a device chain of some 150 parameters takes about 70 ms, far beyond what a guard may hold."""


OVERLOADED = 1000.0
"""The same where comparing the Set's own lists already takes longer than a tick may."""


@contextmanager
def slow(stage: Stage, cost: float = ACCESS_COST) -> Generator[None]:
    """Everything in here happens on a slow Live."""
    stage.access_cost = cost
    try:
        yield
    finally:
        stage.access_cost = 0.0


@dataclass
class Moment:
    """When a person acted: whether the operation had written before, and whether its answer was still to come."""

    before_the_writes: bool = False
    acted: bool = False
    void: bool = False
    """It stood so already."""


@contextmanager
def at_period(stage: Stage, number: int, act: Callable[[], None]) -> Generator[Moment]:
    """Act between two periods of Live's timer, the `number`-th from now."""
    moment, count = Moment(), 0
    advance, writes = stage.rig.host.advance, stage.rig.world.counters.writes

    def with_edit(seconds: float) -> None:
        nonlocal count
        count += 1
        if count == number:
            moment.acted = True
            moment.before_the_writes = stage.rig.world.counters.writes == writes
            here = stage.rig.undoable()
            act()
            moment.void = stage.rig.undoable() == here
        advance(seconds)

    with patch.object(stage.rig.host, "advance", with_edit):
        yield moment


def edited_while_it_runs(stage: Stage, case: Case, edit: Edit, period: int) -> str:
    """Law 4 while a long guard is being compared: an edit of what the plan stands on never passes unseen."""
    _, planned = begun(stage, case)
    stage.rig.version()  # the connection is warm
    before, known = stage.rig.undoable(), stage.person(facts.facts)

    def act() -> None:
        stage.person(edit.act)

    with at_period(stage, period, act) as moment:
        told = stage.rig.execute(planned)
    stage.rig.tick(3)
    if not moment.acted or moment.void:
        return "void" if moment.void else "too late"
    if told.is_error and not told.status:
        with stage.aside():
            stage.person(lambda song: song.undo())  # the person's own edit
            _check(stage.rig.undoable() == before, f"refused after {edit}, but the Set is another one", told.body)
        return "refused"
    if moment.before_the_writes and stands_on(grounds_of(planned["plan"]), edit):
        evidence = told["operationOutcome"]["evidence"]
        named = is_named(edit.touches[0][1], known, stage.person(facts.facts), evidence)
        if told.status == "pending_postconditions":
            return "not settled"  # seen by what compares the whole recall in the end
        _check(told.status == "postconditions_failed" and named, f"{edit} before the writes passed unseen:", told.body)
        return "told"
    return "run"


def _check(condition: bool, *told: object) -> None:
    if not condition:
        raise AssertionError(" ".join(str(one) for one in told))
