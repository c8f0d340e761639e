"""Devices as they stand in a file, found by walking paths: the elements of parameters, chains and mixers with what
tells their kind. Totals and documents are both made from these, so a file is walked once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal
from xml.etree.ElementTree import Element

from countin.sim.document import ParameterLayout
from countin.sim.files.fields import Fields, children

ParameterKind = Literal["number", "switch", "enum"]

RACK_KINDS = {
    "InstrumentGroupDevice": "instrument",
    "DrumGroupDevice": "drum",
    "AudioEffectGroupDevice": "audio_effect",
    "MidiEffectGroupDevice": "midi_effect",
}
DRUM_RACK = "DrumGroupDevice"
BRANCH_TAGS = frozenset({"InstrumentBranch", "DrumBranch", "AudioEffectBranch", "MidiEffectBranch", "ReturnBranch"})
CHAIN_LISTS = frozenset({"Branches", "ReturnBranches"})
NO_PARAMETERS = frozenset(
    {
        "FileRef", "LastInternalRange", "LastPresetRef", "LastUserRange", "ModConnections.0", "ModConnections.1",
        "MpeSettings", "MultiSampleMap", "SampleRef", "SourceContext",
    }
)  # fmt: skip
"""Blocks of every device that hold no parameter, however deep."""
VALUE_EVENTS = frozenset({"FloatEvent", "EnumEvent", "BoolEvent"})
PLUGIN_TAGS = frozenset({"PluginFloatParameter", "PluginEnumParameter"})
NOTHING_STATED = "Invalid"
"""The range of a plug-in's slot that holds no parameter."""
MACRO_CHANNEL = "16"
"""The channel of a KeyMidi that names a macro of the rack around instead of a MIDI channel."""


class ParameterNode:
    """An element that carries a value. `low` and `high` are its MidiControllerRange, which is narrowed once `mapped`: a
    key, a MIDI message or a macro drives it. `user_range` is what a plug-in stated itself, `events` counts the points
    of the parameter's own arrangement automation (Live 8 and 9).

    What most parameters do not have stands in the class: a large Set makes ten thousand of these."""

    mapped: bool = False
    macro: int | None = None
    switch_range: tuple[int, int] | None = None
    user_range: tuple[float, float] | None = None
    events: int = 0
    target: str = ""
    low: float | None = None
    high: float | None = None
    kind: ParameterKind = "enum"
    value: float = 0.0
    alike: Alike
    """Given once all devices of the file are known."""

    def __init__(self, path: str, element: Element, holder: Element) -> None:
        self.path = path
        self.element = element
        self.holder = holder


@dataclass(slots=True)
class Alike:
    """Parameters of a file that have one range and one name: of the same class, or plug-in, and of one path and kind.
    `layout` is theirs once it is known."""

    nodes: list[ParameterNode] = field(default_factory=list[ParameterNode])
    layout: ParameterLayout | None = None


@dataclass(slots=True)
class ChainNode:
    """A chain of a rack: an element of its branches, or of the branch presets of a preset."""

    element: Element
    is_drum: bool
    mixer: Element | None
    mixer_parameters: list[ParameterNode]
    devices: list[DeviceNode] = field(default_factory=list["DeviceNode"])


@dataclass(slots=True)
class DeviceNode:
    """A device, its parameters in document order with `On` first, and its chains when it is a rack."""

    element: Element
    tag: str
    depth: int
    rack_depth: int
    parameters: list[ParameterNode]
    chains: list[ChainNode] = field(default_factory=list["ChainNode"])
    return_chains: list[ChainNode] = field(default_factory=list["ChainNode"])

    @property
    def is_rack(self) -> bool:
        """Whether it holds chains."""
        return self.tag in RACK_KINDS

    def every(self) -> Iterator[DeviceNode]:
        """This device and all below it, outermost first."""
        yield self
        for chain in (*self.chains, *self.return_chains):
            for device in chain.devices:
                yield from device.every()


def gather_parameters(owner: Element, fields: Fields) -> list[ParameterNode]:
    """All parameters below `owner` in document order, `On` first; the chains of a rack are left out."""
    found: list[ParameterNode] = []
    _gather(owner, "", fields, found)
    found.sort(key=_not_the_switch)
    return found


def _not_the_switch(node: ParameterNode) -> bool:
    return node.path != "On"


def _gather(owner: Element, prefix: str, fields: Fields, found: list[ParameterNode]) -> None:
    for child in owner:
        tag = child.tag
        if not len(child) or tag in NO_PARAMETERS or (not prefix and tag in CHAIN_LISTS):
            continue
        path = prefix + tag
        node = read_parameter(child, owner, path, fields)
        if node is not None:
            found.append(node)
        else:
            _gather(child, path + "/", fields, found)


