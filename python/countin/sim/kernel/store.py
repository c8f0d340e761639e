"""The store of records: every read of the object model enters here, and every write passes its one gate.

A record is a key, a life and a state. A life ends when the record is removed, by deletion or by undo; what comes back
has a new life, so old handles stay dead. Volatile facts (transport, selection, meters) stand beside the records.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import RLock, get_ident
from typing import Any, Literal, Protocol, TypeVar, cast

from countin.sim.kernel.errors import NOTIFYING, UNDOING, WriteIgnored
from countin.sim.kernel.faults import Faults
from countin.sim.kernel.history import History, Images
from countin.sim.kernel.listeners import Listeners
from countin.sim.kernel.states import Key, State
from countin.sim.kernel.switches import Switches
from countin.sim.kernel.table import ClassSpec

S = TypeVar("S", bound=State)
Manner = Literal["strict", "live"]
# The volatile facts of a record are as varied as the object model: each reader knows the type of the name it asks for.
Volatile = dict[tuple[Key, str], Any]
PATIENCE = 1.0
"""Seconds that a call from another thread waits for the main thread's callback: Live itself would not wait at all, and
a script that joins its thread in `disconnect` must not hang here."""


class LiveClasses(Protocol):
    """The classes that scripts see, as whoever holds a store asks for them; each knows the store, not the other way."""

    table: dict[str, ClassSpec]
    by_path: dict[str, Any]
    missing: list[str]

    def of(self, state: State, role: int) -> type[Any]:
        """The class of a handle of this state in this role."""
        ...

    def vector(self, kind: str, items: Iterable[object]) -> Any:
        """A vector of this class of Live ("StringVector") or a Base.Vector."""
        ...


class Record:
    """A state with an identity. `stamp` says in which step it was last copied: only then may it be changed in place."""

    __slots__ = ("digest", "key", "life", "stamp", "state")

    def __init__(self, key: Key, life: int, state: State, stamp: int) -> None:
        self.key, self.life, self.state, self.stamp = key, life, state, stamp
        self.digest: bytes | None = None


@dataclass(slots=True)
class Counters:
    """What happened so far in one embedded Live. Reset any of them by assignment."""

    off_thread_accesses: int = 0
    writes: int = 0
    browser_reads: int = 0
    """In the current call only."""


@dataclass(frozen=True, slots=True)
class SavedState:
    """A whole store at one moment, to come back to."""

    records: dict[Key, tuple[int, State]]
    volatile: Volatile
    history: History
    lag: dict[tuple[Key, int], float]
    muted_lag: dict[Key, bool]
    deferred: dict[tuple[str, Key], int]


@dataclass(eq=False)
class Store:
    """All records of one embedded Live, their history, and the rules of access."""

    switches: Switches
    manner: Manner
    version: tuple[int, int, int]
    classes: LiveClasses
    listeners: Listeners
    records: dict[Key, Record] = field(default_factory=dict[Key, Record])
    volatile: Volatile = field(default_factory=dict[tuple[Key, str], Any])
    faults: Faults = field(default_factory=Faults)
    counters: Counters = field(default_factory=Counters)
    history: History = field(default_factory=History)
    lag: dict[tuple[Key, int], float] = field(default_factory=dict[tuple[Key, int], float])
    """Values of macro-driven parameters as they still read until the next tick."""
    muted_lag: dict[Key, bool] = field(default_factory=dict[Key, bool])
    """muted_via_solo as it still reads until the next tick."""
    read_lag: dict[tuple[Key, str], Any] = field(default_factory=dict[tuple[Key, str], Any])
    """Properties as they still read until the next tick, although their new value is in the Set already."""
    deferred: dict[tuple[str, Key], int] = field(default_factory=dict[tuple[str, Key], int])
    """Marks of effects to come: (effect, record) and the ticks left."""
    song: Key = 0
    application: Key = 0
    browser: Key = 0
    shape: int = 0
    """Grows when a record comes or goes: caches of structure compare it."""
    accesses: int = 0
    main: int = field(default_factory=get_ident)
    depth: int = 0
    """Members being called, one inside the other."""
    block_depth: int = 0
    """Main-thread blocks being held, one inside the other."""
    passed: bool = False
    """Whether the running call has been let through the gate."""
    notifying: bool = False
    undoing: bool = False
    stamp: int = 1
    caches: dict[str, tuple[int, Any]] = field(default_factory=dict[str, tuple[int, Any]])
    _keys: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _lives: Iterator[int] = field(default_factory=lambda: itertools.count(4096))
    _lock: Any = field(default_factory=RLock)  # RLock is a function to the type checker
    _member: str = ""

    def __post_init__(self) -> None:
        self.history.keep_equal = self.switches.equal_steps == "keep"
        self.history.merged = self.switches.undo_grouping == "merged"

    # -- reading ------------------------------------------------------------------------------------------------

    def get(self, kind: type[S], key: Key) -> S:
        """The state of a record that is known to be there and of this kind."""
        return cast("S", self.records[key].state)

    def find(self, kind: type[S], key: Key | None) -> S | None:
        """The state of a record if it exists and is of this kind."""
        record = self.records.get(key) if key is not None else None
        return record.state if record is not None and isinstance(record.state, kind) else None

    def inspect(self, member: str) -> None:
        """The slow part of an access: another thread, or faults that watch reads. RuntimeError off the main thread in
        the manner "strict"."""
        if get_ident() != self.main:
            self.counters.off_thread_accesses += 1
            if self.manner == "strict":
                raise RuntimeError(f"{member} was touched off Live's main thread")
        if self.faults.watching:
            self.faults.on_read(member)

    def seen(self, key: Key, name: str, default: Any = None) -> Any:  # as varied as the object model
        """A volatile fact of a record."""
        return self.volatile.get((key, name), default)

    # -- the gate -----------------------------------------------------------------------------------------------

    def gate(self) -> None:
        """The one way in for writes: refuses inside notifications and undo, applies faults, counts. Once a call."""
        if self.passed:
            return
        if self.notifying:
            raise RuntimeError(UNDOING if self.undoing else NOTIFYING)
        self.faults.on_write(self._member)
        self.counters.writes += 1
        self.passed = True

    def edit(self, kind: type[S], key: Key) -> S:
        """The state of a record, to be changed: its before-image is taken on the first edit of a step."""
        self.gate()
        record = self.records[key]
        if record.stamp != self.stamp:
            old = record.state
            record.state = old.copy()
            record.stamp = self.stamp
            self.history.images.setdefault(key, old)
        record.digest = None
        self.listeners.dirty.add(key)
        return cast("S", record.state)

    def add(self, state: State) -> Key:
        """A new record with this state."""
        self.gate()
        key = next(self._keys)
        self.records[key] = Record(key, next(self._lives), state, self.stamp)
        self.history.images.setdefault(key, None)
        self.shape += 1
        return key

    def remove(self, key: Key) -> None:
        """The end of a record. What it owns must be removed by the caller."""
        self.gate()
        record = self.records.pop(key)
        self.history.images.setdefault(key, record.state)
        self.listeners.drop(key)
        self.shape += 1

    def put(self, key: Key, name: str, value: Any) -> None:  # as varied as the object model
        """Set a volatile fact; no undo."""
        if not (self.notifying and self.switches.listeners_and_views == "allow"):
            self.gate()
        self.volatile[key, name] = value
        self.listeners.dirty.add(key)

    def defer(self, effect: str, key: Key, ticks: int = 1) -> None:
        """Mark an effect that falls due after so many ticks; it is computed from the state of that moment."""
        self.deferred[effect, key] = ticks

    def end_lag(self) -> None:
        """The next tick: everything reads as it is."""
        self.listeners.dirty.update(key for key, _ in self.lag)
        self.listeners.dirty.update(key for key, _ in self.read_lag)
        self.listeners.dirty.update(self.muted_lag)
        self.lag.clear()
        self.read_lag.clear()
        self.muted_lag.clear()

    # -- calls and steps ----------------------------------------------------------------------------------------

    def call(self, member: str, function: Callable[..., Any], *arguments: Any) -> Any:  # members of any type pass here
        """Run one member that may write: undo grouping, ignored writes, listeners afterwards."""
        if self.depth and get_ident() == self.main:
            return function(*arguments)
        held = self._lock.acquire(timeout=PATIENCE)
        try:
            return self._outer_call(member, function, arguments)
        finally:
            if held:
                self._lock.release()

    def _outer_call(self, member: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        before, self._member, self.passed = self._member, member, False
        self.depth += 1
        try:
            result = function(*arguments)
        except WriteIgnored:
            result = None
        finally:
            self.depth -= 1
            self.passed, self._member = False, before
            if not self.block_depth:
                self.close_step()
        self.tell()
        return result

    def tell(self) -> None:
        """Tell the listeners of what has changed; an undo is over once they know."""
        before = self.notifying
        try:
            if self.listeners.dirty:
                self.notifying = True
                self.listeners.flush()
        finally:
            self.notifying = before
            self.undoing = self.undoing and before

    @contextmanager
    def quiet(self) -> Generator[None]:
        """Live itself at work: the gate stands open, no fault strikes."""
        before, self.passed = self.passed, True
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1
            self.passed = before

    @contextmanager
    def main_thread(self) -> Generator[None]:
        """The calling thread is Live's main thread in here; the outermost block is one call, so one undo step."""
        with self._lock:
            before, self.main = self.main, get_ident()
            if not self.block_depth:
                self.history.refresh()
                self.counters.browser_reads = 0
            self.block_depth += 1
            try:
                yield
            finally:
                self.block_depth -= 1
                self.main = before
                if not self.block_depth:
                    self.close_step()

    def close_step(self) -> None:
        """End the implicit undo step; a begin_undo_step bracket stays open."""
        if not self.history.bracket and self.history.images:
            self.end_step()

    def end_main_call(self) -> None:
        """A main-thread call is over although its block is not: the next one is another undo step."""
        self.close_step()
        self.history.refresh()
        self.counters.browser_reads = 0

    def end_step(self, *, alone: bool = False) -> None:
        """Close whatever step is open; `alone` for one between begin_undo_step and end_undo_step."""
        self.history.close(self._differs, alone=alone)
        self.stamp += 1

    def _differs(self, key: Key, old: State | None) -> bool:
        record = self.records.get(key)
        if record is None or old is None:
            return (record is None) != (old is None)
        return record.state is not old and record.state != old

    def swap(self, images: Images) -> Images:
        """Exchange these images with what is there; what comes back lives anew. Answers the images to swap back."""
        back: Images = {}
        for key, state in images.items():
            record = self.records.get(key)
            back[key] = record.state if record is not None else None
            self._replace(key, record, state)
        self.stamp += 1
        return back

    def _replace(self, key: Key, record: Record | None, state: State | None) -> None:
        self.listeners.dirty.add(key)
        if state is None:
            if record is not None:
                del self.records[key]
                self.listeners.drop(key)
                self.shape += 1
        elif record is None:
            self.records[key] = Record(key, next(self._lives), state, 0)
            self.shape += 1
        else:
            record.state, record.stamp, record.digest = state, 0, None

    # -- whole states -------------------------------------------------------------------------------------------

    def fork(self) -> SavedState:
        """The whole store as it is now. Costs a walk over the records, copies no state."""
        self.close_step()
        self.stamp += 1
        records = {key: (record.life, record.state) for key, record in self.records.items()}
        return SavedState(
            records,
            dict(self.volatile),
            self.history.copy(),
            dict(self.lag),
            dict(self.muted_lag),
            dict(self.deferred),
        )

    def restore(self, saved: SavedState) -> None:
        """Back to a saved state. Handles made since then are dead unless their record lived then too; listeners of
        records that are gone are dropped."""
        self.stamp += 1
        self.records = {key: Record(key, life, state, 0) for key, (life, state) in saved.records.items()}
        self.volatile = dict(saved.volatile)
        self.history = saved.history.copy()
        self.lag, self.muted_lag = dict(saved.lag), dict(saved.muted_lag)
        self.read_lag.clear()
        self.deferred = dict(saved.deferred)
        self.shape += 1
        self.listeners.keep_only(self.records)

    def clear_set(self) -> None:
        """Drop every record of the Set; Live itself and its browser stay."""
        stay = {self.application, self.browser}
        self.records = {key: record for key, record in self.records.items() if key in stay}
        self.volatile = {place: value for place, value in self.volatile.items() if place[0] in stay}
        self.end_lag()
        self.deferred.clear()
        self.listeners.keep_only(self.records)
        self.history.clear()
        self.stamp += 1
        self.shape += 1
