"""Live.RackDevice: chains, pads, macros and their variations."""

from __future__ import annotations

import random
from array import array

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.building import copy_tree, remove_tree
from countin.sim.kernel.handles import Handle, Role, maybe, owner, part_of, several
from countin.sim.kernel.states import ChainState, DeviceState, Key, Variation, single
from countin.sim.kernel.store import Store
from countin.sim.model import drive, drum_pad
from countin.sim.model.parameter import write_device

rack = Behaviour("Live.RackDevice.RackDevice")
rack_view = Behaviour("Live.RackDevice.RackDevice.View")

PADS, VISIBLE_PADS, MACROS = 128, 16, 16
_DRUMS = "DrumGroupDevice"

rack.constants(can_show_chains=True)
rack.volatile(False, "is_showing_chains")
rack.fields(DeviceState, "visible_macro_count", settable=False)
rack_view.volatile(True, "is_showing_chain_devices")


@rack.get("chains")
def get_chains(handle: Handle, state: DeviceState) -> tuple[Handle, ...]:
    """Its chains in order."""
    return several(handle.sim_store, state.chains)


@rack.get("return_chains")
def get_return_chains(handle: Handle, state: DeviceState) -> tuple[Handle, ...]:
    """Its return chains."""
    return several(handle.sim_store, state.return_chains)


def is_nested(store: Store, state: DeviceState) -> bool:
    """Whether a rack sits inside another Drum Rack: then it shows no pads."""
    parent = store.find(ChainState, state.parent)
    while parent is not None:
        above = store.get(DeviceState, parent.rack)
        if above.layout.class_name == _DRUMS:
            return True
        parent = store.find(ChainState, above.parent)
    return False


@rack.get("drum_pads")
def get_drum_pads(handle: Handle, state: DeviceState) -> tuple[Handle, ...]:
    """128 on a Drum Rack, none when it is nested in another or is no Drum Rack."""
    return _pads(handle, state, 0, PADS)


@rack.get("visible_drum_pads")
def get_visible_drum_pads(handle: Handle, state: DeviceState) -> tuple[Handle, ...]:
    """The sixteen that the rack's view shows."""
    first = 4 * handle.sim_store.seen(handle.sim_key, "drum_pads_scroll_position", 9)
    return _pads(handle, state, first, first + VISIBLE_PADS)


def _pads(handle: Handle, state: DeviceState, first: int, last: int) -> tuple[Handle, ...]:
    store = handle.sim_store
    if state.layout.class_name != _DRUMS or is_nested(store, state):
        return ()
    return tuple(owner(store, handle.sim_key, part_of(Role.PAD, note)) for note in range(first, min(last, PADS)))


@rack.get("has_drum_pads")
def get_has_drum_pads(handle: Handle, state: DeviceState) -> bool:
    """RuntimeError on a rack that is no Drum Rack."""
    if state.layout.class_name != _DRUMS:
        raise RuntimeError("Only drum racks can have pads!")
    return not is_nested(handle.sim_store, state)


@rack.get("has_macro_mappings")
def get_has_macro_mappings(_handle: Handle, state: DeviceState) -> bool:
    """Whether any macro drives anything."""
    return bool(state.mappings)


@rack.get("macros_mapped")
def get_macros_mapped(_handle: Handle, state: DeviceState) -> tuple[bool, ...]:
    """For each of the sixteen macros, whether it drives something."""
    mapped = {mapping.macro for mapping in state.mappings}
    return tuple(macro in mapped for macro in range(MACROS))


@rack.get("chain_selector")
def get_chain_selector(handle: Handle, state: DeviceState) -> Handle:
    """The parameter of that name; a Drum Rack has none."""
    for index, layout in enumerate(state.layout.parameters):
        if layout.name == "Chain Selector":
            return owner(handle.sim_store, handle.sim_key, part_of(Role.PARAMETER, index))
    raise RuntimeError("This rack has no chain selector")


