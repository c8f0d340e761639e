"""Devices and their parameters: ranges, displays, inserting, moving, what only some classes have."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from countin.sim.device_layouts import foreign_device, native_device
from countin.sim.document import (
    DeviceDocument,
    DeviceLayout,
    ParameterLayout,
    SceneDocument,
    SetDocument,
    TrackDocument,
    TuningDocument,
)
from countin.sim.kernel.errors import ArgumentError
from countin.sim.world import World
from sim.model.model_sets import error_of, small_set, small_world, writes

RANGE_TEXT = "Invalid value. Check the parameters range with min/max"


def _one_device(device: DeviceDocument, kind: Any = "midi") -> Any:
    document = SetDocument((TrackDocument(kind, devices=(device,)),), (), TrackDocument("main"), (SceneDocument(),))
    return small_world(document).song.tracks[0].devices[0]


def _with(*layouts: ParameterLayout, **values: Any) -> Any:
    on = ParameterLayout("Device On", quantized=True, value_items=("Off", "On"))
    made = DeviceLayout("Custom", "Custom", 2, (on, *layouts))
    starts = (1.0, *(layout.minimum for layout in layouts))
    return _one_device(DeviceDocument("Custom", made, starts, **values))


def test_the_first_parameter_is_device_on(song: Any) -> None:
    """LIVE_API 2.11; bridge quirk 10."""
    device = song.tracks[0].devices[0]
    on = device.parameters[0]
    assert (on.name, on.is_quantized, on.value) == ("Device On", True, 1.0)
    assert device.is_active
    on.value = 0
    assert not device.is_active
    error_of(AttributeError, writes(device, "is_active", True))


def test_a_value_outside_its_range_is_refused_never_clamped() -> None:
    """LIVE_API 1.1."""
    parameter = _with(ParameterLayout("Gain", -0.3, 0.3)).parameters[1]
    for value in (0.31, -0.31, float("nan"), float("inf"), 1e39):
        assert error_of(RuntimeError, writes(parameter, "value", value)) == RANGE_TEXT
    assert parameter.value == parameter.min
    parameter.value = 0.3
    assert parameter.value == parameter.max == 0.30000001192092896
    parameter.value = parameter.max
    assert parameter.value == parameter.max


def test_values_are_kept_in_single_precision() -> None:
    """LIVE_API 2.11."""
    parameter = _with(ParameterLayout("Rate")).parameters[1]
    parameter.value = 0.1
    assert parameter.value == 0.10000000149011612


def test_quantized_parameters_have_items_and_no_default() -> None:
    """LIVE_API 1.1; bridge quirks 7 and 8."""
    device = _with(
        ParameterLayout("Mode", 0, 2, quantized=True, value_items=("A", "B", "C")),
        ParameterLayout("Grid", 0, 4, quantized=True),
        ParameterLayout("Depth", default=0.25),
    )
    mode, grid, depth = list(device.parameters)[1:]
    mode.value = 2
    assert (mode.value, str(mode), list(mode.value_items)) == (2.0, "C", ["A", "B", "C"])
    assert list(grid.value_items) == []
    assert grid.str_for_value(3) == "3"
    text = "There is no default value available for this type of parameter"
    assert error_of(RuntimeError, lambda: mode.default_value) == text
    assert depth.default_value == 0.25
    error_of(RuntimeError, lambda: depth.value_items)
    error_of(RuntimeError, lambda: mode.display_value)
    error_of(RuntimeError, writes(mode, "display_value", 1.0))


@pytest.mark.parametrize(
    ("layout", "value", "text"),
    [
        (ParameterLayout("F", 20, 20_000, unit="hertz"), 440.0, "440.0 Hz"),
        (ParameterLayout("F", 20, 20_000, unit="hertz"), 1000.0, "1.00 kHz"),
        (ParameterLayout("D", -36, 36, unit="decibels"), -6.0, "-6.0 dB"),
        (ParameterLayout("T", 0, 5000, unit="milliseconds"), 1500.0, "1.50 s"),
        (ParameterLayout("A", 0, 1, unit="percent"), 0.5, "50.0 %"),
        (ParameterLayout("A", 0, 100, unit="percent"), 50.0, "50.0 %"),
        (ParameterLayout("P", -1, 1, unit="pan"), -0.5, "25L"),
        (ParameterLayout("S", -48, 48, unit="semitones"), 7.0, "+7 st"),
        (ParameterLayout("C", -50, 50, unit="cents"), -12.0, "-12 ct"),
        (ParameterLayout("S", 0, 9, unit="seconds"), 1.25, "1.25 s"),
        (ParameterLayout("B", 0, 9, unit="beats"), 1.5, "1.50"),
        (ParameterLayout("X", 0, 1), 0.5, "0.50"),
        (ParameterLayout("M", 0, 127), 64.4, "64"),
    ],
)
def test_display_strings_follow_the_unit(layout: ParameterLayout, value: float, text: str) -> None:
    """LIVE_API 2.12; the formats of devices are the simulator's own."""
    parameter = _with(layout).parameters[1]
    assert parameter.str_for_value(value) == text


