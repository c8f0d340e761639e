"""The effects of moving through Live's own history."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from countin._remote_script.Countin import wire
from countin.declaration import Change, Effect, one_by_one

UNDO_LABEL, REDO_LABEL = "history: undo", "history: redo"
"""Labels of a draft that say which step is believed to come back."""


def _changes(label: str, word: str) -> Callable[[wire.Nothing, Mapping[str, str]], Sequence[Change]]:
    def changes(_: wire.Nothing, labels: Mapping[str, str]) -> Sequence[Change]:
        return [Change("Live's history", labels.get(label, "its last step"), word)]

    return changes


def _compare(_: wire.Nothing, moved: wire.HistoryMoved) -> Sequence[str]:
    if moved.restored == 0:
        return ["what that step had written does not stand as it should: another step came back"]
    if moved.restored < 0 and not moved.label:
        # Live names the step that it moves (since 11.3.10); nothing else tells where the step was not Countin's.
        return ["Live named no step that it moved in its history: nothing may have come back"]
    return []


def _observed(_: wire.Nothing, moved: wire.HistoryMoved) -> dict[str, Any]:
    verified = {1: "restored", 0: "another step came back"}.get(moved.restored, "not known whose step it was")
    return {"label": moved.label, "verified": verified}


UNDO = Effect(wire.UNDO, one_by_one(_changes(UNDO_LABEL, "undone")), _compare, _observed, lambda _: 1)
REDO = Effect(wire.REDO, one_by_one(_changes(REDO_LABEL, "done again")), _compare, _observed, lambda _: 1)
