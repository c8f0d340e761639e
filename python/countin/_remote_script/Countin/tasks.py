"""What has been asked for and is not answered yet: one task a request, which the pump lets run piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import frames
from .connections import Connection
from .guard import execute
from .live_set import LiveSet
from .observing import observe
from .orders import ExecuteOrder, ObserveOrder, Order, OutcomeOrder, ProbeOrder
from .outcomes import Outcome, Outcomes
from .reading import Pause, Progress, Reading
from .refusals import Refusal
from .rows import codec
from .wire import Answers, Results


@dataclass(slots=True, eq=False)
class Task:
    """A request on its way. `run` ends once it has sent its answer."""

    connection: Connection
    id: int
    order: Order
    run: Reading[None]
    size: int
    born: int
    """The pump in which it came."""
    progress: Progress = field(default_factory=Progress)
    pause: Pause = Pause.MAY
    next_progress: float = 0.0
    """When it may tell how far it is."""
    tick: int = 0
    """The pump in which it was put aside."""
    is_announced: bool = False
    """An execution that has been announced as started runs to its end, and so does a probe."""
    is_unwanted: bool = False
    """It was cancelled after that: a probe then tidies up and ends."""

    def may_run(self, tick: int, *, from_display: bool) -> bool:
        """Whether this pump is one that the task waits for."""
        if self.connection.is_behind and not self.is_announced:
            return False
        if self.pause is Pause.NEXT_TICK:
            return tick != self.tick
        return from_display or self.pause is not Pause.DISPLAY

    def answer(self, kind: int, head: Mapping[str, Any], attachment: bytes = b"") -> None:
        """Send a frame about this request; one that is too large is an error of its own."""
        told = {"id": self.id, "ticks": self.tick - self.born + 1, **head}
        if not self.connection.send(kind, told, attachment):
            self.refuse(Refusal("too_large", "the answer is larger than a frame; ask for less at once"))

    def refuse(self, refusal: Refusal) -> None:
        """Send an ERROR."""
        self.connection.refuse(self.id, refusal, self.tick)


class Desk:
    """Makes tasks of orders."""

    def __init__(self, live: LiveSet, instance: str, outcomes: Outcomes, from_display: Callable[[], bool]) -> None:
        self._live = live
        self._instance = instance
        self._outcomes = outcomes
        self._from_display = from_display
        self._is_probing = False

    def task(self, connection: Connection, request: int, order: Order, size: int) -> Task:
        """The task that answers an order; nothing of it has run yet."""
        task = Task(connection, request, order, _nothing(), size, self._live.tick)
        if isinstance(order, ObserveOrder):
            task.run = self._observe(task, order)
        elif isinstance(order, ExecuteOrder):
            task.run = self._execute(task, order)
        elif isinstance(order, ProbeOrder):
            task.run = self._probe(task, order)
        else:
            task.run = self._outcome(task, order)
        return task

    def revoke(self, operation: str, deadline: int) -> None:
        """An execution that has not been announced can never run."""
        self._outcomes.revoke(operation, deadline, self._live.clock.unix_ms())

    def _observe(self, task: Task, order: ObserveOrder) -> Reading[None]:
        if order.deadline is not None and self._live.clock.unix_ms() > order.deadline:
            raise Refusal("deadline_passed", "the deadline passed before Live could look")
        answers, moment = yield from observe(self._live, order.questions, task.progress)
        head = {
            "instance": self._instance,
            "stateVersion": moment.state_version,
            "tick": moment.tick,
            "liveVersion": self._live.live_version(),
        }
        task.answer(frames.RESPONSE, head, codec(Answers).guard_bytes(answers))

    def _execute(self, task: Task, order: ExecuteOrder) -> Reading[None]:
        if self._outcomes.may_run(order.operation, order.deadline) == "used":
            self._answer(task, order, Outcome("refused", "token_used", "this operation has already been sent"))
            return

        def announce() -> None:
            """(a): an operation that was revoked, or whose start cannot be told at once, does not run."""
            if self._outcomes.may_run(order.operation, order.deadline) != "yes":
                raise Refusal("cancelled", "this operation was revoked before it started")
            if not task.connection.send_at_once(frames.STARTED, {"id": task.id, "operation": order.operation}):
                raise Refusal("live_busy", "the connection did not take the announcement, so nothing was run")
            task.is_announced = True
            self._outcomes.begin(order.operation)

        try:
            outcome = yield from execute(self._live, order, self._instance, announce, self._from_display)
        except Exception as error:
            if not task.is_announced:
                raise
            # Whatever it is, it came after the start: without an outcome it would be in progress for ever.
            outcome = _lost_track(error, self._live)
        head, attachment = self._answer(task, order, outcome)
        self._outcomes.end(order.operation, order.deadline, head, attachment)

    def _probe(self, task: Task, order: ProbeOrder) -> Reading[None]:
        """One at a time. Once begun it ends only when it has put everything back."""
        from .probe.session import probe  # read only where somebody asks for it

        if self._is_probing:
            raise Refusal("live_busy", "a probe is running already")
        self._is_probing = task.is_announced = True
        try:
            found = yield from probe(
                self._live, order.questions, task.progress, lambda: task.is_unwanted or not task.connection.is_open
            )
        finally:
            self._is_probing = False
        head = {"instance": self._instance, "liveVersion": self._live.live_version()}
        task.answer(frames.RESPONSE, {**head, "questions": found.rows, "left": found.left})

    def _answer(self, task: Task, order: ExecuteOrder, outcome: Outcome) -> tuple[dict[str, object], bytes]:
        head = {"instance": self._instance, "operation": order.operation, **outcome.head()}
        attachment = codec(Results).guard_bytes(outcome.results)
        task.answer(frames.RESPONSE, head, attachment)
        return head, attachment

    def _outcome(self, task: Task, order: OutcomeOrder) -> Reading[None]:
        yield Pause.MAY
        if order.instance != self._instance:
            task.answer(frames.RESPONSE, {"operation": order.operation, "known": "unknown"})
            return
        answer = self._outcomes.ask(order.operation, order.deadline, self._live.clock.unix_ms())
        head = {**answer.head, "operation": answer.operation, "known": answer.known}
        task.answer(frames.RESPONSE, head, answer.attachment)


def _lost_track(error: Exception, live: LiveSet) -> Outcome:
    """The outcome of an operation in the middle of which the script itself failed."""
    words = f"the Remote Script failed in the middle ({type(error).__name__}); what of it is written is not known"
    return Outcome("incomplete", "internal_error", words, None, Results((), (words,)), live.version.value, live.tick)


def _nothing() -> Reading[None]:
    yield Pause.MAY
