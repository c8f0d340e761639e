"""Live.Song: the Set; lists, tempo, signature, scale, creating and deleting, undo."""

from __future__ import annotations

from countin.sim.kernel.behaviour import Behaviour, within
from countin.sim.kernel.building import END_OF_TIME
from countin.sim.kernel.handles import Handle, Role, maybe, owner, part_of, several
from countin.sim.kernel.states import ClipState, CueState, Key, SceneState, SongState, TrackState
from countin.sim.kernel.store import Store
from countin.sim.kernel.table import raw_table
from countin.sim.model import containers, launching, scenes, signature, slots, track
from countin.sim.model.selection import selected_scene

song = Behaviour("Live.Song.Song")

song.fields(SongState, "scale_mode", "swing_amount")
song.fields(SongState, "name", "file_path", settable=False)
song.checked(SongState, "tempo", within(20.0, 999.0, "Tempo out of range"))
song.checked(SongState, "root_note", within(0, 11, "Invalid root note"))
song.checked(SongState, "clip_trigger_quantization", within(0, 13, "Invalid quantization"))
song.checked(SongState, "midi_recording_quantization", within(0, 8, "Invalid quantization"))
song.checked(SongState, "signature_numerator", signature.need_numerator, "numerator")
song.volatile(False, "is_ableton_link_enabled", "is_ableton_link_start_stop_sync_enabled", "tempo_follower_enabled")
song.constants(exclusive_arm=True, exclusive_solo=True, select_on_launch=True)
song.do("get_data")(track.get_data)
song.do("set_data")(track.set_data)
song.watch("data")(track.watch_data)


# -- lists ------------------------------------------------------------------------------------------------------


@song.get("tracks")
def get_tracks(handle: Handle, state: SongState) -> tuple[Handle, ...]:
    """Ordinary and group tracks in order."""
    return several(handle.sim_store, state.tracks)


@song.get("return_tracks")
def get_return_tracks(handle: Handle, state: SongState) -> tuple[Handle, ...]:
    """At most twelve."""
    return several(handle.sim_store, state.returns)


@song.get("master_track")
def get_master_track(handle: Handle, state: SongState) -> Handle:
    """Named "Main" since 12."""
    return owner(handle.sim_store, state.main_tracks[0])


@song.get("scenes")
def get_scenes(handle: Handle, state: SongState) -> tuple[Handle, ...]:
    """At least one."""
    return several(handle.sim_store, state.scenes)


@song.get("cue_points")
def get_cue_points(handle: Handle, state: SongState) -> tuple[Handle, ...]:
    """In creation order."""
    return several(handle.sim_store, state.cues)


@song.get("visible_tracks", wide=True)
def get_visible_tracks(handle: Handle, state: SongState) -> tuple[Handle, ...]:
    """Not those inside folded groups."""
    store = handle.sim_store
    shown = (owner(store, key) for key in state.tracks)
    return tuple(each for each in shown if track.get_is_visible(each, store.get(TrackState, each.sim_key)))


@song.get("groove_pool")
def get_groove_pool(handle: Handle, _state: SongState) -> Handle:
    """The grooves of the Set."""
    return owner(handle.sim_store, handle.sim_key, part_of(Role.POOL))


@song.get("tuning_system")
def get_tuning_system(handle: Handle, state: SongState) -> Handle | None:
    """None in twelve equal steps."""
    return None if state.tuning is None else owner(handle.sim_store, handle.sim_key, part_of(Role.TUNING))


@song.get("view")
def get_view(handle: Handle, _state: SongState) -> Handle:
    """Its view."""
    return owner(handle.sim_store, handle.sim_key, part_of(Role.VIEW))


@song.get("appointed_device")
def get_appointed_device(handle: Handle, _state: SongState) -> Handle | None:
    """The device with the blue hand."""
    return maybe(handle.sim_store, handle.sim_store.seen(handle.sim_key, "appointed_device"))


@song.set("appointed_device")
def set_appointed_device(handle: Handle, _state: SongState, value: Handle | None) -> None:
    """None takes the hand away."""
    handle.sim_store.put(handle.sim_key, "appointed_device", None if value is None else value.sim_key)


# -- music ------------------------------------------------------------------------------------------------------


@song.get("signature_denominator")
def get_denominator(_handle: Handle, state: SongState) -> int:
    """1, 2, 4, 8 or 16."""
    return state.denominator


@song.set("signature_denominator")
def set_denominator(handle: Handle, _state: SongState, value: int) -> None:
    """3 silently becomes 4; 32 raises."""
    rounded = signature.denominator(value)
    handle.sim_store.edit(SongState, handle.sim_key).denominator = rounded


