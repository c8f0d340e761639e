"""Work that a script asks for later: scheduled messages, counted in display turns, and tasks, driven once a turn."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import count
from typing import Any, Final

TURN_SECONDS: Final = 0.1
"""The length of one display turn."""

Callback = Callable[..., Any]
Guard = Callable[[], AbstractContextManager[object]]


class ScheduledMessages:
    """The queue behind `schedule_message`. A delay of 0 and one of 1 both mean the next turn; what is scheduled during
    a turn runs at the next one at the earliest. `add` may be called from any thread, as socket threads do."""

    def __init__(self) -> None:
        self._turn = 0
        self._serial = count()
        self._incoming: deque[tuple[int, int, Callback, object]] = deque()
        self._waiting: list[tuple[int, int, Callback, object]] = []

    def __len__(self) -> int:
        return len(self._incoming) + len(self._waiting)

    def add(self, delay: int, callback: Callback, parameter: object = None) -> None:
        """Run `callback` after `delay` turns; with `parameter` only when that is truthy."""
        self._incoming.append((self._turn + max(1, delay), next(self._serial), callback, parameter))

    def clear(self) -> None:
        """Forget everything that has not run."""
        self._incoming.clear()
        self._waiting.clear()

    def turn(self, guard: Guard) -> None:
        """Run what is due, in the order it was asked for. One that raises does not stop the others; then what was
        raised is raised (several: as a group)."""
        self._turn += 1
        for _ in range(len(self._incoming)):
            heapq.heappush(self._waiting, self._incoming.popleft())
        errors: list[Exception] = []
        while self._waiting and self._waiting[0][0] <= self._turn:
            _, _, callback, parameter = heapq.heappop(self._waiting)
            try:
                with guard():
                    _call(callback, parameter)
            except Exception as error:  # noqa: BLE001 - one script callback must not starve the ones behind it
                errors.append(error)
        raise_all(errors)


def _call(callback: Callback, parameter: object) -> None:
    if parameter:
        callback(parameter)
    else:
        callback()


def raise_all(errors: list[Exception]) -> None:
    """Raise the one error, or several as a group; nothing when there is none."""
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise ExceptionGroup("several callbacks failed", errors)
