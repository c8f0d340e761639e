"""What Countin believes about Live's undo history: its own steps, and whether what they wrote still stands.

Live's history is global and cannot be read, so this is a belief: after an undo or redo the Set itself is asked.
"""

from __future__ import annotations

from collections import deque
from typing import Literal, NamedTuple, Protocol

KEPT = 128
"""Own steps remembered."""

Standing = Literal["before", "after", "neither", "unseen"]


class Trace(Protocol):
    """What a write left behind, so that one can look again later."""

    def standing(self) -> Standing:
        """Whether what the write touched stands as before it, as after it, or as neither; "unseen" where nothing that
        it touched can be told apart."""
        ...


class OwnStep(NamedTuple):
    """An undo step of Countin's."""

    operation: str
    tool: str
    traces: tuple[Trace, ...]

    def standing(self) -> Standing:
        """Before or after where all traces that see something agree; one that is gone or raises makes it neither."""
        try:
            found: set[Standing] = {trace.standing() for trace in self.traces}
        except Exception:  # noqa: BLE001  (any of Live's errors: the step cannot be looked at any more)
            return "neither"
        found.discard("unseen")
        if not found:
            return "unseen"
        return found.pop() if len(found) == 1 else "neither"


class History:
    """Own steps that an undo, or a redo, would bring back; the newest last. `version` is the state version after the
    last of Countin's own changes."""

    def __init__(self) -> None:
        self.undoable: deque[OwnStep] = deque(maxlen=KEPT)
        self.redoable: deque[OwnStep] = deque(maxlen=KEPT)
        self.version = 0

    def wrote(self, step: OwnStep) -> None:
        """A new step: what could be redone is gone."""
        self.undoable.append(step)
        self.redoable.clear()

    def edited_since(self, version: int) -> bool:
        """Somebody else has changed the structure, or what the last step wrote, since Countin's own last change."""
        if not self.undoable and not self.redoable:
            return False
        if version != self.version:
            return True
        last = bool(self.undoable) and self.undoable[-1].standing() not in ("after", "unseen")
        undone = bool(self.redoable) and self.redoable[-1].standing() not in ("before", "unseen")
        return last or undone

    def moved(self, *, redo: bool) -> int:
        """Live has undone (or redone) one step: 1 when the newest own step stands as it should then, 0 when it does
        not, -1 when there is none or it cannot be seen. A step that stands as neither ends what was believed."""
        source, target = (self.redoable, self.undoable) if redo else (self.undoable, self.redoable)
        if not source:
            return -1
        standing = source[-1].standing()
        if standing in ("after" if redo else "before", "unseen"):
            target.append(source.pop())
            return -1 if standing == "unseen" else 1
        if standing == "neither":
            self.undoable.clear()
            self.redoable.clear()
        return 0
