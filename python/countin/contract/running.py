"""Executions in progress: the token is claimed, the intent written, the frames go out, the end is recorded everywhere.

An execution lives in a task of its own, so a cancelled call never loses what it had already sent.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from countin.bridge import Bridge
from countin.contract.execute import Progress, Run
from countin.contract.hold import HoldEstimates
from countin.contract.log import Log
from countin.contract.looking import Looking
from countin.contract.operations import Operation, Operations
from countin.contract.outcome import Ran, Unknown, Verdict
from countin.contract.plan import Planned
from countin.contract.tokens import Ticket, Tokens
from countin.declaration import Status
from countin.errors import Refusal
from countin.store.operations import Intent

MOST_OPEN = 64
"""Operations of unknown end whose plans are kept, so that a later answer can still be compared."""
CLOSING_SECONDS = 2.0

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Open:
    """An operation whose end is not known yet, and the token that began it."""

    run: Run
    token: str


class Running:
    """Runs plans and records their ends."""

    def __init__(
        self,
        bridge: Bridge,
        looking: Looking,
        log: Log,
        tokens: Tokens,
        operations: Operations,
        holds: HoldEstimates,
        clock: Callable[[], float],
    ) -> None:
        self._bridge = bridge
        self._looking = looking
        self._log = log
        self._tokens = tokens
        self._operations = operations
        self._holds = holds
        self._clock = clock
        self._tasks: dict[asyncio.Task[Verdict | Refusal], Run] = {}
        self._open: OrderedDict[str, Open] = OrderedDict()

    async def run(self, token: str, ticket: Ticket, planned: Planned, progress: Progress | None) -> Verdict:
        """Execute a plan. Raises `Refusal` where nothing was written. Cancelling the caller revokes what Live has not
        begun; the end is recorded all the same."""
        await self._bridge.connect()
        self._check_instance(planned)
        self._tokens.claim(token)
        operation = self._begin(ticket)
        run = Run(
            self._bridge,
            self._looking,
            self._clock,
            planned,
            operation.id,
            self._intending(operation, planned),
            progress,
        )
        task = asyncio.create_task(self._to_its_end(run, token, operation))
        self._tasks[task] = run
        task.add_done_callback(self._tasks.pop)
        try:
            end = await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.done():
                run.stop()
            raise
        if isinstance(end, Refusal):
            raise end
        return end

    async def resume(self, operation: Operation) -> Unknown | None:
        """Ask once more for an end that is not known, and record it. What is still not known is returned."""
        found = self._open.get(operation.id)
        if found is None or found.run.unknown() is None:
            return None
        end = await found.run.resume()
        self._record(found.run, found.token, operation, end)
        return found.run.unknown()

    def answer(self, operation_id: str, planned: Planned, verdict: Verdict) -> dict[str, Any]:
        """The result of an execution."""
        body: dict[str, Any] = {
            "dryRun": False,
            "operationOutcome": outcome_body(verdict.status),
            "operationId": operation_id,
            "observed": {},
        }
        if verdict.state_version is not None:
            body["stateVersion"] = verdict.state_version
        try:
            body["observed"] = _observed(planned, verdict)
            return body | planned.tool.report(planned.arguments, planned.draft, verdict.executed())
        except Exception:  # it has been written: a tool's own members must never hide what happened
            _LOGGER.exception("the report of %s failed", planned.tool.name)
            return body

    async def close(self) -> None:
        """Revoke what Live has not begun, give the rest a moment to end, then close the connection. What has not ended
        stays in the log as sent, to be asked for."""
        for run in self._tasks.values():
            run.stop()
        if self._tasks:
            _, late = await asyncio.wait(set(self._tasks), timeout=CLOSING_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self._bridge.close()

    def _check_instance(self, planned: Planned) -> None:
        if self._bridge.status().instance != planned.instance:
            raise Refusal(
                "state_version_moved",
                "Live was restarted, or another Set was loaded, since this plan was made. Look again, then plan anew",
            )

    def _begin(self, ticket: Ticket) -> Operation:
        operation = self._operations.get(ticket.operation_id)
        if operation is None:
            operation = Operation(ticket.operation_id, ticket.tool, ticket.plan_hash, self._now())
            self._operations.add(operation)
        operation.status, operation.at = "in_progress", self._now()
        return operation

    def _intending(self, operation: Operation, planned: Planned) -> Callable[[int], None]:
        def intend(deadline_ms: int) -> None:
            self._log.intend(
                Intent(
                    operation=operation.id,
                    tool=planned.tool.name,
                    plan_hash=planned.plan_hash,
                    instance=planned.instance,
                    steps=len(planned.operations),
                    writes=planned.count,
                    sent_at=operation.at,
                    deadline=deadline_ms,
                )
            )

        return intend

    async def _to_its_end(self, run: Run, token: str, operation: Operation) -> Verdict | Refusal:
        try:
            end = await run.go()
        except Exception:  # something may have been written: the only honest end is that it is not known
            _LOGGER.exception("executing %s failed", run.planned.tool.name)
            end = _lost_track(run)
        self._record(run, token, operation, end)
        return end

    def _record(self, run: Run, token: str, operation: Operation, end: Verdict | Refusal) -> None:
        """One end, written in every place where somebody may look for it."""
        now = self._now()
        if isinstance(end, Refusal):
            status, reason, evidence = "not_executed", f"{end.code}: {end.message}", ()
            operation.outcome, operation.reason = None, reason
        else:
            status, reason, evidence = end.status.status, end.status.reason, end.status.evidence
            operation.outcome = outcome_body(end.status)
        operation.status, operation.at = status, now
        self._tokens.settle(token, status, now)
        self._log.settle(operation.id, status, reason, evidence, now)
        self._keep_open(run, token, operation)
        for planned, ended in zip(run.planned.operations, run.ends, strict=False):
            if isinstance(ended, Ran):
                self._holds.learn(planned, ended.execution.hold_ms)

    def _keep_open(self, run: Run, token: str, operation: Operation) -> None:
        if operation.status != "outcome_unknown":
            self._open.pop(operation.id, None)
            return
        self._open[operation.id] = Open(run, token)
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)

    def _now(self) -> int:
        return int(self._clock() * 1000)


def outcome_body(status: Status) -> dict[str, Any]:
    """`operationOutcome` as it is answered."""
    return {
        "schemaVersion": 1,
        "status": status.status,
        "reason": status.reason,
        "evidence": list(status.evidence),
    }


def _observed(planned: Planned, verdict: Verdict) -> dict[str, Any]:
    """What was read back: a member each for one step, a list of steps for more."""
    steps = [step for operation in planned.operations for step in operation.steps]
    rows = [row for operation in verdict.rows for row in operation]
    shown = [
        None if row is None else step.effect.observed(step.row, row) for step, row in zip(steps, rows, strict=True)
    ]
    return shown[0] or {} if len(shown) == 1 else {"steps": shown}


def _lost_track(run: Run) -> Verdict:
    rows = tuple(tuple(None for _ in operation.steps) for operation in run.planned.operations)
    status = Status(
        "outcome_unknown",
        "An internal error came between sending and the answer. Look at the Set before planning again",
    )
    return Verdict(status, rows, None)
