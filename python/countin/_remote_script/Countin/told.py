"""What was told last. Bytes that are the same again are not hashed again, and who still holds that answer is told no
more than that it is the same.
"""

from __future__ import annotations

import hashlib
from collections import deque
from itertools import islice
from typing import Any, NamedTuple

KEPT = 32
"""Answers that are remembered, while they have no more bytes than `KEPT_BYTES` together; the last one always."""
KEPT_BYTES = 16 * 1024 * 1024
LOOKED_THROUGH = 4
"""Of how many answers to a look that of an asker may be: to know it, each is hashed."""

Subject = tuple[int, tuple[Any, ...]]
"""What a look is at, however much of it: its kind, and `wire.subject_of` its arguments."""


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
    """What was told: a row, and the bytes that were sent of it."""

    subject: Subject
    row: tuple[Any, ...]
    guard: Packed
    shown: Packed

    @property
    def known(self) -> bytes:
        """What an asker who holds it calls it."""
        return self.guard.digest + self.shown.digest

    @property
    def size(self) -> int:
        """Bytes that were sent."""
        return len(self.guard.data) + len(self.shown.data)


class Told:
    """The last answers, the latest first."""

    def __init__(self) -> None:
        self._answers: deque[Answer] = deque(maxlen=KEPT)

    def packed_guard(self, subject: Subject, data: bytes) -> Packed:
        """Guard bytes; those that were told, where they are the same."""
        for answer in self._answers:
            if answer.subject == subject and answer.guard.data == data:
                return answer.guard
        return Packed(data)

    def answer(self, subject: Subject, row: tuple[Any, ...], guard: Packed, shown: bytes) -> Answer:
        """What is told now, and remembered."""
        for place, answer in enumerate(self._answers):
            if answer.subject == subject and answer.guard is guard and answer.shown.data == shown:
                del self._answers[place]
                self._answers.appendleft(answer)
                return answer
        found = Answer(subject, row, guard, Packed(shown))
        self._answers.appendleft(found)
        while len(self._answers) > 1 and sum(answer.size for answer in self._answers) > KEPT_BYTES:
            self._answers.pop()
        return found

    def row(self, subject: Subject, known: bytes) -> tuple[Any, ...] | None:
        """The row of the answer that an asker holds; None where it is not remembered."""
        last = islice((answer for answer in self._answers if answer.subject == subject), LOOKED_THROUGH)
        return next((answer.row for answer in last if answer.known == known), None)
