"""Live.TuningSystem: the tuning of a Set that has another one than twelve equal steps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from countin.sim.document import TuningDocument
from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle
from countin.sim.kernel.states import SongState
from countin.sim.kernel.values import PitchClassAndOctave, ReferencePitch

tuning_system = Behaviour("Live.TuningSystem.TuningSystem")
older_system = Behaviour("Live.Song.TuningSystem")
older_system.constants(minimum_note=0, maximum_note=127)


def _of(state: SongState) -> TuningDocument:
    if state.tuning is None:
        raise RuntimeError("The Set has no tuning system")
    return state.tuning


def _write(handle: Handle, state: SongState, **changes: Any) -> None:  # fields of the document
    changed = replace(_of(state), **changes)
    handle.sim_store.edit(SongState, handle.sim_key).tuning = changed


@tuning_system.get("name")
def get_name(_handle: Handle, state: SongState) -> str:
    """Any text."""
    return _of(state).name


@tuning_system.set("name")
def set_name(handle: Handle, state: SongState, value: str) -> None:
    """Any text."""
    _write(handle, state, name=value)


@tuning_system.get("note_tunings")
def get_note_tunings(_handle: Handle, state: SongState) -> list[float]:
    """Cents, a plain list."""
    return list(_of(state).note_tunings)


@tuning_system.set("note_tunings", accepts="tuple")
def set_note_tunings(handle: Handle, state: SongState, value: tuple[float, ...]) -> None:
    """A tuple of as many cents; RuntimeError for another number of notes."""
    if len(value) != len(_of(state).note_tunings):
        raise RuntimeError("Invalid number of note tunings")
    _write(handle, state, note_tunings=tuple(float(cents) for cents in value))


@tuning_system.get("number_of_notes_in_pseudo_octave")
@older_system.get("number_of_notes_in_pseudo_octave")
def get_number_of_notes(_handle: Handle, state: SongState) -> int:
    """12 in an octave of semitones."""
    return len(_of(state).note_tunings)


@tuning_system.get("pseudo_octave_in_cents")
def get_pseudo_octave(_handle: Handle, state: SongState) -> float:
    """1200 for an octave."""
    return _of(state).pseudo_octave_in_cents


def _note(name: str) -> None:
    def getter(_handle: Handle, state: SongState) -> PitchClassAndOctave:
        return PitchClassAndOctave(*getattr(_of(state), name))

    def setter(handle: Handle, state: SongState, value: PitchClassAndOctave | None) -> None:
        if value is None or not 0 <= value.index_in_octave < len(_of(state).note_tunings):
            raise RuntimeError("Invalid note")
        _write(handle, state, **{name: (value.index_in_octave, value.octave)})

    tuning_system.get(name)(getter)
    tuning_system.set(name)(setter)


_note("lowest_note")
_note("highest_note")


@tuning_system.get("reference_pitch")
def get_reference_pitch(_handle: Handle, state: SongState) -> ReferencePitch:
    """A3 at 440 Hz mostly."""
    tuning = _of(state)
    return ReferencePitch(*tuning.reference_note, tuning.reference_frequency)


@tuning_system.set("reference_pitch")
def set_reference_pitch(handle: Handle, state: SongState, value: ReferencePitch | None) -> None:
    """RuntimeError for a frequency that is not positive."""
    if value is None or not value.frequency > 0:
        raise RuntimeError("Invalid reference pitch")
    note = (value.index_in_octave, value.octave)
    _write(handle, state, reference_note=note, reference_frequency=value.frequency)
