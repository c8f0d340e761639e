"""Undo by before-images: a step keeps, for each record it touched, the state from before (None: it did not exist).
Undo and redo swap images with what is there, so both are exact whatever the members of a class do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from countin.sim.kernel.states import Key, State

Images = dict[Key, State | None]
LABEL = "Custom Action"


@dataclass(slots=True)
class Step:
    """One closed undo step."""

    label: str
    images: Images


@dataclass(slots=True)
class History:
    """The undo and redo stacks and the step that is open. `seen_undo` and `seen_redo` are what the API shows: they
    follow on a later turn."""

    keep_equal: bool = False
    merged: bool = False
    undo: list[Step] = field(default_factory=list[Step])
    redo: list[Step] = field(default_factory=list[Step])
    images: Images = field(default_factory=dict[Key, State | None])
    bracket: bool = False
    """Between begin_undo_step and end_undo_step."""
    mergeable: bool = False
    seen_undo: bool = False
    seen_redo: bool = False
    closed_steps: int = 0

    def clear(self) -> None:
        """An empty history, as after opening a Set."""
        self.undo.clear()
        self.redo.clear()
        self.images = {}
        self.bracket = self.mergeable = False
        self.refresh()

    def refresh(self) -> None:
        """A later turn: can_undo and can_redo now show what is."""
        self.seen_undo, self.seen_redo = bool(self.undo), bool(self.redo)

    def close(self, differs: Callable[[Key, State | None], bool], *, alone: bool = False) -> None:
        """End the open step. What it left unchanged is dropped, and the step with it when nothing is left. `alone`
        keeps it apart from its neighbours where calls merge."""
        images, self.images = self.images, {}
        kept: Images = {key: old for key, old in images.items() if self.keep_equal or differs(key, old)}
        if not kept:
            return
        self.redo.clear()
        if self.merged and self.mergeable and self.undo and not alone:
            self.undo[-1].images.update({key: old for key, old in kept.items() if key not in self.undo[-1].images})
            return
        self.undo.append(Step(LABEL, kept))
        self.closed_steps += 1
        self.mergeable = not alone

    def copy(self) -> History:
        """The same history, to come back to. Steps are never changed in place once a copy exists."""
        twin = History(self.keep_equal, self.merged, [*self.undo], [*self.redo], dict(self.images), self.bracket)
        twin.mergeable, twin.closed_steps = False, self.closed_steps
        twin.seen_undo, twin.seen_redo = self.seen_undo, self.seen_redo
        self.mergeable = False
        return twin
