"""The toolset `snapshots`: names for what was captured. A name is for good and never comes to mean something else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from countin.core import Snapshot
from countin.declaration import (
    DEVICE_CHAIN,
    Answer,
    Arguments,
    Local,
    Look,
    NamesLook,
    Read,
    SavedName,
    Seen,
    StoreLook,
    StoreWrite,
    Tool,
    Written,
)
from countin.errors import Refusal
from countin.snapshots.naming import checked_name
from countin.tools import captures, paging
from countin.tools.schemas import ARRAY, FLAG, INTEGER, OBJECT, TEXT

Record = dict[str, Any]


class SaveDeviceChainSnapshot(Arguments, frozen=True, kw_only=True, rename="camel"):
    """Arguments of `save_device_chain_snapshot`: exactly one of `trackId` and `snapshot`."""

    name: Annotated[str, msgspec.Meta(description="1 to 80 of A-Z a-z 0-9 . _ -")]
    track_id: Annotated[str, msgspec.Meta(description="Capture track-N, return-N or master.")] | None = None
    snapshot: Annotated[str, msgspec.Meta(description="Or name this snap_….")] | None = None


class LoadDeviceChainSnapshot(Arguments, frozen=True, kw_only=True, rename="camel"):
    """Arguments of `load_device_chain_snapshot`."""

    name: Annotated[str, msgspec.Meta(description="A saved name.")]


class ListSavedSnapshots(paging.Paged, frozen=True, kw_only=True, rename="camel"):
    """Arguments of `list_saved_snapshots`."""

    kind: Annotated[Literal["device-chain"], msgspec.Meta(description="Only this kind.")] | None = None


def _record(row: SavedName) -> Record:
    return {
        "name": row.name,
        "kind": row.family,
        "snapshot": row.reference,
        "trackId": row.owner,
        "createdAt": row.created_at,
    }


def _described(row: SavedName, snapshot: Snapshot) -> Record:
    return _record(row) | {"resource": captures.resource(row.reference), "summary": snapshot.summary()}


# --- saving ------------------------------------------------------------------------------------------------------


def _checked(arguments: SaveDeviceChainSnapshot) -> SaveDeviceChainSnapshot:
    checked_name(arguments.name)
    if (arguments.track_id is None) is (arguments.snapshot is None):
        raise Refusal(
            "invalid_arguments",
            "give either trackId, to capture and save, or snapshot, to name what was captured; one of the two",
            path="/snapshot",
        )
    return arguments


def _stored_of_saving(arguments: SaveDeviceChainSnapshot) -> Sequence[StoreLook]:
    given = _checked(arguments).snapshot
    return () if given is None else (StoreLook(given),)


def _observe_saving(arguments: SaveDeviceChainSnapshot) -> Sequence[Look[Any, Any]]:
    return () if arguments.track_id is None else (captures.look(arguments.track_id),)


def _save(arguments: SaveDeviceChainSnapshot, seen: Seen) -> StoreWrite:
    owner, given = arguments.track_id, arguments.snapshot
    if owner is not None:
        snapshot = captures.held(owner, seen[captures.look(owner)])
    else:
        assert given is not None
        snapshot = seen.stored[StoreLook(given)]
    return StoreWrite(arguments.name, DEVICE_CHAIN, snapshot, owner)


def _saved(arguments: SaveDeviceChainSnapshot, seen: Seen, write: StoreWrite, written: Written) -> dict[str, Any]:
    result = _described(written.saved, write.snapshot)
    result |= {"alreadySaved": not written.fresh, "limitation": captures.LIMITATION}
    return result if arguments.track_id is None else {"stateVersion": seen.state_version} | result


# --- loading and listing -----------------------------------------------------------------------------------------


def _stored_of_loading(arguments: LoadDeviceChainSnapshot) -> Sequence[StoreLook]:
    return (StoreLook(checked_name(arguments.name), path="/name"),)


def _load(arguments: LoadDeviceChainSnapshot, seen: Seen) -> Answer:
    snapshot = seen.stored[StoreLook(arguments.name, path="/name")]
    (row,) = seen.names.rows
    return Answer(_described(row, snapshot))


def _list(arguments: ListSavedSnapshots, seen: Seen) -> Answer:
    records = [_record(row) for row in seen.names.rows]
    return Answer(paging.page("snapshots", records, arguments.offset, seen.names.total))


def _nothing(_: Any) -> Sequence[Look[Any, Any]]:
    return ()


_MEMBERS = {"name": TEXT, "snapshot": TEXT, "resource": TEXT, "summary": OBJECT, "createdAt": INTEGER}

TOOLS: tuple[Tool, ...] = (
    Local(
        name="save_device_chain_snapshot",
        title="Save a device chain under a name",
        description=(
            "Save a device chain under a name for recall_device_chain_snapshot, for good: a track's as it is, or a "
            "capture. Writes on this machine only. A name that holds something else is a conflict; the same again is "
            "fine."
        ),
        toolset="snapshots",
        arguments=SaveDeviceChainSnapshot,
        members={"snapshot": TEXT, "resource": TEXT, "alreadySaved": FLAG},
        stored=_stored_of_saving,
        observe=_observe_saving,
        write=_save,
        report=_saved,
    ),
    Read(
        name="load_device_chain_snapshot",
        title="Look up a saved device chain",
        description=(
            "Read what a saved name holds: its reference (snap_…), a summary and the resource with the whole, never "
            "the snapshot itself. Loads nothing into Live: recall_device_chain_snapshot does, by the same name."
        ),
        toolset="snapshots",
        arguments=LoadDeviceChainSnapshot,
        members=_MEMBERS,
        stored=_stored_of_loading,
        names=lambda arguments: NamesLook(DEVICE_CHAIN, arguments.name),
        observe=_nothing,
        answer=_load,
    ),
    Read(
        name="list_saved_snapshots",
        title="List saved snapshots",
        description=(
            "List the saved names with their references, in order. Use it to find what recall_device_chain_snapshot "
            "and diff_snapshots take by name; load_device_chain_snapshot tells more of one. createdAt is Unix time in "
            "milliseconds. Needs no Live. Long lists page."
        ),
        toolset="snapshots",
        arguments=ListSavedSnapshots,
        members={"snapshots": ARRAY, **paging.PAGE_MEMBERS},
        names=lambda arguments: NamesLook(arguments.kind, None, arguments.offset, arguments.window()),
        observe=_nothing,
        answer=_list,
    ),
)
