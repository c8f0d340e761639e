"""The effect of writing values: device parameters, mixers of chains and owners, pads, note routing, device names."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from countin._remote_script.Countin import wire
from countin.declaration import Change, Effect

_SHOWN = 100
"""So many values an answer lists; the plan names them all."""

_WORDS: dict[int, str] = {
    wire.CHAIN_VOLUME: "volume",
    wire.CHAIN_PAN: "pan",
    wire.CHAIN_SOLO: "solo",
    wire.CHAIN_MUTE: "mute",
    wire.CHAIN_IN_NOTE: "inputNote",
    wire.CHAIN_OUT_NOTE: "outputNote",
    wire.OWNER_VOLUME: "volume",
    wire.OWNER_PAN: "pan",
    wire.OWNER_CUE_VOLUME: "cueVolume",
    wire.OWNER_CROSSFADER: "crossfader",
    wire.OWNER_SOLO: "solo",
    wire.OWNER_MUTE: "mute",
    wire.OWNER_OUTPUT: "outputChannelId",
    wire.DEVICE_NAME: "name",
}
_SWITCHES = (wire.CHAIN_SOLO, wire.CHAIN_MUTE, wire.PAD_SOLO, wire.PAD_MUTE, wire.OWNER_SOLO, wire.OWNER_MUTE)
_NOTES = (wire.CHAIN_IN_NOTE, wire.CHAIN_OUT_NOTE)
_PAD_WORDS = {wire.PAD_SOLO: "solo", wire.PAD_MUTE: "mute"}


def parameter_label(device: str, place: int) -> str:
    """The key under which a draft's labels hold a parameter's name."""
    return f"{device}/parameter-{place}"


def word_label(device: str, place: int, value: float) -> str:
    """The key under which a draft's labels hold Live's word for a value of a parameter."""
    return f"{device}/parameter-{place}={value!r}"


def what(row: wire.ValueRow, objects: Sequence[wire.Addressed], labels: Mapping[str, str]) -> str:
    """The name of what a row writes: the id of the object, then the control."""
    owner = objects[row.target].id
    if row.control == wire.PARAMETER:
        name = labels.get(parameter_label(owner, row.member))
        return f"{owner} parameter-{row.member}" + (f" {name}" if name else "")
    if row.control == wire.CHAIN_SEND:
        return f"{owner} send-{row.member}"
    if row.control in _PAD_WORDS:
        return f"{owner} pad {row.member} {_PAD_WORDS[row.control]}"
    return f"{owner} {_WORDS[row.control]}"


def _plain(row: wire.ValueRow, value: float, texts: Sequence[str]) -> Any:
    """A value as its control means it."""
    if row.control in wire.TEXT_CONTROLS:
        return texts[int(value)]
    if row.control in _SWITCHES:
        return bool(value)
    return int(value) if row.control in _NOTES else value


def _shown(row: wire.ValueRow, value: float, written: wire.ValuesToSet, labels: Mapping[str, str]) -> Any:
    """A value as a plan shows it: of a parameter with Live's word for it, where that is known."""
    if row.control == wire.PARAMETER:
        word = labels.get(word_label(written.objects[row.target].id, row.member, value))
        if word is not None:
            return {"value": value, "displayValue": word}
    return _plain(row, value, written.texts)


def _changes(written: wire.ValuesToSet, labels: Mapping[str, str]) -> Sequence[Change]:
    changes: list[Change] = []
    for row in written.rows:
        before = "automated" if row.flags & wire.AUTOMATED else _shown(row, row.before, written, labels)
        name = what(row, written.objects, labels)
        changes.append(Change(name, before, _shown(row, row.after, written, labels)))
    return changes


def doubles(column: bytes) -> tuple[float, ...]:
    """A column of doubles as the bridge carries it."""
    return struct.unpack(f"<{len(column) // 8}d", column[: len(column) // 8 * 8])


def _read_back(written: wire.ValuesToSet, found: wire.ValuesSet) -> Iterator[tuple[wire.ValueRow, Any]]:
    """Each row with what stands there now."""
    for row, value in zip(written.rows, doubles(found.values), strict=False):
        yield row, _plain(row, value, found.texts)


def _same(row: wire.ValueRow, planned: Any, value: Any) -> bool:
    if row.control in wire.TEXT_CONTROLS:
        return planned == value
    return wire.same_value(float(planned), float(value))


def _compare(written: wire.ValuesToSet, found: wire.ValuesSet) -> Sequence[str]:
    if len(found.values) != 8 * len(written.rows):
        return [f"{len(found.values) // 8} values were read back, planned were {len(written.rows)}"]
    differences: list[str] = []
    for row, value in _read_back(written, found):
        planned = _plain(row, row.after, written.texts)
        if not _same(row, planned, value):
            differences.append(f"{what(row, written.objects, {})} reads {value!r}, planned was {planned!r}")
    return differences


def _observed(written: wire.ValuesToSet, found: wire.ValuesSet) -> dict[str, Any]:
    values = [
        {"what": what(row, written.objects, {}), "value": value}
        for row, value in islice(_read_back(written, found), _SHOWN)
    ]
    shown: dict[str, Any] = {"written": len(written.rows), "values": values}
    if len(written.rows) > _SHOWN:
        shown["valuesOmitted"] = len(written.rows) - _SHOWN
    return shown


VALUES = Effect(wire.SET_VALUES, _changes, _compare, _observed, lambda written: len(written.rows))
