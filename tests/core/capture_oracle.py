"""An independent hand at captures: the rows made into snapshots in plain Python, as the tools once did it."""

from __future__ import annotations

import struct
from collections import defaultdict
from typing import Any

from core.captured_rows import Told
from countin._remote_script.Countin import wire

Tree = dict[str, Any]


def real_values(chain: wire.Chain) -> list[float]:
    """The values of all parameters as they stand, guarded or not."""
    values = list(struct.unpack(f"<{len(chain.values) // 8}d", chain.values))
    for loose in chain.loose:
        values[loose.place] = loose.value
    return values


def real_mixer(row: wire.CapturedChain) -> tuple[float, float, list[float]]:
    """Volume, pan and sends of a chain as they stand, guarded or not."""
    values = [row.volume, row.pan, *row.sends]
    for loose in row.masked:
        values[loose.place] = loose.value
    return values[0], values[1], values[2:]


def automatic_level(owner: str, chain: wire.Chain) -> int:
    """The format that a capture gets: the smallest that holds all there is."""
    if chain.mixer is not None:
        return 6 if owner == "master" else 5
    if chain.pads:
        return 4
    if any(row.has or row.sends for row in chain.chains):
        return 3
    return 2 if any(row.chains >= 0 for row in chain.devices) else 1


class ChainTree:
    """The devices of one owner as a snapshot of a level has them."""

    def __init__(self, chain: wire.Chain, layouts: dict[bytes, wire.Layout], level: int) -> None:
        self._chain, self._level = chain, level
        self._layouts = layouts
        self._values = real_values(chain)
        self._starts: dict[str, int] = {}
        place = 0
        for row in chain.devices:
            self._starts[row.id] = place
            place += row.parameters
        self._homes: dict[str, list[Any]] = defaultdict(list)
        for row in (*chain.devices, *chain.chains):
            home, slash, _ = row.id.rpartition("/")
            self._homes[home if slash else ""].append(row)

    def devices(self, home: str = "") -> list[Tree]:
        """The devices in a chain, or at the top."""
        return [self._device(row) for row in self._homes[home]]

    def parameters(self, row: wire.ChainDevice) -> list[Tree]:
        """The parameters of a device."""
        start = self._starts[row.id]
        return [
            {
                "originalName": each.original_name,
                "min": each.minimum,
                "max": each.maximum,
                "quantized": each.quantized,
                "valueItems": [*each.items],
                "value": value,
            }
            for each, value in zip(
                self._layouts[wire.digest_at(self._chain.layouts, row.layout)].rows, self._values[start:], strict=False
            )
        ]

    def _device(self, row: wire.ChainDevice) -> Tree:
        tree: Tree = {"name": row.name, "className": row.class_name, "type": row.type}
        tree["parameters"] = self.parameters(row)
        if self._level >= 2 and row.chains >= 0:
            chains = self._homes[row.id]
            tree["chains"] = [self._strip(each) for each in chains if not each.is_return]
            tree["returnChains"] = [self._strip(each) for each in chains if each.is_return]
        if self._level >= 4 and row.pads >= 0:
            pads = [each for each in self._chain.pads if each.device == row.id]
            tree["drumPads"] = [{"note": each.note, "mute": each.mute, "solo": each.solo} for each in pads]
        return tree

    def _strip(self, row: wire.CapturedChain) -> Tree:
        tree: Tree = {"name": row.name, "devices": self.devices(row.id)}
        if self._level >= 3:
            volume, pan, sends = real_mixer(row)
            tree["mixer"] = {
                "volume": volume if row.has & wire.VOLUME else None,
                "pan": pan if row.has & wire.PAN else None,
                "sends": sends,
                "mute": row.mute if row.has & wire.MUTE else None,
                "solo": row.solo if row.has & wire.SOLO else None,
            }
            notes = [
                each if row.has & wire.NOTES and 0 <= each <= 127 else None for each in (row.in_note, row.out_note)
            ]
            tree["noteRouting"] = dict(zip(("inputNote", "outputNote"), notes, strict=True))
        return tree


def owner_mixer(mixer: wire.OwnerMixer, level: int) -> Tree:
    """The mixer of a return (5) or of the master (6)."""
    tree: Tree = {"volume": wire.real_level(mixer.volume), "pan": wire.real_level(mixer.pan)}
    if level == 5:
        return tree | {"mute": mixer.mute, "solo": mixer.solo}
    assert mixer.cue_volume is not None
    assert mixer.crossfader is not None
    output = mixer.output_channel if mixer.output_supported else None
    tree |= {"cueVolume": wire.real_level(mixer.cue_volume), "crossfader": wire.real_level(mixer.crossfader)}
    return tree | {"outputChannelId": output}


def chain_snapshot(told: Told, level: int | None = None) -> Tree:
    """A device chain's snapshot."""
    chain: wire.Chain = told.row
    level = automatic_level(told.owner, chain) if level is None else level
    devices = ChainTree(chain, told.layouts, level).devices()
    tree: Tree = {"format": f"cavi-device-chain-v{level}", "devices": devices}
    if level >= 5:
        assert chain.mixer is not None
        tree["ownerMixer"] = owner_mixer(chain.mixer, level)
    return tree


def track_snapshot(row: wire.TrackState, layouts: dict[bytes, wire.Layout], level: int | None = None) -> Tree:
    """A track's snapshot."""
    level = automatic_level(row.id, row.chain) if level is None else level
    sends = [
        {"id": f"send-{place}", "name": each.name, "value": wire.real_level(each.level)}
        for place, each in enumerate(row.sends)
    ]
    return {
        "format": f"cavi-track-state-v{level}",
        "track": {
            "name": row.name,
            "type": row.kind,
            "isGroup": row.kind == "group",
            "isGrouped": row.group >= 0,
            "groupTrackId": f"track-{row.group}" if row.group >= 0 else None,
        },
        "mixer": {
            "volume": wire.real_level(row.volume),
            "pan": wire.real_level(row.pan),
            "mute": row.mute,
            "solo": row.solo,
            "sends": sends,
        },
        "routing": {
            "inputTypeId": row.input_type.id,
            "inputChannelId": row.input_channel.id,
            "outputTypeId": row.output_type.id,
            "outputChannelId": row.output_channel.id,
            "monitoring": row.monitoring if row.monitoring >= 0 else None,
        },
        "devices": ChainTree(row.chain, layouts, level).devices(),
    }


def snapshot(told: Told) -> Tree:
    """The snapshot of anything, in the smallest format that holds it."""
    if told.kind == "chain":
        return chain_snapshot(told)
    if told.kind == "track_state":
        return track_snapshot(told.row, told.layouts)
    if told.kind == "group_system":
        tracks = [{"sourceTrackId": one.id, "snapshot": track_snapshot(one, told.layouts)} for one in told.row.tracks]
        return {"format": "cavi-group-system-v1", "tracks": tracks}
    (device,) = told.row.devices
    parameters = ChainTree(told.row, told.layouts, 1).parameters(device)
    return {"format": "cavi-device-parameters-v1", "deviceClass": device.class_name, "parameters": parameters}
