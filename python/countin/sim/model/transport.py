"""Live's own work between calls of scripts: the transport moves, launches come due, deferred effects are applied.

An effect is a mark (its name and a record). What it does is computed from the state of the moment it falls due, so an
undo in between cannot bring a stale value back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from countin.sim.kernel.states import ClipState, Key, SceneState, SlotState, SongState, TrackState
from countin.sim.kernel.store import Store
from countin.sim.model import launching
from countin.sim.model.launching import ARRANGEMENT, STOP

Effect = Callable[[Store, Key], None]
EFFECTS: Final[dict[str, Effect]] = {}
"""What each mark does when it falls due, by name."""

WANTED: Final = "wanted "
_QUANTA: Final = (0.0, 8.0, 4.0, 2.0, 1.0)
"""Song.Quantization 0..4 in bars; the rest in quarter notes below."""
_FINER: Final = (2.0, 4 / 3, 1.0, 2 / 3, 0.5, 1 / 3, 0.25, 1 / 6, 0.125)
_SAME: Final = 1e-9
"""Beats that are one moment: tenths of a second do not add up exactly."""


def effect(name: str) -> Callable[[Effect], Effect]:
    """The function is what this mark does."""

    def bind(function: Effect) -> Effect:
        EFFECTS[name] = function
        return function

    return bind


def want(store: Store, key: Key, name: str, value: Any, ticks: int = 1) -> None:  # as varied as the properties
    """Write a property that reads back later."""
    store.put(key, WANTED + name, value)
    store.defer(name, key, ticks)


def apply_due(store: Store) -> None:
    """One tick: the marks whose time has come."""
    due = [mark for mark, ticks in store.deferred.items() if ticks <= 1]
    store.deferred = {mark: ticks - 1 for mark, ticks in store.deferred.items() if ticks > 1}
    for name, key in due:
        if key in store.records:
            EFFECTS.get(name, _take_wanted(name))(store, key)


def _take_wanted(name: str) -> Effect:
    def take(store: Store, key: Key) -> None:
        store.put(key, name, store.seen(key, WANTED + name))

    return take


# -- starting and stopping --------------------------------------------------------------------------------------


@effect("is_playing")
def apply_is_playing(store: Store, song: Key) -> None:
    """The transport starts or stops."""
    wanted = bool(store.seen(song, "wanted is_playing", False))
    playing = store.seen(song, "is_playing", False)
    if wanted and not playing:
        start(store, store.seen(song, "play_from", store.seen(song, "start_time", 0.0)))
    elif playing and not wanted:
        stop(store)


def start(store: Store, beat: float) -> None:
    """The transport runs from this beat."""
    song = store.song
    store.put(song, "is_playing", True)
    store.put(song, "wanted is_playing", True)
    store.put(song, "current_song_time", beat)
    store.put(song, "played", beat)
    for track in store.get(SongState, song).tracks:
        if store.seen(track, "playing_slot") is not None:
            store.put(track, "started_at", beat)
        if store.seen(track, "asked") is not None:
            store.put(track, "asked at", beat)


def stop(store: Store) -> None:
    """The transport stops; recordings end, the playhead stays."""
    song = store.song
    for track in store.get(SongState, song).tracks:
        _end_recording(store, track, store.seen(song, "played", 0.0))
        store.put(track, "fired_slot", None)
        store.put(track, "meter", 0.0)
    store.put(song, "is_playing", False)
    store.put(song, "wanted is_playing", False)
    store.put(song, "last_stop", store.seen(song, "current_song_time", 0.0))
    for name in ("record_mode", "session_record"):
        if store.seen(song, name, False):
            store.put(song, name, False)


@effect("current_song_time")
def apply_song_time(store: Store, song: Key) -> None:
    """The playhead jumps."""
    beat = store.seen(song, "wanted current_song_time", 0.0)
    store.put(song, "current_song_time", beat)


@effect("record_mode")
def apply_record_mode(store: Store, song: Key) -> None:
    """Arrangement recording starts playback, by the default preference."""
    wanted = bool(store.seen(song, "wanted record_mode", False))
    store.put(song, "record_mode", wanted)
    if wanted and not store.seen(song, "is_playing", False):
        start(store, store.seen(song, "start_time", 0.0))


# -- launching --------------------------------------------------------------------------------------------------

_STOPS = (STOP, ARRANGEMENT)


@effect("launch")
def apply_launch(store: Store, track: Key) -> None:
    """What a track asked for starts at once when the transport stands still, else at the first grid line after the
    asking, which may lie between that and this tick."""
    asked: Key | None = store.seen(track, "asked")
    store.put(track, "asked", None)
    asked = _what_fires(store, track, asked)
    if asked is None:
        return
    if not store.seen(store.song, "is_playing", False):
        if asked not in _STOPS:
            start(store, store.seen(store.song, "start_time", 0.0))
        _launch(store, track, asked, store.seen(store.song, "played", 0.0))
        return
    due = _due(store, asked, store.seen(track, "asked quantization", -(2**31)), store.seen(track, "asked at", 0.0))
    played = store.seen(store.song, "played", 0.0)
    if due <= played + _SAME:
        _launch(store, track, asked, min(due, played))
    else:
        store.put(track, "fired_slot", asked)
        store.put(track, "fired_due", due)


def _what_fires(store: Store, track: Key, asked: Key | None) -> Key | None:
    """An empty slot records on an armed track, and is a stop button on any other."""
    if asked is None or asked in _STOPS or asked not in store.records:
        return asked if asked in _STOPS else None
    slot = store.get(SlotState, asked)
    if slot.clips or store.get(TrackState, track).arm:
        return asked
    return STOP if slot.has_stop_button else None


def quantum(store: Store, quantization: int) -> float:
    """A launch quantization in beats; 0 for none."""
    song = store.get(SongState, store.song)
    if quantization < len(_QUANTA):
        return _QUANTA[quantization] * song.numerator * 4 / song.denominator
    return _FINER[quantization - len(_QUANTA)]


def _due(store: Store, slot: Key, asked: int, beat: float) -> float:
    """When what was asked for at this beat is to start."""
    quantization = _quantization(store, slot) if asked < 0 else asked
    grid = quantum(store, quantization)
    if grid <= 0:
        return beat
    lines = int(beat // grid)
    return beat if abs(beat - lines * grid) < _SAME else (lines + 1) * grid


def _quantization(store: Store, slot: Key) -> int:
    """A clip's own (one higher than the song's numbers, 0 for global), else the song's."""
    state = store.find(SlotState, slot)
    clip = store.find(ClipState, next(iter(state.clips), None)) if state is not None else None
    if clip is not None and clip.launch_quantization:
        return clip.launch_quantization - 1
    return store.get(SongState, store.song).clip_trigger_quantization


