"""What a plan relied on and could not be compared in the callback of its writes: what the writes move is compared just
before them, everything else read again after them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from . import resolve, wire
from .columns import chains_of, name_of, same_span, spans
from .live_set import LiveSet
from .observe.devices import populated_pads
from .observing import Look
from .refusals import quoted
from .wire import (
    CapturedChain,
    CapturedPad,
    Chain,
    GroupSystem,
    Level,
    Observation,
    OwnerMixer,
    Route,
    TrackState,
    ValuesToSet,
    Write,
)

NAMED = 20
"""How many differences are named at most."""

Written = Sequence[tuple[Write[Any, Any], tuple[Any, ...]]]

CHANGED_BY: dict[Write[Any, Any], tuple[Observation[Any, Any], ...]] = {
    wire.CREATE_SCENE: (wire.STATE, wire.SCENES, wire.SLOTS),
    wire.CREATE_MIDI_CLIP: (wire.SLOTS,),
    wire.PLACE_CLIPS: (wire.ARRANGEMENT,),
    wire.SET_VALUES: (wire.SET_MIXER, wire.DEVICES, wire.PARAMETERS, wire.TRACKS),
}
"""Observations that a write changes by what it is: compared just before it; its read-back covers the rest."""


def differences_after(
    live: LiveSet, look: Look, before: tuple[Any, ...], after: tuple[Any, ...], written: Written
) -> list[str]:
    """What differs, in words, besides what the writes wrote and what follows from it."""
    if look.kind.captured:
        return [*_named(_captured(live, before, after, _Keys(written)))]
    if any(look.kind in CHANGED_BY.get(kind, ()) for kind, _ in written):
        return []
    pack = look.kind.row.guard_bytes
    return [] if pack(before) == pack(after) else [f"{look.kind.name} has changed while the operation ran"]


def switches_moved(live: LiveSet, before: tuple[Any, ...], written: Written) -> Iterator[str]:
    """Mutes and solos that differ now, in racks where the writes move them (a pad's solo clears its mute)."""
    if not any(control in row.controls for _, row in written if isinstance(row, ValuesToSet) for control in _MOVING):
        return  # a job of tens of thousands of parameters is not looked through for it while Live is held
    keys, finder = _Keys(written), resolve.Finder(live)
    for chain in chains_of(before):
        loose = _loose(chain, keys)
        for one in [one for one in chain.chains if _rack(one) in loose and not one.has & wire.MUTE_DRIVEN]:
            if _switched(one, finder.chain(one.id, "guards")):
                yield f"mute or solo of {quoted(one.name)} has changed"
        pads = {one.id: _pads(finder, one.id) for one in chain.devices if one.id in loose and one.pads > 0}
        for one in chain.pads:
            if one.device in pads and _switched(one, pads[one.device].get(one.note)):
                yield f"mute or solo of the pad of note {one.note} has changed"


def _pads(finder: resolve.Finder, rack: str) -> dict[int, Any]:
    """The pads of a rack that have chains, by note."""
    return {int(pad.note): pad for pad, _ in populated_pads(finder.device(rack, "guards"))}


def _switched(before: CapturedChain | CapturedPad, now: Any) -> bool:
    return now is None or (bool(now.mute), bool(now.solo)) != (before.mute, before.solo)


def _named(found: Iterator[str]) -> Iterator[str]:
    for count, words in enumerate(found):
        if count == NAMED:
            yield "and more"
            return
        yield words


class _Keys:
    """What was written: members by object and control."""

    def __init__(self, written: Written) -> None:
        self._members: dict[tuple[str, int], set[int]] = {}
        for _, row in written:
            if isinstance(row, ValuesToSet):
                self._add(row)
        self.controls = {control for _, control in self._members}

    def _add(self, row: ValuesToSet) -> None:
        columns = wire.value_columns(row)
        names: list[str] = [addressed.id for addressed in row.objects]
        for target, control, member in zip(columns.targets, columns.controls, columns.members, strict=True):
            self._members.setdefault((names[target], control), set()).add(member)

    def of(self, name: str, control: int) -> set[int]:
        """Which members of an object's control were written."""
        return self._members.get((name, control), set())

    def has(self, name: str, control: int, member: int = 0) -> bool:
        """Whether this one was written."""
        return member in self.of(name, control)


MEANWHILE = "has changed while the operation ran"


def _captured(live: LiveSet, before: tuple[Any, ...], after: tuple[Any, ...], keys: _Keys) -> Iterator[str]:
    first, second = _tracks(before), _tracks(after)
    if [track.id for track in first] != [track.id for track in second]:
        yield "the tracks have changed while the operation ran"
        return
    # Routings are called as the tracks that they go to: a name that was written is another label everywhere.
    names = [
        (then.name, now.name) for then, now in zip(first, second, strict=True) if keys.has(then.id, wire.OWNER_NAME)
    ]
    for then, now in zip(first, second, strict=True):
        yield from _track(then, now, keys, dict(names))
    for one, other in zip(chains_of(before), chains_of(after), strict=True):
        yield from _chain(live, one, other, keys)


def _tracks(row: tuple[Any, ...]) -> tuple[TrackState, ...]:
    if isinstance(row, GroupSystem):
        return row.tracks
    return (row,) if isinstance(row, TrackState) else ()


def _chain(live: LiveSet, before: Chain, after: Chain, keys: _Keys) -> Iterator[str]:
    if [(one.id, one.pointer, one.parameters) for one in before.devices] != [
        (one.id, one.pointer, one.parameters) for one in after.devices
    ]:
        yield "the devices have changed while the operation ran"
        return
    yield from _names(before, after, keys)
    yield from _columns(live, before, after, keys)
    yield from _switches(before, after, keys)
    for first, second in zip(before.chains, after.chains, strict=False):
        yield from _controls(first, second, keys)
    if before.mixer is not None and after.mixer is not None:
        yield from _owner(before.mixer, after.mixer, keys.controls)


def _names(before: Chain, after: Chain, keys: _Keys) -> Iterator[str]:
    for first, second in zip(before.devices, after.devices, strict=True):
        if first.name != second.name and not keys.has(first.id, wire.DEVICE_NAME):
            yield f"the name of {quoted(first.name)} {MEANWHILE}"


def _columns(live: LiveSet, before: Chain, after: Chain, keys: _Keys) -> Iterator[str]:
    """Values that were the parameter's own before and after, and what automation no longer plays or plays now; written
    ones left out. Devices where nothing else differs are passed over without a look at each value."""
    for device, start, end in spans(before):
        if same_span(before, after, start, end):
            continue
        written = keys.of(device.id, wire.PARAMETER)
        for member in range(device.parameters):
            if member not in written and _differs(before, after, start + member):
                yield f"{quoted(name_of(live, before, device, member))} of {quoted(device.name)} {MEANWHILE}"


def _differs(before: Chain, after: Chain, here: int) -> bool:
    if before.flags[here] == wire.ENABLED and after.flags[here] == wire.ENABLED:
        return not same_span(before, after, here, here + 1)
    # Whether it is enabled may follow from a mode that was written; whether automation plays it does not.
    return bool((before.flags[here] ^ after.flags[here]) & wire.AUTOMATED)


def _switches(before: Chain, after: Chain, keys: _Keys) -> Iterator[str]:
    """Mutes that a macro drives follow it, and the pads of such a rack with them. A solo, or a pad's switch, moves
    others of its rack; a chain's mute moves the pad it is on."""
    loose = _loose(before, keys)
    unsure = loose | {
        _rack(chain) for chain in before.chains if chain.has & wire.MUTE_DRIVEN or keys.of(chain.id, wire.CHAIN_MUTE)
    }
    for first, second in zip(before.chains, after.chains, strict=False):
        if first.has & wire.MUTE_DRIVEN or _rack(first) in loose:
            continue
        is_muted = first.mute != second.mute and not keys.of(first.id, wire.CHAIN_MUTE)
        if is_muted or first.solo != second.solo:
            yield f"mute or solo of {quoted(first.name)} {MEANWHILE}"
    for one, other in zip(before.pads, after.pads, strict=False):
        if one.device not in unsure and (one.mute, one.solo) != (other.mute, other.solo):
            yield f"mute or solo of the pad of note {one.note} {MEANWHILE}"


def _loose(chain: Chain, keys: _Keys) -> set[str]:
    """The racks where a solo or a pad's switch is written."""
    found = {_rack(one) for one in chain.chains if keys.of(one.id, wire.CHAIN_SOLO)}
    return found | {one.id for one in chain.devices for control in _PADS if keys.of(one.id, control)}


_PADS = (wire.PAD_SOLO, wire.PAD_MUTE)
_MOVING = (wire.CHAIN_SOLO, *_PADS)


def _rack(chain: CapturedChain) -> str:
    """The id of the rack that a chain is in."""
    return chain.id.rpartition("/")[0]


def _controls(first: CapturedChain, second: CapturedChain, keys: _Keys) -> Iterator[str]:
    """Faders and notes of a chain."""
    faders = (
        (wire.CHAIN_VOLUME, 0, first.volume, second.volume),
        (wire.CHAIN_PAN, 0, first.pan, second.pan),
        *((wire.CHAIN_SEND, place, *sends) for place, sends in enumerate(zip(first.sends, second.sends, strict=False))),
    )
    notes = (
        (wire.CHAIN_IN_NOTE, 0, first.in_note, second.in_note),
        (wire.CHAIN_OUT_NOTE, 0, first.out_note, second.out_note),
    )
    for word, pairs in (("the mixer", faders), ("the notes", notes)):
        if any(then != now and not keys.has(first.id, control, member) for control, member, then, now in pairs):
            yield f"{word} of {quoted(first.name)} {MEANWHILE}"


def _owner(before: OwnerMixer, after: OwnerMixer, written: set[int]) -> Iterator[str]:
    pairs: tuple[tuple[int, str, object, object], ...] = (
        (wire.OWNER_VOLUME, "volume", before.volume.value, after.volume.value),
        (wire.OWNER_PAN, "pan", before.pan.value, after.pan.value),
        (wire.OWNER_CUE_VOLUME, "cue volume", _guarded(before.cue_volume), _guarded(after.cue_volume)),
        (wire.OWNER_CROSSFADER, "crossfader", _guarded(before.crossfader), _guarded(after.crossfader)),
        (wire.OWNER_SOLO, "solo", before.solo, after.solo),
        (wire.OWNER_MUTE, "mute", before.mute, after.mute),
        (wire.OWNER_OUTPUT, "output", before.output_channel, after.output_channel),
    )
    for control, word, then, now in pairs:
        if control not in written and then != now:
            yield f"the {word} of the track {MEANWHILE}"


def _track(before: TrackState, after: TrackState, keys: _Keys, renamed: Mapping[str, str]) -> Iterator[str]:
    """A track's own controls. A routing's channel follows its type."""

    def called(route: Route) -> str | None:
        return None if route.id is None else renamed.get(route.id, route.id)

    pairs: tuple[tuple[int, str, object, object], ...] = (
        (wire.OWNER_NAME, "name", before.name, after.name),
        (wire.OWNER_VOLUME, "volume", before.volume.value, after.volume.value),
        (wire.OWNER_PAN, "pan", before.pan.value, after.pan.value),
        (wire.OWNER_MUTE, "mute", before.mute, after.mute),
        (wire.OWNER_SOLO, "solo", before.solo, after.solo),
        (wire.OWNER_INPUT_TYPE, "input type", called(before.input_type), after.input_type.id),
        (wire.OWNER_INPUT_CHANNEL, "input channel", called(before.input_channel), after.input_channel.id),
        (wire.OWNER_OUTPUT_TYPE, "output type", called(before.output_type), after.output_type.id),
        (wire.OWNER_OUTPUT, "output channel", called(before.output_channel), after.output_channel.id),
        (wire.OWNER_MONITORING, "monitoring", before.monitoring, after.monitoring),
    )
    for control, word, then, now in pairs:
        if then != now and not keys.has(before.id, control):
            yield f"the {word} of {quoted(before.name)} {MEANWHILE}"
    for place, (first, second) in enumerate(zip(before.sends, after.sends, strict=False)):
        if first.level.value != second.level.value and not keys.has(before.id, wire.OWNER_SEND, place):
            yield f"send {place} of {quoted(before.name)} {MEANWHILE}"


def _guarded(level: Level | None) -> float | None:
    return None if level is None else level.value
