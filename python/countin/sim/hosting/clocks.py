"""How a hosted Live's time relates to ours: a tick each 100 ms, as fast as it goes, or only when told."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, Protocol

from countin.sim.host import Host
from countin.sim.hosting.options import ClockName

FAST_STEP: Final = 0.01
"""Simulated seconds that the fast clock moves at once."""
FAST_WAIT: Final = 0.001
"""Real seconds it waits for each step, so that sockets and other threads get their turn."""
PARENT_CHECK: Final = 1.0
"""No wait is longer: the owner's life is looked at between waits."""
SLEPT: Final = 5.0
"""A gap of more real seconds than this is a machine that slept: the time is not caught up."""


class Clock(Protocol):
    """Asked in turn: how long to wait for a line, then to let the Live's time catch up."""

    def wait(self, host: Host) -> float:
        """Real seconds until there is something to do."""
        ...

    def move(self, host: Host) -> None:
        """Let the Live's time pass as far as it is due."""
        ...


class RealClock:
    """The Live's seconds are ours: a display turn each 100 ms, timers when they fall due."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._moved_to = now()

    def wait(self, host: Host) -> float:
        due = self._moved_to + host.seconds_until_next_event() - self._now()
        return min(max(due, 0.0), PARENT_CHECK)

    def move(self, host: Host) -> None:
        now = self._now()
        gap, self._moved_to = now - self._moved_to, now
        if 0.0 < gap < SLEPT:
            host.advance(gap)


class FastClock:
    """Ten times as fast as real at most; the machine is shared."""

    def wait(self, host: Host) -> float:
        return FAST_WAIT

    def move(self, host: Host) -> None:
        host.advance(FAST_STEP)


class SteppedClock:
    """Time stands still but for the lines that say `tick`."""

    def wait(self, host: Host) -> float:
        return PARENT_CHECK

    def move(self, host: Host) -> None:
        """Nothing: only `tick` moves this clock."""


CLOCKS: Final[dict[ClockName, Callable[[], Clock]]] = {"real": RealClock, "fast": FastClock, "stepped": SteppedClock}
