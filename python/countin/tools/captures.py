"""A device chain as Live shows it (`wire.Chain`) made into a snapshot of the core, in any of the six formats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from countin._remote_script.Countin import wire
from countin.core import FORMATS, CoreError, Snapshot
from countin.declaration import Look, live
from countin.errors import Refusal
from countin.tools import addresses
from countin.tools.effects.values import doubles

WHOLE = len(FORMATS)
"""The level that reads everything."""
NESTED, MIXED, PADS, RETURN, MASTER = range(2, WHOLE + 1)
"""The formats from which nested devices, chain mixers, pads and the two owner mixers belong to a snapshot."""
LIMITATION = (
    "Not captured: hidden plug-in state, samples, automation, macro mappings and variations; devices themselves are "
    "neither made nor removed by a recall."
)
ChainLook = Look[wire.ChainAsked, wire.Chain]


def look(track_id: str, level: int = WHOLE, *, path: str = "/trackId") -> ChainLook:
    """The look at an owner's devices, as much as the format of that number holds. Raises `Refusal` for no owner."""
    return live(wire.CHAIN, wire.ChainAsked(addresses.owner(track_id, path), level), path=path)


def held(owner: str, chain: wire.Chain, level: int | None = None, *, path: str = "/trackId") -> Snapshot:
    """What Live holds as a snapshot, by default of the smallest format that holds all. Raises `Refusal`."""
    try:
        return snapshot(chain, automatic_level(owner, chain) if level is None else level)
    except CoreError as error:
        raise Refusal(
            "unsupported_by_live",
            f"what Live shows of {owner} is no valid snapshot at {error.path or 'its root'}: {error.message}",
            path=path,
        ) from None


def resource(reference: str) -> str:
    """The resource that holds a snapshot whole."""
    return f"countin://snapshot/{reference}"


def level_of(snapshot: Snapshot) -> int:
    """The number of a snapshot's format, 1 to 6."""
    return FORMATS.index(snapshot.format) + 1


def automatic_level(owner: str, chain: wire.Chain) -> int:
    """The format that a capture gets: the smallest that holds all there is."""
    if chain.mixer is not None:
        return MASTER if owner == "master" else RETURN
    if chain.pads:
        return PADS
    if any(row.has or row.sends for row in chain.chains):
        return MIXED
    return NESTED if any(row.chains >= 0 for row in chain.devices) else 1


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
    return Snapshot.parse(_Writer(chain, level).document().encode())


class _Writer:
    """Writes a capture as JSON text: of what is said once of a layout, only the value is added for each parameter. Tens
    of thousands of small objects would cost several times as much, and the collector's attention."""

    def __init__(self, chain: wire.Chain, level: int) -> None:
        self._chain = chain
        self._level = level
        self._values = real_values(chain)
        self._starts = dict(zip((row.id for row in chain.devices), parameter_starts(chain.devices), strict=True))
        self._layouts = [[_parameter(row) for row in layout.rows] for layout in chain.layouts]
        self._devices = _by_home(chain.devices)
        self._chains = _by_home(chain.chains)
        self._pads: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for pad in chain.pads:
            self._pads[pad.device].append({"note": pad.note, "mute": pad.mute, "solo": pad.solo})

    def document(self) -> str:
        """The whole snapshot."""
        members = [f'"format":{_json(FORMATS[self._level - 1])}', f'"devices":{self._listed(self._devices[""])}']
        mixer = self._chain.mixer
        if mixer is not None and self._level >= RETURN:
            owner = return_mixer(mixer) if self._level == RETURN else master_mixer(mixer)
            members.append(f'"ownerMixer":{_json(owner)}')
        return _object(members)

    def _listed(self, rows: Sequence[wire.ChainDevice]) -> str:
        return f"[{','.join(map(self._device, rows))}]"

    def _device(self, row: wire.ChainDevice) -> str:
        members = [
            f'"name":{_json(row.name)}',
            f'"className":{_json(row.class_name)}',
            f'"type":{_json(row.type)}',
            f'"parameters":{self._parameters(row)}',
        ]
        if self._level >= NESTED and row.chains >= 0:
            chains = self._chains[row.id]
            members.append(f'"chains":{self._strips([each for each in chains if not each.is_return])}')
            members.append(f'"returnChains":{self._strips([each for each in chains if each.is_return])}')
        if self._level >= PADS and row.pads >= 0:
            members.append(f'"drumPads":{_json(self._pads[row.id])}')
        return _object(members)

    def _parameters(self, row: wire.ChainDevice) -> str:
        start = self._starts[row.id]
        values = self._values[start : start + row.parameters]
        layout = self._layouts[row.layout] if values else ()
        return f"[{','.join([f'{known}{value!r}}}' for known, value in zip(layout, values, strict=True)])}]"

    def _strips(self, rows: Sequence[wire.CapturedChain]) -> str:
        return f"[{','.join(map(self._strip, rows))}]"

    def _strip(self, row: wire.CapturedChain) -> str:
        members = [f'"name":{_json(row.name)}', f'"devices":{self._listed(self._devices[row.id])}']
        if self._level >= MIXED:
            notes = {"inputNote": _note(row, row.in_note), "outputNote": _note(row, row.out_note)}
            members += [f'"mixer":{_json(_mixer(row))}', f'"noteRouting":{_json(notes)}']
        return _object(members)


def _note(row: wire.CapturedChain, note: int) -> int | None:
    """A note as the formats hold it. A chain that takes all notes shows none of the 128 in Live: null, left alone."""
    return note if row.has & wire.NOTES and 0 <= note <= 127 else None


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _object(members: Sequence[str]) -> str:
    return f"{{{','.join(members)}}}"


_Row = TypeVar("_Row", wire.ChainDevice, wire.CapturedChain)


def _by_home(rows: Sequence[_Row]) -> dict[str, list[_Row]]:
    """Rows by the id of what they are in: a chain, a rack, "" at the top."""
    homes: dict[str, list[_Row]] = defaultdict(list)
    for row in rows:
        home, slash, _ = row.id.rpartition("/")
        homes[home if slash else ""].append(row)
    return homes


def _parameter(row: wire.LayoutParameter) -> str:
    """A parameter as text up to its value."""
    known = {
        "originalName": row.original_name,
        "min": row.minimum,
        "max": row.maximum,
        "quantized": row.quantized,
        "valueItems": row.items,
    }
    return f'{_json(known)[:-1]},"value":'


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