def read_parameter(element: Element, holder: Element, path: str, fields: Fields) -> ParameterNode | None:
    """The parameter that `element` is, or None when it carries no value."""
    manual = element.find("Manual")
    events = _own_events(element) if manual is None or fields.events_in_parameters else None
    if manual is None:
        if events is None or not len(events) or events[0].tag not in VALUE_EVENTS:
            return None
        manual = events[0]
    node = ParameterNode(path, element, holder)
    if events is not None:
        node.events = len(events)
    _read_traits(node, fields)
    _read_value(node, manual.get("Value"), fields)
    if holder.tag in PLUGIN_TAGS:
        node.user_range = _user_range(holder, fields)
    return node


def _own_events(element: Element) -> Element | None:
    automation = element.find("ArrangerAutomation")
    return None if automation is None else automation.find("Events")


def _user_range(holder: Element, fields: Fields) -> tuple[float, float] | None:
    stated = holder.find("LastUserRange")
    if stated is None or fields.text(stated, "First") == NOTHING_STATED:
        return None
    return fields.number(stated, "First"), fields.number(stated, "Last", 1.0)


def _read_traits(node: ParameterNode, fields: Fields) -> None:
    """Each asked for by its name: the search runs in C, and a parameter has few children."""
    find = node.element.find
    target = find("AutomationTarget")
    if target is not None:
        node.target = target.get("Id", "")
    bounds = find("MidiControllerRange")
    if bounds is not None:
        node.low, node.high = fields.number(bounds, "Min"), fields.number(bounds, "Max")
        if find("ModulationTarget") is not None:
            node.kind = "number"
    else:
        _read_thresholds(node, find("MidiCCOnOffThresholds"), fields)
    key = find("KeyMidi")
    if key is not None:
        node.mapped = True
        if fields.text(key, "Channel") == MACRO_CHANNEL:
            node.macro = fields.whole(key, "NoteOrController", 0, 0, 127)


def _read_thresholds(node: ParameterNode, thresholds: Element | None, fields: Fields) -> None:
    if thresholds is not None:
        node.kind = "switch"
        node.switch_range = fields.whole(thresholds, "Min", 64, 0, 127), fields.whole(thresholds, "Max", 127, 0, 127)


def _read_value(node: ParameterNode, text: str | None, fields: Fields) -> None:
    if text == "true" or text == "false":
        node.kind = "switch"
        node.value = 1.0 if text == "true" else 0.0
        return
    node.value = fields.as_number(text, node.path, 0.0)
    if node.kind == "number":
        return
    node.value = float(round(node.value))
    if node.kind == "switch" and node.value not in (0.0, 1.0):
        fields.warn(f"{node.path} is a switch with another value than true and false: true taken")
        node.value = 1.0


def read_devices(devices: Element | None, fields: Fields, depth: int = 1, rack_depth: int = 0) -> list[DeviceNode]:
    """The devices of a `Devices` list."""
    return [read_device(element, fields, depth, rack_depth) for element in children(devices)]


def read_device(element: Element, fields: Fields, depth: int, rack_depth: int) -> DeviceNode:
    """A device of a set: chains are read from its branches."""
    node = device_node(element, fields, depth, rack_depth)
    if node.is_rack:
        node.chains = _read_branches(element.find("Branches"), node, fields)
        node.return_chains = _read_branches(element.find("ReturnBranches"), node, fields)
    return node


def device_node(element: Element, fields: Fields, depth: int, rack_depth: int) -> DeviceNode:
    """A device without its chains."""
    deeper = rack_depth + (element.tag in RACK_KINDS)
    return DeviceNode(element, element.tag, depth, deeper, gather_parameters(element, fields))


def _read_branches(branches: Element | None, rack: DeviceNode, fields: Fields) -> list[ChainNode]:
    chains: list[ChainNode] = []
    for branch in children(branches):
        if branch.tag not in BRANCH_TAGS:
            fields.warn(f"unknown chain {branch.tag} in {rack.tag}: skipped")
            continue
        inner = branch.find("DeviceChain")
        devices = inner[0].find("Devices") if inner is not None and len(inner) else None
        mixer = branch.find("MixerDevice")
        chains.append(
            ChainNode(
                branch,
                branch.tag == "DrumBranch",
                mixer,
                [] if mixer is None else gather_parameters(mixer, fields),
                read_devices(devices, fields, rack.depth + 1, rack.rack_depth),
            )
        )
    return chains
