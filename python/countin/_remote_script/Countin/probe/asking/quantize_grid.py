"""Are the grids of Clip.quantize those of recording (5 is 1/16) or those of the clip view (5 is a half note)?"""

from __future__ import annotations

import Live

from ...reading import Reading
from ..bench import Bench
from ..question import Answer, Question

START, GRID = 1.3, 5
LANDINGS = {1.25: "of recording: a sixteenth", 2.0: "of the clip view: a half note"}


def _ask(bench: Bench) -> Reading[Answer]:
    clip = bench.clip(bench.track())
    with bench.step():
        clip.add_new_notes((Live.Clip.MidiNoteSpecification(pitch=60, start_time=START, duration=0.5),))
    yield from bench.turn()
    with bench.step():
        clip.quantize(GRID, 1.0)
    yield from bench.turn()
    start = float(clip.get_notes_extended(0, 128, 0.0, 4.0)[0].start_time)
    return Answer(None, {"a note at 1.3 is at": start, "grid 5 is": LANDINGS.get(round(start, 6), "something else")})


QUESTION = Question(
    "quantize_grid",
    "",
    "Quantizes a note off the grid with grid 5, in a clip on a track of its own. The track is deleted.",
    _ask,
)
