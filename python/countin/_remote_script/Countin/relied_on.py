"""What a plan relied on, read again after its writes: which differences are not the writes' own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from . import wire
from .observing import Look
from .refusals import quoted
from .wire import CapturedChain, CapturedPad, Chain, Level, Observation, OwnerMixer, ValuesToSet, Write

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


def differences_after(look: Look, before: tuple[Any, ...], after: tuple[Any, ...], written: Written) -> list[str]:
    """What differs, in words, besides what the writes wrote and what follows from it."""
    if isinstance(before, Chain) and isinstance(after, Chain):
        return [*_named(_chain_differences(before, after, _values(written)))]
    if any(look.kind in CHANGED_BY.get(kind, ()) for kind, _ in written):
        return []
    pack = look.kind.row.guard_bytes
    return [] if pack(before) == pack(after) else [f"{look.kind.name} has changed while the operation ran"]


def _named(found: Iterator[str]) -> Iterator[str]:
    for count, words in enumerate(found):
        if count == NAMED:
            yield "and more"
            return
        yield words


def _values(written: Written) -> list[ValuesToSet]:
    return [row for _, row in written if isinstance(row, ValuesToSet)]


def _chain_differences(before: Chain, after: Chain, written: list[ValuesToSet]) -> Iterator[str]:
    if [(one.id, one.pointer, one.parameters) for one in before.devices] != [
        (one.id, one.pointer, one.parameters) for one in after.devices
    ]:
        yield "the devices have changed while the operation ran"
        return
    keys = {(rows.objects[row.target].id, row.control, row.member) for rows in written for row in rows.rows}
    yield from _names(before, after, keys)
    yield from _columns(before, after, keys)
    if not any(control in _SWITCHES for _, control, _ in keys):
        yield from _switches(before, after)
    for first, second in zip(before.chains, after.chains, strict=False):
        yield from _controls(first, second, keys)
    if before.mixer is not None and after.mixer is not None:
        yield from _owner(before.mixer, after.mixer, {control for _, control, _ in keys})


_SWITCHES = (wire.CHAIN_SOLO, wire.CHAIN_MUTE, wire.PAD_SOLO, wire.PAD_MUTE)
Keys = set[tuple[str, int, int]]
"""What was written: object, control, member."""
MEANWHILE = "has changed while the operation ran"


def _names(before: Chain, after: Chain, keys: Keys) -> Iterator[str]:
    for first, second in zip(before.devices, after.devices, strict=True):
        if first.name != second.name and (first.id, wire.DEVICE_NAME, 0) not in keys:
            yield f"the name of {quoted(first.name)} {MEANWHILE}"


def _columns(before: Chain, after: Chain, keys: Keys) -> Iterator[str]:
    """Values that were the parameter's own before and after, and what automation no longer plays or plays now; written
    ones left out."""
    place = 0
    for device in before.devices:
        for member in range(device.parameters):
            here, place = place, place + 1
            if (device.id, wire.PARAMETER, member) in keys or not _differs(before, after, here):
                continue
            name = before.layouts[device.layout].rows[member].name
            yield f"{quoted(name)} of {quoted(device.name)} {MEANWHILE}"


def _differs(before: Chain, after: Chain, here: int) -> bool:
    if before.flags[here] == wire.ENABLED and after.flags[here] == wire.ENABLED:
        return before.values[8 * here : 8 * here + 8] != after.values[8 * here : 8 * here + 8]
    # Whether it is enabled may follow from a mode that was written; whether automation plays it does not.
    return bool((before.flags[here] ^ after.flags[here]) & wire.AUTOMATED)


def _switches(before: Chain, after: Chain) -> Iterator[str]:
    """Mutes that a macro drives follow it, and the pads of such a rack with them."""
    driven = {chain.id.rpartition("/")[0] for chain in before.chains if chain.has & wire.MUTE_DRIVEN}
    pairs: list[tuple[CapturedChain, CapturedChain] | tuple[CapturedPad, CapturedPad]] = [
        *(pair for pair in zip(before.chains, after.chains, strict=False) if not pair[0].has & wire.MUTE_DRIVEN),
        *(pair for pair in zip(before.pads, after.pads, strict=False) if pair[0].device not in driven),
    ]
    for first, second in pairs:
        if (first.mute, first.solo) != (second.mute, second.solo):
            name = quoted(first.name) if isinstance(first, CapturedChain) else f"the pad of note {first.note}"
            yield f"mute or solo of {name} {MEANWHILE}"


def _controls(first: CapturedChain, second: CapturedChain, keys: Keys) -> Iterator[str]:
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
        if any(then != now and (first.id, control, member) not in keys for control, member, then, now in pairs):
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


def _guarded(level: Level | None) -> float | None:
    return None if level is None else level.value
