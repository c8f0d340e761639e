"""The tracks and returns of Live.Song: creating, deleting, duplicating, with the groups they sit in."""

from __future__ import annotations

from array import array
from typing import Any

from countin.sim.kernel.building import build_slot, copy_tree, remove_tree
from countin.sim.kernel.errors import LimitationError
from countin.sim.kernel.handles import Handle, owner
from countin.sim.kernel.states import Key, SongState, TrackState
from countin.sim.kernel.store import Store
from countin.sim.model.selection import select_neighbour, selected_track
from countin.sim.model.song import song


@song.do("create_midi_track")
def create_midi_track(handle: Handle, _state: SongState, index: int | None) -> Handle:
    """-1 is the end, None after the selection; LimitationError for a bad index or too many tracks."""
    return owner(handle.sim_store, create_track(handle.sim_store, "midi", index))


@song.do("create_audio_track")
def create_audio_track(handle: Handle, _state: SongState, index: int | None) -> Handle:
    """-1 is the end, None after the selection; LimitationError for a bad index or too many tracks."""
    return owner(handle.sim_store, create_track(handle.sim_store, "audio", index))


def create_track(store: Store, kind: Any, index: int | None) -> Key:
    """A new track with an empty slot for every scene."""
    state = store.get(SongState, store.song)
    position = _position(store, state, index)
    if not 0 <= position <= len(state.tracks):
        raise LimitationError("Invalid track index")
    if len(state.tracks) >= store.switches.track_limit:
        raise LimitationError("The maximum number of tracks is reached")
    store.gate()
    made = store.add(
        TrackState(
            kind=kind,
            song=store.song,
            color_index=position % 14,
            sends=array("f", [0.0] * len(state.returns)),
            arm=kind == "midi" and store.switches.new_midi_tracks_armed,
        )
    )
    fresh = store.get(TrackState, made)
    fresh.slots = tuple(build_slot(store, made) for _ in state.scenes)
    fresh.group = _group_at(store, state, position)
    _insert_track(store, made, position)
    store.put(made, "routing pending", True)
    store.defer("routing pending", made)
    return made


def _position(store: Store, state: SongState, index: int | None) -> int:
    if index is None:
        chosen = selected_track(store)
        return state.tracks.index(chosen) + 1 if chosen in state.tracks else len(state.tracks)
    return len(state.tracks) if index == -1 else index


def _group_at(store: Store, state: SongState, position: int) -> Key | None:
    """A track created between two members of a group joins it."""
    if not 0 < position < len(state.tracks):
        return None
    return store.get(TrackState, state.tracks[position]).group


def _insert_track(store: Store, key: Key, position: int) -> None:
    edited = store.edit(SongState, store.song)
    edited.tracks = (*edited.tracks[:position], key, *edited.tracks[position:])


@song.do("delete_track")
def delete_track(handle: Handle, state: SongState, index: int) -> None:
    """A group goes with its members. RuntimeError for a bad index and for the last track."""
    store = handle.sim_store
    if not 0 <= index < len(state.tracks):
        raise RuntimeError("Invalid track index")
    doomed = (state.tracks[index], *members(store, state.tracks[index]))
    if len(doomed) == len(state.tracks):
        raise RuntimeError("The last track can not be deleted")
    store.gate()
    for key in doomed:
        tracks = store.get(SongState, store.song).tracks
        select_neighbour(store, "selected_track", tracks, key)
        store.edit(SongState, store.song).tracks = tuple(other for other in tracks if other != key)
        remove_tree(store, key)


def members(store: Store, group: Key) -> tuple[Key, ...]:
    """The tracks inside a group, however deep."""
    direct = [key for key in store.get(SongState, store.song).tracks if store.get(TrackState, key).group == group]
    return tuple(inner for key in direct for inner in (key, *members(store, key)))


@song.do("duplicate_track")
def duplicate_track(handle: Handle, state: SongState, index: int) -> None:
    """The copy stands right after, after the whole group for a group, and is selected."""
    store = handle.sim_store
    if not 0 <= index < len(state.tracks):
        raise RuntimeError("Invalid track index")
    source = state.tracks[index]
    family = (source, *members(store, source))
    if len(state.tracks) + len(family) > store.switches.track_limit:
        raise LimitationError("The maximum number of tracks is reached")
    store.gate()
    twins = {key: copy_tree(store, key, store.song) for key in family}
    for offset, key in enumerate(family):
        copied = store.get(TrackState, twins[key])
        copied.group = twins.get(copied.group, copied.group) if copied.group is not None else None
        _insert_track(store, twins[key], index + len(family) + offset)
    store.put(store.song, "selected_track", twins[source])


@song.do("create_return_track")
def create_return_track(handle: Handle, state: SongState) -> Handle:
    """At the end; every track gains a send. LimitationError beyond the limit."""
    store = handle.sim_store
    if len(state.returns) >= store.switches.return_limit:
        raise LimitationError("The maximum number of return tracks is reached")
    store.gate()
    made = store.add(TrackState(kind="return", song=store.song, color_index=len(state.returns) % 14))
    store.edit(SongState, store.song).returns = (*state.returns, made)
    for key in (*state.tracks, *state.returns, made):
        edited = store.edit(TrackState, key)
        length = len(state.returns) + 1
        edited.sends = array("f", [*edited.sends, *([0.0] * (length - len(edited.sends)))])
    return owner(store, made)


@song.do("delete_return_track")
def delete_return_track(handle: Handle, state: SongState, index: int) -> None:
    """Every track loses its send. RuntimeError for a bad index."""
    store = handle.sim_store
    if not 0 <= index < len(state.returns):
        raise RuntimeError("Invalid return track index")
    store.gate()
    gone = state.returns[index]
    select_neighbour(store, "selected_track", state.returns, gone)
    rest = state.returns[:index] + state.returns[index + 1 :]
    store.edit(SongState, store.song).returns = rest
    remove_tree(store, gone)
    for key in (*state.tracks, *rest):
        edited = store.edit(TrackState, key)
        edited.sends = edited.sends[:index] + edited.sends[index + 1 :]
