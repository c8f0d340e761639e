"""The demo Set's Drum Rack: sixteen pads, each a sampler and an effect, a return chain, and eight macros at work."""

from __future__ import annotations

from typing import Final, NamedTuple

from countin.sim.device_layouts import native_device, parameter_index, rack
from countin.sim.document import ChainDocument, DeviceDocument, MacroMapping

FIRST_NOTE: Final = 36
"""C1, the pad at the lower left."""

MACROS: Final = (
    ("Kick Tune", 64.0),
    ("Kick Decay", 90.0),
    ("Snare Tune", 64.0),
    ("Snare Snap", 40.0),
    ("Hats Decay", 55.0),
    ("Hats Tone", 100.0),
    ("Room", 32.0),
    ("Crunch", 20.0),
)


class Pad(NamedTuple):
    """A pad: what it plays and what stands behind its sampler."""

    name: str
    sample: str
    effect: str
    choke_group: int = 0


PADS: Final = (
    Pad("Kick", "Kick Deep.wav", "Saturator"),
    Pad("Rim", "Rim Dry.wav", "EQ Eight"),
    Pad("Snare", "Snare Tight.wav", "Compressor"),
    Pad("Clap", "Clap Wide.wav", "EQ Eight"),
    Pad("Snare Ghost", "Snare Ghost.wav", "Utility"),
    Pad("Tom Low", "Tom Low.wav", "Auto Filter"),
    Pad("Hihat Closed", "Hihat Closed.wav", "Auto Filter", 1),
    Pad("Tom Mid", "Tom Mid.wav", "Auto Filter"),
    Pad("Hihat Pedal", "Hihat Pedal.wav", "Auto Filter", 1),
    Pad("Tom High", "Tom High.wav", "Auto Filter"),
    Pad("Hihat Open", "Hihat Open.wav", "Auto Filter", 1),
    Pad("Shaker", "Shaker.wav", "Utility"),
    Pad("Ride", "Ride.wav", "EQ Eight"),
    Pad("Crash", "Crash.wav", "EQ Eight"),
    Pad("Cowbell", "Cowbell.wav", "Saturator"),
    Pad("Perc", "Perc Wood.wav", "Chorus-Ensemble"),
)

# macro, pad, device in the pad's chain, parameter, from, to
_DRIVES: Final = (
    (0, 0, 0, "Transpose", -12.0, 12.0),
    (1, 0, 0, "Decay", 0.0, 1.0),
    (2, 2, 0, "Transpose", -12.0, 12.0),
    (3, 2, 1, "Threshold", 1.0, 0.2),
    (4, 6, 0, "Decay", 0.1, 0.6),
    (4, 10, 0, "Decay", 0.2, 1.0),
    (5, 6, 1, "Frequency", 0.3, 1.0),
    (5, 10, 1, "Frequency", 0.3, 1.0),
    (7, 0, 1, "Drive", 0.0, 18.0),
    (7, 14, 1, "Drive", 0.0, 24.0),
)


def drum_kit() -> DeviceDocument:
    """The Drum Rack, with macros one to eight mapped and the parameters that they drive at their macros' values."""
    chains = tuple(_chain(index, pad) for index, pad in enumerate(PADS))
    room = ChainDocument("Room", devices=(native_device("Reverb", "Room Verb", {"Decay Time": 0.3}),), color_index=27)
    return rack(
        "Drum Rack",
        "Demo Kit",
        chains=chains,
        return_chains=(room,),
        macros=MACROS,
        mappings=(*(_drive(chains, *row) for row in _DRIVES), _room_mapping(room)),
    )


def _chain(index: int, pad: Pad) -> ChainDocument:
    sampler = native_device(
        "Drum Sampler",
        pad.name,
        {"Vel > Vol": 0.35 + index / 64, "Volume": -float(index % 4), "Pan": (index % 5 - 2) / 10},
        sample_path=f"/Samples/Demo Kit/{pad.sample}",
    )
    return ChainDocument(
        pad.name,
        devices=(sampler, native_device(pad.effect)),
        volume=0.85 - 0.01 * (index % 8),
        pan=(index % 3 - 1) / 10,
        sends=(0.1 * (index % 4),),
        color_index=index % 14,
        in_note=FIRST_NOTE + index,
        out_note=60,
        choke_group=pad.choke_group,
    )


def _drive(
    chains: tuple[ChainDocument, ...], macro: int, pad: int, device: int, name: str, minimum: float, maximum: float
) -> MacroMapping:
    layout = chains[pad].devices[device].layout
    return MacroMapping(macro, (("chains", pad, device),), parameter_index(layout, name), minimum, maximum)


def _room_mapping(room: ChainDocument) -> MacroMapping:
    index = parameter_index(room.devices[0].layout, "Dry/Wet")
    return MacroMapping(6, (("return_chains", 0, 0),), index, 0.0, 1.0)
