"""What is selected: track, scene, slot, clip. Volatile, and never pointing at something that is gone."""

from __future__ import annotations

from countin.sim.kernel.states import Key, SongState, TrackState
from countin.sim.kernel.store import Store


def selected_track(store: Store) -> Key:
    """The selected track; the first one when the chosen one is gone."""
    song = store.get(SongState, store.song)
    chosen: Key | None = store.seen(store.song, "selected_track")
    known = (*song.tracks, *song.returns, *song.main_tracks)
    return chosen if chosen in known else song.tracks[0] if song.tracks else song.main_tracks[0]


def selected_scene(store: Store) -> Key:
    """The selected scene; the first one when the chosen one is gone."""
    scenes = store.get(SongState, store.song).scenes
    chosen: Key | None = store.seen(store.song, "selected_scene")
    return chosen if chosen in scenes else scenes[0]


def highlighted_slot(store: Store) -> Key | None:
    """Where selected track and scene meet; None on returns and the main track."""
    track = store.get(TrackState, selected_track(store))
    scene = store.get(SongState, store.song).scenes.index(selected_scene(store))
    return track.slots[scene] if scene < len(track.slots) else None


def select_neighbour(store: Store, name: str, keys: tuple[Key, ...], gone: Key) -> None:
    """Before `gone` leaves `keys`: whoever takes its place is selected, if it was selected."""
    if store.seen(store.song, name) == gone:
        index = keys.index(gone)
        rest = keys[:index] + keys[index + 1 :]
        store.put(store.song, name, rest[min(index, len(rest) - 1)] if rest else None)
