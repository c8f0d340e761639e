"""Live.Song: the Set; lists, tempo, signature, scale, creating and deleting, undo."""

from __future__ import annotations

from array import array
from typing import Any

from countin.sim.kernel.behaviour import Behaviour, within
from countin.sim.kernel.building import END_OF_TIME, build_slot, copy_tree, remove_tree
from countin.sim.kernel.errors import LimitationError
from countin.sim.kernel.handles import Handle, Role, maybe, owner, part_of, several
from countin.sim.kernel.states import ClipState, CueState, Key, SceneState, SongState, TrackState
from countin.sim.kernel.store import Store
from countin.sim.kernel.table import raw_table
from countin.sim.model import containers, launching, scenes, signature, slots, track
from countin.sim.model.selection import select_neighbour, selected_scene, selected_track

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


# -- tracks -----------------------------------------------------------------------------------------------------


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


# -- undo -------------------------------------------------------------------------------------------------------


@song.get("can_undo")
def get_can_undo(handle: Handle, _state: SongState) -> bool:
    """Follows on a later turn."""
    return handle.sim_store.history.seen_undo


@song.get("can_redo")
def get_can_redo(handle: Handle, _state: SongState) -> bool:
    """Follows on a later turn; False again after a new edit."""
    return handle.sim_store.history.seen_redo


@song.do("begin_undo_step")
def begin_undo_step(handle: Handle, _state: SongState) -> None:
    """Everything until the next end_undo_step is one step. Not counted: the first end closes."""
    store = handle.sim_store
    store.faults.on_bracket("begin_undo_step")
    if not store.history.bracket:
        store.end_step()
    store.history.bracket = True


@song.do("end_undo_step")
def end_undo_step(handle: Handle, _state: SongState) -> None:
    """Harmless without a beginning; an empty pair leaves the history as it was."""
    store = handle.sim_store
    store.faults.on_bracket("end_undo_step")
    if store.history.bracket:
        store.history.bracket = False
        store.end_step()


@song.do("undo")
def undo(handle: Handle, _state: SongState) -> str | None:
    """Takes the last step back; answers its label since 11.3.10. Nothing happens at an empty history."""
    return _travel(handle.sim_store, "Undo")


@song.do("redo")
def redo(handle: Handle, _state: SongState) -> str | None:
    """Does the last undone step again; what it makes is made anew."""
    return _travel(handle.sim_store, "Redo")


def _travel(store: Store, direction: str) -> str | None:
    store.gate()
    history = store.history
    history.bracket = False
    store.end_step()
    source, target = (history.undo, history.redo) if direction == "Undo" else (history.redo, history.undo)
    label = ""
    if source:
        step = source.pop()
        store.undoing = True
        target.append(type(step)(step.label, store.swap(step.images)))
        history.mergeable = False
        label = f"{direction} {step.label}"
    return label if store.version >= (11, 3, 10) else None


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
