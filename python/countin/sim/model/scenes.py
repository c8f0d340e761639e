"""Adding and removing scenes: every track with slots gains or loses one."""

from __future__ import annotations

from countin.sim.kernel.building import build_slot, copy_tree, remove_tree
from countin.sim.kernel.states import Key, SceneState, SongState, TrackState
from countin.sim.kernel.store import Store
from countin.sim.model import launching
from countin.sim.model.selection import select_neighbour


def create(store: Store, index: int) -> Key:
    """A new scene at an index, or at the end; it takes the tempo and signature of the one above and is selected.
    RuntimeError for an index that does not exist."""
    song = store.get(SongState, store.song)
    position = len(song.scenes) if index == -1 else index
    if not 0 <= position <= len(song.scenes):
        raise RuntimeError("Invalid scene index")
    store.gate()
    made = store.add(_like_above(store, song, position))
    _insert(store, made, position)
    for track in song.tracks:
        _insert_slot(store, track, position, build_slot(store, track))
    return made


def _like_above(store: Store, song: SongState, position: int) -> SceneState:
    if position == 0:
        return SceneState(tempo=song.tempo, numerator=song.numerator, denominator=song.denominator)
    above = store.get(SceneState, song.scenes[position - 1]).copy()
    above.name, above.color_index = "", None
    return above


def _insert(store: Store, scene: Key, position: int) -> None:
    song = store.edit(SongState, store.song)
    song.scenes = (*song.scenes[:position], scene, *song.scenes[position:])
    store.put(store.song, "selected_scene", scene)


def _insert_slot(store: Store, track: Key, position: int, slot: Key) -> None:
    state = store.edit(TrackState, track)
    state.slots = (*state.slots[:position], slot, *state.slots[position:])


def duplicate(store: Store, index: int) -> None:
    """A copy right below, with its clips; it keeps the name and is selected."""
    song = store.get(SongState, store.song)
    _need(index, song)
    store.gate()
    made = store.add(store.get(SceneState, song.scenes[index]).copy())
    _insert(store, made, index + 1)
    for track in song.tracks:
        slot = store.get(TrackState, track).slots[index]
        _insert_slot(store, track, index + 1, copy_tree(store, slot, track))


def delete(store: Store, index: int) -> None:
    """RuntimeError for an index that does not exist and for the last scene."""
    song = store.get(SongState, store.song)
    _need(index, song)
    if len(song.scenes) == 1:
        raise RuntimeError("The last scene can not be deleted")
    store.gate()
    scene = song.scenes[index]
    select_neighbour(store, "selected_scene", song.scenes, scene)
    edited = store.edit(SongState, store.song)
    edited.scenes = song.scenes[:index] + song.scenes[index + 1 :]
    store.remove(scene)
    for track in song.tracks:
        _delete_slot(store, track, index)


def _delete_slot(store: Store, track: Key, index: int) -> None:
    state = store.edit(TrackState, track)
    slot = state.slots[index]
    launching.forget_slot(store, slot)
    state.slots = state.slots[:index] + state.slots[index + 1 :]
    remove_tree(store, slot)


def _need(index: int, song: SongState) -> None:
    if not 0 <= index < len(song.scenes):
        raise RuntimeError("Invalid scene index")
