"""The devices with a class of their own, but racks and Simpler: what Live's API shows of them beside parameters.

Labels of lists are from general knowledge of Live where they are not from a source; see GUESSED_LISTS.
"""

from __future__ import annotations

from typing import Final

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle
from countin.sim.kernel.states import DeviceState
from countin.sim.model.extras import ANY_INDEX, OFF, Extra, bind_extras, index

eq8 = Behaviour("Live.Eq8Device.Eq8Device")
eq8_view = Behaviour("Live.Eq8Device.Eq8Device.View")
drift = Behaviour("Live.DriftDevice.DriftDevice")
drum_cell = Behaviour("Live.DrumCellDevice.DrumCellDevice")
meld = Behaviour("Live.MeldDevice.MeldDevice")
roar = Behaviour("Live.RoarDevice.RoarDevice")
shifter = Behaviour("Live.ShifterDevice.ShifterDevice")
resonator = Behaviour("Live.SpectralResonatorDevice.SpectralResonatorDevice")
hybrid = Behaviour("Live.HybridReverbDevice.HybridReverbDevice")
cc_control = Behaviour("Live.CcControlDevice.CcControlDevice")
plugin = Behaviour("Live.PluginDevice.PluginDevice")
max_device = Behaviour("Live.MaxDevice.MaxDevice")

bind_extras(eq8, {"global_mode": index(2), "edit_mode": OFF, "oversample": OFF})
eq8_view.volatile(0, "selected_band")
bind_extras(drum_cell, {"gain": Extra(0.4, 0, 1)})
bind_extras(
    meld,
    {"selected_engine": Extra(False), "unison_voices": index(3), "mono_poly": index(1, 1), "poly_voices": index(6, 4)},
)
bind_extras(roar, {"routing_mode_index": index(5), "env_listen": OFF})
bind_extras(shifter, {"pitch_mode_index": index(2), "pitch_bend_range": Extra(0, 0, 24)})
bind_extras(
    resonator,
    {
        "frequency_dial_mode": index(1),
        "midi_gate": index(1),
        "mod_mode": index(3),
        "mono_poly": index(1),
        "pitch_mode": index(1),
        "pitch_bend_range": Extra(5, 0, 24),
        "polyphony": index(3, 2),
    },
)
bind_extras(
    hybrid,
    {
        "ir_category_index": ANY_INDEX,
        "ir_file_index": ANY_INDEX,
        "ir_attack_time": Extra(0.0, 0, 3.0),
        "ir_decay_time": Extra(20.0, 0.02, 20.0),
        "ir_size_factor": Extra(1.0, 0.2, 5.0),
        "ir_time_shaping_on": OFF,
    },
)

_DRIFT_SOURCES: Final = ("filter_source_1", "filter_source_2", "lfo_source", "pitch_source_1", "pitch_source_2")
_DRIFT_INDICES: Final = (*_DRIFT_SOURCES, "shape_source", "source_1", "source_2", "source_3")
_DRIFT_TARGETS: Final = ("target_1", "target_2", "target_3")
_DRIFT_ALL: Final = (*_DRIFT_INDICES, *_DRIFT_TARGETS)
bind_extras(
    drift,
    {
        **{f"mod_matrix_{name}_index": ANY_INDEX for name in _DRIFT_ALL},
        "pitch_bend_range": Extra(2, 0, 12),
        "voice_count_index": index(3),
        "voice_mode_index": index(3),
    },
)

GUESSED_LISTS: Final[dict[Behaviour, dict[str, tuple[str, ...]]]] = {
    roar: {"routing_mode_list": ("Single", "Serial", "Parallel", "Multi Band", "Mid Side", "Feedback")},
    shifter: {"pitch_mode_list": ("Pitch", "Freq", "Ring")},
    resonator: {
        "frequency_dial_mode_list": ("Hertz", "MIDI"),
        "midi_gate_list": ("Off", "On"),
        "mod_mode_list": ("None", "Chorus", "Wander", "Granular"),
        "mono_poly_list": ("Mono", "Poly"),
        "pitch_mode_list": ("Internal", "MIDI"),
    },
    hybrid: {"ir_category_list": (), "ir_file_list": ()},
    drift: {
        **{f"mod_matrix_{name}_list": () for name in _DRIFT_ALL},
        "voice_count_list": ("4", "8", "16", "24"),
        "voice_mode_list": ("Poly", "Mono", "Stereo", "Unison"),
    },
}
"""Labels that no source at hand confirms; an empty list where even a guess would be an invention."""

for _behaviour, _lists in GUESSED_LISTS.items():
    _behaviour.constants(**_lists)

_TARGETS: Final = ("bool_target", *(f"float_target_{number}" for number in range(12)))
_CONTROLS: Final = ("None", *(f"CC {number}" for number in range(128)), "Pitch Bend", "Pressure")
bind_extras(cc_control, {f"custom_{name}": index(len(_CONTROLS) - 1) for name in _TARGETS})
cc_control.constants(**{f"custom_{name}_list": _CONTROLS for name in _TARGETS})


@cc_control.do("resend")
def resend(handle: Handle, _state: DeviceState) -> None:
    """Nothing listens to the controllers here."""
    handle.sim_store.gate()


# -- plug-ins and Max devices -----------------------------------------------------------------------------------

bind_extras(plugin, {"selected_preset_index": Extra(0, 0, 0), "is_editor_open": OFF})
plugin.constants(presets=("Default",))


@plugin.do("get_parameter_names")
def get_parameter_names(_handle: Handle, state: DeviceState, begin: int, end: int) -> list[str]:
    """The names of the plug-in's parameters from begin to end; "Device On" is not one."""
    names = [layout.name for layout in state.layout.parameters[1:]]
    return names[begin : len(names) if end == -1 else end]


@max_device.do("get_bank_count")
def get_bank_count(_handle: Handle, _state: DeviceState) -> int:
    """No file says which banks a device declares."""
    return 0


@max_device.do("get_bank_name")
def get_bank_name(_handle: Handle, _state: DeviceState, bank: int) -> str:
    """RuntimeError: there is no bank."""
    raise RuntimeError(f"There is no bank {bank}")


@max_device.do("get_bank_parameters")
def get_bank_parameters(_handle: Handle, state: DeviceState, bank: int) -> list[int]:
    """The parameters by index for bank -1, the best of; RuntimeError for any other."""
    if bank != -1:
        raise RuntimeError(f"There is no bank {bank}")
    return list(range(1, min(9, len(state.values))))


@max_device.do("get_value_item_icons")
def get_value_item_icons(_handle: Handle, _state: DeviceState, _parameter: Handle | None) -> list[str]:
    """No icons."""
    return []


@max_device.watch("bank_parameters_changed")
def watch_banks(_handle: Handle, state: DeviceState) -> object:
    """Only a device that changes its layout would tell."""
    return state.layout
