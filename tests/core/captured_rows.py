"""Rows of captures for the core's tests, drawn as Live might show them, with the layouts that they name."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from countin._remote_script.Countin import wire
from countin._remote_script.Countin.rows import codec
from countin.core import Capture, Layout

LAYOUT = codec(wire.Layout)
KINDS: dict[str, Any] = {
    "chain": codec(wire.Chain),
    "device": codec(wire.Chain),
    "track_state": codec(wire.TrackState),
    "group_system": codec(wire.GroupSystem),
}
NAMES = st.sampled_from(["Reverb", "Bässe", "a/b~c", '"quoted"', "\U0001f600", "A-Echo"]) | st.text(min_size=1)
TEXTS = NAMES.filter(str.strip)
UNIT = st.sampled_from([0.0, 1.0]) | st.floats(0, 1, width=32)


@dataclass
class Told:
    """What Live tells: a row, and the layouts by digest."""

    kind: str
    owner: str
    row: Any
    layouts: dict[bytes, wire.Layout] = field(default_factory=dict[bytes, wire.Layout])
    words: tuple[wire.Word, ...] = ()

    def streams(self) -> tuple[bytes, bytes]:
        """The guard bytes and the shown bytes."""
        return KINDS[self.kind].guard_bytes(self.row), KINDS[self.kind].shown_bytes(self.row)

    def parsed(self) -> dict[bytes, Layout]:
        """The layouts as the core has them."""
        return {digest: Layout.parse(LAYOUT.guard_bytes(layout)) for digest, layout in self.layouts.items()}

    def packed_words(self) -> bytes:
        """The words as they come with the row."""
        return codec(wire.Words).guard_bytes(wire.Words(self.words)) if self.words else b""

    def capture(self) -> Capture:
        """The row as the core reads it."""
        return Capture.read(self.kind, self.owner, *self.streams(), self.parsed(), self.packed_words())


def digest_of(layout: wire.Layout) -> bytes:
    """What a capture calls a layout."""
    return hashlib.sha256(LAYOUT.guard_bytes(layout)).digest()


@st.composite
def layout_parameters(draw: st.DrawFn) -> wire.LayoutParameter:
    """A parameter without a value."""
    name = draw(NAMES)
    if draw(st.booleans()):
        items = draw(st.lists(st.sampled_from(["Off", "On", "Low", "Hïgh"]), min_size=1, max_size=4))
        items = items if draw(st.booleans()) else items[:0]
        return wire.LayoutParameter(name, name, 0.0, float(max(len(items) - 1, 3)), True, tuple(items))
    ranges = st.sampled_from([(0.0, 1.0), (-60.0, 6.0), (wire.single(0.1), wire.single(0.3)), (0.0, 0.0)])
    return wire.LayoutParameter(name, draw(NAMES), *draw(ranges), False, ())


LAYOUTS = st.builds(wire.Layout, st.lists(layout_parameters(), max_size=4).map(tuple))


def values_of(parameter: wire.LayoutParameter) -> st.SearchStrategy[float]:
    """A value in the range."""
    low, high = parameter.minimum, parameter.maximum
    if parameter.quantized:
        return st.integers(int(low), int(high)).map(float)
    return st.sampled_from([low, high]) | st.floats(low, high, width=32)


class Grower:
    """Collects the rows of one owner's devices, depth first."""

    def __init__(self, draw: st.DrawFn, owner: str, level: int, layouts: dict[bytes, wire.Layout]) -> None:
        self.draw, self.owner, self.level, self.known = draw, owner, level, layouts
        self.devices: list[wire.ChainDevice] = []
        self.values: list[float] = []
        self.flags = bytearray()
        self.chains: list[wire.CapturedChain] = []
        self.pads: list[wire.CapturedPad] = []
        self.layouts: list[bytes] = []
        self.loose: list[wire.Loose] = []

    def device(self, name: str, depth: int) -> None:
        """A device, perhaps a rack, with what is in it."""
        draw = self.draw
        class_name = draw(st.sampled_from(["Reverb", "InstrumentGroupDevice", "DrumGroupDevice"]))
        rack = class_name.endswith("GroupDevice") and self.level >= 2
        counts = [draw(st.integers(0, 2 if depth else 0)) if rack else -1 for _ in range(2)]
        notes = (
            draw(st.lists(st.integers(0, 127), max_size=2, unique=True)) if class_name == "DrumGroupDevice" else None
        )
        pads = notes if self.level >= 4 else None
        layout = draw(LAYOUTS)
        self.devices.append(
            wire.ChainDevice(
                id=name,
                pointer=40_000 + len(self.devices),
                name=draw(TEXTS),
                class_name=class_name,
                type=draw(st.sampled_from(["instrument", "audio_effect"])),
                parameters=len(layout.rows),
                chains=counts[0],
                return_chains=counts[1],
                pads=-1 if pads is None else len(pads),
                has_mappings=rack and draw(st.booleans()),
                layout=self._layout(layout),
            )
        )
        for parameter in layout.rows:
            self._value(parameter)
        self.pads += [wire.CapturedPad(name, note, *draw(st.sampled_from([(False, False), (True, False)])))
                      for note in pads or ()]  # fmt: skip
        for count, kind in zip(counts, ("chain", "return-chain"), strict=True):
            for place in range(count):
                self._chain(f"{name}/{kind}-{place}", kind != "chain", class_name, depth)

    def _layout(self, layout: wire.Layout) -> int:
        digest = digest_of(layout)
        self.known[digest] = layout
        if digest not in self.layouts:
            self.layouts.append(digest)
        return self.layouts.index(digest)

    def _value(self, parameter: wire.LayoutParameter) -> None:
        flag = self.draw(st.sampled_from([wire.ENABLED, wire.ENABLED, wire.ENABLED | wire.AUTOMATED, 0]))
        value = self.draw(values_of(parameter))
        if flag != wire.ENABLED:
            self.loose.append(wire.Loose(len(self.values), value))
        self.values.append(value if flag == wire.ENABLED else 0.0)
        self.flags.append(flag)

    def _chain(self, name: str, is_return: bool, class_name: str, depth: int) -> None:
        draw = self.draw
        row = wire.CapturedChain(
            name, 60_000 + len(self.chains), is_return, 0, 0.0, 0.0, (), (), False, False, 0, 0, draw(NAMES),
            (), (), (),
        )  # fmt: skip
        self.chains.append(self._mixed(row, class_name) if self.level >= 3 else row)
        for place in range(draw(st.integers(0, 2))):
            self.device(f"{name}/device-{place}", depth - 1)

    def _mixed(self, row: wire.CapturedChain, class_name: str) -> wire.CapturedChain:
        draw = self.draw
        row = row._replace(has=wire.MUTE | wire.SOLO, mute=draw(st.booleans()), solo=draw(st.booleans()))
        row = row._replace(has=row.has | draw(st.sampled_from([0, wire.MUTE_DRIVEN])))
        if class_name == "DrumGroupDevice" and not row.is_return:
            notes = st.integers(-1, 128)
            row = row._replace(has=row.has | wire.NOTES, in_note=draw(notes), out_note=draw(notes))
        if draw(st.booleans()):
            return row
        masked: list[wire.Loose] = []
        sends = draw(st.lists(UNIT, max_size=2))
        row = row._replace(
            has=row.has | wire.VOLUME | wire.PAN,
            volume=self._fader(draw(UNIT), 0, masked),
            pan=self._fader(draw(UNIT), 1, masked),
            sends=tuple(self._fader(send, place, masked) for place, send in enumerate(sends, 2)),
            sends_enabled=tuple(draw(st.booleans()) for _ in sends),
            volume_range=(0.0, 1.0),
            pan_range=(-1.0, 1.0),
            send_ranges=(0.0, 1.0) * len(sends),
            masked=tuple(masked),
        )
        return row._replace(has=row.has | draw(st.sampled_from([0, wire.VOLUME_ENABLED | wire.PAN_ENABLED])))

    def _fader(self, value: float, place: int, masked: list[wire.Loose]) -> float:
        if self.draw(st.integers(0, 3)):
            return value
        masked.append(wire.Loose(place, value))
        return wire.MASKED

    def chain(self, mixer: wire.OwnerMixer | None) -> wire.Chain:
        """All that was collected."""
        return wire.Chain(
            owner_pointer=30_000,
            mixer=mixer,
            devices=tuple(self.devices),
            values=struct.pack(f"<{len(self.values)}d", *self.values),
            flags=bytes(self.flags),
            chains=tuple(self.chains),
            pads=tuple(self.pads),
            layouts=b"".join(self.layouts),
            loose=tuple(self.loose),
        )


