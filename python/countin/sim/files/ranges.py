"""True ranges of parameters. A file states a range only while nothing is mapped, and before Live 12 not for enums: so
all devices of a file that look alike are asked together, then the table harvested from newer files, and what is left
is marked as guessed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from countin.sim.files.catalog import plugin_name
from countin.sim.files.fields import single
from countin.sim.files.nodes import PLUGIN_TAGS, DeviceNode, ParameterNode, RangeKey

TABLE_FILE = Path(__file__).with_name("known_ranges.json")
TOLERANCE = 1e-5
"""Relative: files print nine or ten digits of single precision, and versions round the same bound differently."""

MAX_TAGS = frozenset({"MxDFloatParameter", "MxDIntParameter", "MxDEnumParameter"})
PLUGIN_DEVICES = frozenset({"PluginDevice", "AuPluginDevice"})

TableKind = Literal["enum", "number"]


@dataclass(frozen=True, slots=True)
class Range:
    """Lowest and highest value, in single precision, and whether any source confirms them."""

    low: float
    high: float
    guessed: bool


@dataclass(slots=True)
class Span:
    """The smallest interval that holds what was put in; empty at first."""

    low: float = field(default=float("inf"))
    high: float = field(default=float("-inf"))

    def add(self, one: float, other: float) -> None:
        """Stretch to hold both. By comparison: this runs for every parameter of a file."""
        low, high = (one, other) if one < other else (other, one)
        if low < self.low:
            self.low = low
        if high > self.high:
            self.high = high

    def holds(self, other: Span) -> bool:
        """Whether the other lies inside, up to printing."""
        slack = TOLERANCE * max(abs(self.low), abs(self.high), 1e-3)
        return self.low - slack <= other.low and other.high <= self.high + slack

    def __bool__(self) -> bool:
        return self.low <= self.high


@dataclass(slots=True)
class _Seen:
    stated: Span = field(default_factory=Span)
    mapped: Span = field(default_factory=Span)
    values: Span = field(default_factory=Span)


class RangeBook:
    """The ranges of one file, asked for by device and parameter after every device was entered."""

    def __init__(self, devices: Iterable[DeviceNode]) -> None:
        self._seen: dict[RangeKey, _Seen] = {}
        self._resolved: dict[RangeKey, Range] = {}
        for device in devices:
            name = range_name(device)
            for node in device.parameters:
                self._enter(name, node)

    def _enter(self, name: str, node: ParameterNode) -> None:
        key = node.range_key = _key(name, node)
        seen = self._seen.get(key)
        if seen is None:
            seen = self._seen[key] = _Seen()
        if node.kind == "switch":
            return
        seen.values.add(node.value, node.value)
        if node.user_range is not None:
            seen.stated.add(*node.user_range)
        if node.low is not None and node.high is not None:
            (seen.mapped if node.mapped else seen.stated).add(node.low, node.high)

    def range_of(self, device: DeviceNode, node: ParameterNode) -> Range:
        """The range of a parameter of a device that was entered. Switches are 0..1."""
        if node.kind == "switch":
            return Range(0.0, 1.0, guessed=False)
        key = node.range_key
        if key not in self._resolved:
            self._resolved[key] = _resolve(device.tag, node, self._seen[key])
        return self._resolved[key]


def range_name(device: DeviceNode) -> str:
    """Devices of one range name have one set of ranges: those of a class, and of one plug-in."""
    plugin = plugin_name(device)
    return f"{device.tag}:{plugin}" if plugin else device.tag


def _key(name: str, node: ParameterNode) -> RangeKey:
    if node.holder.tag not in PLUGIN_TAGS:
        return name, node.path, node.kind
    words = (node.holder.find(tag) for tag in ("ParameterName", "ParameterId"))
    return name, "/".join("" if word is None else word.get("Value", "") for word in words), node.kind


def _resolve(tag: str, node: ParameterNode, seen: _Seen) -> Range:
    base = seen.stated or _from_table(tag, node, seen)
    guessed = not base
    whole = Span()
    if node.kind == "enum" and guessed:
        whole.add(0.0, 1.0)
    for span in (base, seen.mapped, seen.values):
        if span:
            guessed = guessed or not base.holds(span)
            whole.add(span.low, span.high)
    return Range(single(whole.low), single(whole.high), guessed)


def _from_table(tag: str, node: ParameterNode, seen: _Seen) -> Span:
    """What the table knows, unless the file contradicts it: an older version of a device may count in other units."""
    known = table_range(tag, node.path, "enum" if node.kind == "enum" else "number")
    span = Span()
    if known is not None:
        span.add(*known)
        if all(not other or span.holds(other) for other in (seen.mapped, seen.values)):
            return span
    return Span()


def pattern_of(path: str) -> str:
    """A path with the numbers of list items replaced, as the table writes it where all items agree."""
    return re.sub(r"\.\d+(?=/|$)", ".*", path)


def table_range(tag: str, path: str, kind: TableKind) -> tuple[float, float] | None:
    """The harvested range of a parameter of a class, or None."""
    paths = _table()[kind].get(tag, {})
    found = paths.get(path) or paths.get(pattern_of(path))
    return None if found is None else (found[0], found[1])


@cache
def _table() -> dict[TableKind, dict[str, dict[str, list[float]]]]:
    return json.loads(TABLE_FILE.read_text(encoding="utf-8"))
