"""The effect of copying Session clips onto timelines: what lands where, and the proof that nothing else moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from countin._remote_script.Countin import ids, wire
from countin.declaration import Change, Effect, one_by_one
from countin.tools.wording import beats


def landed(planned: wire.Placement, landing: wire.Landing) -> list[str]:
    """What is wrong with a landing; empty where it is as planned."""
    name = f"slot(track {planned.source_track}, scene {planned.scene}) at beat {beats(planned.beat)} of track-"
    name += str(planned.target_track)
    if not landing.pointer:
        return [f"{name}: no clip appeared"]
    differences: list[str] = []
    if not wire.same_beat(landing.start, planned.beat):
        differences.append(f"{name}: starts at beat {beats(landing.start)}")
    if not wire.same_beat(landing.end - landing.start, planned.length):
        differences.append(
            f"{name}: is {beats(landing.end - landing.start)} beats long, planned were {beats(planned.length)}"
        )
    return differences


def _changes(row: wire.PlacementsToMake, labels: Mapping[str, str]) -> Sequence[Change]:
    changes: list[Change] = []
    for placement in row.rows:
        source = ids.clip_id(placement.source_track, placement.scene)
        span = f"beats {beats(placement.beat)}..{beats(placement.beat + placement.length)}"
        after = {"copyOf": source, "name": labels.get(source, "")}
        changes.append(Change(f"timeline(track {placement.target_track}, {span})", None, after))
    return changes


def _counts_compared(row: wire.PlacementsToMake, made: wire.PlacementsMade) -> list[str]:
    differences: list[str] = []
    planned = Counter(placement.target_track for placement in row.rows)
    for count in made.tracks:
        name = f"track-{count.track}"
        if count.vanished:
            differences.append(f"{name}: {count.vanished} clips that were there are gone")
        if count.strangers:
            differences.append(f"{name}: {count.strangers} clips appeared that no placement made")
        if count.after - count.before != planned[count.track]:
            differences.append(
                f"{name}: {count.before} clips before and {count.after} after, planned were {planned[count.track]} more"
            )
    missing = planned.keys() - {count.track for count in made.tracks}
    return differences + [f"track-{track}: its clips were not counted" for track in sorted(missing)]


def _compare(row: wire.PlacementsToMake, made: wire.PlacementsMade) -> Sequence[str]:
    if len(made.rows) != len(row.rows):
        return [f"{len(made.rows)} landings were read back, planned were {len(row.rows)}"]
    differences: list[str] = []
    for planned, landing in zip(row.rows, made.rows, strict=True):
        differences += landed(planned, landing)
    pointers = Counter(landing.pointer for landing in made.rows if landing.pointer)
    differences += [f"one clip stands for {times} placements" for times in pointers.values() if times > 1]
    return differences + _counts_compared(row, made)


def _observed(_: wire.PlacementsToMake, made: wire.PlacementsMade) -> dict[str, Any]:
    return {"landed": sum(1 for landing in made.rows if landing.pointer)}


PLACEMENTS = Effect(wire.PLACE_CLIPS, one_by_one(_changes), _compare, _observed, lambda row: len(row.rows))
