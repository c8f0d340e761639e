"""Running a plan: the operations go out one after the other, and whatever happens on the way, there is one end.

What this file decides is when `not_executed` may be said of something that was sent: only when Live said so, or when
the connection stands, was read dry after deadline and grace, and Live did not begin.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from countin._remote_script.Countin import wire
from countin.bridge import Bridge, Execution, Job, Recalled, Unsettled
from countin.contract.looking import Looking
from countin.contract.outcome import End, Ran, Unknown, Verdict, judge, landed
from countin.contract.plan import Operation, Planned
from countin.contract.settling import settle
from countin.errors import Refusal

ASK_SECONDS = 5.0
"""How long Live is asked for the outcome of something whose end did not come."""
ASK_AGAIN_SECONDS = 0.25

_LOGGER = logging.getLogger(__name__)

Progress = Callable[[float, float | None, str], Awaitable[None]]


@dataclass(slots=True)
class Run:
    """The execution of one plan. `intend` is told each deadline before its frame goes out."""

    bridge: Bridge
    looking: Looking
    clock: Callable[[], float]
    planned: Planned
    operation_id: str
    intend: Callable[[int], None]
    progress: Progress | None = None
    ends: list[End] = field(default_factory=list[End])
    deadline_ms: int = 0
    stopping: bool = False

    def stop(self) -> None:
        """Nobody waits any more: what has not started is revoked, what comes after is not sent."""
        self.stopping = True
        self.bridge.revoke(self._id(len(self.ends)))

    def unknown(self) -> Unknown | None:
        """What is not known about its end, None where all of it is."""
        last = self.ends[-1] if self.ends else None
        return last if isinstance(last, Unknown) else None

    async def go(self) -> Verdict | Refusal:
        """Run all operations; the verdict, or the refusal where nothing was written."""
        version = self.planned.state_version
        for place, operation in enumerate(self.planned.operations):
            if self.stopping:
                self.ends.append(_cancelled())
                break
            end = await self._send(place, operation, version)
            self.ends.append(end)
            if place + 1 == len(self.planned.operations) or not isinstance(end, Ran):
                break
            if not self._went_well(operation, end):
                break
            version = end.execution.state_version or version
            await self._report(place + 1)
        return await self.verdict()

    async def resume(self) -> Verdict | Refusal:
        """Ask once more for an end that was not known."""
        place = len(self.ends) - 1
        self.ends[place] = await self._ask(self._id(place), "it was asked for again")
        return await self.verdict()

    async def verdict(self) -> Verdict | Refusal:
        """The one truth, once what Live shows late has been looked at."""
        verdict = judge(self.planned, self.ends)
        if isinstance(verdict, Verdict) and verdict.status.status == "applied":
            return await settle(self.looking, self.planned, verdict)
        return verdict

    def _id(self, place: int) -> str:
        return self.operation_id if len(self.planned.operations) == 1 else f"{self.operation_id}.{place + 1}"

    def _went_well(self, operation: Operation, ran: Ran) -> bool:
        """Whether the next operation of a sequence may follow."""
        return ran.execution.status == "applied" and not landed(operation, ran, self.planned).differences

    async def _report(self, done: int) -> None:
        total = len(self.planned.operations)
        if self.progress is None or self.stopping:
            return
        try:
            await self.progress(done, total, f"Part {done} of {total} has landed")
        except Exception:  # a client that cannot be told changes nothing about what is written
            _LOGGER.exception("progress of %s could not be told", self.planned.tool.name)

    async def _send(self, place: int, operation: Operation, version: int) -> End:
        self.deadline_ms = round((self.clock() + wire.DEADLINE_SECONDS) * 1000)
        self.intend(self.deadline_ms)
        job = Job(
            operation=self._id(place),
            tool=self.planned.tool.name,
            instance=self.planned.instance,
            state_version=version,
            deadline_ms=self.deadline_ms,
            guards=operation.guards,
            guards_digest=operation.guards_digest,
            writes=operation.writes,
            writes_digest=operation.writes_digest,
        )
        try:
            return Ran(await self.bridge.execute(job))
        except Refusal as refusal:
            return refusal
        except Unsettled as unsettled:
            if unsettled.cause == "silent" and not unsettled.started:
                return self._never_started()
            return await self._ask(job.operation, _WHY[unsettled.cause])

    def _never_started(self) -> Refusal:
        ago = self.bridge.status().last_tick_ms_ago
        return Refusal(
            "live_busy",
            f"Live did not begin within {wire.DEADLINE_SECONDS:g} s (a dialog or an open menu?), so this cannot run "
            "any more and nothing was changed. Close what is open in Live, then plan anew",
            details={"lastTickMsAgo": ago},
        )

    async def _ask(self, operation: str, why: str) -> End:
        """Ask Live what became of an operation, until it says so or patience ends."""
        until = self.clock() + ASK_SECONDS
        while True:
            try:
                recalled = await self.bridge.outcome(
                    operation, self.planned.instance, self.deadline_ms, timeout=max(0.1, until - self.clock())
                )
            except Refusal as refusal:
                end: End = Unknown(f"{why}; asking Live failed: {refusal.message}", refusal)
            else:
                end = _answered(recalled, why)
                if recalled.known != "in_progress":
                    return end
            if self.clock() + ASK_AGAIN_SECONDS >= until:
                return end
            await asyncio.sleep(ASK_AGAIN_SECONDS)


_WHY: dict[str, str] = {
    "lost": "the connection to Live ended before it answered",
    "silent": "Live began, and did not answer in time",
    "failed": "Live's answer was no outcome",
}


def _answered(recalled: Recalled, why: str) -> End:
    execution: Execution | None = recalled.execution
    if execution is not None:
        return Ran(execution, recalled.read_back or execution.status in ("refused", "rolled_back"))
    if recalled.known == "not_executed":
        return Refusal(
            "live_not_reachable",
            f"{_sentence(why)}. It had not begun, is revoked and cannot run any more: nothing was changed. Plan anew",
        )
    if recalled.known == "in_progress":
        return Unknown(f"{why}; Live says that it is still running")
    return Unknown(f"{why}; Live does not remember it (it was restarted, or it is too long ago)")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cancelled() -> Refusal:
    return Refusal("cancelled", "The call was cancelled")
