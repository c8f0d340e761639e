"""A snapshot as Live's side would send it: the rows of a capture, packed, with the layouts that they name."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass, field
from typing import Any

from countin._remote_script.Countin import wire
from countin._remote_script.Countin.rows import codec
from countin.core import Layout

Tree = dict[str, Any]


@dataclass
class Sent:
    """The two byte strings of a capture, and its layouts by digest."""

    guard: bytes
    shown: bytes
    layouts: dict[bytes, Layout]


@dataclass
class _Rows:
    devices: list[wire.ChainDevice] = field(default_factory=list[wire.ChainDevice])
    values: list[float] = field(default_factory=list[float])
    chains: list[wire.CapturedChain] = field(default_factory=list[wire.CapturedChain])
    pads: list[wire.CapturedPad] = field(default_factory=list[wire.CapturedPad])
    layouts: dict[bytes, Layout] = field(default_factory=dict[bytes, Layout])

    def device(self, name: str, tree: Tree) -> None:
        """A device with what is in it, depth first."""
        packed = codec(wire.Layout).guard_bytes(wire.Layout(tuple(map(_parameter, tree["parameters"]))))
        digest = hashlib.sha256(packed).digest()
        self.layouts.setdefault(digest, Layout.parse(packed))
        lists = [tree.get(member) for member in ("chains", "returnChains")]
        pads = tree.get("drumPads")
        counts = [-1 if each is None else len(each) for each in (*lists, pads)]
        place = [*self.layouts].index(digest)
        self.devices.append(
            wire.ChainDevice(
                name, len(self.devices) + 1, tree["name"], tree["className"], tree["type"], len(tree["parameters"]),
                counts[0], counts[1], counts[2], False, place,
            )
        )  # fmt: skip
        self.values += [each["value"] for each in tree["parameters"]]
        self.pads += [wire.CapturedPad(name, pad["note"], pad["mute"], pad["solo"]) for pad in pads or ()]
        for strips, kind in zip(lists, ("chain", "return-chain"), strict=True):
            for index, strip in enumerate(strips or ()):
                self._chain(f"{name}/{kind}-{index}", strip, kind != "chain")

    def _chain(self, name: str, tree: Tree, is_return: bool) -> None:
        mixer, notes = tree["mixer"], tree["noteRouting"]
        has = {"volume": wire.VOLUME | wire.VOLUME_ENABLED, "pan": wire.PAN | wire.PAN_ENABLED}
        bits = sum(bit for member, bit in has.items() if mixer[member] is not None) | wire.MUTE | wire.SOLO
        count = len(mixer["sends"])
        self.chains.append(
            wire.CapturedChain(
                name, len(self.chains) + 1000, is_return, bits | (0 if notes["inputNote"] is None else wire.NOTES),
                mixer["volume"] or 0.0, mixer["pan"] or 0.0, tuple(mixer["sends"]), (True,) * count,
                bool(mixer["mute"]), bool(mixer["solo"]), notes["inputNote"] or 0, notes["outputNote"] or 0,
                tree["name"], (0.0, 1.0), (-1.0, 1.0), (0.0, 1.0) * count,
            )
        )  # fmt: skip
        for index, device in enumerate(tree["devices"]):
            self.device(f"{name}/device-{index}", device)


def _parameter(tree: Tree) -> wire.LayoutParameter:
    name = tree["originalName"]
    return wire.LayoutParameter(name, name, tree["min"], tree["max"], tree["quantized"], tuple(tree["valueItems"]))


def _level(value: float, low: float = 0.0) -> wire.Level:
    return wire.Level(value, low, 1.0, True, "")


def sent(tree: Tree) -> Sent:
    """A v6 snapshot of the master as Live's side would send it."""
    rows = _Rows()
    for index, device in enumerate(tree["devices"]):
        rows.device(f"master:device-{index}", device)
    mixer = tree["ownerMixer"]
    output = mixer["outputChannelId"]
    choices = (wire.OutputRow(output, output),) if output is not None else ()
    chain = wire.Chain(
        owner_pointer=1,
        mixer=wire.OwnerMixer(
            _level(mixer["volume"]), _level(mixer["pan"], -1.0), _level(mixer["cueVolume"]),
            _level(mixer["crossfader"], -1.0), None, None, output is not None, output, choices,
        ),
        devices=tuple(rows.devices),
        values=struct.pack(f"<{len(rows.values)}d", *rows.values),
        flags=bytes([wire.ENABLED]) * len(rows.values),
        chains=tuple(rows.chains),
        pads=tuple(rows.pads),
        layouts=b"".join(rows.layouts),
        loose=(),
    )  # fmt: skip
    packing = codec(wire.Chain)
    return Sent(packing.guard_bytes(chain), packing.shown_bytes(chain), rows.layouts)
