"""Reader of what lies on a track's timeline."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .. import resolve
from ..live_set import LiveSet
from ..native import pointer
from ..reading import Pause, Reading
from ..refusals import Refusal
from ..wire import Arrangement, ArrangementRow, TrackSpan

if TYPE_CHECKING:
    import Live


def arrangement_clips(track: Live.Track.Track) -> list[Live.Clip.Clip]:
    """The track's Arrangement clips in Live's order; group tracks have none (Live raises)."""
    return [] if track.is_foldable else [*track.arrangement_clips]


def read_arrangement(live: LiveSet, asked: TrackSpan) -> Reading[Arrangement]:
    """The clips that overlap the asked span: they end after its start and start before its end."""
    if not (math.isfinite(asked.start) and math.isfinite(asked.end)):
        raise Refusal("invalid_arguments", "start and end must be finite beats", "start")
    end = asked.end if asked.end >= 0 else math.inf
    track = resolve.track(live, asked.track)
    clips = arrangement_clips(track)
    found: list[int] = []
    rows: list[ArrangementRow] = []
    for place, clip in enumerate(clips):
        found.append(pointer(clip))
        clip_start, clip_end = clip.start_time, clip.end_time
        if clip_end > asked.start and clip_start < end:
            rows.append(_row(place, clip, clip_start, clip_end))
        yield Pause.MAY
    if not track.is_foldable:
        live.version.note(track, "arrangement_clips", tuple(found))
    return Arrangement(pointer(track), tuple(rows), len(clips))


def _row(place: int, clip: Live.Clip.Clip, start: float, end: float) -> ArrangementRow:
    return ArrangementRow(
        place=place,
        pointer=pointer(clip),
        name=clip.name,
        kind="midi" if clip.is_midi_clip else "audio",
        start=start,
        end=end,
        muted=clip.muted,
        color=int(clip.color),
    )
