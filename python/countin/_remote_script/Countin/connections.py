"""One client's connection: bytes in, frames out, and the bounds within which it may stay."""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from . import frames
from .frames import Frame, FrameError, FrameReader
from .refusals import Refusal

UNAUTHENTICATED = 16
"""Connections that have not proved the secret, at most."""
AUTHENTICATED = 64
REQUESTS = 256
"""Unanswered requests of one connection, at most."""
REQUEST_BYTES = 128 * 1024 * 1024
"""Bytes of their attachments, at most."""
AUTHENTICATION_SECONDS = 2.0
SILENCE_SECONDS = 5.0
"""How long a peer may leave what was sent to it unread."""
CHUNK_BYTES = 1024 * 1024
READ_BYTES_A_TICK = 128 * 1024 * 1024
"""More than the largest frame; a peer that writes without end does not hold Live for ever."""
UNREAD_BYTES = 64 * 1024 * 1024
"""Unread answers beyond which no further read is begun for a peer."""

Stage = Literal["hello", "proof", "ready"]


class Connection:
    """A client. It never blocks and never raises: what cannot go on is closed."""

    def __init__(self, client: socket.socket, now: float) -> None:
        self._socket = client
        self._frames = FrameReader()
        self._out: deque[memoryview] = deque()
        self._unread = 0
        self._accepted = now
        self._moved = now
        self._is_ending = False
        self.stage: Stage = "hello"
        self.nonces: tuple[str, str] = ("", "")
        """The client's and Live's."""
        self.is_open = True
        self.pending = 0
        """Requests that have not been answered."""
        self.pending_bytes = 0
        self.next_beat = now

    # -- reading ------------------------------------------------------------------------------------------------

    def receive(self, buffer: bytearray) -> Iterator[Frame]:
        """Every frame that has come, until the socket would block. Bytes that are no frame end the connection."""
        left = READ_BYTES_A_TICK
        while self.is_open and not self._is_ending and left > 0:
            try:
                size = self._socket.recv_into(buffer)
            except (BlockingIOError, InterruptedError):
                return
            except OSError:
                self.close()
                return
            if size == 0:
                self.close()
                return
            left -= size
            self._frames.feed(memoryview(buffer)[:size])
            yield from self._cut()

    def _cut(self) -> Iterator[Frame]:
        while self.is_open and not self._is_ending:
            try:
                frame = self._frames.next()
            except FrameError as error:
                self.end_with(Refusal("invalid_arguments", str(error)))
                return
            if frame is None:
                return
            yield frame

    def trust(self) -> None:
        """The client has proved the secret."""
        self.stage = "ready"
        self._frames.trust()

    # -- writing ------------------------------------------------------------------------------------------------

    def send(self, kind: int, head: Mapping[str, Any], attachment: bytes = b"") -> bool:
        """Send a frame, as far as the socket takes it now; the rest goes later. False when it is too large."""
        try:
            data = frames.encode(kind, head, attachment)
        except FrameError:
            return False
        self._put(data)
        return True

    def send_at_once(self, kind: int, head: Mapping[str, Any]) -> bool:
        """Whether the socket has taken a whole frame now. Where it took a part, the connection is of no use."""
        self.flush(self._moved)
        if not self.is_open or self._out:
            return False
        data = frames.encode(kind, head)
        try:
            size = self._socket.send(data)
        except (BlockingIOError, InterruptedError):
            return False
        except OSError:
            self.close()
            return False
        if size != len(data):
            self.close()
        return size == len(data)

    def refuse(self, request: int, refusal: Refusal, tick: int) -> None:
        """Send an ERROR about a request."""
        head: dict[str, Any] = {"id": request, "code": refusal.code, "message": refusal.message, "tick": tick}
        if refusal.argument:
            head["argument"] = refusal.argument
        if refusal.item is not None:
            head["item"] = refusal.item
        self.send(frames.ERROR, head)

    def end_with(self, refusal: Refusal) -> None:
        """Say why, then close as soon as that is out."""
        self.send(frames.ERROR, {"code": refusal.code, "message": refusal.message})
        self._is_ending = True
        if not self._out:
            self.close()

    def _put(self, data: bytes) -> None:
        if not self.is_open or self._is_ending:
            return
        self._out.append(memoryview(data))
        self._unread += len(data)
        if len(self._out) == 1:
            self.flush(self._moved)

    def flush(self, now: float) -> None:
        """Send what the socket takes."""
        while self.is_open and self._out:
            try:
                size = self._socket.send(self._out[0])
            except (BlockingIOError, InterruptedError):
                return
            except OSError:
                self.close()
                return
            self._moved = now
            self._unread -= size
            rest = self._out[0][size:]
            self._out.popleft()
            if rest:
                self._out.appendleft(rest)
        self._moved = now
        if self._is_ending:
            self.close()

    # -- staying ------------------------------------------------------------------------------------------------

    @property
    def is_clear(self) -> bool:
        """Everything sent has been taken."""
        return not self._out

    @property
    def is_behind(self) -> bool:
        """So much is unread that no further read is begun for it."""
        return self._unread > UNREAD_BYTES

    def forgive(self, seconds: float) -> None:
        """Live itself stood still so long: none of it counts against the peer."""
        self._accepted += seconds
        self._moved += seconds

    def keep_time(self, now: float) -> None:
        """Close a peer that does not prove itself in time, or does not read."""
        late = self.stage != "ready" and now - self._accepted > AUTHENTICATION_SECONDS
        silent = bool(self._out) and now - self._moved > SILENCE_SECONDS
        if late or silent:
            self.close()

    def close(self) -> None:
        """Let the socket go. Once is enough."""
        self.is_open = False
        self._out.clear()
        self._unread = 0
        self._socket.close()