@rack.do("add_macro")
def add_macro(handle: Handle, state: DeviceState) -> None:
    """From one to two, then two more each time, up to sixteen."""
    if state.visible_macro_count >= MACROS:
        raise RuntimeError("The maximum number of macro controls is already reached!")
    count = state.visible_macro_count
    handle.sim_store.edit(DeviceState, handle.sim_key).visible_macro_count = 2 if count == 1 else min(count + 2, MACROS)


@rack.do("remove_macro")
def remove_macro(handle: Handle, state: DeviceState) -> None:
    """The reverse of add_macro, down to one."""
    count = state.visible_macro_count
    if count <= 1:
        raise RuntimeError("The minimum number of macro controls is already reached!")
    handle.sim_store.edit(DeviceState, handle.sim_key).visible_macro_count = 1 if count == 2 else max(count - 2, 1)


def _macro_values(state: DeviceState) -> tuple[float, ...]:
    return tuple(state.values[drive.FIRST_MACRO : drive.FIRST_MACRO + MACROS])


@rack.do("randomize_macros")
def randomize_macros(handle: Handle, state: DeviceState) -> None:
    """Turns the mapped macros; the numbers are repeatable here, seeded by the values they replace."""
    source = random.Random(repr(_macro_values(state)))
    for macro in sorted({mapping.macro for mapping in state.mappings}):
        write_device(handle.sim_store, handle.sim_key, macro + drive.FIRST_MACRO, single(source.uniform(0, 127)))


@rack.get("variation_count")
def get_variation_count(_handle: Handle, state: DeviceState) -> int:
    """How many variations are stored."""
    return len(state.variations)


@rack.get("selected_variation_index")
def get_selected_variation_index(handle: Handle, state: DeviceState) -> int:
    """-1 for none."""
    index: int = handle.sim_store.seen(handle.sim_key, "selected_variation_index", -1)
    return index if index < len(state.variations) else -1


@rack.set("selected_variation_index")
def set_selected_variation_index(handle: Handle, state: DeviceState, value: int) -> None:
    """RuntimeError for an index that does not exist."""
    if not -1 <= value < len(state.variations):
        raise RuntimeError("Invalid variation index")
    handle.sim_store.put(handle.sim_key, "selected_variation_index", value)


@rack.do("store_variation")
def store_variation(handle: Handle, state: DeviceState) -> None:
    """Appends the macros as they are; does not select."""
    edited = handle.sim_store.edit(DeviceState, handle.sim_key)
    edited.variations = (*state.variations, Variation(_macro_values(state)))


@rack.do("recall_selected_variation")
def recall_selected_variation(handle: Handle, state: DeviceState) -> None:
    """Nothing without a selection."""
    _recall(handle, state, get_selected_variation_index(handle, state))


@rack.do("recall_last_used_variation")
def recall_last_used_variation(handle: Handle, state: DeviceState) -> None:
    """The one recalled last, if there was one."""
    _recall(handle, state, handle.sim_store.seen(handle.sim_key, "last variation", -1))


def _recall(handle: Handle, state: DeviceState, index: int) -> None:
    if not 0 <= index < len(state.variations):
        return
    store, key = handle.sim_store, handle.sim_key
    for macro, value in enumerate(state.variations[index].values):
        if macro + drive.FIRST_MACRO < len(state.values):
            write_device(store, key, macro + drive.FIRST_MACRO, single(value))
    store.put(key, "last variation", index)


@rack.do("delete_selected_variation")
def delete_selected_variation(handle: Handle, state: DeviceState) -> None:
    """Nothing without a selection; nothing is selected afterwards."""
    index = get_selected_variation_index(handle, state)
    if index < 0:
        return
    edited = handle.sim_store.edit(DeviceState, handle.sim_key)
    edited.variations = state.variations[:index] + state.variations[index + 1 :]
    handle.sim_store.put(handle.sim_key, "selected_variation_index", -1)


