"""Live.SimplerDevice and Live.Sample: as far as a Set says what sample a Simpler plays. Nothing opens the file: length
and rate are those of a stand-in of two seconds, and nothing is heard of crop, reverse and warp."""

from __future__ import annotations

from typing import Any, Final

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle, Role, owner, part_of
from countin.sim.kernel.states import DeviceState
from countin.sim.model.curves import clip_gain_text
from countin.sim.model.extras import OFF, Extra, bind_extras, extra, index, write_extra

simpler = Behaviour("Live.SimplerDevice.SimplerDevice")
simpler_view = Behaviour("Live.SimplerDevice.SimplerDevice.View")
sample = Behaviour("Live.Sample.Sample")

RATE: Final = 44_100.0
LENGTH: Final = 88_200
VOICES: Final = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
_BEATS: Final = LENGTH / RATE * 2
"""At 120 beats a minute."""

bind_extras(
    simpler,
    {
        "playback_mode": index(2),
        "slicing_playback_mode": index(2),
        "pad_slicing": OFF,
        "retrigger": OFF,
        "note_pitch_bend_range": Extra(48, 0, 48),
        "pitch_bend_range": Extra(2, 0, 24),
    },
)
simpler.constants(playing_position=0.0, playing_position_enabled=False)
bind_extras(
    sample,
    {
        "beats_granulation_resolution": index(6),
        "beats_transient_envelope": Extra(100.0, 0, 100),
        "beats_transient_loop_mode": index(2),
        "complex_pro_envelope": Extra(128.0, 8, 256),
        "complex_pro_formants": Extra(100.0, 0, 100),
        "texture_flux": Extra(25.0, 0, 100),
        "texture_grain_size": Extra(80.0, 2, 263),
        "tones_grain_size": Extra(30.0, 12, 100),
        "gain": Extra(0.4, 0, 1),
        "slicing_beat_division": index(10, 4),
        "slicing_region_count": Extra(8, 2, 64),
        "slicing_sensitivity": Extra(1.0, 0, 1),
        "slicing_style": index(3),
        "warping": OFF,
    },
)
sample.constants(length=LENGTH, sample_rate=RATE)


@simpler.get("sample")
def get_sample(handle: Handle, state: DeviceState) -> Handle | None:
    """The sample, None in an empty Simpler."""
    if state.sample_path is None:
        return None
    return owner(handle.sim_store, handle.sim_key, part_of(Role.SAMPLE))


@simpler.get("multi_sample_mode")
def get_multi_sample_mode(_handle: Handle, _state: DeviceState) -> bool:
    """A Set's Simplers hold one sample each; with several, Live shows a Sampler."""
    return False


@simpler.get("voices")
def get_voices(_handle: Handle, state: DeviceState) -> int:
    """1, 2, 3, 4, 6, 8, 12, 16, 24 or 32."""
    return extra(state, "voices", 6)


@simpler.set("voices")
def set_voices(handle: Handle, _state: DeviceState, value: int) -> None:
    """RuntimeError for any other number."""
    if value not in VOICES:
        raise RuntimeError("Invalid number of voices")
    write_extra(handle.sim_store, handle.sim_key, "voices", value)


def need_sample(state: DeviceState) -> None:
    """RuntimeError in an empty Simpler."""
    if state.sample_path is None:
        raise RuntimeError("There is no sample in this Simpler")


@simpler.get("can_warp_as", "can_warp_double", "can_warp_half")
def get_can_warp(_handle: Handle, state: DeviceState) -> bool:
    """With a warped sample."""
    return state.sample_path is not None and extra(state, "warping", False)


@simpler.do("guess_playback_length")
def guess_playback_length(_handle: Handle, state: DeviceState) -> float:
    """Beats."""
    need_sample(state)
    return extra(state, "beats", _BEATS)


def _warp(handle: Handle, state: DeviceState, beats: float) -> None:
    if not get_can_warp(handle, state):
        raise RuntimeError("The sample is not warped")
    write_extra(handle.sim_store, handle.sim_key, "beats", beats)


@simpler.do("warp_as")
def warp_as(handle: Handle, state: DeviceState, beats: float) -> None:
    """The region lasts this many beats."""
    _warp(handle, state, beats)


@simpler.do("warp_double")
def warp_double(handle: Handle, state: DeviceState) -> None:
    """Twice as fast."""
    _warp(handle, state, extra(state, "beats", _BEATS) / 2)


@simpler.do("warp_half")
def warp_half(handle: Handle, state: DeviceState) -> None:
    """Half as fast."""
    _warp(handle, state, extra(state, "beats", _BEATS) * 2)


@simpler.do("reverse")
def reverse(handle: Handle, state: DeviceState) -> None:
    """The other way round."""
    need_sample(state)
    write_extra(handle.sim_store, handle.sim_key, "reversed", not extra(state, "reversed", False))


