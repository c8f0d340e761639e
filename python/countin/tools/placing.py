"""How `arrange` plans: where each copy lands, what lies in the way, and what the plan rests on. Pure, and linear but
for sorting.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from countin._remote_script.Countin import ids, wire
from countin.declaration import Look, Reliance, Seen, live
from countin.errors import Refusal
from countin.tools.clips import LAST_BEAT
from countin.tools.wording import NAMED, beats

Slots = Look[wire.TrackWindow, wire.Slots]
Identity = Look[wire.TrackAsked, wire.TrackIdentity]
Timeline = Look[wire.TrackSpan, wire.Arrangement]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A placement as asked: `pointer` is where it stands in the arguments, `target_name` the member that names the
    destination."""

    pointer: str
    track: int
    slot: int
    beat: float
    target: int
    target_name: str

    def at(self, member: str) -> str:
        """The JSON pointer of a member."""
        return f"{self.pointer}/{member}"


@dataclass(frozen=True, slots=True)
class Placed:
    """A placement with the clip that it copies: from `wanted.beat` to `end`, in beats."""

    wanted: Wanted
    row: wire.Placement
    name: str

    @property
    def start(self) -> float:
        """Where the copy begins."""
        return self.row.beat

    @property
    def end(self) -> float:
        """Where the copy ends."""
        return self.row.beat + self.row.length


class Looks:
    """The looks of a list of placements: a window of slots a source track, identity and timeline a destination."""

    def __init__(self, wanted: Sequence[Wanted]) -> None:
        self.slots: dict[int, Slots] = {}
        self.identities: dict[int, Identity] = {}
        self.timelines: dict[int, Timeline] = {}
        scenes: dict[int, list[Wanted]] = defaultdict(list)
        for each in wanted:
            scenes[each.track].append(each)
            if each.target not in self.identities:
                path = each.at(each.target_name)
                self.identities[each.target] = live(wire.TRACK_IDENTITY, wire.TrackAsked(each.target), path=path)
                self.timelines[each.target] = live(wire.ARRANGEMENT, wire.TrackSpan(each.target, 0.0, -1.0), path=path)
        for track, used in scenes.items():
            first, last = min(each.slot for each in used), max(each.slot for each in used)
            window = wire.TrackWindow(track, first, last - first + 1)
            self.slots[track] = live(wire.SLOTS, window, path=used[0].at("track"))

    def all(self) -> tuple[Look[Any, Any], ...]:
        """All of them."""
        return (*self.slots.values(), *self.identities.values(), *self.timelines.values())


def resolve(wanted: Sequence[Wanted], looks: Looks, seen: Seen) -> list[Placed]:
    """The clip and the exact span of every placement. Raises `Refusal` for the first that cannot be."""
    return [_resolved(each, looks, seen) for each in wanted]


def _resolved(wanted: Wanted, looks: Looks, seen: Seen) -> Placed:
    slot = _source(wanted, looks.slots[wanted.track], seen)
    target = seen[looks.identities[wanted.target]]
    _check_target(wanted, slot, target)
    if wanted.beat + slot.length > LAST_BEAT:
        raise Refusal(
            "invalid_arguments",
            f"the copy would end at beat {beats(wanted.beat + slot.length)}, after Live's last beat {LAST_BEAT}",
            path=wanted.at("at_beat"),
        )
    row = wire.Placement(
        source_track=wanted.track,
        scene=wanted.slot,
        clip_pointer=slot.clip_pointer,
        target_track=wanted.target,
        target_pointer=target.pointer,
        beat=wanted.beat,
        length=slot.length,
    )
    return Placed(wanted, row, slot.name)


