"""`get_operation_outcome`: what became of an operation, from memory, from the log, and only then from Live.

Asking Live about an operation that has not run revokes it, so Live is asked only about what was sent and whose end did
not come.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from countin.bridge import Bridge, Recalled
from countin.contract.log import Log
from countin.contract.operations import Operation, Operations
from countin.contract.running import Running, outcome_body
from countin.contract.tokens import LIFE_MS, Ticket, Tokens
from countin.declaration import Status
from countin.errors import Refusal
from countin.store.operations import Entry, Intent

LISTED = 20


class Outcomes:
    """Answers for operations of this server, and for those in the log of this machine."""

    def __init__(
        self,
        bridge: Bridge,
        log: Log,
        tokens: Tokens,
        operations: Operations,
        running: Running,
        clock: Callable[[], float],
    ) -> None:
        self._bridge = bridge
        self._log = log
        self._tokens = tokens
        self._operations = operations
        self._running = running
        self._clock = clock

    async def answer(self, operation_id: str | None, token: str | None) -> dict[str, Any]:
        """`{operationId, tool, status, at, operationOutcome?}`; without arguments `{operations}`. Raises `Refusal`."""
        ticket = None if token is None else self._ticket(token)
        identifier = _bare(operation_id, ticket)
        if identifier is None:
            return {"operations": self._recent()}
        operation = self._operations.get(identifier)
        if operation is not None:
            return await self._of_memory(operation)
        entry = self._log.find(identifier)
        if entry is not None:
            return await self._of_log(entry)
        if ticket is not None:
            return _body(identifier, ticket.tool, "planned", ticket.expires_at - LIFE_MS)
        raise Refusal(
            "not_found",
            f"No operation {identifier[:80]!r} is known here. Call get_operation_outcome without arguments for the "
            "last ones",
            path="/operationId",
        )

    def _ticket(self, token: str) -> Ticket:
        ticket = self._tokens.ticket_of(token)
        if ticket is None:
            raise Refusal(
                "token_unknown",
                "This confirmationToken was never issued here, or was issued long ago",
                path="/confirmationToken",
            )
        return ticket

    def _recent(self) -> list[dict[str, Any]]:
        mine = [operation.shown() for operation in self._operations.recent(LISTED)]
        known = {one["operationId"] for one in mine}
        others = [_shown(entry) for entry in self._log.recent(LISTED) if entry.intent.operation not in known]
        return sorted(mine + others, key=lambda one: one["at"], reverse=True)[:LISTED]

    async def _of_memory(self, operation: Operation) -> dict[str, Any]:
        if operation.status != "outcome_unknown":
            return operation.shown()
        unknown = await self._running.resume(operation)
        if unknown is not None and unknown.asking is not None:
            raise _cannot_ask(operation.id, operation.tool, unknown.asking)
        return operation.shown()

    async def _of_log(self, entry: Entry) -> dict[str, Any]:
        intent = entry.intent
        if entry.status not in (None, "outcome_unknown"):
            return _shown(entry)
        if self._clock() * 1000 <= intent.deadline:
            return _of_intent(intent, "in_progress", intent.sent_at)
        try:
            told = [
                await self._bridge.outcome(identifier, intent.instance, intent.deadline)
                for identifier in _identifiers(intent)
            ]
        except Refusal as refusal:
            raise _cannot_ask(intent.operation, intent.tool, refusal) from None
        return self._told(intent, told)

    def _told(self, intent: Intent, told: list[Recalled]) -> dict[str, Any]:
        """What Live remembers of an operation whose plan is gone."""
        now = int(self._clock() * 1000)
        if any(one.known == "in_progress" for one in told):
            return _of_intent(intent, "in_progress", intent.sent_at)
        ran = [one.execution for one in told if one.execution is not None]
        written = [one for one in ran if one.status not in ("refused", "rolled_back")]
        if not written and all(one.known != "unknown" for one in told):
            reason = next((one.message for one in ran), "it had not begun, is revoked and cannot run any more")
            self._log.settle(intent.operation, "not_executed", reason, (), now)
            return _of_intent(intent, "not_executed", now) | {"reason": reason}
        status = _status(told, len(written))
        self._log.settle(intent.operation, status.status, status.reason, status.evidence, now)
        return _of_intent(intent, status.status, now) | {"operationOutcome": outcome_body(status)}


def _identifiers(intent: Intent) -> list[str]:
    if intent.steps == 1:
        return [intent.operation]
    return [f"{intent.operation}.{place + 1}" for place in range(intent.steps)]


def _status(told: list[Recalled], written: int) -> Status:
    differences = tuple(text for one in told if one.execution is not None for text in one.execution.differences)
    if any(one.known == "unknown" for one in told):
        return Status(
            "outcome_unknown", "Live does not remember it: look at the Set before planning again", differences
        )
    if differences or written < len(told):
        reason = f"{written} of {len(told)} parts were written, and Live names differences; look at the Set"
        return Status("postconditions_failed", reason, differences)
    return Status(
        "pending_postconditions",
        "Live wrote all of it; the plan is gone, so what it read back was not compared. Look at the Set; do not plan "
        "it again",
    )


def _shown(entry: Entry) -> dict[str, Any]:
    intent = entry.intent
    status, at = entry.status or "in_progress", entry.settled_at or intent.sent_at
    if status in ("in_progress", "not_executed"):
        return _of_intent(intent, status, at) | ({"reason": entry.reason} if entry.reason else {})
    outcome = {"schemaVersion": 1, "status": status, "reason": entry.reason or "", "evidence": list(entry.evidence)}
    return _of_intent(intent, status, at) | {"operationOutcome": outcome}


def _of_intent(intent: Intent, status: str, at: int) -> dict[str, Any]:
    return _body(intent.operation, intent.tool, status, at)


def _body(operation: str, tool: str, status: str, at: int) -> dict[str, Any]:
    return {"operationId": operation, "tool": tool, "status": status, "at": at}


def _bare(operation_id: str | None, ticket: Ticket | None) -> str | None:
    """The operation that is meant: a step's own id stands for its operation."""
    bare = None if operation_id is None else operation_id.partition(".")[0]
    if ticket is None or bare == ticket.operation_id:
        return bare
    if bare is not None:
        raise Refusal(
            "invalid_arguments",
            f"This confirmationToken belongs to {ticket.operation_id}; pass one of the two",
            path="/operationId",
        )
    return ticket.operation_id


def _cannot_ask(operation: str, tool: str, refusal: Refusal) -> Refusal:
    return Refusal(
        refusal.code,
        f"The end of {operation} is not known, and Live cannot be asked: {refusal.message}",
        outcome="unknown",
        details={"operationId": operation, "tool": tool, "status": "outcome_unknown", **refusal.details},
    )
