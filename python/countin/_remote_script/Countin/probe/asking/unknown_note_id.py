"""Is removing a note by an id that the clip does not have refused?"""

from __future__ import annotations

import Live

from ...reading import Reading
from ...refusals import refused_by_live
from ..bench import Bench
from ..question import Answer, Question


def _ask(bench: Bench) -> Reading[Answer]:
    clip = bench.clip(bench.track())
    with bench.step():
        clip.add_new_notes((Live.Clip.MidiNoteSpecification(pitch=60, start_time=0.0, duration=1.0),))
    yield from bench.turn()
    known = max(note.note_id for note in clip.get_notes_extended(0, 128, 0.0, 4.0))
    try:
        with bench.step():
            clip.remove_notes_by_id((known + 1000,))
    except Exception as error:  # noqa: BLE001  (the class is what is asked)
        return Answer("raise", {"refusal": f"{type(error).__name__}: {refused_by_live(error)}"})
    left = len(clip.get_notes_extended(0, 128, 0.0, 4.0))
    return Answer("ignore" if left == 1 else None, {"notes left of one": left})


QUESTION = Question(
    "unknown_note_id",
    "unknown_note_id",
    "Adds a note to a clip on a track of its own and removes one by an id that is not there. The track is deleted.",
    _ask,
)
