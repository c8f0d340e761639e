"""Readers of tracks: the list, and one track as a clip's landing relies on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import resolve
from ..live_set import LiveSet
from ..native import pointer
from ..reading import Pause, Reading
from ..wire import Nothing, TrackAsked, TrackIdentity, TrackRow, Tracks
from .levels import is_frozen, track_kind

if TYPE_CHECKING:
    from collections.abc import Iterable

    import Live


def read_tracks(live: LiveSet, _: Nothing) -> Reading[Tracks]:
    """All ordinary and group tracks, in order."""
    tracks = [*live.song.tracks]
    places = places_of(tracks)
    rows: list[TrackRow] = []
    for track in tracks:
        rows.append(_row(track, places))
        yield Pause.MAY
    return Tracks(tuple(rows))


def read_track_identity(live: LiveSet, asked: TrackAsked) -> TrackIdentity:
    """Which track it is and what it can hold."""
    track = resolve.track(live, asked.track)
    return TrackIdentity(pointer(track), track_kind(track), is_frozen(track), track.name)


def places_of(tracks: Iterable[Live.Track.Track]) -> dict[int, int]:
    """The place of each track by its pointer."""
    return {pointer(track): place for place, track in enumerate(tracks)}


def group_of(track: Live.Track.Track, places: dict[int, int]) -> int:
    """The place of the group track that a track sits in, -1 for none."""
    return places.get(pointer(track.group_track), -1) if track.is_grouped else -1


def _row(track: Live.Track.Track, places: dict[int, int]) -> TrackRow:
    can_be_armed = bool(track.can_be_armed)
    mixer = track.mixer_device
    return TrackRow(
        pointer=pointer(track),
        name=track.name,
        kind=track_kind(track),
        mute=track.mute,
        solo=track.solo,
        armed=bool(track.arm) if can_be_armed else False,
        can_be_armed=can_be_armed,
        volume=mixer.volume.value,
        pan=mixer.panning.value,
        group=group_of(track, places),
        folded=int(track.fold_state) if track.is_foldable else -1,
        color=int(track.color),
        frozen=is_frozen(track),
    )
