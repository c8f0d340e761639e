"""The pump: everything the script does in Live happens in one of its runs, from a timer or from `update_display`.

A run never raises, never nests, and works until the tick's budget is used; what is left waits for the next.
"""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable
from typing import Any

from . import frames, orders, sockets
from .connections import AUTHENTICATED, CHUNK_BYTES, REQUEST_BYTES, REQUESTS, UNAUTHENTICATED, Connection
from .frames import Frame
from .handshake import Identity, shake
from .live_set import LiveSet
from .orders import ExecuteOrder
from .outcomes import Outcomes
from .reading import Pause
from .refusals import Refusal
from .tasks import Desk, Task
from .wire import HEARTBEAT_SECONDS, TICK_BUDGET_SECONDS

STALL_SECONDS = 0.5
"""A longer gap between two ticks is Live's doing (a dialog, a load), not the clients'."""
PROGRESS_SECONDS = 0.1
"""How often a read that goes over many ticks tells how far it is."""
SLICE_SECONDS = TICK_BUDGET_SECONDS / 2
"""How long one task may go on while others wait."""


class Pump:
    """Clients, their requests, and the time they get."""

    def __init__(self, live: LiveSet, identity: Identity, listener: socket.socket, log: Callable[[str], None]) -> None:
        self._live = live
        self._identity = identity
        self._listener = listener
        self._log = log
        self._connections: list[Connection] = []
        self._tasks: deque[Task] = deque()
        self._buffer = bytearray(CHUNK_BYTES)
        self._is_working = False
        self._is_closed = False
        self._from_display = False
        self._has_logged = False
        self._ended = live.clock.now()
        self._step = 0.0
        """Seconds that the last step of a task took."""
        """When the last tick was over."""
        self._told = live.version.value
        """The state version that clients know of."""
        self._desk = Desk(live, identity.instance, Outcomes(), lambda: self._from_display)

    @property
    def has_clients(self) -> bool:
        """Somebody is connected."""
        return bool(self._connections)

    def run(self, *, from_display: bool) -> None:
        """One tick. A Live call may open a dialog with its own event loop: then the tick within it does nothing."""
        if self._is_working or self._is_closed:
            return
        self._is_working = True
        self._from_display = from_display
        try:
            self._tick()
        except Exception as error:  # noqa: BLE001  (the top border: Live stops a timer whose callback raises)
            self._log_once(error)
        finally:
            self._is_working = False

    def close(self) -> None:
        """Leave no socket behind. It may be called at any time, even from within a tick."""
        self._is_closed = True
        for task in self._tasks:
            _stop(task)
        self._tasks.clear()
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._listener.close()

    # -- a tick -------------------------------------------------------------------------------------------------

    def _tick(self) -> None:
        begun = self._live.clock.now()
        gap = begun - self._ended
        self._live.next_tick()
        for connection in self._connections:
            if gap > STALL_SECONDS:
                connection.forgive(gap)
            connection.flush(begun)
        self._accept(begun)
        for connection in self._connections:
            self._read(connection)
        self._drop_ended()
        if self._tasks or self._from_display:
            self._live.version.look()
        # In a Set whose own lists use up the budget, what was asked for must go on nevertheless.
        self._work(max(begun + TICK_BUDGET_SECONDS, self._live.clock.now() + SLICE_SECONDS))
        self._ended = self._live.clock.now()
        self._tell(self._ended)

    def _accept(self, now: float) -> None:
        while (client := sockets.accept(self._listener)) is not None:
            strangers = sum(connection.stage != "ready" for connection in self._connections)
            if strangers >= UNAUTHENTICATED:
                client.close()
            else:
                self._connections.append(Connection(client, now))

    def _read(self, connection: Connection) -> None:
        for frame in connection.receive(self._buffer):
            if connection.stage == "ready":
                self._take(connection, frame)
                continue
            shake(connection, frame, self._identity)
            if self._known() > AUTHENTICATED:
                connection.end_with(Refusal("live_busy", f"{AUTHENTICATED} clients are connected already"))

    def _known(self) -> int:
        return sum(connection.stage == "ready" for connection in self._connections)

    # -- requests -----------------------------------------------------------------------------------------------

    def _take(self, connection: Connection, frame: Frame) -> None:
        request = orders.request_id(frame.head)
        if frame.kind not in (frames.REQUEST, frames.CANCEL) or request is None:
            connection.end_with(
                Refusal("invalid_arguments", "after the handshake come requests and cancels, with an id")
            )
        elif frame.kind == frames.CANCEL:
            self._cancel(connection, request)
        else:
            self._queue(connection, request, frame)

    def _queue(self, connection: Connection, request: int, frame: Frame) -> None:
        try:
            if any(task.connection is connection and task.id == request for task in self._tasks):
                raise Refusal("invalid_arguments", f"request {request} is not answered yet", "id")
            size = len(frame.attachment)
            if connection.pending >= REQUESTS or connection.pending_bytes + size > REQUEST_BYTES:
                raise Refusal("live_busy", "too many requests of this connection are not answered yet")
            order = orders.decode(frame.head, frame.attachment, self._live.clock.unix_ms())
        except Refusal as refusal:
            connection.refuse(request, refusal, self._live.tick)
            return
        connection.pending += 1
        connection.pending_bytes += size
        task = self._desk.task(connection, request, order, size)
        task.next_progress = self._live.clock.now() + PROGRESS_SECONDS
        self._tasks.append(task)

    def _cancel(self, connection: Connection, request: int) -> None:
        for task in self._tasks:
            if task.connection is not connection or task.id != request:
                continue
            task.is_unwanted = True
            if not task.is_announced:
                self._end(task)
                task.refuse(Refusal("cancelled", "the request was cancelled before it wrote anything"))
                self._tasks.remove(task)
            return

    def _end(self, task: Task) -> None:
        """A task that has not been announced stops; an execution among them can never run."""
        _stop(task)
        self._let_go(task)
        if isinstance(task.order, ExecuteOrder):
            self._desk.revoke(task.order.operation, task.order.deadline)

    def _let_go(self, task: Task) -> None:
        task.connection.pending -= 1
        task.connection.pending_bytes -= task.size

    def _drop_ended(self) -> None:
        """Clients that are gone, and what they had asked for; what has started runs to its end."""
        if all(connection.is_open for connection in self._connections):
            return
        for task in [task for task in self._tasks if not task.connection.is_open and not task.is_announced]:
            self._end(task)
            self._tasks.remove(task)
        self._connections = [connection for connection in self._connections if connection.is_open]

    # -- work ---------------------------------------------------------------------------------------------------

    def _work(self, until: float) -> None:
        """Tasks in turn, each for a slice, those first that came first. What would not end in time is not begun: the
        next step most likely takes as long as the last one."""
        now, parked = self._live.clock.now(), deque[Task]()
        self._step = 0.0
        while self._tasks and now + self._step < until and not self._is_closed:
            task = self._tasks[0]
            ended = False
            if task.may_run(self._live.tick, from_display=self._from_display):
                ended = self._slice(task, min(now + SLICE_SECONDS, until))
            if self._is_closed:
                return
            self._tasks.popleft()
            if not ended:
                waits = task.pause is not Pause.MAY or not task.may_run(self._live.tick, from_display=False)
                (parked if waits else self._tasks).append(task)
            now = self._live.clock.now()
        self._tasks = deque([*parked, *self._tasks])

    def _slice(self, task: Task, until: float) -> bool:
        """Let a task go on; whether it has ended."""
        now = self._live.clock.now()
        while True:
            task.tick = self._live.tick
            try:
                task.pause = next(task.run)
            except StopIteration:
                self._let_go(task)
                return True
            except Refusal as refusal:
                task.refuse(refusal)
            except Exception as error:  # noqa: BLE001  (the border of a request: its client is told, the pump goes on)
                self._log_once(error)
                task.refuse(Refusal("internal_error", f"the Remote Script failed: {type(error).__name__}"))
            else:
                begun, now = now, self._live.clock.now()
                self._step = now - begun
                if task.pause is not Pause.MAY or now + self._step >= until:
                    return False
                continue
            self._let_go(task)
            return True

    # -- telling ------------------------------------------------------------------------------------------------

    def _tell(self, now: float) -> None:
        """Events, progress, what is still to be sent; then who has been silent too long."""
        if self._is_closed:
            return
        moved = self._told != self._live.version.value
        self._told = self._live.version.value
        for task in self._tasks:
            if task.progress.total and task.connection.is_clear and now >= task.next_progress:
                task.next_progress = now + PROGRESS_SECONDS
                task.answer(frames.PROGRESS, {"done": task.progress.done, "total": task.progress.total})
        for connection in self._connections:
            if connection.stage == "ready" and moved:
                self._event(connection, "state")
            elif connection.stage == "ready" and now >= connection.next_beat and connection.is_clear:
                self._event(connection, "tick")
                connection.next_beat = now + HEARTBEAT_SECONDS
            connection.flush(now)
            connection.keep_time(now)
        self._drop_ended()

    def _event(self, connection: Connection, event: str) -> None:
        head: dict[str, Any] = {
            "event": event,
            "tick": self._live.tick,
            "stateVersion": self._live.version.value,
            "instance": self._identity.instance,
        }
        connection.send(frames.EVENT, head)

    def _log_once(self, error: Exception) -> None:
        """One line for the first failure of this life; a log that fills up helps nobody."""
        if not self._has_logged:
            self._has_logged = True
            self._log(f"Countin: a tick failed with {type(error).__name__}")


def _stop(task: Task) -> None:
    try:
        task.run.close()
    except ValueError:
        return  # it is running right now: Live called back from within it, and it ends with its own step
