"""A small Set for `arrange`: four tracks with clips in their slots and on their timelines, and plans against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from countin._remote_script.Countin import wire
from countin.declaration import Arguments, Draft, Look
from tools.looks import decoded, identity, mutation, seen, slot, slots

KINDS = ("midi", "midi", "audio", "group")
LENGTHS = (4.0, 8.0, 2.5, 16.0)
"""Lengths of the clips in scenes 0 to 3 of every track; scene 4 is empty everywhere."""


def clip(place: int, start: float, end: float, name: str = "Old") -> wire.ArrangementRow:
    return wire.ArrangementRow(place, 700 + place, name, "midi", start, end, False, 0)


@dataclass(frozen=True)
class Song:
    """What lies on the timelines, by track; what is special about tracks and slots."""

    timelines: Mapping[int, Sequence[tuple[float, float]]] = field(default_factory=dict[int, Any])
    frozen: tuple[int, ...] = ()
    slots: Mapping[tuple[int, int], Mapping[str, Any]] = field(default_factory=dict[tuple[int, int], Any])

    def slot(self, track: int, scene: int) -> wire.SlotRow:
        kind = KINDS[track] if KINDS[track] != "group" else "midi"
        if KINDS[track] == "group":
            return slot(track, scene, is_group_slot=True)
        if scene >= len(LENGTHS):
            return slot(track, scene)
        return slot(track, scene, LENGTHS[scene], **{"kind": kind, **self.slots.get((track, scene), {})})

    def rows(self, track: int) -> list[wire.ArrangementRow]:
        return [clip(place, *span) for place, span in enumerate(self.timelines.get(track, ()))]

    def look(self, look: Look[Any, Any]) -> tuple[Any, ...]:
        """What Live would answer."""
        asked = look.arguments
        match asked:
            case wire.TrackWindow():
                end = min(asked.first + asked.size, 5)
                return slots(asked.track, [self.slot(asked.track, at) for at in range(asked.first, end)], 5)
            case wire.TrackAsked():
                return identity(asked.track, KINDS[asked.track], frozen=asked.track in self.frozen)
            case wire.TrackSpan():
                rows = self.rows(asked.track)
                inside = [row for row in rows if row.end > asked.start and (asked.end < 0 or row.start < asked.end)]
                return wire.Arrangement(1000 + asked.track, tuple(inside), len(rows))
            case _:
                raise AssertionError(f"arrange does not look at {look.kind}")

    def plan(self, arguments: Arguments) -> Draft:
        tool = mutation("arrange")
        return tool.plan(arguments, seen({look: self.look(look) for look in tool.observe(arguments, {})}))

    def arrange(self, *placements: Mapping[str, Any], **single: Any) -> Draft:
        """The plan of a list, or of a single placement."""
        given = {"placements": [dict(each) for each in placements]} if placements else single
        return self.plan(decoded("arrange", **given))


def placed(track: int, scene: int, beat: float, target: int | None = None) -> dict[str, Any]:
    entry: dict[str, Any] = {"track": track, "slot": scene, "at_beat": beat}
    return entry if target is None else entry | {"to_track": target}


def landings(draft: Draft) -> list[wire.Placement]:
    """Everything a draft would place, in order."""
    return [row for steps in draft.operations for step in steps for row in step.row.rows]
