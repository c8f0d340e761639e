"""An MCP server as a child, spoken to over its standard input and output by the public MCP client."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters, stdio_client
from mcp.types import CallToolResult, TextContent

PATIENCE: Final = 90.0
"""Seconds that one call may take: longer than any stranger's own time-out with its retries."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a server answered: its text, and whether it called that an error."""

    text: str
    is_error: bool


class Server:
    """A server that is up."""

    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self._portal, self._client = portal, client

    def tools(self) -> frozenset[str]:
        """The names of its tools."""
        return frozenset(tool.name for tool in self._portal.call(self._client.list_tools).tools)

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Claim:
        """Call a tool, and answer what the server claims."""
        return self.begin(tool, arguments).result(PATIENCE + 10)

    def begin(self, tool: str, arguments: Mapping[str, Any]) -> Future[Claim]:
        """Call a tool, and do not wait for what the server will claim."""

        async def claim() -> Claim:
            result = await self._ask(tool, arguments)
            text = "\n".join(part.text for part in result.content if isinstance(part, TextContent))
            return Claim(text, bool(result.is_error))

        return self._portal.start_task_soon(claim)

    def begin_result(self, tool: str, arguments: Mapping[str, Any]) -> Future[CallToolResult]:
        """Call a tool, and do not wait for the whole answer, structured content and meta too."""
        return self._portal.start_task_soon(self._ask, tool, arguments)

    async def _ask(self, tool: str, arguments: Mapping[str, Any]) -> CallToolResult:
        return await self._client.call_tool(tool, dict(arguments), read_timeout_seconds=PATIENCE)


@contextmanager
def serving(command: Path, environment: Mapping[str, str], arguments: Sequence[str] = ()) -> Generator[Server]:
    """Start the server, and end it afterwards."""
    parameters = StdioServerParameters(command=str(command), args=list(arguments), env=dict(environment))
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, start_blocking_portal() as portal:
        connecting = Client(stdio_client(parameters, errlog=nowhere), mode="legacy")
        manager = portal.wrap_async_context_manager(connecting)
        client = manager.__enter__()
        try:
            yield Server(portal, client)
        finally:
            manager.__exit__(None, None, None)  # Our own failure is not the connection's: it would come back wrapped.
