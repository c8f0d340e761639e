"""The transport side of Live.Song: playing, playhead, loop, recording, cues. Flags read back a tick later."""

from __future__ import annotations

import math
from typing import Any

from countin.sim.kernel.handles import Handle
from countin.sim.kernel.states import SongState, TrackState
from countin.sim.kernel.store import Store
from countin.sim.kernel.values import BeatTime, SmptTime
from countin.sim.model import launching, transport
from countin.sim.model.song import song, song_length

song.volatile(False, "metronome", "arrangement_overdub", "nudge_up", "nudge_down")
song.volatile(0, "count_in_duration", settable=False)
song.constants(is_counting_in=False, can_capture_midi=False)

_FRAMES = {0: 1000.0, 1: 24.0, 2: 25.0, 3: 30.0, 4: 30.0, 5: 29.97}
TICKS, SUB_DIVISIONS = 60, 4


def _later(name: str, default: Any = False) -> None:  # as varied as the properties
    """A property whose written value reads back a tick later."""

    def getter(handle: Handle, _state: SongState) -> Any:  # the default's type
        return handle.sim_store.seen(handle.sim_key, name, default)

    def setter(handle: Handle, _state: SongState, value: Any) -> None:  # the default's type
        transport.want(handle.sim_store, handle.sim_key, name, value)

    song.get(name)(getter)
    song.set(name)(setter)


for _name in ("loop", "punch_in", "punch_out", "session_automation_record"):
    _later(_name)


# -- playing ----------------------------------------------------------------------------------------------------


@song.get("is_playing")
def get_is_playing(handle: Handle, _state: SongState) -> bool:
    """Whether the transport runs."""
    return handle.sim_store.seen(handle.sim_key, "is_playing", False)


@song.set("is_playing")
def set_is_playing(handle: Handle, state: SongState, value: bool) -> None:
    """Starts or stops; reads back a tick later."""
    (start_playing if value else stop_playing)(handle, state)


def _wants_to_play(store: Store) -> bool:
    return bool(store.seen(store.song, "wanted is_playing", False))


@song.do("start_playing")
def start_playing(handle: Handle, _state: SongState) -> None:
    """From the start marker."""
    _play_from(handle, handle.sim_store.seen(handle.sim_key, "start_time", 0.0))


@song.do("continue_playing")
def continue_playing(handle: Handle, _state: SongState) -> None:
    """From where it stopped last; playhead writes since then do not count."""
    _play_from(handle, handle.sim_store.seen(handle.sim_key, "last_stop", 0.0))


@song.do("play_selection")
def play_selection(handle: Handle, _state: SongState) -> None:
    """No time selection exists here: from the start marker."""
    _play_from(handle, handle.sim_store.seen(handle.sim_key, "start_time", 0.0))


def _play_from(handle: Handle, beat: float) -> None:
    handle.sim_store.put(handle.sim_key, "play_from", beat)
    transport.want(handle.sim_store, handle.sim_key, "is_playing", True)


@song.do("stop_playing")
def stop_playing(handle: Handle, _state: SongState) -> None:
    """The playhead stays; when stopped already, playhead and start marker go to 0."""
    store = handle.sim_store
    if not _wants_to_play(store) and not store.seen(handle.sim_key, "is_playing", False):
        store.put(handle.sim_key, "start_time", 0.0)
        store.put(handle.sim_key, "last_stop", 0.0)
        transport.want(store, handle.sim_key, "current_song_time", 0.0)
        return
    transport.want(store, handle.sim_key, "is_playing", False)


@song.do("stop_all_clips")
def stop_all_clips(handle: Handle, state: SongState, quantized: bool) -> None:
    """Every track stops; the transport runs on."""
    for key in state.tracks:
        if handle.sim_store.get(TrackState, key).kind != "group":
            launching.stop_track(handle.sim_store, key, quantized=quantized)


@song.do("tap_tempo")
def tap_tempo(handle: Handle, _state: SongState) -> None:
    """One tap changes nothing; what several do depends on real time, which is not imitated."""
    handle.sim_store.put(handle.sim_key, "taps", handle.sim_store.seen(handle.sim_key, "taps", 0) + 1)


@song.do("force_link_beat_time")
def force_link_beat_time(handle: Handle, _state: SongState) -> None:
    """No Link session exists here."""
    handle.sim_store.gate()


