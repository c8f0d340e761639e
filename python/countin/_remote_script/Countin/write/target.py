"""One value to write: what holds it, what stands there now, and how it is put back."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from ..history import Standing
from ..journal import Journal
from ..live_set import LiveSet
from ..native import pointer
from ..observe.levels import is_automated, output_row
from ..refusals import Refusal, quoted, refused_by_live
from ..wire import AUTOMATED, ENABLED, PARAMETER, ValueRow, ValuesToSet, same_value
from .change import WriteFailed
from .controls import CHANNEL_OF, CONTROLS, Control, Holder, describe, require

if TYPE_CHECKING:
    from collections.abc import Sequence

    import Live

Value = float | str


class Target(NamedTuple):
    """Where a row is written: its control, what holds the value, the addressed object, and what is to stand there. `id`
    names it where Live does not tell its name; `chosen` is Live's own object for the routing chosen before."""

    id: str
    control: Control
    held: Any
    holder: Any
    before: Value
    after: Value
    is_automated: bool = False
    channel: Control | None = None
    """The routing that Live resets when this one is written."""
    chosen: Any = None

    def value(self) -> Value:
        """What stands there."""
        if self.control.style == "parameter":
            return float(self.held.value)
        found = getattr(self.held, self.control.member)
        if self.control.style == "route":
            return output_row(found).id
        return str(found) if self.control.style == "name" else float(found)

    def set(self, value: Value) -> None:
        """Write through Live's own setter, in the type it takes."""
        if self.control.style == "parameter":
            self.held.value = value
        elif self.control.style == "flag":
            setattr(self.held, self.control.member, bool(value))
        elif self.control.style == "number":
            setattr(self.held, self.control.member, int(value))
        else:
            setattr(self.held, self.control.member, self._choice(value) if self.control.style == "route" else value)

    def put_back(self, old: Value) -> None:
        """Write what stood there; a parameter that automation played is given back to it."""
        if self.control.style == "route" and self.chosen is not None:
            setattr(self.held, self.control.member, self._chosen_again(old))
            return
        self.set(old)
        if self.is_automated:
            self.held.re_enable_automation()

    def name(self) -> str:
        """For messages."""
        return describe(self.control, self.held, self.holder)

    def difference(self, old: Value) -> str:
        """In words, what is not as before; "" where it is."""
        if self.is_automated:
            return "" if is_automated(self.held) else f"{self.name()} is no longer played by its automation"
        now = self.value()
        return "" if same(now, old) else f"{self.name()} is {shown(now)}, not {shown(old)} as before"

    def enter(self, journal: Journal, old: Value) -> None:
        """Into the journal, with what stood there."""
        journal.add(self.id, lambda: self.put_back(old), lambda: self.difference(old), self.control.rank)

    # -- a piece of a job -----------------------------------------------------------------------------------------

    def write(self, journal: Journal) -> None:
        """Enter it into the journal, then write."""
        # What stood there before the first write: an earlier row may have moved it (a pad's solo clears its mute, a
        # routing's type its channel).
        self.enter(journal, self.value() if self.is_automated else self.before)
        if self.channel is not None:
            reset = _route(self.id, self.channel, self.held, self.holder)
            reset.enter(journal, reset.before)
        try:
            self.set(self.after)
        except (RuntimeError, TypeError, ValueError) as error:
            words = f"{self.name()} was not written: {refused_by_live(error)}"
            raise type(error)(words) if type(error) is RuntimeError else WriteFailed(words) from error

    def now(self) -> Sequence[Value]:
        """What stands there."""
        return (self.value(),)

    def standing(self) -> Standing:
        """A value under playing automation belongs to it and says nothing; neither does one that was only written
        again (a channel behind its type) while it stands."""
        if self.is_automated:
            return "unseen"
        now = self.value()
        if same(now, self.before):
            return "unseen" if same(self.before, self.after) else "before"
        return "after" if same(now, self.after) else "neither"

    # -- routing --------------------------------------------------------------------------------------------------

    def _choice(self, identifier: Value) -> Any:
        """Live's object for a routing, of what it offers now: a channel depends on the type written before it."""
        offered = getattr(self.held, f"available_{self.control.member}s")
        found = [choice for choice in offered if output_row(choice).id == identifier]
        if len(found) != 1:
            member = self.control.member.replace("_", " ")
            raise WriteFailed(f"the {member} {quoted(str(identifier))} names {len(found)} of Live's choices")
        return found[0]

    def _chosen_again(self, old: Value) -> Any:
        """What was chosen before, where Live still offers it under its name; else the object it was (a track in a group
        may show a choice that is not offered by that name: bridge 4.8)."""
        try:
            return self._choice(old)
        except WriteFailed:
            return self.chosen


