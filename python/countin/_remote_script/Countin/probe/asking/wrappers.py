"""Do two reads of one object give one wrapper or two?"""

from __future__ import annotations

from ...reading import Reading
from ..bench import Bench
from ..question import Answer, Question


def _ask(bench: Bench) -> Reading[Answer]:
    yield from bench.turn()
    first, second = bench.song.tracks[0], bench.song.tracks[0]
    cached = first is second
    observed = {"one wrapper": cached, "equal": bool(first == second), "equal hashes": hash(first) == hash(second)}
    return Answer("cached" if cached else "fresh", {**observed})


QUESTION = Question(
    "wrappers", "wrappers", "Reads the first track twice and compares the two. Nothing is written.", _ask
)
