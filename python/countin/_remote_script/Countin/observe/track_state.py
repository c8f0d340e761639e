"""Readers of tracks as snapshots of them need them: name, mixer, sends, routing, monitoring and devices; one, or a
group track with all that sits in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ids, resolve
from ..live_set import LiveSet
from ..native import has, pointer
from ..reading import Reading
from ..refusals import Refusal
from ..wire import GroupSystem, Send, TrackState, TrackStateAsked
from .capture import PADS, chain_of
from .levels import level, route, track_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    import Live

    Tracks = Sequence[Live.Track.Track]

MOST = 128
"""Tracks of a group system."""


def read_track_state(live: LiveSet, asked: TrackStateAsked) -> Reading[TrackState]:
    """An ordinary or group track."""
    tracks = [*live.song.tracks]
    return (yield from _state(live, tracks, _place(asked, tracks), asked.level))


def read_group_system(live: LiveSet, asked: TrackStateAsked) -> Reading[GroupSystem]:
    """A group track and every track below it."""
    tracks = [*live.song.tracks]
    root = _place(asked, tracks)
    if not tracks[root].is_foldable:
        raise Refusal("does_not_fit", f"{asked.track} is no group track; list_tracks names those that are", "track")
    members = _members(tracks, root)
    if len(members) > MOST:
        raise Refusal("too_large", f"{asked.track} holds {len(members) - 1} tracks; at most {MOST - 1} go", "track")
    states: list[TrackState] = []
    for place in members:
        states.append((yield from _state(live, tracks, place, asked.level)))
    return GroupSystem(tuple(states))


def _place(asked: TrackStateAsked, tracks: Tracks) -> int:
    if not 1 <= asked.level <= PADS:
        raise Refusal("invalid_arguments", f"level must be 1 to {PADS}, got {asked.level}", "level")
    try:
        kind, place = ids.parse_owner(asked.track)
    except ids.IdError as error:
        raise Refusal("invalid_arguments", str(error), "track") from None
    if kind != "track":
        raise Refusal("invalid_arguments", f"expected track-N, got {asked.track}", "track")
    resolve.element(tracks, place, "track", "track")
    return place


def _members(tracks: Tracks, root: int) -> list[int]:
    """The group track and what sits in it at any depth, in order: Live keeps a group's tracks right behind it."""
    inside = {pointer(tracks[root])}
    members = [root]
    for place, track in enumerate(tracks):
        if place != root and track.is_grouped and pointer(track.group_track) in inside:
            inside.add(pointer(track))
            members.append(place)
    return members


def _group(track: Live.Track.Track, tracks: Tracks) -> int:
    """The place of the group track that a track sits in, -1 for none."""
    if not track.is_grouped:
        return -1
    group = pointer(track.group_track)
    return next((place for place, other in enumerate(tracks) if pointer(other) == group), -1)


def _state(live: LiveSet, tracks: Tracks, place: int, up_to: int) -> Reading[TrackState]:
    track, name = tracks[place], f"track-{place}"
    mixer = track.mixer_device
    names = [other.name for other in live.song.return_tracks]
    sends = tuple(Send(name, level(send)) for name, send in zip(names, mixer.sends, strict=False))
    chain = yield from chain_of(live, track, name, up_to)
    return TrackState(
        id=name,
        name=track.name,
        kind=track_kind(track),
        group=_group(track, tracks),
        volume=level(mixer.volume),
        pan=level(mixer.panning),
        mute=bool(track.mute),
        solo=bool(track.solo),
        sends=sends,
        input_type=route(track, "input_routing_type"),
        input_channel=route(track, "input_routing_channel"),
        output_type=route(track, "output_routing_type"),
        output_channel=route(track, "output_routing_channel"),
        monitoring=_monitoring(track),
        chain=chain,
    )


def _monitoring(track: Live.Track.Track) -> int:
    """Live's number, -1 where a track has none (it raises then, or its class lacks it)."""
    if not has(track, "current_monitoring_state"):
        return -1
    try:
        return int(track.current_monitoring_state)
    except RuntimeError:
        return -1
