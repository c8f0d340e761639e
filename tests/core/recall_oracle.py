"""An independent hand at recalls: differences made into rows in plain Python, as the tools once did it, and the changes
that rows make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.capture_oracle import real_mixer, real_values
from core.captured_rows import Told
from countin._remote_script.Countin import wire
from countin.core import Difference, Snapshot

_SWITCH, _NOTE, _TEXT = (0.0, 1.0), (0.0, 127.0), (0.0, 0.0)
_CHAIN_CONTROLS = {
    "chain_solo": (wire.CHAIN_SOLO, _SWITCH),
    "chain_mute": (wire.CHAIN_MUTE, _SWITCH),
    "chain_in_note": (wire.CHAIN_IN_NOTE, _NOTE),
    "chain_out_note": (wire.CHAIN_OUT_NOTE, _NOTE),
}
_PAD_CONTROLS = {"pad_solo": wire.PAD_SOLO, "pad_mute": wire.PAD_MUTE}
_FADERS = {"chain_volume": (wire.CHAIN_VOLUME, 0), "chain_pan": (wire.CHAIN_PAN, 1)}
_OWNER = {
    "solo": (wire.OWNER_SOLO, _SWITCH),
    "mute": (wire.OWNER_MUTE, _SWITCH),
    "inputTypeId": (wire.OWNER_INPUT_TYPE, _TEXT),
    "inputChannelId": (wire.OWNER_INPUT_CHANNEL, _TEXT),
    "outputTypeId": (wire.OWNER_OUTPUT_TYPE, _TEXT),
    "outputChannelId": (wire.OWNER_OUTPUT, _TEXT),
    "monitoring": (wire.OWNER_MONITORING, (0.0, 2.0)),
}
_LEVELS = {
    "volume": wire.OWNER_VOLUME,
    "pan": wire.OWNER_PAN,
    "cueVolume": wire.OWNER_CUE_VOLUME,
    "crossfader": wire.OWNER_CROSSFADER,
}
_WORDS = {
    wire.CHAIN_VOLUME: "volume",
    wire.CHAIN_PAN: "pan",
    wire.CHAIN_SOLO: "solo",
    wire.CHAIN_MUTE: "mute",
    wire.CHAIN_IN_NOTE: "inputNote",
    wire.CHAIN_OUT_NOTE: "outputNote",
    wire.DEVICE_NAME: "name",
    wire.OWNER_NAME: "name",
} | {control: member for members in (_LEVELS, {name: row[0] for name, row in _OWNER.items()})
     for member, control in members.items()}  # fmt: skip
_SWITCHES = (wire.CHAIN_SOLO, wire.CHAIN_MUTE, wire.PAD_SOLO, wire.PAD_MUTE, wire.OWNER_SOLO, wire.OWNER_MUTE)
_NOTES = (wire.CHAIN_IN_NOTE, wire.CHAIN_OUT_NOTE, wire.OWNER_MONITORING)
_SENDS = (wire.CHAIN_SEND, wire.OWNER_SEND)
_PADS = {wire.PAD_SOLO: "solo", wire.PAD_MUTE: "mute"}


def what(row: wire.ValueRow, objects: Sequence[wire.Addressed], name: str = "") -> str:
    """The name of what a row writes: the id of the object, then the control."""
    owner = objects[row.target].id
    if row.control == wire.PARAMETER:
        return f"{owner} parameter-{row.member}" + (f" {name}" if name else "")
    if row.control in _SENDS:
        return f"{owner} send-{row.member}"
    if row.control in _PADS:
        return f"{owner} pad {row.member} {_PADS[row.control]}"
    return f"{owner} {_WORDS[row.control]}"


def plain(row: wire.ValueRow, value: float, texts: Sequence[str]) -> Any:
    """A value as its control means it."""
    if row.control in wire.TEXT_CONTROLS:
        return texts[int(value)]
    if row.control in _SWITCHES:
        return bool(value)
    return int(value) if row.control in _NOTES else value


def changes(
    written: wire.ValuesToSet, names: Mapping[str, str], words: Mapping[tuple[str, float], str]
) -> list[dict[str, Any]]:
    """What a plan shows of the rows."""
    listed: list[dict[str, Any]] = []
    for row in wire.value_rows(written):
        bare = what(row, written.objects)

        def shown(value: float, row: wire.ValueRow = row, bare: str = bare) -> Any:
            word = words.get((bare, value)) if isinstance(plain(row, value, written.texts), float) else None
            return plain(row, value, written.texts) if not word else {"value": value, "displayValue": word}

        before = "automated" if row.flags & wire.AUTOMATED else shown(row.before)
        name = names.get(bare, "") if row.control == wire.PARAMETER else ""
        listed.append({"what": what(row, written.objects, name), "before": before, "after": shown(row.after)})
    return listed


def compare(written: wire.ValuesToSet, values: Sequence[float], texts: Sequence[str]) -> list[str]:
    """Every difference between what was planned and what was read back."""
    if len(values) != wire.value_count(written):
        return [f"{len(values)} values were read back, planned were {wire.value_count(written)}"]
    found: list[str] = []
    for row, value in zip(wire.value_rows(written), values, strict=True):
        planned, now = plain(row, row.after, written.texts), plain(row, value, texts)
        same = planned == now if isinstance(planned, str) else wire.same_value(float(planned), float(now))
        if not same:
            found.append(f"{what(row, written.objects)} reads {now!r}, planned was {planned!r}")
    return found


@dataclass(frozen=True)
class Control:
    """One control that a difference is about."""

    object: str
    control: int
    member: int
    bounds: tuple[float, float]
    flags: int
    follows: bool = False
    is_mode: bool = False


@dataclass
class Planned:
    """What a recall writes, and what it only expects."""

    objects: list[wire.Addressed] = field(default_factory=list[wire.Addressed])
    texts: list[str] = field(default_factory=list[str])
    rows: list[wire.ValueRow] = field(default_factory=list[wire.ValueRow])
    late: list[wire.ValueRow] = field(default_factory=list[wire.ValueRow])
    names: dict[str, str] = field(default_factory=dict[str, str])
    words: dict[tuple[str, float], str] = field(default_factory=dict[tuple[str, float], str])
    automated: list[str] = field(default_factory=list[str])
    followers: list[str] = field(default_factory=list[str])
    refused: list[str] = field(default_factory=list[str])
    settles: bool = False

    def written(self) -> wire.ValuesToSet:
        """The rows as they are sent: those that wait behind all others of their object."""
        rows: list[wire.ValueRow] = []
        for place, row in enumerate(self.rows):
            rows.append(row)
            if all(other.target != row.target for other in self.rows[place + 1 :]):
                rows += [late for late in self.late if late.target == row.target]
        return wire.values_to_set(self.objects, self.texts, rows)


class TrackPlanner:
    """The differences of one owner's devices, and of the owner."""

    def __init__(self, told: Told, owner: str, row: wire.TrackState | wire.Chain, planned: Planned) -> None:
        self._told, self._owner, self._planned = told, owner, planned
        self._state = row if isinstance(row, wire.TrackState) else None
        self._chain = row.chain if isinstance(row, wire.TrackState) else row
        self._devices = {each.id: each for each in self._chain.devices}
        self._chains = {each.id: each for each in self._chain.chains}
        self._mapped = {each.id for each in self._chain.devices if each.has_mappings}
        self._values = real_values(self._chain)

    def plan(self, differences: Sequence[Difference]) -> None:
        """Adds the rows."""
        controls = [self._control(one) for one in differences]
        modes = {one.object for one in controls if one.is_mode and one.flags & wire.ENABLED}
        for difference, control in zip(differences, controls, strict=True):
            self._one(difference, control, control.object in modes)

    def _one(self, difference: Difference, control: Control, mode: bool) -> None:
        planned = self._planned
        late = control.control == wire.PARAMETER and mode and not control.flags & wire.ENABLED
        name = what(
            wire.ValueRow(0, control.control, control.member, 0, 0, 0, 0, 0), [wire.Addressed(control.object, 0)]
        )
        if not control.flags & wire.ENABLED and (control.follows or not late):
            (planned.followers if control.follows else planned.refused).append(name)
            return
        if control.flags & wire.AUTOMATED:
            planned.automated.append(name)
        planned.settles |= control.control == wire.PARAMETER and control.object in self._mapped
        (planned.late if late else planned.rows).append(self._row(control, difference, name))

    def _row(self, control: Control, difference: Difference, name: str) -> wire.ValueRow:
        automated = bool(control.flags & wire.AUTOMATED)
        target = self._target(control.object)
        before = 0.0 if automated else self._number(difference.before, control)
        after = self._number(difference.after, control)
        if control.control == wire.PARAMETER:
            self._label(control, name, before, after)
        flags = control.flags | (wire.MODE if control.is_mode else 0)
        return wire.ValueRow(target, control.control, control.member, flags, before, after, *control.bounds)

    def _label(self, control: Control, name: str, before: float, after: float) -> None:
        layout = self._layout(control.object).rows[control.member]
        self._planned.names[name] = layout.original_name
        for value in (before, after):
            place = value - layout.minimum
            if layout.quantized and place.is_integer() and 0 <= place < len(layout.items):
                self._planned.words[name, value] = layout.items[int(place)]

    def _target(self, name: str) -> int:
        known = [each.id for each in self._planned.objects]
        if name not in known:
            row = self._devices.get(name) or self._chains.get(name)
            pointer = self._chain.owner_pointer if row is None else row.pointer
            self._planned.objects.append(wire.Addressed(name, pointer))
            known.append(name)
        return known.index(name)

    def _number(self, value: object, control: Control) -> float:
        if control.control in wire.TEXT_CONTROLS:
            text = str(value or "")
            if text not in self._planned.texts:
                self._planned.texts.append(text)
            return float(self._planned.texts.index(text))
        assert isinstance(value, int | float)
        return float(value)

    def _layout(self, device: str) -> wire.Layout:
        return self._told.layouts[wire.digest_at(self._chain.layouts, self._devices[device].layout)]

    def _control(self, difference: Difference) -> Control:
        kind = difference.kind
        name = f"{self._owner}:{difference.device_path}"
        if self._told.kind == "device":
            name = self._chain.devices[0].id
        if kind == "parameter":
            return self._parameter(name, _index(difference))
        if kind == "device_name":
            return Control(name, wire.DEVICE_NAME, 0, _TEXT, wire.ENABLED)
        if kind in _PAD_CONTROLS:
            return Control(name, _PAD_CONTROLS[kind], _index(difference), _SWITCH, wire.ENABLED)
        if kind in _CHAIN_CONTROLS:
            control, bounds = _CHAIN_CONTROLS[kind]
            driven = control == wire.CHAIN_MUTE and bool(self._chains[name].has & wire.MUTE_DRIVEN)
            return Control(
                name, control, 0, bounds, 0 if driven else wire.ENABLED, driven and self._below(name)
            )  # fmt: skip
        return self._fader(difference, name) if kind.startswith("chain_") else self._owner_control(difference)

    def _parameter(self, name: str, index: int) -> Control:
        start = 0
        for each in self._chain.devices:
            if each.id == name:
                break
            start += each.parameters
        layout = self._layout(name).rows[index]
        bounds = (layout.minimum, layout.maximum)
        alone = self._told.kind == "device"
        follows = name in self._mapped or (not alone and self._below(name))
        flags = self._chain.flags[start + index]
        return Control(name, wire.PARAMETER, index, bounds, flags, follows, layout.quantized)

    def _below(self, name: str) -> bool:
        """Whether something lies in a rack with mapped macros, at any depth."""
        return any(name.startswith(f"{rack}/") for rack in self._mapped)

    def _fader(self, difference: Difference, name: str) -> Control:
        row = self._chains[name]
        assert len(real_mixer(row)[2]) == len(row.sends)
        if difference.kind == "chain_send":
            index = _index(difference)
            bounds, enabled, place = row.send_ranges[2 * index : 2 * index + 2], row.sends_enabled[index], 2 + index
            control = wire.CHAIN_SEND
        else:
            control, place = _FADERS[difference.kind]
            index, bounds = 0, (row.volume_range, row.pan_range)[place]
            enabled = bool(row.has & (wire.VOLUME_ENABLED, wire.PAN_ENABLED)[place])
        masked = any(loose.place == place for loose in row.masked)
        flags = (wire.ENABLED if enabled else 0) | (wire.AUTOMATED if enabled and masked else 0)
        return Control(name, control, index, (bounds[0], bounds[1]), flags, not enabled and self._below(name))

    def _owner_control(self, difference: Difference) -> Control:
        if difference.kind == "owner_name":
            return Control(self._owner, wire.OWNER_NAME, 0, _TEXT, wire.ENABLED)
        member = str(difference.index)
        if member in _OWNER:
            control, bounds = _OWNER[member]
            return Control(self._owner, control, 0, bounds, wire.ENABLED)
        index, level = self._level(member)
        automated = level.enabled and level.now is not None
        flags = (wire.ENABLED if level.enabled else 0) | (wire.AUTOMATED if automated else 0)
        control = _LEVELS.get(member, wire.OWNER_SEND)
        return Control(self._owner, control, index, (level.minimum, level.maximum), flags)

    def _level(self, member: str) -> tuple[int, wire.Level]:
        if member.startswith("send-"):
            assert self._state is not None
            return int(member[5:]), self._state.sends[int(member[5:])].level
        place = "cue_volume" if member == "cueVolume" else member
        level = getattr(self._state or self._chain.mixer, place)
        assert isinstance(level, wire.Level)
        return 0, level


def _index(difference: Difference) -> int:
    assert isinstance(difference.index, int)
    return difference.index


def _tracks(told: Told) -> Iterator[tuple[int | None, str, Any]]:
    if told.kind == "group_system":
        for place, row in enumerate(told.row.tracks):
            yield place, row.id, row
    else:
        yield None, told.owner, told.row


def planned(told: Told, live: Snapshot, target: Snapshot) -> Planned:
    """The rows that make what Live shows the target, in the order of the core's differences."""
    result = Planned()
    differences = live.differences(target)
    for is_name in (True, False):  # all tracks have their names before any is routed to another
        for place, owner, row in reversed([*_tracks(told)]):
            own = [one for one in differences if one.track == place and (one.kind == "owner_name") is is_name]
            TrackPlanner(told, owner, row, result).plan(own)
    result.settles |= bool(result.followers)
    return result