@song.get("groove_amount")
def get_groove_amount(_handle: Handle, state: SongState) -> float:
    """0..1.3125."""
    return state.groove_amount


@song.set("groove_amount")
def set_groove_amount(handle: Handle, _state: SongState, value: float) -> None:
    """Larger values clamp, negative ones raise."""
    if value < 0:
        raise RuntimeError("Groove Amount out of range")
    handle.sim_store.edit(SongState, handle.sim_key).groove_amount = min(value, 1.3125)


def scale_table() -> dict[str, tuple[int, ...]]:
    """The 35 scales by name, in Live's order."""
    return {name: tuple(steps) for name, steps in raw_table("constants")["scales"]}


@song.get("scale_name")
def get_scale_name(_handle: Handle, state: SongState) -> str:
    """One of 35 names."""
    return state.scale_name


@song.set("scale_name")
def set_scale_name(handle: Handle, _state: SongState, value: str) -> None:
    """RuntimeError for an unknown name (what Live does is unverified)."""
    if value not in scale_table():
        raise RuntimeError("Invalid scale name")
    handle.sim_store.edit(SongState, handle.sim_key).scale_name = value


@song.get("scale_intervals")
def get_scale_intervals(_handle: Handle, state: SongState) -> tuple[int, ...]:
    """Semitones from the root."""
    return scale_table().get(state.scale_name, ())


@song.watch("scale_information")
def watch_scale_information(_handle: Handle, state: SongState) -> object:
    """Root, name or mode."""
    return (state.root_note, state.scale_name, state.scale_mode)


# -- scenes -----------------------------------------------------------------------------------------------------


@song.do("create_scene")
def create_scene(handle: Handle, _state: SongState, index: int) -> Handle:
    """-1 is the end; a bad index raises. The new scene is selected."""
    return owner(handle.sim_store, scenes.create(handle.sim_store, index))


@song.do("duplicate_scene")
def duplicate_scene(handle: Handle, _state: SongState, index: int) -> None:
    """The copy stands right below, keeps the name and is selected."""
    scenes.duplicate(handle.sim_store, index)


@song.do("delete_scene")
def delete_scene(handle: Handle, _state: SongState, index: int) -> None:
    """The last one stays."""
    scenes.delete(handle.sim_store, index)


@song.do("capture_and_insert_scene")
def capture_and_insert_scene(handle: Handle, _state: SongState, _mode: int) -> None:
    """A scene below the selected one with the clips that play now; it takes name, tempo and signature."""

    store = handle.sim_store
    above = selected_scene(store)
    row = store.get(SongState, store.song).scenes.index(above) + 1
    made = scenes.create(store, row)
    store.get(SceneState, made).name = store.get(SceneState, above).name
    for key in store.get(SongState, store.song).tracks:
        playing = launching.playing_slot(store, key)
        if playing is not None:
            slots.copy(store, playing, store.get(TrackState, key).slots[row])


# -- devices ----------------------------------------------------------------------------------------------------


def _device_key(handle: Handle | None) -> Key:
    if handle is None:
        raise RuntimeError("Couldn't move device.")
    return handle.sim_key


@song.do("move_device")
def move_device(handle: Handle, _state: SongState, device: Handle | None, target: Handle | None, position: int) -> int:
    """Moves a device to a track or chain; answers the position that it really has."""
    store = handle.sim_store
    return containers.move_device(store, _device_key(device), containers.container_key(target), position)


@song.do("find_device_position")
def find_device_position(
    handle: Handle, _state: SongState, device: Handle | None, target: Handle | None, position: int
) -> int:
    """The legal position nearest to the wanted one."""
    store = handle.sim_store
    return containers.nearest_position(store, _device_key(device), containers.container_key(target), position)


# -- lengths ----------------------------------------------------------------------------------------------------


def last_event(store: Store) -> float:
    """The end of the last clip on any timeline, or the last cue."""
    state = store.get(SongState, store.song)
    ends = [store.get(CueState, key).time for key in state.cues]
    for key in state.tracks:
        clips = store.get(TrackState, key).arrangement
        if clips:
            ends.append(store.get(ClipState, clips[-1]).end_time)
    return max(ends, default=0.0)


def song_length(store: Store) -> float:
    """Eight bars of four beats beyond whatever comes last."""
    state = store.get(SongState, store.song)
    return min(max(last_event(store), state.loop_start + state.loop_length) + 32, END_OF_TIME)


@song.get("last_event_time", wide=True)
def get_last_event_time(handle: Handle, _state: SongState) -> float:
    """Beats."""
    return last_event(handle.sim_store)


@song.get("song_length", wide=True)
def get_song_length(handle: Handle, _state: SongState) -> float:
    """Beats."""
    return song_length(handle.sim_store)
