"""What only group systems have: which saved track is recalled onto which, and a look at a recall before it is planned.

The tracks of a group pair by their order, which is Live's; a mapping says the same pairs by id, and is checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from countin.core import Capture, Snapshot
from countin.declaration import Answer, Arguments, Look, Read, Seen, Stored, StoreLook, Tool
from countin.errors import Refusal
from countin.tools import recalling
from countin.tools.argument_structs import argument_struct, optional
from countin.tools.families import GROUP_SYSTEM
from countin.tools.schemas import ARRAY, INTEGER, TEXT


class TrackPair(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True, rename="camel"):
    """One saved track and the one it is recalled onto."""

    source_track_id: Annotated[str, msgspec.Meta(description="As saved.")]
    target_track_id: Annotated[str, msgspec.Meta(description="Now.")]


PAIRS: Any = Annotated[list[TrackPair], msgspec.Meta(description="All tracks; by default in order.")]
"""The type of the argument `mapping`."""


def check_mapping(mapping: Sequence[TrackPair] | None, target: Snapshot, capture: Capture) -> None:
    """Raises `Refusal` unless the pairs are those of Live's order: each saved track once, the group track first."""
    if mapping is None:
        return
    sources = [track["sourceTrackId"] for track in target.summary()["tracks"]]
    expected = dict(zip(sources, capture.owner_ids, strict=False))
    seen: set[str] = set()
    for place, pair in enumerate(mapping):
        path = f"/mapping/{place}"
        if pair.source_track_id not in expected or pair.source_track_id in seen:
            saved = ", ".join(sources)
            raise Refusal(
                "invalid_arguments", f"{pair.source_track_id} is not one of the saved tracks once: {saved}",
                path=f"{path}/sourceTrackId",
            )  # fmt: skip
        seen.add(pair.source_track_id)
        if pair.target_track_id != expected[pair.source_track_id]:
            raise Refusal(
                "does_not_fit",
                f"{pair.source_track_id} goes onto {expected[pair.source_track_id]}, its place in the group, not onto "
                f"{pair.target_track_id}: the order of the tracks must be the saved one",
                path=f"{path}/targetTrackId",
            )
    if len(seen) < len(sources):
        missing = next(source for source in sources if source not in seen)
        raise Refusal("invalid_arguments", f"{missing} is mapped to no track; name every saved track", path="/mapping")


_NAME: Any = Annotated[str, msgspec.Meta(description="A saved name, or snap_….")]


def _stored(arguments: Any) -> Sequence[StoreLook]:
    return (StoreLook(arguments.name, path="/name", family=GROUP_SYSTEM.name),)


def _observe(arguments: Any, stored: Stored) -> Sequence[Look[Any, Any]]:
    return (GROUP_SYSTEM.onto((arguments.bus_track_id,), stored[_stored(arguments)[0]]),)


def _answer(arguments: Any, seen: Seen) -> Answer:
    target = seen.stored[_stored(arguments)[0]]
    capture = seen.captured(GROUP_SYSTEM.onto((arguments.bus_track_id,), target))
    check_mapping(arguments.mapping, target, capture)
    recall = recalling.recall_of(capture, target, arguments.bus_track_id, inline=False)
    counts = recall.values.owner_counts()
    tracks = [
        {
            "sourceTrackId": saved["sourceTrackId"],
            "targetTrackId": track,
            "name": saved["track"],
            "changes": counts.get(track, 0),
            "unchanged": track not in counts,
        }
        for saved, track in zip(target.summary()["tracks"], capture.owner_ids, strict=True)
    ]
    result: dict[str, Any] = {
        "busTrackId": arguments.bus_track_id,
        "stateVersion": seen.state_version,
        "snapshot": target.reference,
        "changes": recall.values.count,
        "tracks": tracks,
    }
    return Answer(result)


TOOL: Tool = Read(
    name="plan_group_system_recall",
    title="Look at the recall of a group",
    description=(
        "List track by track how much a saved group system would change; what does not fit is refused with its place. "
        "Changes nothing and gives no token: recall_group_system_snapshot does."
    ),
    toolset="snapshots",
    arguments=argument_struct(
        "plan_group_system_recall",
        Arguments,
        {**GROUP_SYSTEM.arguments, "name": _NAME, "mapping": optional(PAIRS)},
    ),
    members={"stateVersion": INTEGER, "snapshot": TEXT, "changes": INTEGER, "tracks": ARRAY},
    observe=_observe,
    answer=_answer,
    stored=_stored,
)
