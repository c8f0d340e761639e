"""Writing values of one owner's mixer, devices, chains and pads, by the table of `controls.py`."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import resolve
from ..history import Standing, Trace
from ..journal import MUTE, SOLO, Journal
from ..live_set import LiveSet
from ..native import pointer, pointers
from ..observe.devices import populated_pads
from ..observe.levels import is_automated, output_row
from ..refusals import Refusal, quoted, refused_by_live
from ..wire import (
    AUTOMATED,
    ENABLED,
    PAD_MUTE,
    PAD_SOLO,
    PARAMETER,
    Addressed,
    ValueRow,
    ValuesSet,
    ValuesToSet,
    same_value,
)
from .change import WriteFailed
from .controls import CONTROLS, Control, Holder, describe, require

if TYPE_CHECKING:
    import Live

Value = float | str


class _Target(NamedTuple):
    """Where a row is written: its control, what holds the value, the addressed object, and what is to stand there. `id`
    names it where Live does not tell its name."""

    id: str
    control: Control
    held: Any
    holder: Any
    before: Value
    after: Value
    is_automated: bool

    def now(self) -> Value:
        """What stands there."""
        if self.control.style == "parameter":
            return float(self.held.value)
        found = getattr(self.held, self.control.member)
        if self.control.style == "output":
            return output_row(found).name
        return str(found) if self.control.style == "name" else float(found)

    def write(self, value: Value) -> None:
        """Write through Live's own setter, in the type it takes."""
        if self.control.style == "parameter":
            self.held.value = value
        elif self.control.style == "flag":
            setattr(self.held, self.control.member, bool(value))
        elif self.control.style == "number":
            setattr(self.held, self.control.member, int(value))
        else:
            setattr(self.held, self.control.member, self._choice(value) if self.control.style == "output" else value)

    def put_back(self, value: Value) -> None:
        """Write what stood there; a parameter that automation played is given back to it."""
        self.write(value)
        if self.is_automated:
            self.held.re_enable_automation()

    def name(self) -> str:
        """For messages."""
        return describe(self.control, self.held, self.holder)

    def _choice(self, label: Value) -> Any:
        channels = self.held.available_output_routing_channels
        found = [channel for channel in channels if output_row(channel).name == label]
        if len(found) != 1:
            raise WriteFailed(f"the output {quoted(str(label))} names {len(found)} of Live's choices")
        return found[0]


def same(first: Value, second: Value) -> bool:
    """Numbers as Live holds them, texts exactly."""
    if isinstance(first, str) or isinstance(second, str):
        return first == second
    return same_value(first, second)


def check_values(live: LiveSet, row: ValuesToSet) -> ValueJob:
    """Every object is the one meant; value, range and flags of everything that is overwritten are as planned."""
    finder = resolve.Finder(live)
    holders = [_resolve(live, finder, addressed) for addressed in row.objects]
    targets = [_target(live, row, one, place, holders) for place, one in enumerate(row.rows)]
    racks = {one.target for one in row.rows if one.control in (PAD_SOLO, PAD_MUTE)}
    return ValueJob(targets, [holders[place] for place in sorted(racks)])


def _resolve(live: LiveSet, finder: resolve.Finder, addressed: Addressed) -> Holder:
    """An addressed object; its pointer is the one it must have."""
    owner, colon, path = addressed.id.partition(":")
    if not colon:
        holder = Holder("owner", resolve.owner(live, owner, "objects"))
    elif path.rpartition("/")[2].startswith("device-"):
        holder = Holder("device", finder.device(addressed.id, "objects"))
        _note_parameters(live, holder)
    else:
        holder = Holder("chain", finder.chain(addressed.id, "objects"))
    if pointer(holder.object) != addressed.pointer:
        raise Refusal("observation_changed", f"{addressed.id} is another object now", "objects")
    return holder


def _note_parameters(live: LiveSet, device: Holder) -> None:
    """The places of parameters hold for one version only: compare their pointers with what was recorded."""
    version = live.version.value
    live.version.note(device.object, "parameters", pointers(device.parameters))
    if live.version.value != version:
        live.layouts.forget(pointer(device.object))
        raise Refusal("state_version_moved", f"the parameters of {quoted(device.object.name)} are others now")


def _target(live: LiveSet, row: ValuesToSet, one: ValueRow, place: int, holders: Sequence[Holder]) -> _Target:
    control = CONTROLS.get(one.control)
    if control is None or not 0 <= one.target < len(holders):
        raise Refusal("invalid_arguments", f"row {place} names no control or no object", "rows")
    holder = holders[one.target]
    if holder.kind != control.holder:
        raise Refusal("invalid_arguments", f"row {place} writes what a {holder.kind} does not have", "rows")
    held = control.find(holder, one.member)
    require(control, held)
    texts = row.texts if control.style in ("name", "output") else None
    target = _Target(
        _id(row, one), control, held, holder.object, _value(one.before, texts, place), _value(one.after, texts, place),
        is_automated=control.style == "parameter" and bool(one.flags & AUTOMATED),
    )  # fmt: skip
    if control.style == "parameter":
        _check_parameter(live, target, one)
    if not target.is_automated and not same(target.now(), target.before):
        raise Refusal(
            "observation_changed", f"{target.name()} is {_shown(target.now())} now, not {_shown(target.before)}"
        )
    return target


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


