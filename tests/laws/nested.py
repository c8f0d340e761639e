"""Racks in racks, four deep, built in code: every kind of rack, return chains, pads, macros that drive what lies below
them (parameters, macros, faders, sends, activators), automation."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from countin.sim.device_layouts import rack
from countin.sim.document import (
    ChainDocument,
    DeviceDocument,
    MacroMapping,
    MixerMapping,
    SceneDocument,
    SetDocument,
    TrackDocument,
)
from laws.sets import LEVEL, TUNE, arpeggio, effect, synth

DEPTH = 4
"""Racks in one another."""
INSTRUMENT, DRUM, AUDIO, MIDI = "Instrument Rack", "Drum Rack", "Audio Effect Rack", "MIDI Effect Rack"
_BELOW = {
    INSTRUMENT: (INSTRUMENT, DRUM, AUDIO, MIDI),
    DRUM: (INSTRUMENT, DRUM, AUDIO, MIDI),
    AUDIO: (AUDIO,),
    MIDI: (MIDI,),
}
"""Which racks may stand in a chain of a rack."""
FIRST_NOTE = 36


def _leaf(kind: str, name: str, draw: st.DrawFn) -> DeviceDocument:
    if kind == MIDI:
        return arpeggio(name)
    automated = (TUNE,) if draw(st.booleans()) else ()
    return effect(name, automated=automated) if kind == AUDIO else synth(name, automated=automated)


def _mappings(devices: tuple[DeviceDocument, ...], draw: st.DrawFn) -> tuple[MacroMapping, ...]:
    """The first macro drives the first device of the first chain: of a rack its own first macro, so that one hand moves
    everything below; the second drives the device behind it."""
    found: list[MacroMapping] = []
    for place, one in enumerate(devices[:2]):
        if draw(st.booleans()):
            is_rack = bool(one.chains)
            parameter = LEVEL if is_rack or len(one.layout.parameters) > LEVEL else 0
            high = one.layout.parameters[parameter].maximum
            found.append(MacroMapping(place, (("chains", 0, place),), parameter, 0.0, high))
    return tuple(found)


def _chain(kind: str, place: int, depth: int, draw: st.DrawFn, name: str) -> ChainDocument:
    """A chain: on the first one goes the next rack."""
    devices: list[DeviceDocument] = []
    if depth < DEPTH and place == 0:
        devices.append(_rack(draw(st.sampled_from(_BELOW[kind])), depth + 1, draw, f"{name}."))
    if place or draw(st.booleans()):
        devices.append(_leaf(kind, f"{name} {place}", draw))
    if kind == MIDI:
        return ChainDocument(f"{name} {place}", tuple(devices), volume=None, pan=None)
    made = ChainDocument(f"{name} {place}", tuple(devices), volume=draw(st.sampled_from((0.0, 0.5, 0.85))), pan=0.1)
    if kind == DRUM:
        # The first two share a pad.
        return replace(made, sends=(0.3,), in_note=FIRST_NOTE + max(0, place - 1), out_note=60)
    return made


def _rack(kind: str, depth: int, draw: st.DrawFn, name: str) -> DeviceDocument:
    count = draw(st.integers(1, 3 if depth == DEPTH else 2))
    chains = tuple(_chain(kind, place, depth, draw, f"{name}{depth}") for place in range(count))
    returns = (ChainDocument("Room", (effect("Room"),), volume=0.5),) if kind == DRUM else ()
    macros = (("One", 64.0), ("Two", 30.0), ("Fader", 90.0), ("On", 127.0))
    made = rack(
        kind, f"{name}{depth}", chains=chains, return_chains=returns, macros=macros,
        mappings=_mappings(chains[0].devices, draw),
    )  # fmt: skip
    mixers: list[MixerMapping] = []
    if kind != MIDI and draw(st.booleans()):
        mixers.append(MixerMapping(2, ("chains", 0), "volume", 0.0, 1.0))
        if kind == DRUM:
            mixers.append(MixerMapping(2, ("chains", 0), "send", 0.5, 0.0))
        mixers.append(MixerMapping(3, ("chains", count - 1), "chain_activator", 0.0, 1.0))
    return replace(made, mixer_mappings=tuple(mixers))


@st.composite
def nested_sets(draw: st.DrawFn) -> SetDocument:
    """A group with a track whose devices are a rack four deep, and one with a rack of another kind."""
    kinds = draw(st.tuples(st.sampled_from((INSTRUMENT, DRUM)), st.sampled_from((INSTRUMENT, DRUM, AUDIO, MIDI))))
    racks = [_rack(kind, 1, draw, name) for kind, name in zip(kinds, "AB", strict=True)]
    return SetDocument(
        tracks=(
            TrackDocument("group", "All", sends=(0.1,), devices=(effect("Bus"),)),
            TrackDocument("midi", "A", group=0, sends=(0.2,), devices=(racks[0], effect("After"))),
            TrackDocument("audio" if kinds[1] == AUDIO else "midi", "B", group=0, sends=(0.3,), devices=(racks[1],)),
        ),
        returns=(TrackDocument("return", "Verb", devices=(effect("Verb"),)),),
        main=TrackDocument("main"),
        scenes=(SceneDocument(),),
        name="Nested",
    )  # fmt: skip
