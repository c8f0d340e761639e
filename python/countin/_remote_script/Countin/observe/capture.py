"""Reader of a device chain as a snapshot needs it: structure, one column of values, one of flags, cut to a level."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from .. import ids, resolve, wire
from ..layouts import Known
from ..live_set import LiveSet
from ..native import has, pointer, pointers
from ..reading import Pause, Reading
from ..refusals import Refusal, quoted
from ..wire import (
    AUTOMATED,
    ENABLED,
    CapturedChain,
    CapturedPad,
    Chain,
    ChainAsked,
    ChainDevice,
    LayoutsAsked,
    LayoutsTold,
    Loose,
)
from .devices import audible, device_type, populated_pads, routed
from .levels import PLAYING, is_guarded
from .set_mixer import master_mixer, return_mixer

if TYPE_CHECKING:
    from collections.abc import Sequence

    import Live

    Parameters = Sequence[Live.DeviceParameter.DeviceParameter]

NESTED, MIXED, PADS, RETURN, MASTER = 2, 3, 4, 5, 6
"""Levels from which nested devices, chain mixers, pads, a return's and the master's mixer belong to a capture."""
READ_AT_ONCE = 512
"""Parameters of one device that are read before another may have its turn."""
_OWN = bytes([ENABLED])


def read_chain(live: LiveSet, asked: ChainAsked) -> Reading[Chain]:
    """An owner's device chain, cut to the asked level; or one of its devices alone."""
    if not 1 <= asked.level <= MASTER:
        raise Refusal("invalid_arguments", f"level must be 1 to {MASTER}, got {asked.level}", "level")
    owner = resolve.owner(live, asked.owner)
    if asked.device:
        return (yield from _one_device(live, owner, asked))
    chain = yield from chain_of(live, owner, asked.owner, asked.level)
    return chain._replace(mixer=_owner_mixer(owner, asked))


def read_layouts(live: LiveSet, asked: LayoutsAsked) -> LayoutsTold:
    """Packed layouts by digest; empty for one that is not remembered any more."""
    found = [live.layouts.by_digest(digest) for digest in asked.digests]
    return LayoutsTold(tuple(b"" if layout is None else layout.packed for layout in found))


def chain_of(live: LiveSet, owner: Live.Track.Track, name: str, level: int) -> Reading[Chain]:
    """The device chain of the track that is called `name`, without its own mixer."""
    capture = _Capture(live, level)
    yield from capture.all_of(owner, name)
    return capture.chain(owner)


