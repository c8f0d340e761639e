"""Handles: what a script holds of an object of Live. A handle is (store, key, life, part), made anew on each access;
equal handles mean the same object, and a handle whose object is gone equals None.

The attributes begin with `sim_` because a handle's other names are Live's.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING, NoReturn, TypeVar

from countin.sim.kernel.errors import ArgumentError
from countin.sim.kernel.states import Key, State

if TYPE_CHECKING:
    from countin.sim.kernel.store import Record, Store

INDEX_BITS = 16
H = TypeVar("H", bound="Handle")


class Role(IntEnum):
    """What a handle means of its record: the thing itself, or something that lives and dies with it."""

    SELF = 0
    VIEW = 1
    MIXER = 2
    PARAMETER = 3
    SEND = 4
    PAD = 5
    SAMPLE = 6
    POOL = 7
    TUNING = 8
    IO = 9


def part_of(role: Role, index: int = 0) -> int:
    """Role and index as the one number that a handle carries."""
    return role << INDEX_BITS | index


class Instance:
    """Boost.Python.instance: the base of every class that Live exports."""

    __slots__ = ()


Instance.__module__, Instance.__qualname__, Instance.__name__ = "Boost.Python", "instance", "instance"


class Handle(Instance):
    """The part of LomObject that is the embedded Live's own."""

    __slots__ = ("sim_key", "sim_life", "sim_part", "sim_store")

    sim_store: Store
    sim_key: Key
    sim_life: int
    sim_part: int

    def __init__(self) -> None:
        raise RuntimeError("This class cannot be instantiated from Python")

    def __eq__(self, other: object) -> bool:
        if other is None:
            return not is_alive(self)
        return (
            isinstance(other, Handle)
            and self.sim_life == other.sim_life
            and self.sim_part == other.sim_part
            and self.sim_store is other.sim_store
        )

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.sim_life, self.sim_part))


def make(handle_class: type[H], store: Store, key: Key, life: int, part: int) -> H:
    """A handle, made the way Live makes wrappers: without a constructor."""
    handle = handle_class.__new__(handle_class)
    handle.sim_store = store
    handle.sim_key = key
    handle.sim_life = life
    handle.sim_part = part
    return handle


def is_alive(handle: Handle) -> bool:
    """Whether the object behind a handle still exists."""
    record = handle.sim_store.records.get(handle.sim_key)
    return record is not None and record.life == handle.sim_life


def record_of(handle: Handle, member: str) -> Record:
    """The record behind a handle at an access to `member`. ArgumentError when it is gone."""
    store = handle.sim_store
    store.accesses += 1
    record = store.records.get(handle.sim_key)
    if record is None or record.life != handle.sim_life:
        refuse_dead(handle)
    return record


def refuse_dead(handle: Handle) -> NoReturn:
    """The error of any use of a handle whose object is gone."""
    name = type(handle).__name__
    raise ArgumentError(
        f"Python argument types in\n    None.None({name})\ndid not match C++ signature:\n    None(TPyHandle<A{name}>)"
    )


def pointer(handle: Handle) -> int:
    """The value of `_live_ptr`: positive, 64 bits, the same for the whole life of the object, and never used again."""
    return (handle.sim_life << 24 | handle.sim_part) << 4


def owner(store: Store, key: Key, part: int = 0) -> Handle:
    """A handle of this record, or of a part of it."""
    record = store.records[key]
    handle_class = store.classes.of(record.state, part >> INDEX_BITS)
    if store.switches.wrappers == "cached":
        return _cached(store, handle_class, record, part)
    return make(handle_class, store, key, record.life, part)


def _cached(store: Store, handle_class: type[Handle], record: Record, part: int) -> Handle:
    wrappers: dict[tuple[int, int], Handle] = store.caches.setdefault("wrappers", (0, {}))[1]
    found = wrappers.get((record.life, part))
    if found is None:
        found = wrappers[record.life, part] = make(handle_class, store, record.key, record.life, part)
    return found


def maybe(store: Store, key: Key | None) -> Handle | None:
    """A handle of this record, or None when there is none."""
    return owner(store, key) if key is not None and key in store.records else None


def several(store: Store, keys: Iterable[Key]) -> tuple[Handle, ...]:
    """Handles of these records."""
    return tuple(owner(store, key) for key in keys)


def state_of(handle: Handle) -> State:
    """The state behind a handle. ArgumentError when it is gone."""
    record = handle.sim_store.records.get(handle.sim_key)
    if record is None or record.life != handle.sim_life:
        refuse_dead(handle)
    return record.state


def index_of(handle: Handle) -> int:
    """The index that the part carries: which parameter, which pad."""
    return handle.sim_part & ((1 << INDEX_BITS) - 1)


def role_of(handle: Handle) -> int:
    """The role of the part."""
    return handle.sim_part >> INDEX_BITS