def _check_parameter(live: LiveSet, target: _Target, one: ValueRow) -> None:
    parameter: Live.DeviceParameter.DeviceParameter = target.held
    flags = (ENABLED if parameter.is_enabled else 0) | (AUTOMATED if is_automated(parameter) else 0)
    if flags != one.flags & (ENABLED | AUTOMATED):
        raise Refusal("observation_changed", f"{target.name()} {_flags_in_words(flags)}; plan again")
    if not flags & ENABLED:
        raise Refusal("live_refused", f"{target.name()} cannot be written: something else drives it")
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


def _shown(value: Value) -> str:
    return quoted(value) if isinstance(value, str) else f"{value:.7g}"


class ValueJob:
    """Values to write, in the order given."""

    def __init__(self, targets: Sequence[_Target], racks: Sequence[Holder]) -> None:
        self._targets = targets
        self._racks = [rack.object for rack in racks]
        self._last_mode = ""

    def apply(self, journal: Journal) -> None:
        """Write row by row. A parameter that an earlier row has disabled is named together with that row."""
        for rack in self._racks:
            _journal_pads(journal, rack)
        for target in self._targets:
            # What stood there before the first write: an earlier row may have moved it (a pad's solo clears its mute).
            old = target.now() if target.is_automated else target.before
            journal.add(
                target.id,
                lambda target=target, old=old: target.put_back(old),
                lambda target=target, old=old: _difference(target, old),
                target.control.rank,
            )
            if target.control.style == "parameter" and not target.held.is_enabled:
                raise WriteFailed(f"{target.name()} cannot be written any more{self._last_mode}")
            self._write(target)
            if target.control.style == "parameter" and target.held.is_quantized:
                self._last_mode = f": {target.name()}, written just before, has disabled or changed it"

    def _write(self, target: _Target) -> None:
        try:
            target.write(target.after)
        except (RuntimeError, TypeError, ValueError) as error:
            words = f"{target.name()} was not written{self._last_mode}: {refused_by_live(error)}"
            raise type(error)(words) if type(error) is RuntimeError else WriteFailed(words) from error

    def read(self) -> ValuesSet:
        """What stands at every row now."""
        texts: list[str] = []
        numbers: list[float] = []
        for target in self._targets:
            found = target.now()
            if isinstance(found, str):
                texts.append(found)
                numbers.append(float(len(texts) - 1))
            else:
                numbers.append(found)
        return ValuesSet(struct.pack(f"<{len(numbers)}d", *numbers), tuple(texts))

    def trace(self) -> Trace:
        """By the values themselves."""
        return ValueTrace(self._targets)

    def long_lists(self) -> Iterable[tuple[Any, str]]:
        """A mode can change which parameters a device shows."""
        return [
            (target.holder, "parameters")
            for target in self._targets
            if target.control.style == "parameter" and target.control.holder == "device" and target.held.is_quantized
        ]


def _difference(target: _Target, old: Value) -> str:
    if target.is_automated:
        return "" if is_automated(target.held) else f"{target.name()} is no longer played by its automation"
    now = target.now()
    if same(now, old):
        return ""
    return f"{target.name()} is {_shown(now)}, not {_shown(old)} as before"


def _journal_pads(journal: Journal, rack: Live.Device.Device) -> None:
    """All pads' solos and mutes, because writing one pad's solo moves mutes of others."""
    for pad, _ in populated_pads(rack):
        for member, rank in (("solo", SOLO), ("mute", MUTE)):
            control = CONTROLS[PAD_SOLO if rank == SOLO else PAD_MUTE]
            old = float(getattr(pad, member))
            target = _Target("a pad", control, pad, pad, old, old, False)
            journal.add(
                target.id,
                lambda target=target, old=old: target.write(old),
                lambda target=target, old=old: _difference(target, old),
                rank,
            )


class ValueTrace:
    """Whether the values stand; those under playing automation belong to it and say nothing."""

    def __init__(self, targets: Sequence[_Target]) -> None:
        self._targets = [target for target in targets if not target.is_automated]

    def standing(self) -> Standing:
        """All as before, all as after, or neither."""
        if not self._targets:
            return "unseen"
        now = [target.now() for target in self._targets]
        if all(same(found, target.before) for found, target in zip(now, self._targets, strict=True)):
            return "before"
        if all(same(found, target.after) for found, target in zip(now, self._targets, strict=True)):
            return "after"
        return "neither"
