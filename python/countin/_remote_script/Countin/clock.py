"""The two clocks of the script, in one place so that a test can move them."""

from __future__ import annotations

import time


class Clock:
    """Seconds that only go forward, and Unix milliseconds, which deadlines are in."""

    def now(self) -> float:
        """Seconds from some moment, never backwards."""
        return time.perf_counter()

    def unix_ms(self) -> int:
        """Milliseconds since 1970, as the machine's clock has them."""
        return time.time_ns() // 1_000_000
