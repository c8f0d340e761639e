"""A person's hand on hundreds of controls of one owner, by rule: the same every time, each one really moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from laws.cases import Turn
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
