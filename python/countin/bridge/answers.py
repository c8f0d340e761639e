"""What goes to Live and what comes back, as values: frames in, rows, digests and refusals out. No socket here."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from countin._remote_script.Countin import frames, wire
from countin._remote_script.Countin.rows import RowError, codec
from countin.declaration import Look
from countin.errors import Refusal

Looks = Sequence[Look[Any, Any]]
Known = Mapping[Look[Any, Any], bytes]
"""Of looks at captured kinds the answer that is held, as `wire.Question` has it in `known`."""
Remembered = Literal["outcome", "in_progress", "not_executed", "unknown"]

_CODES = frozenset(get_args(wire.ErrorCode))
_STATUSES = frozenset(get_args(wire.ExecutionStatus))
_REMEMBERED = frozenset(get_args(Remembered))


@dataclass(frozen=True, slots=True)
class Observed:
    """Rows and digests by look, all of one state; of captured kinds the bytes (`wire.Answered`) instead of a row. A
    digest is the SHA-256 of the guard bytes, in hex."""

    instance: str
    state_version: int
    tick: int
    live_version: str
    rows: Mapping[Look[Any, Any], tuple[Any, ...]]
    digests: Mapping[Look[Any, Any], str]
    size: int
    """Bytes that came for it."""


@dataclass(frozen=True, slots=True)
class Execution:
    """The end of a write as Live told it. `results` are packed rows, a step each, empty where a step has none."""

    status: wire.ExecutionStatus
    code: wire.ErrorCode | None
    message: str
    state_version: int | None
    tick: int
    hold_ms: float
    results: tuple[bytes, ...]
    differences: tuple[str, ...]
    guard: int | None = None
    """Of a refusal: the place among the guards of what has changed."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """What Live remembers of an operation; `execution` where an outcome is kept, `read_back` where its rows are too."""

    known: Remembered
    execution: Execution | None
    read_back: bool


def questions_of(looks: Looks, known: Known) -> bytes:
    """The attachment of an observe request. A snapshot beside a look has been made columns before."""
    rows = tuple(
        wire.Question(
            look.kind.code,
            look.kind.arguments.guard_bytes(look.arguments),
            codec(wire.Beside).guard_bytes(look.beside) if isinstance(look.beside, wire.Beside) else b"",
            known.get(look, b""),
        )
        for look in looks
    )
    return codec(wire.Questions).guard_bytes(wire.Questions(rows))


def observed_of(frame: frames.Frame, looks: Looks, known: Known) -> Observed:
    """The answer to an observe request. Raises `Refusal` `internal_error` for what no script of ours sends."""
    head = frame.head
    try:
        answers = codec(wire.Answers).unpack(frame.attachment).rows
        pairs = [*zip(looks, answers, strict=True)]
        rows = {look: _row(look, answer) for look, answer in pairs}
        digests = {look: _digest(answer, known.get(look, b"")) for look, answer in pairs}
    except (RowError, ValueError):
        raise _unreadable() from None
    version = head.get("stateVersion")
    if not isinstance(version, int) or not isinstance(head.get("instance"), str):
        raise _unreadable()
    return Observed(
        str(head["instance"]),
        version,
        _whole(head.get("tick")),
        str(head.get("liveVersion", "")),
        rows,
        digests,
        len(frame.attachment),
    )


def _row(look: Look[Any, Any], answer: wire.Answered) -> tuple[Any, ...]:
    """The row of an answer; of a captured kind its bytes, which only the core reads."""
    return answer if look.kind.captured else look.kind.row.unpack(answer.guard, answer.shown)


def _digest(answer: wire.Answered, known: bytes) -> str:
    """The SHA-256 of the guard bytes, that came or were known."""
    if not answer.as_known:
        return hashlib.sha256(answer.guard).hexdigest()
    if not known:
        raise RowError("nothing was known of it")
    return known[: wire.DIGEST].hex()


def execution_of(frame: frames.Frame) -> Execution | None:
    """The end of a write; an ERROR is a refusal before anything was written. None for what is neither."""
    head = frame.head
    status = "refused" if frame.kind == frames.ERROR else head.get("status")
    if status not in _STATUSES:
        return None
    try:
        results = codec(wire.Results).unpack(frame.attachment) if frame.attachment else wire.Results((), ())
    except RowError:
        return None
    version, held, guard = head.get("stateVersion"), head.get("holdMs"), head.get("guard")
    return Execution(
        cast("wire.ExecutionStatus", status),
        _code(head.get("code")) if status == "refused" or "code" in head else None,
        str(head.get("message", "")),
        version if isinstance(version, int) else None,
        _whole(head.get("tick")),
        float(held) if isinstance(held, int | float) else 0.0,
        results.rows,
        results.differences,
        guard if isinstance(guard, int) else None,
    )


def recalled_of(frame: frames.Frame) -> Recalled:
    """The answer to an outcome request."""
    known = frame.head.get("known")
    if known not in _REMEMBERED:
        raise _unreadable()
    execution = execution_of(frame) if known == "outcome" else None
    if known == "outcome" and execution is None:
        raise _unreadable()
    return Recalled(cast("Remembered", known), execution, bool(frame.attachment))


def refusal_of(head: Mapping[str, Any], looks: Looks) -> Refusal:
    """An ERROR frame as a refusal; it points at the argument of the look that is at fault."""
    item = head.get("item")
    at_fault = isinstance(item, int) and 0 <= item < len(looks)
    return Refusal(
        _code(head.get("code")),
        str(head.get("message", "")) or "Live refused without saying why",
        path=looks[item].path if at_fault and isinstance(item, int) else None,
    )


def _code(value: object) -> wire.ErrorCode:
    return cast("wire.ErrorCode", value) if value in _CODES else "internal_error"


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _unreadable() -> Refusal:
    return Refusal(
        "internal_error",
        "Live's answer cannot be read: the Remote Script and this server do not fit. Run `countin install`, "
        "restart Live and try again",
    )
