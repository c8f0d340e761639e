"""Macros: which parameters they drive, and the value those follow a tick later. Derived from state, never stored."""

from __future__ import annotations

from countin.sim.document import ParameterLayout
from countin.sim.kernel.handles import Role, part_of
from countin.sim.kernel.states import DeviceState, Key, Mapping, single
from countin.sim.kernel.store import Store
from countin.sim.model import mixer_layouts

Driver = tuple[Key, Mapping]
FIRST_MACRO, MACROS = 1, 16
FULL = 127.0


def driven_parameters(store: Store) -> dict[Key, dict[int, Driver]]:
    """For each record its driven parameters (by part) and what drives them; made anew when structure moved."""
    cached = store.caches.get("driven")
    if cached is not None and cached[0] == store.shape:
        return cached[1]
    found: dict[Key, dict[int, Driver]] = {}
    for key, record in store.records.items():
        if isinstance(record.state, DeviceState):
            for mapping in record.state.mappings:
                found.setdefault(mapping.owner, {})[mapping.part] = (key, mapping)
    store.caches["driven"] = (store.shape, found)
    return found


def is_driven(store: Store, key: Key, part: int) -> bool:
    """Whether a macro drives this parameter."""
    driven = driven_parameters(store).get(key)
    return driven is not None and part in driven


def driven_value(store: Store, key: Key, part: int) -> float:
    """What a driven parameter reads now: its old value while its macro moved in this tick."""
    lagged = store.lag.get((key, part))
    return lagged if lagged is not None else followed_value(store, key, part)


def followed_value(store: Store, key: Key, part: int) -> float:
    """What a driven parameter reads once settled."""
    rack, mapping = driven_parameters(store)[key][part]
    macro = device_value(store, rack, mapping.macro + FIRST_MACRO)
    if mapping.on_range is not None:
        return 1.0 if mapping.on_range[0] <= macro <= mapping.on_range[1] else 0.0
    layout = _layout(store, key, part)
    value = mapping.minimum + (mapping.maximum - mapping.minimum) * macro / FULL
    value = min(max(value, layout.minimum), layout.maximum)
    return single(round(value)) if layout.quantized else single(value)


def _layout(store: Store, key: Key, part: int) -> ParameterLayout:
    state = store.records[key].state
    if isinstance(state, DeviceState):
        return state.layout.parameters[part & 0xFFFF]
    return mixer_layouts.layout_of(store, state, part)


def device_value(store: Store, device: Key, index: int) -> float:
    """A device parameter's value as it reads now, driven or not."""
    part = part_of(Role.PARAMETER, index)
    if is_driven(store, device, part):
        return driven_value(store, device, part)
    return store.get(DeviceState, device).values[index]


def keep_driven_by(store: Store, rack: Key, index: int) -> None:
    """Before a macro moves: everything it drives keeps reading what it reads, until the next tick."""
    for mapping in store.get(DeviceState, rack).mappings:
        if mapping.macro + FIRST_MACRO == index and mapping.owner in store.records:
            if isinstance(store.records[mapping.owner].state, DeviceState):
                keep_driven_by(store, mapping.owner, mapping.part & 0xFFFF)
            place = (mapping.owner, mapping.part)
            store.lag.setdefault(place, driven_value(store, *place))


def macro_name(store: Store, state: DeviceState, index: int) -> str | None:
    """The name that a mapped macro takes from its first target; None where the layout's own name stands."""
    layout = state.layout.parameters[index]
    if not state.mappings or layout.name != (layout.original_name or layout.name):
        return None
    for mapping in state.mappings:
        if mapping.macro + FIRST_MACRO == index and mapping.owner in store.records:
            return _layout(store, mapping.owner, mapping.part).name
    return None
