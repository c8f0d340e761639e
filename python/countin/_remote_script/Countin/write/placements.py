"""Placing copies of Session clips on timelines. What lies in the way is refused before anything is written: Live would
overwrite it, and deleting the copy would not bring it back (LIVE_API 2.9).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .. import resolve
from ..history import Standing, Trace
from ..journal import Journal
from ..live_set import LiveSet
from ..native import pointer, pointers
from ..observe.levels import is_frozen, track_kind
from ..observe.scenes import unit_of
from ..refusals import Refusal, quoted
from ..wire import Landing, Placement, PlacementsMade, PlacementsToMake, TrackCount, same_beat
from .change import WriteFailed

if TYPE_CHECKING:
    import Live

LAST_BEAT = 1_576_800.0
"""The end of Live's timeline."""


class _Destination:
    """A track that clips land on, and what lies there before the first does."""

    def __init__(self, live: LiveSet, index: int) -> None:
        self.index = index
        self.track = resolve.track(live, index, "target_track")
        self.kind = track_kind(self.track)
        if self.kind not in ("midi", "audio"):
            raise Refusal("conflict", f"track {index} ({quoted(self.track.name)}) has no timeline of its own")
        if is_frozen(self.track):
            raise Refusal("conflict", f"track {index} ({quoted(self.track.name)}) is frozen: nothing can land on it")
        self._clips = [*self.track.arrangement_clips]
        self.before = pointers(self._clips)
        self._known = frozenset(self.before)
        live.version.note(self.track, "arrangement_clips", self.before)
        self._starts = _Starts(self._clips)
        self._taken: list[tuple[float, float]] = []

    def claim(self, start: float, end: float, place: int) -> None:
        """The span from `start` to `end` must be free of clips that are there."""
        at = bisect_left(self._starts, start)
        for clip in self._clips[max(at - 1, 0) : at + 1]:
            if clip.start_time < end and clip.end_time > start and not _touch(clip, start, end):
                raise Refusal(
                    "conflict",
                    f"placement {place}: the clip {quoted(clip.name)} lies on track {self.index} from beat "
                    f"{clip.start_time:g} to {clip.end_time:g}, in the way of beats {start:g} to {end:g}",
                )
        self._taken.append((start, end))

    def check_placements(self) -> None:
        """The placements must be free of each other too."""
        self._taken.sort()
        for (_, end), (start, _) in zip(self._taken, self._taken[1:], strict=False):
            if start < end and not same_beat(start, end):
                raise Refusal("conflict", f"two placements overlap on track {self.index} at beat {start:g}")

    def count(self, landed: set[int]) -> TrackCount:
        """All pointers now against all pointers before."""
        now = pointers(self.track.arrangement_clips)
        before, after = self._known, set(now)
        return TrackCount(
            track=self.index,
            before=len(self.before),
            after=len(now),
            strangers=len(after - before - landed),
            vanished=len(before - after),
        )

    def sweep(self) -> None:
        """Delete every clip that was not there before: only this job can have put it there, in this very callback."""
        for clip in [clip for clip in self.track.arrangement_clips if pointer(clip) not in self._known]:
            self.track.delete_clip(clip)

    def difference(self) -> str:
        """What is not as before, "" when the very same clips lie there."""
        now = pointers(self.track.arrangement_clips)
        if now == self.before:
            return ""
        return f"track {self.index} has {len(now)} clips on its timeline, not the same {len(self.before)} as before"


def _touch(clip: Live.Clip.Clip, start: float, end: float) -> bool:
    return same_beat(clip.end_time, start) or same_beat(clip.start_time, end)


class _Starts:
    """Start beats of clips, read only where a search looks. Live keeps the list ordered by start."""

    def __init__(self, clips: list[Live.Clip.Clip]) -> None:
        self._clips = clips

    def __len__(self) -> int:
        return len(self._clips)

    def __getitem__(self, place: int) -> float:
        return self._clips[place].start_time


def check_placements(live: LiveSet, row: PlacementsToMake) -> PlacementJob:
    """Sources and targets are those meant, every span is free, and every copy is as long as planned."""
    targets: dict[int, _Destination] = {}
    sources: dict[tuple[int, int], Live.Clip.Clip] = {}
    for place, one in enumerate(row.rows):
        target = targets.get(one.target_track)
        if target is None:
            target = targets[one.target_track] = _Destination(live, one.target_track)
        clip = sources.get((one.source_track, one.scene))
        if clip is None:
            clip = sources[one.source_track, one.scene] = _source(live, one, place)
        _check(one, place, clip, target)
        target.claim(one.beat, one.beat + one.length, place)
    for target in targets.values():
        target.check_placements()
    return PlacementJob(row, sources, targets)


