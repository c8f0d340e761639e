"""Live's words for values that differ, from a second look: at the devices that hold them and no others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from countin._remote_script.Countin import wire
from countin.declaration import Look, Seen, live
from countin.tools import differences
from countin.tools.differences import Found
from countin.tools.sides import Place, Side

WORDED = 200
"""So many differences get Live's words: each may need a look at another device."""
Words = Mapping[tuple[str, int], str]
"""(side, place of the difference in the list) → Live's word for its value."""


_FADERS = ("chain_volume", "chain_pan", "chain_send")
_OWNER_LEVELS = {"volume": "volume", "pan": "pan", "cueVolume": "cue_volume", "crossfader": "crossfader"}


def _worded(sides: tuple[Side, Side], found: Sequence[Found]) -> Iterator[tuple[int, Side, str, Found]]:
    """The differences that Live may have words for: their number, the side, and the id on that side."""
    by_place = {side.place: side for side in sides}
    for number, one in enumerate(found[:WORDED]):
        for place, path in differences.paths_of(one):
            side = by_place["before" if place == "before" else "after"]
            if side.owner is not None:
                yield number, side, f"{side.owner}:{path}" if path else side.owner, one


def wanted(sides: tuple[Side, Side], found: Sequence[Found]) -> tuple[Look[Any, Any], ...]:
    """Where Live says its words for these differences."""
    looks: dict[Look[Any, Any], None] = {}
    for _, side, name, one in _worded(sides, found):
        if one.kind == "parameter":
            looks[_parameters(name)] = None
        elif one.kind in _FADERS:
            looks[_tree(side)] = None
    return tuple(looks)


def _parameters(device: str) -> Look[wire.DeviceAsked, wire.Parameters]:
    return live(wire.PARAMETERS, wire.DeviceAsked(device))


def _tree(side: Side) -> Look[wire.OwnerAsked, wire.Tree]:
    assert side.owner is not None
    return live(wire.DEVICES, wire.OwnerAsked(side.owner))


def said(sides: tuple[Side, Side], found: Sequence[Found], first: Seen, again: Seen) -> Words:
    """Live's words for values that still are what was compared; `again` may be the first look."""
    chains = {
        side.place: {row.id: row for row in again[_tree(side)].chains}
        for side in sides
        if side.owner is not None and _tree(side) in again.rows
    }
    words: dict[tuple[str, int], str] = {}
    for number, side, name, one in _worded(sides, found):
        value = one.before if side.place == "before" else one.after
        parameters = _rows(again, name) if one.kind == "parameter" else ()
        found_now = _now(one, side, parameters, first[side.look].mixer, chains.get(side.place, {}).get(name))
        if found_now is not None and isinstance(value, float) and wire.same_value(found_now[0], value):
            words[side.place, number] = found_now[1]
        other: Place = "after" if side.place == "before" else "before"
        word = _choice(one, side, parameters, one.after if other == "after" else one.before)
        if word is not None:
            words.setdefault((other, number), word)
    return words


def _rows(again: Seen, device: str) -> Sequence[wire.ParameterRow]:
    look = _parameters(device)
    return again[look].rows if look in again.rows else ()


def _choice(one: Found, side: Side, parameters: Sequence[wire.ParameterRow], value: Any) -> str | None:
    """Live's word for a value that it does not hold: it says those of short ranges beforehand."""
    if not parameters:
        return None
    place = _place(one, side)
    choices = parameters[place].choices if place < len(parameters) else ()
    return next((choice.display for choice in choices if choice.value == value), None)


def _place(one: Found, side: Side) -> int:
    """Which parameter of the device it is on that side."""
    return one.after_index if side.place == "after" and one.after_index is not None else cast("int", one.index)


def _now(
    one: Found,
    side: Side,
    parameters: Sequence[wire.ParameterRow],
    mixer: wire.OwnerMixer | None,
    chain: wire.ChainRow | None,
) -> tuple[float, str] | None:
    """A control's value and Live's word for it."""
    if one.kind == "parameter":
        place = _place(one, side)
        return (parameters[place].now, parameters[place].display) if place < len(parameters) else None
    level: wire.Level | None = None
    if one.kind == "owner_mixer" and mixer is not None and one.index in _OWNER_LEVELS:
        level = getattr(mixer, _OWNER_LEVELS[str(one.index)])
    elif one.kind in _FADERS and chain is not None:
        level = _fader(chain, one)
    return None if level is None else (wire.real_level(level), level.display)


def _fader(row: wire.ChainRow, one: Found) -> wire.Level | None:
    if one.kind == "chain_send":
        place = cast("int", one.index)
        return row.sends[place] if place < len(row.sends) else None
    return row.volume if one.kind == "chain_volume" else row.pan
