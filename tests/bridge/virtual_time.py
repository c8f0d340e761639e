"""An event loop whose clock moves only when nothing has anything to say: waits of ten seconds take none, over real
sockets. While a worker thread is busy the clock stands still."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Executor
from typing import Any, TypeVar

T = TypeVar("T")
EPOCH = 1_800_000_000.0
"""Unix time at the start of every virtual clock, in seconds."""
_LOOPBACK_SECONDS = 0.002
"""How long real bytes may take between two sockets of this process."""


class _Selector(selectors.DefaultSelector):
    """Waiting moves the clock instead of taking time."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.working = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready now; else the clock goes on by `timeout`."""
        events = super().select(0)
        if events or timeout == 0:
            return events
        if timeout is None or self.working:
            return super().select(None if timeout is None else 0.05)
        events = super().select(_LOOPBACK_SECONDS)
        if not events:
            self.now += max(0.0, timeout)
        return events


class VirtualLoop(asyncio.SelectorEventLoop):
    """The loop."""

    def __init__(self) -> None:
        self.clock = _Selector()
        super().__init__(self.clock)

    def time(self) -> float:
        """Virtual seconds since the start."""
        return self.clock.now

    def run_in_executor(self, executor: Executor | None, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        """Work in a thread holds the clock."""
        future = super().run_in_executor(executor, func, *args)
        self.clock.working += 1
        future.add_done_callback(self._worked)
        return future

    def _worked(self, _: asyncio.Future[Any]) -> None:
        self.clock.working -= 1


def unix_time() -> float:
    """Unix time by the running loop's virtual clock, in seconds."""
    return EPOCH + asyncio.get_running_loop().time()


def run(main: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a test's coroutine on a virtual clock; what a callback raises unseen fails it."""
    unseen: list[Mapping[str, Any]] = []
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.get_loop().set_exception_handler(lambda _, context: unseen.append(context))
        result = runner.run(main())
    assert not unseen, unseen
    return result


async def until(condition: Callable[[], bool]) -> None:
    """Go on once `condition` holds; it must come to hold within a virtual minute."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.001)
