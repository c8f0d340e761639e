"""On which grid of time does Live.Base.Timer fire?"""

from __future__ import annotations

import statistics
from itertools import pairwise

import Live

from ...reading import Reading
from ..bench import Bench
from ..endings import Unasked
from ..question import Answer, Question

FIRINGS, FEWEST, TURNS = 100, 30, 60
WINDOW = 10
"""Firings that are measured together: one that comes late is followed by one that comes soon."""


def _ask(bench: Bench) -> Reading[Answer]:
    if not hasattr(Live.Base, "Timer"):
        raise Unasked("this Live has no Timer")
    moments: list[float] = []
    timer = Live.Base.Timer(lambda: moments.append(1000 * bench.live.clock.now()), 1, True, False)
    yield from bench.turn()
    timer.start()
    try:
        yield from bench.turns_until(lambda: len(moments) >= FIRINGS, TURNS)
    finally:
        timer.stop()
    if len(moments) < FEWEST:
        return Answer(None, {"firings": len(moments)})
    # The median of windows: the few in which Live was busy do not count.
    period = statistics.median(
        (later - earlier) / WINDOW for earlier, later in zip(moments, moments[WINDOW:], strict=False)
    )
    gaps = [later - earlier for earlier, later in pairwise(moments)]
    told = {"firings": len(moments), "period ms": period, "shortest ms": min(gaps), "longest ms": max(gaps)}
    return Answer(max(1, round(period)), {name: round(value, 3) for name, value in told.items()})


QUESTION = Question(
    "timer_resolution",
    "timer_resolution_ms",
    "Runs a timer of 1 ms for a hundred firings and measures the time between them. The timer is stopped.",
    _ask,
)
