"""Observing for a tool: the store first, then Live in one round trip, together as what was seen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from countin.bridge import Bridge
from countin.contract.plan import Planned, make_plan
from countin.declaration import Answer, Arguments, Look, Mutation, Read, Seen, Stored, StoreLook
from countin.errors import Refusal
from countin.snapshots.library import Library
from countin.store.folders import StoreError

LARGE_BYTES = 128 * 1024
"""From this size of an observation on a tool works for milliseconds, and a thread costs little beside that."""

T = TypeVar("T")
Progress = Callable[[float, float | None, str], Awaitable[None]]


class Observer:
    """Resolves looks: `live(...)` over the bridge, stored ones in the library."""

    def __init__(self, bridge: Bridge, library: Library) -> None:
        self._bridge = bridge
        self._library = library

    async def answer(self, tool: Read, arguments: Arguments, progress: Progress | None) -> dict[str, Any]:
        """A read tool's result, its snapshots kept. Raises `Refusal`."""
        stored = await self._stored(tool.stored(arguments))
        seen, size = await self._seen(tool.observe(arguments), stored, tool.within, progress)
        answer = await _worked_out(size, lambda: tool.answer(arguments, seen))
        await self._keep(answer)
        return _version_first(answer.result)

    async def plan(self, tool: Mutation, arguments: Arguments, progress: Progress | None) -> Planned:
        """A mutation's plan from a fresh look. Raises `Refusal`."""
        stored = await self._stored(tool.stored(arguments))
        seen, size = await self._seen(tool.observe(arguments, stored), stored, None, progress)
        return await _worked_out(size, lambda: make_plan(tool, arguments, seen))

    async def _stored(self, looks: Sequence[StoreLook]) -> Stored:
        # A file is read, hashed and parsed: not on the loop.
        return {look: await asyncio.to_thread(self._library.load, look.snapshot, path=look.path) for look in looks}

    async def _seen(
        self, looks: Sequence[Look[Any, Any]], stored: Stored, within: float | None, progress: Progress | None
    ) -> tuple[Seen, int]:
        """What was seen, and how many bytes that took."""
        if not looks:
            return Seen("", 0, {}, {}, stored), 0
        found = await self._bridge.observe(looks, timeout=within, progress=progress)
        seen = Seen(found.instance, found.state_version, found.rows, found.digests, stored, found.live_version)
        return seen, found.size

    async def _keep(self, answer: Answer) -> None:
        try:
            for snapshot in answer.keep:
                await asyncio.to_thread(self._library.keep, snapshot)
        except StoreError as error:
            raise Refusal(
                "internal_error",
                f"The snapshot was taken but cannot be kept: {error}. Make room or give Countin's data folder back its "
                "rights, then capture again",
            ) from None


async def _worked_out(size: int, work: Callable[[], T]) -> T:
    """The result of pure `work`; beside the loop where what was seen is large, so that other calls go on meanwhile."""
    return await asyncio.to_thread(work) if size > LARGE_BYTES else work()


def _version_first(result: dict[str, Any]) -> dict[str, Any]:
    if "stateVersion" not in result:
        return result
    return {"stateVersion": result["stateVersion"]} | result
