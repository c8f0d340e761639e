"""What a picture of differences shows: a lane for each owner, device or chain, a row for each change in it, and the
largest changes where not all have room. In a group system the lane of a track stands above those of its devices. Pure;
`picture` draws it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

import msgspec

from countin.core import Snapshot
from countin.tools.difference_text import place_of
from countin.tools.found import TOPOLOGY, WHOLE, Found, OfTrack
from countin.tools.live_words import Words
from countin.tools.parts import Part, parts_of
from countin.tools.sides import PLACES

LANE, ROW, GAP = 24, 20, 6
"""Pixels that the head of a lane, a row and the space after a lane take."""
ROOM = 2240
"""Pixels for all lanes of a picture."""
LETTERS = 3000
"""As many letters make an image of less than 300 KB: each costs about 75 bytes."""

Look = Literal["slider", "switch", "text", "added", "removed"]
Key = tuple[OfTrack | None, str | None, str | None]
"""What a lane is about: its track in a group system, and its path before and after."""

_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?")
USUAL = (0.0, 1.0)
"""What most values range over: it is not said."""
_BOTH, _NOTE = (-1.0, 1.0), (0.0, 127.0)
_SPANS = {
    "chain_volume": USUAL,
    "chain_send": USUAL,
    "chain_pan": _BOTH,
    "chain_in_note": _NOTE,
    "chain_out_note": _NOTE,
    "volume": USUAL,
    "pan": _BOTH,
    "cueVolume": USUAL,
    "crossfader": _BOTH,
}
"""What mixers range over in Live: by kind, or by the member of an owner's mixer."""


@dataclass(frozen=True, slots=True)
class Row:
    """One change. A slider has its two places between 0 and 1; `low` and `high` say its ends."""

    look: Look
    label: str
    before: str
    after: str
    start: float = 0.0
    end: float = 0.0
    span: tuple[float, float] = USUAL


@dataclass(frozen=True, slots=True)
class Lane:
    """An owner, device or chain: `inside` names what it is in; `sign` is + or - where only one side has it; `total`
    counts its changes, drawn or not."""

    name: str
    path: str
    inside: str
    depth: int
    sign: str
    total: int
    rows: tuple[Row, ...] = ()
    is_track: bool = False
    """A track of a group system: what follows is in it."""


@dataclass(frozen=True, slots=True)
class Places:
    """On how many tracks, devices and chains something is."""

    tracks: int
    devices: int
    chains: int


@dataclass(frozen=True, slots=True)
class Omitted:
    """How many changes have no room, and where they are."""

    changes: int
    places: Places


def span_of(one: Found) -> tuple[float, float] | None:
    """What a value of a difference ranges over, where it does."""
    if one.kind == "owner_mixer":
        return USUAL if one.to else _SPANS.get(str(one.index))
    return one.span or _SPANS.get(one.kind)


def _numbers(one: Found) -> tuple[float, float, float, float] | None:
    """Before, after, least and greatest, of what can be a slider."""
    span = span_of(one)
    if span is None or span[0] >= span[1]:
        return None
    if any(isinstance(value, bool) or not isinstance(value, int | float) for value in (one.before, one.after)):
        return None
    return one.before, one.after, *span


def size_of(one: Found) -> float:
    """How large a change is: topology above all, else the part of its range that it moves through; 1 without one."""
    if one.kind in TOPOLOGY:
        return 2.0
    numbers = _numbers(one)
    return 1.0 if numbers is None else min(1.0, abs(numbers[1] - numbers[0]) / (numbers[3] - numbers[2]))


def key_of(one: Found) -> Key:
    """The lane that a difference belongs to."""
    return one.track, one.before_path, one.after_path


def _keys_of(one: Found) -> list[Key]:
    """The lanes that a difference needs: in a group system that of its track, and its own."""
    if one.track is None:
        return [key_of(one)]
    before, after = ("" if side else None for side in (one.track.before, one.track.after))
    heading: Key = (one.track, before, after)
    return list(dict.fromkeys((heading, key_of(one))))


