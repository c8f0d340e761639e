"""The other end of the bridge, scripted: a Set of scenes that can be observed and written, and every way to misbehave.

It speaks the frames of `wire.py` by their declaration and shares no code with the Remote Script.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bridge.virtual_time import unix_time
from countin._remote_script.Countin import frames, wire
from countin._remote_script.Countin.rows import codec

SECRET = bytes(range(32))


@dataclass(eq=False)
class Peer:
    """One connection to a server."""

    writer: asyncio.StreamWriter
    reader: frames.FrameReader = field(default_factory=frames.FrameReader)
    nonces: tuple[str, str] = ("", "")
    trusted: bool = False
    queued: dict[int, asyncio.Task[None]] = field(default_factory=dict[int, "asyncio.Task[None]"])

    def send(self, kind: int, head: dict[str, Any], attachment: bytes = b"") -> None:
        """One frame to the server."""
        self.writer.write(frames.encode(kind, head, attachment))

    def cut(self) -> None:
        """End the connection at once."""
        self.writer.transport.abort()


Manner = Callable[["FakeLive", Peer, frames.Frame], Awaitable[None]]
"""How the next execution is treated, in place of the honest way."""


@dataclass(eq=False)
class FakeLive:
    """A Live with scenes. `manners` are used up by executions, one each; without one it is honest."""

    home: Path
    instance: str = "instance-a"
    protocol: int = wire.PROTOCOL
    state_version: int = 1000
    tick: int = 1
    scenes: list[tuple[int, str]] = field(default_factory=lambda: [(1, "Intro"), (2, "Verse")])
    can_undo_from: int = 1 << 30
    """From which observation on it shows that it can undo."""
    manners: deque[Manner] = field(default_factory=deque[Manner])
    outcomes: dict[str, tuple[dict[str, Any], bytes]] = field(default_factory=dict[str, Any])
    revoked: set[str] = field(default_factory=set[str])
    in_progress: set[str] = field(default_factory=set[str])
    silent: bool = False
    claims_known: bool = False
    """It says of everything that it is as the asker knows it."""
    misread: int = 0
    """So many read-backs show another name than was written."""
    started: list[str] = field(default_factory=list[str])
    asked: list[str] = field(default_factory=list[str])
    cancelled: list[int] = field(default_factory=list[int])
    observations: int = 0
    jobs: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    peers: list[Peer] = field(default_factory=list[Peer])
    pid: int = field(default_factory=os.getpid)
    secret: bytes = SECRET

    async def __aenter__(self) -> FakeLive:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Listen, and say so."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        self.announce()

    async def stop(self) -> None:
        """Stop listening and cut everything."""
        self._server.close()
        for peer in self.peers:
            for task in peer.queued.values():
                task.cancel()
            peer.cut()
            with contextlib.suppress(OSError):
                await peer.writer.wait_closed()
        await self._server.wait_closed()

    def announce(self) -> Path:
        """Write the discovery file as the script does: its owner's alone."""
        folder = self.home / "bridges"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.pid}.json"
        path.touch(mode=0o600)
        content = {
            "port": self.port,
            "secret": self.secret.hex(),
            "pid": self.pid,
            "instance": self.instance,
            "protocol": self.protocol,
            "version": "0.1.0",
            "liveVersion": "12.2.0",
            "setName": "Fake Set",
        }
        path.write_text(json.dumps(content))
        return path

    def restart(self) -> None:
        """Another life: another instance, nothing remembered, every connection gone."""
        self.instance = f"{self.instance}'"
        self.outcomes.clear()
        self.revoked.clear()
        self.announce()
        self.cut()

    def cut(self) -> None:
        """Cut every connection."""
        for peer in self.peers:
            peer.cut()
        self.peers.clear()

    def beat(self) -> None:
        """A heartbeat to everyone."""
        self.tick += 1
        for peer in self.peers:
            peer.send(frames.EVENT, {"event": "tick", "tick": self.tick, "stateVersion": self.state_version})

    # --- the connection ---

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer = Peer(writer)
        self.peers.append(peer)
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(1 << 20):
                peer.reader.feed(data)
                while (frame := peer.reader.next()) is not None:
                    if not self.silent:
                        await self._take(peer, frame)
        peer.cut()

    async def _take(self, peer: Peer, frame: frames.Frame) -> None:
        if frame.kind == frames.HELLO:
            self._hello(peer, frame.head)
        elif frame.kind == frames.CANCEL:
            self._cancel(peer, frame.head["id"])
        elif frame.head["op"] == "observe":
            self._observe(peer, frame)
        elif frame.head["op"] == "outcome":
            self._outcome(peer, frame.head)
        else:
            await self._execute(peer, frame)

    def _hello(self, peer: Peer, head: dict[str, Any]) -> None:
        if "proof" in head:
            assert head["proof"] == wire.proof(self.secret, "client", *peer.nonces)
            peer.trusted = True
            peer.reader.trust()
            peer.send(frames.HELLO, {"role": "live", "ok": True})
            return
        peer.nonces = (head["nonce"], "nonce-of-live")
        peer.send(
            frames.HELLO,
            {
                "protocol": self.protocol,
                "role": "live",
                "nonce": peer.nonces[1],
                "proof": wire.proof(SECRET, "live", *peer.nonces),
                "instance": self.instance,
                "version": "0.1.0",
                "liveVersion": "12.2.0",
                "pid": self.pid,
            },
        )

    def _cancel(self, peer: Peer, number: int) -> None:
        self.cancelled.append(number)
        task = peer.queued.pop(number, None)
        if task is not None:
            task.cancel()
            peer.send(frames.ERROR, {"id": number, "code": "cancelled", "message": "revoked", "tick": self.tick})

    # --- reading ---

    def row(self, kind: int, arguments: bytes) -> tuple[Any, ...] | None:
        """What an observation shows; None for what this Live has not."""
        if kind == wire.SCENES.code:
            first, size = wire.SCENES.arguments.unpack(arguments)
            found = self.scenes[first:] if size < 0 else self.scenes[first : first + size]
            rows = tuple(wire.SceneRow(p, name, None, None, None, None, False, False) for p, name in found)
            return wire.Scenes(rows, len(self.scenes))
        if kind == wire.HISTORY.code:
            return wire.History(self.observations >= self.can_undo_from, False, "", "", "", "", False)
        return None

    def _observe(self, peer: Peer, frame: frames.Frame) -> None:
        self.observations += 1
        self.tick += 1
        answers: list[wire.Answered] = []
        for place, question in enumerate(codec(wire.Questions).unpack(frame.attachment).rows):
            row = self.row(question.kind, question.arguments)
            if row is None:
                head = {"id": frame.head["id"], "code": "not_found", "message": "there is no such thing"}
                peer.send(frames.ERROR, head | {"item": place, "argument": "track", "tick": self.tick})
                return
            coder = next(one.row for one in wire.OBSERVATIONS if one.code == question.kind)
            told = wire.Answered(coder.guard_bytes(row), coder.shown_bytes(row))
            answers.append(wire.Answered(b"", b"", b"", True) if self.claims_known else told)
        peer.send(
            frames.RESPONSE,
            {
                "id": frame.head["id"],
                "instance": self.instance,
                "stateVersion": self.state_version,
                "tick": self.tick,
                "liveVersion": "12.2.0",
            },
            codec(wire.Answers).guard_bytes(wire.Answers(tuple(answers))),
        )

    # --- writing ---

    async def _execute(self, peer: Peer, frame: frames.Frame) -> None:
        self.jobs.append(frame.head)
        if self.manners:
            await self.manners.popleft()(self, peer, frame)
        else:
            self.honest(peer, frame)

    def honest(self, peer: Peer, frame: frames.Frame) -> None:
        """Announce, run, answer."""
        self.announce_start(peer, frame)
        self.answer(peer, frame, *self.perform(frame))

    def announce_start(self, peer: Peer, frame: frames.Frame) -> None:
        """STARTED."""
        self.started.append(frame.head["operation"])
        peer.send(frames.STARTED, {"id": frame.head["id"], "operation": frame.head["operation"]})

    def answer(self, peer: Peer, frame: frames.Frame, head: dict[str, Any], attachment: bytes) -> None:
        """RESPONSE."""
        peer.send(frames.RESPONSE, {"id": frame.head["id"]} | head, attachment)

    def perform(self, frame: frames.Frame) -> tuple[dict[str, Any], bytes]:
        """Check and write, as section 3 of the design orders it; the outcome is remembered."""
        self.tick += 1
        head = frame.head
        refusal = self._refusal(frame)
        if refusal is not None:
            code, message = refusal
            more: dict[str, Any] = {"guard": 0} if code == "observation_changed" else {}
            return self.remember(head, "refused", code=code, message=message, **more)
        steps = codec(wire.WriteSteps).unpack(codec(wire.Job).unpack(frame.attachment).writes).rows
        rows = tuple(self._write(step) for step in steps)
        return self.remember(head, "applied", rows)

    def remember(
        self,
        head: dict[str, Any],
        status: str,
        rows: tuple[bytes, ...] = (),
        differences: tuple[str, ...] = (),
        **more: Any,
    ) -> tuple[dict[str, Any], bytes]:
        """An outcome, kept and answered."""
        if status in ("applied", "unread", "incomplete"):
            self.state_version += 1
        told: dict[str, Any] = {
            "instance": self.instance,
            "operation": head["operation"],
            "status": status,
            "stateVersion": self.state_version,
            "tick": self.tick,
            "holdMs": 3.0,
        }
        attachment = codec(wire.Results).guard_bytes(wire.Results(rows, differences))
        self.outcomes[head["operation"]] = (told | more, attachment)
        return self.outcomes[head["operation"]]

    def _refusal(self, frame: frames.Frame) -> tuple[str, str] | None:
        head = frame.head
        job = codec(wire.Job).unpack(frame.attachment)
        assert head["writes"] == hashlib.sha256(job.writes).hexdigest()
        assert head["guards"] == hashlib.sha256(job.guards).hexdigest()
        if head["operation"] in self.revoked:
            return "cancelled", "it was revoked"
        if unix_time() * 1000 > head["deadline"]:
            return "deadline_passed", "the deadline has passed"
        if (head["instance"], head["stateVersion"]) != (self.instance, self.state_version):
            return "state_version_moved", "the structure has changed"
        for guard in codec(wire.Guards).unpack(job.guards).rows:
            row = self.row(guard.kind, guard.arguments)
            coder = next(one.row for one in wire.OBSERVATIONS if one.code == guard.kind)
            if row is None or hashlib.sha256(coder.guard_bytes(row)).digest() != guard.digest:
                return "observation_changed", "what it rests on has changed"
        return None

    def _write(self, step: wire.WriteStep) -> bytes:
        if step.kind == wire.UNDO.code:
            return wire.UNDO.result.guard_bytes(wire.HistoryMoved("Create", -1))
        assert step.kind == wire.CREATE_SCENE.code
        place, name = wire.CREATE_SCENE.row.unpack(step.row)
        pointer = max((pointer for pointer, _ in self.scenes), default=0) + 1
        self.scenes.insert(place, (pointer, name))
        shown = name
        if self.misread:
            self.misread -= 1
            shown = f"{name} (1)"
        return wire.CREATE_SCENE.result.guard_bytes(wire.SceneCreated(pointer, place, shown, len(self.scenes)))

    def _outcome(self, peer: Peer, head: dict[str, Any]) -> None:
        operation = head["operation"]
        self.asked.append(operation)
        answer: dict[str, Any] = {"id": head["id"], "operation": operation, "tick": self.tick}
        if head["instance"] != self.instance:
            peer.send(frames.RESPONSE, answer | {"known": "unknown"})
        elif operation in self.in_progress:
            peer.send(frames.RESPONSE, answer | {"known": "in_progress"})
        elif operation in self.outcomes:
            told, attachment = self.outcomes[operation]
            peer.send(frames.RESPONSE, told | answer | {"known": "outcome"}, attachment)
        else:
            self.revoked.add(operation)
            peer.send(frames.RESPONSE, answer | {"known": "not_executed"})


