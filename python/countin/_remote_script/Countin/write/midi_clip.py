"""Creating a MIDI clip with its notes in an empty Session slot."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import Live

from .. import resolve
from ..history import Standing, Trace
from ..journal import Journal
from ..live_set import LiveSet
from ..native import has, pointer
from ..observe.levels import is_frozen, track_kind
from ..refusals import Refusal, quoted
from ..wire import ClipCreated, ClipToCreate, NoteRow
from .change import WriteFailed

if TYPE_CHECKING:
    from collections.abc import Sequence

EARLIEST, SPAN, PITCHES = -1_576_800.0, 3_153_600.0, 128
"""A window of beats and pitches that holds every note Live can have."""


def check_midi_clip(live: LiveSet, row: ClipToCreate) -> MidiClipCreation:
    """The slot is the one meant, is empty and can hold a MIDI clip."""
    track = resolve.track(live, row.track)
    if track_kind(track) != "midi":
        raise Refusal("conflict", f"track {row.track} ({quoted(track.name)}) is no MIDI track")
    if is_frozen(track):
        raise Refusal("conflict", f"track {row.track} ({quoted(track.name)}) is frozen: nothing can be created on it")
    slot = resolve.slot(live, row.track, row.scene, ("track", "scene"))
    if pointer(slot) != row.slot_pointer:
        raise Refusal("observation_changed", f"the slot of track {row.track}, scene {row.scene} is another one now")
    if slot.has_clip:
        raise Refusal("conflict", f"the slot of track {row.track}, scene {row.scene} has a clip now")
    if not (math.isfinite(row.length) and row.length > 0):
        raise Refusal("does_not_fit", f"a clip's length must be more than 0 beats, got {row.length}")
    return MidiClipCreation(slot, row)


class MidiClipCreation:
    """A MIDI clip to create."""

    only_values = False

    def __init__(self, slot: Live.ClipSlot.ClipSlot, row: ClipToCreate) -> None:
        self._slot, self._row = slot, row

    def apply(self, journal: Journal) -> None:
        """Create, fill, name."""
        journal.add(self._place(), self._delete, self._difference)
        self._slot.create_clip(self._row.length)
        clip = _clip_in(self._slot)  # create_clip returns None on some versions
        if clip is None:
            raise WriteFailed("Live created no clip in the slot")
        if self._row.notes:
            clip.add_new_notes(tuple(_specification(note) for note in self._row.notes))
        if self._row.name is not None and clip.name != self._row.name:
            clip.name = self._row.name

    def read(self) -> ClipCreated:
        """The clip in the slot, as Live shows it."""
        clip = _clip_in(self._slot)
        if clip is None:
            raise WriteFailed("the slot is empty")
        return ClipCreated(pointer(self._slot), pointer(clip), clip.name, clip.length, read_notes(clip))

    def trace(self) -> Trace:
        """By the slot, whose identity does not depend on what it holds."""
        return ClipTrace(self._slot, self.read())

    def long_lists(self) -> Iterable[tuple[Any, str]]:
        """None."""
        return ()

    def _delete(self) -> None:
        self._slot.delete_clip()

    def _place(self) -> str:
        return f"the slot of track {self._row.track}, scene {self._row.scene}"

    def _difference(self) -> str:
        return f"{self._place()} still holds the new clip" if self._slot.has_clip else ""


class ClipTrace:
    """Whether the clip is there with its notes."""

    def __init__(self, slot: Live.ClipSlot.ClipSlot, made: ClipCreated) -> None:
        self._slot, self._made = slot, made

    def standing(self) -> Standing:
        """Empty is before; the same name, length and notes is after."""
        clip = _clip_in(self._slot)
        if clip is None:
            return "before"
        same = clip.name == self._made.name and clip.length == self._made.length
        return "after" if same and read_notes(clip) == self._made.notes else "neither"


def _clip_in(slot: Live.ClipSlot.ClipSlot) -> Live.Clip.Clip | None:
    return slot.clip if slot.has_clip else None


def _specification(note: NoteRow) -> Live.Clip.MidiNoteSpecification:
    return Live.Clip.MidiNoteSpecification(
        pitch=note.pitch,
        start_time=note.start,
        duration=note.duration,
        velocity=note.velocity,
        mute=note.mute,
        probability=note.probability,
        velocity_deviation=note.velocity_deviation,
        release_velocity=note.release_velocity,
    )


def read_notes(clip: Live.Clip.Clip) -> tuple[NoteRow, ...]:
    """All notes of a clip, by start, then pitch."""
    found: Sequence[Live.Clip.MidiNote]
    if has(clip, "get_all_notes_extended"):
        found = [*clip.get_all_notes_extended()]
    else:
        found = [*clip.get_notes_extended(0, PITCHES, EARLIEST, SPAN)]
    return tuple(sorted((_row(note) for note in found), key=lambda note: (note.start, note.pitch)))


def _row(note: Live.Clip.MidiNote) -> NoteRow:
    return NoteRow(
        pitch=note.pitch,
        start=note.start_time,
        duration=note.duration,
        velocity=note.velocity,
        mute=note.mute,
        probability=note.probability,
        velocity_deviation=note.velocity_deviation,
        release_velocity=note.release_velocity,
    )
