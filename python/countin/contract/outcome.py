"""What an execution came to: the read-back compared with the plan, differences named, one status and its evidence."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from countin._remote_script.Countin.rows import RowError
from countin.bridge import Execution
from countin.contract.plan import Operation, Planned, step_changes
from countin.declaration import Executed, Status, Step
from countin.errors import Refusal

EVIDENCE_BYTES = 8 * 1024
"""Evidence kept and shown of one outcome, in UTF-8."""
LONGEST_LINE = 400

_LOGGER = logging.getLogger(__name__)

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """The end of an operation that even asking could not settle, and what was tried."""

    why: str
    asking: Refusal | None = None
    """Why Live could not be asked; None where it was asked and does not know."""


@dataclass(frozen=True, slots=True)
class Ran:
    """An operation that Live ran; `read_back` False where its rows are no longer kept."""

    execution: Execution
    read_back: bool = True


End = Ran | Refusal | Unknown
"""How one operation ended: it ran, it certainly did not, or nobody knows."""


@dataclass(frozen=True, slots=True)
class Landed:
    """What an operation that ran left behind: its rows as read back, and every difference from the plan."""

    rows: tuple[Row | None, ...]
    differences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The end of a whole plan: one truth, for the answer, the log and whoever asks later."""

    status: Status
    rows: tuple[tuple[Row | None, ...], ...]
    state_version: int | None
    tick: int = 0

    @property
    def is_error(self) -> bool:
        """Whether the caller must look at the Set before anything else."""
        return self.status.status in ("postconditions_failed", "outcome_unknown")

    def executed(self) -> Executed:
        """As tools see it."""
        return Executed(self.status, self.rows)


def landed(operation: Operation, ran: Ran, planned: Planned) -> Landed:
    """Compare what was read back with what was planned."""
    execution = ran.execution
    rows: list[Row | None] = []
    differences = [text for text in execution.differences if text]
    if execution.status == "incomplete":
        differences.insert(0, execution.message or "Live failed in the middle, and not everything could be taken back")
    elif execution.status == "unread" and execution.message:
        differences.insert(0, execution.message)
    for place, step in enumerate(operation.steps):
        packed = execution.results[place] if place < len(execution.results) else b""
        row, found = _compared(step, packed)
        rows.append(row)
        differences += found
        if row is None and execution.status != "incomplete":
            differences += _unread(step, planned)
    return Landed(tuple(rows), tuple(differences))


def _compared(step: Step[Any, Any], packed: bytes) -> tuple[Row | None, Sequence[str]]:
    if not packed:
        return None, ()
    try:
        row = step.effect.write.result.unpack(packed)
    except RowError as error:
        return None, (f"what Live read back of {step.effect.write.name} cannot be read: {error}",)
    try:
        return row, tuple(step.effect.compare(step.row, row))
    except Exception:  # it has been written: whatever a comparison does, the answer must say so
        _LOGGER.exception("comparing %s failed", step.effect.write.name)
        return row, (f"what Live read back of {step.effect.write.name} could not be compared with the plan",)


def _unread(step: Step[Any, Any], planned: Planned) -> list[str]:
    changes = step_changes(step, planned.draft)
    return [
        f"written, not read back: {one['what']}: {one['before']!r} → {one['after']!r}"
        for one in changes.first(changes.count)
    ]


def judge(planned: Planned, ends: Sequence[End]) -> Verdict | Refusal:
    """The one truth about a plan whose operations ended like this, in order; the last end is what stopped it."""
    told = [_told(end, place, planned) for place, end in enumerate(ends, 1)]
    last = told[-1]
    if isinstance(last, Refusal) and len(told) == 1:
        return last
    ran = [end for end in told if isinstance(end, Ran)]
    done = [landed(operation, end, planned) for operation, end in zip(planned.operations, ran, strict=False)]
    whole = len(ran) == len(planned.operations) and not all(end.read_back for end in ran)
    status = _uncompared(planned) if whole else _status(planned, last, done)
    versions = [end.execution.state_version for end in ran if end.execution.state_version is not None]
    tick = max((end.execution.tick for end in ran), default=0)
    return Verdict(status, _rows(planned, done), versions[-1] if versions else None, tick)


def _told(end: End, place: int, planned: Planned) -> End:
    """What Live refused or took back is a refusal, however it was told."""
    return (_undone(end, place, planned) or end) if isinstance(end, Ran) else end


