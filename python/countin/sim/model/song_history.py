"""Undo and redo of Live.Song: the bracket, the labels, the travel through the history."""

from __future__ import annotations

from countin.sim.kernel.handles import Handle
from countin.sim.kernel.states import SongState
from countin.sim.kernel.store import Store
from countin.sim.model.song import song


@song.get("can_undo")
def get_can_undo(handle: Handle, _state: SongState) -> bool:
    """Follows on a later turn."""
    return handle.sim_store.history.seen_undo


@song.get("can_redo")
def get_can_redo(handle: Handle, _state: SongState) -> bool:
    """Follows on a later turn; False again after a new edit."""
    return handle.sim_store.history.seen_redo


@song.do("begin_undo_step")
def begin_undo_step(handle: Handle, _state: SongState) -> None:
    """Everything until the next end_undo_step is one step. Not counted: the first end closes."""
    store = handle.sim_store
    store.faults.on_bracket("begin_undo_step")
    if not store.history.bracket:
        store.end_step()
    store.history.bracket = True


@song.do("end_undo_step")
def end_undo_step(handle: Handle, _state: SongState) -> None:
    """Harmless without a beginning; an empty pair leaves the history as it was."""
    store = handle.sim_store
    store.faults.on_bracket("end_undo_step")
    if store.history.bracket:
        store.history.bracket = False
        store.end_step(alone=True)


@song.do("undo")
def undo(handle: Handle, _state: SongState) -> str | None:
    """Takes the last step back; answers its label since 11.3.10. Nothing happens at an empty history."""
    return _travel(handle.sim_store, "Undo")


@song.do("redo")
def redo(handle: Handle, _state: SongState) -> str | None:
    """Does the last undone step again; what it makes is made anew."""
    return _travel(handle.sim_store, "Redo")


def _travel(store: Store, direction: str) -> str | None:
    store.gate()
    history = store.history
    history.bracket = False
    store.end_step()
    source, target = (history.undo, history.redo) if direction == "Undo" else (history.redo, history.undo)
    label = ""
    if source:
        step = source.pop()
        store.undoing = True
        target.append(type(step)(step.label, store.swap(step.images)))
        history.mergeable = False
        label = f"{direction} {step.label}"
    return label if store.version >= (11, 3, 10) else None
