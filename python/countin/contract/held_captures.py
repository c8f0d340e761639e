"""The last captures, held by the looks that found them. Live is asked whether it still shows the same; then nothing of
it is sent or read again.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Any, NamedTuple

from countin._remote_script.Countin import wire
from countin.core import Capture, Snapshot
from countin.declaration import Look

CAPTURES_KEPT = 16
"""Captures that are held; beyond it those go that were looked at longest ago."""
CHANGE_BYTES = 256
"""What a value counts for in that which a plan will change: planning it costs as much as reading so many bytes."""


class Held(NamedTuple):
    """A capture, what the answer that it was read from is called (`wire.Question`), and how many bytes that had."""

    capture: Capture
    known: bytes
    size: int


class Asked(NamedTuple):
    """A look as it is sent, with what is held of it. `size` is what working on it costs where that is still the same,
    as bytes that came; `target` stands beside it, and differs from what is held."""

    look: Look[Any, Any]
    held: Held | None
    size: int = 0
    target: Snapshot | None = None

    def lacks_words(self, capture: Capture) -> bool:
        """Whether words did not come for all that differs: Live remembers only its last answers, and where it has moved
        on from what is held here it cannot tell how much further."""
        if self.target is None:
            return False
        *_, count = capture.asked(self.target, 0)
        return capture.word_count < min(count, wire.WORDED)


class HeldCaptures:
    """Captures by their looks."""

    def __init__(self) -> None:
        self._instance = ""
        self._captures: OrderedDict[Look[Any, Any], Held] = OrderedDict()

    def asked(self, look: Look[Any, Any]) -> Asked:
        """What is sent of a look. Beside one whose capture is held stand only the values that a snapshot holds
        otherwise; all of them where nothing differs, because then the words are for what has moved since."""
        held, target = self._of(look), look.beside
        if not isinstance(target, Snapshot):
            return Asked(look, held, 0 if held is None else held.size)
        places, values, count = (b"", b"", 0) if held is None else held.capture.asked(target, wire.WORDED)
        if not places:
            return Asked(replace(look, beside=wire.Beside(*target.columns())), held)
        sent = replace(look, beside=wire.Beside(values, b"", places))
        return Asked(sent, held, count * CHANGE_BYTES, target)

    def hold(self, look: Look[Any, Any], held: Held, instance: str) -> None:
        """What a look has found in this life of Live; nothing of another is held any more."""
        if instance != self._instance:
            self._instance = instance
            self._captures.clear()
        self._captures[look] = held
        self._captures.move_to_end(look)
        while len(self._captures) > CAPTURES_KEPT:
            self._captures.popitem(last=False)

    def _of(self, look: Look[Any, Any]) -> Held | None:
        """What this look will most likely find again: its own last capture, or one of more or less of the same, because
        often both hold all there is."""
        if not look.kind.captured or look in self._captures:
            return self._captures.get(look)
        subject = wire.subject_of(look.arguments)
        like = (
            held
            for other, held in reversed(self._captures.items())
            if other.kind is look.kind and wire.subject_of(other.arguments) == subject
        )
        return next(like, None)
