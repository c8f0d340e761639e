"""Do new MIDI tracks come up armed?"""

from __future__ import annotations

from ...reading import Reading
from ..bench import Bench
from ..question import Answer, Question


def _ask(bench: Bench) -> Reading[Answer]:
    bench.track()
    yield from bench.turn()
    return Answer(bench.came_armed, {"armed": bench.came_armed})


QUESTION = Question(
    "new_midi_tracks_armed",
    "new_midi_tracks_armed",
    "Makes a MIDI track and reads whether it is armed. The track is deleted.",
    _ask,
)
