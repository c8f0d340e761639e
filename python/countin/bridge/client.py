"""The bridge as the contract uses it: observe, execute, ask for an outcome. Connects when needed, reconnects for what
comes next, never in the middle of a write."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from countin._remote_script.Countin import frames, wire
from countin._remote_script.Countin.rows import codec
from countin.bridge.answers import (
    Execution,
    Observed,
    Recalled,
    execution_of,
    observed_of,
    questions_of,
    recalled_of,
    refusal_of,
)
from countin.bridge.connection import Connection, Pending, open_connection
from countin.bridge.discovery import FoundLive, choose_live, find_lives
from countin.bridge.handshake import Peer
from countin.declaration import Look
from countin.errors import Refusal

HANDSHAKE_SECONDS = 2.0
PATIENCE_SECONDS = 10.0
"""How long a write that has started is waited for after its deadline, before its end is called unknown."""

Progress = Callable[[float, float | None, str], Awaitable[None]]
Meanwhile = Callable[[], Awaitable[None]]
Looks = Sequence[Look[Any, Any]]


class Unsettled(Exception):
    """A write went out and its end is not known. `started`: Live said that it began; False: it did not say so.

    `cause`: "lost" (the connection ended), "silent" (deadline and grace passed and the connection stands, read dry),
    "failed" (Live answered something that is no outcome).
    """

    def __init__(self, cause: Literal["lost", "silent", "failed"], *, started: bool) -> None:
        super().__init__(f"the end of a write is not known: {cause}")
        self.cause = cause
        self.sent = True
        self.started = started


@dataclass(frozen=True, slots=True)
class Job:
    """A write as it goes out: packed `Guards` and `WriteSteps` with their SHA-256, and what binds them."""

    operation: str
    tool: str
    instance: str
    state_version: int
    deadline_ms: int
    guards: bytes
    guards_digest: str
    writes: bytes
    writes_digest: str


@dataclass(frozen=True, slots=True)
class BridgeStatus:
    """The connection at a glance; everything None while there is none."""

    connected: bool
    last_tick_ms_ago: int | None = None
    instance: str | None = None
    live_version: str | None = None
    script_version: str | None = None
    set_name: str | None = None
    pid: int | None = None
    state_version: int | None = None


class Bridge:
    """One Live, as `home` and `live_pid` choose it. `timeout` bounds a read, in seconds; `clock` is Unix time."""

    def __init__(
        self,
        home: Path | None = None,
        *,
        live_pid: int | None = None,
        timeout: float = 10.0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._home = home
        self._live_pid = live_pid
        self._timeout = timeout
        self._clock = clock
        self._connection: Connection | None = None
        self._last: FoundLive | None = None
        self._connecting = asyncio.Lock()
        self._writes: dict[str, tuple[Connection, Pending]] = {}

    async def connect(self, *, timeout: float | None = None) -> Peer:
        """Be connected. Raises `Refusal` (`live_not_reachable`, `live_busy`, `script_outdated`)."""
        async with self._within(timeout):
            return (await self._connected()).peer

    async def observe(
        self,
        looks: Looks,
        *,
        known: Mapping[Look[Any, Any], bytes] = MappingProxyType({}),
        meanwhile: Meanwhile | None = None,
        timeout: float | None = None,
        progress: Progress | None = None,
    ) -> Observed:
        """Look at all of `looks` in one round trip; what is `known` and still the same does not come again (`wire`).
        `meanwhile` is work for the time until Live answers. Raises `Refusal`; a silent Live is `live_busy`."""
        limit = self._timeout if timeout is None else timeout
        asked = tuple(dict.fromkeys(looks))
        head = {"op": "observe", "deadline": round((self._clock() + limit) * 1000)}
        async with self._within(limit):
            frame = await self._read(head, questions_of(asked, known), progress, meanwhile)
        if frame.kind == frames.ERROR:
            raise refusal_of(frame.head, asked)
        return observed_of(frame, asked, known)

    async def execute(self, job: Job, *, patience: float = PATIENCE_SECONDS) -> Execution:
        """Send a write and wait for its end: until the deadline and a grace, and where it has started for `patience`
        seconds more. Raises `Refusal` with nothing sent, `Unsettled` after."""
        async with self._within(None):
            connection = await self._connected()
        pending = connection.request(
            {
                "op": "execute",
                "operation": job.operation,
                "tool": job.tool,
                "instance": job.instance,
                "stateVersion": job.state_version,
                "deadline": job.deadline_ms,
                "writes": job.writes_digest,
                "guards": job.guards_digest,
            },
            codec(wire.Job).guard_bytes(wire.Job(job.guards, job.writes)),
        )
        self._writes[job.operation] = (connection, pending)
        try:
            return await self._end_of(connection, pending, job.deadline_ms, patience)
        finally:
            del self._writes[job.operation]
            connection.cancel(pending)
            connection.forget(pending)

    def revoke(self, operation: str) -> None:
        """Revoke a write that is out: where it has not started, Live answers that it never will."""
        found = self._writes.get(operation)
        if found is not None:
            connection, pending = found
            connection.cancel(pending)

    async def outcome(
        self, operation: str, instance: str, deadline_ms: int, *, timeout: float | None = None
    ) -> Recalled:
        """Ask what became of an operation. Of one that has not run, asking makes sure that it never will.

        Raises `Refusal` where Live cannot be asked.
        """
        head = {"op": "outcome", "operation": operation, "instance": instance, "deadline": deadline_ms}
        async with self._within(timeout):
            frame = await self._read(head, b"", None)
        if frame.kind == frames.ERROR:
            raise refusal_of(frame.head, ())
        return recalled_of(frame)

    async def probe(
        self, questions: Sequence[str] = (), *, timeout: float, progress: Progress | None = None
    ) -> Mapping[str, Any]:
        """Ask Live the questions of these names, all for none, and answer the head of its RESPONSE (`wire`). It is
        sent once; given up, by time or by cancelling, Live puts everything back. Raises `Refusal`."""
        async with self._within(timeout):
            connection = await self._connected()
            pending = connection.request({"op": "probe", "questions": list(questions)})
            try:
                frame = await _answer(pending, progress)
            finally:
                connection.cancel(pending)
                connection.forget(pending)
        if frame is None:
            raise Refusal(
                "live_not_reachable", "The connection to Live ended while it was probed; is it still running?"
            )
        if frame.kind == frames.ERROR:
            raise refusal_of(frame.head, ())
        return frame.head

    def status(self) -> BridgeStatus:
        """What is known without asking."""
        connection = self._connection
        if connection is None or connection.lost:
            return BridgeStatus(connected=False)
        peer = connection.peer
        return BridgeStatus(
            connected=True,
            last_tick_ms_ago=connection.last_tick_ms_ago(),
            instance=peer.instance,
            live_version=peer.live_version,
            script_version=peer.version,
            set_name=connection.live.set_name,
            pid=peer.pid,
            state_version=connection.state_version,
        )

    async def close(self) -> None:
        """End the connection; the next use opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    @asynccontextmanager
    async def _within(self, timeout: float | None) -> AsyncGenerator[None]:
        limit = self._timeout if timeout is None else timeout
        try:
            async with asyncio.timeout(limit):
                yield
        except TimeoutError:
            raise self._busy(f"Live did not answer within {limit:g} s") from None

    def _busy(self, message: str) -> Refusal:
        ago = self.status().last_tick_ms_ago
        return Refusal(
            "live_busy",
            f"{message}; a dialog or a menu may be open, or it is loading. Close what is open in Live, then try again",
            details={"lastTickMsAgo": ago},
        )

    async def _connected(self) -> Connection:
        async with self._connecting:
            if self._connection is None or self._connection.lost:
                self._connection = await self._open()
            return self._connection

    async def _open(self) -> Connection:
        live = self._choose()
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                connection = await open_connection(live)
        except TimeoutError:
            raise self._busy(f"Live took no connection within {HANDSHAKE_SECONDS:g} s") from None
        self._last = live
        return connection

    def _choose(self) -> FoundLive:
        found = find_lives(self._home)
        again = [live for live in found if self._last is not None and live.pid == self._last.pid]
        return choose_live(found if self._live_pid is not None or not again else again, self._live_pid)

    async def _read(
        self, head: dict[str, Any], attachment: bytes, progress: Progress | None, meanwhile: Meanwhile | None = None
    ) -> frames.Frame:
        """The answer to a request that may be asked twice: once more where the connection ended meanwhile."""
        for _ in range(2):
            connection = await self._connected()
            pending = connection.request(head, attachment)
            try:
                if meanwhile is not None:
                    await meanwhile()
                    meanwhile = None
                frame = await _answer(pending, progress)
            finally:
                connection.cancel(pending)
                connection.forget(pending)
            if frame is not None:
                return frame
        raise Refusal("live_not_reachable", "The connection to Live ended twice while reading; is it still running?")

    async def _end_of(self, connection: Connection, pending: Pending, deadline_ms: int, patience: float) -> Execution:
        limit = deadline_ms / 1000 - self._clock() + wire.GRACE_SECONDS
        if not await _done_within(pending, limit):
            await connection.read_dry()
            if not pending.answer.done() and not (pending.started and await _done_within(pending, patience)):
                raise Unsettled("silent", started=pending.started)
        frame = pending.answer.result()
        if frame is None:
            raise Unsettled("lost", started=pending.started)
        execution = execution_of(frame)
        if execution is None or (frame.kind == frames.ERROR and pending.started):
            # After a start Live tells even a refusal as an outcome: an ERROR says nothing about what was written.
            raise Unsettled("failed", started=pending.started)
        return execution


async def _done_within(pending: Pending, seconds: float) -> bool:
    done, _ = await asyncio.wait((pending.answer,), timeout=max(0.0, seconds))
    return bool(done)


async def _answer(pending: Pending, progress: Progress | None) -> frames.Frame | None:
    if progress is None:
        return await asyncio.shield(pending.answer)
    reporting = asyncio.ensure_future(_report(pending, progress))
    try:
        return await asyncio.shield(pending.answer)
    finally:
        reporting.cancel()
        await asyncio.gather(reporting, return_exceptions=True)


async def _report(pending: Pending, progress: Progress) -> None:
    while True:
        await pending.moved.wait()
        pending.moved.clear()
        done, total = pending.progress
        await progress(done, total or None, "Reading from Live")
