"""What tracks and chains have in common as owners of devices: adding, removing, duplicating, and legal positions.

On a chain of devices MIDI effects stand before the instrument and audio effects after it; there is at most one
instrument, and an audio track takes audio effects only.
"""

from __future__ import annotations

from countin.sim.document import DeviceDocument
from countin.sim.kernel.building import build_device, copy_tree, remove_tree
from countin.sim.kernel.handles import Handle, owner
from countin.sim.kernel.states import ChainState, DeviceState, Key, State, TrackState
from countin.sim.kernel.store import Store
from countin.sim.kernel.wiring import RACK_CLASSES

INSTRUMENT, AUDIO_EFFECT, MIDI_EFFECT = 1, 2, 4
_RANK = {MIDI_EFFECT: 0, INSTRUMENT: 1, AUDIO_EFFECT: 2, 0: 2}


def devices_of(state: State) -> tuple[Key, ...]:
    """The devices of a track or a chain."""
    assert isinstance(state, (TrackState, ChainState))
    return state.devices


def edit_devices(store: Store, key: Key, devices: tuple[Key, ...]) -> None:
    """Set the devices of a track or a chain."""
    state = store.edit(type(store.records[key].state), key)
    assert isinstance(state, (TrackState, ChainState))
    state.devices = devices


def takes_midi(store: Store, key: Key) -> bool:
    """Whether MIDI arrives at this track or chain."""
    state = store.records[key].state
    if isinstance(state, TrackState):
        return state.kind == "midi"
    assert isinstance(state, ChainState)
    rack = store.get(DeviceState, state.rack)
    if state.is_return or rack.layout.class_name == "AudioEffectGroupDevice":
        return False
    return rack.layout.class_name in RACK_CLASSES


def allowed_types(store: Store, key: Key) -> frozenset[int]:
    """The device types that may stand on this track or chain."""
    state = store.records[key].state
    if isinstance(state, ChainState):
        rack = store.get(DeviceState, state.rack)
        if rack.layout.class_name == "MidiEffectGroupDevice":
            return frozenset({MIDI_EFFECT})
    if takes_midi(store, key):
        return frozenset({INSTRUMENT, AUDIO_EFFECT, MIDI_EFFECT, 0})
    return frozenset({AUDIO_EFFECT, 0})


def type_of(store: Store, key: Key) -> int:
    """The type of a device."""
    return store.get(DeviceState, key).layout.type


def has_instrument(store: Store, key: Key) -> bool:
    """Whether an instrument stands on this track or chain."""
    return any(type_of(store, device) == INSTRUMENT for device in devices_of(store.records[key].state))


def legal_range(store: Store, devices: tuple[Key, ...], kind: int) -> tuple[int, int]:
    """The first and last position at which a device of this type may be inserted."""
    ranks = [_RANK[type_of(store, device)] for device in devices]
    rank = _RANK[kind]
    return sum(1 for other in ranks if other < rank), sum(1 for other in ranks if other <= rank)


def position_for(store: Store, key: Key, kind: int, index: int, name: str) -> int:
    """Where insert_device puts a device. RuntimeError with Live's reason when it may not stand there."""
    devices = devices_of(store.records[key].state)
    refusal = f"Can not insert device '{name}':"
    if kind not in allowed_types(store, key):
        raise RuntimeError(f"{refusal} {_unwanted(store, key)}")
    if kind == INSTRUMENT and has_instrument(store, key):
        raise RuntimeError(f"{refusal} there can not be more than one instrument")
    first, last = legal_range(store, devices, kind)
    if index == -1:
        return last
    if not first <= index <= last:
        raise RuntimeError(f"{refusal} invalid index {index}, valid is {first} to {last}")
    return index


def _unwanted(store: Store, key: Key) -> str:
    state = store.records[key].state
    if isinstance(state, TrackState) and state.kind == "audio":
        return "only audio effects can be inserted on an audio track"
    return "this kind of device can not be inserted here"


def insert_document(store: Store, key: Key, entry: DeviceDocument, position: int) -> Key:
    """Put a new device at this position."""
    devices = devices_of(store.records[key].state)
    store.gate()
    made = build_device(store, key, entry)
    edit_devices(store, key, (*devices[:position], made, *devices[position:]))
    return made


def insert_device(handle: Handle, state: State, name: str, index: int) -> Handle:
    """Live 12.3's insert_device. ValueError for a name that is not a native device."""
    from countin.sim.device_layouts import native_device
    from countin.sim.native_devices import NATIVE_DEVICES

    _refuse_frozen(state)
    if name not in NATIVE_DEVICES:
        raise ValueError(f"Device {name} not found.")
    entry = native_device(name)
    position = position_for(handle.sim_store, handle.sim_key, entry.layout.type, index, name)
    return owner(handle.sim_store, insert_document(handle.sim_store, handle.sim_key, entry, position))


def delete_device(handle: Handle, state: State, index: int) -> None:
    """Remove the device at an index. RuntimeError when there is none."""
    _refuse_frozen(state)
    devices = devices_of(state)
    if not 0 <= index < len(devices):
        raise RuntimeError("Invalid device index")
    store = handle.sim_store
    edit_devices(store, handle.sim_key, devices[:index] + devices[index + 1 :])
    remove_tree(store, devices[index])


def duplicate_device(handle: Handle, state: State, index: int) -> None:
    """Copy the device at an index right behind it. RuntimeError for an instrument."""
    _refuse_frozen(state)
    devices = devices_of(state)
    if not 0 <= index < len(devices):
        raise RuntimeError("Invalid device index")
    store = handle.sim_store
    if type_of(store, devices[index]) == INSTRUMENT:
        raise RuntimeError("Can not duplicate instrument")
    store.gate()
    made = copy_tree(store, devices[index], handle.sim_key)
    edit_devices(store, handle.sim_key, (*devices[: index + 1], made, *devices[index + 1 :]))


def _refuse_frozen(state: State) -> None:
    if isinstance(state, TrackState) and state.frozen:
        raise RuntimeError("This track is frozen")


def nearest_position(store: Store, device: Key, target: Key, wanted: int) -> int:
    """The legal position nearest to the wanted one, counted without the device itself. RuntimeError where there is
    none."""
    kind = type_of(store, device)
    others = tuple(key for key in devices_of(store.records[target].state) if key != device)
    if kind not in allowed_types(store, target) or _inside(store, target, device):
        raise RuntimeError("Couldn't move device.")
    if kind == INSTRUMENT and any(type_of(store, other) == INSTRUMENT for other in others):
        raise RuntimeError("Couldn't move device.")
    first, last = legal_range(store, others, kind)
    return min(max(wanted, first), last)


def _inside(store: Store, target: Key, device: Key) -> bool:
    """Whether a target lies below the device that would move there."""
    while True:
        state = store.records[target].state
        if not isinstance(state, ChainState):
            return False
        if state.rack == device:
            return True
        target = store.get(DeviceState, state.rack).parent


def move_device(store: Store, device: Key, target: Key, wanted: int) -> int:
    """Move a device; answers the position that Live chose."""
    position = nearest_position(store, device, target, wanted)
    source = store.get(DeviceState, device).parent
    edit_devices(store, source, tuple(key for key in devices_of(store.records[source].state) if key != device))
    store.edit(DeviceState, device).parent = target
    devices = devices_of(store.records[target].state)
    edit_devices(store, target, (*devices[:position], device, *devices[position:]))
    store.shape += 1
    return position


def container_key(target: Handle | None) -> Key:
    """The record of a track or chain that a script passed. RuntimeError for none."""
    if target is None:
        raise RuntimeError("Couldn't move device.")
    return target.sim_key
