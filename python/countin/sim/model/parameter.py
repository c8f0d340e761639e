"""Live.DeviceParameter: parameters of devices (a column of their device), of mixers (fields of their track or chain)
and sends. Values are 32-bit floats; a value outside the range is refused, never clamped.
"""

from __future__ import annotations

from array import array
from typing import Any, Final

from countin.sim.document import ParameterLayout
from countin.sim.kernel import states
from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle, Role, index_of, part_of
from countin.sim.kernel.states import DeviceState, Key, State, single
from countin.sim.kernel.store import Store
from countin.sim.model import curves, drive, mixer_layouts, mixer_parts

parameter = Behaviour("Live.DeviceParameter.DeviceParameter")

OUT_OF_RANGE: Final = "Invalid value. Check the parameters range with min/max"
DISABLED: Final = "This parameter is disabled and cannot be changed"
ENABLED_STATE, DISABLED_STATE = 0, 2


def layout_of(store: Store, key: Key, state: State, part: int) -> ParameterLayout:
    """What never changes of a parameter."""
    if isinstance(state, DeviceState):
        return state.layout.parameters[part & 0xFFFF]
    return mixer_layouts.layout_of(store, state, part)


@parameter.get("value")
def get_value(handle: Handle, state: State) -> float:
    """The value as it reads now: a macro-driven one follows its macro a tick later."""
    if type(state) is DeviceState:
        store = handle.sim_store
        driven = drive.driven_parameters(store).get(handle.sim_key)
        if driven is not None and handle.sim_part in driven:
            return drive.driven_value(store, handle.sim_key, handle.sim_part)
        if state.automated:
            return _automation_value(handle, state)
        return state.values[handle.sim_part & 0xFFFF]
    return mixer_parts.value_of(handle.sim_store, handle.sim_key, state, handle.sim_part)


def _automation_value(handle: Handle, state: DeviceState) -> float:
    """Where the automation has moved the parameter, unless it is overridden."""
    moved = handle.sim_store.seen(handle.sim_key, f"automation {handle.sim_part}")
    own = state.values[handle.sim_part & 0xFFFF]
    return own if moved is None or get_automation_state(handle, state) != 1 else moved


@parameter.wide_when("value")
def value_is_wide(handle: Handle, state: State) -> bool:
    """A macro of a rack above, or what a mixer's parameter mirrors, can change it."""
    return not isinstance(state, DeviceState) or drive.is_driven(handle.sim_store, handle.sim_key, handle.sim_part)


@parameter.set("value")
def set_value(handle: Handle, state: State, value: float) -> None:
    """RuntimeError outside min..max and for a disabled parameter."""
    layout = layout_of(handle.sim_store, handle.sim_key, state, handle.sim_part)
    if not get_is_enabled(handle, state):
        raise RuntimeError(DISABLED)
    rounded = single(value) if abs(value) < 1e30 else value
    if not single(layout.minimum) <= rounded <= single(layout.maximum):
        raise RuntimeError(OUT_OF_RANGE)
    write(handle.sim_store, handle.sim_key, handle.sim_part, single(round(value)) if layout.quantized else rounded)


def write(store: Store, key: Key, part: int, value: float) -> None:
    """Set a parameter that is known to take this value."""
    state = store.records[key].state
    if isinstance(state, DeviceState):
        write_device(store, key, part & 0xFFFF, value)
    else:
        mixer_parts.write(store, key, state, part, value)
    _override(store, key, state, part)


def write_device(store: Store, key: Key, index: int, value: float) -> None:
    """Set a value of a device's column; parameters that a macro drives keep reading their old value until the tick."""
    store.gate()
    drive.keep_driven_by(store, key, index)
    state = store.edit(DeviceState, key)
    values = array("f", state.values)
    values[index] = value
    state.values = values


def _override(store: Store, key: Key, state: Any, part: int) -> None:  # any state with automation
    if part in _automated(state):
        overridden: frozenset[int] = store.seen(key, "overridden", frozenset[int]())
        store.put(key, "overridden", overridden | {part})


def _automated(state: State) -> frozenset[int]:
    if isinstance(state, DeviceState):
        return frozenset(part_of(Role.PARAMETER, index) for index in state.automated)
    return state.automated if isinstance(state, states.TrackState) else frozenset()


@parameter.get("automation_state")
def get_automation_state(handle: Handle, state: State) -> int:
    """0 none, 1 playing, 2 overridden."""
    if handle.sim_part not in _automated(state):
        return 0
    return 2 if handle.sim_part in handle.sim_store.seen(handle.sim_key, "overridden", frozenset[int]()) else 1


