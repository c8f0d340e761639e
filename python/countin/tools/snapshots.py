"""The toolset `snapshots`: keeping the state of a device chain, and bringing it back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from countin._remote_script.Countin import ids, wire
from countin.core import CoreError, Difference, Snapshot
from countin.declaration import (
    Answer,
    Arguments,
    Draft,
    Executed,
    Kind,
    Look,
    Mutation,
    Read,
    Reliance,
    Seen,
    Settlement,
    Step,
    Stored,
    StoreLook,
    Tool,
    Versioned,
)
from countin.errors import Refusal
from countin.tools import addresses, captures, comparing, effects, recalling, saved
from countin.tools.schemas import INTEGER, OBJECT, TEXT
from countin.tools.wording import several


class CaptureDeviceChainSnapshot(Arguments, frozen=True, kw_only=True, rename="camel"):
    """Arguments of `capture_device_chain_snapshot`."""

    track_id: Annotated[str, msgspec.Meta(description="track-N, return-N or master.")]


class RecallDeviceChainSnapshot(Versioned, frozen=True, kw_only=True, rename="camel"):
    """Arguments of `recall_device_chain_snapshot`."""

    track_id: Annotated[str, msgspec.Meta(description="track-N, return-N or master.")]
    snapshot: Annotated[
        str | dict[str, Any],
        msgspec.Meta(description="snap_… (12 digits do), a saved name, or an object (cavi-device-chain-v1 to v6)."),
    ]


def _observe_capture(arguments: CaptureDeviceChainSnapshot) -> Sequence[Look[Any, Any]]:
    return (captures.look(arguments.track_id),)


def _capture(arguments: CaptureDeviceChainSnapshot, seen: Seen) -> Answer:
    owner = arguments.track_id
    snapshot = captures.held(owner, seen[captures.look(owner)])
    result: dict[str, Any] = {
        "trackId": owner,
        "stateVersion": seen.state_version,
        "snapshot": snapshot.reference,
        "resource": captures.resource(snapshot.reference),
        "summary": snapshot.summary(),
        "limitation": captures.LIMITATION,
    }
    return Answer(result, keep=(snapshot,))


def _stored(arguments: RecallDeviceChainSnapshot) -> Sequence[StoreLook]:
    return (StoreLook(arguments.snapshot),) if isinstance(arguments.snapshot, str) else ()


def _target(arguments: RecallDeviceChainSnapshot, stored: Stored) -> Snapshot:
    """The snapshot to recall: from the library, or parsed from the arguments."""
    given = arguments.snapshot
    if isinstance(given, str):
        return stored[StoreLook(given)]
    try:
        return Snapshot.from_object(given)
    except CoreError as error:
        raise Refusal("invalid_arguments", error.message, path=f"/snapshot{error.path}") from None


def _recall_look(arguments: RecallDeviceChainSnapshot, target: Snapshot) -> captures.ChainLook:
    """What must be observed: as much as the format holds. Raises `Refusal` where the format needs another owner."""
    owner, level = addresses.owner(arguments.track_id), captures.level_of(target)
    kind = ids.parse_owner(owner)[0]
    needed = {5: "return", 6: "master"}.get(level)
    if needed is not None and kind != needed:
        where = "a return track" if needed == "return" else "the master"
        raise Refusal(
            "does_not_fit",
            f"a snapshot of format {target.format} holds the mixer of {where} and fits there only, not on {owner}",
            path="/trackId",
        )
    return captures.look(owner, level)


def _observe_recall(arguments: RecallDeviceChainSnapshot, stored: Stored) -> Sequence[Look[Any, Any]]:
    return (_recall_look(arguments, _target(arguments, stored)),)


def _differences(arguments: RecallDeviceChainSnapshot, current: Snapshot, target: Snapshot) -> list[Difference]:
    try:
        return current.differences(target)
    except CoreError as error:
        inline = not isinstance(arguments.snapshot, str)
        raise Refusal(
            "does_not_fit",
            f"{error.message} (onto {arguments.track_id})",
            path=f"/snapshot{error.path}" if inline else "/snapshot",
            details={} if inline else {"snapshotPath": error.path},
        ) from None


def _warnings(owner: str, rows: recalling.Rows, renamed: Sequence[Difference]) -> tuple[str, ...]:
    warnings: list[str] = []
    if rows.automated:
        warnings.append(
            f"{len(rows.automated)} under playing automation, which the recall overrides: {several(rows.automated)}."
        )
    if rows.followers:
        warnings.append(
            f"{len(rows.followers)} driven by macros are not written and must follow their macro: "
            f"{several(rows.followers)}."
        )
    if renamed:
        names = [f"{owner}:{one.device_path} ({one.before!r}, saved as {one.after!r})" for one in renamed]
        warnings.append(f"{len(renamed)} chains are named differently and keep their names: {several(names)}.")
    return tuple(warnings)


def _settlement(owner: str, look: captures.ChainLook, level: int, target: Snapshot) -> Settlement:
    """Everything compared once more with the target, when macros have moved what they drive."""

    def remaining(row: tuple[Any, ...]) -> Sequence[str]:
        assert isinstance(row, wire.Chain)
        try:
            current = captures.snapshot(row, level)
            differences = current.differences(target)
        except CoreError as error:
            return [f"{owner} no longer fits the snapshot: {error.message}"]
        planner = recalling.Planner(owner, row, current)
        return [
            f"{recalling.name_of(owner, one)} reads {one.before!r}, the snapshot holds {one.after!r}"
            for one in differences
            if not planner.is_automated(one)
        ]

    return Settlement(look, remaining)


def _plan(arguments: RecallDeviceChainSnapshot, seen: Seen) -> Draft:
    owner = arguments.track_id
    target = _target(arguments, seen.stored)
    look, level = _recall_look(arguments, target), captures.level_of(target)
    chain = seen[look]
    current = captures.held(owner, chain, level)
    rows = recalling.Planner(owner, chain, current).rows(_differences(arguments, current, target))
    if not rows.written.rows:
        follows = f" ({len(rows.followers)} values differ, but are driven by macros)" if rows.followers else ""
        raise Refusal("nothing_to_change", f"{owner} already holds this snapshot{follows}; nothing to execute")
    count = len(rows.written.rows)
    return Draft(
        operations=((Step(effects.VALUES, rows.written),),),
        rests_on=(Reliance(f"devices of {owner} as format v{level}", look),),
        summary=f"Recall {target.reference[:17]} ({target.format}) onto {owner}: {count} values differ, "
        f"of {target.parameter_count} parameters on {target.device_count} devices",
        labels=rows.labels,
        warnings=_warnings(owner, rows, current.name_differences(target)),
        settlement=_settlement(owner, look, level, target),
    )


def _report(arguments: RecallDeviceChainSnapshot, draft: Draft, _: Executed) -> dict[str, Any]:
    given = arguments.snapshot
    report: dict[str, Any] = {"trackId": arguments.track_id, "valuesWritten": len(draft.operations[0][0].row.rows)}
    if isinstance(given, str):
        report["snapshot"] = given
    return report


TOOLS: tuple[Tool, ...] = (
    Read(
        name="capture_device_chain_snapshot",
        title="Capture a device chain",
        description=(
            "Capture a track's, return's or the master's devices: parameters, racks, chain mixers, note routing, "
            "pads, and the return or master mixer. Answers a reference (snap_…) for recall_device_chain_snapshot, a "
            "summary and a resource, never the snapshot itself. Single values are in list_device_parameters. Reads "
            "Live only and keeps it on this machine."
        ),
        toolset="snapshots",
        arguments=CaptureDeviceChainSnapshot,
        members={
            "stateVersion": INTEGER,
            "snapshot": TEXT,
            "resource": TEXT,
            "summary": OBJECT,
        },
        observe=_observe_capture,
        answer=_capture,
    ),
    Mutation(
        name="recall_device_chain_snapshot",
        title="Recall a device chain",
        description=(
            "Plan or recall a captured device chain onto exactly the same topology in one undo step: parameters, "
            "device names, chain mixers, note routing, pads, the mixer of a return (v5) or the master (v6). Only what "
            "differs is written and read back. The reference is from capture_device_chain_snapshot; single values: "
            "set_device_parameters. Makes, removes and loads no devices, renames no chains, restores no hidden "
            "plug-in state. It overwrites; undo restores. What does not fit is refused with its place; a repeat "
            "answers nothing_to_change."
        ),
        toolset="snapshots",
        arguments=RecallDeviceChainSnapshot,
        members={"valuesWritten": INTEGER},
        kind=Kind.DESTRUCTIVE,
        observe=_observe_recall,
        plan=_plan,
        report=_report,
        stored=_stored,
    ),
    *saved.TOOLS,
    *comparing.TOOLS,
)
