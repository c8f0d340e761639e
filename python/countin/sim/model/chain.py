"""Live.Chain and Live.DrumChain: a chain of a rack with its devices, mixer switches and notes."""

from __future__ import annotations

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle, Role, owner, part_of, several
from countin.sim.kernel.states import ChainState, DeviceState
from countin.sim.model import containers, names, solo
from countin.sim.model.palette import color_of, nearest, snapped_index

chain = Behaviour("Live.Chain.Chain")
drum_chain = Behaviour("Live.DrumChain.DrumChain")

chain.fields(ChainState, is_auto_colored="auto_colored")
chain.do("insert_device")(containers.insert_device)
chain.do("delete_device")(containers.delete_device)
chain.do("duplicate_device")(containers.duplicate_device)


@chain.get("name", wide=True)
def get_name(handle: Handle, state: ChainState) -> str:
    """With its letter on a return chain."""
    return names.chain_name(handle.sim_store, handle.sim_key, state)


@chain.set("name")
def set_name(handle: Handle, _state: ChainState, value: str) -> None:
    """An empty name reverts to "Chain"."""
    handle.sim_store.edit(ChainState, handle.sim_key).name = value


@chain.get("devices")
def get_devices(handle: Handle, state: ChainState) -> tuple[Handle, ...]:
    """Its devices in order."""
    return several(handle.sim_store, state.devices)


@chain.get("mixer_device")
def get_mixer_device(handle: Handle, _state: ChainState) -> Handle:
    """Its mixer."""
    return owner(handle.sim_store, handle.sim_key, part_of(Role.MIXER))


@chain.get("mute", wide=True)
def get_mute(handle: Handle, _state: ChainState) -> bool:
    """The same as its activator being off."""
    return solo.is_muted(handle.sim_store, handle.sim_key)


@chain.set("mute")
def set_mute(handle: Handle, _state: ChainState, value: bool) -> None:
    """The same as its activator being off."""
    solo.write_mute(handle.sim_store, handle.sim_key, value)


@chain.get("solo")
def get_solo(_handle: Handle, state: ChainState) -> bool:
    """Not exclusive."""
    return state.solo


@chain.set("solo")
def set_solo(handle: Handle, _state: ChainState, value: bool) -> None:
    """Not exclusive."""
    solo.write_solo(handle.sim_store, handle.sim_key, value)


@chain.get("muted_via_solo", wide=True)
def get_muted_via_solo(handle: Handle, _state: ChainState) -> bool:
    """Follows a tick later."""
    return solo.muted_via_solo(handle.sim_store, handle.sim_key)


@chain.get("color")
def get_color(_handle: Handle, state: ChainState) -> int:
    """0x00RRGGBB."""
    return color_of(state.color_index)


@chain.set("color")
def set_color(handle: Handle, state: ChainState, value: int) -> None:
    """Snaps to the nearest colour of the palette."""
    set_color_index(handle, state, nearest(value & 0xFFFFFF))


@chain.get("color_index")
def get_color_index(_handle: Handle, state: ChainState) -> int:
    """0..69."""
    return state.color_index


@chain.set("color_index")
def set_color_index(handle: Handle, _state: ChainState, value: int) -> None:
    """A colour of its own: no longer coloured by its parent."""
    edited = handle.sim_store.edit(ChainState, handle.sim_key)
    edited.color_index, edited.auto_colored = snapped_index(value), False


@chain.get("has_midi_input")
def get_has_midi_input(handle: Handle, _state: ChainState) -> bool:
    """Whether MIDI arrives at the chain."""
    return containers.takes_midi(handle.sim_store, handle.sim_key)


@chain.get("has_midi_output")
def get_has_midi_output(handle: Handle, state: ChainState) -> bool:
    """Whether MIDI leaves it: no instrument turns it into audio."""
    store, key = handle.sim_store, handle.sim_key
    return containers.takes_midi(store, key) and not containers.has_instrument(store, key)


@chain.get("has_audio_input")
def get_has_audio_input(handle: Handle, _state: ChainState) -> bool:
    """Whether audio arrives at the chain."""
    return not containers.takes_midi(handle.sim_store, handle.sim_key)


@chain.get("has_audio_output")
def get_has_audio_output(handle: Handle, state: ChainState) -> bool:
    """Whether audio leaves it."""
    rack = handle.sim_store.get(DeviceState, state.rack)
    return rack.layout.class_name != "MidiEffectGroupDevice" and not get_has_midi_output(handle, state)


def _note(value: int, text: str) -> None:
    if not 0 <= value <= 127:
        raise RuntimeError(text)


drum_chain.checked(ChainState, "in_note", lambda value: _note(value, "Invalid note number."))
drum_chain.checked(ChainState, "out_note", lambda value: _note(value, "Invalid note."))


@drum_chain.get("choke_group")
def get_choke_group(_handle: Handle, state: ChainState) -> int:
    """0 none, 1..16."""
    return state.choke_group


@drum_chain.set("choke_group")
def set_choke_group(handle: Handle, _state: ChainState, value: int) -> None:
    """0 none, 1..16; RuntimeError otherwise."""
    if not 0 <= value <= 16:
        raise RuntimeError("Invalid choke group.")
    handle.sim_store.edit(ChainState, handle.sim_key).choke_group = value
