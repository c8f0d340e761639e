"""What the strategies of all mutations are made of: a call with what comes before it, and a person's hand on controls.

A `Case` is drawn whole before anything happens, so it can be set up again and again: once for each fault, edit or cut.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import Phase
from hypothesis import strategies as st

from laws import facts
from laws.stage import Stage
from laws.stock import WHOLE, Control, single

Arguments = dict[str, Any]


@dataclass(frozen=True)
class Turn:
    """A person sets one control."""

    fact: facts.Fact
    value: Any

    def act(self, song: Any) -> None:
        """Do it. A control that takes no value (a macro drives it) is left: so does a person's hand find it."""
        with contextlib.suppress(RuntimeError):
            self._set(song)

    def _set(self, song: Any) -> None:
        held, member = facts.holder_of(song, self.fact)
        if member == "output":
            held, member = facts.owner_of(song, self.fact[1]), "output_routing_channel"
            value = next(one for one in held.available_output_routing_channels if one.display_name == self.value)
        elif member in facts.ROUTES:
            offered = getattr(held, f"available_{member}s")
            # What a channel can be depends on the type: where this one is not offered now, a person leaves it.
            value = next((one for one in offered if one.display_name == self.value), getattr(held, member))
            if value not in offered:
                return
        else:
            value = self.value
        setattr(held, member, value)


@dataclass(frozen=True, repr=False)
class Case:
    """A call of a mutation: what comes before it, and its arguments. `set_up` acts on a fresh Set and answers them."""

    tool: str
    text: str
    set_up: Callable[[Stage], Arguments]

    def __repr__(self) -> str:
        return f"{self.tool}({self.text})"


def plain(tool: str, arguments: Mapping[str, Any]) -> Case:
    """A case that needs nothing before it."""
    return Case(tool, repr(arguments), lambda _: dict(arguments))


UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)
"""For laws whose example is dozens of executions: shrinking one would take minutes, and cases are small as they are."""

# --- pieces ----------------------------------------------------------------------------------------------------------

NAMES = st.text(min_size=1, max_size=12).filter(lambda text: bool(text.strip()))


def _numbers(low: float, high: float) -> st.SearchStrategy[float]:
    """Numbers in a range, its ends and what no single-precision number equals among them."""
    return st.one_of(st.sampled_from((low, high)), st.floats(low, high, allow_nan=False))


def values_of(control: Control) -> st.SearchStrategy[Any]:
    """Values that a control can take and does not have."""
    if control.choices:
        return st.sampled_from([choice for choice in control.choices if choice != control.value] or [*control.choices])
    if control.bounds is None:
        return st.just(not control.value)
    low, high = control.bounds
    found = st.integers(int(low), int(high)).map(float) if control.whole else _numbers(low, high)
    different = found.filter(lambda value: single(value) != control.value)
    return different.map(int) if control.fact[-1] in WHOLE else different


def turns_of(controls: Sequence[Control], least: int = 1, most: int = 6) -> st.SearchStrategy[tuple[Turn, ...]]:
    """A person's hand on some of these controls, each once."""
    chosen = st.lists(
        st.sampled_from([control for control in controls if control.enabled]),
        min_size=least, max_size=most, unique_by=lambda control: control.fact,
    )  # fmt: skip
    return chosen.flatmap(
        lambda some: st.tuples(*(values_of(one).map(lambda value, one=one: Turn(one.fact, value)) for one in some))
    )
