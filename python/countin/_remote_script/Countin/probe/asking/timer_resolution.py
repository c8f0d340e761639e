"""On which grid of time does Live.Base.Timer fire?"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from itertools import pairwise

import Live

from ...reading import Reading
from ..bench import Bench
from ..question import Answer, Question, Unasked

FIRINGS, FEWEST, TURNS = 100, 20, 60
STALL = 4
"""A gap so many times the median is Live's being busy, not its grid."""


def _ask(bench: Bench) -> Reading[Answer]:
    if not hasattr(Live.Base, "Timer"):
        raise Unasked("this Live has no Timer")
    moments: list[float] = []
    timer = Live.Base.Timer(lambda: moments.append(bench.live.clock.now()), 1, True, False)
    yield from bench.turn()
    timer.start()
    try:
        yield from bench.turns_until(lambda: len(moments) >= FIRINGS, TURNS)
    finally:
        timer.stop()
    gaps = [1000 * (later - earlier) for earlier, later in pairwise(moments)]
    if len(gaps) < FEWEST:
        return Answer(None, {"firings": len(moments)})
    mean = _mean(gaps)
    told = {"firings": len(moments), "mean ms": mean, "shortest ms": min(gaps), "longest ms": max(gaps)}
    return Answer(max(1, round(mean)), {**told})


def _mean(gaps: Sequence[float]) -> float:
    median = statistics.median(gaps)
    return statistics.fmean(gap for gap in gaps if median == 0 or gap <= STALL * median)


QUESTION = Question(
    "timer_resolution",
    "timer_resolution_ms",
    "Runs a timer of 1 ms for a hundred firings and measures the time between them. The timer is stopped.",
    _ask,
)
