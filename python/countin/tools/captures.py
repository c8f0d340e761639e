"""A device chain as Live shows it (`wire.Chain`) made into a snapshot of the core, in any of the six formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from countin._remote_script.Countin import wire
from countin.core import FORMATS, Snapshot
from countin.tools.effects.values import doubles

WHOLE = len(FORMATS)
"""The level that reads everything."""
_NESTED, _MIXED, _PADS, _RETURN, _MASTER = range(2, WHOLE + 1)
"""The formats from which nested devices, chain mixers, pads and the two owner mixers belong to a snapshot."""


def level_of(snapshot: Snapshot) -> int:
    """The number of a snapshot's format, 1 to 6."""
    return FORMATS.index(snapshot.format) + 1


def automatic_level(owner: str, chain: wire.Chain) -> int:
    """The format that a capture gets: the smallest that holds all there is."""
    if chain.mixer is not None:
        return _MASTER if owner == "master" else _RETURN
    if chain.pads:
        return _PADS
    if any(row.has or row.sends for row in chain.chains):
        return _MIXED
    return _NESTED if any(row.chains >= 0 for row in chain.devices) else 1


def real_values(chain: wire.Chain) -> list[float]:
    """The values of all parameters as they stand, guarded or not."""
    values = list(doubles(chain.values))
    for loose in chain.loose:
        values[loose.place] = loose.value
    return values


def real_mixer(row: wire.CapturedChain) -> tuple[float, float, list[float]]:
    """Volume, pan and sends of a chain as they stand, guarded or not."""
    values = [row.volume, row.pan, *row.sends]
    for loose in row.masked:
        values[loose.place] = loose.value
    return values[0], values[1], values[2:]


def snapshot(chain: wire.Chain, level: int) -> Snapshot:
    """The snapshot of `chain` in the format of that number. Raises `CoreError` for what no snapshot can hold."""
    return Snapshot.from_object(_Builder(chain, level).document())


class _Builder:
    """Puts rows that come depth first into each other."""

    def __init__(self, chain: wire.Chain, level: int) -> None:
        self._chain = chain
        self._level = level
        self._templates = [[_template(row) for row in layout.rows] for layout in chain.layouts]
        self._chains: dict[str, dict[str, Any]] = {}
        self._rows: dict[str, list[wire.CapturedChain]] = {}
        self._pads: dict[str, list[dict[str, Any]]] = {}
        for row in chain.chains:
            self._rows.setdefault(row.id.rpartition("/")[0], []).append(row)
        for pad in chain.pads:
            entry = {"note": pad.note, "mute": pad.mute, "solo": pad.solo}
            self._pads.setdefault(pad.device, []).append(entry)

    def document(self) -> dict[str, Any]:
        """The whole snapshot as plain objects."""
        top: list[dict[str, Any]] = []
        values = iter(real_values(self._chain))
        for row in self._chain.devices:
            device = self._device(row, values)
            home, slash, _ = row.id.rpartition("/")
            if not slash:
                top.append(device)
            elif self._level >= _NESTED:
                self._chains[home]["devices"].append(device)
        document: dict[str, Any] = {"format": FORMATS[self._level - 1], "devices": top}
        mixer = self._chain.mixer
        if mixer is not None and self._level >= _RETURN:
            document["ownerMixer"] = return_mixer(mixer) if self._level == _RETURN else master_mixer(mixer)
        return document

    def _device(self, row: wire.ChainDevice, values: Iterator[float]) -> dict[str, Any]:
        templates = self._templates[row.layout] if row.parameters else ()
        device: dict[str, Any] = {
            "name": row.name,
            "className": row.class_name,
            "type": row.type,
            # The template comes first: zip must not take a value that belongs to the next device.
            "parameters": [{**template, "value": value} for template, value in zip(templates, values, strict=False)],
        }
        if self._level >= _NESTED and row.chains >= 0:
            device |= self._lists(row.id)
        if self._level >= _PADS and row.pads >= 0:
            device["drumPads"] = self._pads.get(row.id, [])
        return device

    def _lists(self, device: str) -> dict[str, Any]:
        lists: dict[str, list[dict[str, Any]]] = {"chains": [], "returnChains": []}
        for row in self._rows.get(device, ()):
            entry = self._entry(row)
            self._chains[row.id] = entry
            lists["returnChains" if row.is_return else "chains"].append(entry)
        return dict(lists)

    def _entry(self, row: wire.CapturedChain) -> dict[str, Any]:
        entry: dict[str, Any] = {"name": row.name, "devices": []}
        if self._level >= _MIXED:
            entry["mixer"] = _mixer(row)
            routed = bool(row.has & wire.NOTES)
            entry["noteRouting"] = {
                "inputNote": row.in_note if routed else None,
                "outputNote": row.out_note if routed else None,
            }
        return entry


def _template(row: wire.LayoutParameter) -> dict[str, Any]:
    return {
        "originalName": row.original_name,
        "min": row.minimum,
        "max": row.maximum,
        "quantized": row.quantized,
        "valueItems": list(row.items),
    }


def _mixer(row: wire.CapturedChain) -> dict[str, Any]:
    volume, pan, sends = real_mixer(row)
    return {
        "volume": volume if row.has & wire.VOLUME else None,
        "pan": pan if row.has & wire.PAN else None,
        "sends": sends,
        "mute": row.mute if row.has & wire.MUTE else None,
        "solo": row.solo if row.has & wire.SOLO else None,
    }


def return_mixer(mixer: wire.OwnerMixer) -> dict[str, Any]:
    """A return's mixer as format v5 holds it."""
    return {
        "volume": wire.real_level(mixer.volume),
        "pan": wire.real_level(mixer.pan),
        "mute": bool(mixer.mute),
        "solo": bool(mixer.solo),
    }


def master_mixer(mixer: wire.OwnerMixer) -> dict[str, Any]:
    """The master's mixer as format v6 holds it."""
    return {
        "volume": wire.real_level(mixer.volume),
        "pan": wire.real_level(mixer.pan),
        "cueVolume": _real(mixer.cue_volume),
        "crossfader": _real(mixer.crossfader),
        "outputChannelId": mixer.output_channel if mixer.output_supported else None,
    }


def _real(level: wire.Level | None) -> float:
    return 0.0 if level is None else wire.real_level(level)


def parameter_starts(devices: Sequence[wire.ChainDevice]) -> list[int]:
    """Where each device's parameters begin in the columns."""
    starts: list[int] = []
    place = 0
    for row in devices:
        starts.append(place)
        place += row.parameters
    return starts