@rack.do("insert_chain")
def insert_chain(handle: Handle, state: DeviceState, index: int) -> Handle:
    """A new chain at an index, or at the end. In a Drum Rack it answers C1 and sends C3."""
    if not -1 <= index <= len(state.chains):
        raise RuntimeError("Invalid chain index")
    store = handle.sim_store
    drums = state.layout.class_name == _DRUMS
    silent = state.layout.class_name == "MidiEffectGroupDevice"
    store.gate()
    made = store.add(
        ChainState(
            rack=handle.sim_key,
            volume=None if silent else single(0.85),
            pan=None if silent else 0.0,
            sends=array("f", [0.0] * len(state.return_chains)),
            in_note=36 if drums else None,
            out_note=60 if drums else None,
        )
    )
    position = len(state.chains) if index == -1 else index
    edited = store.edit(DeviceState, handle.sim_key)
    edited.chains = (*state.chains[:position], made, *state.chains[position:])
    return owner(store, made)


@rack.do("copy_pad")
def copy_pad(handle: Handle, state: DeviceState, source: int, destination: int) -> None:
    """Copies everything of a pad over another. RuntimeError for an empty source or a note out of range."""
    store = handle.sim_store
    chains = drum_pad.chains_at(store, state, source) if 0 <= source < PADS else ()
    if state.layout.class_name != _DRUMS or not chains or not 0 <= destination < PADS:
        raise RuntimeError("Invalid pad index")
    if source == destination:
        return
    edited = store.edit(DeviceState, handle.sim_key)
    replaced = drum_pad.chains_at(store, edited, destination)
    kept = tuple(key for key in edited.chains if key not in replaced)
    copies = tuple(_copy_chain(store, key, handle.sim_key, destination) for key in chains)
    edited.chains = kept + copies
    for key in replaced:
        remove_tree(store, key)


def _copy_chain(store: Store, key: Key, rack_key: Key, note: int) -> Key:
    made = copy_tree(store, key, rack_key)
    store.get(ChainState, made).in_note = note
    return made


# -- the view ---------------------------------------------------------------------------------------------------


@rack_view.get("drum_pads_scroll_position")
def get_scroll(handle: Handle, _state: DeviceState) -> int:
    """0..28, in rows of four pads."""
    return handle.sim_store.seen(handle.sim_key, "drum_pads_scroll_position", 9)


@rack_view.set("drum_pads_scroll_position")
def set_scroll(handle: Handle, _state: DeviceState, value: int) -> None:
    """RuntimeError outside 0..28."""
    if not 0 <= value <= 28:
        raise RuntimeError("Invalid scroll position")
    handle.sim_store.put(handle.sim_key, "drum_pads_scroll_position", value)


@rack_view.get("selected_chain")
def get_selected_chain(handle: Handle, state: DeviceState) -> Handle | None:
    """The first chain until another is selected."""
    chosen = handle.sim_store.seen(handle.sim_key, "selected_chain")
    known = (*state.chains, *state.return_chains)
    return maybe(handle.sim_store, chosen if chosen in known else next(iter(known), None))


@rack_view.set("selected_chain")
def set_selected_chain(handle: Handle, state: DeviceState, value: Handle | None) -> None:
    """RuntimeError for a chain of another rack."""
    if value is None or value.sim_key not in (*state.chains, *state.return_chains):
        raise RuntimeError("The chain does not belong to this rack")
    handle.sim_store.put(handle.sim_key, "selected_chain", value.sim_key)


@rack_view.get("selected_drum_pad")
def get_selected_drum_pad(handle: Handle, state: DeviceState) -> Handle | None:
    """C1 until another is selected; None without pads."""
    if state.layout.class_name != _DRUMS or is_nested(handle.sim_store, state):
        return None
    note: int = handle.sim_store.seen(handle.sim_key, "selected_drum_pad", 36)
    return owner(handle.sim_store, handle.sim_key, part_of(Role.PAD, note))


@rack_view.set("selected_drum_pad")
def set_selected_drum_pad(handle: Handle, _state: DeviceState, value: Handle | None) -> None:
    """RuntimeError for a pad of another rack."""
    if value is None or value.sim_key != handle.sim_key:
        raise RuntimeError("The pad does not belong to this rack")
    handle.sim_store.put(handle.sim_key, "selected_drum_pad", value.sim_part & 0xFFFF)