def test_display_values_are_written_in_shown_units() -> None:
    """LIVE_API 2.11 [LB], since 12.2."""
    device = _with(ParameterLayout("A", 0, 1, unit="percent"), ParameterLayout("F", 20, 20_000, unit="hertz"))
    amount, cutoff = list(device.parameters)[1:]
    amount.display_value = 25.0
    assert (amount.value, amount.display_value) == (0.25, 25.0)
    cutoff.display_value = 440.0
    assert cutoff.value == 440.0
    assert error_of(RuntimeError, writes(amount, "display_value", 120.0)) == RANGE_TEXT


def test_automation_is_overridden_by_a_write_until_it_is_enabled_again() -> None:
    """LIVE_API 1.1."""
    device = _with(ParameterLayout("A"), ParameterLayout("B"), automated=(1,))
    song = device.canonical_parent.canonical_parent
    parameter = device.parameters[1]
    assert (parameter.automation_state, device.parameters[2].automation_state) == (1, 0)
    parameter.value = 0.5
    assert parameter.automation_state == 2
    assert song.re_enable_automation_enabled
    song.re_enable_automation()
    assert parameter.automation_state == 1
    parameter.value = 0.25
    parameter.re_enable_automation()
    assert parameter.automation_state == 1
    parameter.begin_gesture()
    parameter.end_gesture()


def test_automation_moves_a_value_that_no_one_wrote() -> None:
    """Design 3: a value under playing automation belongs to the automation."""
    layout = DeviceLayout("Custom", "Custom", 2, (ParameterLayout("On", quantized=True), ParameterLayout("A")))
    device = DeviceDocument("Custom", layout, (1.0, 0.5), automated=(1,))
    document = SetDocument((TrackDocument("midi", devices=(device,)),), (), TrackDocument("main"), (SceneDocument(),))
    world = small_world(document)
    parameter = world.song.tracks[0].devices[0].parameters[1]
    heard: list[float] = []
    parameter.add_value_listener(lambda: heard.append(parameter.value))
    before = (world.digest(), world.digest_undoable())
    world.move_automation(parameter, 0.75)
    assert (parameter.value, heard) == (0.75, [0.75])
    assert (world.digest(), world.digest_undoable()) == before
    parameter.value = 0.25
    assert (parameter.value, parameter.automation_state) == (0.25, 2)
    with pytest.raises(ValueError, match="no automation plays A"):
        world.move_automation(parameter, 0.1)
    parameter.re_enable_automation()
    assert parameter.value == 0.75


def test_names_of_devices_and_classes(song: Any) -> None:
    """LIVE_API 1.1."""
    device = song.tracks[0].devices[0]
    assert (device.name, device.class_name, device.class_display_name, device.type) == (
        "Operator",
        "Operator",
        "Operator",
        1,
    )
    device.name = "Lead ♯1"
    assert (device.name, device.class_display_name) == ("Lead ♯1", "Operator")
    error_of(AttributeError, writes(device.parameters[1], "name", "x"))
    assert device.can_compare_ab
    assert not song.tracks[2].devices[0].can_compare_ab


# -- inserting and moving ---------------------------------------------------------------------------------------


def _names(container: Any) -> list[str]:
    return [device.name for device in container.devices]


def test_devices_are_inserted_at_a_legal_place(song: Any) -> None:
    """LIVE_API 2.11: MIDI effects before the instrument, audio effects after; -1 finds the end."""
    track = song.tracks[0]
    assert track.insert_device("Reverb").name == "Reverb"
    track.insert_device("Arpeggiator")
    track.insert_device("Delay", 2)
    track.insert_device("Chord", DeviceIndex=0)
    assert _names(track) == ["Chord", "Arpeggiator", "Operator", "Delay", "Reverb"]
    assert [device.type for device in track.devices] == [4, 4, 1, 2, 2]


