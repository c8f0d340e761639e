"""True ranges of parameters. A file states a range only while nothing is mapped, and before Live 12 not for enums: so
all devices of a file that look alike are asked together, then the table harvested from newer files, and what is left
is marked as guessed."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from countin.sim.files.catalog import plugin_name
from countin.sim.files.fields import single
from countin.sim.files.nodes import PLUGIN_TAGS, Alike, DeviceNode, ParameterNode

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


@dataclass(frozen=True, slots=True)
class Span:
    """The smallest interval that holds some values; empty of none."""

    low: float = math.inf
    high: float = -math.inf

    def holds(self, other: Span) -> bool:
        """Whether the other lies inside, up to printing."""
        slack = TOLERANCE * max(abs(self.low), abs(self.high), 1e-3)
        return self.low - slack <= other.low and other.high <= self.high + slack

    def __bool__(self) -> bool:
        return self.low <= self.high


def span_of(values: Sequence[float]) -> Span:
    """The span of these values."""
    return Span(min(values), max(values)) if values else Span()


class RangeBook:
    """The ranges of one file: groups what looks alike, in every device; each group is asked for its range once."""

    def __init__(self, devices: Iterable[DeviceNode]) -> None:
        self._known: dict[int, Range] = {}
        """By the identity of the group, which its parameters keep alive."""
        groups: dict[str, dict[str, dict[str, Alike]]] = {}
        for device in devices:
            kinds = groups.setdefault(range_name(device), {"number": {}, "switch": {}, "enum": {}})
            for node in device.parameters:
                paths = kinds[node.kind]
                path = node.path if node.holder.tag not in PLUGIN_TAGS else _plugin_path(node)
                alike = paths.get(path)
                if alike is None:
                    alike = paths[path] = Alike()
                alike.nodes.append(node)
                node.alike = alike

    def range_of(self, device: DeviceNode, node: ParameterNode) -> Range:
        """The range of a parameter of a device that was entered. Switches are 0..1."""
        if node.kind == "switch":
            return Range(0.0, 1.0, guessed=False)
        known = self._known.get(id(node.alike))
        if known is None:
            known = self._known[id(node.alike)] = _resolve(device.tag, node, _Seen(node.alike.nodes))
        return known


class _Seen:
    """What a group of parameters shows of its range."""

    def __init__(self, nodes: Sequence[ParameterNode]) -> None:
        self.values = span_of([node.value for node in nodes])
        self.stated = span_of(
            [*_bounds(nodes, mapped=False), *(end for node in nodes if node.user_range for end in node.user_range)]
        )
        self.mapped = span_of(_bounds(nodes, mapped=True))


def _bounds(nodes: Sequence[ParameterNode], *, mapped: bool) -> list[float]:
    return [
        end
        for node in nodes
        if node.low is not None and node.high is not None and node.mapped == mapped
        for end in (node.low, node.high)
    ]


def range_name(device: DeviceNode) -> str:
    """Devices of one range name have one set of ranges: those of a class, and of one plug-in."""
    plugin = plugin_name(device)
    return f"{device.tag}:{plugin}" if plugin else device.tag


def _plugin_path(node: ParameterNode) -> str:
    """A plug-in's slots are alike by what they hold, not by their place."""
    words = (node.holder.find(tag) for tag in ("ParameterName", "ParameterId"))
    return "/".join("" if word is None else word.get("Value", "") for word in words)


def _resolve(tag: str, node: ParameterNode, seen: _Seen) -> Range:
    base = seen.stated or _from_table(tag, node, seen)
    guessed = not base or not all(not other or base.holds(other) for other in (seen.mapped, seen.values))
    spans = [base, seen.mapped, seen.values]
    if node.kind == "enum" and not base:
        spans.append(Span(0.0, 1.0))
    whole = span_of([end for span in spans if span for end in (span.low, span.high)])
    return Range(single(whole.low), single(whole.high), guessed)


def _from_table(tag: str, node: ParameterNode, seen: _Seen) -> Span:
    """What the table knows, unless the file contradicts it: an older version of a device may count in other units."""
    known = table_range(tag, node.path, "enum" if node.kind == "enum" else "number")
    span = Span() if known is None else Span(*sorted(known))
    fits = all(not other or span.holds(other) for other in (seen.mapped, seen.values))
    return span if fits else Span()


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