def _one_device(live: LiveSet, owner: Live.Track.Track, asked: ChainAsked) -> Reading[Chain]:
    if not asked.device.startswith(f"{asked.owner}:"):
        raise Refusal("invalid_arguments", f"the device is not one of {asked.owner}", "device")
    capture = _Capture(live, 1)
    yield from capture.device(resolve.device(live, asked.device), asked.device)
    return capture.chain(owner)


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
        self.values = array("d")
        """Grows as it is read: made of a list at the end, the column of a large chain took a millisecond."""
        self.flags = bytearray()
        self.chains: list[CapturedChain] = []
        self.pads: list[CapturedPad] = []
        self.layouts: dict[bytes, int] = {}
        self.loose: list[Loose] = []
        self.objects = live.objects.begin(live.version.value)

    def chain(self, owner: Live.Track.Track) -> Chain:
        """What was collected."""
        return Chain(
            owner_pointer=pointer(owner),
            mixer=None,
            devices=tuple(self.devices),
            values=self.values.tobytes(),
            flags=bytes(self.flags),
            chains=tuple(self.chains),
            pads=tuple(self.pads),
            layouts=b"".join(self.layouts),
            loose=tuple(self.loose),
        )

    def all_of(self, holder: Live.Track.Track | Live.Chain.Chain, name: str) -> Reading[None]:
        """The devices of a track or chain and, where the level goes that deep, what is in them."""
        devices = [*holder.devices]
        self.live.version.note(holder, "devices", pointers(devices))
        separator = ":" if ":" not in name else "/"
        for place, device in enumerate(devices):
            yield from self.device(device, f"{name}{separator}device-{place}")

    def device(self, device: Live.Device.Device, name: str) -> Reading[None]:
        """One device and, where the level goes that deep, what is in it."""
        self.objects[name] = device
        rack = resolve.as_rack(device) if device.can_have_chains else None
        nested = rack if self.level >= NESTED else None
        chains, returns = self._lists(nested)
        pads = [pad for pad, _ in populated_pads(device)] if self.level >= PADS and device.can_have_drum_pads else None
        count, layout = yield from self._parameters(device, is_rack=rack is not None)
        self.devices.append(
            ChainDevice(
                id=name,
                pointer=pointer(device),
                name=device.name,
                class_name=device.class_name,
                type=device_type(device),
                parameters=count,
                chains=-1 if nested is None else len(chains),
                return_chains=-1 if nested is None else len(returns),
                pads=-1 if pads is None else len(pads),
                has_mappings=rack is not None and has(rack, "has_macro_mappings") and bool(rack.has_macro_mappings),
                layout=self.layouts.setdefault(layout.digest, len(self.layouts)),
            )
        )
        self.pads.extend(CapturedPad(name, int(pad.note), bool(pad.mute), bool(pad.solo)) for pad in pads or ())
        yield Pause.MAY
        if nested is not None:
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
            self.objects[own] = chain
            if self.level >= MIXED:
                self.chains.append(_mixed(chain, own, is_return=is_return, has_audio=has_audio))
            else:
                self.chains.append(_bare(chain, own, is_return=is_return))
            yield Pause.MAY
            yield from self.all_of(chain, own)

    def _parameters(self, device: Live.Device.Device, *, is_rack: bool) -> Reading[tuple[int, Known]]:
        """Append a device's values and flags; how many they are, and its layout."""
        parameters = [*device.parameters]
        real: list[float] = []
        for start in range(0, len(parameters), READ_AT_ONCE):
            if start:
                yield Pause.MAY
            real += self._columns(parameters[start : start + READ_AT_ONCE])
        found = yield from self._pointers(device, parameters)
        layout = yield from self.live.layouts.of(pointer(device), parameters, found, real, names_may_change=is_rack)
        return len(real), layout

    def _columns(self, parameters: Parameters) -> list[float]:
        """Append values and flags; the real values. Most devices have nothing disabled and nothing automated: the
        columns of those are read without looking at each."""
        real = [parameter.value for parameter in parameters]
        enabled = [parameter.is_enabled for parameter in parameters]
        automation = [parameter.automation_state for parameter in parameters]
        if all(enabled) and not any(automation):
            self.values.fromlist(real)
            self.flags += _OWN * len(real)
            return real
        for value, can_be_written, state in zip(real, enabled, automation, strict=True):
            flag = (ENABLED if can_be_written else 0) | (AUTOMATED if int(state) == PLAYING else 0)
            if flag != ENABLED:
                self.loose.append(Loose(len(self.values), value))
            self.values.append(value if flag == ENABLED else 0.0)
            self.flags.append(flag)
        return real

    def _pointers(self, device: Live.Device.Device, parameters: Parameters) -> Reading[tuple[int, ...]]:
        """The parameters' pointers: as recorded where a listener stands for them, else read in turns and recorded."""
        known = self.live.version.known(device, "parameters")
        if known is not None and len(known) == len(parameters):
            return known
        read: list[int] = []
        tick = self.live.tick
        for start in range(0, len(parameters), READ_AT_ONCE):
            yield Pause.MAY
            read += pointers(parameters[start : start + READ_AT_ONCE])
        if self.live.tick != tick and [*device.parameters] != [*parameters]:
            # No listener stood for the list yet: what was read is recorded only if it is still what is there.
            raise Refusal("observation_moving", f"{quoted(device.name)} has changed its parameters; look again")
        found = tuple(read)
        self.live.version.note(device, "parameters", found)
        return found


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
