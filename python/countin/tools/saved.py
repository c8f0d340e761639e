"""The toolset `snapshots`: names for what was captured. A name is for good and never comes to mean something else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from countin.core import Snapshot
from countin.declaration import (
    Answer,
    Arguments,
    Local,
    Look,
    NamesLook,
    Read,
    SavedName,
    Seen,
    Stored,
    StoreLook,
    StoreWrite,
    Tool,
    Written,
)
from countin.errors import Refusal
from countin.snapshots.naming import checked_name
from countin.tools import captures, paging
from countin.tools.argument_structs import argument_struct, optional
from countin.tools.families import BY_NAME, DEVICE_CHAIN, FAMILIES, Family
from countin.tools.schemas import ARRAY, FLAG, INTEGER, OBJECT, TEXT

Record = dict[str, Any]
Kinds = Literal["device-chain", "device-parameters", "track-state", "group-system"]


_NAME: Any = Annotated[str, msgspec.Meta(description="1 to 80 of A-Z a-z 0-9 . _ -")]
_REFERENCE: Any = Annotated[str, msgspec.Meta(description="Or name this snap_….")]


class LoadSnapshot(Arguments, frozen=True, kw_only=True, rename="camel"):
    """Arguments of the tools that look up a saved name."""

    name: Annotated[str, msgspec.Meta(description="A saved name.")]


class ListSavedSnapshots(paging.Paged, frozen=True, kw_only=True, rename="camel"):
    """Arguments of `list_saved_snapshots`."""

    kind: Annotated[Kinds, msgspec.Meta(description="Only this kind.")] | None = None


def _record(row: SavedName) -> Record:
    return {
        "name": row.name,
        "kind": row.family,
        "snapshot": row.reference,
        **_captured_from(row),
        "createdAt": row.created_at,
    }


def _captured_from(row: SavedName) -> Record:
    """What a snapshot was captured from, as arguments of its family's tools; null where that is not known."""
    family = BY_NAME.get(row.family, DEVICE_CHAIN)  # a newer Countin on this machine may know more families
    if row.owner is None:
        return dict.fromkeys(family.named(("",) * len(family.arguments)))
    return {**family.named(family.address_of(row.owner))}


def _described(row: SavedName, snapshot: Snapshot) -> Record:
    return _record(row) | {"resource": captures.resource(row.reference), "summary": snapshot.summary()}


# --- saving ------------------------------------------------------------------------------------------------------


class _Save:
    """The tool that gives a name to a capture of a family."""

    def __init__(self, family: Family) -> None:
        self._family = family

    def stored(self, arguments: Any) -> Sequence[StoreLook]:
        """The capture that gets a name, where it was made before."""
        return () if self._checked(arguments) else (self._capture(arguments),)

    def observe(self, arguments: Any, _: Stored) -> Sequence[Look[Any, Any]]:
        """What is captured now."""
        return (self._family.whole(self._family.address(arguments)),) if self._checked(arguments) else ()

    def write(self, arguments: Any, seen: Seen) -> StoreWrite:
        """The snapshot and its name."""
        owner = None
        if self._checked(arguments):
            address = self._family.address(arguments)
            owner, capture = address[-1], seen.captured(self._family.whole(address))
            snapshot = captures.held(owner, capture, path=self._family.path)
        else:
            snapshot = seen.stored[self._capture(arguments)]
        if snapshot.family != self._family.name:
            kind = BY_NAME[snapshot.family]
            raise Refusal(
                "does_not_fit", f"this is {kind.thing}; save_{kind.word}_snapshot gives it a name", path="/snapshot"
            )
        return StoreWrite(arguments.name, self._family.name, snapshot, owner)

    def report(self, arguments: Any, seen: Seen, write: StoreWrite, written: Written) -> dict[str, Any]:
        """What the name stands for."""
        result = _described(written.saved, write.snapshot)
        result |= {"alreadySaved": not written.fresh, "limitation": captures.LIMITATION}
        return {"stateVersion": seen.state_version} | result if self._checked(arguments) else result

    def _capture(self, arguments: Any) -> StoreLook:
        return StoreLook(arguments.snapshot, family=self._family.name)

    def _checked(self, arguments: Any) -> bool:
        """Whether something is captured now. Raises `Refusal` unless it is that, or a capture made before."""
        checked_name(arguments.name)
        given = [one for one in self._family.address(arguments) if one is not None]
        if (arguments.snapshot is None and len(given) == len(self._family.arguments)) or (
            arguments.snapshot is not None and not given
        ):
            return arguments.snapshot is None
        address = " and ".join(self._family.named(("",) * len(self._family.arguments)))
        raise Refusal(
            "invalid_arguments",
            f"give either {address}, to capture and save, or snapshot, to name what was captured; one of the two",
            path="/snapshot",
        )

    def tool(self) -> Tool:
        """The declaration."""
        family = self._family
        address = {member: optional(kind) for member, kind in family.arguments.items()}
        members = {"name": _NAME, **address, "snapshot": optional(_REFERENCE)}
        return Local(
            name=f"save_{family.word}_snapshot",
            title=f"Save {family.thing}",
            description=(
                f"Save {family.thing} under a name for recall_{family.word}_snapshot, for good: as it is now, or a "
                "capture. Writes on this machine only. A name that holds something else is a conflict; the same again "
                "is fine."
            ),
            toolset="snapshots",
            arguments=argument_struct(f"save_{family.word}_snapshot", Arguments, members),
            members={"snapshot": TEXT, "resource": TEXT, "alreadySaved": FLAG},
            stored=self.stored,
            observe=self.observe,
            write=self.write,
            report=self.report,
        )


