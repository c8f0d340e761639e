"""The locators of Live.Song: toggling one at the playhead, and jumping between them."""

from __future__ import annotations

from countin.sim.kernel.handles import Handle
from countin.sim.kernel.states import CueState, SongState
from countin.sim.kernel.store import Store
from countin.sim.model import transport
from countin.sim.model.song import song
from countin.sim.model.song_transport import get_song_time


def cue_times(store: Store) -> list[float]:
    """The beats of all cues, sorted."""
    return sorted(store.get(CueState, key).time for key in store.get(SongState, store.song).cues)


@song.do("set_or_delete_cue")
def set_or_delete_cue(handle: Handle, state: SongState) -> None:
    """Toggles a cue at the playhead, or on the grid that it snaps to while stopped."""
    store = handle.sim_store
    here = _cue_time(handle, state)
    at = [key for key in state.cues if abs(store.get(CueState, key).time - here) < 1e-6]
    store.gate()
    if at:
        edited = store.edit(SongState, handle.sim_key)
        edited.cues = tuple(key for key in state.cues if key != at[0])
        store.remove(at[0])
        return
    made = store.add(CueState(str(len(state.cues) + 1), here))
    store.edit(SongState, handle.sim_key).cues = (*state.cues, made)


def _cue_time(handle: Handle, state: SongState) -> float:
    """Where a cue is toggled: at the playhead; while stopped at the insert marker, which follows a written playhead by
    the switch `insert_marker` and lies on the zoom's grid, by the switch `cue_grid`."""
    here, store = get_song_time(handle, state), handle.sim_store
    if store.seen(handle.sim_key, "is_playing", False):
        return here
    if store.switches.insert_marker == "at_once" and ("current_song_time", handle.sim_key) in store.deferred:
        here = store.seen(handle.sim_key, transport.WANTED + "current_song_time", here)
    grid = store.switches.cue_grid
    return round(here / grid) * grid if grid > 0 else here


@song.do("is_cue_point_selected")
def is_cue_point_selected(handle: Handle, state: SongState) -> bool:
    """Whether the playhead sits on a cue."""
    here = get_song_time(handle, state)
    return any(abs(time - here) < 1e-6 for time in cue_times(handle.sim_store))


def _next_cue(handle: Handle, state: SongState) -> float | None:
    here = get_song_time(handle, state)
    return next((time for time in cue_times(handle.sim_store) if time > here + 1e-6), None)


def _previous_cue(handle: Handle, state: SongState) -> float | None:
    here = get_song_time(handle, state)
    return next((time for time in reversed(cue_times(handle.sim_store)) if time < here - 1e-6), None)


@song.get("can_jump_to_next_cue", wide=True)
def get_can_jump_next(handle: Handle, state: SongState) -> bool:
    """Whether a cue lies ahead."""
    return _next_cue(handle, state) is not None


@song.get("can_jump_to_prev_cue", wide=True)
def get_can_jump_previous(handle: Handle, state: SongState) -> bool:
    """Whether a cue lies behind."""
    return _previous_cue(handle, state) is not None


@song.do("jump_to_next_cue")
def jump_to_next_cue(handle: Handle, state: SongState) -> None:
    """Nothing when no cue lies ahead."""
    jump_to(handle.sim_store, _next_cue(handle, state))


@song.do("jump_to_prev_cue")
def jump_to_prev_cue(handle: Handle, state: SongState) -> None:
    """Nothing when no cue lies behind."""
    jump_to(handle.sim_store, _previous_cue(handle, state))


def jump_to(store: Store, beat: float | None) -> None:
    """Move playhead and start marker to a cue; the playhead reads back a tick later."""
    if beat is not None:
        store.put(store.song, "start_time", beat)
        transport.want(store, store.song, "current_song_time", beat)
