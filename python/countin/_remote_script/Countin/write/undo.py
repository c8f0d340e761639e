"""Undo and redo of Live's own history, one step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..history import Trace
from ..journal import Journal
from ..live_set import LiveSet
from ..refusals import Refusal
from ..wire import HistoryMoved, Nothing


def check_undo(live: LiveSet, _: Nothing) -> HistoryMove:
    """There is something to undo."""
    if not live.song.can_undo:
        raise Refusal("nothing_to_change", "Live has nothing to undo")
    return HistoryMove(live, redo=False)


def check_redo(live: LiveSet, _: Nothing) -> HistoryMove:
    """There is something to redo."""
    if not live.song.can_redo:
        raise Refusal("nothing_to_change", "Live has nothing to redo")
    return HistoryMove(live, redo=True)


class HistoryMove:
    """One step back or forth."""

    only_values = False

    def __init__(self, live: LiveSet, *, redo: bool) -> None:
        self._live, self._redo = live, redo
        self._label = ""
        self._restored: int | None = None

    def apply(self, journal: Journal) -> None:
        """It has no inverse: nothing is entered into the journal."""
        label: Any = self._live.song.redo() if self._redo else self._live.song.undo()
        self._label = label if isinstance(label, str) else ""  # None before Live 11.3.10

    def read(self) -> HistoryMoved:
        """Live's label, and whether Countin's own newest step stands as it should now."""
        if self._restored is None:
            self._restored = self._live.history.moved(redo=self._redo)
        return HistoryMoved(self._label, self._restored)

    def trace(self) -> Trace | None:
        """It is no step of its own."""
        return None

    def long_lists(self) -> Iterable[tuple[Any, str]]:
        """Listeners tell."""
        return ()
