"""The picture of what differs between two snapshots, as SVG: lanes of `picture_lanes` from top to bottom. Pure; the
face makes an image of it. Colours are told apart without seeing red or green, and never say anything alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from countin.declaration import Drawing
from countin.tools.picture_lanes import GAP, LANE, ROW, USUAL, Lane, Omitted, Places, Row
from countin.tools.picture_text import ARROW, Weight, cut, width, xml

WIDTH = 1100
_MARGIN = 24
_RIGHT = WIDTH - _MARGIN
_TOP = 92
"""Where the first lane begins."""
_FOOT = 36
_INDENT, _DEEPEST = 14, 6
"""Pixels a level of nesting, and how many levels are shown so."""
_NAME_END = 344
_BAR, _BAR_END = 404, 684
_WORDS = 750
_SIZE, _SMALL, _TITLE = 12.5, 11.0, 20.0
_HALF = (_RIGHT - _WORDS - 24) / 2
"""Pixels for each of two words."""

_INK, _MUTED, _TRACK, _HEAD = "#1f2328", "#57606a", "#d0d7de", "#eef1f4"
_BEFORE, _AFTER, _LINK = "#57606a", "#0060a0", "#8cc3e6"
_SIGNED = {"+": ("#004d37", "#dcf3ea"), "-": ("#8a2c00", "#fce6d8"), "": (_INK, _HEAD)}
"""Ink and ground of a lane by its sign (bluish green, vermilion)."""
_SHOWN = {"+": "+", "-": "–", "": ""}


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above the lanes: the names of both sides, how much differs, and where."""

    before: str
    after: str
    topology: int
    values: int
    places: Places


