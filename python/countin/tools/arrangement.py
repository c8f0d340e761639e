"""The toolset `arrangement`: the timeline's clips, and `arrange`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from countin._remote_script.Countin import wire
from countin.declaration import Answer, Look, Read, Seen, Stored, Tool, live
from countin.tools import addresses, arrange, paging, records
from countin.tools.schemas import ARRAY, INTEGER


class ListArrangementClips(paging.Paged, frozen=True, kw_only=True, rename="camel"):
    """Arguments of `list_arrangement_clips`."""

    track_id: Annotated[str, msgspec.Meta(description="track-N from list_tracks.")]


def _look(arguments: ListArrangementClips) -> Look[wire.TrackSpan, wire.Arrangement]:
    track = addresses.track(arguments.track_id)
    return live(wire.ARRANGEMENT, wire.TrackSpan(track, 0.0, -1.0), path="/trackId")


def _observe(arguments: ListArrangementClips, _: Stored) -> Sequence[Look[Any, Any]]:
    return (_look(arguments),)


def _answer(arguments: ListArrangementClips, seen: Seen) -> Answer:
    look = _look(arguments)
    clips = [records.arrangement_clip(row, look.arguments.track) for row in seen[look].rows]
    return Answer(
        {
            "stateVersion": seen.state_version,
            "trackId": arguments.track_id,
            **paging.part("clips", clips, arguments),
        }
    )


TOOLS: tuple[Tool, ...] = (
    *arrange.TOOLS,
    Read(
        name="list_arrangement_clips",
        title="List Arrangement clips",
        description=(
            "List one track's timeline clips in order: start, end and length in beats. Use it before arrange to find "
            "room and after it to see what landed; Session slots are in list_clips. Groups, returns and the master "
            "have none. Long lists page."
        ),
        toolset="arrangement",
        arguments=ListArrangementClips,
        members={"stateVersion": INTEGER, "clips": ARRAY, **paging.PAGE_MEMBERS},
        observe=_observe,
        answer=_answer,
    ),
)
