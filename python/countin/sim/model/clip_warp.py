"""The warping of Live.Clip: markers, modes, and the ways between beats, seconds and sample frames.

Writing `warping` takes effect at once in the Set and reads back a tick later; beats become seconds and back.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from countin.sim.kernel.handles import Handle
from countin.sim.kernel.states import ClipState, WarpPoint
from countin.sim.kernel.values import WarpMarker
from countin.sim.model.clip import clip
from countin.sim.model.clip_audio import need_audio

MODES: Final = (0, 1, 2, 3, 4, 6)
_NEAR: Final = 1e-6


@clip.get("available_warp_modes")
def get_available_warp_modes(_handle: Handle, state: ClipState) -> tuple[int, ...]:
    """All but REX."""
    need_audio(state)
    return MODES


@clip.set("warp_mode")
def set_warp_mode(handle: Handle, state: ClipState, value: int) -> None:
    """0 beats, 1 tones, 2 texture, 3 re-pitch, 4 complex, 6 complex pro."""
    need_audio(state)
    if value not in MODES:
        raise RuntimeError("Invalid warp mode")
    handle.sim_store.edit(ClipState, handle.sim_key).warp_mode = value


@clip.get("warping")
def get_warping(handle: Handle, state: ClipState) -> bool:
    """Reads the old value in the call that wrote it."""
    need_audio(state)
    return handle.sim_store.read_lag.get((handle.sim_key, "warping"), state.warping)


@clip.set("warping")
def set_warping(handle: Handle, state: ClipState, value: bool) -> None:
    """Off also turns looping off, and bounds and markers become seconds."""
    need_audio(state)
    if value == state.warping:
        return
    edited = handle.sim_store.edit(ClipState, handle.sim_key)
    handle.sim_store.read_lag.setdefault((handle.sim_key, "warping"), state.warping)
    convert = _to_beats if value else _to_seconds
    points = edited.warp_points
    for name in ("loop_start", "loop_end", "start_marker", "end_marker"):
        setattr(edited, name, convert(points, getattr(edited, name)))
    edited.other_brace = (convert(points, edited.other_brace[0]), convert(points, edited.other_brace[1]))
    edited.warping = value
    edited.looping = edited.looping and value


# -- beats and seconds ------------------------------------------------------------------------------------------


def _segment(points: tuple[WarpPoint, ...], value: float, axis: int) -> tuple[WarpPoint, WarpPoint]:
    """The two markers between or beside which a value lies; axis 0 seconds, 1 beats."""
    for before, after in pairwise(points):
        if value < after[axis]:
            return before, after
    return points[-2], points[-1]


def _across(points: tuple[WarpPoint, ...], value: float, axis: int) -> float:
    """The value on the other axis; straight between markers, and straight on beyond the last."""
    if len(points) < 2:
        return value / 2 if axis else value * 2
    before, after = _segment(points, value, axis)
    other = 1 - axis
    slope = (after[other] - before[other]) / ((after[axis] - before[axis]) or 1)
    return before[other] + (value - before[axis]) * slope


def _to_seconds(points: tuple[WarpPoint, ...], beats: float) -> float:
    return _across(points, beats, 1)


def _to_beats(points: tuple[WarpPoint, ...], seconds: float) -> float:
    return _across(points, seconds, 0)


@clip.do("beat_to_sample_time")
def beat_to_sample_time(_handle: Handle, state: ClipState, beats: float) -> float:
    """Sample frames. RuntimeError for unwarped audio."""
    _need_warped(state)
    return _to_seconds(state.warp_points, beats) * state.sample_rate


@clip.do("sample_to_beat_time")
def sample_to_beat_time(_handle: Handle, state: ClipState, frames: float) -> float:
    """Beats. RuntimeError for unwarped audio."""
    _need_warped(state)
    return _to_beats(state.warp_points, frames / state.sample_rate)


@clip.do("seconds_to_sample_time")
def seconds_to_sample_time(_handle: Handle, state: ClipState, seconds: float) -> float:
    """Sample frames of unwarped audio."""
    need_audio(state)
    return seconds * state.sample_rate


def _need_warped(state: ClipState) -> None:
    need_audio(state)
    if not state.warping:
        raise RuntimeError("This function is only available for warped clips")


# -- markers ----------------------------------------------------------------------------------------------------


@clip.get("warp_markers")
def get_warp_markers(_handle: Handle, state: ClipState) -> list[WarpMarker]:
    """In order; the last one is a phantom that Live does not draw."""
    need_audio(state)
    return [WarpMarker(*point) for point in state.warp_points]


def _write(handle: Handle, points: list[WarpPoint]) -> None:
    ordered = sorted(points, key=lambda point: point.beat_time)
    if any(before.sample_time >= after.sample_time for before, after in pairwise(ordered)):
        raise RuntimeError("Warp markers must be in the same order in beats and in the sample")
    handle.sim_store.edit(ClipState, handle.sim_key).warp_points = tuple(ordered)


def _at(state: ClipState, beat: float) -> WarpPoint:
    """The drawn marker at a beat. RuntimeError where there is none."""
    need_audio(state)
    found = [point for point in state.warp_points[:-1] if abs(point.beat_time - beat) < _NEAR]
    if not found:
        raise RuntimeError("There is no warp marker at this time")
    return found[0]


@clip.do("add_warp_marker")
def add_warp_marker(handle: Handle, state: ClipState, marker: object) -> None:
    """RuntimeError for anything but a WarpMarker, and for one that would cross another."""
    need_audio(state)
    if not isinstance(marker, WarpMarker):
        raise RuntimeError("A WarpMarker is needed")
    _write(handle, [*state.warp_points, marker.sim_point])


@clip.do("move_warp_marker")
def move_warp_marker(handle: Handle, state: ClipState, beat: float, distance: float) -> None:
    """Moves the marker at a beat by a distance in beats."""
    moved = _at(state, beat)
    others = [point for point in state.warp_points if point is not moved]
    _write(handle, [*others, moved._replace(beat_time=moved.beat_time + distance)])


@clip.do("remove_warp_marker")
def remove_warp_marker(handle: Handle, state: ClipState, beat: float) -> None:
    """The marker at a beat; the phantom stays."""
    gone = _at(state, beat)
    _write(handle, [point for point in state.warp_points if point is not gone])
