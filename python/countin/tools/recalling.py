"""How a recall is planned: the differences between what Live holds and a snapshot become rows to write, in order.

What the core calls a difference is a value on some control; here each gets its object, its range and what must stand
there now. A disabled control below a rack with mapped macros is not written: it follows its macro, and is looked at
once that has settled. Any other disabled control that would have to change refuses the recall.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from countin._remote_script.Countin import wire
from countin.core import Difference, Snapshot
from countin.errors import Refusal
from countin.tools import captures
from countin.tools.effects.values import parameter_label, word_label
from countin.tools.wording import NAMED, several

_SWITCH = (0.0, 1.0)
_NOTE = (0.0, 127.0)

_CHAIN_CONTROLS: Mapping[str, tuple[int, tuple[float, float]]] = {
    "chain_solo": (wire.CHAIN_SOLO, _SWITCH),
    "chain_mute": (wire.CHAIN_MUTE, _SWITCH),
    "chain_in_note": (wire.CHAIN_IN_NOTE, _NOTE),
    "chain_out_note": (wire.CHAIN_OUT_NOTE, _NOTE),
}
_PAD_CONTROLS: Mapping[str, int] = {"pad_solo": wire.PAD_SOLO, "pad_mute": wire.PAD_MUTE}
_OWNER_LEVELS: Mapping[str, int] = {
    "volume": wire.OWNER_VOLUME,
    "pan": wire.OWNER_PAN,
    "cueVolume": wire.OWNER_CUE_VOLUME,
    "crossfader": wire.OWNER_CROSSFADER,
}
_OWNER_SWITCHES: Mapping[str, int] = {"solo": wire.OWNER_SOLO, "mute": wire.OWNER_MUTE}


@dataclass(frozen=True, slots=True)
class Control:
    """One control that a difference is about: which object, how it is addressed, its range and its flags."""

    object: str
    control: int
    member: int
    minimum: float
    maximum: float
    flags: int
    follows: bool = False
    """Where it is disabled: it lies in or below a rack with mapped macros."""


@dataclass(slots=True)
class Rows:
    """What a recall writes, and what it only expects."""

    written: wire.ValuesToSet
    labels: dict[str, str]
    automated: list[str] = field(default_factory=list[str])
    followers: list[str] = field(default_factory=list[str])


def name_of(owner: str, difference: Difference) -> str:
    """A difference in words: the id of its object, then the control."""
    place = f"{owner}:{difference.device_path}" if difference.device_path else owner
    match difference.kind:
        case "owner_mixer":
            return f"{place} {difference.index}"
        case "device_name":
            return f"{place} name"
        case "parameter":
            return f"{place} parameter-{difference.index}"
        case "chain_send":
            return f"{place} send-{difference.index}"
        case "pad_solo" | "pad_mute":
            return f"{place} pad {difference.index} {difference.kind[4:]}"
        case kind:
            return f"{place} {kind.removeprefix('chain_')}"


class Planner:
    """Turns the differences of one device chain into rows."""

    def __init__(self, owner: str, chain: wire.Chain, current: Snapshot) -> None:
        self._owner = owner
        self._chain = chain
        self._devices = {row.id: row for row in chain.devices}
        self._starts = dict(zip(self._devices, captures.parameter_starts(chain.devices), strict=True))
        self._chains = {row.id: row for row in chain.chains}
        self._mapped = {row.id for row in chain.devices if row.has_mappings}
        enabled = bytes(flag & wire.ENABLED for flag in chain.flags)
        mapped = bytes(row.has_mappings for row in chain.devices)
        self._driven = current.macro_driven(enabled, mapped) if _whole(current, chain) else bytes(len(enabled))
        self._objects: dict[str, int] = {}
        self._texts: dict[str, int] = {}

    def is_automated(self, difference: Difference) -> bool:
        """Whether automation plays the control now: its value belongs to the automation, and nobody waits for it."""
        return bool(self._control(difference).flags & wire.AUTOMATED)

    def rows(self, differences: Sequence[Difference]) -> Rows:
        """All rows in the order given. Raises `Refusal` (`does_not_fit`) for a disabled control that would change."""
        rows: list[wire.ValueRow] = []
        labels: dict[str, str] = {}
        automated: list[str] = []
        followers: list[str] = []
        refused: list[str] = []
        for difference in differences:
            control = self._control(difference)
            if not control.flags & wire.ENABLED:
                (followers if control.follows else refused).append(name_of(self._owner, difference))
                continue
            if control.flags & wire.AUTOMATED:
                automated.append(name_of(self._owner, difference))
            row = self._row(control, difference)
            rows.append(row)
            if row.control == wire.PARAMETER:
                _label(labels, control.object, row, self._parameter(difference))
        if refused:
            raise _disabled(refused)
        pointers = {name: self._pointer(name) for name in self._objects}
        objects = tuple(wire.Addressed(name, pointer) for name, pointer in pointers.items())
        written = wire.ValuesToSet(self._owner, objects, tuple(self._texts), tuple(rows))
        return Rows(written, labels, automated, followers)

    def _id(self, difference: Difference) -> str:
        return f"{self._owner}:{difference.device_path}"

    def _pointer(self, name: str) -> int:
        if name == self._owner:
            return self._chain.owner_pointer
        return self._devices[name].pointer if name in self._devices else self._chains[name].pointer

    def _row(self, control: Control, difference: Difference) -> wire.ValueRow:
        automated = bool(control.flags & wire.AUTOMATED)
        before = self._number(difference.before, control)
        return wire.ValueRow(
            target=self._objects.setdefault(control.object, len(self._objects)),
            control=control.control,
            member=control.member,
            flags=control.flags,
            before=0.0 if automated else before,
            after=self._number(difference.after, control),
            minimum=control.minimum,
            maximum=control.maximum,
        )

    def _number(self, value: object, control: Control) -> float:
        """A value as a row carries it: a text as its place among the texts."""
        if control.control in wire.TEXT_CONTROLS:
            return float(self._texts.setdefault(str(value or ""), len(self._texts)))
        assert isinstance(value, int | float)
        return float(value)

    def _control(self, difference: Difference) -> Control:
        kind = difference.kind
        if kind == "parameter":
            return self._parameter_control(difference)
        if kind == "owner_mixer":
            return self._owner_control(difference)
        if kind == "device_name":
            return Control(self._id(difference), wire.DEVICE_NAME, 0, 0.0, 0.0, wire.ENABLED)
        if kind in _PAD_CONTROLS:
            return Control(self._id(difference), _PAD_CONTROLS[kind], _index(difference), *_SWITCH, wire.ENABLED)
        if kind in _CHAIN_CONTROLS:
            return self._chain_control(difference)
        return self._fader(difference)

    def _parameter(self, difference: Difference) -> wire.LayoutParameter:
        device = self._devices[self._id(difference)]
        return self._chain.layouts[device.layout].rows[_index(difference)]

    def _parameter_control(self, difference: Difference) -> Control:
        name, index = self._id(difference), _index(difference)
        place = self._starts[name] + index
        layout = self._parameter(difference)
        flags = self._chain.flags[place] & (wire.ENABLED | wire.AUTOMATED)
        # A rack's own chain selector can hang on one of its macros, too.
        follows = bool(self._driven[place]) or name in self._mapped
        return Control(name, wire.PARAMETER, index, layout.minimum, layout.maximum, flags, follows)

    def _chain_control(self, difference: Difference) -> Control:
        """Solo, mute or a note of a chain. A mute whose activator a macro drives follows it."""
        name = self._id(difference)
        control, bounds = _CHAIN_CONTROLS[difference.kind]
        driven = control == wire.CHAIN_MUTE and bool(self._chains[name].has & wire.MUTE_DRIVEN)
        flags = 0 if driven else wire.ENABLED
        return Control(name, control, 0, *bounds, flags, driven and self._below_mapped(name))

    def _fader(self, difference: Difference) -> Control:
        """The volume, pan or a send of a chain."""
        name = self._id(difference)
        row = self._chains[name]
        if difference.kind == "chain_send":
            index = _index(difference)
            bounds, enabled, place = row.send_ranges[2 * index : 2 * index + 2], row.sends_enabled[index], 2 + index
            control = wire.CHAIN_SEND
        elif difference.kind == "chain_volume":
            index, bounds, enabled, place = 0, row.volume_range, bool(row.has & wire.VOLUME_ENABLED), 0
            control = wire.CHAIN_VOLUME
        else:
            index, bounds, enabled, place = 0, row.pan_range, bool(row.has & wire.PAN_ENABLED), 1
            control = wire.CHAIN_PAN
        masked = any(loose.place == place for loose in row.masked)
        flags = (wire.ENABLED if enabled else 0) | (wire.AUTOMATED if enabled and masked else 0)
        minimum, maximum = bounds
        _check_range(name_of(self._owner, difference), difference.after, minimum, maximum)
        return Control(name, control, index, minimum, maximum, flags, not enabled and self._below_mapped(name))

    def _below_mapped(self, name: str) -> bool:
        """Whether a chain lies in a rack with mapped macros, at any depth."""
        rack = name.rpartition("/")[0]
        while rack:
            if rack in self._mapped:
                return True
            rack = rack.rpartition("/")[0]
        return False

    def _owner_control(self, difference: Difference) -> Control:
        member, mixer = str(difference.index), self._chain.mixer
        assert mixer is not None
        if member == "outputChannelId":
            self._check_output(difference, mixer)
            return Control(self._owner, wire.OWNER_OUTPUT, 0, 0.0, 0.0, wire.ENABLED)
        if member in _OWNER_SWITCHES:
            return Control(self._owner, _OWNER_SWITCHES[member], 0, *_SWITCH, wire.ENABLED)
        level = {
            "volume": mixer.volume,
            "pan": mixer.pan,
            "cueVolume": mixer.cue_volume,
            "crossfader": mixer.crossfader,
        }[member]
        assert level is not None
        _check_range(name_of(self._owner, difference), difference.after, level.minimum, level.maximum)
        automated = level.enabled and level.now is not None
        flags = (wire.ENABLED if level.enabled else 0) | (wire.AUTOMATED if automated else 0)
        return Control(self._owner, _OWNER_LEVELS[member], 0, level.minimum, level.maximum, flags)

    def _check_output(self, difference: Difference, mixer: wire.OwnerMixer) -> None:
        known = [choice.id for choice in mixer.output_choices]
        if not mixer.output_supported or difference.after not in known:
            choices = several([repr(choice) for choice in known]) or "none"
            raise Refusal(
                "does_not_fit",
                f"the output channel {difference.after!r} is not available now; Live offers {choices}",
                path="/snapshot/ownerMixer/outputChannelId",
            )


def _label(labels: dict[str, str], device: str, row: wire.ValueRow, layout: wire.LayoutParameter) -> None:
    """What a plan calls a parameter, and its choices before and after where it has them."""
    labels[parameter_label(device, row.member)] = layout.original_name
    for value in (row.before, row.after):
        place = value - layout.minimum
        if place.is_integer() and 0 <= place < len(layout.items):
            labels[word_label(device, row.member, value)] = layout.items[int(place)]


def _whole(current: Snapshot, chain: wire.Chain) -> bool:
    """Whether the snapshot holds every device that was read (v1 leaves nested ones out, and reads none)."""
    return current.device_count == len(chain.devices)


def _index(difference: Difference) -> int:
    assert isinstance(difference.index, int)
    return difference.index


def _check_range(name: str, value: Any, minimum: float, maximum: float) -> None:
    if not minimum <= value <= maximum and not minimum <= wire.single(value) <= maximum:
        raise Refusal("does_not_fit", f"{name}: {value!r} lies outside Live's range, {minimum!r} to {maximum!r}")


def _disabled(names: Sequence[str]) -> Refusal:
    return Refusal(
        "does_not_fit",
        f"{len(names)} values would have to change on controls that Live has disabled: {several(names)}. Enable them "
        "in Live, or capture anew",
        details={"disabled": list(names[:NAMED]), "disabledCount": len(names)},
    )
