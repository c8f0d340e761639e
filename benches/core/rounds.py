"""Interleaved rounds: every contestant runs in every round, and what is reported are ratios within a round, because a
shared machine's speed drifts by a factor of two within minutes. Time is that of the thread, so that waiting for a
processor does not count."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

Times = Mapping[str, Sequence[float | None]]


@dataclass(frozen=True)
class Contestant:
    """Something that is timed: `every` is the distance between the rounds in which a slow one runs."""

    name: str
    run: Callable[[], object]
    every: int = 1
    repeat: int = 1


@dataclass(frozen=True)
class Result:
    """The times of all contestants, in seconds a call; None for the rounds that one sat out."""

    times: Times

    def best(self, name: str) -> float:
        """The fastest call."""
        return min(value for value in self.times[name] if value is not None)

    def ratio(self, name: str, base: str) -> float:
        """The median over the rounds of this time divided by the base's time in the same round."""
        pairs = zip(self.times[name], self.times[base], strict=True)
        return statistics.median(one / other for one, other in pairs if one is not None and other is not None)


SLACK: Final = 1.4
"""A gate is this much above its bar: ratios, too, move by a quarter from one shared machine to another, and what was
built for speed and is lost costs more."""


@dataclass(frozen=True)
class Bar:
    """What is promised of the ratio of two contestants' times."""

    name: str
    base: str
    most: float

    def missed(self, title: str, result: Result, slack: float) -> Sequence[str]:
        """Prints what was measured beside the bar, and answers it where it is more than bar and slack allow."""
        ratio = result.ratio(self.name, self.base)
        told = f"{self.name} / {self.base} {ratio:.5f}, bar {self.most:.5f}{'' if ratio <= self.most else ', MISSED'}"
        print(f"  {told}")
        return [] if ratio <= self.most * slack else [f"{title}: {told}"]


def report(title: str, contestants: Sequence[Contestant], rounds: int, bars: Sequence[Bar], slack: float) -> list[str]:
    """Times them, prints each with its ratio to the first, and answers the bars that are missed."""
    result = run_rounds(contestants, rounds)
    print(f"\n{title:44} {'best ms':>10} {'of first':>10}")
    for one in contestants:
        ratio = result.ratio(one.name, contestants[0].name)
        print(f"  {one.name:42} {result.best(one.name) * 1e3:10.4f} {ratio:10.2f}")
    return [missed for bar in bars for missed in bar.missed(title, result, slack)]


def conclude(missed: Sequence[str]) -> int:
    """Prints what is missed; the exit code."""
    print("\n" + "\n".join(["missed:", *(f"  {one}" for one in missed)] if missed else ["all hold"]))
    return 1 if missed else 0


def run_rounds(contestants: Sequence[Contestant], rounds: int) -> Result:
    """Times all contestants in interleaved rounds, the collector off and everything older frozen."""
    times: dict[str, list[float | None]] = {one.name: [] for one in contestants}
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        for index in range(rounds):
            start = index % len(contestants)  # nobody always follows the same neighbour, whose data fill the caches
            for one in [*contestants[start:], *contestants[:start]]:
                times[one.name].append(_time(one) if index % one.every == 0 else None)
    finally:
        gc.enable()
        gc.unfreeze()
    return Result(times)


def _time(contestant: Contestant) -> float:
    start = _clock()
    for _ in range(contestant.repeat):
        contestant.run()
    return (_clock() - start) / contestant.repeat


_clock = time.thread_time if time.get_clock_info("thread_time").resolution < 1e-6 else time.perf_counter
