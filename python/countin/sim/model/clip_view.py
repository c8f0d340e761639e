"""Live.Clip.View: grid and envelope display of a clip. View state: no undo."""

from __future__ import annotations

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle
from countin.sim.kernel.states import ClipState

clip_view = Behaviour("Live.Clip.Clip.View")


@clip_view.get("grid_quantization")
def get_grid_quantization(handle: Handle, state: ClipState) -> object:
    """Reads back as the enumeration, not as a number."""
    grid = handle.sim_store.classes.by_path["Live.Clip.GridQuantization"]
    return grid.values[handle.sim_store.seen(handle.sim_key, "grid_quantization", state.grid_quantization)]


@clip_view.set("grid_quantization")
def set_grid_quantization(handle: Handle, _state: ClipState, value: int) -> None:
    """0..9; RuntimeError otherwise."""
    if not 0 <= value <= 9:
        raise RuntimeError("Invalid grid quantization")
    handle.sim_store.put(handle.sim_key, "grid_quantization", value)


@clip_view.get("grid_is_triplet")
def get_grid_is_triplet(handle: Handle, state: ClipState) -> bool:
    """Whether the grid is in triplets."""
    return handle.sim_store.seen(handle.sim_key, "grid_is_triplet", state.grid_is_triplet)


@clip_view.set("grid_is_triplet")
def set_grid_is_triplet(handle: Handle, _state: ClipState, value: bool) -> None:
    """Whether the grid is in triplets."""
    handle.sim_store.put(handle.sim_key, "grid_is_triplet", value)


@clip_view.do("show_envelope")
def show_envelope(handle: Handle, _state: ClipState) -> None:
    """Shows the envelope editor."""
    handle.sim_store.put(handle.sim_key, "shows envelope", True)


@clip_view.do("hide_envelope")
def hide_envelope(handle: Handle, _state: ClipState) -> None:
    """Hides the envelope editor."""
    handle.sim_store.put(handle.sim_key, "shows envelope", False)


@clip_view.do("select_envelope_parameter")
def select_envelope_parameter(handle: Handle, _state: ClipState, parameter: Handle | None) -> None:
    """Which parameter the envelope editor shows."""
    chosen = None if parameter is None else (parameter.sim_key, parameter.sim_part)
    handle.sim_store.put(handle.sim_key, "envelope parameter", chosen)


@clip_view.do("show_loop")
def show_loop(handle: Handle, _state: ClipState) -> None:
    """Zooms to the loop."""
    handle.sim_store.put(handle.sim_key, "shows loop", True)
