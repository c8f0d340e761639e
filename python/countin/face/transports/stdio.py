"""MCP over standard input and output, with a stdin reader that ends cleanly on EOF, SIGINT and SIGTERM.

The SDK's own reader blocks in a thread: it hangs on SIGINT and skips cleanup on SIGTERM (python-sdk issue 3551). Where
standard input is a pipe or a socket, it is read by the event loop instead; elsewhere the SDK's reader is kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import stat
import sys
from collections.abc import Coroutine
from typing import Any, cast

import anyio
from mcp.server import Server
from mcp.server.stdio import stdio_server

_LONGEST_LINE = 64 * 1024 * 1024


class PipeLines:
    """The lines of standard input, read by the event loop, that can be told to stop."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader

    @classmethod
    async def open(cls) -> PipeLines:
        """Take standard input over; what is started from here on reads an empty one."""
        wire = os.dup(0)
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        reader = asyncio.StreamReader(limit=_LONGEST_LINE)
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(wire, "rb", 0))
        return cls(reader)

    def stop(self) -> None:
        """Let the reader see the end of input."""
        self._reader.feed_eof()

    def __aiter__(self) -> PipeLines:
        return self

    async def __anext__(self) -> str:
        if line := await self._reader.readline():
            return line.decode("utf-8", "replace")
        raise StopAsyncIteration


def stdin_is_pipe() -> bool:
    """Whether the event loop can read standard input (a file or a terminal it cannot)."""
    mode = os.fstat(0).st_mode
    return sys.platform != "win32" and (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode))


async def serve(server: Server[Any]) -> None:
    """Serve one client until it ends its side, or until SIGINT or SIGTERM."""
    lines = await PipeLines.open() if stdin_is_pipe() else None
    stop = lines.stop if lines else (lambda: os._exit(0))
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows loops have no signal handlers
            asyncio.get_running_loop().add_signal_handler(number, stop)
    async with stdio_server(stdin=cast("anyio.AsyncFile[str] | None", lines)) as (read, write):
        await server.run(read, write, server.create_initialization_options())


def run(main: Coroutine[Any, Any, None]) -> None:
    """Run `main` on uvloop where it exists."""
    if sys.platform == "win32":
        asyncio.run(main)
        return
    import uvloop

    uvloop.run(main)
