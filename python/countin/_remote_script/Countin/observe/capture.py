"""Reader of a device chain as a snapshot needs it: structure, one column of values, one of flags, cut to a level."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from .. import ids, resolve, wire
from ..live_set import LiveSet
from ..native import has, pointer, pointers
from ..reading import Pause, Reading
from ..refusals import Refusal
from ..wire import AUTOMATED, ENABLED, CapturedChain, CapturedPad, Chain, ChainAsked, ChainDevice, Layout, Loose
from .devices import audible, device_type, populated_pads, routed
from .levels import PLAYING, is_guarded
from .set_mixer import master_mixer, return_mixer

if TYPE_CHECKING:
    from collections.abc import Sequence

    import Live

NESTED, MIXED, PADS, RETURN, MASTER = 2, 3, 4, 5, 6
"""Levels from which nested devices, chain mixers, pads, a return's and the master's mixer belong to a capture."""


def read_chain(live: LiveSet, asked: ChainAsked) -> Reading[Chain]:
    """An owner's device chain, cut to the asked level."""
    if not 1 <= asked.level <= MASTER:
        raise Refusal("invalid_arguments", f"level must be 1 to {MASTER}, got {asked.level}", "level")
    owner = resolve.owner(live, asked.owner)
    capture = _Capture(live, asked.level)
    yield from capture.all_of(owner, asked.owner)
    return Chain(
        owner_pointer=pointer(owner),
        mixer=_owner_mixer(owner, asked),
        devices=tuple(capture.devices),
        values=struct.pack(f"<{len(capture.values)}d", *capture.values),
        flags=bytes(capture.flags),
        chains=tuple(capture.chains),
        pads=tuple(capture.pads),
        layouts=tuple(capture.layouts),
        loose=tuple(capture.loose),
    )


def _owner_mixer(owner: Live.Track.Track, asked: ChainAsked) -> wire.OwnerMixer | None:
    if asked.owner == "master":
        return master_mixer(owner) if asked.level >= MASTER else None
    if asked.owner.startswith("return-"):
        return return_mixer(owner) if asked.level >= RETURN else None
    return None


class _Capture:
    """Collects one owner's devices depth first."""

    def __init__(self, live: LiveSet, level: int) -> None:
        self.live = live
        self.level = level
        self.devices: list[ChainDevice] = []
        self.values: list[float] = []
        self.flags = bytearray()
        self.chains: list[CapturedChain] = []
        self.pads: list[CapturedPad] = []
        self.layouts: list[Layout] = []
        self.loose: list[Loose] = []
        self._layout_places: dict[int, int] = {}

    def all_of(self, holder: Live.Track.Track | Live.Chain.Chain, name: str) -> Reading[None]:
        """The devices of a track or chain and, where the level goes that deep, what is in them."""
        devices = [*holder.devices]
        self.live.version.note(holder, "devices", pointers(devices))
        separator = ":" if ":" not in name else "/"
        for place, device in enumerate(devices):
            yield from self._device(device, f"{name}{separator}device-{place}")

    def _device(self, device: Live.Device.Device, name: str) -> Reading[None]:
        rack = resolve.as_rack(device) if device.can_have_chains else None
        nested = rack if self.level >= NESTED else None
        chains, returns = self._lists(nested)
        pads = [pad for pad, _ in populated_pads(device)] if self.level >= PADS and device.can_have_drum_pads else None
        values, layout = self._parameters(device, is_rack=rack is not None)
        self.devices.append(
            ChainDevice(
                id=name,
                pointer=pointer(device),
                name=device.name,
                class_name=device.class_name,
                type=device_type(device),
                parameters=values,
                chains=-1 if nested is None else len(chains),
                return_chains=-1 if nested is None else len(returns),
                pads=-1 if pads is None else len(pads),
                has_mappings=rack is not None and has(rack, "has_macro_mappings") and bool(rack.has_macro_mappings),
                layout=layout,
            )
        )
        self.pads.extend(CapturedPad(name, int(pad.note), bool(pad.mute), bool(pad.solo)) for pad in pads or ())
        yield Pause.MAY
        yield from self._chains(device, name, chains, is_return=False)
        yield from self._chains(device, name, returns, is_return=True)

    def _lists(self, rack: Live.RackDevice.RackDevice | None) -> tuple[list[Live.Chain.Chain], list[Live.Chain.Chain]]:
        if rack is None:
            return [], []
        chains, returns = [*rack.chains], [*rack.return_chains]
        self.live.version.note(rack, "chains", pointers(chains))
        self.live.version.note(rack, "return_chains", pointers(returns))
        return chains, returns

    def _chains(
        self, device: Live.Device.Device, name: str, chains: list[Live.Chain.Chain], *, is_return: bool
    ) -> Reading[None]:
        has_audio = audible(device, is_return=is_return)
        for place, chain in enumerate(chains):
            own = ids.chain_id(name, place, is_return=is_return)
            if self.level >= MIXED:
                self.chains.append(_mixed(chain, own, is_return=is_return, has_audio=has_audio))
            else:
                self.chains.append(_bare(chain, own, is_return=is_return))
            yield Pause.MAY
            yield from self.all_of(chain, own)

    def _parameters(self, device: Live.Device.Device, *, is_rack: bool) -> tuple[int, int]:
        """Append a device's values and flags; how many they are, and the place of its layout."""
        parameters = [*device.parameters]
        values, flags, loose, base = self.values, self.flags, self.loose, len(self.values)
        real: list[float] = []
        for parameter in parameters:
            value = parameter.value
            flag = (ENABLED if parameter.is_enabled else 0) | (
                AUTOMATED if int(parameter.automation_state) == PLAYING else 0
            )
            if flag == ENABLED:
                values.append(value)
            else:
                loose.append(Loose(len(values), value))
                values.append(0.0)
            flags.append(flag)
            real.append(value)
        layout = self.live.layouts.of(
            pointer(device), parameters, self._pointers(device, parameters), real, names_may_change=is_rack
        )
        return len(values) - base, self._layout_place(layout)

    def _pointers(
        self, device: Live.Device.Device, parameters: Sequence[Live.DeviceParameter.DeviceParameter]
    ) -> tuple[int, ...]:
        """The parameters' pointers: as recorded where a listener stands for them, else read and recorded."""
        known = self.live.version.known(device, "parameters")
        if known is not None and len(known) == len(parameters):
            return known
        found = pointers(parameters)
        self.live.version.note(device, "parameters", found)
        return found

    def _layout_place(self, layout: Layout) -> int:
        place = self._layout_places.setdefault(id(layout), len(self.layouts))
        if place == len(self.layouts):
            self.layouts.append(layout)
        return place


