"""Observing for a tool: the store first, then Live in one round trip, together as what was seen. What a local tool
writes to the store is written here too."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from countin.contract.looking import Looking, Progress, worked_out
from countin.contract.plan import Planned, make_plan
from countin.core import Snapshot
from countin.declaration import (
    Answer,
    Arguments,
    Local,
    Look,
    Mutation,
    Names,
    NamesLook,
    Read,
    Refinement,
    SavedName,
    Seen,
    Stored,
    StoreLook,
    StoreWrite,
    Written,
)
from countin.errors import Refusal
from countin.snapshots.library import Library
from countin.snapshots.shelf import Shelf
from countin.store.folders import StoreError
from countin.store.names import NameRow

_PARAMETER_BYTES = 40
"""What a parameter of a stored snapshot counts for in that: working on one costs about as much as on so many bytes."""


class Observer:
    """Resolves looks: `live(...)` over the bridge, stored ones in the library, names on the shelf."""

    def __init__(self, looking: Looking, library: Library, shelf: Shelf | None = None) -> None:
        self._looking = looking
        self._library = library
        self._shelf = shelf

    async def answer(self, tool: Read, arguments: Arguments, progress: Progress | None) -> dict[str, Any]:
        """A read tool's result, its snapshots kept. Raises `Refusal`."""
        stored = await self._stored(tool.stored(arguments))
        names = await self._names(tool.names(arguments))
        looked, size = await self._seen(tool.observe(arguments, stored), stored, tool.within, progress)
        seen = replace(looked, names=names)
        size += sum(snapshot.parameter_count for snapshot in stored.values()) * _PARAMETER_BYTES
        answer = await worked_out(size, lambda: tool.answer(arguments, seen))
        await self._keep(answer)
        result = answer.result if answer.refinement is None else await self._refined(answer, answer.refinement, seen)
        return _version_first(result)

    async def local(self, tool: Local, arguments: Arguments, progress: Progress | None) -> dict[str, Any]:
        """The result of a tool that writes to the store. Raises `Refusal`."""
        stored = await self._stored(tool.stored(arguments))
        seen, size = await self._seen(tool.observe(arguments, stored), stored, None, progress)
        write = await worked_out(size, lambda: tool.write(arguments, seen))
        written = await self._write(write)
        return _version_first(tool.report(arguments, seen, write, written))

    async def plan(self, tool: Mutation, arguments: Arguments, progress: Progress | None) -> Planned:
        """A mutation's plan from a fresh look. Raises `Refusal`."""
        stored = await self._stored(tool.stored(arguments))
        seen, size = await self._seen(tool.observe(arguments, stored), stored, None, progress, planning=True)
        return await worked_out(size, lambda: make_plan(tool, arguments, seen))

    async def _stored(self, looks: Sequence[StoreLook]) -> Stored:
        return {look: await self._snapshot(look) for look in looks}

    async def _snapshot(self, look: StoreLook) -> Snapshot:
        """What is not in memory is read, hashed and parsed: not on the loop."""
        held = self._library.at_hand(look.snapshot)
        if held is not None:
            return held
        return await asyncio.to_thread(self._library.load, look.snapshot, path=look.path, family=look.family)

    async def _seen(
        self,
        looks: Sequence[Look[Any, Any]],
        stored: Stored,
        within: float | None,
        progress: Progress | None,
        *,
        planning: bool = False,
    ) -> tuple[Seen, int]:
        """What was seen, and how many bytes that took."""
        if not looks:
            return Seen("", 0, {}, {}, stored), 0
        found = await self._looking.observe(looks, planning=planning, timeout=within, progress=progress)
        seen = Seen(found.instance, found.state_version, found.rows, found.digests, stored, found.live_version)
        return seen, found.size

    async def _refined(self, answer: Answer, refinement: Refinement, seen: Seen) -> dict[str, Any]:
        """An answer with what a second look adds; the first one where Live is silent, or is not the same any more."""
        try:
            again, _ = await self._seen(refinement.looks, seen.stored, None, None)
        except Refusal:
            return answer.result
        if (again.instance, again.state_version) != (seen.instance, seen.state_version):
            return answer.result
        return refinement.result(again)

    async def _names(self, look: NamesLook | None) -> Names:
        if look is None:
            return Names((), 0)
        shelf, family, name = self._shelves(), look.family, look.name
        if name is not None and family is not None:
            row = await asyncio.to_thread(shelf.find, family, name)
            return Names((), 0) if row is None else Names((_saved(row),), 1)
        rows, total = await asyncio.to_thread(shelf.page, family, look.offset, look.limit)
        return Names(tuple(map(_saved, rows)), total)

    async def _write(self, write: StoreWrite) -> Written:
        row, fresh = await asyncio.to_thread(
            self._shelves().save, write.name, write.family, write.snapshot, write.owner, path=write.path
        )
        return Written(_saved(row), fresh)

    def _shelves(self) -> Shelf:
        if self._shelf is None:
            raise TypeError("this contract was made without a shelf, and a tool asks for names")
        return self._shelf

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


def _saved(row: NameRow) -> SavedName:
    return SavedName(row.name, row.family, row.reference, row.owner, row.created_at)


def _version_first(result: dict[str, Any]) -> dict[str, Any]:
    if "stateVersion" not in result:
        return result
    return {"stateVersion": result["stateVersion"]} | result
