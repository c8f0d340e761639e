"""The toolset `tracks`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from countin._remote_script.Countin import wire
from countin.declaration import Answer, Look, Read, Seen, Stored, Tool, live
from countin.tools import paging, records
from countin.tools.schemas import ARRAY, INTEGER

_TRACKS = live(wire.TRACKS, wire.Nothing())


class ListTracks(paging.Paged, frozen=True, kw_only=True):
    """Arguments of `list_tracks`."""


def _observe(_: ListTracks, __: Stored) -> Sequence[Look[Any, Any]]:
    return (_TRACKS,)


def _answer(arguments: ListTracks, seen: Seen) -> Answer:
    tracks = [records.track(row, place) for place, row in enumerate(seen[_TRACKS].rows)]
    return Answer({"stateVersion": seen.state_version, **paging.part("tracks", tracks, arguments)})


TOOLS: tuple[Tool, ...] = (
    Read(
        name="list_tracks",
        title="List tracks",
        description=(
            "List ordinary and group tracks in order: id, type, mixer, arm, group. Use it to find track-N ids; "
            "returns and the master are in get_set_mixer, clips in list_clips. volume is 0 to 1 (0.85 is 0 dB), pan "
            "-1 to 1. Long lists page."
        ),
        toolset="tracks",
        arguments=ListTracks,
        members={"stateVersion": INTEGER, "tracks": ARRAY, **paging.PAGE_MEMBERS},
        observe=_observe,
        answer=_answer,
    ),
)