def chosen(found: Sequence[Found], room: int = ROOM) -> list[Found]:
    """The largest differences that have room, in the order of tracks and devices."""
    drawn: list[int] = []
    lanes: set[Key] = set()
    for number in _largest_first(found):
        one = found[number]
        room -= (LANE + GAP) * sum(key not in lanes for key in _keys_of(one))
        room -= 0 if one.kind in WHOLE else ROW
        if room < 0:
            break
        lanes.update(_keys_of(one))
        drawn.append(number)
    return sorted((found[number] for number in sorted(drawn)), key=_place)


def _largest_first(found: Sequence[Found]) -> list[int]:
    return sorted(range(len(found)), key=lambda number: -size_of(found[number]))


def _place(one: Found) -> tuple[Any, ...]:
    """Where a lane stands; a chain or device behind what it is in."""
    steps = [step.rpartition("-") for step in _path(key_of(one)).split("/") if step]
    return one.turn, tuple((kind, int(place)) for kind, _, place in steps)


def _omitted(found: Sequence[Found], drawn: Sequence[Found]) -> Omitted:
    left = Counter(map(key_of, found)) - Counter(map(key_of, drawn))
    return Omitted(left.total(), _counted(left))


def places_of(found: Sequence[Found]) -> Places:
    """Where the differences are."""
    return _counted(set(map(key_of, found)))


def _counted(keys: Iterable[Key]) -> Places:
    kinds = Counter(map(_kind, keys))
    return Places(kinds["track"], kinds["device"], kinds["chain"])


def _kind(key: Key) -> str:
    last = _path(key).rpartition("/")[2]
    return "device" if last.startswith("device") else "chain" if last else "track"


def _path(key: Key) -> str:
    return key[1] if key[1] is not None else key[2] or ""


Parts = tuple[Sequence[Part], Sequence[Part]]


def lanes(
    snapshots: tuple[Snapshot, Snapshot], found: Sequence[Found], drawn: Sequence[Found], words: Words
) -> tuple[list[Lane], Omitted]:
    """The lanes of the differences that were chosen, as far as their letters do not make too large a file, and what is
    left out in all. `words` are Live's, by side and place in `drawn`."""
    parts = _parts(snapshots, drawn)
    totals = Counter(map(key_of, found))
    heads = {key: _lane(key, one, parts, totals[key]) for one in drawn for key in _keys_of(one)}
    rows = [
        _row(one, tuple(words.get((place, number), one.words[side]) for side, place in enumerate(PLACES)))
        for number, one in enumerate(drawn)
    ]
    kept = _light(drawn, rows, heads)
    some: dict[Key, list[Row]] = {}
    for number in kept:
        for key in _keys_of(drawn[number]):
            some.setdefault(key, [])
        some[key_of(drawn[number])].extend(rows[number])
    left = _omitted(found, [drawn[number] for number in kept])
    return [replace(heads[key], rows=tuple(each)) for key, each in some.items()], left


def _light(drawn: Sequence[Found], rows: Sequence[Sequence[Row]], heads: Mapping[Key, Lane]) -> list[int]:
    """The places of the largest changes whose letters together are not too many."""
    left, kept = LETTERS, list[int]()
    lanes: set[Key] = set()
    for number in _largest_first(drawn):
        for key in _keys_of(drawn[number]):
            if key not in lanes:
                left -= _letters(heads[key].name, 33) + _letters(heads[key].path, 57)
                left -= _letters(heads[key].inside, 40) + 12
            lanes.add(key)
        for row in rows[number]:
            room = 24 if row.look == "slider" else 50
            left -= _letters(row.label, 48) + _letters(row.before, room) + _letters(row.after, room)
        if left < 0:
            break
        kept.append(number)
    return sorted(kept)


