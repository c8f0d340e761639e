"""What a tool is, and the values that cross the borders between tools, contract and face. No I/O happens here.

A tool says what it must observe and how an answer or a plan follows. The contract resolves the looks (in Live, in the
store), owns plan, hash, token and outcome; the face publishes the declaration. So a tool never sees a socket, and the
contract never knows a particular tool.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Any, Generic, Literal, TypeVar, cast

import msgspec

from countin._remote_script.Countin import wire
from countin.core import Capture, Snapshot, canonical, plan_hash

A = TypeVar("A", bound=tuple[Any, ...])
R = TypeVar("R", bound=tuple[Any, ...])
W = TypeVar("W")


# --- arguments ---------------------------------------------------------------------------------------------------


class Arguments(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The base of every tool's arguments: closed, by keyword."""


StateVersion = Annotated[int, msgspec.Meta(ge=1, description="Observed stateVersion.")]


class Guarded(Arguments, frozen=True, kw_only=True):
    """The base of every mutation's arguments: the members that drive plan and execution."""

    dry_run: Annotated[bool, msgspec.Meta(description="False executes with token and hash.")] = msgspec.field(
        default=True, name="dryRun"
    )
    confirmation_token: Annotated[str, msgspec.Meta(description="Single-use plan token.")] | None = msgspec.field(
        default=None, name="confirmationToken"
    )
    plan_hash: Annotated[str, msgspec.Meta(description="Plan hash.")] | None = msgspec.field(
        default=None, name="planHash"
    )


class Versioned(Guarded, frozen=True, kw_only=True):
    """A mutation of the `ableton-mcp` family: the state version it was decided on is required."""

    expected_state_version: StateVersion = msgspec.field(name="expectedStateVersion")


class OptionallyVersioned(Guarded, frozen=True, kw_only=True):
    """A mutation of the Live Maestro family: without a version, the one observed while planning counts."""

    expected_state_version: StateVersion | None = msgspec.field(default=None, name="expectedStateVersion")


CONTROL_MEMBERS = ("dryRun", "confirmationToken", "planHash")
"""Arguments that drive the contract and never stand in a plan."""


# --- observations ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Look(Generic[A, R]):
    """One observation of Live: a kind of `wire.py` and its arguments. `path` points at the argument it came from (a
    JSON pointer, for errors); what stands `beside` it asks for Live's words: for what a snapshot holds otherwise, or
    for what a `wire.Beside` says. Neither has a part in equality.
    """

    kind: wire.Observation[A, R]
    arguments: A
    path: str | None = field(default=None, compare=False)
    beside: Snapshot | wire.Beside | None = field(default=None, compare=False)


def live(kind: wire.Observation[A, R], arguments: A, *, path: str | None = None) -> Look[A, R]:
    """Look at Live; `path` is what an error about this look points at."""
    return Look(kind, arguments, path)


@dataclass(frozen=True, slots=True)
class StoreLook:
    """One observation of the store: a snapshot by reference (`snap_…`, whole or a unique prefix) or by saved name.
    `path` is the argument it came from, for errors; `family` is the one that a name is looked up in, None for all."""

    snapshot: str
    path: str = "/snapshot"
    family: str | None = None


Stored = Mapping[StoreLook, Snapshot]


@dataclass(frozen=True, slots=True)
class SavedName:
    """A name that somebody gave to a snapshot. `owner` is the id it was captured from, None where that is not known;
    `created_at` is Unix time in milliseconds."""

    name: str
    family: str
    reference: str
    owner: str | None
    created_at: int


@dataclass(frozen=True, slots=True)
class NamesLook:
    """One observation of the store: saved names in order, of one family or of all; or a single one by its `name`."""

    family: str | None = None
    name: str | None = None
    offset: int = 0
    limit: int = 1


@dataclass(frozen=True, slots=True)
class Names:
    """The names that a look shows, and how many there are in all."""

    rows: tuple[SavedName, ...]
    total: int


@dataclass(frozen=True, slots=True)
class StoreWrite:
    """One write to the store: a snapshot kept, and named for good. `path` is the argument that the name came from."""

    name: str
    family: str
    snapshot: Snapshot
    owner: str | None = None
    path: str = "/name"