@st.composite
def levels(draw: st.DrawFn, low: float = 0.0) -> wire.Level:
    """A mixer control."""
    value = draw(UNIT)
    if draw(st.integers(0, 2)):
        return wire.Level(value, low, 1.0, True, "")
    return wire.Level(wire.MASKED, low, 1.0, draw(st.booleans()), "", value)


OUTPUTS = (wire.OutputRow("1", "1/2"), wire.OutputRow("2", "3/4"))


@st.composite
def owner_mixers(draw: st.DrawFn, owner: str) -> wire.OwnerMixer:
    """The mixer of a return or of the master."""
    volume, pan = draw(levels()), draw(levels(-1.0))
    if owner == "master":
        supported = draw(st.booleans())
        output = draw(st.sampled_from(["1", "2"])) if supported else None
        return wire.OwnerMixer(volume, pan, draw(levels()), draw(levels(-1.0)), None, None, supported, output, OUTPUTS)
    return wire.OwnerMixer(volume, pan, None, None, draw(st.booleans()), draw(st.booleans()), False, None, ())


def _chain(draw: st.DrawFn, owner: str, level: int, layouts: dict[bytes, wire.Layout], most: int = 3) -> wire.Chain:
    grower = Grower(draw, owner, level, layouts)
    for place in range(draw(st.integers(0, most))):
        grower.device(f"{owner}:device-{place}", 2)
    needs_mixer = level >= (6 if owner == "master" else 5) and not owner.startswith("track")
    return grower.chain(draw(owner_mixers(owner)) if needs_mixer else None)


