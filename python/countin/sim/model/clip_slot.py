"""Live.ClipSlot: a slot of a track, its clip, and its launch button."""

from __future__ import annotations

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle, maybe, owner
from countin.sim.kernel.states import ClipState, Key, SlotState, SongState, TrackState
from countin.sim.kernel.store import Store
from countin.sim.model import launching, slots
from countin.sim.model.palette import color_of

clip_slot = Behaviour("Live.ClipSlot.ClipSlot")

clip_slot.fields(SlotState, "has_stop_button")
clip_slot.constants(will_record_on_start=False)


@clip_slot.get("clip")
def get_clip(handle: Handle, state: SlotState) -> Handle | None:
    """Its clip or None."""
    return maybe(handle.sim_store, next(iter(state.clips), None))


@clip_slot.get("has_clip")
def get_has_clip(_handle: Handle, state: SlotState) -> bool:
    """Whether it holds a clip."""
    return bool(state.clips)


@clip_slot.get("is_group_slot")
def get_is_group_slot(handle: Handle, state: SlotState) -> bool:
    """A slot of a group track."""
    return handle.sim_store.get(TrackState, state.track).kind == "group"


def contained_clips(store: Store, key: Key) -> tuple[Key, ...]:
    """The clips that a group slot controls: those of its members in the same row."""
    slot = store.get(SlotState, key)
    track = store.get(TrackState, slot.track)
    if track.kind != "group":
        return ()
    row = track.slots.index(key)
    found: list[Key] = []
    for member in store.get(SongState, store.song).tracks:
        state = store.get(TrackState, member)
        if state.group == slot.track:
            inner = state.slots[row]
            found += contained_clips(store, inner) if state.kind == "group" else store.get(SlotState, inner).clips
    return tuple(found)


@clip_slot.get("controls_other_clips", wide=True)
def get_controls_other_clips(handle: Handle, _state: SlotState) -> bool:
    """Group slots with a clip in their row."""
    return bool(contained_clips(handle.sim_store, handle.sim_key))


@clip_slot.get("color", wide=True)
def get_color(handle: Handle, _state: SlotState) -> int | None:
    """A group slot shows the first contained clip's; None on ordinary slots."""
    index = get_color_index(handle, _state)
    return None if index is None else color_of(index)


@clip_slot.get("color_index", wide=True)
def get_color_index(handle: Handle, _state: SlotState) -> int | None:
    """A group slot shows the first contained clip's; None on ordinary slots."""
    clips = contained_clips(handle.sim_store, handle.sim_key)
    return handle.sim_store.get(ClipState, clips[0]).color_index if clips else None


@clip_slot.get("is_playing")
def get_is_playing(handle: Handle, state: SlotState) -> bool:
    """Whether its clip plays or records."""
    return launching.playing_slot(handle.sim_store, state.track) == handle.sim_key


@clip_slot.get("is_recording")
def get_is_recording(handle: Handle, _state: SlotState) -> bool:
    """Whether its clip records."""
    return launching.is_recording(handle.sim_store, handle.sim_key)


@clip_slot.get("is_triggered", wide=True)
def get_is_triggered(handle: Handle, state: SlotState) -> bool:
    """Whether it waits to be launched."""
    return launching.fired_slot(handle.sim_store, state.track) == handle.sim_key


@clip_slot.get("playing_status", wide=True)
def get_playing_status(handle: Handle, _state: SlotState) -> int:
    """0 always on ordinary slots; group slots: 0 stopped, 1 playing, 2 recording."""
    store = handle.sim_store
    playing = [clip for clip in contained_clips(store, handle.sim_key) if _clip_plays(store, clip)]
    if any(launching.is_recording(store, store.get(ClipState, clip).parent) for clip in playing):
        return 2
    return 1 if playing else 0


def _clip_plays(store: Store, clip: Key) -> bool:
    slot = store.get(ClipState, clip).parent
    return launching.playing_slot(store, store.get(SlotState, slot).track) == slot


@clip_slot.do("create_clip")
def create_clip(handle: Handle, state: SlotState, length: float) -> Handle | None:
    """RuntimeError for a length that is not positive, an occupied slot, a track that is not MIDI, a frozen one.
    Answers the clip, except before 11.3.25 and in 12.0.0."""
    store = handle.sim_store
    track = store.get(TrackState, state.track)
    if track.kind != "midi":
        raise RuntimeError("MIDI clips can only be created on MIDI tracks")
    if track.frozen:
        raise RuntimeError("This track is frozen")
    if state.clips:
        raise RuntimeError("This clip slot already has a clip")
    if not length > 0:
        raise RuntimeError("The length of a clip must be positive")
    made = slots.create_midi(store, handle.sim_key, length)
    silent = store.version < (11, 3, 25) or (12, 0, 0) <= store.version < (12, 0, 5)
    return None if silent else owner(store, made)


@clip_slot.do("create_audio_clip")
def create_audio_clip(handle: Handle, state: SlotState, path: str) -> Handle:
    """The whole file; errors by LIVE_API 2.8."""
    store = handle.sim_store
    if store.get(TrackState, state.track).kind != "audio":
        raise RuntimeError("Audio clips can only be created on audio tracks")
    if state.clips:
        raise RuntimeError("This clip slot already has a clip")
    slots.need_audio_file(path)
    store.gate()
    clip = slots.audio_clip(store, state.track, path)
    clip.parent = handle.sim_key
    made = store.add(clip)
    store.edit(SlotState, handle.sim_key).clips = (made,)
    return owner(store, made)


@clip_slot.do("delete_clip")
def delete_clip(handle: Handle, state: SlotState) -> None:
    """RuntimeError on an empty slot."""
    if not state.clips:
        raise RuntimeError("This clip slot has no clip")
    slots.clear(handle.sim_store, handle.sim_key)


@clip_slot.do("duplicate_clip_to")
def duplicate_clip_to(handle: Handle, state: SlotState, target: Handle | None) -> None:
    """Replaces what is in the target. RuntimeError for an empty source, a group slot, or another kind of track."""
    store = handle.sim_store
    if target is None:
        raise RuntimeError("The target slot does not exist")
    kinds = [slots.track_of(store, key).kind for key in (handle.sim_key, target.sim_key)]
    if not state.clips:
        raise RuntimeError("This clip slot has no clip")
    if "group" in kinds:
        raise RuntimeError("Group slots can not be duplicated")
    if kinds[0] != kinds[1]:
        raise RuntimeError("The clip does not fit on the track of the target slot")
    slots.copy(store, handle.sim_key, target.sim_key)


@clip_slot.do("fire")
def fire(handle: Handle, state: SlotState, record_length: float, launch_quantization: int, force_legato: bool) -> None:
    """The launch button. RuntimeError for a record length on a slot with a clip, and force_legato on an empty one."""
    if state.clips and record_length < 1e300:
        raise RuntimeError("Can only pass record_length to empty slots.")
    if not state.clips and force_legato:
        raise RuntimeError("Can only pass force_legato to non-empty slots.")
    launching.fire_slot(handle.sim_store, handle.sim_key, quantization=launch_quantization)


@clip_slot.do("set_fire_button_state")
def set_fire_button_state(handle: Handle, _state: SlotState, state: bool) -> None:
    """True repeatedly is a held button."""
    if state:
        launching.fire_slot(handle.sim_store, handle.sim_key)


@clip_slot.do("stop")
def stop(handle: Handle, state: SlotState) -> None:
    """Stops the track."""
    launching.stop_track(handle.sim_store, state.track)
