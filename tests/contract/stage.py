"""A contract on a fake Live, with a few small tools made for these tests: the contract knows none, so any will do."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from bridge.fake_live import FakeLive
from bridge.virtual_time import unix_time
from countin._remote_script.Countin import wire
from countin.bridge import Bridge
from countin.contract import Contract, FileTokens, Log, MemoryTokens, Result, Tokens
from countin.declaration import (
    Answer,
    Arguments,
    Change,
    ContractTool,
    Draft,
    Effect,
    Executed,
    Kind,
    Mutation,
    OptionallyVersioned,
    Read,
    Reliance,
    Seen,
    Settlement,
    Step,
    StoreLook,
    Tool,
    Versioned,
    live,
    one_by_one,
)
from countin.errors import Refusal
from countin.snapshots.library import Library
from countin.store.database import Database
from countin.store.operations import OperationRows

SCENES = live(wire.SCENES, wire.Window(0, -1), path="/place")
HISTORY = live(wire.HISTORY, wire.Nothing())


class ListScenes(Arguments, frozen=True, kw_only=True):
    pass


class MakeScenes(Versioned, frozen=True, kw_only=True):
    names: list[str]
    place: int = 0
    notes: str = ""


class MakeLoosely(OptionallyVersioned, frozen=True, kw_only=True):
    names: list[str]
    place: int = 0
    notes: str = ""


class Recall(Versioned, frozen=True, kw_only=True):
    snapshot: str


class ExecutePlan(Arguments, frozen=True, kw_only=True, rename="camel"):
    confirmation_token: str
    plan_hash: str


class GetOutcome(Arguments, frozen=True, kw_only=True, rename="camel"):
    operation_id: str | None = None
    confirmation_token: str | None = None


def _changes(row: wire.SceneToCreate, labels: Any) -> Sequence[Change]:
    return (Change(f"scene {row.place}", None, labels.get(row.name, row.name)),)


def _compare(row: wire.SceneToCreate, result: wire.SceneCreated) -> Sequence[str]:
    return () if row.name == result.name else (f"scene {row.place} is called {result.name!r}, not {row.name!r}",)


def _observed(_: wire.SceneToCreate, result: wire.SceneCreated) -> dict[str, Any]:
    return {"sceneId": f"scene-{result.place}", "name": result.name}


MAKE = Effect(wire.CREATE_SCENE, one_by_one(_changes), _compare, _observed, lambda _: 1)


def _steps(arguments: Any, seen: Seen) -> list[Step[Any, Any]]:
    if not arguments.names:
        raise Refusal("invalid_arguments", "names is empty; give at least one", path="/names")
    if arguments.place > len(seen[SCENES].rows):
        raise Refusal("not_found", "there is no such place", path="/place")
    return [Step(MAKE, wire.SceneToCreate(arguments.place, name)) for name in arguments.names]


_RESTS = (Reliance("scenes[0..]", SCENES),)


def _one(arguments: Any, seen: Seen) -> Draft:
    steps = _steps(arguments, seen)
    return Draft((tuple(steps),), _RESTS, f"Make {len(steps)} scenes")


def _sequence(arguments: Any, seen: Seen) -> Draft:
    steps = _steps(arguments, seen)
    return Draft(tuple((step,) for step in steps), _RESTS, f"Make {len(steps)} scenes, one after the other")


def _settling(arguments: Any, seen: Seen) -> Draft:
    def remaining(row: tuple[Any, ...]) -> Sequence[str]:
        return () if row[0] else ("Live cannot undo yet",)

    return Draft((tuple(_steps(arguments, seen)),), _RESTS, "Make scenes", settlement=Settlement(HISTORY, remaining))


def _report(_: Any, draft: Draft, executed: Executed) -> dict[str, Any]:
    return {"made": sum(row is not None for operation in executed.results for row in operation)}


def _mutation(name: str, plan: Any, arguments: type[Arguments] = MakeScenes, **more: Any) -> Mutation:
    return Mutation(
        name=name,
        title=name,
        description=name,
        toolset="test",
        arguments=arguments,
        members={},
        kind=Kind.MUTATION,
        observe=lambda _, __: (SCENES,),
        plan=plan,
        report=_report,
        **more,
    )


def _recall_plan(arguments: Any, seen: Seen) -> Draft:
    snapshot = seen.stored[StoreLook(arguments.snapshot)]
    return Draft(((Step(MAKE, wire.SceneToCreate(0, snapshot.format)),),), _RESTS, "Recall")


LIST = Read(
    name="list",
    title="list",
    description="list",
    toolset="test",
    arguments=ListScenes,
    members={},
    observe=lambda _, __: (SCENES,),
    answer=lambda _, seen: Answer(
        {"scenes": [row.name for row in seen[SCENES].rows], "stateVersion": seen.state_version}
    ),
    within=0.8,
)
TABLE = Read(
    name="table",
    title="table",
    description="table",
    toolset="test",
    arguments=ListScenes,
    members={},
    observe=lambda _, __: (),
    answer=lambda _, __: Answer({"scales": 35}),
)
ONE = _mutation("make_scenes", _one)
SEQUENCE = _mutation("make_scenes_in_turn", _sequence)
SETTLING = _mutation("make_and_wait", _settling)
LOOSE = _mutation("make_loosely", _one, MakeLoosely, family="live-maestro")
FINAL = _mutation("make_for_good", _one, undoable=False, restore="Delete the scenes by hand")
RECALL = Mutation(
    name="recall",
    title="recall",
    description="recall",
    toolset="test",
    arguments=Recall,
    members={},
    kind=Kind.DESTRUCTIVE,
    stored=lambda arguments: (StoreLook(arguments.snapshot),),
    observe=lambda _, __: (SCENES,),
    plan=_recall_plan,
    report=_report,
)
RUN = ContractTool(
    name="run",
    title="run",
    description="run",
    toolset="test",
    arguments=ExecutePlan,
    members={},
    kind=Kind.MUTATION,
    service="execute_plan",
)
ASK = ContractTool(
    name="ask",
    title="ask",
    description="ask",
    toolset="test",
    arguments=GetOutcome,
    members={},
    service="get_operation_outcome",
)
TOOLS: dict[str, Tool] = {
    tool.name: tool for tool in (LIST, TABLE, ONE, SEQUENCE, SETTLING, LOOSE, FINAL, RECALL, RUN, ASK)
}


@dataclass(frozen=True)
class Offer:
    """A plan as a client holds it."""

    tool: Mutation
    arguments: dict[str, Any]
    body: dict[str, Any]

    @property
    def token(self) -> str:
        return self.body["confirmation"]["token"]

    @property
    def plan_hash(self) -> str:
        return self.body["confirmation"]["planHash"]

    @property
    def operation(self) -> str:
        return self.body["confirmation"]["operationId"]


@dataclass
class Stage:
    """A contract and the Live behind it."""

    live: FakeLive
    bridge: Bridge
    contract: Contract
    library: Library
    log: Log

    async def call(self, tool: Tool, **arguments: Any) -> Result:
        """As the face calls it: decoded arguments, by their wire names."""
        return await self.contract.call(tool, msgspec.convert(arguments, tool.arguments))

    async def plan(self, tool: Mutation = ONE, **arguments: Any) -> Offer:
        """Plan scenes against the Set as it is."""
        given: dict[str, Any] = {"names": ["Bridge"], "expectedStateVersion": self.live.state_version} | arguments
        given = {name: value for name, value in given.items() if value is not None}
        return Offer(tool, given, (await self.call(tool, **given)).body)

    async def execute(self, offer: Offer, **other: Any) -> Result:
        """Confirm a plan; `other` replaces members of the call."""
        members = offer.arguments | {
            "dryRun": False,
            "confirmationToken": offer.token,
            "planHash": offer.plan_hash,
        }
        return await self.call(offer.tool, **(members | other))

    async def outcome(self, **members: Any) -> dict[str, Any]:
        """get_operation_outcome."""
        return (await self.call(ASK, **members)).body

    def second(self, tokens: Tokens | None = None) -> Contract:
        """Another server on the same machine and the same Live."""
        return Contract(
            bridge=Bridge(self.live.home, clock=unix_time),
            library=self.library,
            log=self.log,
            tokens=tokens or MemoryTokens(unix_time),
            tools=TOOLS,
            clock=unix_time,
        )


@asynccontextmanager
async def stage(home: Path, *, tokens: Tokens | None = None, log: Log | None = None) -> AsyncGenerator[Stage]:
    """Everything put up, and taken down again."""
    database = Database(home / "countin.sqlite")
    kept = log or Log(OperationRows(database))
    library = Library(home / "snapshots")
    async with FakeLive(home) as fake:
        bridge = Bridge(home, clock=unix_time)
        contract = Contract(
            bridge=bridge,
            library=library,
            log=kept,
            tokens=tokens or MemoryTokens(unix_time),
            tools=TOOLS,
            clock=unix_time,
        )
        try:
            yield Stage(fake, bridge, contract, library, kept)
        finally:
            await contract.close()
            database.close()


def file_tokens(home: Path) -> FileTokens:
    """Tokens on disk, as the command line keeps them."""
    return FileTokens(home / "tokens", unix_time)


async def refusal_of(awaitable: Any) -> Refusal:
    """The refusal that must come."""
    try:
        result = await awaitable
    except Refusal as refusal:
        return refusal
    raise AssertionError(f"answered instead of refused: {result}")
