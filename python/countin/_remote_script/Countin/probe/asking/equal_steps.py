"""Is an undo step kept whose end equals its start?"""

from __future__ import annotations

from ...reading import Reading
from ..bench import TRACK_NAME, Bench
from ..question import Answer, Question


def _ask(bench: Bench) -> Reading[Answer]:
    track = bench.track()
    yield from bench.turn()
    with bench.step():
        track.name = "first"
    yield from bench.turn()
    with bench.step():
        track.name = "second"
        track.name = "first"
    yield from bench.turn()
    bench.undo_once()
    yield from bench.turn()
    after = str(track.name)
    setting = {"first": "keep", TRACK_NAME: "drop"}.get(after)
    return Answer(setting, {"after one undo": after})


QUESTION = Question(
    "equal_steps",
    "equal_steps",
    "Renames a track of its own, then renames it there and back in one undo step, and undoes once. The track is "
    "deleted.",
    _ask,
)