# --- manners -----------------------------------------------------------------------------------------------------


async def never_starts(live: FakeLive, peer: Peer, frame: frames.Frame) -> None:
    """The write stays in the queue for ever."""
    peer.queued[frame.head["id"]] = asyncio.ensure_future(asyncio.Event().wait())  # type: ignore[arg-type]


async def starts_and_stays_silent(live: FakeLive, peer: Peer, frame: frames.Frame) -> None:
    """A dialog opens in the middle: started, and no answer; the outcome says so when asked."""
    live.announce_start(peer, frame)
    live.in_progress.add(frame.head["operation"])


async def runs_without_answering(live: FakeLive, peer: Peer, frame: frames.Frame) -> None:
    """It runs whole, and its answer is lost."""
    live.announce_start(peer, frame)
    live.perform(frame)


async def cut_before_start(live: FakeLive, peer: Peer, frame: frames.Frame) -> None:
    """The connection ends while the write is queued, and never starts."""
    peer.cut()


async def cut_after_start(live: FakeLive, peer: Peer, frame: frames.Frame) -> None:
    """It starts, runs whole, and the connection ends before the answer."""
    live.announce_start(peer, frame)
    live.perform(frame)
    peer.cut()


async def runs_unannounced_and_cuts(live: FakeLive, peer: Peer, frame: frames.Frame) -> None:
    """It runs, and neither STARTED nor the answer arrives."""
    live.perform(frame)
    peer.cut()


