"""The inverse of what has been written so far, so that a failure half way leaves the Set as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from .refusals import refused_by_live

FIRST, ROUTE, CHANNEL, SOLO, MUTE = range(5)
"""In which order things are put back: routings are called as the tracks that they go to, so names go before them; a
routing's channels depend on its type; and clearing a solo moves mutes (bridge quirk 14), so solos go before mutes."""


class Inverse(NamedTuple):
    """One written thing, named without asking Live: how to put it back, and what still differs from before ("" when
    nothing does)."""

    what: str
    undo: Callable[[], None]
    difference: Callable[[], str]
    rank: int = FIRST


class Journal:
    """What has been begun, in order. An entry is made just before its write, so that a write which fails half way is
    covered as well."""

    def __init__(self) -> None:
        self._begun: list[Callable[[], Iterable[Inverse]]] = []

    def add(self, what: str, undo: Callable[[], None], difference: Callable[[], str], rank: int = FIRST) -> None:
        """Something is about to be written."""
        self.add_later(lambda: (Inverse(what, undo, difference, rank),))

    def add_later(self, inverses: Callable[[], Iterable[Inverse]]) -> None:
        """Many things are about to be written: their inverses are made only where they are needed."""
        self._begun.append(inverses)

    def take_back(self) -> list[str]:
        """Undo everything in reverse, then look: every difference that is left, in words."""
        entries = [entry for inverses in self._begun for entry in inverses()]
        for rank in (FIRST, ROUTE, CHANNEL, SOLO, MUTE):
            for entry in reversed(entries):
                if entry.rank == rank:
                    _put_back(entry)
        return [words for entry in entries if (words := _look(entry))]


def _look(entry: Inverse) -> str:
    try:
        return entry.difference()
    except Exception as error:  # noqa: BLE001  (whatever Live raises: what cannot be seen is a difference)
        return f"{entry.what} cannot be read: {refused_by_live(error)}"


def _put_back(entry: Inverse) -> None:
    """Undo what differs. A failure is not lost: the look at the end tells what it left."""
    if not _look(entry):
        return
    try:
        entry.undo()
    except Exception:  # noqa: BLE001  (whatever Live raises, the others must still be put back)
        return