def test_refusals_of_insert_device(song: Any) -> None:
    """LIVE_API 1.1, 2.11."""
    assert error_of(ValueError, lambda: song.tracks[0].insert_device("reverb")) == "Device reverb not found."
    assert "more than one instrument" in error_of(RuntimeError, lambda: song.tracks[0].insert_device("Simpler"))
    assert "audio track" in error_of(RuntimeError, lambda: song.tracks[4].insert_device("Operator"))
    assert "valid is 0 to 0" in error_of(RuntimeError, lambda: song.tracks[0].insert_device("Chord", 1))
    error_of(RuntimeError, lambda: song.return_tracks[0].insert_device("Chord"))
    song.master_track.insert_device("Reverb")
    assert _names(song.master_track) == ["Reverb"]


def test_deleting_and_duplicating(song: Any) -> None:
    """LIVE_API 1.1."""
    track = song.tracks[0]
    track.insert_device("Reverb").parameters[0].value = 0
    track.duplicate_device(1)
    assert _names(track) == ["Operator", "Reverb", "Reverb"]
    assert track.devices[2].parameters[0].value == 0
    assert error_of(RuntimeError, lambda: track.duplicate_device(0)) == "Can not duplicate instrument"
    error_of(RuntimeError, lambda: track.delete_device(3))
    track.delete_device(0)
    assert _names(track) == ["Reverb", "Reverb"]


def test_devices_move_to_a_legal_place_that_is_answered(song: Any) -> None:
    """LIVE_API 1.1; bridge quirk 23."""
    track, other = song.tracks[0], song.tracks[4]
    reverb = track.insert_device("Reverb")
    delay = track.insert_device("Delay")
    assert song.find_device_position(delay, track, 0) == 1
    assert song.move_device(delay, track, 0) == 1
    assert _names(track) == ["Operator", "Delay", "Reverb"]
    assert song.move_device(reverb, other, 5) == 0
    assert reverb.canonical_parent == other
    chain = song.tracks[2].devices[0].chains[0]
    assert song.move_device(reverb, chain, 1) == 1
    assert _names(chain) == ["Kick", "Reverb"]
    text = "Couldn't move device."
    assert error_of(RuntimeError, lambda: song.move_device(track.devices[0], other, 0)) == text
    assert error_of(RuntimeError, lambda: song.move_device(track.devices[0], song.tracks[2], 0)) == text
    rack = song.tracks[2].devices[0]
    assert error_of(RuntimeError, lambda: song.move_device(rack, chain, 0)) == text
    error_of(ArgumentError, lambda: song.move_device(track.devices[0], song, 0))


def test_inserting_came_with_12_3() -> None:
    """LIVE_API 4."""
    world = small_world(version="12.2.0")
    assert not hasattr(world.song.tracks[0], "insert_device")
    assert not hasattr(world.song.tracks[2].devices[0], "insert_chain")


# -- classes of their own ---------------------------------------------------------------------------------------


def test_a_simpler_shows_its_sample() -> None:
    """LIVE_API 1.1: None when empty, and its methods raise then."""
    empty = _one_device(native_device("Simpler"))
    assert type(empty).__name__ == "SimplerDevice"
    assert empty.sample is None
    error_of(RuntimeError, empty.reverse)
    full = _one_device(replace(native_device("Simpler"), sample_path="/kick.wav"))
    assert full.sample.file_path == "/kick.wav"
    full.sample.insert_slice(100)
    full.sample.move_slice(100, 200)
    assert full.sample.slices == (200,)
    full.sample.end_marker = 44_100
    error_of(RuntimeError, writes(full.sample, "start_marker", 44_100))
    full.playback_mode, full.voices = 2, 8
    assert (full.playback_mode, full.voices) == (2, 8)
    error_of(RuntimeError, writes(full, "voices", 5))
    error_of(RuntimeError, writes(full.sample, "warp_mode", 5))


@pytest.mark.parametrize(
    ("name", "kind", "member", "value"),
    [
        ("EQ Eight", "Eq8Device", "global_mode", 2),
        ("Drift", "DriftDevice", "voice_mode_index", 1),
        ("Meld", "MeldDevice", "mono_poly", 0),
        ("Roar", "RoarDevice", "routing_mode_index", 3),
        ("Shifter", "ShifterDevice", "pitch_mode_index", 1),
        ("Spectral Resonator", "SpectralResonatorDevice", "pitch_mode", 1),
        ("Hybrid Reverb", "HybridReverbDevice", "ir_size_factor", 2.0),
        ("CC Control", "CcControlDevice", "custom_float_target_0", 3),
        ("Wavetable", "WavetableDevice", "unison_mode", 4),
        ("Looper", "LooperDevice", "record_length_index", 2),
        ("Drum Sampler", "DrumCellDevice", "gain", 0.5),
    ],
)
def test_classes_of_their_own_keep_what_they_are_told(name: str, kind: str, member: str, value: float) -> None:
    """members.json: a device class is chosen by class_name; extras are undone like anything else."""
    device = _one_device(native_device(name))
    song = device.canonical_parent.canonical_parent
    assert type(device).__name__ == kind
    before = getattr(device, member)
    setattr(device, member, value)
    assert getattr(device, member) == value
    error_of(RuntimeError, writes(device, member, -1 if value else 99))
    song.undo()
    assert getattr(device, member) == before


