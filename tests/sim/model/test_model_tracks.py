"""Live.Track, its mixer, its kinds, and its routing."""

from __future__ import annotations

from typing import Any

import pytest

from countin.sim.document import SceneDocument, SetDocument, TrackDocument
from countin.sim.world import World
from sim.model.model_sets import error_of, small_set, small_world, writes


def test_kinds_show_in_inputs_and_outputs(song: Any) -> None:
    """LIVE_API 1.1."""
    keys, band, kit, loops, _ = song.tracks
    assert [track.has_midi_input for track in song.tracks] == [True, False, True, False, False]
    assert [track.has_audio_input for track in song.tracks] == [False, False, False, True, True]
    assert (keys.has_midi_output, keys.has_audio_output) == (False, True)
    assert (band.is_foldable, kit.is_grouped, kit.group_track) == (True, True, band)
    assert keys.group_track is None
    keys.delete_device(0)
    assert (keys.has_midi_output, keys.has_audio_output) == (True, False)
    error_of(RuntimeError, lambda: keys.output_meter_left)
    error_of(RuntimeError, lambda: keys.input_meter_level)
    assert loops.input_meter_level == 0.0
    assert song.return_tracks[0].has_audio_input
    assert song.master_track.has_audio_input


def test_folding_hides_the_members(song: Any) -> None:
    """LIVE_API 1.1 [LB]."""
    band = song.tracks[1]
    assert band.fold_state == 0
    band.fold_state = 1
    assert [track.is_visible for track in song.tracks] == [True, True, False, False, True]
    assert len(song.visible_tracks) == 3
    assert error_of(RuntimeError, writes(song.tracks[0], "fold_state", 1)) == "This Track can not be collapsed"


def test_arming(song: Any) -> None:
    """LIVE_API 1.1; bridge quirk 5; exclusive arm does not apply to the API."""
    song.tracks[0].arm = True
    song.tracks[3].arm = True
    assert (song.tracks[0].arm, song.tracks[3].arm) == (True, True)
    for track in (song.tracks[1], song.return_tracks[0], song.master_track):
        assert not track.can_be_armed
        text = "Main and Return Tracks have no 'Arm' state!"
        assert error_of(RuntimeError, lambda track=track: track.arm) == text
        error_of(RuntimeError, writes(track, "arm", True))


def test_monitoring(song: Any) -> None:
    """LIVE_API 1.1; bridge quirk 6."""
    track = song.tracks[0]
    track.current_monitoring_state = 2
    assert track.current_monitoring_state == 2
    assert error_of(RuntimeError, writes(track, "current_monitoring_state", 3)) == "Invalid monitoring state!"
    assert "no monitoring state" in error_of(RuntimeError, lambda: song.tracks[1].current_monitoring_state)


def test_mute_and_its_activator_are_one(song: Any) -> None:
    """LIVE_API 1.1: track_activator mirrors not mute."""
    track = song.tracks[0]
    activator = track.mixer_device.track_activator
    track.mute = 1
    assert (track.mute, activator.value) == (True, 0.0)
    activator.value = 1.0
    assert track.mute is False
    assert activator.is_quantized
    assert list(activator.value_items) == ["Off", "On"]


def test_solo_is_not_exclusive_and_silences_the_others_a_tick_later(world: World, song: Any) -> None:
    """LIVE_API 1.1, 2.3."""
    song.tracks[0].solo = True
    song.tracks[4].solo = True
    assert [track.solo for track in song.tracks] == [True, False, False, False, True]
    assert not song.tracks[3].muted_via_solo
    world.advance(0.1)
    assert [track.muted_via_solo for track in song.tracks] == [False, True, True, True, False]
    assert not song.return_tracks[0].muted_via_solo
    song.tracks[0].solo = song.tracks[4].solo = False
    song.tracks[2].solo = True
    world.settle()
    assert [track.muted_via_solo for track in song.tracks] == [True, False, False, True, True]
    song.tracks[2].solo = False
    song.tracks[1].solo = True
    world.settle()
    assert [track.muted_via_solo for track in song.tracks] == [True, False, False, False, True]
    assert error_of(RuntimeError, writes(song.master_track, "solo", True)) == "Main track has no 'solo' property!"


def test_mixer_members_by_kind(song: Any) -> None:
    """LIVE_API 1.1."""
    mixer, main = song.tracks[0].mixer_device, song.master_track.mixer_device
    assert error_of(RuntimeError, lambda: mixer.crossfader) == "Only the main track has a crossfader!"
    assert error_of(RuntimeError, lambda: mixer.cue_volume) == "Cue volume available on the main track only!"
    assert error_of(RuntimeError, lambda: mixer.song_tempo) == "Only the main track has the song tempo!"
    assert error_of(RuntimeError, lambda: main.crossfade_assign) == "Main track has no crossfader assignment!"
    assert len(main.sends) == 0
    assert len(mixer.sends) == len(song.return_tracks[0].mixer_device.sends) == 2
    assert (main.crossfader.min, main.crossfader.max) == (-1.0, 1.0)
    assert (mixer.volume.name, mixer.panning.name, main.cue_volume.name) == (
        "Track Volume",
        "Track Panning",
        "Preview Volume",
    )
    main.song_tempo.value = 97.5
    assert song.tempo == 97.5
    mixer.crossfade_assign = 2
    assert mixer.crossfade_assign == 2
    error_of(RuntimeError, writes(mixer, "crossfade_assign", 3))


