"""The parameters of track and chain mixers, as fields of their owner: reading, writing, mirrors."""

from __future__ import annotations

from array import array
from typing import Final

from countin.sim.kernel import states
from countin.sim.kernel.handles import INDEX_BITS, Role
from countin.sim.kernel.states import ChainState, Key, State, TrackState, single
from countin.sim.kernel.store import Store
from countin.sim.model import drive, solo
from countin.sim.model.mixer_layouts import (
    ACTIVATOR,
    CROSSFADER,
    CUE,
    PANNING,
    SPLIT_LEFT,
    SPLIT_RIGHT,
    TEMPO,
    VOLUME,
)

_FIELDS: Final = {
    VOLUME: "volume",
    PANNING: "pan",
    CUE: "cue_volume",
    CROSSFADER: "crossfader",
    SPLIT_LEFT: "split_left",
    SPLIT_RIGHT: "split_right",
}


def value_of(store: Store, key: Key, state: State, part: int) -> float:
    """The value of a mixer parameter as it reads now."""
    assert isinstance(state, (TrackState, ChainState))
    if isinstance(state, ChainState) and drive.is_driven(store, key, part):
        return drive.driven_value(store, key, part)
    index = part & ((1 << INDEX_BITS) - 1)
    if part >> INDEX_BITS == Role.SEND:
        return state.sends[index]
    if index == ACTIVATOR:
        return 0.0 if state.mute else 1.0
    if index == TEMPO:
        return single(store.get(states.SongState, store.song).tempo)
    return float(getattr(state, _FIELDS[index]))


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
        setattr(store.edit(type(state), key), _FIELDS[index], value)


def _write_send(store: Store, key: Key, kind: type[State], index: int, value: float) -> None:
    state = store.edit(kind, key)
    assert isinstance(state, (TrackState, ChainState))
    sends = array("f", state.sends)
    sends[index] = value
    state.sends = sends
