"""A client of the bridge that lives on the thread of the embedded Live: it sends, lets Live tick, and reads.

It never waits for the clock: whatever is expected must come within a number of ticks.
"""

from __future__ import annotations

import hashlib
import json
import os
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from countin._remote_script.Countin import frames, wire
from countin._remote_script.Countin.frames import Frame, FrameReader
from countin._remote_script.Countin.rows import codec
from countin.sim.document import SetDocument
from countin.sim.host import Host
from countin.sim.hosting.surface import Surface

SCRIPT = Path(__file__).parents[1] / "python" / "countin" / "_remote_script" / "Countin"
TICKS = 200
"""Ticks within which an answer must come."""
CHUNK = 1 << 20
TURN_SECONDS = 0.1
"""Between two display updates."""


def unix_ms(seconds: float = 0.0) -> int:
    """The machine's clock in milliseconds, and some seconds more."""
    return time.time_ns() // 1_000_000 + round(seconds * 1000)


class NoAnswer(AssertionError):
    """What was expected did not come within the ticks allowed."""


class Refused(Exception):
    """An ERROR frame came instead of an answer."""

    def __init__(self, head: dict[str, Any]) -> None:
        super().__init__(f"{head.get('code')}: {head.get('message')}")
        self.head = head
        self.code = head.get("code")


@dataclass(slots=True)
class Executed:
    """The answer to an execution."""

    head: dict[str, Any]
    results: wire.Results

    @property
    def status(self) -> str:
        return self.head["status"]

    @property
    def code(self) -> str | None:
        return self.head.get("code")

    def row(self, write: wire.Write[Any, Any], place: int = 0) -> Any:
        """A read-back, unpacked."""
        return write.result.unpack(self.results.rows[place])


@dataclass(slots=True)
class Observed:
    """Rows that were seen, with what a later execution needs."""

    rows: list[Any]
    digests: list[bytes]
    questions: wire.Questions
    head: dict[str, Any]

    def guards(self) -> wire.Guards:
        """Guards over everything that was seen."""
        return wire.Guards(
            tuple(
                wire.Guard(question.kind, question.arguments, digest)
                for question, digest in zip(self.questions.rows, self.digests, strict=True)
            )
        )


def question(kind: wire.Observation[Any, Any], arguments: Any) -> wire.Question:
    """A question of the wire."""
    return wire.Question(kind.code, kind.arguments.guard_bytes(arguments))


