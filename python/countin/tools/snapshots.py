"""The toolset `snapshots`: keeping the state of what a Set holds, and bringing it back; one pair of tools a family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

from countin.core import Snapshot
from countin.declaration import (
    Answer,
    Arguments,
    Draft,
    Executed,
    Kind,
    Look,
    Mutation,
    Read,
    Seen,
    Stored,
    StoreLook,
    Tool,
    Versioned,
)
from countin.tools import captures, comparing, group_systems, recalling, saved
from countin.tools.argument_structs import argument_struct, optional
from countin.tools.families import FAMILIES, GROUP_SYSTEM, Family
from countin.tools.schemas import INTEGER, OBJECT, TEXT

CAPTURE_WORDS: Mapping[str, str] = {
    "device-chain": "Single values are in list_device_parameters.",
    "device-parameters": "A whole chain: capture_device_chain_snapshot.",
    "track-state": "Devices alone: capture_device_chain_snapshot; a whole group: capture_group_system_snapshot.",
    "group-system": "One track: capture_track_state_snapshot.",
}
"""Where to go instead."""
RECALL_WORDS: Mapping[str, str] = {
    "device-chain": (
        "parameters, device names, chain mixers, note routing, pads, the mixer of a return (v5) or the master (v6)"
    ),
    "device-parameters": "its values alone, also onto another device of the same class",
    "track-state": "name, mixer, sends, routing, monitoring, devices",
    "group-system": "every track of the group as recall_track_state_snapshot does",
}
"""What a recall writes."""


class _Capture:
    """The tool that captures a family."""

    def __init__(self, family: Family) -> None:
        self._family = family

    def observe(self, arguments: Any, _: Stored) -> Sequence[Look[Any, Any]]:
        """One look."""
        return (self._family.whole(self._family.address(arguments)),)

    def answer(self, arguments: Any, seen: Seen) -> Answer:
        """The reference and a summary; the snapshot is kept."""
        address = self._family.address(arguments)
        capture = seen.captured(self._family.whole(address))
        snapshot = captures.held(address[-1], capture, path=self._family.path)
        result: dict[str, Any] = self._family.named(address) | {
            "stateVersion": seen.state_version,
            "snapshot": snapshot.reference,
            "resource": captures.resource(snapshot.reference),
            "summary": snapshot.summary(),
            "limitation": captures.LIMITATION,
        }
        return Answer(result | captures.clamped(capture), keep=(snapshot,))

    def tool(self) -> Tool:
        """The declaration."""
        family = self._family
        return Read(
            name=f"capture_{family.word}_snapshot",
            title=f"Capture {family.thing}",
            description=(
                f"Capture {family.thing}: {family.holds}. Answers a reference (snap_…) for "
                f"recall_{family.word}_snapshot, a summary and a resource, never the snapshot itself. "
                f"{CAPTURE_WORDS[family.name]} Reads Live only and keeps it on this machine."
            ),
            toolset="snapshots",
            arguments=argument_struct(f"capture_{family.word}_snapshot", Arguments, family.arguments),
            members={"stateVersion": INTEGER, "snapshot": TEXT, "resource": TEXT, "summary": OBJECT},
            observe=self.observe,
            answer=self.answer,
        )


class _Recall:
    """The tool that recalls a family."""

    def __init__(self, family: Family) -> None:
        self._family = family

    def stored(self, arguments: Any) -> Sequence[StoreLook]:
        """The snapshot, where it is in the library."""
        given = arguments.snapshot
        return (StoreLook(given, family=self._family.name),) if isinstance(given, str) else ()

    def target(self, arguments: Any, stored: Stored) -> Snapshot:
        """The snapshot to recall: from the library, or parsed from the arguments."""
        given = arguments.snapshot
        return stored[self.stored(arguments)[0]] if isinstance(given, str) else captures.parsed(given)

    def observe(self, arguments: Any, stored: Stored) -> Sequence[Look[Any, Any]]:
        """As much as the target holds, with Live's words for what differs from it."""
        target = self.target(arguments, stored)
        return (captures.worded(self._family.onto(self._family.address(arguments), target), target),)

    def plan(self, arguments: Any, seen: Seen) -> Draft:
        """What differs, as one operation."""
        target = self.target(arguments, seen.stored)
        address = self._family.address(arguments)
        if self._family is GROUP_SYSTEM:
            group_systems.check_mapping(arguments.mapping, target, seen.captured(self._family.onto(address, target)))
        return recalling.draft(self._family, address, target, seen, inline=not isinstance(arguments.snapshot, str))

    def report(self, arguments: Any, draft: Draft, _: Executed) -> dict[str, Any]:
        """What was recalled onto what."""
        given = arguments.snapshot
        report: dict[str, Any] = self._family.named(self._family.address(arguments))
        report["valuesWritten"] = draft.operations[0][0].row.count
        return report | ({"snapshot": given} if isinstance(given, str) else {})

    def tool(self) -> Tool:
        """The declaration."""
        family = self._family
        text = f"snap_… (12 digits do), a saved name, or an object ({family.formats})."
        more: dict[str, Any] = {"snapshot": Annotated[str | dict[str, Any], msgspec.Meta(description=text)]}
        if family is GROUP_SYSTEM:
            more |= {"mapping": optional(group_systems.PAIRS)}
        return Mutation(
            name=f"recall_{family.word}_snapshot",
            title=f"Recall {family.thing}",
            description=(
                f"Plan or recall {family.thing} onto exactly the same topology in one undo step: "
                f"{RECALL_WORDS[family.name]}. Only what differs is written and read back. The reference is from "
                f"capture_{family.word}_snapshot. Makes, removes and loads no devices. It overwrites; undo restores. "
                "What does not fit is refused with its place; a repeat answers nothing_to_change."
            ),
            toolset="snapshots",
            arguments=argument_struct(f"recall_{family.word}_snapshot", Versioned, {**family.arguments, **more}),
            members={"valuesWritten": INTEGER},
            kind=Kind.DESTRUCTIVE,
            observe=self.observe,
            plan=self.plan,
            report=self.report,
            stored=self.stored,
        )


TOOLS: tuple[Tool, ...] = (
    *(tool for family in FAMILIES for tool in (_Capture(family).tool(), _Recall(family).tool())),
    *saved.TOOLS,
    group_systems.TOOL,
    *comparing.TOOLS,
)
