"""Which macro of a rack drives what below it: a mapped parameter belongs to the nearest rack around it, a rack's macro
to the rack outside, and a rack's chain selector to the rack itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from countin.sim.document import MacroMapping, MixerMapping, ParameterLayout
from countin.sim.files.curves import send_position, volume_position
from countin.sim.files.fields import Fields, children, single
from countin.sim.files.layouts import MACRO_COUNT, LaidOut, LayoutBook
from countin.sim.files.mixers import mixer_parameter
from countin.sim.files.nodes import ChainNode, DeviceNode, ParameterNode

SELECTOR = "ChainSelector"
MIXER_MEMBERS: dict[str, Literal["volume", "panning", "chain_activator"]] = {
    "Volume": "volume",
    "Panorama": "panning",
    "Speaker": "chain_activator",
}


@dataclass(frozen=True, slots=True)
class _Place:
    list_name: str
    index: int
    chain: ChainNode


def chains_of(rack: DeviceNode) -> Iterator[_Place]:
    """The chains of a rack, then its return chains, each with its place."""
    for list_name, chains in (("chains", rack.chains), ("return_chains", rack.return_chains)):
        for index, chain in enumerate(chains):
            yield _Place(list_name, index, chain)


def rack_mappings(rack: DeviceNode, own: LaidOut, book: LayoutBook, fields: Fields) -> tuple[MacroMapping, ...]:
    """The mappings of a rack's macros to parameters: of its own selector, and of the devices of its chains."""
    found = list(_device_mappings((), own, rack.is_rack, own_rack=True, fields=fields))
    for place in chains_of(rack):
        for number, device in enumerate(place.chain.devices):
            path = ((place.list_name, place.index, number),)
            found += _device_mappings(path, book.lay_out(device), device.is_rack, own_rack=False, fields=fields)
    return tuple(found)


def _device_mappings(
    path: tuple[tuple[str, int, int], ...], laid_out: LaidOut, is_rack: bool, *, own_rack: bool, fields: Fields
) -> Iterator[MacroMapping]:
    for index, node in enumerate(laid_out.nodes):
        if node is None or node.macro is None or (is_rack and (node.path == SELECTOR) != own_rack):
            continue
        if node.macro >= MACRO_COUNT:
            fields.warn(f"{node.path} is mapped to macro {node.macro + 1}; a rack has {MACRO_COUNT}: mapping skipped")
            continue
        yield _mapping(node, path, index, laid_out.layout.parameters[index])


def _mapping(
    node: ParameterNode, path: tuple[tuple[str, int, int], ...], index: int, layout: ParameterLayout
) -> MacroMapping:
    macro = node.macro or 0
    if node.kind == "switch" and node.switch_range is not None:
        low, high = node.switch_range
        low, high = min(low, high), max(low, high)
        ends = (float(low == 0), float(high == 127))
        return MacroMapping(macro, path, index, *ends, on_range=(low, high))
    low = layout.minimum if node.low is None else single(node.low)
    high = layout.maximum if node.high is None else single(node.high)
    return MacroMapping(macro, path, index, _within(low, layout), _within(high, layout))


def _within(value: float, layout: ParameterLayout) -> float:
    return min(max(value, layout.minimum), layout.maximum)


def mixer_mappings(rack: DeviceNode, fields: Fields) -> tuple[MixerMapping, ...]:
    """The mappings of a rack's macros to the mixers of its own chains."""
    found: list[MixerMapping] = []
    for place in chains_of(rack):
        mixer = place.chain.mixer
        if mixer is None or all(node.macro is None for node in place.chain.mixer_parameters):
            continue
        for tag, member in MIXER_MEMBERS.items():
            node = mixer_parameter(mixer, tag, fields)
            if node is not None and node.macro is not None:
                low, high = _mixer_ends(node, member)
                found.append(MixerMapping(node.macro, (place.list_name, place.index), member, low, high))
        found += _send_mappings(place, fields)
    return tuple(found)


def _send_mappings(place: _Place, fields: Fields) -> Iterator[MixerMapping]:
    infos = None if place.chain.mixer is None else place.chain.mixer.find("SendInfos")
    for position, holder in enumerate(children(infos)):
        node = mixer_parameter(holder, "Send", fields)
        if node is not None and node.macro is not None:
            low, high = send_position(node.low or 0.0), send_position(1.0 if node.high is None else node.high)
            send = fields.whole(holder, "Index", position, 0, 1_000_000)
            yield MixerMapping(node.macro, (place.list_name, place.index), "send", low, high, send)


def _mixer_ends(node: ParameterNode, member: str) -> tuple[float, float]:
    if member == "volume" and node.low is not None and node.high is not None:
        return volume_position(node.low), volume_position(node.high)
    if member == "panning" and node.low is not None and node.high is not None:
        return single(min(max(node.low, -1.0), 1.0)), single(min(max(node.high, -1.0), 1.0))
    return 0.0, 1.0
