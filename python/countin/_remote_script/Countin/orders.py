"""The heads of requests, decoded: what a client asks for, every member of the type it should have."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from .refusals import Refusal
from .rows import RowError, codec
from .wire import DEADLINE_BOUND_SECONDS, Guards, Job, Questions, WriteSteps

LARGEST_ID = 2**53 - 1
LONGEST_TEXT = 128
LONGEST_LIST = 128


@dataclass(frozen=True, slots=True)
class ObserveOrder:
    """An `observe` request. `deadline` in Unix milliseconds, None for none."""

    questions: Questions
    deadline: int | None


@dataclass(frozen=True, slots=True)
class ExecuteOrder:
    """An `execute` request: the job as it was received, and the digests it was announced with."""

    operation: str
    tool: str
    instance: str
    state_version: int
    deadline: int
    job: Job
    writes_digest: str
    guards_digest: str

    def arrived_whole(self) -> bool:
        """Whether writes and guards are, byte for byte, those that were announced."""
        received = (hashlib.sha256(self.job.writes).hexdigest(), hashlib.sha256(self.job.guards).hexdigest())
        return received == (self.writes_digest, self.guards_digest)

    def steps(self) -> WriteSteps:
        """The writes. Raises `Refusal`."""
        return _unpack(WriteSteps, self.job.writes)

    def guards(self) -> Guards:
        """What it rests on. Raises `Refusal`."""
        return _unpack(Guards, self.job.guards)


@dataclass(frozen=True, slots=True)
class OutcomeOrder:
    """An `outcome` request."""

    operation: str
    instance: str
    deadline: int


@dataclass(frozen=True, slots=True)
class ProbeOrder:
    """A `probe` request: the questions to ask by name, all of them for none."""

    questions: tuple[str, ...]


Order = ObserveOrder | ExecuteOrder | OutcomeOrder | ProbeOrder


def request_id(head: Mapping[str, Any]) -> int | None:
    """The id of a request or a cancel; None where it has none that could be answered."""
    found = head.get("id")
    return found if type(found) is int and 0 <= found <= LARGEST_ID else None


def decode(head: Mapping[str, Any], attachment: bytes, now: int) -> Order:
    """What a REQUEST asks for. Raises `Refusal` `invalid_arguments`, naming the member."""
    op = head.get("op")
    if op == "observe":
        deadline = None if head.get("deadline") is None else _deadline(head, now)
        return ObserveOrder(_unpack(Questions, attachment), deadline)
    if op == "execute":
        return ExecuteOrder(
            operation=_operation(head),
            tool=_text(head, "tool"),
            instance=_text(head, "instance"),
            state_version=_whole(head, "stateVersion"),
            deadline=_deadline(head, now),
            job=_unpack(Job, attachment),
            writes_digest=_text(head, "writes"),
            guards_digest=_text(head, "guards"),
        )
    if op == "outcome":
        return OutcomeOrder(_operation(head), _text(head, "instance"), _deadline(head, now))
    if op == "probe":
        return ProbeOrder(_names(head, "questions"))
    raise Refusal("invalid_arguments", "op must be observe, execute, outcome or probe", "op")


def _unpack(row: type[Any], data: bytes) -> Any:
    try:
        return codec(row).unpack(data)
    except RowError as error:
        raise Refusal("invalid_arguments", f"the attachment is no {row.__name__}: {error}", "attachment") from None


def _text(head: Mapping[str, Any], name: str) -> str:
    found = head.get(name)
    if not isinstance(found, str) or len(found) > LONGEST_TEXT:
        raise Refusal("invalid_arguments", f"{name} must be a text of at most {LONGEST_TEXT} characters", name)
    return found


def _names(head: Mapping[str, Any], name: str) -> tuple[str, ...]:
    found: object = head.get(name, [])
    if not isinstance(found, list) or len(cast("list[object]", found)) > LONGEST_LIST:
        raise Refusal("invalid_arguments", f"{name} must be a list of at most {LONGEST_LIST} names", name)
    return tuple(_text({name: entry}, name) for entry in cast("list[object]", found))


def _operation(head: Mapping[str, Any]) -> str:
    found = _text(head, "operation")
    if not found or not found.isascii() or not found.isprintable():
        raise Refusal("invalid_arguments", "operation must be printable ASCII", "operation")
    return found


def _whole(head: Mapping[str, Any], name: str) -> int:
    found = head.get(name)
    if type(found) is not int:
        raise Refusal("invalid_arguments", f"{name} must be a whole number", name)
    return found


def _deadline(head: Mapping[str, Any], now: int) -> int:
    """A deadline no further ahead than the bound: what Live must remember of it stays bounded."""
    found = head.get("deadline")
    if not isinstance(found, int | float) or isinstance(found, bool) or not _is_finite(found):
        raise Refusal("invalid_arguments", "deadline must be Unix milliseconds", "deadline")
    if found > now + DEADLINE_BOUND_SECONDS * 1000:
        raise Refusal("invalid_arguments", f"deadline lies more than {DEADLINE_BOUND_SECONDS:g} s ahead", "deadline")
    return int(found)


def _is_finite(number: int | float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:
        return False