def _source(wanted: Wanted, look: Slots, seen: Seen) -> wire.SlotRow:
    """The slot to copy from, which must hold a finished clip whose length is in beats."""
    window = seen[look]
    place = wanted.slot - look.arguments.first
    name = f"slot {wanted.slot} of track {wanted.track}"
    path = wanted.at("slot")
    if place >= len(window.rows):
        raise Refusal("not_found", f"{name} does not exist; list_clips shows the slots of a track", path=path)
    slot = window.rows[place]
    if slot.is_group_slot or not slot.clip_pointer:
        what = "belongs to a group and holds no clip of its own" if slot.is_group_slot else "is empty"
        raise Refusal("not_found", f"{name} {what}; list_clips shows which slots hold clips", path=path)
    if slot.unit != "beats":
        raise Refusal(
            "unsupported_by_live",
            f"the clip {slot.name!r} in {name} is unwarped audio: its length is in seconds, so Live gives no length in "
            "beats to plan with; switch Warp on in Live first",
            path=path,
        )
    if slot.is_recording:
        raise Refusal("conflict", f"the clip in {name} is still being recorded; stop the recording first", path=path)
    return slot


def _check_target(wanted: Wanted, slot: wire.SlotRow, target: wire.TrackIdentity) -> None:
    name, path = f"track {wanted.target}", wanted.at(wanted.target_name)
    if target.kind not in ("midi", "audio"):
        raise Refusal(
            "unsupported_by_live",
            f"{name} is of type {target.kind}: only MIDI and audio tracks hold Arrangement clips; see list_tracks",
            path=path,
        )
    if target.kind != slot.kind:
        raise Refusal(
            "unsupported_by_live",
            f"{name} is of type {target.kind} and cannot hold the {slot.kind} clip {slot.name!r}; choose a "
            f"{slot.kind} track",
            path=path,
        )
    if target.frozen:
        raise Refusal("unsupported_by_live", f"{name} is frozen; unfreeze it in Live first", path=path)


def by_target(placed: Iterable[Placed]) -> dict[int, list[Placed]]:
    """Placements by destination, each list sorted by start."""
    groups: dict[int, list[Placed]] = defaultdict(list)
    for each in placed:
        groups[each.row.target_track].append(each)
    return {track: sorted(group, key=lambda each: each.start) for track, group in groups.items()}


def check_room(groups: Mapping[int, Sequence[Placed]], looks: Looks, seen: Seen) -> None:
    """Raise `Refusal` (`conflict`) where a copy would land on another one or on a clip that is there."""
    conflicts: list[tuple[Placed, str, dict[str, Any]]] = []
    for track, group in groups.items():
        conflicts += _among(group)
        conflicts += _on_existing(track, group, seen[looks.timelines[track]].rows)
    if not conflicts:
        return
    first, text, _ = conflicts[0]
    more = f" ({len(conflicts)} conflicts in all)" if len(conflicts) > 1 else ""
    raise Refusal(
        "conflict",
        f"{text}{more}. arrange never overwrites: choose other beats, or remove what lies there",
        path=first.wanted.at("at_beat"),
        details={"conflicts": [entry for _, _, entry in conflicts[:NAMED]], "conflictCount": len(conflicts)},
    )


def _span(placed: Placed) -> str:
    return f"beats {beats(placed.start)} to {beats(placed.end)} of track {placed.row.target_track}"


def _named(placed: Placed) -> str:
    return placed.wanted.pointer or "the placement"


def _among(group: Sequence[Placed]) -> list[tuple[Placed, str, dict[str, Any]]]:
    """Placements that overlap the one that begins before them: where any two overlap, two neighbours do."""
    conflicts: list[tuple[Placed, str, dict[str, Any]]] = []
    for before, each in pairwise(group):
        if each.start < before.end - wire.BEAT_TOLERANCE:
            text = f"{_named(each)} ({_span(each)}) overlaps {_named(before)} ({_span(before)})"
            conflicts.append((each, text, {"placement": each.wanted.pointer, "with": before.wanted.pointer}))
    return conflicts