@dataclass(frozen=True, slots=True)
class Written:
    """What a write to the store brought: the name as it stands; `fresh` is false where it stood so before."""

    saved: SavedName
    fresh: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """What was observed, in one round trip: rows by look; of captured kinds the core's `Capture`, never rows."""

    instance: str
    state_version: int
    rows: Mapping[Look[Any, Any], Any]
    digests: Mapping[Look[Any, Any], str]
    stored: Stored = field(default_factory=dict[StoreLook, Snapshot])
    live_version: str = ""
    names: Names = Names((), 0)

    def __getitem__(self, look: Look[A, R]) -> R:
        return cast("R", self.rows[look])

    def captured(self, look: Look[Any, Any]) -> Capture:
        """What Live shows of a device chain, a track or a group system."""
        found = self.rows[look]
        assert isinstance(found, Capture)
        return found


# --- plans -------------------------------------------------------------------------------------------------------


class Change(msgspec.Struct, frozen=True):
    """One line of a plan: what, and its value before and after (None: not there)."""

    what: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Changes:
    """What a step changes: how many, the RFC 8785 form of the list and its SHA-256 (hex), the first of them as objects.
    Of tens of thousands nobody may ever ask for the text."""

    count: int
    canonical: Callable[[], bytes]
    sha256: Callable[[], str]
    first: Callable[[int], Sequence[Mapping[str, Any]]]


def one_by_one(
    made: Callable[[W, Mapping[str, str]], Sequence[Change]],
) -> Callable[[W, Mapping[str, str]], Changes]:
    """The changes of an effect that makes them one by one."""

    def changes(row: W, labels: Mapping[str, str]) -> Changes:
        listed = cast("list[dict[str, Any]]", msgspec.to_builtins(made(row, labels)))
        return Changes(len(listed), lambda: canonical(listed), lambda: plan_hash(listed), lambda most: listed[:most])

    return changes


@dataclass(frozen=True, slots=True)
class Effect(Generic[W, R]):
    """A write kind as the server knows it: what it writes is a row of the wire, or a value of the core (then `pack`
    gives its bytes).

    `changes` says what is written (`labels` gives names for ids); `compare` names every difference between what was
    planned and what was read back; `observed` is the read-back as results show it; `count` is how many single values or
    objects are written.
    """

    write: wire.Write[Any, R]
    changes: Callable[[W, Mapping[str, str]], Changes]
    compare: Callable[[W, R], Sequence[str]]
    observed: Callable[[W, R], dict[str, Any]]
    count: Callable[[W], int]
    pack: Callable[[W], bytes] | None = None

    def packed(self, row: W) -> bytes:
        """What goes to Live."""
        return self.write.row.guard_bytes(row) if self.pack is None else self.pack(row)


@dataclass(frozen=True, slots=True)
class Step(Generic[W, R]):
    """One write of an operation: its effect and what is written."""

    effect: Effect[W, R]
    row: W


@dataclass(frozen=True, slots=True)
class Reliance:
    """What a plan rests on: the look whose digest must still hold, and its name in `restsOn` (`scenes[1..2]`).

    `row` is what that look would have shown, where it is a part of a wider one that was observed (one slot of a window,
    a span of a timeline): so a plan rests on no more than it uses.
    """

    what: str
    look: Look[Any, Any]
    row: tuple[Any, ...] | None = None

    def digest(self, seen: Seen) -> str:
        """The SHA-256 (lower-case hex) of the guard bytes that must still hold."""
        if self.row is None:
            return seen.digests[self.look]
        return hashlib.sha256(self.look.kind.row.guard_bytes(self.row)).hexdigest()


