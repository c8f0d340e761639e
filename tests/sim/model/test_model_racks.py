"""Racks: chains, pads, macros that drive what is below them a tick later, variations."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from countin.sim.device_layouts import native_device, rack
from countin.sim.document import ChainDocument, DeviceDocument, MacroMapping, MixerMapping, SetDocument
from countin.sim.world import World
from sim.model.model_sets import drum_rack, error_of, small_set, small_world, writes


@pytest.fixture
def kit(song: Any) -> Any:
    """The Drum Rack: pads 36 (two chains) and 38; macro 1 drives the second chain's device; a return chain."""
    return song.tracks[2].devices[0]


def _set_with(device: DeviceDocument) -> SetDocument:
    document = small_set()
    return replace(document, tracks=(replace(document.tracks[0], devices=(device,)), *document.tracks[1:]))


def test_the_parameters_of_racks() -> None:
    """LIVE_API 2.11: 1 + 16 macros + chain selector; a Drum Rack has no selector."""
    drums = small_world().song.tracks[2].devices[0]
    assert len(drums.parameters) == 17
    error_of(RuntimeError, lambda: drums.chain_selector)
    other = small_world(_set_with(rack("Instrument Rack", "R"))).song.tracks[0].devices[0]
    assert len(other.parameters) == 18
    assert (other.chain_selector.name, other.chain_selector.max) == ("Chain Selector", 127.0)
    assert error_of(RuntimeError, lambda: other.has_drum_pads) == "Only drum racks can have pads!"
    assert len(other.drum_pads) == 0


def test_a_macro_drives_its_target_a_tick_later(world: World, kit: Any) -> None:
    """LIVE_API 2.11, 2.3: the target is disabled and follows on the next tick."""
    macro, target = kit.parameters[1], kit.chains[1].devices[0].parameters[1]
    assert (macro.original_name, macro.name) == ("Macro 1", target.name)
    assert (target.is_enabled, target.state) == (False, 2)
    error_of(RuntimeError, writes(target, "value", 0.5))
    before = target.value
    macro.value = 127
    assert target.value == before
    world.settle()
    assert target.value == 1.0
    macro.value = 63.5
    macro.value = 0
    world.settle()
    assert target.value == 0.0
    assert kit.macros_mapped == (True, *(False,) * 15)
    assert kit.has_macro_mappings


def test_undo_of_a_macro_takes_its_targets_with_it(world: World, song: Any, kit: Any) -> None:
    """Tried 1.3 (5): recomputed from state, no captured value comes back."""
    target = kit.chains[1].devices[0].parameters[1]
    before = world.digest_undoable()
    start = target.value
    kit.parameters[1].value = 100
    song.undo()
    world.settle()
    assert target.value == start
    assert world.digest_undoable() == before


def _nested() -> DeviceDocument:
    inner = rack("Instrument Rack", "Inner", chains=(ChainDocument("C", devices=(native_device("Operator"),)),))
    inner = replace(inner, mappings=(MacroMapping(0, (("chains", 0, 0),), 1, 0.0, 1.0),))
    outer = rack("Instrument Rack", "Outer", chains=(ChainDocument("O", devices=(inner,)),))
    switch = MacroMapping(1, (("chains", 0, 0),), 0, 0.0, 1.0, on_range=(64, 127))
    return replace(
        outer,
        mappings=(MacroMapping(0, (("chains", 0, 0),), 1, 0.0, 127.0), switch),
        mixer_mappings=(
            MixerMapping(2, ("chains", 0), "volume", 0.0, 1.0),
            MixerMapping(3, ("chains", 0), "chain_activator", 0.0, 1.0),
        ),
    )


def test_macros_drive_macros_and_switches_and_mixers() -> None:
    """LIVE_API 2.11: down through nested racks."""
    world = small_world(_set_with(_nested()))
    outer = world.song.tracks[0].devices[0]
    chain = outer.chains[0]
    inner = chain.devices[0]
    leaf = inner.chains[0].devices[0].parameters[1]
    outer.parameters[1].value = 127
    outer.parameters[2].value = 63
    outer.parameters[3].value = 127
    outer.parameters[4].value = 0
    world.settle()
    assert (inner.parameters[1].value, leaf.value) == (127.0, 1.0)
    assert (inner.parameters[0].value, inner.is_active) == (0.0, False)
    assert (chain.mixer_device.volume.value, chain.mixer_device.volume.is_enabled) == (1.0, False)
    assert (chain.mute, chain.mixer_device.chain_activator.value) == (True, 0.0)
    error_of(RuntimeError, writes(chain, "mute", False))
    outer.parameters[2].value = 64
    assert inner.parameters[0].value == 0.0
    world.settle()
    assert inner.is_active


