"""The state version: one number that grows when the Set's structure does, decided by comparing native pointers.

Every list that somebody has observed is remembered with its ordered pointers. Listeners only say where to look; what
counts is the comparison, made at the start of a pump and inside every guard.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .native import has, is_gone, pointer, pointers

if TYPE_CHECKING:
    import Live

SONG_LISTS = ("tracks", "return_tracks", "scenes", "cue_points")
LONG_LISTS = ("parameters", "arrangement_clips")
"""Lists whose comparison grows with the content: inside a guard they are compared where their listener spoke, where
they have none, and where the operation itself addresses them."""
ROTATED = 4
"""Lists without news that a pump compares nevertheless."""
ROTATED_LENGTH = 1024
"""Longer ones are left to their listeners and to the guards that address them."""

Key = tuple[int, str]


class _Watch:
    """One observed list of one object of Live."""

    __slots__ = ("_member", "_news", "holder", "key", "listening", "pointers")

    def __init__(self, key: Key, holder: Any, found: tuple[int, ...], news: dict[Key, _Watch]) -> None:
        self.key = key
        self.holder = holder
        self.pointers = found
        self._member = key[1]
        self._news = news
        self.listening = self._listen()

    def changed(self) -> None:
        """Live's notification. It reads nothing: the next comparison does."""
        self._news[self.key] = self

    def read(self) -> tuple[int, ...] | None:
        """The pointers now; None where the holder was deleted."""
        holder = self.holder  # hundreds are read inside every guard, so nothing is called for this
        return None if holder == None else tuple(map(pointer, getattr(holder, self._member)))  # noqa: E711  (`is_gone`)

    def seems_the_same(self) -> bool:
        """Whether a listener stands for the list, and it is as long as it was: in the callback of a write its pointers,
        of which there may be tens of thousands, are then not read."""
        try:
            return self.listening and len(getattr(self.holder, self._member)) == len(self.pointers)
        except Exception:  # noqa: BLE001  (whatever Live raises, the list must be looked at)
            return False

    def _listen(self) -> bool:
        name = f"add_{self._member}_listener"
        if not has(self.holder, name):
            return False
        try:
            getattr(self.holder, name)(self.changed)
        except RuntimeError:
            return False
        return True

    def stop(self) -> None:
        """Take the listener back; a deleted object has dropped it already, and says so in several ways."""
        if not self.listening:
            return
        self.listening = False
        try:
            if not is_gone(self.holder):
                getattr(self.holder, f"remove_{self._member}_listener")(self.changed)
        except (RuntimeError, TypeError, AttributeError):
            return


class StateVersion:
    """The number and what it stands on. `value` is positive; it starts from the clock in milliseconds."""

    def __init__(self, song: Live.Song.Song, start: int) -> None:
        self.value = max(start, 1)
        self._watches: dict[Key, _Watch] = {}
        self._close: dict[Key, _Watch] = {}
        """Those that are compared inside every guard: all but the long ones that a listener stands for."""
        self._dirty: dict[Key, _Watch] = {}
        self._rotation: list[_Watch] = []
        self._song = [self._watch(song, member, pointers(getattr(song, member))) for member in SONG_LISTS]

    def note(self, holder: Any, member: str, found: tuple[int, ...]) -> None:
        """Somebody has just read `found` from `holder`: from now on the version rests on it too."""
        watch = self._watches.get((pointer(holder), member))
        if watch is None:
            self._watch(holder, member, found)
        elif watch.pointers != found:
            watch.pointers = found
            self.value += 1

    def known(self, holder: Any, member: str) -> tuple[int, ...] | None:
        """The recorded pointers of a list, where a listener would have told of any change; else None."""
        watch = self._watches.get((pointer(holder), member))
        if watch is None or not watch.listening or watch.key in self._dirty:
            return None
        return watch.pointers

    def look(self) -> None:
        """At the start of a pump: the Set's own lists, what listeners spoke of, and a few more in turn."""
        if self._differ([*self._song, *self._dirty.values(), *self._next()]):
            self._differ([*self._watches.values()])
            self.value += 1

    def look_closely(self) -> None:
        """Inside a guard: every list but the long ones whose listener is silent."""
        if self._differ(self._near()):
            self.value += 1

    def applied(self, changed: Iterable[tuple[Any, str]] = (), *, only: bool = False) -> None:
        """Countin has written: one step on, whatever of the structure it changed; `changed` names long lists, which are
        read where their listener spoke or their length is another. Where `only` those can have changed, no other is
        read. What has changed all the same is found later, and counted then."""
        self.absorb(changed, only=only)
        self.value += 1

    def absorb(self, changed: Iterable[tuple[Any, str]] = (), *, only: bool = False) -> None:
        """Record the lists as they are now; the number stays: what changed them is counted, or undone."""
        found = [
            watch
            for holder, member in changed
            if (watch := self._find(holder, member)) is not None and not watch.seems_the_same()
        ]
        others = self._dirty.values() if only else self._near()
        self._differ([*{watch.key: watch for watch in (*others, *found)}.values()])

    def _find(self, holder: Any, member: str) -> _Watch | None:
        try:
            return self._watches.get((pointer(holder), member))
        except Exception:  # noqa: BLE001  (it is gone, or Live will not tell: the next comparison finds out)
            return None

    def close(self) -> None:
        """Leave no listener behind."""
        for watch in self._watches.values():
            watch.stop()
        self._watches.clear()
        self._close.clear()
        self._dirty.clear()
        self._rotation.clear()
        self._song.clear()

    def _watch(self, holder: Any, member: str, found: tuple[int, ...]) -> _Watch:
        key = (pointer(holder), member)
        watch = self._watches[key] = _Watch(key, holder, found, self._dirty)
        if member not in LONG_LISTS or not watch.listening:
            self._close[key] = watch
        return watch

    def _near(self) -> list[_Watch]:
        return [*(self._close | self._dirty).values()] if self._dirty else [*self._close.values()]

    def _next(self) -> list[_Watch]:
        if not self._rotation:
            self._rotation = [watch for watch in self._watches.values() if len(watch.pointers) <= ROTATED_LENGTH]
        turn, self._rotation = self._rotation[:ROTATED], self._rotation[ROTATED:]
        return turn

    def _differ(self, watches: list[_Watch]) -> bool:
        """Whether any of the lists reads differently from what was recorded; all of them are recorded anew. A deleted
        holder is forgotten: the list that held it has told. One that cannot be read counts as changed."""
        differ, dirty = False, self._dirty
        for watch in watches:
            if dirty:
                dirty.pop(watch.key, None)
            try:
                found = watch.read()
            except Exception:  # noqa: BLE001  (whatever Live raises, the list cannot be relied on any more)
                found, differ = None, True
            if found is None:
                self._forget(watch)
            elif found != watch.pointers:
                watch.pointers, differ = found, True
        return differ

    def _forget(self, watch: _Watch) -> None:
        watch.stop()
        if self._watches.get(watch.key) is watch:
            del self._watches[watch.key]
            self._close.pop(watch.key, None)