def test_a_plain_device_has_the_plain_class(song: Any) -> None:
    """members.json: Sampler too."""
    assert type(_one_device(native_device("Sampler"))).__name__ == "Device"
    assert type(_one_device(native_device("Reverb"), "audio")).__name__ == "Device"


def test_wavetables_matrix() -> None:
    """members.json."""
    device = _one_device(
        DeviceDocument(
            "Wavetable",
            DeviceLayout(
                "InstrumentVector", "Wavetable", 1, (ParameterLayout("On", quantized=True), ParameterLayout("Cut"))
            ),
            (1.0, 0.5),
        )
    )
    cut = device.parameters[1]
    assert device.is_parameter_modulatable(cut)
    assert not device.is_parameter_modulatable(device.parameters[0])
    row = device.add_parameter_to_modulation_matrix(cut)
    assert device.get_modulation_target_parameter_name(row) == "Cut"
    device.set_modulation_value(row, 3, 0.5)
    assert device.get_modulation_value(row, 3) == 0.5
    error_of(RuntimeError, lambda: device.get_modulation_value(9, 0))


def test_a_loopers_buttons() -> None:
    """members.json."""
    device = _one_device(native_device("Looper"), "audio")
    device.record_length_index = 1
    device.record()
    device.double_length()
    device.half_speed()
    assert (device.loop_length, device.tempo) == (8.0, 60.0)
    device.clear()
    assert device.loop_length == 0.0


def test_a_compressor_listens_to_another_track(song: Any) -> None:
    """LIVE_API 1.1: sidechain routing exists only there."""
    device = song.tracks[4].insert_device("Compressor")
    source = device.available_input_routing_types[1]
    assert device.input_routing_type.display_name == "No Input"
    device.input_routing_type = source
    assert device.input_routing_type.attached_object == song.tracks[0]
    device.input_routing_channel = device.available_input_routing_channels[2]
    assert device.input_routing_channel.display_name == "Post Mixer"


def test_plugins_and_max_devices() -> None:
    """members.json."""
    plugin = _one_device(foreign_device("PluginDevice", "Synth", 1))
    assert type(plugin).__name__ == "PluginDevice"
    assert list(plugin.presets) == ["Default"]
    assert isinstance(list(plugin.get_parameter_names()), list)
    box = _one_device(foreign_device("MxDeviceAudioEffect", "Box", 2), "audio")
    assert type(box).__name__ == "MaxDevice"
    assert box.get_bank_count() == 0
    assert len(box.audio_inputs) == 1
    assert box.audio_inputs[0].routing_type.display_name == "None"


def test_conversions_make_tracks(world: World, song: Any) -> None:
    """members.json: Live.Conversions."""
    live: Any = world.live
    audio, midi = song.tracks[3].clip_slots[0].clip, song.tracks[0].clip_slots[0].clip
    assert live.Conversions.is_convertible_to_midi(song, audio)
    assert not live.Conversions.is_convertible_to_midi(song, midi)
    live.Conversions.create_midi_track_with_simpler(song, audio)
    assert song.tracks[5].devices[0].sample.file_path == "/loop.wav"
    song.undo()
    assert len(song.tracks) == 5
    pad = live.Conversions.move_devices_on_track_to_new_drum_rack_pad(song, 0)
    assert pad.chains[0].devices[0].name == "Operator"
    assert song.tracks[0].devices[0].can_have_drum_pads
    error_of(RuntimeError, lambda: live.Conversions.audio_to_midi_clip(song, audio, 0))


def test_a_tuning_system() -> None:
    """members.json: None in twelve equal steps."""
    assert small_world().song.tuning_system is None
    tuned = replace(small_set(), tuning=TuningDocument("Slendro", (0.0, 240.0, 480.0, 720.0, 960.0)))
    tuning = small_world(tuned).song.tuning_system
    assert (tuning.name, tuning.number_of_notes_in_pseudo_octave) == ("Slendro", 5)
    tuning.note_tunings = (0.0, 231.0, 474.0, 717.0, 955.0)
    assert tuning.note_tunings[1] == 231.0
    error_of(RuntimeError, writes(tuning, "note_tunings", (0.0,)))
    assert tuning.reference_pitch.frequency == 440.0
