"""What no saved file at hand has is read, loaded and shown by the object model as the format's description says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from countin.sim.document import AutomationDocument, DeviceDocument, SetDocument
from countin.sim.files import describe, read_preset, read_set
from countin.sim.world import World
from sim.files.rare_files import DRUM_PRESET, INSTRUMENT_PRESET, RARE_SET, deep_racks
from sim.files.shown_rows import load_preset
from sim.files.small_files import device, live_file, number, small_set, track


@pytest.fixture
def document(tmp_path: Path) -> SetDocument:
    path = tmp_path / "Rare.als"
    path.write_bytes(RARE_SET)
    return read_set(path)


@pytest.fixture
def song(document: SetDocument) -> Any:
    return World(document).song


def preset(folder: Path, content: bytes) -> DeviceDocument:
    """A preset read from a file."""
    path = folder / "Rare.adg"
    path.write_bytes(content)
    return read_preset(path)


def track_named(song: Any, name: str) -> Any:
    """A track by its name."""
    return next(found for found in song.tracks if found.name == name)


def test_everything_that_was_written_is_understood(document: SetDocument) -> None:
    assert document.warnings == ()


def test_groups_lie_in_groups_at_every_depth(song: Any) -> None:
    overhead = track_named(song, "Overhead")
    names = list[str]()
    above = overhead.group_track
    while above is not None:
        names.append(above.name)
        above = above.group_track
    assert names == ["Kit", "Rhythm", "Band"]
    assert [found.is_grouped for found in song.tracks] == [False, True, True, True, False, False]


def test_a_soloed_track_is_solo_and_mutes_the_others(song: Any) -> None:
    assert [found.name for found in song.tracks if found.solo] == ["Keys"]
    assert track_named(song, "Swell").muted_via_solo
    assert not track_named(song, "Keys").muted_via_solo


def test_a_frozen_track_shows_its_own_clips_and_not_the_frozen_copies(document: SetDocument, song: Any) -> None:
    assert [found.name for found in song.tracks if found.is_frozen] == ["Keys"]
    keys = track_named(song, "Keys")
    assert [slot.has_clip for slot in keys.clip_slots] == [True, True]
    assert len(keys.arrangement_clips) == 0
    assert document.totals["notes"] == 2


def test_scene_tempo_and_signature_show_only_where_they_are_switched_on(song: Any) -> None:
    slow, plain = song.scenes
    assert (slow.tempo_enabled, slow.tempo) == (True, 92.5)
    assert (slow.time_signature_enabled, slow.time_signature_numerator, slow.time_signature_denominator) == (True, 3, 8)
    assert (plain.tempo_enabled, plain.time_signature_enabled) == (False, False)


def test_chance_deviation_and_disabled_notes_are_shown(song: Any) -> None:
    first, second = track_named(song, "Keys").clip_slots[0].clip.get_all_notes_extended()
    assert (first.probability, first.velocity_deviation, first.release_velocity) == (0.25, -12.5, 30.0)
    assert (first.mute, second.mute) == (False, True)
    assert (second.probability, second.velocity_deviation, second.release_velocity) == (1.0, 0.0, 64.0)


def test_expression_of_notes_leaves_the_notes_as_they_are(document: SetDocument) -> None:
    clip = document.tracks[4].slots[0]
    assert clip is not None
    assert [(note.pitch, note.start, note.velocity) for note in clip.notes] == [(60, 0.0, 90.0), (60, 1.0, 100.0)]


def test_a_clip_shows_that_it_has_envelopes(document: SetDocument, song: Any) -> None:
    with_envelopes, without = [slot.clip for slot in track_named(song, "Keys").clip_slots]
    assert (with_envelopes.has_envelopes, without.has_envelopes) == (True, False)
    assert document.totals["clip_env"] == 2


def test_a_clip_has_a_signature_of_its_own(song: Any) -> None:
    clip = track_named(song, "Keys").clip_slots[1].clip
    assert (clip.signature_numerator, clip.signature_denominator) == (6, 8)


def test_curves_are_counted_and_what_they_move_plays_automation(document: SetDocument, song: Any) -> None:
    swell = document.tracks[5]
    assert swell.automation == (AutomationDocument("Volume", 3, curves=1), AutomationDocument("DecayTime", 2))
    shown = track_named(song, "Swell")
    assert shown.mixer_device.volume.automation_state == 1
    assert shown.mixer_device.panning.automation_state == 0
    reverb = shown.devices[0]
    assert [found.name for found in reverb.parameters if found.automation_state == 1] == ["DecayTime"]
    assert (document.totals["automation"], document.totals["automation_events"]) == (2, 5)


def test_automation_of_what_a_track_does_not_have_is_counted_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "Lost.als"
    lost = RARE_SET.replace(b'<AutomationTarget Id="70"/>', b'<AutomationTarget Id="99"/>')
    path.write_bytes(lost)
    read = read_set(path)
    assert read.tracks[5].automation[1] == AutomationDocument("", 2)
    assert any("'70'" in warning for warning in read.warnings)


def test_a_midi_effect_rack_has_chains_without_audio(document: SetDocument, song: Any) -> None:
    rack = track_named(song, "Keys").devices[0]
    assert (rack.class_name, rack.type) == ("MidiEffectGroupDevice", 4)
    assert [chain.name for chain in rack.chains] == ["Octave", "Layer"]
    assert rack.chains[0].devices[0].parameters[1].value == 12.0
    assert not rack.chains[0].has_audio_output
    with pytest.raises(RuntimeError, match="no audio output"):
        _ = rack.chains[0].mixer_device.volume
    racks: Any = document.totals["racks"]
    assert racks["midi_effect"] == 1


def test_racks_four_deep_are_shown_to_the_bottom(document: SetDocument, song: Any) -> None:
    device = track_named(song, "Keys").devices[1]
    names = list[str]()
    while device.can_have_chains:
        (chain,) = device.chains
        names.append(chain.name)
        (device,) = chain.devices
    assert names == ["Level 1", "Level 2", "Level 3", "Level 4"]
    assert (device.class_name, device.parameters[1].value) == ("Saturator", 0.25)
    assert (document.totals["max_rack_depth"], document.totals["max_device_depth"]) == (4, 5)


def test_depth_counts_racks_and_devices(tmp_path: Path) -> None:
    path = tmp_path / "Deep.adg"
    path.write_bytes(live_file(deep_racks(9)))
    totals: Any = describe(path)["totals"]
    assert (totals["max_rack_depth"], totals["max_device_depth"], totals["devices"]) == (9, 10, 10)


def test_an_instrument_rack_preset_has_its_chains_and_the_racks_in_them(tmp_path: Path) -> None:
    rack = load_preset(preset(tmp_path, INSTRUMENT_PRESET))
    assert (rack.class_name, rack.type) == ("InstrumentGroupDevice", 1)
    bright, nested = rack.chains
    assert [(chain.name, chain.color_index) for chain in rack.chains] == [("Bright", 11), ("Nested", 11)]
    assert [device.class_display_name for device in bright.devices] == ["Pitch", "Operator"]
    inner, simpler = nested.devices
    assert [chain.name for chain in inner.chains] == ["Chords"]
    assert (inner.chains[0].devices[0].class_name, simpler.class_name) == ("MidiChord", "OriginalSimpler")
    assert nested.mixer_device.volume.value < bright.mixer_device.volume.value == pytest.approx(0.85)
    assert bright.mixer_device.panning.value == 0.5


def test_a_preset_has_its_return_chains_and_sends_lead_to_them(tmp_path: Path) -> None:
    rack = load_preset(preset(tmp_path, DRUM_PRESET))
    assert [chain.name for chain in rack.return_chains] == ["A-Room", "B-Echo"]
    (kick,) = rack.chains
    assert (kick.in_note, kick.out_note, kick.choke_group) == (36, 60, 1)
    first, second = kick.mixer_device.sends
    assert (first.value, second.value) == (0.0, pytest.approx(0.8495, abs=1e-3))
    assert [send.name for send in (first, second)] == ["A-Room", "B-Echo"]
    assert [chain.name for chain in rack.drum_pads[36].chains] == ["Kick"]


def test_what_a_preset_counts_is_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "Rare.adg"
    path.write_bytes(DRUM_PRESET)
    described = describe(path)
    totals: Any = described["totals"]
    assert described["kind"] == "rack"
    assert (totals["devices"], totals["chains"], totals["return_chains"], totals["drum_chains"]) == (4, 1, 2, 1)


def test_a_parameter_mapped_to_a_controller_can_still_be_turned(tmp_path: Path) -> None:
    """Channels 0 to 15 are MIDI: nothing drives the parameter but a person, and its stated range is narrowed."""
    path = tmp_path / "Mapped.als"
    mapped = '<KeyMidi><Channel Value="3"/><NoteOrController Value="21"/></KeyMidi>'
    devices = device("Warpinator", number("Warp", 0.25, 0.75, 0.25, mapped))
    path.write_bytes(small_set(tracks=track("MidiTrack", 1, "Any", devices=devices)))
    document = read_set(path)
    layout = document.tracks[0].devices[0].layout.parameters[1]
    assert (layout.minimum, layout.maximum, layout.guessed) == (0.25, 0.75, True)
    warp = World(document).song.tracks[0].devices[0].parameters[1]
    assert warp.is_enabled
    warp.value = 0.5
    assert warp.value == 0.5