async def restarts(live: FakeLive, peer: Peer, frame: frames.Frame) -> None:
    """Live starts it and dies; another life comes up."""
    live.announce_start(peer, frame)
    live.restart()


def late(seconds: float) -> Manner:
    """It starts at once and answers after `seconds`."""

    async def manner(live: FakeLive, peer: Peer, frame: frames.Frame) -> None:
        live.announce_start(peer, frame)
        told = live.perform(frame)
        asyncio.get_running_loop().call_later(seconds, lambda: live.answer(peer, frame, *told))

    return manner


def tells(status: str, rows: tuple[bytes, ...] = (), differences: tuple[str, ...] = (), **more: Any) -> Manner:
    """It starts, and this is the end it tells."""

    async def manner(live: FakeLive, peer: Peer, frame: frames.Frame) -> None:
        live.announce_start(peer, frame)
        live.answer(peer, frame, *live.remember(frame.head, status, rows, differences, **more))

    return manner


def fails(code: str, *, after_start: bool = False) -> Manner:
    """An ERROR frame in place of an answer."""

    async def manner(live: FakeLive, peer: Peer, frame: frames.Frame) -> None:
        if after_start:
            live.announce_start(peer, frame)
        peer.send(frames.ERROR, {"id": frame.head["id"], "code": code, "message": f"it is {code}", "tick": live.tick})

    return manner
