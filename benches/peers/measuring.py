"""Interleaved rounds over everybody on a stage, each checked in the simulator."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from benches.peers.contestants import TURN, Change, Contestant, Cost, Failed, Work, values_of
from benches.peers.live import SIZES, track_of
from benches.peers.stage import Stage
from countin.sim.hosting.child import Child

LONGEST: Final = 60.0
"""Seconds: who would need longer for one go is not run; who has used so many in earlier rounds sits out."""


@dataclass(slots=True)
class Line:
    """A contestant at one size, round by round; None where it sat out."""

    peer: str
    call: str
    source: str
    size: int
    costs: list[Cost | None] = field(default_factory=list[Cost | None])
    turns: list[int] = field(default_factory=list[int])
    """Display turns that passed meanwhile."""
    refused: str = ""
    """Why it was not run."""

    @property
    def used(self) -> float:
        """Seconds so far."""
        return sum(cost.seconds for cost in self.costs if cost is not None)

    def ratio(self, base: Line) -> float:
        """The median of this time to the other's in the same round."""
        pairs = zip(self.costs, base.costs, strict=True)
        both = ((one, other) for one, other in pairs if one is not None and other is not None)
        return round(statistics.median(one.seconds / other.seconds for one, other in both), 2)

    def figures(self, setter: Line, recall: Line) -> dict[str, Any]:
        """Medians over the rounds; the ratios are those to our two ways."""
        told = {"peer": self.peer, "call": self.call, "source": self.source, "parameters": self.size}
        done = [cost for cost in self.costs if cost is not None]
        if not done:
            return {**told, "refused": self.refused}
        seconds = statistics.median(cost.seconds for cost in done)
        ticks = [cost.ticks for cost in done if cost.ticks is not None] or self.turns
        return {
            **told,
            "milliseconds": round(seconds * 1e3, 1),
            "per_parameter": round(seconds * 1e3 / self.size, 4),
            "requests": done[-1].requests,
            "ticks": round(statistics.median(ticks)),
            "of_set": self.ratio(setter),
            "of_recall": self.ratio(recall),
            "rounds": len(done),
        }


class Fresh:
    """Numbers of patterns that were not used before. 0 and 1 are the ones that a recall goes between."""

    def __init__(self) -> None:
        self._last = 1

    def next(self) -> int:
        """Another one."""
        self._last += 1
        return self._last


def warm(shown: Stage) -> None:
    """Everybody once on the smallest device, so that nobody's first import or connection is in a figure."""
    measure(shown, SIZES[0], 1)


def measure(shown: Stage, size: int, rounds: int) -> list[dict[str, Any]]:
    """Everybody at one size. RuntimeError where values are not in the Set."""
    fresh = Fresh()
    for pattern in (0, 1):
        work = Work(track_of(size), values_of(pattern, size))
        shown.setter.do(work)
        _settled(shown.live, work)
        shown.recall.capture(work)
    lines = [_line(one, size) for one in shown.contestants]
    for number in range(rounds):
        for one, line in _from(number, list(zip(shown.contestants, lines, strict=True))):
            sits_out = bool(line.refused) or line.used + (line.used / max(1, number)) > LONGEST
            line.costs.append(None if sits_out else _go(shown, one, line, fresh))
    return [line.figures(lines[0], lines[1]) for line in lines]


def _line(one: Contestant, size: int) -> Line:
    needs = one.turns(size) * TURN
    refused = f"would take {needs:.0f} s: {one.turns(size)} display turns" if needs > LONGEST else ""
    return Line(one.peer, one.call, one.source, size, refused=refused)


Item = TypeVar("Item")


def _from(start: int, items: Sequence[Item]) -> Iterator[Item]:
    """Everybody once, each round begun by another."""
    for place in range(len(items)):
        yield items[(place + start) % len(items)]


def _go(shown: Stage, one: Contestant, line: Line, fresh: Fresh) -> Cost | None:
    work = Work(track_of(line.size), values_of(one.pattern(fresh.next()), line.size))
    before = _turns(shown.live)
    try:
        cost = one.do(work)
    except Failed as failure:  # a stranger may fail, and its words are the figure; we may not
        line.refused = f"it failed: {str(failure)[:110]}"
        line.costs = [None for _ in line.costs]
        return None
    line.turns.append(_turns(shown.live) - before)
    _settled(shown.live, work, one)
    return cost


def _turns(live: Child) -> int:
    return int(live.say(log=1)["turns"])


def _settled(live: Child, work: Work, one: Contestant | None = None) -> None:
    """Everything that was written is there; asked of the simulator itself."""
    wrong = [change for change in work.changes if live.person(_path(work, change), get="value") != change.value]
    if wrong:
        who = one.peer if one else "set-up"
        raise RuntimeError(f"{who}: {len(wrong)} of {len(work.values)} values are not in the Set")


def _path(work: Work, change: Change) -> str:
    return f"song.tracks[{work.track}].devices[{change.device}].parameters[{change.parameter}]"
