"""Live.DrumPad: a note of a Drum Rack and the chains that answer it. Mute and solo are those of its chains."""

from __future__ import annotations

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.building import remove_tree
from countin.sim.kernel.handles import Handle, index_of, several
from countin.sim.kernel.states import ChainState, DeviceState, Key
from countin.sim.kernel.store import Store
from countin.sim.model import names, solo

drum_pad = Behaviour("Live.DrumPad.DrumPad")


def chains_at(store: Store, state: DeviceState, note: int) -> tuple[Key, ...]:
    """The chains whose incoming note this is."""
    return tuple(key for key in state.chains if store.get(ChainState, key).in_note == note)


def _own(handle: Handle, state: DeviceState) -> tuple[Key, ...]:
    return chains_at(handle.sim_store, state, index_of(handle))


@drum_pad.get("note")
def get_note(handle: Handle, _state: DeviceState) -> int:
    """0..127."""
    return index_of(handle)


@drum_pad.get("name", wide=True)
def get_name(handle: Handle, state: DeviceState) -> str:
    """The note when empty, the chain's name, or "Multi"."""
    chains: list[Key] = [*_own(handle, state)]
    if not chains:
        return names.note_name(index_of(handle))
    if len(chains) > 1:
        return "Multi"
    return names.chain_name(handle.sim_store, chains[0], handle.sim_store.get(ChainState, chains[0]))


@drum_pad.get("chains", wide=True)
def get_chains(handle: Handle, state: DeviceState) -> tuple[Handle, ...]:
    """The chains that answer this note."""
    return several(handle.sim_store, _own(handle, state))


@drum_pad.get("mute", wide=True)
def get_mute(handle: Handle, state: DeviceState) -> bool:
    """Whether its chains are muted."""
    chains = _own(handle, state)
    return bool(chains) and all(solo.is_muted(handle.sim_store, key) for key in chains)


@drum_pad.set("mute")
def set_mute(handle: Handle, state: DeviceState, value: bool) -> None:
    """Mutes its chains; nothing happens on an empty pad."""
    for key in _own(handle, state):
        solo.write_mute(handle.sim_store, key, value)


@drum_pad.get("solo", wide=True)
def get_solo(handle: Handle, state: DeviceState) -> bool:
    """Whether its chains are soloed."""
    chains = _own(handle, state)
    return bool(chains) and all(handle.sim_store.get(ChainState, key).solo for key in chains)


@drum_pad.set("solo")
def set_solo(handle: Handle, state: DeviceState, value: bool) -> None:
    """Solos its chains, and as a side effect clears mutes: of this pad, or of the whole rack (switch `pad_solo`)."""
    store = handle.sim_store
    own = _own(handle, state)
    for key in own:
        solo.write_solo(store, key, value)
    cleared = state.chains if own and store.switches.pad_solo == "rack" else own
    for key in cleared:
        if store.get(ChainState, key).mute and solo.is_muted(store, key):
            solo.write_mute(store, key, False)


@drum_pad.do("delete_all_chains")
def delete_all_chains(handle: Handle, state: DeviceState) -> None:
    """Empties the pad."""
    store, doomed = handle.sim_store, _own(handle, state)
    if not doomed:
        return
    edited = store.edit(DeviceState, handle.sim_key)
    edited.chains = tuple(key for key in edited.chains if key not in doomed)
    for key in doomed:
        remove_tree(store, key)
