"""The MCP server: it finds the declaration, decodes the arguments, hands both to the contract and writes the answer."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol, cast

from mcp import MCPError
from mcp import types as t
from mcp.server import CacheHint, Server, ServerRequestContext

from countin import __version__
from countin.declaration import Arguments, Tool
from countin.errors import Refusal
from countin.face.decoding import decode
from countin.face.instructions import instructions
from countin.face.pictures import lifted
from countin.face.resources import TEMPLATES, Resources
from countin.face.results import INTERNAL, answer, refused
from countin.face.surface import listing

_LOGGER = logging.getLogger(__name__)
_PROGRESS_SECONDS = 0.1
"""At most ten progress notifications a second: a client shows no more."""

Progress = Callable[[float, float | None, str], Awaitable[None]]


class Result(Protocol):
    """What the contract answers a call with."""

    @property
    def body(self) -> Mapping[str, Any]: ...
    @property
    def is_error(self) -> bool: ...
    @property
    def cost(self) -> Mapping[str, int]: ...


class Calls(Protocol):
    """The one door of the contract."""

    async def call(self, tool: Tool, arguments: Arguments, *, progress: Progress | None = None) -> Result: ...


@dataclass(frozen=True, slots=True)
class App:
    """What a server is made of: the tools it offers, the contract behind them, the resources, and how to end."""

    tools: Sequence[Tool]
    contract: Calls
    resources: Resources
    close: Callable[[], Awaitable[None]]
    read_only: bool = False


def build(app: App) -> Server[App]:
    """The server of `app`: both protocol eras, any transport."""
    by_name = {tool.name: tool for tool in app.tools}
    listed = listing(app.tools)

    @asynccontextmanager
    async def lifespan(_: Server[App]) -> AsyncGenerator[App]:
        try:
            yield app
        finally:
            await app.close()

    async def list_tools(_: Context, __: t.PaginatedRequestParams | None) -> t.ListToolsResult:
        return listed

    async def call_tool(context: Context, params: t.CallToolRequestParams) -> t.CallToolResult:
        tool = by_name.get(params.name)
        if tool is None:
            raise MCPError(t.INVALID_PARAMS, f"Unknown tool: {params.name[:80]!r}; tools/list names those there are")
        # The low-level server takes a plain dict and sends it on unchanged; its annotation does not say so.
        return cast("t.CallToolResult", await call(app, tool, params.arguments, progress_of(context)))

    async def list_resources(_: Context, __: t.PaginatedRequestParams | None) -> t.ListResourcesResult:
        return t.ListResourcesResult(resources=[])

    async def list_templates(_: Context, __: t.PaginatedRequestParams | None) -> t.ListResourceTemplatesResult:
        return TEMPLATES

    async def read_resource(context: Context, params: t.ReadResourceRequestParams) -> t.ReadResourceResult:
        return app.resources.read(str(params.uri), context.protocol_version)

    return Server(
        "countin",
        version=__version__,
        title="Countin",
        description="Guarded work in an Ableton Live Set: every change is planned, confirmed, checked and read back.",
        instructions=instructions(by_name, read_only=app.read_only),
        lifespan=lifespan,
        cache_hints={"tools/list": CacheHint(ttl_ms=300_000, scope="public")},
        get_tool_input_schema={tool.name: tool.input_schema for tool in listed.tools}.get,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


Context = ServerRequestContext[App]


async def call(app: App, tool: Tool, arguments: Mapping[str, Any] | None, progress: Progress | None) -> dict[str, Any]:
    """One call, from the arguments as they came to the result as it goes."""
    try:
        result = await app.contract.call(tool, decode(tool, arguments), progress=progress)
        body, images = await lifted(result.body, app.resources.pictures)
    except Refusal as refusal:
        return refused(refusal)
    except MCPError:
        raise
    except Exception:  # the border: whatever it is, its text must not reach the client
        _LOGGER.exception("%s failed", tool.name)
        return refused(INTERNAL)
    return answer(body, is_error=result.is_error, cost=result.cost, images=images)


def progress_of(context: Context) -> Progress:
    """Progress notifications for this call: rising, and no more than a client can show."""
    last = float("-inf")

    async def report(done: float, total: float | None, message: str) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _PROGRESS_SECONDS or done == total:
            last = now
            await context.session.report_progress(done, total, message)

    return report