def test_listeners_hear_a_driven_parameter(world: World, kit: Any) -> None:
    """LIVE_API 2.2: deferred properties tell on the tick."""
    heard: list[float] = []
    target = kit.chains[1].devices[0].parameters[1]
    target.add_value_listener(lambda: heard.append(target.value))
    kit.parameters[1].value = 127
    assert heard == []
    world.settle()
    assert heard == [1.0]


def test_visible_macros(kit: Any) -> None:
    """LIVE_API 1.1: from one to two, then by two."""
    assert kit.visible_macro_count == 8
    counts: list[int] = []
    for _ in range(4):
        kit.add_macro()
        counts.append(kit.visible_macro_count)
    assert counts == [10, 12, 14, 16]
    assert error_of(RuntimeError, kit.add_macro) == "The maximum number of macro controls is already reached!"
    for _ in range(8):
        kit.remove_macro()
    assert kit.visible_macro_count == 1
    error_of(RuntimeError, kit.remove_macro)
    kit.add_macro()
    assert kit.visible_macro_count == 2


def test_variations(world: World, kit: Any) -> None:
    """LIVE_API 1.1, 2.11: storing does not select; recalling needs a selection."""
    kit.parameters[1].value = 100
    kit.store_variation()
    assert (kit.variation_count, kit.selected_variation_index) == (1, -1)
    kit.parameters[1].value = 10
    kit.recall_selected_variation()
    kit.delete_selected_variation()
    assert (kit.parameters[1].value, kit.variation_count) == (10.0, 1)
    kit.selected_variation_index = 0
    kit.recall_selected_variation()
    assert kit.parameters[1].value == 100.0
    kit.parameters[1].value = 5
    kit.recall_last_used_variation()
    assert kit.parameters[1].value == 100.0
    error_of(RuntimeError, writes(kit, "selected_variation_index", 1))
    kit.randomize_macros()
    assert kit.parameters[1].value != 100.0
    assert kit.parameters[2].value == 0.0
    kit.delete_selected_variation()
    assert (kit.variation_count, kit.selected_variation_index) == (0, -1)


# -- pads and chains --------------------------------------------------------------------------------------------


def test_pads_follow_their_chains(kit: Any) -> None:
    """LIVE_API 1.1, 2.11."""
    pads = kit.drum_pads
    assert len(pads) == 128
    assert (pads[36].name, pads[38].name, pads[0].name, pads[37].name) == ("Multi", "Snare", "C-2", "C#1")
    assert [chain.name for chain in pads[36].chains] == ["Kick", "Click"]
    assert (pads[38].note, pads[38].chains[0]) == (38, kit.chains[2])
    kit.chains[2].in_note = 40
    assert len(pads[38].chains) == 0
    assert pads[40].name == "Snare"
    assert len(kit.visible_drum_pads) == 16
    assert kit.visible_drum_pads[0].note == 36
    error_of(AttributeError, writes(pads[36], "name", "x"))
    pads[36].delete_all_chains()
    assert [chain.name for chain in kit.chains] == ["Snare"]


def test_a_pads_mute_is_its_chains(kit: Any) -> None:
    """LIVE_API 2.11."""
    pad = kit.drum_pads[36]
    pad.mute = True
    assert [chain.mute for chain in kit.chains] == [True, True, False]
    assert kit.chains[0].mixer_device.chain_activator.value == 0.0
    kit.chains[0].mute = False
    assert not pad.mute
    kit.drum_pads[50].mute = True
    assert not kit.drum_pads[50].mute


def test_writing_a_pads_solo_clears_its_mute(world: World, kit: Any) -> None:
    """Bridge quirk 14: solo first, mute last."""
    pad, other = kit.drum_pads[36], kit.drum_pads[38]
    pad.mute = other.mute = True
    pad.solo = True
    assert (pad.solo, pad.mute, other.mute) == (True, False, True)
    assert not kit.chains[2].muted_via_solo
    world.settle()
    assert kit.chains[2].muted_via_solo
    pad.mute = True
    pad.solo = False
    assert not pad.mute


def test_the_side_effect_can_reach_the_whole_rack() -> None:
    """The switch `pad_solo`: all solos before all mutes."""
    kit = small_world(switches={"pad_solo": "rack"}).song.tracks[2].devices[0]
    kit.drum_pads[38].mute = True
    kit.drum_pads[36].solo = True
    assert not kit.drum_pads[38].mute


