"""The clips of a track: slots, the timeline, take lanes, and how they are launched from the track."""

from __future__ import annotations

from countin.sim.kernel.handles import Handle, owner, several
from countin.sim.kernel.states import ClipState, Keys, LaneState, SlotState, TrackState
from countin.sim.model import arrangement, launching, scenes, slots
from countin.sim.model.track import track

_NO_CLIPS = "Main, Group and Return Tracks have no arrangement clips"


@track.get("clip_slots")
def get_clip_slots(handle: Handle, state: TrackState) -> tuple[Handle, ...]:
    """One a scene; none on returns and the main track."""
    return several(handle.sim_store, state.slots)


@track.get("arrangement_clips")
def get_arrangement_clips(handle: Handle, state: TrackState) -> tuple[Handle, ...]:
    """In order of their start; RuntimeError on groups, returns and the main track."""
    if state.kind not in ("midi", "audio"):
        if handle.sim_store.switches.arrangement_clips_elsewhere == "empty":
            return ()
        newer = handle.sim_store.version >= (12, 0, 0)
        raise RuntimeError(_NO_CLIPS if newer else _NO_CLIPS.replace("Main", "Master"))
    return several(handle.sim_store, state.arrangement)


@track.watch("arrangement_clips")
def watch_arrangement_clips(_handle: Handle, state: TrackState) -> Keys:
    """By keys: a thousand clips are compared without a handle for each."""
    return state.arrangement


@track.get("take_lanes")
def get_take_lanes(handle: Handle, state: TrackState) -> tuple[Handle, ...]:
    """Its take lanes."""
    return several(handle.sim_store, state.lanes)


@track.do("create_midi_clip")
def create_midi_clip(handle: Handle, state: TrackState, start: float, length: float) -> Handle:
    """A looping clip on the timeline; what it covers gives way. RuntimeError off a MIDI track or out of range."""
    arrangement.need_midi_track(state)
    arrangement.need_time(start)
    if length <= 0:
        raise RuntimeError("The length of a clip must be positive")
    arrangement.need_time(start + length)
    return owner(handle.sim_store, arrangement.create_midi(handle.sim_store, handle.sim_key, start, length))


@track.do("create_audio_clip")
def create_audio_clip(handle: Handle, state: TrackState, path: str, position: float) -> Handle | None:
    """The whole file on the timeline; answers the clip since 12.2."""
    if state.kind != "audio":
        raise RuntimeError("Audio clips can only be created on audio tracks")
    arrangement.need_time(position)
    slots.need_audio_file(path)
    made = arrangement.create_audio(handle.sim_store, handle.sim_key, path, position)
    return owner(handle.sim_store, made) if handle.sim_store.version >= (12, 2, 0) else None


@track.do("duplicate_clip_to_arrangement")
def duplicate_clip_to_arrangement(handle: Handle, state: TrackState, clip: Handle | None, time: float) -> Handle:
    """A copy at this time; LIVE_API 2.9 says what becomes of clips under it."""
    if clip is None:
        raise RuntimeError("The clip does not exist")
    store = handle.sim_store
    source = store.get(ClipState, clip.sim_key)
    if state.kind not in ("midi", "audio") or state.kind != source.kind:
        raise RuntimeError("The clip does not fit on this track")
    if state.frozen:
        raise RuntimeError("This track is frozen")
    arrangement.need_time(time)
    return owner(store, arrangement.place_copy(store, handle.sim_key, clip.sim_key, time))


@track.do("delete_clip")
def delete_clip(handle: Handle, state: TrackState, clip: Handle | None) -> None:
    """A session or arrangement clip of this track; RuntimeError for any other."""
    store = handle.sim_store
    if clip is None:
        raise RuntimeError("The clip does not exist")
    key = clip.sim_key
    parent = store.get(ClipState, key).parent
    if key in state.arrangement:
        arrangement.remove(store, handle.sim_key, key)
    elif parent in state.slots:
        slots.clear(store, parent)
    elif parent in state.lanes:
        _remove_from_lane(handle, parent, key)
    else:
        raise RuntimeError("The clip does not belong to this track")


def _remove_from_lane(handle: Handle, lane: int, key: int) -> None:
    edited = handle.sim_store.edit(LaneState, lane)
    edited.clips = tuple(other for other in edited.clips if other != key)
    handle.sim_store.remove(key)


@track.do("create_take_lane")
def create_take_lane(handle: Handle, state: TrackState) -> Handle:
    """A new lane below the others; RuntimeError off MIDI and audio tracks."""
    if state.kind not in ("midi", "audio"):
        raise RuntimeError("Only midi and audio tracks have take lanes")
    store = handle.sim_store
    store.gate()
    made = store.add(LaneState(track=handle.sim_key, name=f"Lane {len(state.lanes) + 1}"))
    edited = store.edit(TrackState, handle.sim_key)
    edited.lanes = (*edited.lanes, made)
    return owner(store, made)


@track.do("duplicate_clip_slot")
def duplicate_clip_slot(handle: Handle, state: TrackState, index: int) -> int:
    """Copies a slot's clip to the slot below, over what is there; adds a scene at the end if needed."""
    store = handle.sim_store
    if not 0 <= index < len(state.slots) or not store.get(SlotState, state.slots[index]).clips:
        raise RuntimeError("There is no clip at this index")
    if index + 1 == len(state.slots):
        scenes.create(store, -1)
        state = store.get(TrackState, handle.sim_key)
    slots.copy(store, state.slots[index], state.slots[index + 1])
    return index + 1


@track.do("stop_all_clips")
def stop_all_clips(handle: Handle, _state: TrackState, quantized: bool) -> None:
    """Stops what plays or waits on this track."""
    launching.stop_track(handle.sim_store, handle.sim_key, quantized=quantized)


@track.do("jump_in_running_session_clip")
def jump_in_running_session_clip(handle: Handle, _state: TrackState, beats: float) -> None:
    """Nothing when no session clip runs."""
    launching.jump(handle.sim_store, handle.sim_key, beats)


@track.get("playing_slot_index", wide=True)
def get_playing_slot_index(handle: Handle, state: TrackState) -> int:
    """-1 none, -2 once the stop button has taken effect, until something else plays or the arrangement is back."""
    playing = launching.playing_slot(handle.sim_store, handle.sim_key)
    if playing in state.slots:
        return state.slots.index(playing)
    return -2 if launching.is_stopped(handle.sim_store, handle.sim_key) else -1


@track.get("fired_slot_index", wide=True)
def get_fired_slot_index(handle: Handle, state: TrackState) -> int:
    """-1 none, -2 the stop button."""
    fired = launching.fired_slot(handle.sim_store, handle.sim_key)
    if fired is None:
        return -1
    return -2 if fired == launching.STOP else state.slots.index(fired)


@track.get("back_to_arranger")
def get_back_to_arranger(handle: Handle, _state: TrackState) -> bool:
    """Whether this track left the arrangement for the session."""
    store, key = handle.sim_store, handle.sim_key
    return launching.playing_slot(store, key) is not None or launching.is_stopped(store, key)


@track.set("back_to_arranger")
def set_back_to_arranger(handle: Handle, _state: TrackState, value: bool) -> None:
    """Only False means anything; it reads back a tick later."""
    if not value:
        launching.leave_session(handle.sim_store, handle.sim_key)
