"""Frames of the bridge: length, kind, JSON head, raw attachment. Used by both ends; it knows no socket and no Live.

On the wire, little-endian: u32 length of all that follows, u8 kind, u32 length of the head, the head (a JSON object in
UTF-8), the attachment. A frame is parsed once, in time linear in its size.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

HELLO, REQUEST, RESPONSE, STARTED, ERROR, CANCEL, PROGRESS, EVENT = range(1, 9)
KINDS = range(HELLO, EVENT + 1)

UNAUTHENTICATED_LIMIT = 4 * 1024
"""The longest frame before both sides have proved the secret, in bytes."""
HEAD_LIMIT = 1024 * 1024
LIMITS: Mapping[int, int] = {
    HELLO: UNAUTHENTICATED_LIMIT,
    REQUEST: 64 * 1024 * 1024,
    RESPONSE: 64 * 1024 * 1024,
    STARTED: 4 * 1024,
    ERROR: 1024 * 1024,
    CANCEL: 4 * 1024,
    PROGRESS: 4 * 1024,
    EVENT: 64 * 1024,
}
"""The longest frame of each kind, in bytes, its nine bytes of header left out."""

_LENGTH = struct.Struct("<I")
_REST = struct.Struct("<BI")
PREFIX = _LENGTH.size + _REST.size


class FrameError(ValueError):
    """Bytes that are no frame: the connection they came on cannot be used any more."""


class Frame(NamedTuple):
    """One frame as it came: `head` is a JSON object, `attachment` the raw bytes after it."""

    kind: int
    head: dict[str, Any]
    attachment: bytes


def encode(kind: int, head: Mapping[str, Any], attachment: bytes = b"") -> bytes:
    """The bytes of a frame. Raises `FrameError` when it is over the limit of its kind."""
    text = json.dumps(head, separators=(",", ":"), allow_nan=False).encode()
    size = _REST.size + len(text) + len(attachment)
    if len(text) > HEAD_LIMIT or size - _REST.size > LIMITS[kind]:
        raise FrameError(f"a frame of {size} bytes is over the limit of its kind")
    return b"".join((_LENGTH.pack(size), _REST.pack(kind, len(text)), text, attachment))


class FrameReader:
    """Cuts a stream of bytes into frames. `limit` bounds a frame's size until `trust` lifts it to its kind's own."""

    def __init__(self, limit: int = UNAUTHENTICATED_LIMIT) -> None:
        self._limit: int | None = limit
        self._buffer = bytearray()

    def trust(self) -> None:
        """The peer has proved the secret: from here on the limit of each kind counts."""
        self._limit = None

    def feed(self, data: bytes | memoryview) -> None:
        """Append what was read from the socket."""
        self._buffer += data

    def next(self) -> Frame | None:
        """The next whole frame, or None while it is not all here. Raises `FrameError`."""
        if len(self._buffer) < PREFIX:
            return None
        (size,) = _LENGTH.unpack_from(self._buffer, 0)
        kind, head_size = _REST.unpack_from(self._buffer, _LENGTH.size)
        self._check(size, kind, head_size)
        end = _LENGTH.size + size
        if len(self._buffer) < end:
            return None
        frame = self._frame(kind, head_size, end)
        del self._buffer[:end]
        return frame

    def _check(self, size: int, kind: int, head_size: int) -> None:
        if kind not in KINDS:
            raise FrameError(f"{kind} is not a kind of frame")
        limit = LIMITS[kind] if self._limit is None else min(self._limit, LIMITS[kind])
        if size < _REST.size or size - _REST.size > limit:
            raise FrameError(f"a frame of {size} bytes is outside the limit of its kind")
        if head_size > min(HEAD_LIMIT, size - _REST.size):
            raise FrameError("the head is longer than its frame allows")

    def _frame(self, kind: int, head_size: int, end: int) -> Frame:
        with memoryview(self._buffer) as view:
            text = bytes(view[PREFIX : PREFIX + head_size])
            attachment = bytes(view[PREFIX + head_size : end])
        try:
            head: object = json.loads(text)
        except (ValueError, RecursionError):
            raise FrameError("the head is not JSON") from None
        if not isinstance(head, dict):
            raise FrameError("the head is not a JSON object")
        return Frame(kind, cast("dict[str, Any]", head), attachment)