def test_drum_chains_have_notes_and_choke_groups(kit: Any) -> None:
    """LIVE_API 1.1."""
    chain = kit.chains[0]
    chain.in_note, chain.out_note, chain.choke_group = 50, 61, 16
    assert (chain.in_note, chain.out_note, chain.choke_group) == (50, 61, 16)
    assert error_of(RuntimeError, writes(chain, "in_note", 128)) == "Invalid note number."
    assert error_of(RuntimeError, writes(chain, "out_note", -1)) == "Invalid note."
    assert error_of(RuntimeError, writes(chain, "choke_group", 17)) == "Invalid choke group."


def test_inserted_chains(kit: Any) -> None:
    """LIVE_API 1.1, 12.3: note in 36, out 60, choke 0."""
    made = kit.insert_chain()
    assert kit.chains[3] == made
    assert (made.in_note, made.out_note, made.choke_group, made.name) == (36, 60, 0, "Chain")
    assert len(made.mixer_device.sends) == 1
    assert kit.insert_chain(0) == kit.chains[0]
    error_of(RuntimeError, lambda: kit.insert_chain(9))


def test_copy_pad_copies_everything_over(kit: Any) -> None:
    """LIVE_API 2.11."""
    kit.copy_pad(36, 38)
    assert [chain.name for chain in kit.drum_pads[38].chains] == ["Kick", "Click"]
    assert kit.drum_pads[38].chains[0].devices[0].name == "Kick"
    assert kit.drum_pads[38].chains[0] != kit.drum_pads[36].chains[0]
    for source, destination in ((50, 36), (36, 128), (-1, 36)):
        error_of(RuntimeError, lambda source=source, destination=destination: kit.copy_pad(source, destination))


def test_a_drum_rack_inside_another_has_no_pads() -> None:
    """LIVE_API 1.1."""
    outer = rack("Drum Rack", "Outer", chains=(ChainDocument("In", devices=(drum_rack(),), in_note=36, out_note=60),))
    kit = small_world(_set_with(outer)).song.tracks[0].devices[0]
    inner = kit.chains[0].devices[0]
    assert inner.can_have_drum_pads
    assert (len(inner.drum_pads), inner.has_drum_pads, len(kit.drum_pads)) == (0, False, 128)


def test_chain_mixers(song: Any, kit: Any) -> None:
    """LIVE_API 1.1; bridge quirk 9."""
    mixer = kit.chains[0].mixer_device
    assert (mixer.volume.name, mixer.panning.name) == ("Chain Volume", "Chain Pan")
    mixer.volume.value = 0.5
    assert mixer.volume.display_value == pytest.approx(-14.0, abs=1e-4)
    mixer.sends[0].value = 1.0
    assert str(mixer.sends[0]) == "0.0 dB"
    document = _set_with(rack("MIDI Effect Rack", "M", chains=(ChainDocument("C", volume=None, pan=None),)))
    chain = small_world(document).song.tracks[0].devices[0].chains[0]
    error_of(RuntimeError, lambda: chain.mixer_device.volume)
    error_of(RuntimeError, lambda: chain.mixer_device.panning)
    assert (chain.has_midi_output, chain.has_audio_output, chain.mute) == (True, False, False)


def test_names_of_chains(kit: Any) -> None:
    """LIVE_API 1.1: "" reverts; bridge quirk 19: return chains show their letter."""
    kit.chains[0].name = ""
    assert kit.chains[0].name == "Chain"
    assert kit.return_chains[0].name == "A-Room"
    kit.return_chains[0].name = "Hall"
    assert kit.return_chains[0].name == "A-Hall"
    chain = kit.chains[0]
    chain.color = 0xFF0000
    assert (chain.color, chain.is_auto_colored) == (0xFF3636, False)


def test_a_racks_selection(song: Any, kit: Any) -> None:
    """LIVE_API 1.1: views."""
    assert kit.view.selected_drum_pad == kit.drum_pads[36]
    kit.view.selected_drum_pad = kit.drum_pads[40]
    kit.view.selected_chain = kit.chains[1]
    assert (kit.view.selected_drum_pad.note, kit.view.selected_chain) == (40, kit.chains[1])
    assert kit.view.drum_pads_scroll_position == 9
    kit.view.drum_pads_scroll_position = 4
    assert kit.visible_drum_pads[0].note == 16
    error_of(RuntimeError, writes(kit.view, "drum_pads_scroll_position", 29))
    song.view.selected_chain = kit.chains[2]
    assert kit.view.selected_chain == kit.chains[2]


def test_a_rack_that_is_off_silences_what_is_inside(kit: Any) -> None:
    """LIVE_API 1.1."""
    inside = kit.chains[0].devices[0]
    assert inside.is_active
    kit.parameters[0].value = 0
    assert not inside.is_active
