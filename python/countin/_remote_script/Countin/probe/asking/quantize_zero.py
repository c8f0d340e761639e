"""What does Clip.quantize do with grid 0?"""

from __future__ import annotations

import Live

from ...reading import Reading
from ...refusals import refused_by_live
from ..bench import Bench
from ..question import Answer, Question

START = 0.3


def _ask(bench: Bench) -> Reading[Answer]:
    clip = bench.clip(bench.track())
    with bench.step():
        clip.add_new_notes((Live.Clip.MidiNoteSpecification(pitch=60, start_time=START, duration=0.5),))
    yield from bench.turn()
    try:
        with bench.step():
            clip.quantize(0, 1.0)
    except Exception as error:  # noqa: BLE001  (the class is what is asked)
        return Answer("raise", {"refusal": f"{type(error).__name__}: {refused_by_live(error)}"})
    start = float(clip.get_notes_extended(0, 128, 0.0, 4.0)[0].start_time)
    return Answer("nothing" if abs(start - START) < 1e-6 else None, {"a note at 0.3 is at": start})


QUESTION = Question(
    "quantize_zero",
    "quantize_zero",
    "Quantizes a note off the grid with grid 0, in a clip on a track of its own. The track is deleted.",
    _ask,
)
