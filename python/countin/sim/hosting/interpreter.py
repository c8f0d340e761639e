"""Who gets Python's interpreter lock, for studies of timing. In Live a script's threads get it only while Live's main
thread is inside Python (LIVE_API section 2.1); and other work in Live's process takes it away. Both without load on the
machine: whoever holds the lock sleeps.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from types import TracebackType
from typing import Final, Self

LONGEST: Final = 0.5
"""Seconds of one sleep: some systems refuse longer ones."""
SLEPT_AT_LEAST: Final = 0.0005


def _sleeper() -> Callable[[float], None]:
    """A sleep that does not let go of the lock: `ctypes.PyDLL` calls keep it."""
    if sys.platform == "win32":
        sleep = ctypes.PyDLL("kernel32").Sleep
        return lambda seconds: sleep(ctypes.c_uint32(round(seconds * 1000)))
    usleep = ctypes.PyDLL(None).usleep
    return lambda seconds: usleep(ctypes.c_uint32(round(seconds * 1_000_000)))


_sleep: Final = _sleeper()


def hold(seconds: float) -> None:
    """Sleep and keep the interpreter lock: no other thread runs Python meanwhile."""
    left = seconds
    while left > 0:
        _sleep(min(left, LONGEST))
        left -= LONGEST


def holds(share: float, period: float, seed: int) -> Iterator[tuple[float, float]]:
    """Without end: how long the lock is held and how long it is free, in seconds. On average a period is `period` long
    and the lock held for `share` of it; each period is between half and one and a half times as long, by `seed` alone.
    """
    draw = Random(seed)
    while True:
        length = period * draw.uniform(0.5, 1.5)
        yield length * share, length * (1.0 - share)


class LockTaker:
    """A thread of this process that takes the interpreter lock for a share of the time, by `holds`. As a context
    manager it ends with its block. ValueError for a share that is not from 0 to 0.95 or a period that is not from 1 ms
    to 1 s."""

    def __init__(self, share: float, period: float = 0.02, seed: int = 0) -> None:
        if not 0.0 < share <= 0.95:
            raise ValueError(f"a share is above 0 and at most 0.95, not {share!r}")
        if not 0.001 <= period <= 1.0:
            raise ValueError(f"a period is from 0.001 to 1 s, not {period!r}")
        self.share, self.period, self.seed = share, period, seed
        self.taken = 0
        """How often it has taken the lock so far."""
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._take, name="countin-sim-lock-taker", daemon=True)

    def start(self) -> None:
        """Begin to take it."""
        self._thread.start()

    def stop(self) -> None:
        """Take it no more."""
        self._is_over.set()
        if self._thread.ident is not None:
            self._thread.join()

    def planned(self, number: int) -> list[tuple[float, float]]:
        """Its first so many periods: the same for the same seed."""
        return [*islice(holds(self.share, self.period, self.seed), number)]

    def _take(self) -> None:
        for held, free in holds(self.share, self.period, self.seed):
            hold(held)
            self.taken += 1
            if self._is_over.wait(max(free, SLEPT_AT_LEAST)):
                return

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
