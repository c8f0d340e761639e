"""Readers of device trees: what a device is, its chains with their mixers, pads and macros, at every depth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import Live

from .. import ids, resolve
from ..live_set import LiveSet
from ..native import has, pointer, pointers
from ..reading import Pause, Reading
from ..wire import ChainRow, DeviceRow, MacroRow, OwnerAsked, PadRow, Tree
from .levels import level

if TYPE_CHECKING:
    from collections.abc import Iterator

MIDI_RACK = "MidiEffectGroupDevice"
"""The rack whose chains have no audio members: their mixer raises."""
MACROS = 16


def device_type(device: Live.Device.Device) -> str:
    """instrument, audio_effect, midi_effect or unknown, by Live's own enumeration."""
    kinds = Live.Device.DeviceType
    words = {
        int(kinds.instrument): "instrument",
        int(kinds.audio_effect): "audio_effect",
        int(kinds.midi_effect): "midi_effect",
    }
    return words.get(int(device.type), "unknown")


def populated_pads(device: Live.Device.Device) -> Iterator[tuple[Live.DrumPad.DrumPad, list[int]]]:
    """Pads that have chains, with their chains' pointers, in Live's order. A nested Drum Rack has no pads."""
    if not device.can_have_drum_pads:
        return
    for pad in resolve.as_rack(device).drum_pads:
        chains = pad.chains
        if len(chains):
            yield pad, [*pointers(chains)]


def audible(device: Live.Device.Device, *, is_return: bool) -> bool:
    """Whether the chains of this list have audio members in their mixer."""
    return is_return or device.class_name != MIDI_RACK


def routed(chain: Live.Chain.Chain, member: str, *, is_return: bool) -> int | None:
    """A drum chain's note or choke group; None for chains that have none, and for a Live without the member."""
    if is_return or not has(chain, member):
        return None
    return int(getattr(chain, member))


class _Walk:
    """Collects the rows of one owner's tree."""

    def __init__(self, live: LiveSet) -> None:
        self.live = live
        self.devices: list[DeviceRow] = []
        self.chains: list[ChainRow] = []
        self.pads: list[PadRow] = []
        self.macros: list[MacroRow] = []

    def all_of(self, holder: Live.Track.Track | Live.Chain.Chain, name: str) -> Reading[None]:
        """The devices of a track or chain; `name` gives the id of the one at a place."""
        devices = [*holder.devices]
        self.live.version.note(holder, "devices", pointers(devices))
        separator = ":" if ":" not in name else "/"
        for place, device in enumerate(devices):
            yield from self._device(device, f"{name}{separator}device-{place}")

    def _device(self, device: Live.Device.Device, name: str) -> Reading[None]:
        self.devices.append(device_row(device, name))
        yield Pause.MAY
        if not device.can_have_chains:
            return
        rack = resolve.as_rack(device)
        self.macros.extend(macro_row(rack, name))
        ordinary = [*rack.chains]
        self.live.version.note(rack, "chains", pointers(ordinary))
        yield from self._pads(rack, name, {pointer(chain): place for place, chain in enumerate(ordinary)})
        yield from self._chains(rack, name, ordinary, is_return=False)
        returns = [*rack.return_chains]
        self.live.version.note(rack, "return_chains", pointers(returns))
        yield from self._chains(rack, name, returns, is_return=True)

    def _chains(
        self, rack: Live.RackDevice.RackDevice, name: str, chains: list[Live.Chain.Chain], *, is_return: bool
    ) -> Reading[None]:
        for place, chain in enumerate(chains):
            own = ids.chain_id(name, place, is_return=is_return)
            self.chains.append(chain_row(rack, chain, name, own, is_return=is_return))
            yield Pause.MAY
            yield from self.all_of(chain, own)

    def _pads(self, rack: Live.RackDevice.RackDevice, name: str, places: dict[int, int]) -> Reading[None]:
        for pad, found in populated_pads(rack):
            chains = tuple(ids.chain_id(name, places[one], is_return=False) for one in found if one in places)
            self.pads.append(PadRow(name, int(pad.note), pad.name, pad.mute, pad.solo, chains))
            yield Pause.MAY