@simpler.do("crop")
def crop(handle: Handle, state: DeviceState) -> None:
    """What lies outside the markers is dropped; the stand-in keeps its length."""
    need_sample(state)
    handle.sim_store.gate()


@simpler.do("replace_sample")
def replace_sample(handle: Handle, _state: DeviceState, path: str) -> None:
    """Another file (12.4); nothing opens it."""
    handle.sim_store.edit(DeviceState, handle.sim_key).sample_path = path


# -- the sample -------------------------------------------------------------------------------------------------


@sample.get("file_path")
def get_file_path(_handle: Handle, state: DeviceState) -> str:
    """The path that the Set names; nothing opens it."""
    return state.sample_path or ""


@sample.do("gain_display_string")
def get_gain_text(_handle: Handle, state: DeviceState) -> str:
    """In decibels."""
    return clip_gain_text(extra(state, "gain", 0.4))


def _marker(name: str, default: int) -> None:
    def getter(_handle: Handle, state: DeviceState) -> int:
        return extra(state, name, default)

    def setter(handle: Handle, state: DeviceState, value: int) -> None:
        start = value if name == "start_marker" else extra(state, "start_marker", 0)
        end = value if name == "end_marker" else extra(state, "end_marker", LENGTH)
        if not 0 <= start < end <= LENGTH:
            raise RuntimeError("Invalid sample marker")
        write_extra(handle.sim_store, handle.sim_key, name, value)

    sample.get(name)(getter)
    sample.set(name)(setter)


_marker("start_marker", 0)
_marker("end_marker", LENGTH)


@sample.get("warp_mode")
def get_warp_mode(_handle: Handle, state: DeviceState) -> int:
    """As Clip.warp_mode."""
    return extra(state, "warp_mode", 0)


@sample.set("warp_mode")
def set_warp_mode(handle: Handle, _state: DeviceState, value: int) -> None:
    """RuntimeError for 5 and beyond 6."""
    if value not in (0, 1, 2, 3, 4, 6):
        raise RuntimeError("Invalid warp mode")
    write_extra(handle.sim_store, handle.sim_key, "warp_mode", value)


@sample.get("warp_markers")
def get_warp_markers(_handle: Handle, _state: DeviceState) -> list[Any]:
    """No file says them for a Simpler."""
    return []


@sample.do("beat_to_sample_time")
def beat_to_sample_time(_handle: Handle, _state: DeviceState, beats: float) -> float:
    """Sample frames at 120 beats a minute."""
    return beats / 2 * RATE


@sample.do("sample_to_beat_time")
def sample_to_beat_time(_handle: Handle, _state: DeviceState, frames: float) -> float:
    """Beats at 120 beats a minute."""
    return frames / RATE * 2


# -- slices -----------------------------------------------------------------------------------------------------


def _slices(state: DeviceState) -> tuple[int, ...]:
    return extra(state, "slices", ())


def _write_slices(handle: Handle, times: set[int]) -> None:
    write_extra(handle.sim_store, handle.sim_key, "slices", tuple(sorted(times)))


@sample.get("slices")
def get_slices(_handle: Handle, state: DeviceState) -> tuple[int, ...]:
    """Sample frames; only those set by hand: transients are not detected here."""
    return _slices(state)


@sample.do("insert_slice")
def insert_slice(handle: Handle, state: DeviceState, time: int) -> None:
    """RuntimeError outside the sample."""
    if not 0 <= time < LENGTH:
        raise RuntimeError("Invalid slice time")
    _write_slices(handle, {*_slices(state), time})


@sample.do("move_slice")
def move_slice(handle: Handle, state: DeviceState, old: int, new: int) -> int:
    """Answers where it really is. RuntimeError for a slice that does not exist."""
    if old not in _slices(state) or not 0 <= new < LENGTH:
        raise RuntimeError("Invalid slice time")
    _write_slices(handle, {*_slices(state), new} - ({old} - {new}))
    return new


@sample.do("remove_slice")
def remove_slice(handle: Handle, state: DeviceState, time: int) -> None:
    """RuntimeError for a slice that does not exist."""
    if time not in _slices(state):
        raise RuntimeError("Invalid slice time")
    _write_slices(handle, {*_slices(state)} - {time})


@sample.do("clear_slices", "reset_slices")
def clear_slices(handle: Handle, _state: DeviceState) -> None:
    """No slices set by hand are left."""
    _write_slices(handle, set())


# -- the view ---------------------------------------------------------------------------------------------------

simpler_view.constants(
    sample_start=0,
    sample_end=LENGTH,
    sample_loop_start=0,
    sample_loop_end=LENGTH,
    sample_loop_fade=0,
    sample_env_fade_in=0,
    sample_env_fade_out=0,
)
simpler_view.volatile(0, "selected_slice")