def _bare(chain: Live.Chain.Chain, name: str, *, is_return: bool) -> CapturedChain:
    """A chain without its controls, as the formats before chain mixers hold it."""
    nothing = ((), (), False, False, 0, 0)
    return CapturedChain(name, pointer(chain), is_return, 0, 0.0, 0.0, *nothing, chain.name, (), (), (), ())


class _Faders:
    """The mixer controls of one chain; a value that is not to be guarded is masked."""

    def __init__(self) -> None:
        self.masked: list[Loose] = []

    def value(self, parameter: Live.DeviceParameter.DeviceParameter, place: int) -> float:
        """The guarded value of a control."""
        value = parameter.value
        if is_guarded(parameter):
            return value
        self.masked.append(Loose(place, value))
        return wire.MASKED


def _range(parameter: Live.DeviceParameter.DeviceParameter) -> tuple[float, float]:
    return parameter.min, parameter.max


def _mixed(chain: Live.Chain.Chain, name: str, *, is_return: bool, has_audio: bool) -> CapturedChain:
    """A chain with its controls. Chains of a MIDI effect rack have no audio members: there only mute and solo."""
    in_note = routed(chain, "in_note", is_return=is_return)
    out_note = routed(chain, "out_note", is_return=is_return)
    notes = wire.NOTES if in_note is not None and out_note is not None else 0
    bare = _bare(chain, name, is_return=is_return)._replace(
        has=wire.MUTE | wire.SOLO | notes | (wire.MUTE_DRIVEN if _is_mute_driven(chain) else 0),
        mute=bool(chain.mute),
        solo=bool(chain.solo),
        in_note=in_note if notes and in_note is not None else 0,
        out_note=out_note if notes and out_note is not None else 0,
    )
    return _with_audio(bare, chain.mixer_device) if has_audio else bare


def _is_mute_driven(chain: Live.Chain.Chain) -> bool:
    """Whether a macro drives the chain's activator: Live then refuses its mute."""
    mixer = chain.mixer_device
    return has(mixer, "chain_activator") and not mixer.chain_activator.is_enabled


def _with_audio(row: CapturedChain, mixer: Live.ChainMixerDevice.ChainMixerDevice) -> CapturedChain:
    volume, pan, sends = mixer.volume, mixer.panning, [*mixer.sends]
    faders = _Faders()
    has_audio = wire.VOLUME | wire.PAN
    has_audio |= (wire.VOLUME_ENABLED if volume.is_enabled else 0) | (wire.PAN_ENABLED if pan.is_enabled else 0)
    return row._replace(
        has=row.has | has_audio,
        volume=faders.value(volume, 0),
        pan=faders.value(pan, 1),
        sends=tuple(faders.value(send, place) for place, send in enumerate(sends, 2)),
        sends_enabled=tuple(bool(send.is_enabled) for send in sends),
        volume_range=_range(volume),
        pan_range=_range(pan),
        send_ranges=tuple(bound for send in sends for bound in _range(send)),
        masked=tuple(faders.masked),
    )