def _on_existing(
    track: int, group: Sequence[Placed], rows: Sequence[wire.ArrangementRow]
) -> list[tuple[Placed, str, dict[str, Any]]]:
    """Placements that overlap a clip on the timeline. Live's clips never overlap each other: starts and ends rise."""
    ends = [row.end for row in rows]
    conflicts: list[tuple[Placed, str, dict[str, Any]]] = []
    for each in group:
        place = bisect_right(ends, each.start + wire.BEAT_TOLERANCE)
        if place == len(rows) or rows[place].start >= each.end - wire.BEAT_TOLERANCE:
            continue
        row = rows[place]
        clip = ids.arrangement_clip_id(track, row.place)
        text = f"{_named(each)} ({_span(each)}) would land on the clip {row.name!r} ({clip}, beats {beats(row.start)} "
        text += f"to {beats(row.end)})"
        entry = {
            "placement": each.wanted.pointer,
            "clipId": clip,
            "name": row.name,
            "startBeats": row.start,
            "endBeats": row.end,
        }
        conflicts.append((each, text, entry))
    return conflicts


def rests_on(groups: Mapping[int, Sequence[Placed]], looks: Looks, seen: Seen) -> tuple[Reliance, ...]:
    """What the plan rests on: the slots copied from, the destinations, and the empty stretches of their timelines."""
    reliances: list[Reliance] = []
    used: dict[int, set[int]] = defaultdict(set)
    for group in groups.values():
        for each in group:
            used[each.row.source_track].add(each.row.scene)
    for track in sorted(used):
        reliances += _slots_used(looks.slots[track], seen[looks.slots[track]], sorted(used[track]))
    for track in sorted(groups):
        reliances.append(Reliance(f"track {track}", looks.identities[track]))
        reliances += _stretches(track, groups[track], seen[looks.timelines[track]])
    return tuple(reliances)


def _slots_used(look: Slots, window: wire.Slots, scenes: Sequence[int]) -> list[Reliance]:
    """The used slots of a track, neighbours together."""
    track, offset = look.arguments.track, look.arguments.first
    reliances: list[Reliance] = []
    first = scenes[0]
    for scene, following in zip(scenes, [*scenes[1:], -1], strict=True):
        if following == scene + 1:
            continue
        name = f"slot(track {track}, scene {scene})"
        if first != scene:
            name = f"slots(track {track}, scenes {first}..{scene})"
        rows = window.rows[first - offset : scene + 1 - offset]
        part = live(wire.SLOTS, wire.TrackWindow(track, first, scene + 1 - first))
        reliances.append(Reliance(name, part, window._replace(rows=rows)))
        first = following
    return reliances


def _stretches(track: int, group: Sequence[Placed], timeline: wire.Arrangement) -> list[Reliance]:
    """The stretches of a timeline that must stay as they are: placements, with the gaps between them where those are
    empty too."""
    ends = [row.end for row in timeline.rows]
    spans: list[tuple[float, float]] = []
    for each in group:
        if spans and bisect_right(ends, spans[-1][1]) == _first_at(timeline.rows, each.start):
            spans[-1] = (spans[-1][0], max(spans[-1][1], each.end))
        else:
            spans.append((each.start, each.end))
    return [_stretch(track, span, ends, timeline) for span in spans]


def _first_at(rows: Sequence[wire.ArrangementRow], beat: float) -> int:
    """The place of the first clip that begins at `beat` or later."""
    low, high = 0, len(rows)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if rows[middle].start < beat else (low, middle)
    return low


def _stretch(track: int, span: tuple[float, float], ends: Sequence[float], timeline: wire.Arrangement) -> Reliance:
    """One stretch with what overlaps it: nothing, but for what reaches into it by less than the tolerance."""
    start, end = span
    rows = timeline.rows[bisect_right(ends, start) : _first_at(timeline.rows, end)]
    part = live(wire.ARRANGEMENT, wire.TrackSpan(track, start, end))
    name = f"timeline(track {track}, beats {beats(start)}..{beats(end)})"
    return Reliance(name, part, timeline._replace(rows=rows))