@dataclass(slots=True)
class Peer:
    """A raw socket to a Live's port."""

    turn: Callable[[], None]
    port: int
    small_buffer: bool = False
    reader: FrameReader = field(default_factory=lambda: FrameReader(1 << 26))
    socket: socket.socket = field(init=False)
    is_closed: bool = False
    frames: list[Frame] = field(default_factory=list[Frame])

    def __post_init__(self) -> None:
        self.socket = socket.socket()
        if self.small_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect(("127.0.0.1", self.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        self.reader.trust()

    def write(self, data: bytes) -> None:
        """Put bytes on the wire, letting Live read where they do not fit."""
        rest = memoryview(data)
        for _ in range(TICKS * 10):
            if not rest:
                return
            try:
                rest = rest[self.socket.send(rest) :]
            except BlockingIOError:
                self.turn()
            except (BrokenPipeError, ConnectionResetError):
                self.is_closed = True
                return
        raise NoAnswer("Live does not read")

    def send(self, kind: int, head: dict[str, Any], attachment: bytes = b"") -> None:
        """Send one frame."""
        self.write(frames.encode(kind, head, attachment))

    def read(self) -> None:
        """Take what has come."""
        while not self.is_closed:
            try:
                data = self.socket.recv(CHUNK)
            except BlockingIOError:
                break
            except ConnectionResetError:
                data = b""
            if not data:
                self.is_closed = True
                break
            self.reader.feed(data)
        while (frame := self.reader.next()) is not None:
            self.frames.append(frame)

    def wait(self, wanted: Callable[[Frame], bool], ticks: int = TICKS) -> Frame:
        """The first frame that is wanted, taken out; Live ticks meanwhile."""
        for _ in range(ticks):
            self.read()
            for place, frame in enumerate(self.frames):
                if wanted(frame):
                    return self.frames.pop(place)
            if self.is_closed:
                break
            self.turn()
        raise NoAnswer(f"no such frame; came: {[(frame.kind, frame.head) for frame in self.frames]}")

    def wait_closed(self, ticks: int = TICKS) -> None:
        """Live closes this connection."""
        for _ in range(ticks):
            self.read()
            if self.is_closed:
                return
            self.turn()
        raise NoAnswer("the connection is still open")

    def close(self) -> None:
        """Hang up."""
        self.socket.close()


class Client(Peer):
    """A peer that knows the secret."""

    __slots__ = ("_next", "description", "hello")

    def __init__(self, turn: Callable[[], None], description: dict[str, Any], *, small_buffer: bool = False) -> None:
        super().__init__(turn, description["port"], small_buffer)
        self.description = description
        self.hello: dict[str, Any] = {}
        self._next = 0

    @property
    def instance(self) -> str:
        return self.description["instance"]

    def shake(self, secret: str | None = None) -> None:
        """The handshake; `secret` other than the file's for a stranger."""
        key = wire.secret_key(secret or self.description["secret"])
        nonce = os.urandom(16).hex()
        self.send(frames.HELLO, {"protocol": wire.PROTOCOL, "role": "client", "nonce": nonce})
        self.hello = self.wait(lambda frame: frame.kind == frames.HELLO).head
        theirs = self.hello["nonce"]
        if secret is None:
            assert self.hello["proof"] == wire.proof(key, "live", nonce, theirs)
        self.send(frames.HELLO, {"role": "client", "proof": wire.proof(key, "client", nonce, theirs)})
        assert self.wait(lambda frame: frame.kind == frames.HELLO).head == {"role": "live", "ok": True}

    # -- requests -------------------------------------------------------------------------------------------------

    def ask(self, op: str, head: dict[str, Any], attachment: bytes = b"") -> int:
        """Send a request; its id."""
        self._next += 1
        self.send(frames.REQUEST, {"id": self._next, "op": op, **head}, attachment)
        return self._next

    def answer(self, request: int, ticks: int = TICKS) -> Frame:
        """The RESPONSE to a request; an ERROR raises `Refused`."""
        kinds = (frames.RESPONSE, frames.ERROR)
        frame = self.wait(lambda frame: frame.kind in kinds and frame.head.get("id") == request, ticks)
        if frame.kind == frames.ERROR:
            raise Refused(frame.head)
        return frame

    def look(self, *asked: tuple[wire.Observation[Any, Any], Any], ticks: int = TICKS) -> Observed:
        """Observe several kinds in one request."""
        questions = wire.Questions(tuple(question(kind, arguments) for kind, arguments in asked))
        frame = self.answer(self.ask("observe", {}, codec(wire.Questions).guard_bytes(questions)), ticks)
        answers = codec(wire.Answers).unpack(frame.attachment).rows
        rows = [kind.row.unpack(answer.guard, answer.shown) for (kind, _), answer in zip(asked, answers, strict=True)]
        digests = [hashlib.sha256(answer.guard).digest() for answer in answers]
        return Observed(rows, digests, questions, frame.head)

    def see(self, kind: wire.Observation[Any, Any], arguments: Any = wire.Nothing()) -> Any:  # noqa: B008  (a constant)
        """One row."""
        return self.look((kind, arguments)).rows[0]

    def version(self) -> int:
        """The state version now."""
        return self.look((wire.STATE, wire.Nothing())).head["stateVersion"]

    def order(
        self,
        *steps: tuple[wire.Write[Any, Any], Any],
        operation: str | None = None,
        guards: wire.Guards | None = None,
        version: int | None = None,
        **changed: Any,
    ) -> int:
        """Send an execution; its request id. `changed` replaces members of the head, `attachment` the attachment."""
        packed = wire.WriteSteps(tuple(wire.WriteStep(write.code, write.row.guard_bytes(row)) for write, row in steps))
        writes = codec(wire.WriteSteps).guard_bytes(packed)
        relied = codec(wire.Guards).guard_bytes(guards or wire.Guards(()))
        head = {
            "operation": operation or os.urandom(8).hex(),
            "tool": "test",
            "instance": self.instance,
            "stateVersion": self.version() if version is None else version,
            "deadline": unix_ms(10),
            "writes": hashlib.sha256(writes).hexdigest(),
            "guards": hashlib.sha256(relied).hexdigest(),
        }
        attachment = changed.pop("attachment", None)
        if attachment is None:
            attachment = codec(wire.Job).guard_bytes(wire.Job(relied, writes))
        return self.ask("execute", {**head, **changed}, attachment)

    def executed(self, request: int, ticks: int = TICKS) -> Executed:
        """How an execution ended."""
        frame = self.answer(request, ticks)
        return Executed(frame.head, codec(wire.Results).unpack(frame.attachment))

    def execute(self, *steps: tuple[wire.Write[Any, Any], Any], **named: Any) -> Executed:
        """Send an execution and wait for its end."""
        return self.executed(self.order(*steps, **named))

    def outcome(self, operation: str, deadline: int | None = None, **changed: Any) -> dict[str, Any]:
        """What Live knows of an operation."""
        head = {"operation": operation, "instance": self.instance, "deadline": deadline or unix_ms(10), **changed}
        return self.answer(self.ask("outcome", head)).head


@dataclass(slots=True)
class Stage:
    """An embedded Live with the script in it."""

    host: Host
    surface: Surface
    home: Path
    clients: list[Peer] = field(default_factory=list[Peer])

    @property
    def world(self) -> Any:
        return self.host.world

    @property
    def script(self) -> Any:
        """The hosted surface object."""
        return self.surface.instance

    def files(self) -> list[Path]:
        """Discovery files."""
        folder = self.home / "bridges"
        return sorted(folder.iterdir()) if folder.is_dir() else []

    def description(self, place: int = 0) -> dict[str, Any]:
        """What a discovery file says."""
        return json.loads(self.files()[place].read_text())

    def turn(self) -> None:
        """Ten milliseconds of Live's time."""
        self.host.advance(0.01)

    def client(self, *, known: bool = True, small_buffer: bool = False) -> Client:
        """A connected client, shaken hands with."""
        client = Client(self.turn, self.description(), small_buffer=small_buffer)
        self.clients.append(client)
        if known:
            client.shake()
        return client

    def peer(self) -> Peer:
        """A raw connection."""
        peer = Peer(self.turn, self.description()["port"])
        self.clients.append(peer)
        return peer

    def digest(self) -> str:
        """The whole Set."""
        with self.world.main_thread():
            return self.world.digest()

    def person(self, act: Callable[[Any], Any]) -> Any:
        """Somebody does something in Live."""
        return self.host.person(act)

    def pass_time(self, seconds: float) -> None:
        """Live's time goes on, without anybody waiting."""
        self.host.tick(round(seconds / TURN_SECONDS))

    def follow_the_clock_of_live(self) -> None:
        """The script's clock shows the embedded Live's time: how busy this machine is changes nothing."""
        clock = self.script.clock
        clock.now = lambda: self.world.now + clock.offset

    def jump(self, seconds: float) -> None:
        """The script's own clock jumps, as if Live had stood still."""
        clock = self.script.clock
        clock.offset += seconds

    def close(self) -> None:
        """Hang up everything."""
        for client in self.clients:
            client.close()


class MakeStage(Protocol):
    """Opens a document (the factory Set by default) with the script in it; `options` are the World's."""

    def __call__(self, document: SetDocument | None = None, **options: Any) -> Stage: ...
