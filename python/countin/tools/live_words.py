"""Live's words for values that differ. They come with the look itself where a kept side stood beside it and fits; else
with a second look at the same, which has beside it the other side's values for what is shown, and nothing else."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import msgspec

from countin._remote_script.Countin import wire
from countin.core import Capture, Snapshot
from countin.declaration import Look, Seen
from countin.tools import families
from countin.tools.found import Found, paths_of
from countin.tools.parts import Part, parts_of
from countin.tools.sides import PLACES, Place, Side

Words = Mapping[tuple[str, int], str]
"""(side, place of the difference in the list) → Live's word for its value."""

_FADERS = {"chain_volume": "volume", "chain_pan": "pan"}
_LEVELS = ("volume", "pan", "cueVolume", "crossfader")
_Object = tuple[str, str]
"""An object's id and one of its controls."""


def _control(one: Found, side: int) -> str | None:
    """The control of a difference as the core names it, where it is one that Live has words for."""
    match one.kind:
        case "parameter":
            return f"parameter-{one.at(side)}"
        case "chain_send":
            return f"send-{one.index}"
        case "owner_mixer" if one.index in _LEVELS or one.to:
            return str(one.at(side))
        case kind:
            return _FADERS.get(kind)


def _track(one: Found, side: int) -> str | None:
    return None if one.track is None else (one.track.before, one.track.after)[side]


@dataclass(frozen=True)
class Spoken:
    """One side in Live, and the words known of it: for its own value and for the other side's ("" for none)."""

    side: Side
    capture: Capture
    words: Mapping[_Object, tuple[str, str]]

    @property
    def number(self) -> int:
        """0 before, 1 after."""
        return PLACES.index(self.side.place)

    @cached_property
    def _names(self) -> Mapping[_Object, Mapping[str, str]]:
        return self.capture.routing_names()

    def object_of(self, one: Found, path: str) -> _Object | None:
        """What a difference is about in Live, where that is something that Live has words for."""
        control = _control(one, self.number)
        return None if control is None else (self._id(one, path), control)

    def _id(self, one: Found, path: str) -> str:
        live = self.side.live
        assert live is not None
        if live.family is families.DEVICE_PARAMETERS:
            return live.name
        owner = _track(one, self.number) or live.name
        return f"{owner}:{path}" if path else owner

    def words_of(self, one: Found, path: str) -> tuple[str | None, str | None]:
        """The words for this side's value and for the other's, None for what has none."""
        if one.kind == "owner_routing" or one.index == "outputChannelId":
            own, other = (one.before, one.after) if self.number == 0 else (one.after, one.before)
            names = self._names.get((self._id(one, path), str(one.index)), {})
            return _other_name(names, own), _other_name(names, other)
        words = self.words.get(self.object_of(one, path) or ("", ""), ("", ""))
        return words[0] or None, words[1] or None

    def lacks(self, one: Found, path: str) -> bool:
        """Whether Live has words for this that nobody knows yet."""
        wanted = self.object_of(one, path)
        return wanted is not None and None in one.words and wanted not in self.words


def _other_name(names: Mapping[str, str], value: Any) -> str | None:
    """What Live calls a routing, where that is not what its id says already."""
    name = names.get(value) if isinstance(value, str) else None
    return None if name == value else name


def first(sides: tuple[Side, Side], snapshots: tuple[Snapshot, Snapshot], seen: Seen, *, fits: bool) -> list[Spoken]:
    """What the sides in Live already said. `fits`: one side can be recalled onto the other, so that what stood beside
    a look was the other side's value of each control."""
    sizes = [[len(column) for column in snapshot.columns()] for snapshot in snapshots] if fits else []
    alike = fits and sizes[0] == sizes[1]
    captures = [(one, seen.captured(one.look)) for one in sides if one.live is not None]
    return [Spoken(one, capture, capture.words() if alike else {}) for one, capture in captures]


def said(spoken: Sequence[Spoken], found: Sequence[Found]) -> dict[tuple[str, int], str]:
    """The words for these differences: of each value that of its own side, else that of the other side's control."""
    words: dict[tuple[str, int], str] = {}
    for number, one, side, path in _sides_of(spoken, found):
        own, other = side.words_of(one, path)
        if own is not None:
            words[side.side.place, number] = own
        if other is not None:
            words.setdefault((_other(side.side.place), number), other)
    return words


def _other(place: Place) -> Place:
    return "after" if place == "before" else "before"


