"""What was told last of each look. Bytes that are the same again are not hashed again, and who still holds that answer
is told no more than that it is the same.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

KEPT = 16
"""Looks whose last answers are remembered; beyond it those go that were told longest ago."""

LookKey = tuple[int, bytes]
"""The kind of a look, and its packed arguments."""


class Packed:
    """Bytes of a row, hashed once."""

    __slots__ = ("_digest", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._digest = b""

    @property
    def digest(self) -> bytes:
        """SHA-256."""
        if not self._digest:
            self._digest = hashlib.sha256(self.data).digest()
        return self._digest


class Answer(NamedTuple):
    """What was told of a look: its row, and the bytes that were sent of it."""

    row: tuple[Any, ...]
    guard: Packed
    shown: Packed

    @property
    def known(self) -> bytes:
        """What an asker who holds it calls it."""
        return self.guard.digest + self.shown.digest


class Told:
    """The last answers."""

    def __init__(self) -> None:
        self._answers: dict[LookKey, Answer] = {}

    def packed_guard(self, key: LookKey, data: bytes) -> Packed:
        """Guard bytes; those that were told last, where they are the same."""
        last = self._answers.get(key)
        return last.guard if last is not None and last.guard.data == data else Packed(data)

    def answer(self, key: LookKey, row: tuple[Any, ...], guard: Packed, shown: bytes) -> Answer:
        """What is told now, and remembered."""
        last = self._answers.pop(key, None)
        packed = last.shown if last is not None and last.shown.data == shown else Packed(shown)
        found = self._answers[key] = Answer(row, guard, packed)
        if len(self._answers) > KEPT:
            del self._answers[next(iter(self._answers))]
        return found

    def row(self, key: LookKey, known: bytes) -> tuple[Any, ...] | None:
        """The row of the answer that an asker holds; None where it is not remembered."""
        last = self._answers.get(key)
        return last.row if last is not None and last.known == known else None
