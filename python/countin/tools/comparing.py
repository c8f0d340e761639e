"""The toolset `snapshots`: what is different between any two snapshots of one family, kept or as Live holds them now.

Live's words come with the look where a kept side stands beside it, else from a second look, for what is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, cast

import msgspec

from countin.core import Snapshot
from countin.declaration import Answer, Drawing, Look, Read, Refinement, Seen, Stored, StoreLook, Tool
from countin.tools import difference_text, differences, live_words, paging, picture, picture_lanes, sides
from countin.tools.difference_text import headline, lines_of
from countin.tools.found import Found
from countin.tools.live_words import Spoken, Words
from countin.tools.schemas import ARRAY, FLAG, TEXT
from countin.tools.sides import PLACES, Side

_LONGEST = 120
"""Characters of a name or a text in an answer."""


class DiffSnapshots(paging.Paged, frozen=True, kw_only=True, rename="camel"):
    """Arguments of `diff_snapshots`."""

    before: Annotated[
        str | dict[str, Any],
        msgspec.Meta(description='snap_…, a saved name, {"live": "track-N", "kind"?} or a snapshot.'),
    ]
    after: Annotated[str | dict[str, Any], msgspec.Meta(description="As before.")]
    picture: Annotated[bool, msgspec.Meta(description="Adds a PNG.")] = False


def _sides(arguments: DiffSnapshots, stored: Stored) -> tuple[Side, Side]:
    return sides.both(arguments.before, arguments.after, stored)


def _stored(arguments: DiffSnapshots) -> Sequence[StoreLook]:
    pair = sides.side("before", arguments.before), sides.side("after", arguments.after)
    return tuple(side.stored for side in pair if side.stored is not None)


def _observe(arguments: DiffSnapshots, stored: Stored) -> Sequence[Look[Any, Any]]:
    return tuple(side.asked for side in _sides(arguments, stored) if side.owner is not None)


# --- the answer --------------------------------------------------------------------------------------------------


def _short(value: Any) -> Any:
    """A text that is not too long for an answer."""
    if isinstance(value, dict):
        return {name: _short(each) for name, each in cast("dict[str, Any]", value).items()}
    if isinstance(value, str) and len(value) > _LONGEST:
        return value[: _LONGEST - 1] + "…"
    return value


def _shown(value: Any, word: str | None) -> Any:
    return _short(value) if word is None else {"value": value, "displayValue": _short(word)}


def _placed(name: str, after_name: str, before: str | None, after: str | None) -> dict[str, Any]:
    """Where a thing is: on the side before, and on the side after where that is elsewhere or the only one."""
    if before is None or after in (None, before):
        return {name: after if before is None else before}
    return {name: before, after_name: after}


def _record(one: Found, words: tuple[str | None, str | None]) -> dict[str, Any]:
    """A difference as an answer tells it; `path` is that on the side before, where the thing is there."""
    record: dict[str, Any] = {"kind": one.kind}
    if one.track is not None:
        record |= _placed("track", "afterTrack", one.track.before, one.track.after)
        record["trackName"] = _short(one.track.name)
    record |= _placed("path", "afterPath", one.before_path, one.after_path)
    record["name"] = _short(one.name)
    if one.control:
        record["control"] = _short(one.control)
    if one.to:
        record["to"] = _short(one.to)
    if one.kind == "parameter":
        record["parameterId"] = f"parameter-{one.index}"
        if one.after_index is not None:
            record["afterParameterId"] = f"parameter-{one.after_index}"
    return record | {"before": _shown(one.before, words[0]), "after": _shown(one.after, words[1])}


def _about(side: Side, snapshot: Snapshot) -> dict[str, Any]:
    """What stood on a side."""
    about: dict[str, Any] = {"format": snapshot.format}
    if side.owner is not None:
        return {"live": side.owner} | about
    if side.text is not None and not snapshot.reference.startswith(side.text):
        about = {"name": side.text} | about
    return {"snapshot": snapshot.reference} | about


class _Report:
    """The answer of a comparison, with or without Live's words."""

    def __init__(self, arguments: DiffSnapshots, seen: Seen) -> None:
        self._asked = arguments
        self._seen = seen
        self.sides = _sides(arguments, seen.stored)
        self._snapshots = sides.snapshots(self.sides, seen)
        self._found, fits = differences.compare(*self._snapshots)
        end = None if arguments.limit is None else arguments.offset + arguments.limit
        self._listed = self._found[arguments.offset : end]
        self._drawn = picture_lanes.chosen(self._found) if arguments.picture else []
        self._spoken = live_words.first(self.sides, self._snapshots, seen, fits=fits)

    def result(self, words: Words, words_drawn: Words) -> dict[str, Any]:
        """The members of the answer: one page of differences, and the same as text; all of them as a picture."""
        records = [self._told(number, one, words) for number, one in enumerate(self._some())]
        texts = lines_of(records)
        count = paging.fitting(list(zip(records, texts, strict=True)))
        topology, values = differences.counted(self._found)
        about = _about(self.sides[0], self._snapshots[0]), _about(self.sides[1], self._snapshots[1])
        reached = self._asked.offset + count
        result: dict[str, Any] = {
            "before": about[0],
            "after": about[1],
            "comparedFormat": differences.compared_format(*self._snapshots),
            "same": not self._found,
            "sameTopology": topology == 0,
            "counts": {"topology": topology, "values": values},
            "text": "\n".join([headline(about[0], about[1], topology, values), *texts[:count]]),
            "differences": records[:count],
            "total": len(self._found),
            "nextOffset": reached if count and reached < len(self._found) else None,
        }
        if self._asked.picture:
            names = difference_text.side_name(about[0]), difference_text.side_name(about[1])
            result["picture"] = self._drawing(names, (topology, values), words_drawn)
        return result | ({"stateVersion": self._seen.state_version} if self._seen.rows else {})

    def _drawing(self, names: tuple[str, str], counts: tuple[int, int], words: Words) -> Drawing:
        heading = picture.Heading(*names, *counts, picture_lanes.places_of(self._found))
        return picture.drawing(heading, *picture_lanes.lanes(self._snapshots, self._found, self._drawn, words))

    def refinement(self, shown: int) -> Refinement | None:
        """The second look, where Live has words for what is shown and has not said them."""
        ranges = frozenset(live_words.ranged(one) for one in self._found if one.kind == "parameter_range")
        again = live_words.seconds(self._spoken, (self._listed[:shown], self._drawn), ranges)
        if not again:
            return None
        by_side = {second.first.side.place: second for second in again}

        def refined(seen: Seen) -> dict[str, Any]:
            spoken = [
                by_side[one.side.place].spoken(seen) if one.side.place in by_side else one for one in self._spoken
            ]
            return self.result(*self._said(spoken))

        return Refinement(tuple(second.look for second in again), refined)

    def first(self) -> dict[str, Any]:
        """The answer with the words that the first look brought."""
        return self.result(*self._said(self._spoken))

    def _said(self, spoken: Sequence[Spoken]) -> tuple[Words, Words]:
        """Live's words for what is listed, and for what is drawn."""
        return live_words.said(spoken, self._some()), live_words.said(spoken, self._drawn)

    def _some(self) -> Sequence[Found]:
        """More than one page can show, and not all there may be."""
        return self._listed[: paging.BUDGET // _SMALLEST]

    @staticmethod
    def _told(number: int, one: Found, words: Words) -> dict[str, Any]:
        known = [words.get((place, number), one.words[side]) for side, place in enumerate(PLACES)]
        return _record(one, (known[0], known[1]))


_SMALLEST = 60
"""Bytes that any difference takes at least."""


def _diff(arguments: DiffSnapshots, seen: Seen) -> Answer:
    report = _Report(arguments, seen)
    result = report.first()
    return Answer(result, refinement=report.refinement(len(result["differences"])))


TOOLS: tuple[Tool, ...] = (
    Read(
        name="diff_snapshots",
        title="Compare two snapshots",
        description=(
            "Compare two snapshots of one kind, kept (list_saved_snapshots) or live: what only one has, every value "
            "that differs, by device path, with Live's words where Live holds it. Compares what the older format "
            "holds. Pages."
        ),
        toolset="snapshots",
        arguments=DiffSnapshots,
        members={
            "sameTopology": FLAG,
            "text": TEXT,
            "differences": ARRAY,
            **paging.PAGE_MEMBERS,
        },
        observe=_observe,
        answer=_diff,
        stored=_stored,
    ),
)