# -- playhead ---------------------------------------------------------------------------------------------------


@song.get("current_song_time")
def get_song_time(handle: Handle, _state: SongState) -> float:
    """Beats."""
    return handle.sim_store.seen(handle.sim_key, "current_song_time", 0.0)


@song.set("current_song_time")
def set_song_time(handle: Handle, _state: SongState, value: float) -> None:
    """Reads back a tick later. RuntimeError before 0 and behind the song's length."""
    store = handle.sim_store
    if value < 0 or math.isnan(value):
        raise RuntimeError("Cannot set a negative Songtime")
    if value > song_length(store):
        raise RuntimeError("Cannot set the Songtime behind the Songlength")
    transport.want(store, handle.sim_key, "current_song_time", value)


@song.do("jump_by")
def jump_by(handle: Handle, _state: SongState, beats: float) -> None:
    """Relative beats; never before 0."""
    store = handle.sim_store
    now: float = store.seen(handle.sim_key, "current_song_time", 0.0)
    transport.want(store, handle.sim_key, "current_song_time", max(0.0, now + beats))


@song.do("scrub_by")
def scrub_by(handle: Handle, state: SongState, beats: float) -> None:
    """As jump_by here: nothing is heard."""
    jump_by(handle, state, beats)


@song.get("start_time")
def get_start_time(handle: Handle, _state: SongState) -> float:
    """The arrangement's start marker, beats."""
    return handle.sim_store.seen(handle.sim_key, "start_time", 0.0)


@song.set("start_time")
def set_start_time(handle: Handle, _state: SongState, value: float) -> None:
    """RuntimeError before 0 and behind the song's length."""
    if not 0 <= value <= song_length(handle.sim_store):
        raise RuntimeError("Cannot set the start time after the song length")
    handle.sim_store.put(handle.sim_key, "start_time", value)


@song.do("get_current_beats_song_time")
def get_current_beats_song_time(handle: Handle, state: SongState) -> BeatTime:
    """The playhead in bars and beats."""
    return beat_time(state, get_song_time(handle, state), first=1)


@song.do("get_beats_loop_start")
def get_beats_loop_start(_handle: Handle, state: SongState) -> BeatTime:
    """The loop brace's start in bars and beats."""
    return beat_time(state, state.loop_start, first=1)


@song.do("get_beats_loop_length")
def get_beats_loop_length(_handle: Handle, state: SongState) -> BeatTime:
    """The loop brace's length in bars and beats, counted from 0."""
    return beat_time(state, state.loop_length, first=0)


def beat_time(state: SongState, beats: float, first: int) -> BeatTime:
    """Song time as bars, beats (of the denominator's note value), sub-divisions and ticks."""
    units = beats * state.denominator / 4
    whole = int(units + 1e-9)
    rest = max(0.0, units - whole)
    result = BeatTime()
    result.bars, result.beats = whole // state.numerator + first, whole % state.numerator + first
    result.sub_division = int(rest * SUB_DIVISIONS + 1e-9) + first
    result.ticks = int((rest * SUB_DIVISIONS % 1) * TICKS + 1e-9) + first
    return result


