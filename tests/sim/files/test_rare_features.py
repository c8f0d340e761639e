"""What no saved file at hand has is read, loaded and shown by the object model as the format's description says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from countin.sim.document import (
    AutomationDocument,
    DeviceDocument,
    ExpressionDocument,
    FollowDocument,
    SetDocument,
)
from countin.sim.files import describe, read_preset, read_set
from countin.sim.world import World
from sim.files.rare_files import DRUM_PRESET, INSTRUMENT_PRESET, RARE_SET, deep_racks
from sim.files.shown_rows import load_preset
from sim.files.small_files import device, live_file, midi_clip, number, scene, slots, small_set, track


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
    assert [found.is_grouped for found in song.tracks] == [False, True, True, True, False, False, False]


def test_a_soloed_track_is_solo_and_mutes_the_others(song: Any) -> None:
    assert [found.name for found in song.tracks if found.solo] == ["Keys"]
    assert track_named(song, "Swell").muted_via_solo
    assert not track_named(song, "Keys").muted_via_solo


def test_a_track_that_was_stopped_when_saved_is_still_stopped(song: Any) -> None:
    assert [found.name for found in song.tracks if found.playing_slot_index == -2] == ["Stopped"]


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


def test_expression_stands_with_the_note_it_names(document: SetDocument) -> None:
    """Live's API does not show it, so the document is where it is kept."""
    clip = document.tracks[4].slots[0]
    assert clip is not None
    assert [(note.pitch, note.start, note.velocity) for note in clip.notes] == [(60, 0.0, 90.0), (60, 1.0, 100.0)]
    assert clip.notes[0].expression == (ExpressionDocument(-2, ((0.0, 0.0), (0.5, 170.0))),)
    assert clip.notes[1].expression == ()


def test_expression_of_a_note_that_is_not_there_is_left_out_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "Lost.als"
    path.write_bytes(RARE_SET.replace(b"<PerNoteEventList NoteId='1'", b"<PerNoteEventList NoteId='7'"))
    assert "expression of notes that are not there: left out" in read_set(path).warnings


def test_follow_actions_of_clips_and_scenes_are_read(document: SetDocument) -> None:
    """Live's API does not show them."""
    stated = FollowDocument((4, 9), (75.0, 25.0), 8.0, loop_iterations=2, jumps=(1, 3))
    clip, other = document.tracks[4].slots
    assert clip is not None
    assert other is not None
    assert (clip.follow, document.scenes[0].follow) == (stated, stated)
    assert (other.follow, document.scenes[1].follow) == (None, None)


def test_follow_actions_up_to_live_10_stand_in_the_clip(tmp_path: Path) -> None:
    path = tmp_path / "Old.als"
    old = "<FollowTime Value='2'/><FollowActionA Value='2'/><FollowActionB Value='0'/><FollowChanceA Value='1'/>"
    path.write_bytes(
        small_set(tracks=track("MidiTrack", 1, "A", sequencer=slots(midi_clip(extra=old))), scenes=scene())
    )
    (clip,) = read_set(path).tracks[0].slots
    assert clip is not None
    assert clip.follow == FollowDocument((2, 0), (1.0, 0.0), 2.0)


def test_a_tuning_system_is_shown(song: Any) -> None:
    tuning = song.tuning_system
    assert (tuning.name, tuning.pseudo_octave_in_cents) == ("Five", 1202.5)
    assert tuning.note_tunings == [0.0, 240.5, 481.0, 721.5, 962.0]
    assert (tuning.reference_pitch.index_in_octave, tuning.reference_pitch.frequency) == (4, 440.0)


def test_a_set_without_another_tuning_has_twelve_equal_steps(tmp_path: Path) -> None:
    path = tmp_path / "Plain.als"
    path.write_bytes(RARE_SET.replace(b"<NoteTuning ", b"<Something ").replace(b"</NoteTuning>", b"</Something>"))
    document = read_set(path)
    assert World(document).song.tuning_system is None
    assert document.warnings == ("a tuning system without notes: twelve equal steps taken",)


def test_envelopes_of_a_session_clip_are_shown_with_their_points(document: SetDocument, song: Any) -> None:
    keys = track_named(song, "Keys")
    clip, without = [slot.clip for slot in keys.clip_slots]
    assert (clip.has_envelopes, without.has_envelopes) == (True, False)
    assert document.totals["clip_env"] == 3
    volume, reverb = keys.mixer_device.volume, keys.devices[2].parameters
    found = clip.automation_envelope(volume)
    points = [(event.time, event.value) for event in found.events_in_range(0.0, 16.0)]
    assert points == [(1.0, pytest.approx(0.6995, abs=1e-3)), (2.0, pytest.approx(0.85))]
    decay = next(parameter for parameter in reverb if parameter.name == "DecayTime")
    assert clip.automation_envelope(decay).value_at_time(1.5) == 200.0
    assert clip.automation_envelope(keys.mixer_device.panning) is None
    clip.clear_all_envelopes()
    assert not clip.has_envelopes


def test_the_curve_of_an_envelope_is_followed(song: Any) -> None:
    keys = track_named(song, "Keys")
    found = keys.clip_slots[0].clip.automation_envelope(keys.mixer_device.volume)
    curve = found.events_in_range(0.0, 1.0)[0].control_coefficients
    assert (curve.x1, curve.y1, curve.x2, curve.y2) == (0.5, 0.0, 0.5, 1.0)
    early, middle, late = [found.value_at_time(beat) for beat in (1.1, 1.5, 1.9)]
    low, high = found.value_at_time(1.0), found.value_at_time(2.0)
    assert low < early < low + 0.1 * (high - low)
    assert middle == pytest.approx((low + high) / 2)
    assert high - 0.1 * (high - low) < late < high


def test_an_envelope_that_only_rests_holds_its_value(tmp_path: Path) -> None:
    resting = "<Events><FloatEvent Time='-63072000' Value='-0.5'/></Events>"
    text = f"<ClipEnvelope><EnvelopeTarget><PointeeId Value='8'/></EnvelopeTarget><Automation>{resting}</Automation>"
    extra = f"<Envelopes><Envelopes>{text}</ClipEnvelope></Envelopes></Envelopes>"
    panned = track("MidiTrack", 1, "A", sequencer=slots(midi_clip(extra=extra))).replace(
        number("Pan", 0, -1, 1), number("Pan", 0, -1, 1, target=8)
    )
    path = tmp_path / "Rest.als"
    path.write_bytes(small_set(tracks=panned, scenes=scene()))
    (only,) = World(read_set(path)).song.tracks
    envelope = only.clip_slots[0].clip.automation_envelope(only.mixer_device.panning)
    assert [envelope.value_at_time(beat) for beat in (0.0, 3.0)] == [-0.5, -0.5]


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
