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
from .tracks import group_of, places_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import Live

    Tracks = Sequence[Live.Track.Track]

MOST = 128
"""Tracks of a group system."""


def read_track_state(live: LiveSet, asked: TrackStateAsked) -> Reading[TrackState]:
    """An ordinary or group track."""
    tracks = [*live.song.tracks]
    return (yield from _States(live, tracks, asked.level).at(_place(asked, tracks)))


def read_group_system(live: LiveSet, asked: TrackStateAsked) -> Reading[GroupSystem]:
    """A group track and every track below it."""
    tracks = [*live.song.tracks]
    root = _place(asked, tracks)
    if not tracks[root].is_foldable:
        raise Refusal("does_not_fit", f"{asked.track} is no group track; list_tracks names those that are", "track")
    members = _members(tracks, root)
    if len(members) > MOST:
        raise Refusal("too_large", f"{asked.track} holds {len(members) - 1} tracks; at most {MOST - 1} go", "track")
    states, found = _States(live, tracks, asked.level), list[TrackState]()
    for place in members:
        found.append((yield from states.at(place)))
    return GroupSystem(tuple(found))


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


class _States:
    """Reads the states of tracks; what is the same for all of them is read once."""

    def __init__(self, live: LiveSet, tracks: Tracks, up_to: int) -> None:
        self._live = live
        self._tracks = tracks
        self._up_to = up_to
        self._places = places_of(tracks)
        self._returns = [track.name for track in live.song.return_tracks]

    def at(self, place: int) -> Reading[TrackState]:
        """The track at a place."""
        track, name = self._tracks[place], f"track-{place}"
        mixer = track.mixer_device
        sends = tuple(Send(to, level(send)) for to, send in zip(self._returns, mixer.sends, strict=False))
        chain = yield from chain_of(self._live, track, name, self._up_to)
        return TrackState(
            id=name,
            name=track.name,
            kind=track_kind(track),
            group=group_of(track, self._places),
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
