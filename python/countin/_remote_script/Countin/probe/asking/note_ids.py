"""Are ids of notes used again after a removal, and does a copied clip keep them?"""

from __future__ import annotations

from typing import Any

import Live

from ...reading import Reading
from ..bench import Bench
from ..question import Answer, Question


def _ask(bench: Bench) -> Reading[Answer]:
    track = bench.track()
    clip = bench.clip(track)
    first = _add(bench, clip)
    yield from bench.turn()
    copied: bool | None = None  # a Set of one scene has no second slot
    if len(track.clip_slots) > 1:
        with bench.step():
            track.clip_slots[0].duplicate_clip_to(track.clip_slots[1])
        yield from bench.turn()
        copied = _ids(track.clip_slots[1].clip) == first
    with bench.step():
        clip.remove_notes_by_id(tuple(first))
    again = _add(bench, clip)
    yield from bench.turn()
    return Answer(None, {"a copy keeps the ids": copied, "an id is used again": again == first})


def _add(bench: Bench, clip: Any) -> list[int]:
    with bench.step():
        clip.add_new_notes((Live.Clip.MidiNoteSpecification(pitch=60, start_time=0.0, duration=1.0),))
    return _ids(clip)


def _ids(clip: Any) -> list[int]:
    return [int(note.note_id) for note in clip.get_notes_extended(0, 128, 0.0, 4.0)]


QUESTION = Question(
    "note_ids",
    "",
    "Adds a note to a clip on a track of its own, copies the clip, removes the note and adds another. The track is "
    "deleted.",
    _ask,
)
