"""The embedded Live that all of them work in: `python -m benches.peers.live`, with a Set made here in code.

Each size has a track of its own with that many continuous parameters, 128 to a device: as many as a plug-in shows.
"""

from __future__ import annotations

import sys
from typing import Final

from countin.sim.document import (
    DeviceDocument,
    DeviceLayout,
    ParameterLayout,
    SceneDocument,
    SetDocument,
    TrackDocument,
)
from countin.sim.hosting.process import main

SIZES: Final = (4, 64, 512, 4096)
"""How many parameters each track's devices have together, besides "Device On"."""
DEVICE: Final = 128
"""How many a device has at most."""
_EFFECT: Final = 2
_ON: Final = ParameterLayout("Device On", quantized=True, value_items=("Off", "On"))


def track_of(size: int) -> int:
    """The track with that many parameters."""
    return SIZES.index(size)


def devices(size: int) -> tuple[DeviceDocument, ...]:
    """Effects with that many parameters together."""
    return (_device(min(size, DEVICE)),) * -(-size // DEVICE)


def _device(size: int) -> DeviceDocument:
    """An effect whose parameters go from 0 to 1."""
    parameters = tuple(ParameterLayout(f"Control {number}") for number in range(1, size + 1))
    layout = DeviceLayout("MxDeviceAudioEffect", f"Wide {size}", _EFFECT, (_ON, *parameters))
    return DeviceDocument(f"Wide {size}", layout, (1.0, *(0.5,) * size))


def document() -> SetDocument:
    """The Set."""
    tracks = (TrackDocument("audio", f"Track {size}", devices=devices(size), slots=(None,)) for size in SIZES)
    return SetDocument(tuple(tracks), (), scenes=(SceneDocument(),), main=TrackDocument("main"), name="Peers")


if __name__ == "__main__":
    sys.exit(main(document=document()))
