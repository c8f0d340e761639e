"""Mute and solo of tracks and chains: what a written one changes, and who is silent because another is soloed."""

from __future__ import annotations

from countin.sim.kernel.handles import Role, part_of
from countin.sim.kernel.states import ChainState, DeviceState, Key, SongState, TrackState
from countin.sim.kernel.store import Store
from countin.sim.model import drive
from countin.sim.model.mixer_layouts import ACTIVATOR

_ACTIVATOR = part_of(Role.PARAMETER, ACTIVATOR)


def is_muted(store: Store, key: Key) -> bool:
    """Whether a track or chain is muted, by itself or by a macro that drives its activator."""
    if drive.is_driven(store, key, _ACTIVATOR):
        return drive.driven_value(store, key, _ACTIVATOR) < 0.5
    state = store.records[key].state
    assert isinstance(state, (TrackState, ChainState))
    return state.mute


def write_mute(store: Store, key: Key, value: bool) -> None:
    """Set the mute of a track or a chain; its activator mirrors it. RuntimeError while a macro drives that."""
    if drive.is_driven(store, key, _ACTIVATOR):
        raise RuntimeError("This parameter is disabled and cannot be changed")
    state = store.edit(type(store.records[key].state), key)
    assert isinstance(state, (TrackState, ChainState))
    state.mute = value


def write_solo(store: Store, key: Key, value: bool) -> None:
    """Set the solo of a track or a chain. `muted_via_solo` of its neighbours reads the old value until the tick."""
    store.gate()
    for neighbour in neighbours(store, key):
        store.muted_lag.setdefault(neighbour, muted_via_solo(store, neighbour))
    state = store.edit(type(store.records[key].state), key)
    assert isinstance(state, (TrackState, ChainState))
    state.solo = value


def neighbours(store: Store, key: Key) -> tuple[Key, ...]:
    """The tracks, or the chains of the same rack, that a solo concerns."""
    state = store.records[key].state
    if isinstance(state, ChainState):
        return store.get(DeviceState, state.rack).chains
    song = store.get(SongState, store.song)
    return (*song.tracks, *song.returns)


def muted_via_solo(store: Store, key: Key) -> bool:
    """Whether another solo silences this track or chain, as it reads now."""
    lagged = store.muted_lag.get(key)
    return lagged if lagged is not None else settled_muted_via_solo(store, key)


def settled_muted_via_solo(store: Store, key: Key) -> bool:
    """The same once settled. A soloed group keeps its members audible, and a soloed member its group; returns are
    silenced only by a soloed return."""
    state = store.records[key].state
    if isinstance(state, ChainState):
        soloed = any(store.get(ChainState, other).solo for other in neighbours(store, key))
        return soloed and not state.solo
    assert isinstance(state, TrackState)
    song = store.get(SongState, store.song)
    peers = song.returns if state.kind == "return" else song.tracks
    soloed_tracks = {other for other in peers if store.get(TrackState, other).solo}
    if not soloed_tracks or key in soloed_tracks:
        return False
    above = set(ancestors(store, key))
    return not (above & soloed_tracks) and not any(key in set(ancestors(store, other)) for other in soloed_tracks)


def ancestors(store: Store, key: Key) -> tuple[Key, ...]:
    """The group tracks that a track sits in, innermost first."""
    found: list[Key] = []
    group = store.get(TrackState, key).group
    while group is not None and group in store.records and group not in found:
        found.append(group)
        group = store.get(TrackState, group).group
    return tuple(found)
