"""The two clocks of the script, in one place so that a test can move them."""

from __future__ import annotations

import time


class Clock:
    """Seconds that only go forward, and Unix milliseconds, which deadlines are in."""

    def __init__(self) -> None:
        self.offset = 0.0
        """Seconds added to the clock that only goes forward."""

    def now(self) -> float:
        """Seconds from some moment, never backwards."""
        return time.perf_counter() + self.offset

    def unix_ms(self) -> int:
        """Milliseconds since 1970, as the machine's clock has them."""
        return time.time_ns() // 1_000_000
