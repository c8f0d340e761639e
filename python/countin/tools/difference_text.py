"""Differences as short text: a line each, below the device or chain it is about. Names are quoted, as data."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

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
        here = (record["path"], record["name"], record.get("afterPath"))
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


def _heading(record: Record) -> str:
    if not record["path"]:
        return "owner"
    moved = f" (now {record['afterPath']})" if "afterPath" in record else ""
    return f"{record['path']} {_quoted(record['name'])}{moved}"


def _whole(record: Record) -> str:
    """A device or chain that stands on one side only."""
    kind = str(record["kind"])
    sign = "+" if kind.endswith("added") else "-"
    thing = record["before"] if record["after"] is None else record["after"]
    of_class = f" ({thing['className']})" if "className" in thing else ""
    return f"{sign} {record['path']} {_quoted(record['name'])}{of_class}"


def _line(record: Record) -> str | None:
    kind, control = str(record["kind"]), str(record.get("control", ""))
    if kind in ("device_added", "device_removed", "chain_added", "chain_removed"):
        return None
    shown = _quoted(control) if kind.startswith("parameter") else control or kind
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