def same(first: Value, second: Value) -> bool:
    """Numbers as Live holds them, texts exactly."""
    if isinstance(first, str) or isinstance(second, str):
        return first == second
    return same_value(first, second)


def shown(value: Value) -> str:
    """For messages."""
    return quoted(value) if isinstance(value, str) else f"{value:.7g}"


def checked_target(live: LiveSet, row: ValuesToSet, one: ValueRow, place: int, holders: Sequence[Holder]) -> Target:
    """The target of a row, once everything it overwrites is as planned. Raises `Refusal`."""
    control = CONTROLS.get(one.control)
    if control is None or not 0 <= one.target < len(holders):
        raise Refusal("invalid_arguments", f"row {place} names no control or no object", "rows")
    holder = holders[one.target]
    if holder.kind != control.holder:
        raise Refusal("invalid_arguments", f"row {place} writes what a {holder.kind} does not have", "rows")
    held = control.find(holder, one.member)
    require(control, held)
    texts = row.texts if control.style in ("name", "route") else None
    before, after = _value(one.before, texts, place), _value(one.after, texts, place)
    name = _id(row, one)
    if control.style == "route":
        target = _route(name, control, held, holder.object, CHANNEL_OF.get(one.control))._replace(
            before=before, after=after
        )
    else:
        automated = control.style == "parameter" and bool(one.flags & AUTOMATED)
        target = Target(name, control, held, holder.object, before, after, automated)
    if control.style == "parameter":
        _check_parameter(live, target, one)
    if not target.is_automated and not same(target.value(), target.before):
        now = target.value()
        raise Refusal("observation_changed", f"{target.name()} is {shown(now)} now, not {shown(target.before)}")
    return target


def _route(name: str, control: Control, track: Any, holder: Any, channel: int | None = None) -> Target:
    """A routing as it is chosen now."""
    chosen = getattr(track, control.member)
    now = output_row(chosen).id
    reset = None if channel is None else CONTROLS[channel]
    return Target(name, control, track, holder, now, now, channel=reset, chosen=chosen)


def _id(row: ValuesToSet, one: ValueRow) -> str:
    addressed = row.objects[one.target].id
    return f"{addressed} parameter-{one.member}" if one.control == PARAMETER else f"a control of {addressed}"


def _value(number: float, texts: tuple[str, ...] | None, place: int) -> Value:
    if not math.isfinite(number):
        raise Refusal("invalid_arguments", f"row {place} holds a number that is not finite", "rows")
    if texts is None:
        return number
    if number != int(number) or not 0 <= number < len(texts):
        raise Refusal("invalid_arguments", f"row {place} names a text that is not there", "rows")
    return texts[int(number)]


def _check_parameter(live: LiveSet, target: Target, one: ValueRow) -> None:
    """Flags and range. One that is disabled, and was planned as that, waits for a mode that is written before it."""
    parameter: Live.DeviceParameter.DeviceParameter = target.held
    flags = (ENABLED if parameter.is_enabled else 0) | (AUTOMATED if is_automated(parameter) else 0)
    if flags != one.flags & (ENABLED | AUTOMATED):
        raise Refusal("observation_changed", f"{target.name()} {_flags_in_words(flags)}; plan again")
    low, high = parameter.min, parameter.max
    if not (same_value(low, one.minimum) and same_value(high, one.maximum)):
        if target.control.holder == "device":
            live.layouts.forget(pointer(target.holder))
        raise Refusal(
            "observation_changed",
            f"{target.name()} goes from {low:g} to {high:g} now, not from {one.minimum:g} to {one.maximum:g}",
        )
    if not (low <= one.after <= high or same_value(one.after, low) or same_value(one.after, high)):
        raise Refusal("does_not_fit", f"{target.name()} goes from {low:g} to {high:g}: {one.after:g} is outside")


def _flags_in_words(flags: int) -> str:
    if not flags & ENABLED:
        return "is driven by something else now"
    return "is played by automation now" if flags & AUTOMATED else "can be written without automation now"