def drawing(heading: Heading, lanes: Sequence[Lane], omitted: Omitted) -> Drawing:
    """The whole picture. `about` says how many changes it shows, and how many have no room in it."""
    parts: list[str] = []
    y = _TOP
    for lane in lanes:
        parts.append("".join(_lane(lane, y)))
        y += LANE + ROW * len(lane.rows) + GAP
    if not lanes:
        parts.append(_text(_MARGIN, y + 16, "No difference", size=14, fill=_MUTED))
        y += LANE
    if omitted.changes:
        parts.append(_text(_MARGIN, y + 18, _more(omitted), size=14, weight="bold"))
    height = y + (_FOOT if omitted.changes else _MARGIN // 2)
    shown = heading.topology + heading.values - omitted.changes
    about = {"mimeType": "image/png", "width": WIDTH, "height": height, "shown": shown, "left": omitted.changes}
    return Drawing("".join([_opened(height), *_heading(heading), *parts, "</svg>\n"]), WIDTH, height, about)


def _opened(height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="DejaVu Sans" font-size="{_SIZE}">'
        f'<clipPath id="names"><rect width="{_NAME_END}" height="{height}"/></clipPath>'
        f'<clipPath id="all"><rect width="{_RIGHT}" height="{height}"/></clipPath>'
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>\n'
    )


def _plural(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _places(places: Places) -> str:
    counts = (places.tracks, "track"), (places.devices, "device"), (places.chains, "chain")
    told = [_plural(count, thing) for count, thing in counts if count]
    return " and ".join(filter(None, (", ".join(told[:-1]), told[-1])))


def _more(omitted: Omitted) -> str:
    return f"and {omitted.changes} more on {_places(omitted.places)}: the largest changes are shown"


# --- the head ----------------------------------------------------------------------------------------------------


def _heading(heading: Heading) -> Iterator[str]:
    x, y, room = _MARGIN, 38, (_RIGHT - _MARGIN - 60) / 2
    before, after = (cut(name, room, _TITLE, "bold") for name in (heading.before, heading.after))
    yield _text(x, y, before, size=_TITLE, weight="bold")
    x += width(before, _TITLE, "bold") + 10
    yield _text(x, y, ARROW, size=_TITLE, fill=_MUTED)
    yield _text(x + 28, y, after, size=_TITLE, weight="bold", fill=_AFTER)
    total = heading.topology + heading.values
    if total:
        where = _places(heading.places)
        parts = f": {heading.topology} in topology, {heading.values} in values and names"
        told = f"{_plural(total, 'change')} on {where}{parts if heading.topology else ', same topology'}"
        yield _text(_MARGIN, 68, told, size=13)
        yield from _legend()


def _legend() -> Iterator[str]:
    x, y = 812, 68
    yield _dot(x, y - 4, before=True) + _text(x + 12, y, "before", size=_SMALL, fill=_MUTED)
    yield _dot(x + 66, y - 4, before=False) + _text(x + 78, y, "after", size=_SMALL, fill=_MUTED)
    for place, (sign, said) in enumerate((("+", "added"), ("-", "removed"))):
        left = x + 124 + 64 * place
        yield _text(left, y, _SHOWN[sign], weight="bold", fill=_SIGNED[sign][0])
        yield _text(left + 14, y, said, size=_SMALL, fill=_SIGNED[sign][0])


# --- lanes -------------------------------------------------------------------------------------------------------


def _lane(lane: Lane, y: int) -> Iterator[str]:
    left = _MARGIN + _INDENT * min(lane.depth, _DEEPEST)
    ink, ground = _SIGNED[lane.sign]
    yield f'<g class="lane"><title>{xml(cut(lane.path, 1e6, 1))}</title>'
    ground = _TRACK if lane.is_track and not lane.sign else ground
    yield f'<rect x="{left}" y="{y}" width="{_RIGHT - left}" height="{LANE}" rx="4" fill="{ground}"/>'
    yield from _lane_head(lane, left + 10, y + 16, ink)
    for number, row in enumerate(lane.rows):
        yield from _row(row, left + 10, y + LANE + ROW * number)
    yield "</g>\n"


def _lane_head(lane: Lane, x: float, y: int, ink: str) -> Iterator[str]:
    path = cut(lane.path, 380, _SMALL)
    end = _RIGHT - 10 - width(path, _SMALL)
    yield _text(_RIGHT - 10, y, path, size=_SMALL, fill=_MUTED, anchor="end")
    if lane.sign:
        yield _text(x, y, _SHOWN[lane.sign], size=14, weight="bold", fill=ink)
        x += 18
    name = cut(lane.name, 300, 13, "bold") or "(no name)"
    yield _text(x, y, name, size=13, weight="bold", fill=ink)
    x += width(name, 13, "bold") + 12
    drawn = len(lane.rows)
    notes = [] if lane.sign or drawn == lane.total else [f"{drawn} of {lane.total}"]
    notes += [f"in {lane.inside}"] if lane.inside else []
    if end - x > 60:
        yield _text(x, y, cut(" · ".join(notes), min(end - x - 16, 300), _SMALL), size=_SMALL, fill=_MUTED)


def _row(row: Row, x: float, y: int) -> Iterator[str]:
    base, middle = y + 14, y + 10
    match row.look:
        case "added" | "removed":
            sign = "+" if row.look == "added" else "-"
            yield from _one_sided(row, sign, x, base)
            return
        case "slider":
            yield from _slider(row, middle)
            yield from _pair(row, _WORDS, base, _HALF)
        case "switch":
            yield from _pair(row, _BAR, base, 150)
        case "text":
            yield from _pair(row, _BAR, base, (_RIGHT - _BAR - 24) / 2)
    yield _text(x, base, cut(row.label, _NAME_END - x, _SIZE), clip="names")


def _one_sided(row: Row, sign: str, x: float, base: int) -> Iterator[str]:
    """A parameter, control or pad that only one side has."""
    ink, ground = _SIGNED[sign]
    yield f'<rect x="{x - 4}" y="{base - 13}" width="{_RIGHT - x + 4}" height="{ROW - 2}" rx="3" fill="{ground}"/>'
    yield _text(x, base, _SHOWN[sign], weight="bold", fill=ink)
    yield _text(x + 14, base, cut(row.label, _NAME_END - x - 14, _SIZE), fill=ink, clip="names")
    yield _text(_BAR, base, cut(row.after or row.before, _RIGHT - _BAR, _SIZE), fill=ink, clip="all")


def _pair(row: Row, x: float, base: int, room: float) -> Iterator[str]:
    """Both values in words."""
    before, after = cut(row.before, room, _SIZE), cut(row.after, room, _SIZE, "bold")
    yield _text(x, base, before, fill=_MUTED, clip="all")
    x += width(before, _SIZE) + 6
    yield _text(x, base, ARROW, fill=_MUTED)
    yield _text(x + 18, base, after, weight="bold", fill=_AFTER, clip="all")


def _slider(row: Row, y: int) -> Iterator[str]:
    """A bar from the least to the greatest value, and both values on it."""
    low, high = row.span
    one, other = (_BAR + place * (_BAR_END - _BAR) for place in (row.start, row.end))
    yield f'<rect x="{_BAR}" y="{y - 2}" width="{_BAR_END - _BAR}" height="4" rx="2" fill="{_TRACK}"/>'
    if low < 0 < high:
        zero = _BAR - low / (high - low) * (_BAR_END - _BAR)
        yield f'<rect x="{zero - 0.5:.1f}" y="{y - 5}" width="1" height="10" fill="{_MUTED}"/>'
    yield f'<rect x="{min(one, other):.1f}" y="{y - 2}" width="{abs(other - one):.1f}" height="4" fill="{_LINK}"/>'
    yield _dot(one, y, before=True) + _dot(other, y, before=False)
    for x, value, anchor in ((_BAR - 10, low, "end"), (_BAR_END + 10, high, "start")) if row.span != USUAL else ():
        yield _text(x, y + 4, f"{value:.4g}", size=9.5, fill=_MUTED, anchor=anchor)


def _dot(x: float, y: float, *, before: bool) -> str:
    if before:
        return f'<circle cx="{x:.1f}" cy="{y}" r="5" fill="#ffffff" stroke="{_BEFORE}" stroke-width="2"/>'
    return f'<circle cx="{x:.1f}" cy="{y}" r="4.5" fill="{_AFTER}"/>'


def _text(
    x: float,
    y: float,
    text: str,
    *,
    size: float = _SIZE,
    weight: Weight = "normal",
    fill: str = _INK,
    anchor: str = "start",
    clip: str = "all",
) -> str:
    """A text that was cut before: it is made XML here and nowhere else. What may be wider than it was taken for is
    clipped; clipping every text would cost most of the time of a picture."""
    if not text:
        return ""
    more = "" if weight == "normal" else f' font-weight="{weight}"'
    more += "" if anchor == "start" else f' text-anchor="{anchor}"'
    more += "" if size == _SIZE else f' font-size="{size:g}"'
    more += "" if text.isascii() else f' clip-path="url(#{clip})"'
    return f'<text x="{x:.1f}" y="{y}" fill="{fill}"{more}>{xml(text)}</text>'
