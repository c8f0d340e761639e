"""Live.Groove and Live.GroovePool. Nothing can be added or removed through the API."""

from __future__ import annotations

from countin.sim.kernel.behaviour import Behaviour, within
from countin.sim.kernel.handles import Handle, several
from countin.sim.kernel.states import GrooveState, SongState

groove = Behaviour("Live.Groove.Groove")
groove_pool = Behaviour("Live.GroovePool.GroovePool")

groove.fields(GrooveState, "name")
groove.checked(GrooveState, "base", within(0, 5, "Invalid groove base"))
groove.checked(GrooveState, "timing_amount", within(0, 131, "Groove timing out of range"))
groove.checked(GrooveState, "quantization_amount", within(0, 100, "Groove quantization out of range"))
groove.checked(GrooveState, "random_amount", within(0, 100, "Groove random out of range"))
groove.checked(GrooveState, "velocity_amount", within(-100, 100, "Groove velocity out of range"))


@groove_pool.get("grooves")
def get_grooves(handle: Handle, state: SongState) -> tuple[Handle, ...]:
    """The grooves of the Set."""
    return several(handle.sim_store, state.grooves)
