"""How long reads share Live's main thread: a reader is a generator that says where it may be put aside."""

from __future__ import annotations

from collections.abc import Generator
from enum import IntEnum
from typing import TypeVar


class Pause(IntEnum):
    """Where a task stands when it hands back control."""

    MAY = 0
    """It may go on at once, if there is time."""
    NEXT_TICK = 1
    """Only in another pump."""
    DISPLAY = 2
    """Only in a pump that `update_display` started."""


T = TypeVar("T")
Reading = Generator[Pause, None, T]


def finish(reading: Reading[T]) -> T:
    """Read on without a pause, for what must be seen in one callback. What needs another tick is refused."""
    while True:
        try:
            pause = next(reading)
        except StopIteration as end:
            return end.value
        if pause is not Pause.MAY:
            reading.close()
            raise RuntimeError("this cannot be read in one callback")


class Progress:
    """How far a reading is: what a `progress` frame tells."""

    def __init__(self) -> None:
        self.done = 0
        self.total = 0
