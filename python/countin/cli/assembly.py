"""Puts the rooms together: the one place where a bridge, a store, a contract and a face become a server or a call."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from countin.bridge import Bridge
from countin.contract import Contract, FileTokens, Log, MemoryTokens
from countin.declaration import Tool
from countin.face.resources import Resources
from countin.face.server import App
from countin.snapshots.library import Library
from countin.snapshots.shelf import Shelf
from countin.store.database import Database
from countin.store.folders import Folders, data_folders
from countin.store.names import NameRows
from countin.store.operations import OperationRows
from countin.tools.registry import BY_NAME, select

Tokens = Literal["memory", "files"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a server or a call is made for. `tokens`: in memory for a server, in files for calls that end between plan
    and execution. `timeout` bounds a read of Live, in seconds."""

    toolsets: str = "core"
    read_only: bool = False
    live_pid: int | None = None
    timeout: float = 10.0
    tokens: Tokens = "memory"


def stored_snapshots(places: Folders, names: NameRows, clock: Callable[[], float] = time.time) -> Library:
    """The library of a data folder: what has a name there stays, and is found by it."""

    return Library(places.snapshots, named=names.references, by_name=names.by_family, clock=clock)


def assemble(
    wanted: Wanted,
    *,
    folders: Folders | None = None,
    clock: Callable[[], float] = time.time,
    tools: Sequence[Tool] = (),
) -> App:
    """An app over the data folder of this user (or `folders`). It connects to Live when something is asked of it."""
    places = folders or data_folders()
    database = Database(places.database)
    names = NameRows(database)
    library = stored_snapshots(places, names, clock)
    bridge = Bridge(places.root if folders else None, live_pid=wanted.live_pid, timeout=wanted.timeout, clock=clock)
    contract = Contract(
        bridge=bridge,
        library=library,
        log=Log(OperationRows(database)),
        tokens=FileTokens(places.tokens, clock) if wanted.tokens == "files" else MemoryTokens(clock),
        tools=BY_NAME,
        clock=clock,
        shelf=Shelf(library, names, clock),
    )

    async def close() -> None:
        await contract.close()
        database.close()

    return App(
        tools=tools or select(wanted.toolsets, read_only=wanted.read_only),
        contract=contract,
        resources=Resources(plan=contract.plan_document, snapshot=lambda reference: library.load(reference).canonical),
        close=close,
        read_only=wanted.read_only,
    )
