"""Listeners: who wants to hear of which property, and the moment they are told.

After a call that wrote, every listened property that the written records can have changed is read again, and only an
actual change notifies. A callback may read; a write from it is refused by the gate. What it raises reaches the writer.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from typing import Any

from countin.sim.kernel.states import Key

Callback = Callable[[], object]
Reader = Callable[[], object]


def _method_parts(callback: Callback) -> tuple[object, object] | None:
    """(self, function) of a bound method."""
    owner, function = getattr(callback, "__self__", None), getattr(callback, "__func__", None)
    return (owner, function) if owner is not None and function is not None else None


class Callee:
    """A callback held as Live holds it: a bound method by a weak self, anything else strongly."""

    __slots__ = ("function", "owner")

    def __init__(self, callback: Callback) -> None:
        parts = _method_parts(callback)
        self.function: Any = callback if parts is None else parts[1]  # a plain function, of any signature
        self.owner: weakref.ref[object] | None = None
        if parts is not None:
            try:
                self.owner = weakref.ref(parts[0])
            except TypeError:
                self.function = callback

    @property
    def alive(self) -> bool:
        return self.owner is None or self.owner() is not None

    def is_for(self, callback: Callback) -> bool:
        """Whether this is that callback."""
        parts = _method_parts(callback)
        if self.owner is None or parts is None:
            return self.function is callback or (self.owner is None and self.function == callback)
        return self.owner() is parts[0] and self.function is parts[1]

    def __call__(self) -> None:
        if self.owner is None:
            self.function()
        elif (owner := self.owner()) is not None:
            self.function(owner)


@dataclass(slots=True)
class Subject:
    """One listened property: how to read it, what it was, who listens. `wide`: other records can change it."""

    read: Reader
    last: object
    wide: bool
    callees: list[Callee] = field(default_factory=list[Callee])


Place = tuple[int, str, tuple[object, ...]]
"""Part of the record, property, extra arguments (the view name of is_view_visible)."""


@dataclass(slots=True)
class Listeners:
    """All listeners of one embedded Live, by record."""

    subjects: dict[Key, dict[Place, Subject]] = field(default_factory=dict[Key, dict[Place, Subject]])
    dirty: set[Key] = field(default_factory=set[Key])
    _wide: set[Key] = field(default_factory=set[Key])
    """Records with a wide subject: all that a write elsewhere must look at."""

    @property
    def count(self) -> int:
        """Callbacks registered on objects that still exist."""
        return sum(len(subject.callees) for places in self.subjects.values() for subject in places.values())

    def add(self, key: Key, place: Place, subject: Subject, callback: Callback) -> None:
        """Register. RuntimeError when the same callback is there already."""
        places = self.subjects.setdefault(key, {})
        known = places.setdefault(place, subject)
        if known.wide:
            self._wide.add(key)
        known.callees = [callee for callee in known.callees if callee.alive]
        if any(callee.is_for(callback) for callee in known.callees):
            raise RuntimeError("Observer already connected")
        known.callees.append(Callee(callback))

    def remove(self, key: Key, place: Place, callback: Callback) -> None:
        """Unregister. RuntimeError "Observer not connected" when it is not there."""
        subject = self.subjects.get(key, {}).get(place)
        found = [callee for callee in subject.callees if callee.is_for(callback)] if subject else []
        if subject is None or not found:
            raise RuntimeError("Observer not connected")
        subject.callees.remove(found[0])
        if not subject.callees:
            del self.subjects[key][place]
            self._look_at(key)

    def has(self, key: Key, place: Place, callback: Callback) -> bool:
        """Whether this callback listens there."""
        subject = self.subjects.get(key, {}).get(place)
        return subject is not None and any(callee.is_for(callback) for callee in subject.callees)

    def drop(self, key: Key) -> None:
        """A record is gone, and its listeners with it."""
        self.subjects.pop(key, None)
        self._wide.discard(key)

    def keep_only(self, records: Container[Key]) -> None:
        """Drop the listeners of records that do not exist; for the others what is now is what was."""
        self.subjects = {key: places for key, places in self.subjects.items() if key in records}
        self._wide.intersection_update(self.subjects)
        self.dirty.clear()
        for places in self.subjects.values():
            for subject in places.values():
                _changed(subject)

    def _look_at(self, key: Key) -> None:
        """A subject of this record is gone."""
        if not self.subjects[key]:
            del self.subjects[key]
        if not any(subject.wide for subject in self.subjects.get(key, {}).values()):
            self._wide.discard(key)

    def flush(self) -> None:
        """Tell the listeners of everything that changed since the last time. What a callback raises is raised, after
        the other listeners were told."""
        dirty, self.dirty = self.dirty, set()
        due = [
            subject
            for key in sorted((self.subjects.keys() & dirty) | self._wide)
            for subject in self.subjects[key].values()
            if subject.wide or key in dirty
        ]
        errors: list[Exception] = []
        for callee in [callee for subject in due if _changed(subject) for callee in [*subject.callees]]:
            _tell(callee, errors)
        if errors:
            raise errors[0]


def _changed(subject: Subject) -> bool:
    try:
        now = subject.read()
    except Exception as error:  # noqa: BLE001 - a property that does not apply reads as its refusal, of any class
        now = str(error)
    changed, subject.last = now != subject.last, now
    return changed


def _tell(callee: Callee, errors: list[Exception]) -> None:
    try:
        callee()
    except Exception as error:  # noqa: BLE001 - a script's callback may raise anything; it reaches the writer
        errors.append(error)