@dataclass(frozen=True, slots=True)
class Settlement:
    """What Live shows only some ticks later: where to look, and which differences are still there in what was seen."""

    look: Look[Any, Any]
    remaining: Callable[[Any], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Draft:
    """A plan before it is hashed: a pure function of arguments and observations.

    `operations` has one entry, or several for a sequence whose later steps rest on what the ones before returned.
    """

    operations: tuple[tuple[Step[Any, Any], ...], ...]
    rests_on: tuple[Reliance, ...]
    summary: str
    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    warnings: tuple[str, ...] = ()
    settlement: Settlement | None = None
    undo_steps: int | None = None
    """Live's undo steps it makes; by default one an operation."""


class Status(msgspec.Struct, frozen=True):
    """A settled outcome: see the table of section 3 of the design."""

    status: Literal[
        "applied", "postconditions_failed", "pending_postconditions", "pending_user_action", "outcome_unknown"
    ]
    reason: str
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Executed:
    """What an execution brought, for a tool's own result members: read-back rows of all operations in order (None for a
    step that did not run or could not be read back)."""

    status: Status
    results: tuple[tuple[tuple[Any, ...] | None, ...], ...]


# --- tools -------------------------------------------------------------------------------------------------------


class Kind(Enum):
    """What a tool may do: read, change the Set, change it destructively, write local files only."""

    READ = "read"
    MUTATION = "mutation"
    DESTRUCTIVE = "destructive"
    LOCAL = "local"


Family = Literal["ableton-mcp", "live-maestro", "countin"]
Members = Mapping[str, Mapping[str, Any]]
"""The top-level members of a result, each a small JSON schema."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """What every tool declares."""

    name: str
    title: str
    description: str
    toolset: str
    arguments: type[Arguments]
    members: Members
    kind: Kind = Kind.READ
    family: Family = "ableton-mcp"


@dataclass(frozen=True, slots=True)
class Refinement:
    """What a second look at Live can add to an answer (words for a few of many values): where to look, and the result
    with it. The first result stands where Live cannot be asked again, or is another one by then."""

    looks: tuple[Look[Any, Any], ...]
    result: Callable[[Seen], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture as a value: SVG of a size in pixels. As a member of a result it stands for its `about` there, and the
    face sends it as an image beside the result."""

    svg: str
    width: int
    height: int
    about: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Answer:
    """A read tool's result (members may be a `Drawing`), the snapshots to keep in the library, and what a second look
    could add."""

    result: dict[str, Any]
    keep: tuple[Snapshot, ...] = ()
    refinement: Refinement | None = None


def _no_store(_: Any) -> tuple[StoreLook, ...]:
    return ()


def _no_names(_: Any) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Read(Tool):
    """A tool that only looks. `observe`, `stored` and `names` name the looks, `answer` makes the result of what was
    seen."""

    observe: Callable[[Any, Stored], Sequence[Look[Any, Any]]]
    answer: Callable[[Any, Seen], Answer]
    stored: Callable[[Any], Sequence[StoreLook]] = _no_store
    names: Callable[[Any], NamesLook | None] = _no_names
    within: float | None = None
    """Seconds after which a silent Live is answered as `live_busy`; by default the bridge's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation(Tool):
    """A guarded change. `stored` and `observe` name the looks (store first), `plan` is pure, `report` adds the tool's
    own members to the answer of an execution. `undoable`: Live's undo covers its effect; else `restore` says what does.
    """

    observe: Callable[[Any, Stored], Sequence[Look[Any, Any]]]
    plan: Callable[[Any, Seen], Draft]
    report: Callable[[Any, Draft, Executed], dict[str, Any]]
    stored: Callable[[Any], Sequence[StoreLook]] = _no_store
    undoable: bool = True
    restore: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Local(Tool):
    """A tool that writes local files and nothing in Live, so there is no plan: what it would replace is a `conflict`.

    `stored` and `observe` name the looks, `write` says what is written to the store, `report` makes the result.
    """

    observe: Callable[[Any, Stored], Sequence[Look[Any, Any]]]
    write: Callable[[Any, Seen], StoreWrite]
    report: Callable[[Any, Seen, StoreWrite, Written], dict[str, Any]]
    stored: Callable[[Any], Sequence[StoreLook]] = _no_store
    kind: Kind = Kind.LOCAL


Service = Literal["execute_plan", "get_operation_outcome"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractTool(Tool):
    """A tool that the contract itself answers: running a plan by its token, asking for an outcome."""

    service: Service
