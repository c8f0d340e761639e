"""The notes of Live.Clip: reading by window or id, adding, changing, removing, quantizing, and the legacy calls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from countin.sim.kernel.errors import ArgumentError
from countin.sim.kernel.handles import Handle
from countin.sim.kernel.states import ClipState, Note, single
from countin.sim.kernel.values import MidiNote, MidiNoteSpecification, check_note, check_release
from countin.sim.model import note_rules
from countin.sim.model.clip import clip
from countin.sim.model.note_rules import in_window

_GRIDS: Final = {1: 1.0, 2: 0.5, 3: 1 / 3, 4: 1 / 3, 5: 0.25, 6: 1 / 6, 7: 1 / 6, 8: 0.125}
"""Song.RecordingQuantization in beats."""
Legacy = tuple[int, float, float, float, bool]


def need_midi(state: ClipState) -> None:
    """RuntimeError on an audio clip."""
    if state.kind != "midi":
        raise RuntimeError("This function is only available for midi clips")


@clip.watch("notes")
def watch_notes(_handle: Handle, state: ClipState) -> object:
    """Any note."""
    return state.notes


def _write(handle: Handle, notes: tuple[Note, ...]) -> ClipState:
    edited = handle.sim_store.edit(ClipState, handle.sim_key)
    edited.notes = notes
    return edited


# -- reading ----------------------------------------------------------------------------------------------------


def _shown(notes: Iterable[Note]) -> list[MidiNote]:
    return [MidiNote(note) for note in notes]


@clip.do("get_notes_extended")
def get_notes_extended(
    _handle: Handle, state: ClipState, from_pitch: int, pitch_span: int, from_time: float, time_span: float
) -> list[MidiNote]:
    """The notes that start in the window, by pitch, then time."""
    need_midi(state)
    return _shown(note for note in state.notes if in_window(note, from_pitch, pitch_span, from_time, time_span))


@clip.do("get_all_notes_extended")
def get_all_notes_extended(_handle: Handle, state: ClipState) -> list[MidiNote]:
    """Every note, wherever it is."""
    need_midi(state)
    return _shown(state.notes)


@clip.do("get_notes_by_id")
def get_notes_by_id(_handle: Handle, state: ClipState, ids: Iterable[int]) -> list[MidiNote]:
    """ValueError for an unknown id."""
    need_midi(state)
    return _shown(_by_id(state, ids))


def _by_id(state: ClipState, ids: Iterable[int]) -> list[Note]:
    known = {note.id: note for note in state.notes}
    wanted = [*ids]
    if not all(number in known for number in wanted):
        raise ValueError("Unknown note id")
    return [known[number] for number in wanted]


@clip.do("get_selected_notes_extended")
def get_selected_notes_extended(handle: Handle, state: ClipState) -> list[MidiNote]:
    """The selected notes."""
    need_midi(state)
    chosen = _selected(handle)
    return _shown(note for note in state.notes if note.id in chosen)


def _selected(handle: Handle) -> frozenset[int]:
    return handle.sim_store.seen(handle.sim_key, "selected notes", frozenset[int]())


# -- changing ---------------------------------------------------------------------------------------------------


def _numbered(handle: Handle, state: ClipState, notes: Iterable[Note]) -> list[Note]:
    """New notes with ids of their own, rounded as this Live keeps them."""
    rounded = handle.sim_store.switches.note_precision == "single"
    fresh = [note._replace(id=state.next_note_id + index) for index, note in enumerate(notes)]
    return [_single(note) for note in fresh] if rounded else fresh


def _single(note: Note) -> Note:
    return note._replace(
        velocity=single(note.velocity),
        probability=single(note.probability),
        velocity_deviation=single(note.velocity_deviation),
        release_velocity=single(note.release_velocity),
    )


def _add(handle: Handle, state: ClipState, notes: Iterable[Note]) -> list[int]:
    fresh = _numbered(handle, state, notes)
    edited = _write(handle, note_rules.merged(state.notes, fresh))
    edited.next_note_id = state.next_note_id + len(fresh)
    still = {note.id for note in edited.notes}
    return [note.id for note in fresh if note.id in still]


@clip.do("add_new_notes")
def add_new_notes(handle: Handle, state: ClipState, specifications: Iterable[Any]) -> list[int] | None:
    """Any iterable of MidiNoteSpecification; answers the ids of the notes that survived (None before 11.1)."""
    need_midi(state)
    notes = [_specified(handle, entry) for entry in specifications]
    ids = _add(handle, state, notes)
    return ids if handle.sim_store.version >= (11, 1, 0) else None


def _specified(handle: Handle, entry: Any) -> Note:
    if not isinstance(entry, MidiNoteSpecification):
        raise ArgumentError(
            "No registered converter was able to produce a C++ rvalue of type NClipApi::TNoteSpecification "
            f"from this Python object of type {type(entry).__name__}"
        )
    note = entry.sim_note
    if handle.sim_store.switches.note_check == "add":
        check_note(note.pitch, note.duration, note.velocity, note.probability)
        check_release(note.velocity_deviation, note.release_velocity)
    return note


@clip.do("apply_note_modifications")
def apply_note_modifications(handle: Handle, state: ClipState, notes: Any) -> None:
    """A MidiNoteVector from this clip, changed. ValueError for an unknown id; an empty one is refused."""
    need_midi(state)
    changed = {note.note_id: note.sim_note for note in notes or ()}
    if not changed:
        raise RuntimeError("There are no notes to modify")
    _by_id(state, changed)
    _write(handle, note_rules.modified(state.notes, changed))


@clip.do("remove_notes_by_id")
def remove_notes_by_id(handle: Handle, state: ClipState, ids: Iterable[int]) -> None:
    """Unknown ids raise ValueError or are ignored, by the switch `unknown_note_id`."""
    need_midi(state)
    wanted = [*ids]
    if handle.sim_store.switches.unknown_note_id == "raise":
        _by_id(state, wanted)
    _write(handle, note_rules.without(state.notes, frozenset(wanted)))


@clip.do("remove_notes_extended")
def remove_notes_extended(
    handle: Handle, state: ClipState, from_pitch: int, pitch_span: int, from_time: float, time_span: float
) -> None:
    """Removes the notes that start in the window."""
    need_midi(state)
    kept = (note for note in state.notes if not in_window(note, from_pitch, pitch_span, from_time, time_span))
    _write(handle, tuple(kept))


@clip.do("duplicate_notes_by_id")
def duplicate_notes_by_id(
    handle: Handle, state: ClipState, ids: Iterable[int], destination: float | None, transposition: int
) -> list[int]:
    """Copies; the earliest lands on the destination, or right behind the last one. Answers the new ids."""
    need_midi(state)
    chosen = _by_id(state, ids)
    if not chosen:
        return []
    first = min(note.start for note in chosen)
    target = max(note.start + note.duration for note in chosen) if destination is None else destination
    return _add(handle, state, _moved(chosen, target - first, transposition))


def _moved(notes: Iterable[Note], beats: float, semitones: int) -> list[Note]:
    return [
        note._replace(start=note.start + beats, pitch=note.pitch + semitones)
        for note in notes
        if 0 <= note.pitch + semitones <= 127
    ]


@clip.do("duplicate_region")
def duplicate_region(
    handle: Handle,
    state: ClipState,
    start: float,
    length: float,
    destination: float,
    pitch: int,
    transposition: int,
) -> None:
    """Copies the notes of a stretch of time, of one pitch if it is not -1."""
    need_midi(state)
    span = (0, 128) if pitch < 0 else (pitch, 1)
    chosen = [note for note in state.notes if in_window(note, *span, start, length)]
    _add(handle, state, _moved(chosen, destination - start, transposition))


@clip.do("duplicate_loop")
def duplicate_loop(handle: Handle, state: ClipState) -> None:
    """Doubles the brace, copies its notes behind it, and pushes later notes back."""
    need_midi(state)
    length = state.loop_end - state.loop_start
    later = [note._replace(start=note.start + length) for note in state.notes if note.start >= state.loop_end]
    before = tuple(note for note in state.notes if note.start < state.loop_end)
    inside = [note for note in before if note.start >= state.loop_start]
    edited = _write(handle, tuple(sorted([*before, *later], key=note_rules.in_order)))
    edited.loop_end += length
    edited.end_marker = max(edited.end_marker, edited.loop_end)
    _add(handle, edited, _moved(inside, length, 0))


# -- quantizing -------------------------------------------------------------------------------------------------


@clip.do("quantize")
def quantize(handle: Handle, state: ClipState, grid: int, amount: float) -> None:
    """Moves starts towards the grid by an amount 0..1; durations stay. RuntimeError for a grid outside 1..8."""
    _quantize(handle, state, grid, amount, None)


@clip.do("quantize_pitch")
def quantize_pitch(handle: Handle, state: ClipState, pitch: int, grid: int, amount: float) -> None:
    """The same for the notes of one pitch."""
    need_midi(state)
    _quantize(handle, state, grid, amount, pitch)


def _quantize(handle: Handle, state: ClipState, grid: int, amount: float, pitch: int | None) -> None:
    if grid == 0 and handle.sim_store.switches.quantize_zero == "nothing":
        return
    if grid not in _GRIDS:
        raise RuntimeError("Invalid quantization.")
    step = _GRIDS[grid]
    moved = {
        note.id: note._replace(start=note.start + amount * (_nearest_line(note.start, step) - note.start))
        for note in state.notes
        if pitch is None or note.pitch == pitch
    }
    if moved:
        _write(handle, note_rules.modified(state.notes, moved))


def _nearest_line(time: float, step: float) -> float:
    return round(time / step) * step


# -- selection --------------------------------------------------------------------------------------------------


@clip.do("select_all_notes")
def select_all_notes(handle: Handle, state: ClipState) -> None:
    """Selection is view state."""
    need_midi(state)
    handle.sim_store.put(handle.sim_key, "selected notes", frozenset(note.id for note in state.notes))


@clip.do("deselect_all_notes")
def deselect_all_notes(handle: Handle, state: ClipState) -> None:
    """Selection is view state."""
    need_midi(state)
    handle.sim_store.put(handle.sim_key, "selected notes", frozenset[int]())


@clip.do("select_notes_by_id")
def select_notes_by_id(handle: Handle, state: ClipState, ids: Iterable[int]) -> None:
    """Unknown ids are ignored."""
    need_midi(state)
    handle.sim_store.put(handle.sim_key, "selected notes", frozenset(ids) & {note.id for note in state.notes})


# -- legacy -----------------------------------------------------------------------------------------------------


def _legacy(notes: Iterable[Note]) -> tuple[Legacy, ...]:
    return tuple((note.pitch, note.start, note.duration, note.velocity, note.mute) for note in notes)


@clip.do("get_notes")
def get_notes(
    _handle: Handle, state: ClipState, from_time: float, from_pitch: int, time_span: float, pitch_span: int
) -> tuple[Legacy, ...]:
    """Another order of arguments than get_notes_extended; tuples (pitch, time, duration, velocity, mute)."""
    need_midi(state)
    return _legacy(note for note in state.notes if in_window(note, from_pitch, pitch_span, from_time, time_span))


@clip.do("get_selected_notes")
def get_selected_notes(handle: Handle, state: ClipState) -> tuple[Legacy, ...]:
    """The selected notes as tuples."""
    need_midi(state)
    chosen = _selected(handle)
    return _legacy(note for note in state.notes if note.id in chosen)


def _from_legacy(rows: tuple[Any, ...]) -> list[Note]:
    notes: list[Note] = []
    for row in rows:
        if not isinstance(row, tuple) or len(row) != 5:  # pyright: ignore[reportUnknownArgumentType] - scripts are not checked
            raise RuntimeError("Invalid note tuple")
        pitch, start, duration, velocity, mute = row  # pyright: ignore[reportUnknownVariableType]
        check_note(pitch, duration, velocity, 1.0)  # pyright: ignore[reportUnknownArgumentType]
        notes.append(Note(float(start), 0, int(pitch), float(duration), float(velocity), bool(mute), 1.0, 0.0, 64.0))  # pyright: ignore[reportUnknownArgumentType]
    return notes


@clip.do("set_notes")
def set_notes(handle: Handle, state: ClipState, rows: tuple[Any, ...]) -> None:
    """Adds notes from a tuple of tuples; they get default probability, deviation and release velocity."""
    need_midi(state)
    _add(handle, state, _from_legacy(rows))


@clip.do("replace_selected_notes")
def replace_selected_notes(handle: Handle, state: ClipState, rows: tuple[Any, ...]) -> None:
    """Removes the selected notes and adds these."""
    need_midi(state)
    notes = _from_legacy(rows)
    edited = _write(handle, note_rules.without(state.notes, _selected(handle)))
    _add(handle, edited, notes)


@clip.do("remove_notes")
def remove_notes(
    handle: Handle, state: ClipState, from_time: float, from_pitch: int, time_span: float, pitch_span: int
) -> None:
    """The legacy order of arguments."""
    remove_notes_extended(handle, state, from_pitch, pitch_span, from_time, time_span)
