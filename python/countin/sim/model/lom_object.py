"""Live.LomObject: the parent of everything, found from the state."""

from __future__ import annotations

from countin.sim.kernel import states
from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle, Role, owner, role_of

lom_object = Behaviour("Live.LomObject.LomObject")


@lom_object.get("canonical_parent")
def get_canonical_parent(handle: Handle, state: states.State) -> Handle | None:
    """What the object hangs from; None for the song and for Live itself."""
    store, key, role = handle.sim_store, handle.sim_key, role_of(handle)
    if role == Role.PARAMETER and isinstance(state, (states.TrackState, states.ChainState)):
        return owner(store, key, Role.MIXER << 16)
    if role == Role.SEND:
        return owner(store, key, Role.MIXER << 16)
    if role != Role.SELF:
        return owner(store, key)
    if isinstance(state, states.SceneState | states.CueState | states.GrooveState):
        return owner(store, store.song)
    return owner(store, getattr(state, state.OWNER)) if state.OWNER else None