def read_tree(live: LiveSet, asked: OwnerAsked) -> Reading[Tree]:
    """An owner's devices at every depth."""
    return (yield from tree_of(live, resolve.owner(live, asked.owner), asked.owner))


def tree_of(live: LiveSet, owner: Live.Track.Track, name: str) -> Reading[Tree]:
    """The tree of an owner that is at hand."""
    walk = _Walk(live)
    yield from walk.all_of(owner, name)
    return Tree(pointer(owner), tuple(walk.devices), tuple(walk.chains), tuple(walk.pads), tuple(walk.macros))


def device_row(device: Live.Device.Device, name: str) -> DeviceRow:
    """What a device is."""
    sample = _asked(device, "sample")
    multi_sample_mode = _asked(device, "multi_sample_mode")
    return DeviceRow(
        id=name,
        pointer=pointer(device),
        name=device.name,
        class_name=device.class_name,
        class_display_name=device.class_display_name,
        type=device_type(device),
        active=bool(device.is_active),
        can_have_chains=bool(device.can_have_chains),
        can_have_drum_pads=bool(device.can_have_drum_pads),
        parameters=len(device.parameters),
        sample_path=str(sample.file_path) if sample is not None else None,
        multi_sample_mode=bool(multi_sample_mode) if multi_sample_mode is not None else None,
    )


def _asked(device: Live.Device.Device, member: str) -> Any:
    """A member that only some kinds of device have; None for the others."""
    return getattr(device, member) if has(device, member) else None


def chain_row(
    rack: Live.RackDevice.RackDevice, chain: Live.Chain.Chain, device: str, name: str, *, is_return: bool
) -> ChainRow:
    """A chain with its mixer and note routing."""
    mixer = chain.mixer_device if audible(rack, is_return=is_return) else None
    return ChainRow(
        id=name,
        device=device,
        pointer=pointer(chain),
        name=chain.name,
        is_return=is_return,
        volume=level(mixer.volume) if mixer is not None else None,
        pan=level(mixer.panning) if mixer is not None else None,
        sends=tuple(level(send) for send in mixer.sends) if mixer is not None else (),
        mute=bool(chain.mute),
        solo=bool(chain.solo),
        in_note=routed(chain, "in_note", is_return=is_return),
        out_note=routed(chain, "out_note", is_return=is_return),
        choke_group=routed(chain, "choke_group", is_return=is_return),
    )


def macro_row(rack: Live.RackDevice.RackDevice, name: str) -> Iterator[MacroRow]:
    """The macros of a rack; nothing on a Live that does not tell them all."""
    members = ("has_macro_mappings", "visible_macro_count", "variation_count", "selected_variation_index")
    if not all(has(rack, member) for member in members):
        return
    visible = int(rack.visible_macro_count)
    yield MacroRow(
        device=name,
        has_mappings=bool(rack.has_macro_mappings),
        visible_count=visible,
        variation_count=int(rack.variation_count),
        selected_variation=int(rack.selected_variation_index),
        names=_macro_names(rack, visible),
        mapped=tuple(bool(mapped) for mapped in rack.macros_mapped)[:visible] if has(rack, "macros_mapped") else (),
    )


def _macro_names(rack: Live.RackDevice.RackDevice, visible: int) -> tuple[str, ...]:
    """Names of the visible macros; none when the parameters are not where macros are expected."""
    macros = [*rack.parameters][1 : 1 + min(visible, MACROS)]
    expected = [f"Macro {place}" for place in range(1, len(macros) + 1)]
    if [macro.original_name for macro in macros] != expected:
        return ()
    return tuple(str(macro.name) for macro in macros)