def _undone(ran: Ran, place: int, planned: Planned) -> Refusal | None:
    """An operation that Live refused, or took back completely, as the refusal it is."""
    execution = ran.execution
    if execution.status == "refused":
        changed = _changed(planned, execution.guard)
        return Refusal(
            execution.code or "live_refused",
            execution.message or "Live refused it; look again, plan anew",
            details={"changed": changed} if changed else None,
        )
    if execution.status == "rolled_back":
        return Refusal(
            "live_refused",
            f"Live failed in the middle of part {place} and everything written was taken back: "
            f"{execution.message or 'it gave no reason'}. Look again, then plan anew",
            details={"rolledBack": True},
        )
    return None


def _changed(planned: Planned, guard: int | None) -> list[str]:
    """What, in the plan's own words, no longer holds: the reliances of the guard that Live named."""
    looks = list(dict.fromkeys(one.look for one in planned.draft.rests_on))
    if guard is None or not 0 <= guard < len(looks):
        return []
    return [one.what for one in planned.draft.rests_on if one.look == looks[guard]]


def _status(planned: Planned, last: End, done: Sequence[Landed]) -> Status:
    total, parts = len(planned.operations), len(done)
    differences = [text for one in done for text in one.differences]
    lines = [*differences, *_progress(planned, parts, unknown=isinstance(last, Unknown))]
    if isinstance(last, Unknown):
        reason = (
            "It was sent, and its end is not known. Look at the Set, and ask get_operation_outcome, before planning"
        )
        return Status("outcome_unknown", reason, bounded([last.why, *lines]))
    if isinstance(last, Refusal):
        reason = f"{parts} of {total} parts landed, then it stopped ({last.code}): {last.message}"
        return Status("postconditions_failed", f"{reason}. {restoring(planned, parts)}", bounded(lines))
    if differences:
        reason = f"It was written, but Live shows something else ({len(differences)} differences)"
        return Status("postconditions_failed", f"{reason}. {restoring(planned, parts)}", bounded(lines))
    if parts < total:
        reason = f"{parts} of {total} parts landed as planned, the others were not sent"
        return Status("postconditions_failed", f"{reason}. {restoring(planned, parts)}", bounded(lines))
    return Status("applied", f"Written, and Live shows what was planned ({planned.count} written, all read back)")


def _uncompared(planned: Planned) -> Status:
    return Status(
        "pending_postconditions",
        "Live ran it, but what it read back is no longer kept, so it was not compared with the plan. Look at the Set; "
        "do not plan it again",
        (planned.draft.summary,),
    )


def restoring(planned: Planned, parts: int) -> str:
    """The sentence that says what takes back the parts that landed."""
    if not planned.tool.undoable:
        return planned.tool.restore or "Live's undo does not cover this"
    steps = planned.undo_steps if parts >= len(planned.operations) else parts
    return "Undo once takes it back" if steps <= 1 else f"Undo {steps} times takes it back"


def _progress(planned: Planned, landed_parts: int, *, unknown: bool) -> list[str]:
    """What landed and what did not, of a sequence."""
    total = len(planned.operations)
    if total == 1:
        return []
    lines = [f"landed: part {place + 1} of {total}" for place in range(landed_parts)]
    open_part = landed_parts + 1
    if unknown:
        lines.append(f"not known: part {open_part} of {total}")
        open_part += 1
    for place in range(open_part - 1, total):
        lines.append(f"not done: part {place + 1} of {total}")
        for step in planned.operations[place].steps:
            changes = step_changes(step, planned.draft)
            lines += [f"not done: {one['what']}" for one in changes.first(changes.count)]
    return lines


def _rows(planned: Planned, done: Sequence[Landed]) -> tuple[tuple[Row | None, ...], ...]:
    """Rows of all operations; of those that did not run, a None for each step."""
    missing = planned.operations[len(done) :]
    return (*(one.rows for one in done), *(tuple(None for _ in operation.steps) for operation in missing))


def bounded(lines: Sequence[str], limit: int = EVIDENCE_BYTES) -> tuple[str, ...]:
    """Evidence of at most `limit` bytes: as many lines as fit, then how many were left out."""
    kept: list[str] = []
    room = limit - 64
    for line in lines:
        text = line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…"
        room -= len(text.encode("utf-8", "replace"))
        if room < 0:
            return (*kept, f"and {len(lines) - len(kept)} more")
        kept.append(text)
    return tuple(kept)
