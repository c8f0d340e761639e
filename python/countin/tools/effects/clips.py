"""The effect of creating a MIDI clip in an empty slot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from countin._remote_script.Countin import ids, wire
from countin.declaration import Change, Effect, one_by_one
from countin.tools.wording import beats

_TIMES = ("start", "duration")
_SHOWN_ALWAYS = ("duration", "velocity")
_PLAIN = {"mute": False, "probability": 1.0, "velocity_deviation": 0.0, "release_velocity": 64.0}
"""What Live gives a note by itself: a plan names these only where they differ."""
_WIRE_NAMES = {"velocity_deviation": "velocityDeviation", "release_velocity": "releaseVelocity"}


def in_order(notes: Sequence[wire.NoteRow]) -> list[wire.NoteRow]:
    """Notes as a read-back lists them: by start, then pitch."""
    return sorted(notes, key=lambda note: (note.start, note.pitch))


def _note(note: wire.NoteRow) -> dict[str, Any]:
    shown = {name: getattr(note, name) for name in _SHOWN_ALWAYS}
    rest = {name: getattr(note, name) for name, usual in _PLAIN.items() if getattr(note, name) != usual}
    return shown | {_WIRE_NAMES.get(name, name): value for name, value in rest.items()}


def _changes(row: wire.ClipToCreate, _: Mapping[str, str]) -> Sequence[Change]:
    slot = ids.clip_id(row.track, row.scene)
    clip: dict[str, Any] = {"lengthBeats": row.length, "notes": len(row.notes)}
    if row.name is not None:
        clip["name"] = row.name
    notes = [Change(f"{slot} note {note.pitch} at beat {beats(note.start)}", None, _note(note)) for note in row.notes]
    return [Change(slot, None, clip), *notes]


def _note_differences(planned: wire.NoteRow, found: wire.NoteRow) -> list[str]:
    differences: list[str] = []
    for name in wire.NoteRow._fields:
        expected, value = getattr(planned, name), getattr(found, name)
        same = wire.same_beat if name in _TIMES else wire.same_value
        if not same(expected, value):
            differences.append(f"{name} {value!r}, planned {expected!r}")
    return differences


def _notes_compared(planned: Sequence[wire.NoteRow], found: Sequence[wire.NoteRow]) -> list[str]:
    differences: list[str] = []
    for expected, note in zip_longest(in_order(planned), in_order(found)):
        if expected is None:
            differences.append(f"a note that was not planned: pitch {note.pitch} at beat {beats(note.start)}")
        elif note is None:
            differences.append(f"note {expected.pitch} at beat {beats(expected.start)} is missing")
        elif told := _note_differences(expected, note):
            differences.append(f"note {expected.pitch} at beat {beats(expected.start)} reads {'; '.join(told)}")
    return differences


def _compare(row: wire.ClipToCreate, made: wire.ClipCreated) -> Sequence[str]:
    differences: list[str] = []
    if made.slot_pointer != row.slot_pointer:
        differences.append("the clip is in another slot")
    if row.name is not None and made.name != row.name:
        differences.append(f"the clip is named {made.name!r}, planned was {row.name!r}")
    if not wire.same_beat(made.length, row.length):
        differences.append(f"the clip is {beats(made.length)} beats long, planned were {beats(row.length)}")
    return differences + _notes_compared(row.notes, made.notes)


def _observed(row: wire.ClipToCreate, made: wire.ClipCreated) -> dict[str, Any]:
    return {
        "clip": {
            "id": ids.clip_id(row.track, row.scene),
            "name": made.name,
            "lengthBeats": made.length,
            "noteCount": len(made.notes),
        }
    }


MIDI_CLIP = Effect(wire.CREATE_MIDI_CLIP, one_by_one(_changes), _compare, _observed, lambda row: 1 + len(row.notes))
