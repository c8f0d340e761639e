"""Live.TakeLane: takes beside the timeline of a track."""

from __future__ import annotations

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle, owner, several
from countin.sim.kernel.states import LaneState, TrackState
from countin.sim.model import arrangement, slots

take_lane = Behaviour("Live.TakeLane.TakeLane")
take_lane.fields(LaneState, "name")


@take_lane.get("arrangement_clips")
def get_arrangement_clips(handle: Handle, state: LaneState) -> tuple[Handle, ...]:
    """Its takes."""
    return several(handle.sim_store, state.clips)


@take_lane.do("create_midi_clip")
def create_midi_clip(handle: Handle, state: LaneState, start: float, length: float) -> Handle:
    """A take of this length."""
    store = handle.sim_store
    arrangement.need_midi_track(store.get(TrackState, state.track))
    arrangement.need_time(start)
    if length <= 0:
        raise RuntimeError("The length of a clip must be positive")
    made = arrangement.create_midi(store, state.track, start, length, parent=handle.sim_key)
    edited = store.edit(LaneState, handle.sim_key)
    edited.clips = (*edited.clips, made)
    return owner(store, made)


@take_lane.do("create_audio_clip")
def create_audio_clip(handle: Handle, state: LaneState, path: str, start: float) -> Handle:
    """A take of a whole file."""
    store = handle.sim_store
    if store.get(TrackState, state.track).kind != "audio":
        raise RuntimeError("Audio clips can only be created on audio tracks")
    arrangement.need_time(start)
    slots.need_audio_file(path)
    store.gate()
    clip = slots.audio_clip(store, state.track, path)
    clip.parent, clip.place = handle.sim_key, "lane"
    clip.start_time, clip.end_time = start, start + clip.loop_end
    made = store.add(clip)
    edited = store.edit(LaneState, handle.sim_key)
    edited.clips = (*edited.clips, made)
    return owner(store, made)
