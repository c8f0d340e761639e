"""Live.Device: what every device has, whatever its class."""

from __future__ import annotations

from countin.sim.kernel import states
from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle, Role, make, owner, part_of
from countin.sim.kernel.states import ChainState, DeviceState, Key
from countin.sim.kernel.store import Store
from countin.sim.kernel.wiring import PLUGIN_CLASSES, RACK_CLASSES
from countin.sim.model import drive

device = Behaviour("Live.Device.Device")
device_view = Behaviour("Live.Device.Device.View")

device.fields(DeviceState, "name")
device.constants(latency_in_ms=0.0, latency_in_samples=0)
device_view.volatile(False, "is_collapsed")


@device.get("parameters")
def get_parameters(handle: Handle, state: DeviceState) -> list[Handle]:
    """All parameters; [0] is "Device On"."""
    store, key = handle.sim_store, handle.sim_key
    first = part_of(Role.PARAMETER)
    if store.switches.wrappers == "cached":
        return [owner(store, key, first + index) for index in range(len(state.values))]
    kind = store.classes.of(state, Role.PARAMETER)
    life = handle.sim_life
    return [make(kind, store, key, life, first + index) for index in range(len(state.values))]


@device.watch("parameters")
def watch_parameters(_handle: Handle, state: DeviceState) -> int:
    """A device keeps its parameters: their number says it all."""
    return len(state.values)


@device.get("class_name")
def get_class_name(_handle: Handle, state: DeviceState) -> str:
    """The internal name of its class."""
    return state.layout.class_name


@device.get("class_display_name")
def get_class_display_name(_handle: Handle, state: DeviceState) -> str:
    """The name in the browser."""
    return state.layout.class_display_name


@device.get("type")
def get_type(_handle: Handle, state: DeviceState) -> int:
    """0 undefined, 1 instrument, 2 audio effect, 4 MIDI effect."""
    return state.layout.type


@device.get("can_have_chains")
def get_can_have_chains(_handle: Handle, state: DeviceState) -> bool:
    """Whether it is a rack."""
    return state.layout.class_name in RACK_CLASSES


@device.get("can_have_drum_pads")
def get_can_have_drum_pads(_handle: Handle, state: DeviceState) -> bool:
    """Whether it is a Drum Rack."""
    return state.layout.class_name == "DrumGroupDevice"


@device.get("can_compare_ab")
def get_can_compare_ab(_handle: Handle, state: DeviceState) -> bool:
    """Native devices that are no racks."""
    name = state.layout.class_name
    return name not in RACK_CLASSES and name not in PLUGIN_CLASSES and not name.startswith("Mx")


@device.get("is_using_compare_preset_b")
def get_is_using_b(handle: Handle, state: DeviceState) -> bool:
    """RuntimeError where A/B comparison does not apply."""
    _need_comparison(handle, state)
    return state.compare_b


@device.set("is_using_compare_preset_b")
def set_is_using_b(handle: Handle, state: DeviceState, value: bool) -> None:
    """The parameters of slot B are not imitated: both slots hold the same."""
    _need_comparison(handle, state)
    handle.sim_store.edit(DeviceState, handle.sim_key).compare_b = value


@device.do("save_preset_to_compare_ab_slot")
def save_preset_to_compare_ab_slot(handle: Handle, state: DeviceState) -> None:
    """Both slots hold the same here already."""
    _need_comparison(handle, state)


def _need_comparison(handle: Handle, state: DeviceState) -> None:
    if not get_can_compare_ab(handle, state):
        raise RuntimeError("This device can not compare A and B")


@device.get("is_active", wide=True)
def get_is_active(handle: Handle, _state: DeviceState) -> bool:
    """False when it is off or inside a rack that is."""
    return is_active(handle.sim_store, handle.sim_key)


def is_active(store: Store, key: Key) -> bool:
    """Whether a device and every rack above it are on."""
    state = store.get(DeviceState, key)
    if state.values and drive.device_value(store, key, 0) < 0.5:
        return False
    parent = store.find(ChainState, state.parent)
    return parent is None or is_active(store, parent.rack)


@device.get("view")
def get_view(handle: Handle, _state: DeviceState) -> Handle:
    """Its view."""
    return owner(handle.sim_store, handle.sim_key, part_of(Role.VIEW))


@device.do("store_chosen_bank")
def store_chosen_bank(handle: Handle, _state: DeviceState, script_index: int, bank_index: int) -> None:
    """Bookkeeping of control surfaces."""
    handle.sim_store.put(handle.sim_key, f"bank {script_index}", bank_index)


def owning_track(store: Store, key: Key) -> Key:
    """The track that a device, chain, slot or clip belongs to, however deep."""
    while not isinstance(store.records[key].state, states.TrackState):
        state = store.records[key].state
        key = getattr(state, state.OWNER)
    return key