def _letters(text: str, most: int) -> int:
    """How many letters of a text are drawn, about: longer ones are cut."""
    return min(len(text), most)


def _parts(snapshots: tuple[Snapshot, Snapshot], drawn: Iterable[Found]) -> Parts:
    """Both sides, for names; the one after only where it is needed."""
    before, after = (snapshot.canonical for snapshot in snapshots)
    wanted = any(one.before_path is None for one in drawn)
    return parts_of(msgspec.json.decode(before)), parts_of(msgspec.json.decode(after)) if wanted else []


def _lane(key: Key, one: Found, parts: Parts, total: int) -> Lane:
    """The head of a lane: that of a difference, or of its track."""
    track, before, _ = key
    path = _path(key)
    names = _part(track, before is None, parts).names_along(path)
    sign = "" if one.kind not in WHOLE or key != key_of(one) else "+" if before is None else "-"
    inside = names[-2] if len(names) > 1 else ""
    depth = max(len(names) - 1, 0) + (track is not None and path != "")
    name = names[-1] if names else one.track.name if one.track else one.name or "Mixer"
    return Lane(name, _shown_place(key), inside, depth, sign, total, is_track=track is not None and not path)


def _part(track: OfTrack | None, is_after: bool, parts: Parts) -> Part:
    side = parts[is_after]
    if track is None:
        return side[0]
    wanted = track.after if is_after else track.before
    return next(part for part in side if part.id == wanted)


def _shown_place(key: Key) -> str:
    track, before, after = key
    ids = (None, None) if track is None else (track.before, track.after)
    here, there = (
        None if path is None else place_of(own, path) for own, path in zip(ids, (before, after), strict=True)
    )
    if here is None or there in (None, here):
        return here or there or ""
    return f"{here} → {there}"


# --- rows --------------------------------------------------------------------------------------------------------


def _row(one: Found, words: tuple[str | None, ...]) -> list[Row]:
    """The row of a difference; none for what is a lane in itself."""
    if one.kind in WHOLE:
        return []
    label = one.control or one.kind.replace("_", " ")
    label += f" · {one.to}" if one.to else ""
    before, after = _said(one.before, one.after, words)
    if one.kind in TOPOLOGY and one.kind.endswith(("_added", "_removed")):
        return [Row("added" if one.kind.endswith("_added") else "removed", label, before, after)]
    if isinstance(one.before, bool) or (one.span == USUAL and None not in one.words):
        return [Row("switch", label, before, after)]
    numbers = _numbers(one)
    if numbers is None:
        return [Row("text", label, before, after)]
    return [Row("slider", label, before, after, *_places(*numbers), (numbers[2], numbers[3]))]


def _places(before: float, after: float, low: float, high: float) -> tuple[float, float]:
    """Where two values stand between the ends."""
    one, other = ((value - low) / (high - low) for value in (before, after))
    return min(max(one, 0.0), 1.0), min(max(other, 0.0), 1.0)


def _said(before: Any, after: Any, words: tuple[str | None, ...]) -> tuple[str, str]:
    """Both values in words: Live's for both, or numbers, so that the two can be compared; beside a number its word,
    where that says more than the number."""
    if words[0] is not None and words[1] is not None:
        return words[0], words[1]
    digits = 3 if _text(before, 3) != _text(after, 3) else 9
    one, other = (
        _text(value, digits) + (f" ({word})" if word is not None and not _NUMBER.fullmatch(word) else "")
        for value, word in zip((before, after), words, strict=True)
    )
    return one, other


def _text(value: Any, digits: int) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "on" if value else "off"
        case float():
            return f"{value:.{digits}g}"
        case str():
            return f"“{value}”"
        case {"min": low, "max": high, **rest}:
            choices = cast("int", rest.get("choices", 0))
            return f"{low:.{digits}g} to {high:.{digits}g}" + (f", {choices} choices" if choices else "")
        case _:
            return str(value)
