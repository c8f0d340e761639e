"""The rules of notes in a clip, pure: same-pitch notes never overlap; the newer one wins.

A new note at an existing start replaces it, one that lands inside an earlier note cuts that note, and notes that start
inside the new one are swallowed. Source: LIVE_API 2.8 [LB].
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable

from countin.sim.kernel.states import Note

SHORTEST = 1e-9


def merged(existing: tuple[Note, ...], newcomers: Iterable[Note]) -> tuple[Note, ...]:
    """The notes of a clip after these came in one by one; sorted by pitch, then start. Linear in what is there plus a
    search for each newcomer."""
    lanes: dict[int, list[Note]] = {}
    arrivals = [*newcomers]
    touched = {note.pitch for note in arrivals}
    kept = [note for note in existing if note.pitch not in touched]
    for note in existing:
        if note.pitch in touched:
            lanes.setdefault(note.pitch, []).append(note)
    for note in arrivals:
        _place(lanes.setdefault(note.pitch, []), note)
    return tuple(sorted([*kept, *(note for lane in lanes.values() for note in lane)], key=in_order))


def in_order(note: Note) -> tuple[int, float]:
    """By pitch, then start."""
    return (note.pitch, note.start)


def _start(note: Note) -> float:
    return note.start


def _place(lane: list[Note], note: Note) -> None:
    """Put a note into the notes of its pitch, which are sorted by start and do not overlap."""
    end = note.start + note.duration
    first = bisect_left(lane, note.start, key=_start)
    last = first
    while last < len(lane) and lane[last].start < end - SHORTEST:
        last += 1
    del lane[first:last]
    if first and lane[first - 1].start + lane[first - 1].duration > note.start:
        lane[first - 1] = lane[first - 1]._replace(duration=note.start - lane[first - 1].start)
    insort(lane, note, key=_start)


def without(notes: tuple[Note, ...], ids: frozenset[int]) -> tuple[Note, ...]:
    """The notes that do not have these ids."""
    return tuple(note for note in notes if note.id not in ids)


def modified(notes: tuple[Note, ...], changes: dict[int, Note]) -> tuple[Note, ...]:
    """The notes after some were changed. Where two collide the newer id stays; overlaps are cut."""
    touched = {note.pitch for note in changes.values()}
    still = tuple(note for note in notes if note.id not in changes and note.pitch not in touched)
    rivals = [note for note in notes if note.id not in changes and note.pitch in touched]
    return merged(still, sorted([*rivals, *changes.values()], key=lambda note: note.id))


def in_window(note: Note, from_pitch: int, pitch_span: int, from_time: float, time_span: float) -> bool:
    """Whether a note's pitch and start lie in a window; how long it sounds does not matter."""
    return from_pitch <= note.pitch < from_pitch + pitch_span and from_time <= note.start < from_time + time_span
