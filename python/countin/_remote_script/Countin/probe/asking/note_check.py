"""Where is a note value out of range refused: where the note is described, or where it is added?"""

from __future__ import annotations

import Live

from ...reading import Reading
from ...refusals import refused_by_live
from ..bench import Bench
from ..question import Answer, Question


def _ask(bench: Bench) -> Reading[Answer]:
    clip = bench.clip(bench.track())
    yield from bench.turn()
    try:
        note = Live.Clip.MidiNoteSpecification(pitch=60, start_time=0.0, duration=1.0, velocity=1000.0)
    except Exception as error:  # noqa: BLE001  (the class is what is asked)
        return Answer("constructor", {"refusal": f"{type(error).__name__}: {refused_by_live(error)}"})
    try:
        with bench.step():
            clip.add_new_notes((note,))
    except Exception as error:  # noqa: BLE001  (the class is what is asked)
        return Answer("add", {"refusal": f"{type(error).__name__}: {refused_by_live(error)}"})
    kept = [float(note.velocity) for note in clip.get_notes_extended(0, 128, 0.0, 4.0)]
    return Answer(None, {"velocities kept": [*kept]})


QUESTION = Question(
    "note_check",
    "note_check",
    "Describes a note of velocity 1000 and adds it to a clip on a track of its own. The track is deleted.",
    _ask,
)