@song.do("get_current_smpte_song_time")
def get_current_smpte_song_time(handle: Handle, state: SongState, smpte_format: int) -> SmptTime:
    """The playhead in hours, minutes, seconds and frames. RuntimeError for an unknown format."""
    if smpte_format not in _FRAMES:
        raise RuntimeError("Invalid time format")
    seconds = get_song_time(handle, state) * 60 / state.tempo
    result = SmptTime()
    result.hours, result.minutes, result.seconds = int(seconds // 3600), int(seconds // 60 % 60), int(seconds % 60)
    result.frames = int(seconds % 1 * _FRAMES[smpte_format])
    return result


# -- loop -------------------------------------------------------------------------------------------------------


@song.get("loop_start")
def get_loop_start(_handle: Handle, state: SongState) -> float:
    """Beats."""
    return state.loop_start


@song.set("loop_start")
def set_loop_start(handle: Handle, state: SongState, value: float) -> None:
    """RuntimeError when the brace would end behind the song's length."""
    if value < 0 or value + state.loop_length > song_length(handle.sim_store):
        raise RuntimeError("Cannot set the Loopstart behind the Songlength")
    handle.sim_store.edit(SongState, handle.sim_key).loop_start = value


@song.get("loop_length")
def get_loop_length(_handle: Handle, state: SongState) -> float:
    """Beats."""
    return state.loop_length


@song.set("loop_length")
def set_loop_length(handle: Handle, state: SongState, value: float) -> None:
    """Less than 1 silently becomes 1; RuntimeError beyond the song's length."""
    if state.loop_start + value > song_length(handle.sim_store):
        raise RuntimeError("Cannot set the Loop behind the song length")
    handle.sim_store.edit(SongState, handle.sim_key).loop_length = max(1.0, value)


# -- recording --------------------------------------------------------------------------------------------------


@song.get("record_mode")
def get_record_mode(handle: Handle, _state: SongState) -> bool:
    """Arrangement record."""
    return handle.sim_store.seen(handle.sim_key, "record_mode", False)


@song.set("record_mode")
def set_record_mode(handle: Handle, _state: SongState, value: bool) -> None:
    """Reads back some 300 ms later; True also starts playback."""
    store = handle.sim_store
    transport.want(store, handle.sim_key, "record_mode", value, store.switches.record_mode_ticks)


@song.get("session_record")
def get_session_record(handle: Handle, _state: SongState) -> bool:
    """Session record."""
    return handle.sim_store.seen(handle.sim_key, "session_record", False)


@song.set("session_record")
def set_session_record(handle: Handle, _state: SongState, value: bool) -> None:
    """True starts playback."""
    handle.sim_store.put(handle.sim_key, "session_record", value)
    if value:
        start_playing(handle, _state)


@song.get("session_record_status")
def get_session_record_status(handle: Handle, _state: SongState) -> int:
    """0 off, 1 on."""
    return int(handle.sim_store.seen(handle.sim_key, "session_record", False))


@song.do("trigger_session_record")
def trigger_session_record(handle: Handle, state: SongState, _record_length: float) -> None:
    """Toggles session record."""
    set_session_record(handle, state, not get_session_record(handle, state))


@song.get("overdub")
def get_overdub(handle: Handle, _state: SongState) -> bool:
    """Session overdub."""
    return handle.sim_store.seen(handle.sim_key, "overdub", False)


@song.set("overdub")
def set_overdub(handle: Handle, state: SongState, value: bool) -> None:
    """Ignored when nothing can record, by the switch `overdub_without_arm`."""
    store = handle.sim_store
    armed = any(store.get(TrackState, key).arm for key in state.tracks)
    if armed or not value or store.switches.overdub_without_arm == "record":
        store.put(handle.sim_key, "overdub", value)


@song.do("capture_midi")
def capture_midi(handle: Handle, _state: SongState, destination: int) -> None:
    """Nothing was played in: nothing to capture. RuntimeError for an unknown destination."""
    if destination not in (0, 1, 2):
        raise RuntimeError("Invalid capture destination")
    handle.sim_store.gate()


@song.get("back_to_arranger")
def get_back_to_arranger(handle: Handle, _state: SongState) -> bool:
    """Whether something plays that is not the arrangement."""
    return handle.sim_store.seen(handle.sim_key, "back_to_arranger", False)


@song.set("back_to_arranger")
def set_back_to_arranger(handle: Handle, state: SongState, value: bool) -> None:
    """Only False means anything; it reads back a tick later."""
    if not value:
        transport.want(handle.sim_store, handle.sim_key, "back_to_arranger", False)
        for key in state.tracks:
            if launching.playing_slot(handle.sim_store, key) is not None or launching.is_stopped(handle.sim_store, key):
                launching.leave_session(handle.sim_store, key)


@song.get("re_enable_automation_enabled", wide=True)
def get_re_enable_enabled(handle: Handle, _state: SongState) -> bool:
    """Whether any automation is overridden."""
    return any(
        name == "overridden" and parts and key in handle.sim_store.records
        for (key, name), parts in handle.sim_store.volatile.items()
    )


@song.do("sync_parameter_changes")
def sync_parameter_changes(handle: Handle, _state: SongState) -> None:
    """Parameter changes are in step here at all times (12.4)."""
    handle.sim_store.gate()


@song.do("re_enable_automation")
def re_enable_automation(handle: Handle, _state: SongState) -> None:
    """All overridden automation plays again."""
    store = handle.sim_store
    for key, name in [*store.volatile]:
        if name == "overridden" and key in store.records and store.seen(key, name):
            store.put(key, name, frozenset[int]())
