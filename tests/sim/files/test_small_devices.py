"""What devices mean, on small files: racks, chains, pads, macros, plug-ins, Max devices, ranges."""

from __future__ import annotations

from pathlib import Path

import pytest

from countin.sim.document import DeviceDocument, MacroMapping, MixerMapping, ParameterLayout
from countin.sim.files import read_preset, read_set
from sim.files.small_files import (
    DRUM_RACK,
    MAX_DEVICE,
    NESTED_RACK,
    PLUGIN,
    SMALL_RACK_PRESET,
    chain,
    choice,
    device,
    live_file,
    macro,
    number,
    rack,
    small_set,
    switch,
    track,
)


class Reader:
    """Writes devices into a set and reads them back."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, *devices: str, minor: str = "12.0_12300") -> tuple[DeviceDocument, ...]:
        self.path.write_bytes(small_set(tracks=track("MidiTrack", 1, "Any", devices="".join(devices)), minor=minor))
        return read_set(self.path).tracks[0].devices

    def parameter(self, *devices: str, name: str, minor: str = "12.0_12300") -> ParameterLayout:
        """A parameter of the first device."""
        found = self(*devices, minor=minor)[0].layout.parameters
        return next(layout for layout in found if layout.name == name)


@pytest.fixture
def read(tmp_path: Path) -> Reader:
    return Reader(tmp_path / "Song.als")


def test_device_on_comes_first_and_other_parameters_carry_their_path(read: Reader) -> None:
    (found,) = read(f"<Eq8><Bands.0>{number('Freq', 500, 10, 22000)}</Bands.0>{switch('On', False)}</Eq8>")
    assert [layout.name for layout in found.layout.parameters] == ["Device On", "Bands.0/Freq"]
    assert found.values == (0.0, 500.0)
    assert (found.name, found.layout.class_display_name, found.layout.type) == ("EQ Eight", "EQ Eight", 2)


def test_an_unknown_device_opens_with_its_tag_and_its_parameters(read: Reader) -> None:
    (found,) = read(device("Warpinator", number("Warp", 0.5)))
    assert (found.name, found.layout.class_name, found.layout.type) == ("Warpinator", "Warpinator", 0)
    assert found.values == (1.0, 0.5)


def test_where_a_device_came_from_tells_the_type_of_an_unknown_one(read: Reader) -> None:
    source = '<SourceContext><Value><BranchSourceContext><BranchDeviceId Value="device:vst:instr:1?n=Synth"/>'
    (found,) = read(device("Warpinator", head=f"{source}</BranchSourceContext></Value></SourceContext>"))
    assert found.layout.type == 1


def test_a_rack_shows_sixteen_macros_and_its_selector_whatever_the_file_has(read: Reader) -> None:
    old = f"<InstrumentGroupDevice>{switch('On')}{number('MacroControls.0', 64, 0, 127)}</InstrumentGroupDevice>"
    (found,) = read(old, minor="9.5_327")
    names = [layout.name for layout in found.layout.parameters]
    assert names == ["Device On", *(f"Macro {index}" for index in range(1, 17)), "Chain Selector"]
    assert found.values == (1.0, 64.0, *([0.0] * 16))
    assert found.visible_macro_count == 8


def test_macros_keep_their_own_name_beside_the_shown_one(read: Reader) -> None:
    (found,) = read(rack("AudioEffectGroupDevice"))
    first, second = found.layout.parameters[1:3]
    assert (first.name, first.original_name) == ("Cutoff", "Macro 1")
    assert (second.name, second.original_name) == ("Macro 2", "Macro 2")
    assert found.visible_macro_count == 4


def test_a_drum_rack_has_no_selector_and_hears_notes_counted_from_the_top(read: Reader) -> None:
    (found,) = read(DRUM_RACK)
    assert len(found.layout.parameters) == 17
    kick, every = found.chains
    assert (kick.name, kick.in_note, kick.out_note, kick.choke_group) == ("Kick", 36, 60, 2)
    assert every.in_note == -1
    assert [chain.name for chain in found.return_chains] == ["Room"]
    assert kick.sends == (0.0,)


def test_mappings_belong_to_the_nearest_rack(read: Reader) -> None:
    (outer,) = read(NESTED_RACK)
    (layer,) = outer.chains
    inner, drums = layer.devices
    assert outer.mappings == (
        MacroMapping(5, (), 17, 0.0, 127.0),  # the selector of the rack itself
        MacroMapping(2, (("chains", 0, 0),), 1, 0.0, 127.0),  # the first macro of the rack inside
    )
    (mapping,) = inner.mappings
    assert (mapping.macro, mapping.path, mapping.parameter) == (1, (("chains", 0, 0),), 1)
    assert (mapping.minimum, mapping.maximum) == (pytest.approx(0.1), 0.5)
    assert drums.mappings == ()


def test_mappings_of_chain_mixers_stand_apart_in_positions(read: Reader) -> None:
    (outer,) = read(NESTED_RACK)
    assert outer.mixer_mappings == (MixerMapping(3, ("chains", 0), "volume", 0.0, 1.0),)


def test_a_mapped_switch_says_where_it_is_on(read: Reader) -> None:
    inside = device("Reverb").replace("</On>", f"{macro(0)}</On>")
    (found,) = read(rack("AudioEffectGroupDevice", chain("AudioEffectBranch", inside)))
    assert found.mappings == (MacroMapping(0, (("chains", 0, 0),), 0, 0.0, 1.0, on_range=(64, 127)),)


def test_a_mapping_to_a_macro_that_no_rack_has_is_skipped(read: Reader) -> None:
    inside = device("Reverb", number("DecayTime", 1, 0, 2, macro(99)))
    (found,) = read(rack("AudioEffectGroupDevice", chain("AudioEffectBranch", inside)))
    assert found.mappings == ()


def test_max_devices_state_their_own_names_ranges_and_items(read: Reader) -> None:
    (found,) = read(MAX_DEVICE)
    _, steps, direction = found.layout.parameters
    assert (steps.name, steps.minimum, steps.maximum, steps.default) == ("Steps", 1.0, 32.0, 8.0)
    assert (direction.value_items, direction.maximum, direction.quantized) == (("Up", "Down", "Random"), 2.0, True)
    assert not any(layout.guessed for layout in found.layout.parameters)
    assert found.values == (1.0, 16.0, 2.0)
    assert (found.name, found.layout.type) == ("Stepper", 4)


def test_plug_ins_show_the_slots_in_use_with_the_range_they_stated(read: Reader) -> None:
    (found,) = read(PLUGIN)
    assert [layout.name for layout in found.layout.parameters] == ["Device On", "Drive"]
    drive = found.layout.parameters[1]
    assert (drive.minimum, drive.maximum, drive.guessed) == (0.0, 1.0, False)
    assert (found.name, found.layout.type) == ("Crusher", 2)


def test_devices_that_look_alike_share_one_layout(read: Reader) -> None:
    first, second, other = read(
        device("Reverb", number("DecayTime", 300, 200, 60000)),
        device("Reverb", number("DecayTime", 900, 200, 60000)),
        device("Saturator"),
    )
    assert first.layout is second.layout
    assert first.layout is not other.layout
    assert first.layout.parameters[0] is other.layout.parameters[0]


def test_a_mapped_range_comes_from_a_twin_that_is_not_mapped(read: Reader) -> None:
    mapped = device("Warpinator", number("Warp", 0.25, 0.5, 0.125, macro(0)))
    layout = read.parameter(mapped, device("Warpinator", number("Warp", 0.5, -1, 1)), name="Warp")
    assert (layout.minimum, layout.maximum, layout.guessed) == (-1.0, 1.0, False)
    layout = read.parameter(mapped, name="Warp")
    assert (layout.minimum, layout.maximum, layout.guessed) == (0.125, 0.5, True)


def test_a_mapped_range_comes_from_the_table_unless_the_file_contradicts_it(read: Reader) -> None:
    layout = read.parameter(device("Reverb", number("DecayTime", 300, 250, 500, macro(0))), name="DecayTime")
    assert (layout.minimum, layout.maximum, layout.guessed) == (200.0, 60000.0, False)
    layout = read.parameter(device("Reverb", number("DecayTime", 3, 2, 5, macro(0))), name="DecayTime")
    assert (layout.minimum, layout.maximum, layout.guessed) == (2.0, 5.0, True)


def test_an_enum_has_the_range_of_its_file_then_of_the_table_then_a_guess(read: Reader) -> None:
    stated = read.parameter(device("Warpinator", choice("Mode", 1, 6)), name="Mode")
    assert (stated.minimum, stated.maximum, stated.guessed, stated.quantized) == (0.0, 6.0, False, True)
    known = read.parameter(device("Reverb", choice("RoomType", 1)), name="RoomType", minor="9.5_327")
    assert (known.maximum, known.guessed) == (3.0, False)
    guess = read.parameter(
        device("Warpinator", choice("Mode", 0)), device("Warpinator", choice("Mode", 4)), name="Mode"
    )
    assert (guess.maximum, guess.guessed, guess.value_items) == (4.0, True, ())
    assert read.parameter(device("Warpinator", choice("Mode", 0)), name="Mode").maximum == 1.0


def test_a_value_outside_its_range_widens_it_and_marks_it_guessed(read: Reader) -> None:
    layout = read.parameter(device("Warpinator", number("Warp", 3, 0, 1)), name="Warp")
    assert (layout.minimum, layout.maximum, layout.guessed) == (0.0, 3.0, True)


def test_a_chain_of_midi_effects_has_no_audio_mixer(read: Reader) -> None:
    silent = chain("MidiEffectBranch", device("MidiPitcher"))
    start, end = silent.index("<Volume>"), silent.index("<SendInfos/>")
    (found,) = read(rack("MidiEffectGroupDevice", silent[:start] + silent[end:]))
    assert (found.chains[0].volume, found.chains[0].pan) == (None, None)
    assert found.layout.type == 4


def test_a_rack_preset_has_its_chains_where_a_set_has_them(tmp_path: Path) -> None:
    path = tmp_path / "Dirt.adg"
    path.write_bytes(SMALL_RACK_PRESET)
    found = read_preset(path)
    (layer,) = found.chains
    assert (layer.name, layer.devices[0].layout.class_name) == ("Dirt", "Saturator")
    assert layer.volume == pytest.approx(0.6995, abs=1e-4)


def test_a_device_preset_is_the_device(tmp_path: Path) -> None:
    path = tmp_path / "Big.adv"
    path.write_bytes(live_file(device("Reverb", number("DecayTime", 9000, 200, 60000), '<UserName Value="Big"/>')))
    found = read_preset(path)
    assert (found.name, found.values) == ("Big", (1.0, 9000.0))
