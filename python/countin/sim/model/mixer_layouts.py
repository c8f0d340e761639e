"""What never changes of the parameters of track and chain mixers."""

from __future__ import annotations

from typing import Final

from countin.sim.document import ParameterLayout
from countin.sim.kernel.handles import INDEX_BITS, Role
from countin.sim.kernel.states import State, TrackState
from countin.sim.kernel.store import Store
from countin.sim.model import names

VOLUME, PANNING, ACTIVATOR, CUE, CROSSFADER, TEMPO, SPLIT_LEFT, SPLIT_RIGHT = range(8)

_SWITCH: Final = ("Off", "On")
_TRACK: Final = (
    ParameterLayout("Track Volume", 0.0, 1.0, default=0.85, unit="decibels"),
    ParameterLayout("Track Panning", -1.0, 1.0, default=0.0, unit="pan"),
    ParameterLayout("Speaker On", 0.0, 1.0, quantized=True, value_items=_SWITCH),
    ParameterLayout("Preview Volume", 0.0, 1.0, default=0.85, unit="decibels"),
    ParameterLayout("Crossfader", -1.0, 1.0, default=0.0, unit="pan"),
    ParameterLayout("Song Tempo", 20.0, 999.0, default=120.0),
    ParameterLayout("Split Pan L", -1.0, 1.0, default=-1.0, unit="pan", guessed=True),
    ParameterLayout("Split Pan R", -1.0, 1.0, default=1.0, unit="pan", guessed=True),
)
_CHAIN: Final = (
    ParameterLayout("Chain Volume", 0.0, 1.0, default=0.85, unit="decibels"),
    ParameterLayout("Chain Pan", -1.0, 1.0, default=0.0, unit="pan"),
    ParameterLayout("Speaker On", 0.0, 1.0, quantized=True, value_items=_SWITCH),
)


def layout_of(store: Store, state: State, part: int) -> ParameterLayout:
    """The layout of a mixer parameter; a send is named after what it feeds."""
    index = part & ((1 << INDEX_BITS) - 1)
    if part >> INDEX_BITS == Role.SEND:
        return ParameterLayout(names.send_name(store, state, index), 0.0, 1.0, default=0.0, unit="send")
    return (_TRACK if isinstance(state, TrackState) else _CHAIN)[index]