def test_mixer_values_are_single_precision(song: Any) -> None:
    """LIVE_API 2.11."""
    assert song.tracks[0].mixer_device.volume.value == 0.8500000238418579
    song.tracks[0].mixer_device.panning.value = 0.1
    assert song.tracks[0].mixer_device.panning.value == 0.10000000149011612


@pytest.mark.parametrize(
    ("value", "decibels"),
    [(1.0, 6.0), (0.85, 0.0), (0.7, -6.0), (0.5, -14.0), (0.4, -18.0), (0.2, -34.4), (0.1, -48.6)],
)
def test_the_mixer_curve_fits_the_measurements(song: Any, value: float, decibels: float) -> None:
    """LIVE_API 2.12."""
    volume, send = song.tracks[0].mixer_device.volume, song.tracks[0].mixer_device.sends[0]
    volume.value = value
    send.value = value
    assert volume.display_value == pytest.approx(decibels, abs=0.05)
    assert send.display_value == pytest.approx(decibels - 6, abs=0.05)
    assert volume.str_for_value(value) == f"{decibels:.1f} dB"
    volume.display_value = decibels
    assert volume.value == pytest.approx(value, abs=1e-3)


def test_display_strings(song: Any) -> None:
    """LIVE_API 2.12."""
    volume, pan = song.tracks[0].mixer_device.volume, song.tracks[0].mixer_device.panning
    assert volume.str_for_value(0) == "-inf dB"
    assert [pan.str_for_value(value) for value in (-1.0, 0.0, 0.5)] == ["50L", "C", "25R"]
    pan.value = 0.5
    assert pan.display_value == 25.0
    assert str(pan) == "25R"


def test_empty_names_give_the_automatic_one_back(song: Any) -> None:
    """LIVE_API 2.5."""
    track = song.tracks[0]
    track.name = "Lead 🎹"
    assert track.name == "Lead 🎹"
    track.name = ""
    assert track.name == "1-MIDI"


# -- routing ----------------------------------------------------------------------------------------------------


def test_routing_offers_types_and_channels(song: Any) -> None:
    """LIVE_API 1.1; the channel list follows the type (bridge quirk 17)."""
    track = song.tracks[4]
    names = [entry.display_name for entry in track.available_input_routing_types]
    assert names == ["Ext. In", "Resampling", "Keys", "3-MIDI", "4-Audio", "No Input"]
    source = track.available_input_routing_types[2]
    assert (source.category, source.attached_object) == (4, song.tracks[0])
    track.input_routing_type = source
    assert track.input_routing_type == source
    labels = [entry.display_name for entry in track.available_input_routing_channels]
    assert labels == ["Pre FX", "Post FX", "Post Mixer"]
    track.input_routing_channel = track.available_input_routing_channels[1]
    assert track.input_routing_channel.display_name == "Post FX"
    track.input_routing_type = track.available_input_routing_types[0]
    assert track.input_routing_channel.display_name == "1/2"


def test_a_routing_that_is_not_offered_is_refused(world: World, song: Any) -> None:
    """LIVE_API 1.1: ValueError."""
    foreign = song.tracks[0].available_input_routing_types[0]
    error_of(ValueError, writes(song.tracks[4], "input_routing_type", foreign))
    channel = song.tracks[0].available_input_routing_channels[3]
    error_of(ValueError, writes(song.tracks[4], "input_routing_channel", channel))


def test_a_new_track_offers_nothing_in_its_first_tick(world: World, song: Any) -> None:
    """LIVE_API 2.3 [LB]."""
    made = song.create_audio_track(-1)
    assert len(made.available_output_routing_types) == 0
    world.advance(0.1)
    assert len(made.available_output_routing_types) > 0


def test_older_routing_names_have_aliases(song: Any) -> None:
    """Bridge quirk 15."""
    keys = song.tracks[0]
    assert keys.current_input_routing == "Ext: All Ins"
    assert keys.current_output_routing == "Master"
    assert "All Ins" in keys.input_routings
    keys.current_input_routing = "No Input"
    keys.current_input_routing = "All Ins"
    assert keys.current_input_routing == "Ext: All Ins"
    keys.current_input_sub_routing = "Ch. 3"
    assert keys.input_routing_channel.display_name == "Ch. 3"
    error_of(RuntimeError, writes(keys, "current_output_routing", "Nowhere"))


def test_a_grouped_track_goes_to_its_group(song: Any) -> None:
    """Bridge quirk 18."""
    assert song.tracks[2].output_routing_type.display_name == "Band"
    assert song.tracks[2].output_routing_type.category == 5


def test_a_frozen_track_refuses_changes() -> None:
    """LIVE_API 1.1."""
    document = SetDocument(
        (TrackDocument("midi", frozen=True), TrackDocument("midi")), (), TrackDocument("main"), (SceneDocument(),)
    )
    track = small_world(document).song.tracks[0]
    assert track.is_frozen
    error_of(RuntimeError, lambda: track.clip_slots[0].create_clip(4))
    error_of(RuntimeError, lambda: track.insert_device("Reverb"))
    error_of(RuntimeError, lambda: track.create_midi_clip(0, 4))
    error_of(AttributeError, writes(track, "is_frozen", False))
    track.arm = True
    assert track.arm is False


def test_meters_move_only_while_something_plays(world: World, song: Any) -> None:
    """LIVE_API 1.1."""
    assert song.tracks[0].output_meter_level == 0.0
    song.tracks[0].clip_slots[0].fire()
    world.advance(0.1)
    assert song.tracks[0].output_meter_left > 0
    assert small_world(small_set()).song.tracks[0].output_meter_level == 0.0
