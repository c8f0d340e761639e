"""What can happen to an execution on its way, for law 7: time-outs, cuts, stalls, restarts, a client that is gone.

Each is a coroutine that confirms a plan under its misfortune and answers what the caller was told, None where it was
gone before an answer came.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from countin._remote_script.Countin import frames
from countin.bridge.connection import Connection
from laws.sets import BAND
from laws.stage import Stage
from rig import SCRIPT, Told

Answered = Awaitable[Told | None]


@dataclass(frozen=True, repr=False)
class Misfortune:
    """One of them. `forgets`: afterwards Live may honestly not remember. `replaces`: another Set is open then.
    `may_run`: whether the execution may have, must have, or must not have happened (None: either)."""

    name: str
    befall: Callable[[Stage, Told], Answered]
    runs: bool | None = None
    forgets: bool = False
    replaces: bool = False

    def __repr__(self) -> str:
        return self.name


# --- pieces ----------------------------------------------------------------------------------------------------------


def confirm(stage: Stage, planned: Told) -> Awaitable[Told]:
    """The confirming call."""
    confirmation = planned["confirmation"]
    proof = {"confirmationToken": confirmation["token"], "planHash": confirmation["planHash"]}
    return stage.rig.ask("execute_plan", proof)


def connection_of(stage: Stage) -> Connection:
    """The connection of the server, from its inside."""
    contract: Any = stage.rig.app.contract
    return contract._observer._looking._bridge._connection


def tasks_of(stage: Stage) -> list[asyncio.Task[Any]]:
    """Executions that the server has not ended."""
    contract: Any = stage.rig.app.contract
    return list(contract._running._tasks)


@contextlib.contextmanager
def at_frame(kind: int, number: int, act: Callable[[Connection], bool]) -> Generator[None]:
    """When the server has received the `number`-th frame of this kind: act, and drop the frame where that says so."""
    seen = 0
    original: Any = getattr(Connection, "_take_for")  # noqa: B009  (its inside)

    def take(self: Connection, pending: Any, frame: frames.Frame) -> None:
        nonlocal seen
        seen += frame.kind == kind
        if frame.kind == kind and seen == number and act(self):
            return
        original(self, pending, frame)

    with patch.object(Connection, "_take_for", take):
        yield


def _cut(connection: Connection) -> bool:
    connection.abort()
    return False


def _lose(connection: Connection) -> bool:
    connection.abort()
    return True


async def _sent(stage: Stage, planned: Told, seconds: float = 1.0) -> asyncio.Task[Told]:
    """The confirming call as a task, its frame on the way for some seconds."""
    running = asyncio.ensure_future(confirm(stage, planned))
    await asyncio.sleep(seconds)
    return running


async def _gone(running: asyncio.Task[Told]) -> None:
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


# --- stalls ----------------------------------------------------------------------------------------------------------


async def _calm(stage: Stage, planned: Told) -> Told:
    return await confirm(stage, planned)


def stall(seconds: float) -> Misfortune:
    """Live stands still for so long while the execution is queued."""

    async def befall(stage: Stage, planned: Told) -> Told:
        with stage.rig.stalled():
            running = await _sent(stage, planned, seconds)
        return await running

    runs = True if seconds < 9.5 else False if seconds > 10.5 else None
    return Misfortune(f"a stall of {seconds:g} s", befall, runs=runs)


# --- cuts ------------------------------------------------------------------------------------------------------------


async def _cut_while_queued(stage: Stage, planned: Told) -> Told:
    with stage.rig.stalled():
        running = await _sent(stage, planned)
        connection_of(stage).abort()
        await asyncio.sleep(1)
    return await running


async def _cut_half_way(stage: Stage, planned: Told) -> Told:
    """The connection ends in the middle of the execution's frame."""
    original: Any = getattr(Connection, "_send")  # noqa: B009  (its inside)

    def send(self: Connection, data: bytes) -> None:
        whole = b'"execute"' not in data
        original(self, data if whole else data[: len(data) // 2])
        if not whole:
            transport: Any = getattr(self, "_transport")  # noqa: B009
            transport.close()

    with patch.object(Connection, "_send", send):
        return await confirm(stage, planned)


def cut_at(kind: int, words: str, number: int = 1, *, lose: bool) -> Misfortune:
    """The connection ends as the server receives a frame, which it may lose too."""

    async def befall(stage: Stage, planned: Told) -> Told:
        with at_frame(kind, number, _lose if lose else _cut):
            return await confirm(stage, planned)

    return Misfortune(f"cut at {words}", befall, runs=True)


async def _answer_lost(stage: Stage, planned: Told) -> Told:
    """Live's answer does not arrive, and the connection stands."""
    with at_frame(frames.RESPONSE, 1, lambda _: True):
        return await confirm(stage, planned)


async def _stalled_and_cancel_lost(stage: Stage, planned: Told) -> Told:
    """Live stands still until after the deadline, and what the server sends then does not arrive."""

    def lost(*_: object) -> None:
        return

    with stage.rig.stalled(), patch.object(Connection, "cancel", lost):
        running = await _sent(stage, planned, 15.0)
        return await running


# --- a caller that is gone -------------------------------------------------------------------------------------------


async def _gone_while_queued(stage: Stage, planned: Told) -> None:
    with stage.rig.stalled():
        await _gone(await _sent(stage, planned))
    await asyncio.sleep(1)


async def _gone_at_start(stage: Stage, planned: Told) -> None:
    running = asyncio.ensure_future(confirm(stage, planned))

    def cancel(_: Connection) -> bool:
        running.cancel()
        return False

    with at_frame(frames.STARTED, 1, cancel):
        await asyncio.gather(running, return_exceptions=True)
        await asyncio.sleep(1)


# --- restarts --------------------------------------------------------------------------------------------------------


async def _unloaded_while_queued(stage: Stage, planned: Told) -> Told:
    with stage.rig.stalled():
        running = await _sent(stage, planned)
    stage.rig.host.unload(stage.rig.surface)
    told = await running
    stage.rig.surface = stage.rig.host.load_script(SCRIPT)
    stage.rig.keep_script_clock()
    return told


async def _unloaded_after_it_ran(stage: Stage, planned: Told) -> Told:
    def unload(connection: Connection) -> bool:
        connection.abort()
        stage.rig.host.unload(stage.rig.surface)
        return True

    with at_frame(frames.STARTED, 1, unload):
        told = await confirm(stage, planned)
    stage.rig.surface = stage.rig.host.load_script(SCRIPT)
    stage.rig.keep_script_clock()
    return told


async def _another_set_before(stage: Stage, planned: Told) -> Told:
    stage.rig.host.open_set(BAND)
    return await confirm(stage, planned)


async def _another_set_long_before(stage: Stage, planned: Told) -> Told:
    stage.rig.host.open_set(BAND)
    await asyncio.sleep(1)
    return await confirm(stage, planned)


async def _another_set_while_queued(stage: Stage, planned: Told) -> Told:
    with stage.rig.stalled():
        running = await _sent(stage, planned)
    stage.rig.host.open_set(BAND)
    return await running


async def _server_closed_while_queued(stage: Stage, planned: Told) -> Told | None:
    with stage.rig.stalled():
        running = await _sent(stage, planned)
        closing = asyncio.ensure_future(stage.rig.app.close())
        await asyncio.sleep(0.5)
    await closing
    (told,) = await asyncio.gather(running, return_exceptions=True)
    return told if isinstance(told, Told) else None


def _killed(stage: Stage) -> None:
    """The server's process dies: its connection ends, nothing is written down any more. Another takes its place."""
    connection_of(stage).abort()
    for task in tasks_of(stage):
        task.cancel()
    stage.rig.app = stage.rig.server()


async def _server_killed_while_queued(stage: Stage, planned: Told) -> None:
    with stage.rig.stalled():
        running = await _sent(stage, planned)
        _killed(stage)
        await asyncio.gather(running, return_exceptions=True)


async def _server_killed_after_it_ran(stage: Stage, planned: Told) -> None:
    def kill(_: Connection) -> bool:
        _killed(stage)
        return True

    with at_frame(frames.STARTED, 1, kill):
        await asyncio.gather(asyncio.ensure_future(confirm(stage, planned)), return_exceptions=True)


async def _asked_before_it_is_sent(stage: Stage, planned: Told) -> Told:
    """Somebody asks Live about the operation before it is sent: from then on it can never run."""
    contract: Any = stage.rig.app.contract
    now = round((stage.rig.unix_time() + 10) * 1000)
    operation = planned["confirmation"]["operationId"]
    for one in (operation, f"{operation}.1"):
        told = await contract._observer._looking._bridge.outcome(one, planned["plan"]["instance"], now)
        if told.known != "not_executed":
            raise AssertionError(f"an operation that was never sent is {told.known}")
    return await confirm(stage, planned)


MISFORTUNES: tuple[Misfortune, ...] = (
    Misfortune("nothing", _calm, runs=True),
    stall(3.0),
    stall(15.0),
    Misfortune("cut while queued", _cut_while_queued, runs=False),
    Misfortune("cut half way through the frame", _cut_half_way, runs=False),
    cut_at(frames.STARTED, "the start", lose=False),
    cut_at(frames.STARTED, "the start, unheard", lose=True),
    cut_at(frames.RESPONSE, "the answer, unheard", lose=True),
    Misfortune("the answer is lost, the connection stands", _answer_lost, runs=True),
    Misfortune("a stall of 15 s, and the cancel is lost", _stalled_and_cancel_lost, runs=False),
    Misfortune("the caller is gone while it is queued", _gone_while_queued, runs=False),
    Misfortune("the caller is gone at the start", _gone_at_start, runs=True),
    Misfortune("the script is unloaded while it is queued", _unloaded_while_queued, runs=False, forgets=True),
    Misfortune("the script is unloaded after it ran", _unloaded_after_it_ran, runs=True, forgets=True),
    Misfortune("another Set just before it is sent", _another_set_before, runs=False, forgets=True, replaces=True),
    Misfortune("another Set before it is sent", _another_set_long_before, runs=False, replaces=True),
    Misfortune("another Set while it is queued", _another_set_while_queued, runs=False, forgets=True, replaces=True),
    Misfortune("the server is closed while it is queued", _server_closed_while_queued, runs=False),
    Misfortune("the server is killed while it is queued", _server_killed_while_queued, runs=False),
    Misfortune("the server is killed after it ran", _server_killed_after_it_ran, runs=True),
    Misfortune("somebody asks before it is sent", _asked_before_it_is_sent, runs=False),
)
"""Every one with a certain end, but for the stall that is as long as the deadline: `stall(x)`."""
