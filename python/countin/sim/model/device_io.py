"""Live.DeviceIO: the inputs and outputs that a Max device routes by itself; one pair by the device's type."""

from __future__ import annotations

from typing import Final

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle, Role, index_of, owner, part_of
from countin.sim.kernel.states import DeviceState
from countin.sim.kernel.values import RoutingChannel, RoutingType
from countin.sim.model.device import owning_track
from countin.sim.model.device_classes import max_device
from countin.sim.model.extras import OFF, bind_extras, extra, write_extra
from countin.sim.model.track_routing import NONE, channels, other_tracks

device_io = Behaviour("Live.DeviceIO.DeviceIO")
bind_extras(device_io, {"default_external_routing_channel_is_none": OFF})

_KINDS: Final = ("audio_inputs", "audio_outputs", "midi_inputs", "midi_outputs")
_BY_TYPE: Final = {1: ("midi_inputs", "audio_outputs"), 2: ("audio_inputs", "audio_outputs"), 4: _KINDS[2:]}


def _bind(index: int, kind: str) -> None:
    def getter(handle: Handle, state: DeviceState) -> list[Handle]:
        if kind not in _BY_TYPE.get(state.layout.type, ()):
            return []
        return [owner(handle.sim_store, handle.sim_key, part_of(Role.IO, index))]

    max_device.get(kind)(getter)


for _index, _kind in enumerate(_KINDS):
    _bind(_index, _kind)


@device_io.get("available_routing_types", wide=True)
def get_types(handle: Handle, _state: DeviceState) -> list[RoutingType]:
    """None, or another track."""
    store = handle.sim_store
    return [RoutingType("None", NONE), *other_tracks(store, owning_track(store, handle.sim_key))]


def _name(handle: Handle, what: str) -> str:
    return f"{_KINDS[index_of(handle)]} {what}"


@device_io.get("routing_type", wide=True)
def get_type(handle: Handle, state: DeviceState) -> RoutingType:
    """The chosen one."""
    offered, wanted = get_types(handle, state), extra(state, _name(handle, "type"), None)
    return next((entry for entry in offered if entry.display_name == wanted), offered[0])


@device_io.set("routing_type")
def set_type(handle: Handle, state: DeviceState, value: RoutingType | None) -> None:
    """ValueError for one that is not offered."""
    if value is None or value not in get_types(handle, state):
        raise ValueError("The routing type is not available")
    write_extra(handle.sim_store, handle.sim_key, _name(handle, "type"), value.display_name)


@device_io.get("available_routing_channels", wide=True)
def get_channels(handle: Handle, state: DeviceState) -> list[RoutingChannel]:
    """Those of the chosen type."""
    midi, output = index_of(handle) >= 2, index_of(handle) % 2 == 1
    return channels(get_type(handle, state), midi=midi, output=output)


@device_io.get("routing_channel", wide=True)
def get_channel(handle: Handle, state: DeviceState) -> RoutingChannel:
    """The chosen one."""
    offered, wanted = get_channels(handle, state), extra(state, _name(handle, "channel"), None)
    return next((entry for entry in offered if entry.display_name == wanted), offered[0])


@device_io.set("routing_channel")
def set_channel(handle: Handle, state: DeviceState, value: RoutingChannel | None) -> None:
    """ValueError for one that is not offered."""
    if value is None or value not in get_channels(handle, state):
        raise ValueError("The routing channel is not available")
    write_extra(handle.sim_store, handle.sim_key, _name(handle, "channel"), value.display_name)
