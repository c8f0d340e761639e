"""The parameters of track and chain mixers, as fields of their owner: layouts, reading, writing, mirrors."""

from __future__ import annotations

from array import array
from typing import Final

from countin.sim.document import ParameterLayout
from countin.sim.kernel import states
from countin.sim.kernel.handles import INDEX_BITS, Role
from countin.sim.kernel.states import ChainState, Key, State, TrackState, single
from countin.sim.kernel.store import Store
from countin.sim.model import names, solo

VOLUME, PANNING, ACTIVATOR, CUE, CROSSFADER, TEMPO, SPLIT_LEFT, SPLIT_RIGHT = range(8)

_SWITCH = ("Off", "On")
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
_TRACK_FIELDS: Final = {
    VOLUME: "volume",
    PANNING: "pan",
    CUE: "cue_volume",
    CROSSFADER: "crossfader",
    SPLIT_LEFT: "split_left",
    SPLIT_RIGHT: "split_right",
}


def layout_of(store: Store, state: State, part: int) -> ParameterLayout:
    """The layout of a mixer parameter; a send is named after what it feeds."""
    index = part & ((1 << INDEX_BITS) - 1)
    if part >> INDEX_BITS == Role.SEND:
        return ParameterLayout(names.send_name(store, state, index), 0.0, 1.0, default=0.0, unit="send")
    return (_TRACK if isinstance(state, TrackState) else _CHAIN)[index]


def value_of(store: Store, state: State, part: int) -> float:
    """The value of a mixer parameter."""
    index = part & ((1 << INDEX_BITS) - 1)
    assert isinstance(state, (TrackState, ChainState))
    if part >> INDEX_BITS == Role.SEND:
        return state.sends[index]
    if index == ACTIVATOR:
        return 0.0 if state.mute else 1.0
    if index == TEMPO:
        return single(store.get(states.SongState, store.song).tempo)
    return float(getattr(state, _TRACK_FIELDS[index]))


def write(store: Store, key: Key, state: State, part: int, value: float) -> None:
    """Set a mixer parameter."""
    index = part & ((1 << INDEX_BITS) - 1)
    if part >> INDEX_BITS == Role.SEND:
        _write_send(store, key, type(state), index, value)
    elif index == ACTIVATOR:
        solo.write_mute(store, key, value < 0.5)
    elif index == TEMPO:
        store.edit(states.SongState, store.song).tempo = value
    else:
        setattr(store.edit(type(state), key), _TRACK_FIELDS[index], value)


def _write_send(store: Store, key: Key, kind: type[State], index: int, value: float) -> None:
    state = store.edit(kind, key)
    assert isinstance(state, (TrackState, ChainState))
    sends = array("f", state.sends)
    sends[index] = value
    state.sends = sends
