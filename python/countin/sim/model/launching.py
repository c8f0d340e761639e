"""Session launches: what plays, what waits, what records. All of it volatile; requests take effect on a tick.

A track asks ("asked", "asked at"); the tick turns that into a launch, or into a wait ("fired") for the launch
quantization, whose grid line is counted from the moment of the asking.
"""

from __future__ import annotations

from typing import Final

from countin.sim.kernel.states import ClipState, Key, SlotState, SongState, TrackState
from countin.sim.kernel.store import Store

STOP: Final = -2
ARRANGEMENT: Final = -3
"""What a track asks for that goes back to the arrangement: it stops, and no stop button has been pressed."""
_DEFAULT: Final = -(2**31)


def playing_slot(store: Store, track: Key) -> Key | None:
    """The slot that plays or records on a track while the transport runs."""
    slot: Key | None = store.seen(track, "playing_slot")
    if slot is None or slot not in store.records or not store.seen(store.song, "is_playing", False):
        return None
    return slot


def fired_slot(store: Store, track: Key) -> Key | None:
    """The slot that waits on a track; STOP for the stop button."""
    slot: Key | None = store.seen(track, "fired_slot")
    return slot if slot == STOP or slot in store.records else None


def is_recording(store: Store, slot: Key) -> bool:
    """Whether a slot records."""
    return bool(store.seen(slot, "recording", False)) and store.seen(store.song, "is_playing", False)


def fire_slot(store: Store, slot: Key, quantization: int = _DEFAULT) -> None:
    """Ask for a slot: its clip, a recording on an armed track, or, empty, a stop. A group slot fires its members."""
    state = store.get(SlotState, slot)
    track = store.get(TrackState, state.track)
    if track.kind == "group":
        _fire_row(store, state.track, track.slots.index(slot), quantization)
        return
    _ask(store, state.track, slot, quantization)


def _fire_row(store: Store, group: Key, row: int, quantization: int) -> None:
    for member in store.get(SongState, store.song).tracks:
        state = store.get(TrackState, member)
        if state.group == group:
            fire_slot(store, state.slots[row], quantization)


def stop_track(store: Store, track: Key, *, quantized: bool = True) -> None:
    """Ask a track to stop."""
    _ask(store, track, STOP, _DEFAULT if quantized else 0)


def leave_session(store: Store, track: Key) -> None:
    """Ask a track to follow the arrangement again."""
    _ask(store, track, ARRANGEMENT, 0)


def is_stopped(store: Store, track: Key) -> bool:
    """Whether the stop button was the last thing that took effect on a track, which keeps it off the arrangement."""
    return bool(store.seen(track, "stopped", False)) and playing_slot(store, track) is None


def _ask(store: Store, track: Key, slot: Key, quantization: int) -> None:
    store.put(track, "asked", slot)
    store.put(track, "asked quantization", quantization)
    store.put(track, "asked at", store.seen(store.song, "played", 0.0))
    store.defer("launch", track)


def jump(store: Store, track: Key, beats: float) -> None:
    """Move the playing position of the running clip by some beats."""
    if playing_slot(store, track) is not None:
        store.put(track, "started_at", store.seen(track, "started_at", 0.0) - beats)


def forget_slot(store: Store, slot: Key) -> None:
    """A slot's clip goes away: it neither plays nor waits nor records any more."""
    track = store.get(SlotState, slot).track
    for name in ("playing_slot", "fired_slot", "asked"):
        if store.seen(track, name) == slot:
            store.put(track, name, None)
    if store.seen(slot, "recording", False):
        store.put(slot, "recording", False)


def playing_position(store: Store, key: Key) -> float:
    """Where a session clip plays, in its own beats; 0 when it does not."""
    clip = store.get(ClipState, key)
    if clip.place != "session":
        return 0.0
    track = store.get(SlotState, clip.parent).track
    if playing_slot(store, track) != clip.parent:
        return 0.0
    elapsed = store.seen(store.song, "played", 0.0) - store.seen(track, "started_at", 0.0)
    length = clip.loop_end - clip.loop_start
    if not clip.looping:
        return min(clip.loop_start + elapsed, clip.loop_end)
    position = clip.start_marker + elapsed
    wraps = position >= clip.loop_end and length > 0
    return clip.loop_start + (position - clip.loop_start) % length if wraps else position


def loop_count(store: Store, key: Key) -> int:
    """How often a playing clip has come to the end of its loop."""
    clip = store.get(ClipState, key)
    if clip.place != "session" or not clip.looping:
        return 0
    track = store.get(SlotState, clip.parent).track
    length = clip.loop_end - clip.loop_start
    if playing_slot(store, track) != clip.parent or length <= 0:
        return 0
    elapsed = store.seen(store.song, "played", 0.0) - store.seen(track, "started_at", 0.0)
    return max(0, int((clip.start_marker + elapsed - clip.loop_start) // length))
