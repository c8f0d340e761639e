"""What a plan relied on, read again after its writes: which differences are not the writes' own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from . import wire
from .observing import Look
from .refusals import quoted
from .wire import CapturedChain, CapturedPad, Chain, Observation, ValuesToSet, Write

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
    yield from _columns(before, after, keys)
    if not any(control in _SWITCHES for _, control, _ in keys):
        yield from _switches(before, after)
    yield from _faders(before, after, {(name, control) for name, control, _ in keys})


_SWITCHES = (wire.CHAIN_SOLO, wire.CHAIN_MUTE, wire.PAD_SOLO, wire.PAD_MUTE)


def _columns(before: Chain, after: Chain, keys: set[tuple[str, int, int]]) -> Iterator[str]:
    """Values that were the parameter's own before and after, written ones left out."""
    place = 0
    for device in before.devices:
        for member in range(device.parameters):
            here, place = place, place + 1
            if before.flags[here] != wire.ENABLED or after.flags[here] != wire.ENABLED:
                continue
            same = before.values[8 * here : 8 * here + 8] == after.values[8 * here : 8 * here + 8]
            if not same and (device.id, wire.PARAMETER, member) not in keys:
                name = before.layouts[device.layout].rows[member].name
                yield f"{quoted(name)} of {quoted(device.name)} has changed while the operation ran"


def _switches(before: Chain, after: Chain) -> Iterator[str]:
    pairs: list[tuple[CapturedChain, CapturedChain] | tuple[CapturedPad, CapturedPad]] = [
        *zip(before.chains, after.chains, strict=False),
        *zip(before.pads, after.pads, strict=False),
    ]
    for first, second in pairs:
        if (first.mute, first.solo) != (second.mute, second.solo):
            name = quoted(first.name) if isinstance(first, CapturedChain) else f"the pad of note {first.note}"
            yield f"mute or solo of {name} has changed while the operation ran"


def _faders(before: Chain, after: Chain, keys: set[tuple[str, int]]) -> Iterator[str]:
    for first, second in zip(before.chains, after.chains, strict=False):
        written = {control for name, control in keys if name == first.id}
        pairs = (
            (wire.CHAIN_VOLUME, first.volume, second.volume),
            (wire.CHAIN_PAN, first.pan, second.pan),
            (wire.CHAIN_SEND, first.sends, second.sends),
        )
        if any(control not in written and then != now for control, then, now in pairs):
            yield f"the mixer of {quoted(first.name)} has changed while the operation ran"
