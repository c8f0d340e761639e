"""What becomes of an Arrangement clip when another lands strictly inside it?"""

from __future__ import annotations

from ...reading import Reading
from ..bench import Bench, need
from ..question import Answer, Question


def _ask(bench: Bench) -> Reading[Answer]:
    track = bench.track()
    need(track, "create_midi_clip")
    with bench.step():
        track.create_midi_clip(0.0, 16.0)
    yield from bench.turn()
    with bench.step():
        track.create_midi_clip(4.0, 4.0)
    yield from bench.turn()
    spans = [[float(clip.start_time), float(clip.end_time)] for clip in track.arrangement_clips]
    setting = None
    if spans == [[0.0, 4.0], [4.0, 8.0]]:
        setting = "lose"
    elif spans == [[0.0, 4.0], [4.0, 8.0], [8.0, 16.0]]:
        setting = "split"
    return Answer(setting, {"clips by start and end": [[*span] for span in spans]})


QUESTION = Question(
    "arrangement_overlap",
    "arrangement_overlap",
    "Creates a clip of 16 beats on a track of its own, and one of 4 beats in its middle. The track is deleted.",
    _ask,
)
