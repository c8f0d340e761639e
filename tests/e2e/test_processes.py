"""Through the real processes: an embedded Live, a server that finds it, the official MCP client on stdio, both eras."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any, Literal

import pytest
from mcp import Client, StdioServerParameters

from countin.cli.embedded import embedded_live
from countin.sim.hosting.child import Child

Era = Literal["legacy", "auto"]
both_eras = pytest.mark.parametrize("era", ["legacy", "auto"])
BOUND = 60
"""Seconds after which a wait has failed."""


@pytest.fixture
def live(tmp_path: Path) -> Generator[Child]:
    with embedded_live("demo", clock="fast", home=tmp_path) as embedded:
        yield embedded


def server(home: Path, *arguments: str) -> StdioServerParameters:
    environment = dict(os.environ) | {"COUNTIN_HOME": str(home)}
    return StdioServerParameters(command=sys.executable, args=["-m", "countin", "serve", *arguments], env=environment)


async def body_of(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert result.structured_content is not None
    return result.structured_content


@both_eras
def test_a_change_is_planned_executed_once_and_undone(era: Era, live: Child, tmp_path: Path) -> None:
    async def session() -> None:
        async with Client(server(tmp_path), mode=era) as client:
            state = await body_of(client, "get_live_state")
            planned = await body_of(client, "create_scene", name="Bridge", expectedStateVersion=state["stateVersion"])
            assert len(await scenes(client)) == 8
            confirmation = planned["confirmation"]
            token = {"confirmationToken": confirmation["token"], "planHash": confirmation["planHash"]}
            done = await body_of(client, "execute_plan", **token)
            assert done["operationOutcome"]["status"] == "applied"
            assert (await scenes(client))[-1]["name"] == "Bridge"
            again = await body_of(client, "execute_plan", **token)
            assert again["error"]["code"] == "token_used"
            assert again["error"]["earlier"]["status"] == "applied"
            undo = await body_of(client, "undo", expectedStateVersion=done["stateVersion"])
            confirmation = undo["confirmation"]
            await body_of(
                client, "execute_plan", confirmationToken=confirmation["token"], planHash=confirmation["planHash"]
            )
            assert len(await scenes(client)) == 8

    async def scenes(client: Client) -> list[dict[str, Any]]:
        return (await body_of(client, "list_scenes"))["scenes"]

    asyncio.run(asyncio.wait_for(session(), BOUND))


@both_eras
def test_a_person_between_plan_and_execution_refuses_it(era: Era, live: Child, tmp_path: Path) -> None:
    async def session() -> None:
        async with Client(server(tmp_path), mode=era) as client:
            version = (await body_of(client, "get_live_state"))["stateVersion"]
            planned = await body_of(client, "create_scene", name="Bridge", expectedStateVersion=version)
            live.person("song", call="create_scene", args=[0])
            confirmation = planned["confirmation"]
            refused = await body_of(
                client, "execute_plan", confirmationToken=confirmation["token"], planHash=confirmation["planHash"]
            )
            assert refused["error"]["code"] == "state_version_moved"
            assert refused["error"]["outcome"] == "not_executed"

    asyncio.run(asyncio.wait_for(session(), BOUND))


def test_a_server_brings_an_embedded_live_of_its_own(tmp_path: Path) -> None:
    async def session() -> dict[str, Any]:
        async with Client(server(tmp_path, "--sim", "demo", "--clock", "fast")) as client:
            return await body_of(client, "get_live_state")

    assert asyncio.run(asyncio.wait_for(session(), BOUND))["setName"] == "Countin Demo"


def test_without_a_live_the_answer_says_what_to_start(tmp_path: Path) -> None:
    async def session() -> dict[str, Any]:
        async with Client(server(tmp_path)) as client:
            return await body_of(client, "get_live_state")

    error = asyncio.run(asyncio.wait_for(session(), BOUND))["error"]
    assert error["code"] == "live_not_reachable"
    assert "control surface" in error["message"]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, None], ids=["SIGINT", "SIGTERM", "end of input"])
def test_a_server_ends_cleanly_and_takes_its_live_with_it(ending: signal.Signals | None, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "countin", "serve", "--sim", "demo"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ) | {"COUNTIN_HOME": str(tmp_path)},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(
        b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},'
        b'"clientInfo":{"name":"test","version":"1"}}}\n'
    )
    process.stdin.flush()
    assert b'"serverInfo"' in process.stdout.readline()
    if ending is not None:
        process.send_signal(ending)
    _, complaints = process.communicate(timeout=BOUND)
    assert process.returncode == 0, complaints.decode()
    assert not list((tmp_path / "bridges").glob("*.json"))
