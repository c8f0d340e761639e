"""Device chains made by hand, as Live would show them to a capture."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from countin._remote_script.Countin import wire
from countin._remote_script.Countin.rows import codec
from countin.core import Capture, Layout
from countin.declaration import Look

ON = wire.LayoutParameter("Device On", "Device On", 0.0, 1.0, True, ("Off", "On"))
FADERS = wire.VOLUME | wire.PAN | wire.VOLUME_ENABLED | wire.PAN_ENABLED
SWITCHES = wire.MUTE | wire.SOLO


@dataclass(frozen=True)
class Knob:
    """A parameter; `flags` as on the wire."""

    name: str
    value: float
    low: float = 0.0
    high: float = 1.0
    items: tuple[str, ...] = ()
    flags: int = wire.ENABLED

    def layout(self) -> wire.LayoutParameter:
        return wire.LayoutParameter(self.name, self.name, self.low, self.high, bool(self.items), self.items)


@dataclass(frozen=True)
class Strip:
    """A chain of a rack."""

    name: str
    devices: tuple[Box, ...] = ()
    is_return: bool = False
    mixer: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class Box:
    """A device; a rack where it has chains."""

    name: str
    knobs: tuple[Knob, ...] = ()
    chains: tuple[Strip, ...] | None = None
    pads: tuple[tuple[int, bool, bool], ...] | None = None
    class_name: str = "Operator"
    mapped: bool = False
    on: float = 1.0


class _Rows:
    def __init__(self) -> None:
        self.devices: list[wire.ChainDevice] = []
        self.values: list[float] = []
        self.flags = bytearray()
        self.chains: list[wire.CapturedChain] = []
        self.pads: list[wire.CapturedPad] = []
        self.layouts: list[bytes] = []
        self.loose: list[wire.Loose] = []

    def add(self, name: str, box: Box, level: int) -> None:
        rack = box.chains is not None and level >= 2
        ordinary = [one for one in box.chains or () if not one.is_return]
        returns = [one for one in box.chains or () if one.is_return]
        knobs = (Knob("Device On", box.on, items=("Off", "On")), *box.knobs)
        self.devices.append(
            wire.ChainDevice(
                id=name,
                pointer=40_000 + len(self.devices),
                name=box.name,
                class_name=box.class_name,
                type="instrument",
                parameters=len(knobs),
                chains=len(ordinary) if rack else -1,
                return_chains=len(returns) if rack else -1,
                pads=len(box.pads) if box.pads is not None and level >= 4 else -1,
                has_mappings=box.mapped,
                layout=len(self.layouts),
            )
        )
        self.layouts.append(codec(wire.Layout).guard_bytes(wire.Layout(tuple(knob.layout() for knob in knobs))))
        for knob in knobs:
            self._value(knob)
        if level >= 4:
            self.pads += [wire.CapturedPad(name, *pad) for pad in box.pads or ()]
        if rack:
            for kind, strips in (("chain", ordinary), ("return-chain", returns)):
                for place, strip in enumerate(strips):
                    self._chain(f"{name}/{kind}-{place}", strip, level)

    def _value(self, knob: Knob) -> None:
        guarded = knob.flags == wire.ENABLED
        if not guarded:
            self.loose.append(wire.Loose(len(self.values), knob.value))
        self.values.append(knob.value if guarded else 0.0)
        self.flags.append(knob.flags)

    def _chain(self, name: str, strip: Strip, level: int) -> None:
        row = wire.CapturedChain(
            name, 60_000 + len(self.chains), strip.is_return, 0, 0.0, 0.0, (), (), False, False, 0, 0, strip.name,
            (), (), (),
        )  # fmt: skip
        if level >= 3:
            usual = {
                "has": FADERS | SWITCHES,
                "volume": 0.5,
                "volume_range": (0.0, 1.0),
                "pan_range": (-1.0, 1.0),
            }
            row = row._replace(**(usual | strip.mixer))
        self.chains.append(row)
        for place, box in enumerate(strip.devices):
            self.add(f"{name}/device-{place}", box, level)


@dataclass(frozen=True)
class Told:
    """A chain as it comes over the wire: its row, and its layouts by digest."""

    row: wire.Chain
    layouts: dict[bytes, Layout]
    words: tuple[wire.Word, ...] = ()

    @property
    def guard(self) -> bytes:
        """What is guarded of it."""
        return codec(wire.Chain).guard_bytes(self.row)

    def capture(self, owner: str) -> Capture:
        """What the core makes of it."""
        words = codec(wire.Words).guard_bytes(wire.Words(self.words))
        return Capture.read("chain", owner, self.guard, codec(wire.Chain).shown_bytes(self.row), self.layouts, words)

    def looked_at(self, look: Look[Any, Any]) -> Capture:
        """The same, of the owner that was asked for."""
        assert look.kind is wire.CHAIN
        return self.capture(look.arguments.owner)


def chain(owner: str, boxes: Sequence[Box], level: int = 6, mixer: wire.OwnerMixer | None = None) -> Told:
    """What Live shows of an owner at a level."""
    rows = _Rows()
    for place, box in enumerate(boxes):
        rows.add(f"{owner}:device-{place}", box, level)
    row = wire.Chain(
        owner_pointer=30_000,
        mixer=mixer if level >= (6 if owner == "master" else 5) else None,
        devices=tuple(rows.devices),
        values=struct.pack(f"<{len(rows.values)}d", *rows.values),
        flags=bytes(rows.flags),
        chains=tuple(rows.chains),
        pads=tuple(rows.pads),
        layouts=b"".join(hashlib.sha256(packed).digest() for packed in rows.layouts),
        loose=tuple(rows.loose),
    )
    return Told(row, {hashlib.sha256(packed).digest(): Layout.parse(packed) for packed in rows.layouts})


def with_knob(box: Box, place: int, **changed: Any) -> Box:
    """`box` with one knob changed."""
    knobs = [*box.knobs]
    knobs[place] = replace(knobs[place], **changed)
    return replace(box, knobs=tuple(knobs))
