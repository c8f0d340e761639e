"""Clips in slots: creating, copying, clearing. Used by slots, tracks and scenes alike."""

from __future__ import annotations

import wave
from pathlib import Path, PureWindowsPath

from countin.sim.kernel.building import copy_tree, default_warp, remove_tree
from countin.sim.kernel.states import ClipState, Key, SlotState, SongState, TrackState
from countin.sim.kernel.store import Store
from countin.sim.model import launching

_AUDIO_ENDINGS = (".wav", ".wave", ".aif", ".aiff", ".flac", ".mp3", ".ogg", ".m4a")


def track_of(store: Store, slot: Key) -> TrackState:
    """The track of a slot."""
    return store.get(TrackState, store.get(SlotState, slot).track)


def clip_in(store: Store, slot: Key) -> Key | None:
    """The clip in a slot."""
    return next(iter(store.get(SlotState, slot).clips), None)


def create_midi(store: Store, slot: Key, length: float) -> Key:
    """A new looping MIDI clip in an empty slot."""
    song = store.get(SongState, store.song)
    store.gate()
    made = store.add(
        ClipState(
            parent=slot,
            color_index=track_of(store, slot).color_index,
            loop_end=length,
            end_marker=length,
            other_brace=(0.0, length),
            numerator=song.numerator,
            denominator=song.denominator,
        )
    )
    store.edit(SlotState, slot).clips = (made,)
    return made


def clear(store: Store, slot: Key) -> None:
    """Remove the clip of a slot; it stops first."""
    key = clip_in(store, slot)
    if key is None:
        return
    store.gate()
    launching.forget_slot(store, slot)
    store.edit(SlotState, slot).clips = ()
    remove_tree(store, key)


def copy(store: Store, source: Key, target: Key) -> None:
    """Copy a slot's clip over another slot."""
    key = clip_in(store, source)
    if key is None or source == target:
        return
    store.gate()
    made = copy_tree(store, key, target)
    clear(store, target)
    store.edit(SlotState, target).clips = (made,)


def is_absolute(path: str) -> bool:
    """Absolute on any system."""
    return path.startswith("/") or PureWindowsPath(path).is_absolute()


def need_audio_file(path: str) -> None:
    """ValueError for a path that Live would not take. Nothing is opened but a WAVE file's head."""
    if not is_absolute(path):
        raise ValueError("Please provide an absolute path")
    if not path.lower().endswith(_AUDIO_ENDINGS) or not Path(path).is_file():
        raise ValueError("The provided path does not appear to point to a valid audio file")


def audio_clip(store: Store, track: Key, path: str) -> ClipState:
    """A state for a clip of a whole file, warped as by Live's default preference; not yet in the store."""
    song = store.get(SongState, store.song)
    frames, rate = audio_size(path)
    beats = max(frames / rate * song.tempo / 60, 0.25)
    clip = ClipState(
        parent=track,
        kind="audio",
        name=Path(path).stem,
        color_index=store.get(TrackState, track).color_index,
        loop_end=beats,
        end_marker=beats,
        looping=False,
        other_brace=(0.0, beats),
        file_path=path,
        sample_length=frames,
        sample_rate=rate,
        numerator=song.numerator,
        denominator=song.denominator,
    )
    clip.warp_points = default_warp(clip)
    return clip


def audio_size(path: str) -> tuple[int, float]:
    """Frames and sample rate of a file; two seconds at 44,100 Hz where this library cannot tell."""
    try:
        with wave.open(path, "rb") as reader:
            return reader.getnframes(), float(reader.getframerate())
    except (wave.Error, EOFError, OSError):
        return 88_200, 44_100.0
