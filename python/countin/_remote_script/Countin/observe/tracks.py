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
    import Live


def read_tracks(live: LiveSet, _: Nothing) -> Reading[Tracks]:
    """All ordinary and group tracks, in order."""
    tracks = [*live.song.tracks]
    places = {pointer(track): place for place, track in enumerate(tracks)}
    rows: list[TrackRow] = []
    for track in tracks:
        rows.append(_row(track, places))
        yield Pause.MAY
    return Tracks(tuple(rows))


def read_track_identity(live: LiveSet, asked: TrackAsked) -> TrackIdentity:
    """Which track it is and what it can hold."""
    track = resolve.track(live, asked.track)
    return TrackIdentity(pointer(track), track_kind(track), is_frozen(track), track.name)


def _row(track: Live.Track.Track, places: dict[int, int]) -> TrackRow:
    can_be_armed = bool(track.can_be_armed)
    group = track.group_track if track.is_grouped else None
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
        group=places.get(pointer(group), -1) if group is not None else -1,
        folded=int(track.fold_state) if track.is_foldable else -1,
        color=int(track.color),
        frozen=is_frozen(track),
    )