# --- loading and listing -----------------------------------------------------------------------------------------


class _Load:
    """The tool that looks up a saved name of a family."""

    def __init__(self, family: Family) -> None:
        self._family = family

    def stored(self, arguments: LoadSnapshot) -> Sequence[StoreLook]:
        """What the name stands for."""
        return (StoreLook(checked_name(arguments.name), path="/name", family=self._family.name),)

    def answer(self, arguments: LoadSnapshot, seen: Seen) -> Answer:
        """The row of the name, and what it stands for in brief."""
        (row,) = seen.names.rows
        return Answer(_described(row, seen.stored[self.stored(arguments)[0]]))

    def tool(self) -> Tool:
        """The declaration."""
        family = self._family
        return Read(
            name=f"load_{family.word}_snapshot",
            title=f"Look up {family.thing}",
            description=(
                "Read what a saved name holds: its reference (snap_…), a summary and the resource with the whole, "
                f"never the snapshot itself. Loads nothing into Live: recall_{family.word}_snapshot does, by name."
            ),
            toolset="snapshots",
            arguments=LoadSnapshot,
            members=_MEMBERS,
            stored=self.stored,
            names=lambda arguments: NamesLook(family.name, arguments.name),
            observe=_nothing,
            answer=self.answer,
        )


def _list(arguments: ListSavedSnapshots, seen: Seen) -> Answer:
    records = [_record(row) for row in seen.names.rows]
    return Answer(paging.page("snapshots", records, arguments.offset, seen.names.total))


def _nothing(_: Any, __: Stored) -> Sequence[Look[Any, Any]]:
    return ()


_MEMBERS = {"name": TEXT, "snapshot": TEXT, "resource": TEXT, "summary": OBJECT, "createdAt": INTEGER}

TOOLS: tuple[Tool, ...] = (
    *(tool for family in FAMILIES for tool in (_Save(family).tool(), _Load(family).tool())),
    Read(
        name="list_saved_snapshots",
        title="List saved snapshots",
        description=(
            "List the saved names with their references, in order: what the recall_ tools and diff_snapshots take by "
            "name; the load_ tools tell more of one. createdAt is Unix time in milliseconds. Needs no Live. Pages."
        ),
        toolset="snapshots",
        arguments=ListSavedSnapshots,
        members={"snapshots": ARRAY, **paging.PAGE_MEMBERS},
        names=lambda arguments: NamesLook(arguments.kind, None, arguments.offset, arguments.window()),
        observe=_nothing,
        answer=_list,
    ),
)
