"""Presets: a device preset is the device element itself; a rack preset keeps its chains beside the rack, as branch
presets that hold device presets."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from countin.sim.files.errors import SetFileError
from countin.sim.files.fields import Fields, children
from countin.sim.files.nodes import ChainNode, DeviceNode, device_node, gather_parameters, read_device

RACK_PRESET = "GroupDevicePreset"
CHAIN_PRESETS = frozenset(
    {"InstrumentBranchPreset", "DrumBranchPreset", "AudioEffectBranchPreset", "MidiEffectBranchPreset"}
)
MIXER_PATH = "MixerPreset/AbletonDevicePreset/Device"


def read_preset_device(element: Element, fields: Fields) -> DeviceNode:
    """The device of a preset file whose content is `element`. Raises SetFileError when there is none."""
    if element.tag != RACK_PRESET:
        if element.find("On") is None:
            raise SetFileError(f"{fields.file_name}: {element.tag[:40]} is neither a set, a rack preset nor a device")
        return read_device(element, fields, 1, 0)
    rack = _rack(element, fields, 1, 0)
    if rack is None:
        raise SetFileError(f"{fields.file_name}: the rack preset holds no device")
    return rack


def _rack(preset: Element, fields: Fields, depth: int, rack_depth: int) -> DeviceNode | None:
    element = next(iter(children(preset.find("Device"))), None)
    if element is None:
        return None
    rack = device_node(element, fields, depth, rack_depth)
    rack.chains = _chains(preset.find("BranchPresets"), rack, fields)
    rack.return_chains = _chains(preset.find("ReturnBranchPresets"), rack, fields)
    return rack


def _chains(branches: Element | None, rack: DeviceNode, fields: Fields) -> list[ChainNode]:
    chains: list[ChainNode] = []
    for branch in children(branches):
        if branch.tag not in CHAIN_PRESETS:
            fields.warn(f"unknown chain preset {branch.tag}: skipped")
            continue
        mixer = next(iter(children(branch.find(MIXER_PATH))), None)
        parameters = [] if mixer is None else gather_parameters(mixer, fields)
        devices = _devices(branch.find("DevicePresets"), rack, fields)
        chains.append(ChainNode(branch, branch.tag == "DrumBranchPreset", mixer, parameters, devices))
    return chains


def _devices(presets: Element | None, rack: DeviceNode, fields: Fields) -> list[DeviceNode]:
    devices: list[DeviceNode] = []
    for preset in children(presets):
        if preset.tag == RACK_PRESET:
            found = _rack(preset, fields, rack.depth + 1, rack.rack_depth)
        else:
            element = next(iter(children(preset.find("Device"))), None)
            found = None if element is None else read_device(element, fields, rack.depth + 1, rack.rack_depth)
        if found is None:
            fields.warn(f"{preset.tag} holds no device: skipped")
        else:
            devices.append(found)
    return devices
