"""Misbehaviour on demand: refused writes, ignored writes, failing reads, failing undo brackets, slow access.

Every fault fires once, unless `repeat` is said. Counting starts at the moment a fault is armed. What is drawn by chance
from a seed, and what needs a host (stalls, dialogs, a person, another Set), is `hosting.misfortunes`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from countin.sim.kernel.errors import WriteIgnored


@dataclass(slots=True)
class _Armed:
    """A fault that waits for the `left`-th event, of `member` only when that is said."""

    left: int
    error: BaseException | None
    member: str | None = None
    repeat: bool = False
    act: Callable[[], object] | None = None
    """What happens instead of an error, before the event goes on."""

    def hit(self, member: str) -> bool:
        """Whether this event is the one."""
        if self.member is not None and self.member != member:
            return False
        self.left -= 1
        return self.left <= 0

    @property
    def spent(self) -> bool:
        return self.left <= 0 and not self.repeat


@dataclass(slots=True)
class Faults:
    """The faults of one embedded Live. `fired` counts the ones that struck, by name."""

    fired: dict[str, int] = field(default_factory=dict[str, int])
    watching: bool = False
    """Whether reads must be looked at at all: kept cheap for a Live without faults."""
    simulated_cost: float = 0.0
    """Seconds that accesses have cost so far by `access_cost`."""
    _writes: list[_Armed] = field(default_factory=list[_Armed])
    _reads: list[_Armed] = field(default_factory=list[_Armed])
    _brackets: dict[str, BaseException] = field(default_factory=dict[str, BaseException])
    _after_step: list[_Armed] = field(default_factory=list[_Armed])
    _cost: float = 0.0
    _write_cost: float = 0.0
    _busy: bool = False

    def raise_at_write(self, k: int, error: BaseException | None = None, *, repeat: bool = False) -> None:
        """The k-th write from now (1 is the next) raises, before anything changed."""
        self._writes.append(_Armed(k, error or RuntimeError("Live refused this write (fault)"), repeat=repeat))

    def ignore_write(self, k: int, *, repeat: bool = False) -> None:
        """The k-th write from now is dropped without a word."""
        self._writes.append(_Armed(k, None, repeat=repeat))

    def ignore_member(self, name: str, *, repeat: bool = True) -> None:
        """Writes of this member ("name", "create_scene") are dropped; every one, unless `repeat` is False."""
        self._writes.append(_Armed(1, None, name, repeat))

    def raise_at_member(self, name: str, error: BaseException | None = None, *, repeat: bool = False) -> None:
        """The next write of this member raises, before anything changed."""
        self._writes.append(_Armed(1, error or RuntimeError(f"Live refused {name} (fault)"), name, repeat))

    def raise_at_read(
        self, k: int, member: str | None = None, error: BaseException | None = None, *, repeat: bool = False
    ) -> None:
        """The k-th read from now raises; of this member only when it is named ("value")."""
        self._reads.append(_Armed(k, error or RuntimeError("Live refused this read (fault)"), member, repeat))
        self.watching = True

    def raise_in_read_back(
        self, k: int = 1, member: str | None = None, error: BaseException | None = None, *, repeat: bool = False
    ) -> None:
        """The k-th read after the next undo step has been closed, or the next undo or redo has run, raises: what a
        script reads to see whether its writes arrived."""
        self._after_step.append(_Armed(k, error or RuntimeError("Live refused this read (fault)"), member, repeat))

    def act_at_write(self, k: int, act: Callable[[], object]) -> None:
        """This happens within the k-th write from now, before anything changed; then the write goes on."""
        self._writes.append(_Armed(k, None, act=act))

    def raise_in_begin_undo_step(self, error: BaseException | None = None) -> None:
        """The next begin_undo_step raises and opens nothing."""
        self._brackets["begin_undo_step"] = error or RuntimeError("begin_undo_step failed (fault)")

    def raise_in_end_undo_step(self, error: BaseException | None = None) -> None:
        """The next end_undo_step raises; the step stays open."""
        self._brackets["end_undo_step"] = error or RuntimeError("end_undo_step failed (fault)")

    def access_cost(self, microseconds: float, *, busy: bool = False) -> None:
        """Every access from now costs this much, counted in `simulated_cost`; `busy` also spends it for real."""
        self._cost, self._busy = microseconds / 1e6, busy
        self.watching = self._cost > 0 or bool(self._reads)

    def write_cost(self, microseconds: float, *, busy: bool = False) -> None:
        """Every write from now costs this much more than a read: slow setters."""
        self._write_cost, self._busy = microseconds / 1e6, busy

    def clear(self) -> None:
        """Nothing is armed any more."""
        self._writes.clear()
        self._reads.clear()
        self._after_step.clear()
        self._brackets.clear()
        self._cost, self._write_cost, self.watching = 0.0, 0.0, False

    def on_write(self, member: str) -> None:
        """Called by the gate before the first change of a call. Raises what is armed for it."""
        if self._write_cost:
            self._spend(self._write_cost)
        strikes = [fault for fault in self._writes if fault.hit(member)]
        self._writes = [fault for fault in self._writes if not fault.spent]
        if member in ("undo", "redo"):
            self._begin_read_back()
        for fault in strikes:
            if fault.act is not None:
                self._count("acted_at_write")
                fault.act()
            elif fault.error is None:
                self._count("ignored_write")
                raise WriteIgnored
            else:
                self._count("raised_at_write")
                raise fault.error

    def on_read(self, member: str) -> None:
        """Called on every access while `watching`. Raises what is armed for it, and spends its cost."""
        if self._cost:
            self._spend(self._cost)
        strikes = [fault for fault in self._reads if fault.hit(member)]
        if not strikes:
            return
        self._reads = [fault for fault in self._reads if not fault.spent]
        self.watching = self._cost > 0 or bool(self._reads)
        self._count("raised_at_read")
        raise strikes[0].error or RuntimeError("Live refused this read (fault)")

    def on_bracket(self, name: str) -> None:
        """Called by begin_undo_step and end_undo_step."""
        error = self._brackets.pop(name, None)
        if error is not None:
            self._count(f"raised_in_{name}")
            raise error
        if name == "end_undo_step":
            self._begin_read_back()

    def _begin_read_back(self) -> None:
        if self._after_step:
            self._reads += self._after_step
            self._after_step = []
            self.watching = True

    def _spend(self, seconds: float) -> None:
        self.simulated_cost += seconds
        if self._busy:
            end = time.perf_counter() + seconds
            while time.perf_counter() < end:
                pass

    def _count(self, name: str) -> None:
        self.fired[name] = self.fired.get(name, 0) + 1
