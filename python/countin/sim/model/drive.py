"""Macros: which parameters they drive, and the value those follow a tick later. Derived from state, never stored."""

from __future__ import annotations

from countin.sim.kernel.states import DeviceState, Key, Mapping, single
from countin.sim.kernel.store import Store

Driver = tuple[Key, Mapping]
FIRST_MACRO, MACROS = 1, 16


def driven_parameters(store: Store) -> dict[Key, dict[int, Driver]]:
    """For each device its driven parameters and what drives them; made anew when structure moved."""
    cached = store.caches.get("driven")
    if cached is not None and cached[0] == store.shape:
        return cached[1]
    found: dict[Key, dict[int, Driver]] = {}
    for key, record in store.records.items():
        if isinstance(record.state, DeviceState):
            for mapping in record.state.mappings:
                found.setdefault(mapping.device, {})[mapping.parameter] = (key, mapping)
    store.caches["driven"] = (store.shape, found)
    return found


def driven_value(store: Store, device: Key, index: int) -> float:
    """What a driven parameter reads now: its old value while its macro moved in this tick."""
    lagged = store.lag.get((device, index))
    return lagged if lagged is not None else followed_value(store, device, index)


def followed_value(store: Store, device: Key, index: int) -> float:
    """What a driven parameter reads once settled."""
    rack, mapping = driven_parameters(store)[device][index]
    position = parameter_value(store, rack, mapping.macro + FIRST_MACRO) / 127
    value = mapping.minimum + (mapping.maximum - mapping.minimum) * position
    layout = store.get(DeviceState, device).layout.parameters[index]
    value = min(max(value, layout.minimum), layout.maximum)
    return single(round(value)) if layout.quantized else single(value)


def parameter_value(store: Store, device: Key, index: int) -> float:
    """A device parameter's value as it reads now, driven or not."""
    if index in driven_parameters(store).get(device, {}):
        return driven_value(store, device, index)
    return store.get(DeviceState, device).values[index]


def keep_driven_by(store: Store, rack: Key, index: int) -> None:
    """Before a macro moves: everything it drives keeps reading what it reads, until the next tick."""
    state = store.get(DeviceState, rack)
    for mapping in state.mappings:
        if mapping.macro + FIRST_MACRO == index and mapping.device in store.records:
            place = (mapping.device, mapping.parameter)
            keep_driven_by(store, mapping.device, mapping.parameter)
            store.lag.setdefault(place, driven_value(store, *place))


def macro_name(store: Store, state: DeviceState, index: int) -> str | None:
    """The name that a mapped macro takes from its first target; None where the layout's own name stands."""
    if not state.mappings:
        return None
    layout = state.layout.parameters[index]
    own = layout.original_name or layout.name
    if layout.name != own:
        return None
    for mapping in state.mappings:
        if mapping.macro + FIRST_MACRO == index and mapping.device in store.records:
            return store.get(DeviceState, mapping.device).layout.parameters[mapping.parameter].name
    return None