@st.composite
def chains(draw: st.DrawFn) -> Told:
    """A device chain at any level."""
    owner = draw(st.sampled_from(["track-0", "return-1", "master"]))
    layouts: dict[bytes, wire.Layout] = {}
    return Told("chain", owner, _chain(draw, owner, draw(st.integers(1, 6)), layouts), layouts)


@st.composite
def lone_devices(draw: st.DrawFn) -> Told:
    """One device, without what is in it."""
    layouts: dict[bytes, wire.Layout] = {}
    grower = Grower(draw, "track-0", 1, layouts)
    grower.device("track-0:device-2/chain-1/device-0", 0)
    return Told("device", "track-0", grower.chain(None), layouts)


@st.composite
def routes(draw: st.DrawFn) -> wire.Route:
    """A routing with its choices."""
    return wire.Route(draw(st.none() | st.sampled_from(["1", "2"])), OUTPUTS)


def _state(draw: st.DrawFn, place: int, group: int, kind: str, layouts: dict[bytes, wire.Layout]) -> wire.TrackState:
    name = f"track-{place}"
    sends = [wire.Send(draw(NAMES), draw(levels())) for _ in range(draw(st.integers(0, 2)))]
    return wire.TrackState(
        id=name,
        name=draw(TEXTS),
        kind=kind,
        group=group,
        volume=draw(levels()),
        pan=draw(levels(-1.0)),
        mute=draw(st.booleans()),
        solo=draw(st.booleans()),
        sends=tuple(sends),
        input_type=draw(routes()),
        input_channel=draw(routes()),
        output_type=draw(routes()),
        output_channel=draw(routes()),
        monitoring=draw(st.integers(-1, 2)),
        chain=_chain(draw, name, draw(st.integers(1, 4)), layouts, 2),
    )


@st.composite
def track_states(draw: st.DrawFn) -> Told:
    """A track."""
    layouts: dict[bytes, wire.Layout] = {}
    row = _state(draw, 3, draw(st.sampled_from([-1, 1])), draw(st.sampled_from(["midi", "audio", "group"])), layouts)
    return Told("track_state", row.id, row, layouts)


@st.composite
def group_systems(draw: st.DrawFn) -> Told:
    """A group track with up to two tracks in it."""
    layouts: dict[bytes, wire.Layout] = {}
    tracks = [_state(draw, 2, -1, "group", layouts)]
    for place in range(3, 3 + draw(st.integers(0, 2))):
        tracks.append(_state(draw, place, 2, draw(st.sampled_from(["midi", "audio"])), layouts))
    return Told("group_system", "track-2", wire.GroupSystem(tuple(tracks)), layouts)


TOLD = chains() | lone_devices() | track_states() | group_systems()
