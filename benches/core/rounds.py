"""Interleaved rounds: every contestant runs in every round, and what is reported are ratios within a round, because a
shared machine's speed drifts by a factor of two within minutes. Time is that of the thread, so that waiting for a
processor does not count."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True)
class Gate:
    """A bound on the ratio of two contestants' times."""

    name: str
    base: str
    most: float

    def tell(self, title: str, result: Result) -> str | None:
        """Prints what was measured beside the bound, and answers what is wrong, if anything is."""
        ratio = result.ratio(self.name, self.base)
        print(f"  {self.name} / {self.base} {ratio:.5f}, bar {self.most:.5f}")
        return None if ratio <= self.most else f"{title}: {self.name} / {self.base} is {ratio:.5f}"


def broken_gates(title: str, gates: Sequence[Gate], result: Result) -> list[str]:
    """Which of these do not hold."""
    told = [gate.tell(title, result) for gate in gates]
    return [wrong for wrong in told if wrong is not None]


def conclude(broken: Sequence[str]) -> int:
    """Prints which gates do not hold; the exit code."""
    print("\ngates: " + ("; ".join(broken) if broken else "all hold"))
    return 1 if broken else 0


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
