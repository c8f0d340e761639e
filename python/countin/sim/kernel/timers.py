"""Live.Base.Timer on simulated time: nothing sleeps, and a timer fires when the clock passes it, on Live's grid."""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from countin.sim.kernel.handles import Instance

if TYPE_CHECKING:
    from countin.sim.kernel.store import Store


@dataclass(slots=True)
class Timers:
    """All timers of one embedded Live. `now` in seconds."""

    resolution: float
    now: float = 0.0
    running: list[Any] = field(default_factory=list[Any])  # Timer classes are made for each world
    errors: list[str] = field(default_factory=list[str])
    """Tracebacks of callbacks that raised; each stopped its timer."""

    def due_after(self, interval: float) -> float:
        """When a timer of this interval (seconds) fires next: never before it, on the grid."""
        step = max(self.resolution, 1e-4)
        return math.ceil((self.now + interval) / step - 1e-9) * step

    def next_due(self, until: float) -> Any | None:
        """The running timer that fires first, not later than `until`."""
        due = [timer for timer in self.running if timer.sim_due <= until + 1e-12]
        return min(due, key=lambda timer: timer.sim_due) if due else None

    def fire(self, timer: Any) -> str | None:
        """Call a timer that is due. What its callback raises stops it; the trace is kept and answered."""
        self.now = max(self.now, timer.sim_due)
        if timer.sim_repeat:
            timer.sim_due = self.due_after(timer.sim_interval)
        else:
            self.running.remove(timer)
        try:
            timer.sim_callback()
        except Exception:  # noqa: BLE001 - a script's callback may raise anything; Live goes on
            self.errors.append(traceback.format_exc())
            if timer in self.running:
                self.running.remove(timer)
            return self.errors[-1]
        return None


def make_timer_class(store: Store, timers: Timers) -> type[Any]:
    """The class Live.Base.Timer of this world: Timer(callback, interval_ms, repeat=False, start=False)."""

    class Timer(Instance):
        """Calls back on Live's main thread."""

        __slots__ = ("__weakref__", "sim_callback", "sim_due", "sim_interval", "sim_repeat")

        def __init__(
            self, callback: Callable[[], object], interval: int, repeat: bool = False, start: bool = False
        ) -> None:
            store.inspect("Timer")
            self.sim_callback, self.sim_interval, self.sim_repeat = callback, interval / 1000, repeat
            self.sim_due = 0.0
            if start:
                self.start()

        @property
        def running(self) -> bool:
            """Whether it will call back."""
            return self in timers.running

        def start(self) -> None:
            """Nothing when it runs already."""
            store.inspect("Timer.start")
            if not self.running:
                self.sim_due = timers.due_after(self.sim_interval)
                timers.running.append(self)

        def stop(self) -> None:
            """Nothing when it does not run."""
            store.inspect("Timer.stop")
            if self.running:
                timers.running.remove(self)

        def restart(self) -> None:
            """Counts from now again."""
            self.stop()
            self.start()

    Timer.__module__, Timer.__qualname__ = "Base", "Timer"
    return Timer