def _sides_of(spoken: Sequence[Spoken], found: Sequence[Found]) -> Iterator[tuple[int, Found, Spoken, str]]:
    """Each difference with each side in Live that has the thing."""
    for number, one in enumerate(found[: wire.WORDED]):
        for place, path in paths_of(one):
            yield from ((number, one, side, path) for side in spoken if side.number == place)


# --- the second look ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Second:
    """A second look at one side, which asks for the words that are lacking: the same look, with the other side's values
    of those controls beside it."""

    first: Spoken
    lacking: Mapping[_Object, Found]
    ranges: frozenset[Any]
    """Parameters that range otherwise on the other side: this side's has no word for what the other holds."""

    @cached_property
    def _places(self) -> Mapping[_Object, tuple[int, int]]:
        """Where the controls stand: which column, and where in it."""
        places, number = _Places(self.first.capture.snapshot()), self.first.number
        found = {
            wanted: places.of(_track(one, number), one.before_path if number == 0 else one.after_path, wanted[1])
            for wanted, one in self.lacking.items()
        }
        return {wanted: place for wanted, place in found.items() if place is not None}

    @property
    def look(self) -> Look[Any, Any]:
        """Where to look."""
        count, side = self.first.capture.parameter_count, self.first.number
        wanted = {column * count + at: self.lacking[one] for one, (column, at) in self._places.items()}
        places = sorted(wanted)
        values = [wanted[place].after if side == 0 else wanted[place].before for place in places]
        packed = struct.pack(f"<{len(values)}d", *values), b"", struct.pack(f"<{len(places)}I", *places)
        return replace(self.first.side.look, beside=wire.Beside(*packed))

    def spoken(self, again: Seen) -> Spoken:
        """The side with the new words too, of values that still are what was compared."""
        capture = again.captured(self.first.side.look)
        now, before = capture.columns(), self.first.capture.columns()
        words, told = {**self.first.words}, capture.words()
        for wanted, place in self._places.items():
            if wanted in told and _number(now, place) == _number(before, place):
                own, other = told[wanted]
                words[wanted] = own, "" if ranged(self.lacking[wanted]) in self.ranges else other
        return replace(self.first, words=words)


def seconds(spoken: Sequence[Spoken], lists: Sequence[Sequence[Found]], ranges: frozenset[Any]) -> list[Second]:
    """The second looks that words for these lists of differences need."""
    lacking: dict[int, dict[_Object, Found]] = {}
    for found in lists:
        for _, one, side, path in _sides_of(spoken, found):
            wanted = side.object_of(one, path)
            if wanted is not None and side.lacks(one, path):
                lacking.setdefault(side.number, {})[wanted] = one
    return [Second(side, lacking[side.number], ranges) for side in spoken if side.number in lacking]


def ranged(one: Found) -> Any:
    """What tells a parameter from all others of a comparison."""
    return one.track, one.before_path, one.index


def _number(columns: tuple[bytes, bytes], place: tuple[int, int]) -> bytes:
    column, at = place
    return columns[column][wire.DOUBLE * at : wire.DOUBLE * (at + 1)]


class _Places:
    """Where controls stand in the columns of a capture."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        paths, starts = snapshot.device_paths(), snapshot.parameter_offsets()
        self._offsets = snapshot.track_offsets()
        tracks = [track for track, end in enumerate(self._offsets[1:]) for _ in range(self._offsets[track], end)]
        self._starts = {(track, path): start for track, path, start in zip(tracks, paths, starts, strict=False)}

    @cached_property
    def _parts(self) -> list[Part]:
        return parts_of(msgspec.json.decode(self._snapshot.canonical))

    @cached_property
    def _tracks(self) -> dict[str | None, int]:
        return {part.id: place for place, part in enumerate(self._parts)}

    @cached_property
    def _faders(self) -> dict[tuple[int, str, str], int]:
        faders = [(place, *fader) for place, part in enumerate(self._parts) for fader in part.faders()]
        return {fader: place for place, fader in enumerate(faders)}

    def of(self, track: str | None, path: str | None, control: str) -> tuple[int, int] | None:
        """Which column, and where in it; None for what is not there."""
        part = 0 if track is None else self._tracks[track]
        kind, _, index = control.partition("-")
        if kind == "parameter":
            start = self._starts.get((part, path or ""))
            return None if start is None else (0, start + int(index))
        place = self._faders.get((part, path or "", control))
        return None if place is None else (1, place)
