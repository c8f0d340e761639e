"""Live.CompressorDevice: the sidechain's routing, by the rules of a track's input."""

from __future__ import annotations

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle
from countin.sim.kernel.states import DeviceState
from countin.sim.kernel.values import RoutingChannel, RoutingType
from countin.sim.model.device import owning_track
from countin.sim.model.extras import extra, write_extra
from countin.sim.model.track_routing import NONE, channels, other_tracks

compressor = Behaviour("Live.CompressorDevice.CompressorDevice")


@compressor.get("available_input_routing_types", wide=True)
def get_types(handle: Handle, _state: DeviceState) -> list[RoutingType]:
    """No input, or another track."""
    store = handle.sim_store
    return [RoutingType("No Input", NONE), *other_tracks(store, owning_track(store, handle.sim_key))]


@compressor.get("input_routing_type", wide=True)
def get_type(handle: Handle, state: DeviceState) -> RoutingType:
    """The chosen source."""
    offered = get_types(handle, state)
    wanted = extra(state, "sidechain type", None)
    return next((entry for entry in offered if entry.display_name == wanted), offered[0])


@compressor.set("input_routing_type")
def set_type(handle: Handle, state: DeviceState, value: RoutingType | None) -> None:
    """ValueError for a source that is not offered."""
    if value is None or value not in get_types(handle, state):
        raise ValueError("The routing type is not available")
    write_extra(handle.sim_store, handle.sim_key, "sidechain type", value.display_name)


@compressor.get("available_input_routing_channels", wide=True)
def get_channels(handle: Handle, state: DeviceState) -> list[RoutingChannel]:
    """Where on the chosen track the signal is taken."""
    return channels(get_type(handle, state), midi=False, output=False)


@compressor.get("input_routing_channel", wide=True)
def get_channel(handle: Handle, state: DeviceState) -> RoutingChannel:
    """The chosen place."""
    offered = get_channels(handle, state)
    wanted = extra(state, "sidechain channel", None)
    return next((entry for entry in offered if entry.display_name == wanted), offered[0])


@compressor.set("input_routing_channel")
def set_channel(handle: Handle, state: DeviceState, value: RoutingChannel | None) -> None:
    """ValueError for a place that is not offered."""
    if value is None or value not in get_channels(handle, state):
        raise ValueError("The routing channel is not available")
    write_extra(handle.sim_store, handle.sim_key, "sidechain channel", value.display_name)
