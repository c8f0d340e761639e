"""A person's hand on hundreds of controls of one owner, by rule: the same every time, each one really moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from laws.cases import Turn
from laws.facts import Fact, of_owner
from laws.stage import Stage
from laws.stock import WHOLE, Control, single

MOST_PARAMETERS, MOST_OTHERS = 500, 120


def other_value(control: Control, place: int) -> Any:
    """A value that the control does not have; None where its range holds no other."""
    if control.choices:
        return next((choice for choice in control.choices if choice != control.value), None)
    if control.bounds is None:
        return not control.value
    low, high = control.bounds
    if control.whole:
        value = float(int(control.value) - 1 if control.value > low else int(control.value) + 1)
        found = int(value) if control.fact[-1] in WHOLE else value
        return found if low <= value <= high else None
    wanted = low + (high - low) * ((0.37 * place + 0.13) % 1.0)
    return next((value for value in (wanted, low, high) if single(value) != control.value), None)


def turns(controls: Sequence[Control]) -> list[Turn]:
    """Turns of up to 500 parameters and of up to 120 faders, switches, notes and names, spread over all there are. A
    pad is left to its chains, whose switches are turned."""
    usable = [one for one in controls if one.enabled and one.fact[0] != "pad"]
    parameters = _spread([one for one in usable if one.fact[0] == "parameter"], MOST_PARAMETERS)
    others = _spread([one for one in usable if one.fact[0] != "parameter"], MOST_OTHERS)
    found = [Turn(one.fact, other_value(one, place)) for place, one in enumerate((*parameters, *others))]
    return [turn for turn in found if turn.value is not None]


def _spread(controls: Sequence[Control], most: int) -> Sequence[Control]:
    step = max(1, -(-len(controls) // most))
    return controls[::step]


def lasting(stage: Stage, moved: Sequence[Turn]) -> list[Turn]:
    """Without those routings that Live offers only while they are chosen (a port that is not connected, a place in
    another track's rack): there is no way back to them, by hand or by recall."""
    sides = {(turn.fact[1], turn.fact[2].partition("_")[0]) for turn in moved if turn.fact[0] == "route"}
    gone: set[tuple[str, str]] = set()
    with stage.aside():
        before = {side: _side(stage, *side) for side in sides}
        for turn in moved:
            if turn.fact[0] == "route":
                stage.person(turn.act)
        for side, values in before.items():
            for fact, value in values.items():
                stage.person(Turn(fact, value).act)
            if _side(stage, *side) != values:
                gone.add(side)
    return [turn for turn in moved if (turn.fact[1], turn.fact[-1].partition("_")[0]) not in gone]


def _side(stage: Stage, owner: str, side: str) -> dict[Fact, Any]:
    """A track's input or output: the type, then the channel."""
    found = stage.person(lambda song: of_owner(song, owner))
    members = (f"{side}_routing_type", f"{side}_routing_channel")
    return {("route", owner, member): found["route", owner, member] for member in members if side != "current"}
