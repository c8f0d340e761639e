"""Loop and markers of Live.Clip, by the rules of LIVE_API 2.7 and, on the timeline, 2.9."""

from __future__ import annotations

from countin.sim.kernel.handles import Handle
from countin.sim.kernel.states import ClipState
from countin.sim.model import arrangement
from countin.sim.model.clip import clip


@clip.get("length")
def get_length(_handle: Handle, state: ClipState) -> float:
    """loop_end - loop_start at all times."""
    return state.loop_end - state.loop_start


@clip.get("looping")
def get_looping(_handle: Handle, state: ClipState) -> bool:
    """Whether the brace repeats."""
    return state.looping


@clip.set("looping")
def set_looping(handle: Handle, state: ClipState, value: bool) -> None:
    """Live remembers two braces and swaps them. Unwarped audio can not loop."""
    if value and state.kind == "audio" and not state.warping:
        raise RuntimeError("Unwarped audio clips can not be looped")
    if value == state.looping:
        return
    edited = handle.sim_store.edit(ClipState, handle.sim_key)
    brace = (edited.loop_start, edited.loop_end)
    edited.loop_start, edited.loop_end = edited.other_brace
    edited.other_brace, edited.looping = brace, value
    if edited.place != "session" and not value:
        _fit_timeline(edited)


def _fit_timeline(edited: ClipState) -> None:
    """An unlooped clip is as long as its bounds; on the timeline that may shorten it, never lengthen."""
    span = min(edited.end_time - edited.start_time, edited.loop_end - edited.loop_start)
    edited.loop_end = edited.loop_start + span
    edited.end_time = edited.start_time + span


@clip.get("loop_start")
def get_loop_start(_handle: Handle, state: ClipState) -> float:
    """Beats; seconds for unwarped audio."""
    return state.loop_start


@clip.set("loop_start")
def set_loop_start(handle: Handle, state: ClipState, value: float) -> None:
    """RuntimeError at or behind loop_end."""
    if not value < state.loop_end:
        raise RuntimeError("Cannot set LoopStart behind LoopEnd")
    edited = handle.sim_store.edit(ClipState, handle.sim_key)
    edited.loop_start = value
    _follow_bounds(handle, edited)


@clip.get("loop_end")
def get_loop_end(_handle: Handle, state: ClipState) -> float:
    """Beats; seconds for unwarped audio."""
    return state.loop_end


@clip.set("loop_end")
def set_loop_end(handle: Handle, state: ClipState, value: float) -> None:
    """RuntimeError at or before loop_start. Unwarped audio ends with its file."""
    if state.kind == "audio" and not state.warping and state.sample_length:
        value = min(value, state.sample_length / state.sample_rate)
    if not value > state.loop_start:
        raise RuntimeError("Cannot set LoopEnd before LoopStart")
    edited = handle.sim_store.edit(ClipState, handle.sim_key)
    edited.loop_end = value
    _follow_bounds(handle, edited)


def _follow_bounds(handle: Handle, edited: ClipState) -> None:
    """On the timeline the bounds of an unlooped clip are its length, which stops at the next clip."""
    if edited.place == "session" or edited.looping:
        return
    end = edited.start_time + edited.loop_end - edited.loop_start
    if edited.place == "arrangement" and end > edited.end_time:
        end = min(end, arrangement.next_start(handle.sim_store, handle.sim_key))
        edited.loop_end = edited.loop_start + end - edited.start_time
    edited.end_time = end


@clip.get("start_marker")
def get_start_marker(_handle: Handle, state: ClipState) -> float:
    """Tied to loop_start while looping is off."""
    return state.start_marker if state.looping else state.loop_start


@clip.set("start_marker")
def set_start_marker(handle: Handle, state: ClipState, value: float) -> None:
    """Ignored while looping is off; RuntimeError behind end_marker."""
    if not state.looping:
        return
    if not value < state.end_marker:
        raise RuntimeError("Cannot set StartMarker behind EndMarker")
    handle.sim_store.edit(ClipState, handle.sim_key).start_marker = value


@clip.get("end_marker")
def get_end_marker(_handle: Handle, state: ClipState) -> float:
    """Not clamped to the file."""
    return state.end_marker


@clip.set("end_marker")
def set_end_marker(handle: Handle, state: ClipState, value: float) -> None:
    """RuntimeError before start_marker."""
    if value < get_start_marker(handle, state):
        raise RuntimeError("Cannot set EndMarker before StartMarker")
    handle.sim_store.edit(ClipState, handle.sim_key).end_marker = value


@clip.get("position")
def get_position(_handle: Handle, state: ClipState) -> float:
    """Where the brace starts."""
    return state.loop_start


@clip.set("position")
def set_position(handle: Handle, state: ClipState, value: float) -> None:
    """Slides the whole brace, and pushes markers that would fall outside."""
    edited = handle.sim_store.edit(ClipState, handle.sim_key)
    length = state.loop_end - state.loop_start
    edited.loop_start, edited.loop_end = value, value + length
    if edited.start_marker >= edited.loop_end:
        edited.start_marker = edited.loop_start
    edited.end_marker = max(edited.end_marker, edited.loop_end)


@clip.get("start_time")
def get_start_time(handle: Handle, state: ClipState) -> float:
    """The left edge on the timeline; in a slot the song time of its last launch."""
    if state.place == "session":
        return handle.sim_store.seen(handle.sim_key, "launched at", state.start_time)
    return state.start_time


@clip.get("end_time")
def get_end_time(handle: Handle, state: ClipState) -> float:
    """The right edge on the timeline; in a slot the end of its bounds."""
    return state.end_time if state.place != "session" else state.loop_end


@clip.do("crop")
def crop(handle: Handle, state: ClipState) -> None:
    """Keeps the brace, and before it what the start marker reaches when looped."""
    first = min(state.start_marker, state.loop_start) if state.looping else state.loop_start
    last = state.loop_end
    edited = handle.sim_store.edit(ClipState, handle.sim_key)
    edited.notes = tuple(note for note in state.notes if first <= note.start < last)
    edited.end_marker = last
    edited.start_marker = max(edited.start_marker, first)