def _source(live: LiveSet, one: Placement, place: int) -> Live.Clip.Clip:
    slot = resolve.slot(live, one.source_track, one.scene, ("source_track", "scene"))
    clip = slot.clip if slot.has_clip else None
    if clip is None:
        raise Refusal(
            "observation_changed", f"placement {place}: track {one.source_track}, scene {one.scene} has no clip now"
        )
    if unit_of(clip) == "seconds":
        raise Refusal(
            "unsupported_by_live", f"placement {place}: {quoted(clip.name)} is unwarped, its beats are unknown"
        )
    return clip


def _check(one: Placement, place: int, clip: Live.Clip.Clip, target: _Destination) -> None:
    if pointer(clip) != one.clip_pointer:
        raise Refusal(
            "observation_changed", f"placement {place}: track {one.source_track}, scene {one.scene} holds another clip"
        )
    if pointer(target.track) != one.target_pointer:
        raise Refusal("observation_changed", f"placement {place}: track {one.target_track} is another track now")
    if not same_beat(clip.length, one.length):
        raise Refusal(
            "observation_changed",
            f"placement {place}: {quoted(clip.name)} is {clip.length:g} beats long now, not {one.length:g}",
        )
    if target.kind != ("midi" if clip.is_midi_clip else "audio"):
        raise Refusal("conflict", f"placement {place}: {quoted(clip.name)} cannot lie on an {target.kind} track")
    if not (math.isfinite(one.beat) and one.beat >= 0 and one.beat + one.length <= LAST_BEAT):
        raise Refusal("does_not_fit", f"placement {place}: beat {one.beat:g} is outside Live's timeline")


class PlacementJob:
    """Placements to make."""

    only_values = False

    def __init__(
        self,
        row: PlacementsToMake,
        sources: dict[tuple[int, int], Live.Clip.Clip],
        targets: dict[int, _Destination],
    ) -> None:
        self._rows, self._sources, self._targets = row.rows, sources, targets
        self._landed: list[Live.Clip.Clip] = []

    def apply(self, journal: Journal) -> None:
        """One copy after the other; each must land where it was sent."""
        for target in self._targets.values():
            journal.add(f"the timeline of track {target.index}", target.sweep, target.difference)
        for place, one in enumerate(self._rows):
            clip = self._sources[one.source_track, one.scene]
            landed: Any = self._targets[one.target_track].track.duplicate_clip_to_arrangement(clip, one.beat)
            if landed is None:
                raise WriteFailed(f"Live returned no clip for placement {place}")
            self._landed.append(landed)
            start, end = landed.start_time, landed.end_time
            if not (same_beat(start, one.beat) and same_beat(end, one.beat + one.length)):
                raise WriteFailed(f"placement {place} landed on beats {start:g} to {end:g}, not where it was sent")

    def read(self) -> PlacementsMade:
        """Every landing, and one comparison of all pointers for each destination."""
        rows = tuple(Landing(pointer(clip), clip.name, clip.start_time, clip.end_time) for clip in self._landed)
        landed = {row.pointer for row in rows}
        return PlacementsMade(rows, tuple(target.count(landed) for target in self._targets.values()))

    def trace(self) -> Trace:
        """By what lies at the spans."""
        spans: dict[int, list[tuple[float, float]]] = {}
        for one in self._rows:
            spans.setdefault(one.target_track, []).append((one.beat, one.beat + one.length))
        return PlacementTrace([(target.track, target.before, spans[index]) for index, target in self._targets.items()])

    def long_lists(self) -> Iterable[tuple[Any, str]]:
        """The timelines of all destinations."""
        return [(target.track, "arrangement_clips") for target in self._targets.values()]


class PlacementTrace:
    """Whether the copies lie where they landed."""

    def __init__(self, targets: list[tuple[Live.Track.Track, tuple[int, ...], list[tuple[float, float]]]]) -> None:
        self._targets = targets

    def standing(self) -> Standing:
        """The pointers from before are before; a clip on each span besides those is after."""
        if all(pointers(track.arrangement_clips) == before for track, before, _ in self._targets):
            return "before"
        return "after" if all(_lie(track, spans) for track, _, spans in self._targets) else "neither"


def _lie(track: Live.Track.Track, spans: list[tuple[float, float]]) -> bool:
    clips = [*track.arrangement_clips]
    starts = _Starts(clips)
    for start, end in spans:
        at = bisect_left(starts, start - 1e-6)
        if at >= len(clips) or not (same_beat(clips[at].start_time, start) and same_beat(clips[at].end_time, end)):
            return False
    return True
