"""One authenticated TCP connection to a Live: frames out, frames in, answers matched to requests by their ids."""

from __future__ import annotations

import asyncio
import itertools
import socket
from typing import Any, cast

from countin._remote_script.Countin import frames
from countin.bridge import traffic
from countin.bridge.discovery import FoundLive
from countin.bridge.handshake import Handshake, Peer
from countin.errors import Refusal

SOCKET_BUFFER = 4 * 1024 * 1024
"""Live reads and writes once a tick: a small buffer would spread one frame over many ticks."""
_PASSES = 3
"""Passes of the loop after which everything that had arrived has been handed to `data_received`."""


class Pending:
    """A request that is out. `answer` becomes its RESPONSE or ERROR, None once the connection has ended without."""

    __slots__ = ("answer", "id", "moved", "progress", "started", "traffic")

    def __init__(self, number: int, loop: asyncio.AbstractEventLoop) -> None:
        self.id = number
        self.answer: asyncio.Future[frames.Frame | None] = loop.create_future()
        self.started = False
        self.progress: tuple[int, int] = (0, 0)
        self.moved = asyncio.Event()
        self.traffic = traffic.current()

    def settle(self, frame: frames.Frame | None) -> None:
        """The end, once."""
        if self.answer.done():
            return
        if frame is not None and self.traffic is not None:
            self.traffic.ticks += _number(frame.head.get("ticks"))
            self.traffic.bytes_in += len(frame.attachment)
        self.answer.set_result(frame)


class Connection(asyncio.Protocol):
    """The protocol object. `peer` is known once `open_connection` has returned it."""

    peer: Peer

    def __init__(self, live: FoundLive) -> None:
        self.live = live
        self.lost = False
        self.state_version: int | None = None
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._reader = frames.FrameReader()
        self._ids = itertools.count(1)
        self._pending: dict[int, Pending] = {}
        self._hello: asyncio.Future[frames.Frame | None] = self._loop.create_future()
        self._received = 0
        self._last_sign: float | None = None
        self._closed = self._loop.create_future()

    # --- asyncio's side ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The socket is connected."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Bytes from Live, which it only sends from a tick."""
        self._received += len(data)
        self._reader.feed(data)
        try:
            while (frame := self._reader.next()) is not None:
                self._take(frame)
        except frames.FrameError:
            self.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end of the connection is the end of every request on it."""
        self._end()
        if not self._closed.done():
            self._closed.set_result(None)

    # --- our side ---

    def request(self, head: dict[str, Any], attachment: bytes = b"") -> Pending:
        """Send a request. Raises `Refusal` `too_large`, with nothing sent."""
        pending = Pending(next(self._ids), self._loop)
        try:
            data = frames.encode(frames.REQUEST, {"id": pending.id} | head, attachment)
        except frames.FrameError:
            raise Refusal("too_large", "This is more than one request to Live can carry; split it") from None
        if self.lost:
            pending.settle(None)
            return pending
        self._pending[pending.id] = pending
        if pending.traffic is not None:
            pending.traffic.round_trips += 1
            pending.traffic.bytes_out += len(data)
        self._send(data)
        return pending

    def cancel(self, pending: Pending) -> None:
        """Tell Live that nobody waits: a read stops, a queued write is revoked, a started one runs to its end."""
        if not self.lost and not pending.answer.done():
            self._send(frames.encode(frames.CANCEL, {"id": pending.id}))

    def forget(self, pending: Pending) -> None:
        """Drop what may still come for it."""
        self._pending.pop(pending.id, None)

    async def read_dry(self) -> None:
        """Return when all that has arrived has been taken: silence before now is then real silence."""
        before = -1
        while before != self._received and not self.lost:
            before = self._received
            for _ in range(_PASSES):
                await asyncio.sleep(0)

    def last_tick_ms_ago(self) -> int | None:
        """Milliseconds since Live's last sign of life, None before the first."""
        return None if self._last_sign is None else round((self._loop.time() - self._last_sign) * 1000)

    async def shake_hands(self) -> None:
        """Prove the secret both ways. Raises `Refusal`."""
        handshake = Handshake(self.live)
        self._send(frames.encode(frames.HELLO, handshake.opening()))
        self.peer, proof = handshake.prove((await self._next_hello()).head)
        self._reader.trust()
        self._send(frames.encode(frames.HELLO, proof))
        if (await self._next_hello()).head.get("ok") is not True:
            raise _refused("Live did not accept this server")

    def abort(self) -> None:
        """End the connection now."""
        if self._transport is not None:
            self._transport.abort()
        self._end()

    async def close(self) -> None:
        """End the connection and wait until it is gone."""
        self.abort()
        if self._transport is not None:
            await self._closed

    def _send(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.write(data)

    def _end(self) -> None:
        self.lost = True
        if not self._hello.done():
            self._hello.set_result(None)
        pending, self._pending = self._pending, {}
        for one in pending.values():
            one.settle(None)

    async def _next_hello(self) -> frames.Frame:
        frame = await self._hello
        if frame is None:
            raise _refused("Live closed the connection during the handshake")
        if frame.kind == frames.ERROR:
            raise _refused(f"Live refused the connection: {str(frame.head.get('message', ''))[:200]}")
        self._hello = self._loop.create_future()
        return frame

    def _take(self, frame: frames.Frame) -> None:
        self._last_sign = self._loop.time()
        number = frame.head.get("id")
        pending = self._pending.get(number) if isinstance(number, int) else None
        version = frame.head.get("stateVersion")
        if isinstance(version, int):
            self.state_version = version
        if pending is not None:
            self._take_for(pending, frame)
        elif frame.kind in (frames.HELLO, frames.ERROR) and not self._hello.done():
            self._hello.set_result(frame)

    def _take_for(self, pending: Pending, frame: frames.Frame) -> None:
        if frame.kind == frames.STARTED:
            pending.started = True
        elif frame.kind == frames.PROGRESS:
            pending.progress = (_number(frame.head.get("done")), _number(frame.head.get("total")))
            pending.moved.set()
        elif frame.kind in (frames.RESPONSE, frames.ERROR):
            self.forget(pending)
            pending.settle(frame)


async def open_connection(live: FoundLive) -> Connection:
    """Connect to `live` and shake hands. Raises `Refusal`; the caller bounds the time."""
    loop = asyncio.get_running_loop()
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            sock.setsockopt(socket.SOL_SOCKET, option, SOCKET_BUFFER)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setblocking(False)
        await loop.sock_connect(sock, ("127.0.0.1", live.port))
        _, connection = await loop.create_connection(lambda: Connection(live), sock=sock)
    except OSError:
        sock.close()
        raise _refused("Nothing answers on the port that Live has named") from None
    except BaseException:
        sock.close()
        raise
    try:
        await connection.shake_hands()
    except BaseException:
        connection.abort()
        raise
    return connection


def _refused(message: str) -> Refusal:
    return Refusal(
        "live_not_reachable", f"{message}. Is Live running with Countin as a control surface? Then try again"
    )


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
