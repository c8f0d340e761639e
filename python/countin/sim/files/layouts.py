"""Device layouts: what a device's parameters are called, in the order of the object model, with their true ranges.
Layouts that are equal are one object, across everything one file holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from countin.sim.document import DeviceLayout, ParameterLayout
from countin.sim.files.catalog import class_display_name, device_type
from countin.sim.files.fields import Fields, children, single
from countin.sim.files.nodes import DRUM_RACK, PLUGIN_TAGS, DeviceNode, ParameterNode
from countin.sim.files.ranges import MAX_TAGS, PLUGIN_DEVICES, RangeBook

DEVICE_ON = "Device On"
CHAIN_SELECTOR = "Chain Selector"
MACRO_COUNT = 16
"""Every rack of today's object model has sixteen, also one saved when there were eight."""
SWITCH_ITEMS = ("Off", "On")
EMPTY_SLOT = "-1"


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A layout with the file's parameter for each of its entries: None for a macro that the file does not have."""

    layout: DeviceLayout
    nodes: tuple[ParameterNode | None, ...]


class LayoutBook:
    """Makes the layouts of one file and hands out one object for all that are equal."""

    def __init__(self, devices: Iterable[DeviceNode], fields: Fields) -> None:
        self._fields = fields
        self._ranges = RangeBook(devices)
        self._parameters: dict[ParameterLayout, ParameterLayout] = {}
        self._layouts: dict[tuple[str, str, int, tuple[int, ...]], DeviceLayout] = {}
        """By the identities of the parameters: equal ones are one object."""
        self._laid_out: dict[int, LaidOut] = {}
        """By the identity of the node, which the open file keeps alive."""

    def lay_out(self, device: DeviceNode) -> LaidOut:
        """The layout of a device."""
        known = self._laid_out.get(id(device))
        if known is None:
            known = self._laid_out[id(device)] = self._lay_out(device)
        return known

    def _lay_out(self, device: DeviceNode) -> LaidOut:
        if device.is_rack:
            pairs = self._rack(device)
        else:
            pairs = [(node.alike.layout or self._parameter(device, node), node) for node in _shown(device)]
        parameters = tuple(layout for layout, _ in pairs)
        shown, kind = class_display_name(device), device_type(device)
        key = (device.tag, shown, kind, tuple(map(id, parameters)))
        layout = self._layouts.get(key)
        if layout is None:
            layout = self._layouts[key] = DeviceLayout(device.tag, shown, kind, parameters)
        return LaidOut(layout, tuple(node for _, node in pairs))

    def _one(self, layout: ParameterLayout) -> ParameterLayout:
        """The object that stands for all layouts equal to this one."""
        return self._parameters.setdefault(layout, layout)

    def _rack(self, rack: DeviceNode) -> list[tuple[ParameterLayout, ParameterNode | None]]:
        """Device On, sixteen macros and, but for a Drum Rack, the chain selector."""
        nodes = {node.path: node for node in rack.parameters}
        pairs: list[tuple[ParameterLayout, ParameterNode | None]] = [(self._one(_switch(DEVICE_ON)), nodes.get("On"))]
        pairs += [(self._macro(rack, index), nodes.get(f"MacroControls.{index}")) for index in range(MACRO_COUNT)]
        if rack.tag != DRUM_RACK:
            selector = self._one(ParameterLayout(CHAIN_SELECTOR, 0.0, 127.0, 0.0))
            pairs.append((selector, nodes.get("ChainSelector")))
        return pairs

    def _macro(self, rack: DeviceNode, index: int) -> ParameterLayout:
        own = f"Macro {index + 1}"
        shown = self._fields.text(rack.element, f"MacroDisplayNames.{index}") or own
        default = self._fields.number(rack.element, f"MacroDefaults.{index}", 0.0)
        default = single(default) if 0.0 <= default <= 127.0 else 0.0
        return self._one(ParameterLayout(shown, 0.0, 127.0, default, original_name=own))

    def _parameter(self, device: DeviceNode, node: ParameterNode) -> ParameterLayout:
        if node.holder.tag in MAX_TAGS:
            return self._one(self._max_parameter(device, node))
        layout = node.alike.layout = self._one(self._plain_parameter(device, node))
        return layout

    def _plain_parameter(self, device: DeviceNode, node: ParameterNode) -> ParameterLayout:
        name = DEVICE_ON if node.path == "On" else node.path
        if node.holder.tag in PLUGIN_TAGS:
            name = self._fields.text(node.holder, "ParameterName")
        if node.kind == "switch":
            return _switch(name)
        known = self._ranges.range_of(device, node)
        return ParameterLayout(name, known.low, known.high, quantized=node.kind == "enum", guessed=known.guessed)

    def _max_parameter(self, device: DeviceNode, node: ParameterNode) -> ParameterLayout:
        """Max devices store their own names, ranges and item texts; the range beside the value is not the true one."""
        holder, fields = node.holder, self._fields
        name = fields.text(holder, "Name")
        if holder.tag == "MxDEnumParameter":
            return _max_enum(name, tuple(fields.text(item, "Name") for item in children(holder.find("Names"))), node)
        if holder.find("MinValue") is None or holder.find("MaxValue") is None:
            known = self._ranges.range_of(device, node)
            return ParameterLayout(name, known.low, known.high, guessed=True)
        low, high = sorted((fields.number(holder, "MinValue"), fields.number(holder, "MaxValue")))
        whole = (single(min(low, node.value)), single(max(high, node.value)))
        default = single(fields.number(holder, "Default", low))
        default = default if whole[0] <= default <= whole[1] else None
        return ParameterLayout(name, *whole, default, guessed=not low <= node.value <= high)


def _switch(name: str) -> ParameterLayout:
    return ParameterLayout(name, 0.0, 1.0, quantized=True, value_items=SWITCH_ITEMS)


def _max_enum(name: str, items: tuple[str, ...], node: ParameterNode) -> ParameterLayout:
    if items and 0.0 <= node.value < len(items):
        return ParameterLayout(name, 0.0, float(len(items) - 1), quantized=True, value_items=items)
    low, high = min(0.0, node.value), max(1.0, node.value)
    return ParameterLayout(name, single(low), single(high), quantized=True, guessed=True)


def _shown(device: DeviceNode) -> list[ParameterNode]:
    """A plug-in shows its switch and the slots that hold a parameter of it; an empty slot may keep an old name, and
    what routes its side chain is Live's own."""
    if device.tag not in PLUGIN_DEVICES:
        return device.parameters
    return [node for node in device.parameters if _is_shown(node)]


def _is_shown(node: ParameterNode) -> bool:
    if node.holder.tag not in PLUGIN_TAGS:
        return node.path == "On"
    found = node.holder.find("ParameterId")
    return found is not None and found.get("Value") != EMPTY_SLOT
