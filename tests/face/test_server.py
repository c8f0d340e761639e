"""The server as a client sees it, in memory, in both protocol eras, over a contract that only answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

import pytest
from mcp import Client, MCPError
from mcp import types as t

from countin.declaration import Arguments, Tool
from countin.errors import Refusal
from countin.face.resources import Resources
from countin.face.server import App, Progress, build
from countin.tools.registry import TOOLS, select

T = TypeVar("T")
Era = Literal["legacy", "auto"]
ERAS = ("legacy", "auto")
both_eras = pytest.mark.parametrize("era", ERAS)


@dataclass(frozen=True)
class Answer:
    body: Mapping[str, Any]
    is_error: bool = False
    cost: Mapping[str, int] = field(default_factory=dict[str, int])


@dataclass
class Scripted:
    """A contract that answers as it is told, and remembers what it was asked."""

    behaviour: Callable[[Progress | None], Awaitable[Answer]]
    asked: list[tuple[str, Arguments]] = field(default_factory=list[tuple[str, Arguments]])

    async def call(self, tool: Tool, arguments: Arguments, *, progress: Progress | None = None) -> Answer:
        self.asked.append((tool.name, arguments))
        return await self.behaviour(progress)


async def plain(_: Progress | None) -> Answer:
    return Answer({"stateVersion": 7, "filePath": None})


def app(behaviour: Callable[[Progress | None], Awaitable[Answer]] = plain, **chosen: Any) -> tuple[App, Scripted]:
    contract = Scripted(behaviour)

    async def close() -> None:
        pass

    def snapshot(reference: str) -> bytes:
        if reference != "snap_1":
            raise Refusal("not_found", "no such snapshot")
        return b'{"format":"x"}'

    resources = Resources(plan=lambda plan_hash: b"[1]" if plan_hash == "abc" else None, snapshot=snapshot)
    return App(tools=chosen.get("tools", TOOLS), contract=contract, resources=resources, close=close), contract


def talk(era: Era, made: App, work: Callable[[Client], Awaitable[T]]) -> T:
    async def session() -> T:
        async with Client(build(made), mode=era) as client:
            return await work(client)

    return asyncio.run(session())


def error_of(era: Era, made: App, work: Callable[[Client], Awaitable[object]]) -> MCPError:
    """The protocol error that `work` ends in."""

    async def caught(client: Client) -> MCPError:
        with pytest.raises(MCPError) as error:
            await work(client)
        return error.value

    return talk(era, made, caught)


@both_eras
def test_the_list_holds_every_tool_with_all_four_hints(era: Era) -> None:
    listed = talk(era, app()[0], lambda client: client.list_tools())
    assert [tool.name for tool in listed.tools] == [tool.name for tool in TOOLS]
    for tool in listed.tools:
        hints = tool.annotations
        assert hints is not None
        assert None not in (
            hints.read_only_hint,
            hints.destructive_hint,
            hints.idempotent_hint,
            hints.open_world_hint,
        )


@both_eras
def test_a_result_is_the_same_json_as_text_and_as_structure_nulls_included(era: Era) -> None:
    result = talk(era, app()[0], lambda client: client.call_tool("get_live_state", {}))
    assert result.structured_content == {"stateVersion": 7, "filePath": None}
    assert isinstance(result.content[0], t.TextContent)
    assert result.content[0].text == '{"stateVersion":7,"filePath":null}'


@both_eras
def test_a_refusal_is_an_error_result_with_code_path_and_outcome(era: Era) -> None:
    made, contract = app()
    result = talk(era, made, lambda client: client.call_tool("create_scene", {"name": 3, "expectedStateVersion": 1}))
    assert result.is_error
    assert result.structured_content is not None
    error = result.structured_content["error"]
    assert (error["code"], error["path"], error["outcome"]) == ("invalid_arguments", "/name", "not_executed")
    assert not contract.asked


@both_eras
def test_what_nobody_foresaw_leaks_nothing(era: Era) -> None:
    async def broken(_: Progress | None) -> Answer:
        raise ValueError("secret at /home/somebody/token")

    result = talk(era, app(broken)[0], lambda client: client.call_tool("get_live_state", {}))
    assert result.is_error
    assert result.structured_content is not None
    assert result.structured_content["error"]["code"] == "internal_error"
    assert "secret" not in str(result)


@both_eras
def test_an_unknown_tool_is_a_protocol_error(era: Era) -> None:
    error = error_of(era, app()[0], lambda client: client.call_tool("no_such_tool", {}))
    assert "Unknown tool" in str(error)


@both_eras
def test_plans_and_snapshots_are_read_by_reference(era: Era) -> None:
    async def read(client: Client) -> list[str]:
        results = [await client.read_resource(uri) for uri in ("countin://plan/abc", "countin://snapshot/snap_1")]
        return [getattr(result.contents[0], "text", "") for result in results]

    assert talk(era, app()[0], read) == ["[1]", '{"format":"x"}']


@both_eras
@pytest.mark.parametrize(
    "uri", ["countin://plan/none", "countin://snapshot/snap_2", "countin://other/x", "file:///etc/passwd"]
)
def test_a_resource_that_is_not_there_is_not_found(era: Era, uri: str) -> None:
    error = error_of(era, app()[0], lambda client: client.read_resource(uri))
    assert error.error.code == (t.INVALID_PARAMS if era == "auto" else -32002)


@both_eras
def test_progress_reaches_the_client_that_asked_for_it(era: Era) -> None:
    async def slow(progress: Progress | None) -> Answer:
        assert progress is not None
        await progress(1, 2, "half")
        await progress(2, 2, "done")
        return Answer({"stateVersion": 1})

    heard: list[float] = []

    async def listen(progress: float, total: float | None, message: str | None) -> None:
        heard.append(progress)

    talk(era, app(slow)[0], lambda client: client.call_tool("get_live_state", {}, progress_callback=listen))
    assert heard == [1, 2]


@both_eras
def test_cancelling_a_call_reaches_the_contract(era: Era) -> None:
    async def session() -> bool:
        started, cancelled = asyncio.Event(), asyncio.Event()

        async def endless(_: Progress | None) -> Answer:
            started.set()
            try:
                await asyncio.Event().wait()
            finally:
                cancelled.set()
            return Answer({})

        async with Client(build(app(endless)[0]), mode=era) as client:
            call = asyncio.ensure_future(client.call_tool("get_live_state", {}))
            await started.wait()
            call.cancel()
            await asyncio.wait_for(cancelled.wait(), 5)
        return cancelled.is_set()

    assert asyncio.run(session())


@both_eras
def test_a_read_only_server_offers_no_tool_that_changes_the_set(era: Era) -> None:
    made, _ = app(tools=select("all", read_only=True))
    listed = talk(era, made, lambda client: client.list_tools())
    assert listed.tools
    assert all(tool.annotations and tool.annotations.read_only_hint for tool in listed.tools)


@both_eras
def test_the_instructions_fit_into_what_clients_keep(era: Era) -> None:
    async def instructions(client: Client) -> str:
        return client.instructions or ""

    text = talk(era, app()[0], instructions)
    assert "execute_plan" in text
    assert len(text.encode()) < 2048
