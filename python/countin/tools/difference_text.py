"""Differences as short text: a line each, below the track, device or chain it is about. Names are quoted, as data."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from countin.tools.found import WHOLE

Record = Mapping[str, Any]


def headline(before: Record, after: Record, topology: int, values: int) -> str:
    """The first line: what was compared, and how much differs."""
    if not topology and not values:
        return f"{side_name(before)} and {side_name(after)}: no difference"
    return f"{side_name(before)} → {side_name(after)}: {topology} in topology, {values} in values and names"


def lines_of(records: Sequence[Record]) -> list[str]:
    """A text for each record; the first one about a device begins with a line that names it."""
    texts: list[str] = []
    place: tuple[Any, ...] | None = None
    for record in records:
        here = tuple(record.get(member) for member in ("track", "afterTrack", "path", "afterPath", "name"))
        text = _line(record)
        if text is None:
            texts.append(_whole(record))
            place = None
        else:
            texts.append(text if here == place else f"{_heading(record)}\n{text}")
            place = here
    return texts


def side_name(about: Record) -> str:
    """A side in a few words."""
    if "live" in about:
        return f"live {about['live']}"
    return str(about.get("name") or about["snapshot"][:17])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def place_of(track: str | None, path: str) -> str:
    """A place in a snapshot: the owner, a device or chain, with its track where there are several."""
    return ":".join(filter(None, (track, path))) or "owner"


def _heading(record: Record) -> str:
    track, path = record.get("track"), record["path"]
    here = place_of(track, path)
    there = place_of(record.get("afterTrack", track), record.get("afterPath", path))
    name = f" {_quoted(record['name'])}" if record["name"] or path else ""
    return f"{here}{name}" + (f" (now {there})" if there != here else "")


def _whole(record: Record) -> str:
    """A track, device or chain that stands on one side only."""
    sign = "+" if str(record["kind"]).endswith("added") else "-"
    thing = record["before"] if record["after"] is None else record["after"]
    kind = thing.get("className", thing.get("type"))
    of_kind = f" ({kind})" if kind else ""
    return f"{sign} {place_of(record.get('track'), record['path'])} {_quoted(record['name'])}{of_kind}"


def _line(record: Record) -> str | None:
    kind, control = str(record["kind"]), str(record.get("control", ""))
    if kind in WHOLE:
        return None
    shown = _quoted(control) if kind.startswith("parameter") else control or kind
    shown += f" {_quoted(record['to'])}" if "to" in record else ""
    if kind.endswith(("_added", "_removed")):
        sign = "+" if kind.endswith("_added") else "-"
        return f"  {sign} {shown}"
    before, after = record["before"], record["after"]
    if _worded(before) and _worded(after):
        return f"  {shown}: {before['displayValue']} → {after['displayValue']}"
    return f"  {shown}: {_value(before)} → {_value(after)}"


def _worded(value: Any) -> bool:
    return isinstance(value, dict) and "displayValue" in value


def _value(value: Any) -> str:
    match value:
        case {"value": number, "displayValue": word}:
            return f"{_value(number)} ({word})"  # the other side is a bare number: both can be compared
        case {"min": minimum, "max": maximum, **rest}:
            return f"{minimum:.7g}..{maximum:.7g} ({rest.get('choices', 0)} choices)"
        case float():
            return f"{value:.7g}"
        case str():
            return _quoted(value)
        case bool():
            return "on" if value else "off"
        case None:
            return "-"
        case _:
            return str(value)
