"""Live.LooperDevice: the transport buttons of a Looper. It holds no audio: length, speed and state only."""

from __future__ import annotations

from typing import Final

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle
from countin.sim.kernel.states import DeviceState, SongState
from countin.sim.model.extras import OFF, bind_extras, extra, index, write_extra

looper = Behaviour("Live.LooperDevice.LooperDevice")

bind_extras(looper, {"overdub_after_record": OFF, "record_length_index": index(8)})
looper.constants(
    record_length_list=("x", "1 Bar", "2 Bars", "4 Bars", "8 Bars", "16 Bars", "32 Bars", "64 Bars", "128 Bars")
)
_LENGTH: Final = "loop length"
_SPEED: Final = "speed"


@looper.get("loop_length")
def get_loop_length(_handle: Handle, state: DeviceState) -> float:
    """Beats; 0 while empty."""
    return extra(state, _LENGTH, 0.0)


@looper.get("tempo", wide=True)
def get_tempo(handle: Handle, state: DeviceState) -> float:
    """The song's, or faster and slower by what the speed buttons did."""
    song = handle.sim_store.get(SongState, handle.sim_store.song)
    return song.tempo * extra(state, _SPEED, 1.0)


def _set(handle: Handle, name: str, value: float) -> None:
    write_extra(handle.sim_store, handle.sim_key, name, value)


@looper.do("record")
def record(handle: Handle, state: DeviceState) -> None:
    """An empty Looper takes the length it is set to, four bars when that is open."""
    chosen = extra(state, "record_length_index", 0)
    _set(handle, _LENGTH, 4.0 * (2 ** (chosen - 1) if chosen else 4))
    handle.sim_store.put(handle.sim_key, "looper state", 1)


@looper.do("play")
def play(handle: Handle, _state: DeviceState) -> None:
    """What was recorded repeats."""
    handle.sim_store.put(handle.sim_key, "looper state", 2)


@looper.do("overdub")
def overdub(handle: Handle, _state: DeviceState) -> None:
    """Adds to what was recorded."""
    handle.sim_store.put(handle.sim_key, "looper state", 3)


@looper.do("stop")
def stop(handle: Handle, _state: DeviceState) -> None:
    """Stops."""
    handle.sim_store.put(handle.sim_key, "looper state", 0)


@looper.do("clear")
def clear(handle: Handle, _state: DeviceState) -> None:
    """Empty again."""
    _set(handle, _LENGTH, 0.0)
    handle.sim_store.put(handle.sim_key, "looper state", 0)


@looper.do("undo")
def undo(handle: Handle, _state: DeviceState) -> None:
    """Takes back the last overdub: there is no audio here that could change."""
    handle.sim_store.gate()


@looper.do("double_length")
def double_length(handle: Handle, state: DeviceState) -> None:
    """Twice as long."""
    _set(handle, _LENGTH, get_loop_length(handle, state) * 2)


@looper.do("half_length")
def half_length(handle: Handle, state: DeviceState) -> None:
    """Half as long."""
    _set(handle, _LENGTH, get_loop_length(handle, state) / 2)


@looper.do("double_speed")
def double_speed(handle: Handle, state: DeviceState) -> None:
    """Twice as fast."""
    _set(handle, _SPEED, extra(state, _SPEED, 1.0) * 2)


@looper.do("half_speed")
def half_speed(handle: Handle, state: DeviceState) -> None:
    """Half as fast."""
    _set(handle, _SPEED, extra(state, _SPEED, 1.0) / 2)


@looper.do("export_to_clip_slot")
def export_to_clip_slot(_handle: Handle, _state: DeviceState, _slot: Handle | None) -> None:
    """RuntimeError: a Looper here holds no audio."""
    raise RuntimeError("The Looper holds no audio to export")