@parameter.do("re_enable_automation")
def re_enable_automation(handle: Handle, _state: State) -> None:
    """An overridden parameter follows its automation again."""
    overridden: frozenset[int] = handle.sim_store.seen(handle.sim_key, "overridden", frozenset[int]())
    if handle.sim_part in overridden:
        handle.sim_store.put(handle.sim_key, "overridden", overridden - {handle.sim_part})


@parameter.get("is_enabled")
def get_is_enabled(handle: Handle, _state: State) -> bool:
    """False while a macro drives it."""
    return not drive.is_driven(handle.sim_store, handle.sim_key, handle.sim_part)


@parameter.get("state")
def get_state(handle: Handle, state: State) -> int:
    """0 enabled, 2 disabled; 1 (no effect now) is not imitated."""
    return ENABLED_STATE if get_is_enabled(handle, state) else DISABLED_STATE


@parameter.get("min")
def get_min(handle: Handle, state: State) -> float:
    """The lowest raw value."""
    return single(layout_of(handle.sim_store, handle.sim_key, state, handle.sim_part).minimum)


@parameter.get("max")
def get_max(handle: Handle, state: State) -> float:
    """The highest raw value."""
    return single(layout_of(handle.sim_store, handle.sim_key, state, handle.sim_part).maximum)


@parameter.get("name", wide=True)
def get_name(handle: Handle, state: State) -> str:
    """The shown name; a mapped macro shows its first target's."""
    if isinstance(state, DeviceState):
        shown = drive.macro_name(handle.sim_store, state, index_of(handle))
        if shown is not None:
            return shown
    return layout_of(handle.sim_store, handle.sim_key, state, handle.sim_part).name


@parameter.get("original_name")
def get_original_name(handle: Handle, state: State) -> str:
    """The name before macro renaming."""
    layout = layout_of(handle.sim_store, handle.sim_key, state, handle.sim_part)
    return layout.original_name or layout.name


@parameter.get("is_quantized")
def get_is_quantized(handle: Handle, state: State) -> bool:
    """Whether the value is an index."""
    return layout_of(handle.sim_store, handle.sim_key, state, handle.sim_part).quantized


@parameter.get("value_items", "short_value_items")
def get_value_items(handle: Handle, state: State) -> tuple[str, ...]:
    """Labels of a quantized parameter; RuntimeError for any other. Some quantized ones have none."""
    layout = layout_of(handle.sim_store, handle.sim_key, state, handle.sim_part)
    if not layout.quantized:
        raise RuntimeError("There are no value items available for this type of parameter")
    return layout.value_items


@parameter.get("default_value")
def get_default_value(handle: Handle, state: State) -> float:
    """RuntimeError for a quantized parameter. Where a file does not say it, the lowest value is a guess."""
    layout = layout_of(handle.sim_store, handle.sim_key, state, handle.sim_part)
    if layout.quantized:
        raise RuntimeError("There is no default value available for this type of parameter")
    return single(layout.minimum if layout.default is None else layout.default)


@parameter.get("display_value", wide=True)
def get_display_value(handle: Handle, state: State) -> float:
    """The value in the units that Live shows; RuntimeError for a quantized parameter."""
    layout = layout_of(handle.sim_store, handle.sim_key, state, handle.sim_part)
    if layout.quantized:
        raise RuntimeError("There is no display value available for this type of parameter")
    return curves.shown_number(layout, get_value(handle, state))


@parameter.set("display_value")
def set_display_value(handle: Handle, state: State, value: float) -> None:
    """Write in shown units; the range is refused as for `value`."""
    layout = layout_of(handle.sim_store, handle.sim_key, state, handle.sim_part)
    if layout.quantized:
        raise RuntimeError("There is no display value available for this type of parameter")
    set_value(handle, state, curves.raw_number(layout, value))


@parameter.do("str_for_value")
def str_for_value(handle: Handle, state: State, value: float) -> str:
    """The display string of a raw value."""
    return curves.display(layout_of(handle.sim_store, handle.sim_key, state, handle.sim_part), value)


@parameter.do("__str__")
def text(handle: Handle, state: State) -> str:
    """The current display string."""
    return str_for_value(handle, state, get_value(handle, state))


@parameter.do("begin_gesture")
def begin_gesture(handle: Handle, _state: State) -> None:
    """A hand is on the parameter: what follows would be recorded as automation."""
    handle.sim_store.put(handle.sim_key, f"gesture {handle.sim_part}", True)


@parameter.do("end_gesture")
def end_gesture(handle: Handle, _state: State) -> None:
    """The hand is off again."""
    handle.sim_store.put(handle.sim_key, f"gesture {handle.sim_part}", False)
