"""What became of every operation: outcomes that are remembered, and ids that were asked for and so can never run.

Nothing here ever says `not_executed` of what ran. An outcome that had to be dropped leaves the latest deadline that may
have gone with it: an id with such a deadline is answered `unknown`.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Literal

from .wire import OUTCOMES_KEPT, REVOCATIONS_KEPT, ErrorCode, ExecutionStatus, Results

ATTACHMENTS_KEPT = 16 * 1024 * 1024
"""Bytes of results kept in all; beyond it the oldest results go, their heads stay."""

Known = Literal["outcome", "in_progress", "not_executed", "unknown"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an execution ended."""

    status: ExecutionStatus
    code: ErrorCode | None = None
    message: str = ""
    guard: int | None = None
    results: Results = field(default_factory=lambda: Results((), ()))
    state_version: int = 0
    tick: int = 0
    hold_ms: float = 0.0

    def head(self) -> dict[str, object]:
        """The members of a RESPONSE that are about the outcome."""
        head: dict[str, object] = {
            "status": self.status,
            "stateVersion": self.state_version,
            "tick": self.tick,
            "holdMs": self.hold_ms,
        }
        if self.code is not None:
            head |= {"code": self.code, "message": self.message}
        return head if self.guard is None else head | {"guard": self.guard}


@dataclass(slots=True)
class _Kept:
    head: dict[str, object]
    attachment: bytes
    deadline: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of an operation."""

    known: Known
    operation: str
    head: dict[str, object] = field(default_factory=dict[str, object])
    attachment: bytes = b""


def base_of(operation: str) -> str:
    """The bare id of a sequence's step `<id>.N`; the id itself otherwise."""
    base, dot, step = operation.rpartition(".")
    return base if dot and step.isdecimal() and step.isascii() else operation


class Outcomes:
    """Outcomes and revocations of one life of the script."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._last_step: dict[str, str] = {}
        self._revoked: OrderedDict[str, int] = OrderedDict()
        self._running: set[str] = set()
        self._bytes = 0
        self._dropped_until = -1
        """The latest deadline among dropped outcomes."""
        self._closed_until = -1
        """The latest deadline among dropped revocations: what has one no later cannot be told from them."""

    def may_run(self, operation: str, deadline: int) -> Literal["yes", "revoked", "used"]:
        """Whether an id is still unused."""
        if operation in self._kept or operation in self._running:
            return "used"
        if operation in self._revoked or base_of(operation) in self._revoked or deadline <= self._closed_until:
            return "revoked"
        return "yes"

    def begin(self, operation: str) -> None:
        """It has been announced as started."""
        self._running.add(operation)

    def end(self, operation: str, deadline: int, head: dict[str, object], attachment: bytes) -> None:
        """It has ended; `head` and `attachment` are what the RESPONSE held."""
        self._running.discard(operation)
        self._kept[operation] = _Kept(head, attachment, deadline)
        self._last_step[base_of(operation)] = operation
        self._bytes += len(attachment)
        self._trim()

    def revoke(self, operation: str, deadline: int, now: int) -> None:
        """It can never run. What has run stays what it was."""
        self._revoked.pop(operation, None)
        self._revoked[operation] = deadline
        while len(self._revoked) > REVOCATIONS_KEPT:
            _, gone = self._revoked.popitem(last=False)
            if gone > now:
                self._closed_until = max(self._closed_until, gone)

    def ask(self, operation: str, deadline: int, now: int) -> Answer:
        """What became of an operation; one that has not run is revoked by the question."""
        kept, step = self._kept.get(operation), self._last_step.get(operation, operation)
        if kept is not None:
            return Answer("outcome", operation, kept.head, kept.attachment)
        self.revoke(operation, deadline, now)
        if any(operation in (running, base_of(running)) for running in self._running):
            return Answer("in_progress", operation)
        kept = self._kept.get(step)
        if kept is not None:
            return Answer("outcome", step, kept.head, kept.attachment)
        return Answer("unknown" if deadline <= self._dropped_until else "not_executed", operation)

    def _trim(self) -> None:
        while len(self._kept) > OUTCOMES_KEPT:
            operation, gone = self._kept.popitem(last=False)
            self._bytes -= len(gone.attachment)
            self._dropped_until = max(self._dropped_until, gone.deadline)
            if self._last_step.get(base_of(operation)) == operation:
                del self._last_step[base_of(operation)]
        for kept in self._kept.values():
            if self._bytes <= ATTACHMENTS_KEPT:
                return
            self._bytes -= len(kept.attachment)
            kept.attachment = b""
