"""Do script changes of several calls gather in one undo step?"""

from __future__ import annotations

from ...reading import Reading
from ..bench import TRACK_NAME, Bench
from ..question import Answer, Question


def _ask(bench: Bench) -> Reading[Answer]:
    track = bench.track()
    for name in ("first", "second"):
        yield from bench.turn()
        track.name = name
    yield from bench.turn()
    bench.undo_once()
    yield from bench.turn()
    after = str(track.name)
    setting = {"first": "call", TRACK_NAME: "merged"}.get(after)
    return Answer(setting, {"after one undo of two edits": after})


QUESTION = Question(
    "undo_grouping",
    "undo_grouping",
    "Renames a track of its own twice, in two display turns, and undoes once. The track is deleted.",
    _ask,
)