def _launch(store: Store, track: Key, slot: Key, beat: float) -> None:
    _end_recording(store, track, beat)
    store.put(track, "fired_slot", None)
    store.put(track, "stopped", slot == STOP)
    if slot in _STOPS:
        store.put(track, "playing_slot", None)
        store.put(track, "meter", 0.0)
        return
    store.put(track, "playing_slot", slot)
    store.put(track, "started_at", beat)
    store.put(track, "meter", 0.5)
    clips = store.get(SlotState, slot).clips
    if clips:
        store.put(clips[0], "launched at", beat)
    else:
        _begin_recording(store, track, slot)
    store.put(store.song, "back_to_arranger", True)


def _begin_recording(store: Store, track: Key, slot: Key) -> None:
    state = store.get(TrackState, track)
    song = store.get(SongState, store.song)
    clip = ClipState(
        parent=slot,
        kind="audio" if state.kind == "audio" else "midi",
        color_index=state.color_index,
        loop_end=song.numerator * 4 / song.denominator,
        end_marker=song.numerator * 4 / song.denominator,
        numerator=song.numerator,
        denominator=song.denominator,
    )
    if clip.kind == "audio":
        clip.file_path, clip.sample_length = "/Recorded/Audio 0001.wav", 88_200
    store.edit(SlotState, slot).clips = (store.add(clip),)
    store.put(slot, "recording", True)


def _end_recording(store: Store, track: Key, beat: float) -> None:
    slot: Key | None = store.seen(track, "playing_slot")
    if slot is None or slot not in store.records or not store.seen(slot, "recording", False):
        return
    store.put(slot, "recording", False)
    clips = store.get(SlotState, slot).clips
    if clips:
        bar = quantum(store, 4)
        elapsed = beat - store.seen(track, "started_at", 0.0)
        length = bar * max(1, -(-elapsed // bar))
        clip = store.edit(ClipState, clips[0])
        clip.loop_end = clip.end_marker = length
        clip.other_brace = (0.0, length)


# -- time passes ------------------------------------------------------------------------------------------------


def move(store: Store, seconds: float) -> None:
    """The transport runs for some seconds; launches that come due on the way start on their grid line."""
    song = store.song
    if not store.seen(song, "is_playing", False) or seconds <= 0:
        return
    beats = seconds * store.get(SongState, song).tempo / 60
    end = store.seen(song, "played", 0.0) + beats
    for due, track, slot in sorted(_waiting(store, end)):
        store.put(song, "played", min(due, end))
        _launch(store, track, slot, min(due, end))
    store.put(song, "played", end)
    store.put(song, "current_song_time", _looped(store, store.seen(song, "current_song_time", 0.0), beats))


def _waiting(store: Store, until: float) -> list[tuple[float, Key, Key]]:
    found: list[tuple[float, Key, Key]] = []
    for track in store.get(SongState, store.song).tracks:
        slot = launching.fired_slot(store, track)
        due = store.seen(track, "fired_due", 0.0)
        if slot is not None and due <= until + _SAME:
            found.append((due, track, slot))
    return found


def _looped(store: Store, beat: float, beats: float) -> float:
    """The playhead after some beats, brought back at the end of the loop brace."""
    state = store.get(SongState, store.song)
    end = state.loop_start + state.loop_length
    after = beat + beats
    if not store.seen(store.song, "loop", False) or not beat <= end <= after:
        return after
    return state.loop_start + (after - state.loop_start) % state.loop_length


def fire_scene(store: Store, scene: Key) -> None:
    """Ask every track for its slot in this row, and take the scene's tempo and signature."""
    song = store.get(SongState, store.song)
    row = song.scenes.index(scene)
    for track in song.tracks:
        state = store.get(TrackState, track)
        if state.kind != "group":
            launching.fire_slot(store, state.slots[row])
    state = store.get(SceneState, scene)
    if state.tempo_enabled:
        store.edit(SongState, store.song).tempo = state.tempo
    if state.signature_enabled:
        edited = store.edit(SongState, store.song)
        edited.numerator, edited.denominator = state.numerator, state.denominator
