"""Live.WavetableDevice: oscillators, voices and the modulation matrix beside the parameters."""

from __future__ import annotations

from typing import Final

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle, index_of
from countin.sim.kernel.states import DeviceState, single
from countin.sim.model.extras import ANY_INDEX, Extra, bind_extras, extra, index, write_extra

wavetable = Behaviour("Live.WavetableDevice.WavetableDevice")

bind_extras(
    wavetable,
    {
        "filter_routing": index(2),
        "mono_poly": index(1, 1),
        "poly_voices": index(6, 6),
        "unison_mode": index(6),
        "unison_voice_count": index(6, 1),
        "oscillator_1_effect_mode": index(3),
        "oscillator_2_effect_mode": index(3),
        "oscillator_1_wavetable_category": ANY_INDEX,
        "oscillator_2_wavetable_category": ANY_INDEX,
        "oscillator_1_wavetable_index": ANY_INDEX,
        "oscillator_2_wavetable_index": ANY_INDEX,
    },
)
wavetable.constants(oscillator_wavetable_categories=(), oscillator_1_wavetables=(), oscillator_2_wavetables=())
_SOURCES: Final = 11
_TARGETS: Final = "modulation targets"
_AMOUNTS: Final = "modulation amounts"
_FREE: Final = Extra(())


def _targets(state: DeviceState) -> tuple[int, ...]:
    return extra(state, _TARGETS, _FREE.default)


@wavetable.get("visible_modulation_target_names")
def get_target_names(_handle: Handle, state: DeviceState) -> list[str]:
    """The parameters in the matrix, in the order they came in."""
    return [state.layout.parameters[target].name for target in _targets(state)]


@wavetable.do("is_parameter_modulatable")
def is_parameter_modulatable(handle: Handle, _state: DeviceState, parameter: Handle | None) -> bool:
    """A continuous parameter of this device."""
    if parameter is None or parameter.sim_key != handle.sim_key:
        return False
    state = handle.sim_store.get(DeviceState, handle.sim_key)
    return not state.layout.parameters[index_of(parameter)].quantized


@wavetable.do("add_parameter_to_modulation_matrix")
def add_parameter(handle: Handle, state: DeviceState, parameter: Handle | None) -> int:
    """Answers its row. RuntimeError for a parameter that can not be modulated."""
    if parameter is None or not is_parameter_modulatable(handle, state, parameter):
        raise RuntimeError("The parameter can not be modulated")
    targets, wanted = _targets(state), index_of(parameter)
    if wanted not in targets:
        write_extra(handle.sim_store, handle.sim_key, _TARGETS, (*targets, wanted))
        return len(targets)
    return targets.index(wanted)


def _need_row(state: DeviceState, row: int, source: int = 0) -> None:
    if not 0 <= row < len(_targets(state)) or not 0 <= source < _SOURCES:
        raise RuntimeError("Invalid modulation target or source")


@wavetable.do("get_modulation_target_parameter_name")
def get_target_name(_handle: Handle, state: DeviceState, row: int) -> str:
    """RuntimeError for a row that does not exist."""
    _need_row(state, row)
    return state.layout.parameters[_targets(state)[row]].name


@wavetable.do("get_modulation_value")
def get_modulation_value(_handle: Handle, state: DeviceState, row: int, source: int) -> float:
    """-1..1."""
    _need_row(state, row, source)
    return dict(extra(state, _AMOUNTS, ())).get((row, source), 0.0)


@wavetable.do("set_modulation_value")
def set_modulation_value(handle: Handle, state: DeviceState, row: int, source: int, value: float) -> None:
    """RuntimeError outside -1..1."""
    _need_row(state, row, source)
    if not -1 <= value <= 1:
        raise RuntimeError("Invalid modulation value")
    amounts = {**dict(extra(state, _AMOUNTS, ())), (row, source): single(value)}
    write_extra(handle.sim_store, handle.sim_key, _AMOUNTS, tuple(sorted(amounts.items())))


@wavetable.watch("modulation_matrix_changed")
def watch_matrix(_handle: Handle, state: DeviceState) -> object:
    """Rows or amounts."""
    return (_targets(state), extra(state, _AMOUNTS, ()))
