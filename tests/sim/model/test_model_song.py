"""Live.Song: tempo, signature, scale, loop, tracks, returns, scenes, cues, lengths."""

from __future__ import annotations

from typing import Any

import pytest

from countin.sim.factory import factory_set
from countin.sim.kernel.errors import LimitationError
from countin.sim.world import World
from sim.model.model_sets import error_of, small_world, writes


def test_the_factory_set_is_lives() -> None:
    """LIVE_API 2.5, 3.6."""
    song: Any = small_world(factory_set()).song
    assert [track.name for track in song.tracks] == ["1-MIDI", "2-MIDI", "3-Audio", "4-Audio"]
    assert [track.name for track in song.return_tracks] == ["A-Reverb", "B-Delay"]
    assert song.master_track.name == "Main"
    assert len(song.scenes) == 8
    assert (song.tempo, song.signature_numerator, song.signature_denominator) == (120.0, 4, 4)
    assert song.clip_trigger_quantization == 4
    assert not any(track.devices for track in song.tracks)
    assert [track.current_monitoring_state for track in song.tracks] == [1, 1, 1, 1]


def test_the_master_is_called_so_in_live_11() -> None:
    """LIVE_API 4."""
    song: Any = small_world(factory_set(), version="11.3.25").song
    assert song.master_track.name == "Master"
    assert error_of(RuntimeError, lambda: song.master_track.arm) == "Master and Return Tracks have no 'Arm' state!"


def test_tempo_is_refused_outside_its_range(song: Any) -> None:
    """LIVE_API 1.1 [LB]."""
    for tempo in (20.0, 999.0, 125.5):
        song.tempo = tempo
        assert song.tempo == tempo
    for tempo in (19.9, 999.1, float("nan")):
        assert error_of(RuntimeError, writes(song, "tempo", tempo)) == "Tempo out of range"
    assert song.tempo == 125.5


def test_signatures(song: Any) -> None:
    """LIVE_API 1.1 [LB]: 3 silently becomes 4, 32 raises."""
    song.signature_numerator, song.signature_denominator = 7, 3
    assert (song.signature_numerator, song.signature_denominator) == (7, 4)
    error_of(RuntimeError, writes(song, "signature_denominator", 32))
    error_of(RuntimeError, writes(song, "signature_numerator", 100))


def test_groove_amount_clamps_above_and_refuses_below(song: Any) -> None:
    """LIVE_API 1.1."""
    song.groove_amount = 2.0
    assert song.groove_amount == 1.3125
    assert error_of(RuntimeError, writes(song, "groove_amount", -0.1)) == "Groove Amount out of range"


def test_scales(world: World, song: Any) -> None:
    """LIVE_API 2.12."""
    scales: Any = world.live.Song
    names = [name for name, _ in scales.get_all_scales_ordered()]
    assert len(names) == 35
    assert names[0] == "Major"
    song.scale_name, song.root_note = "Dorian", 2
    assert list(song.scale_intervals) == [0, 2, 3, 5, 7, 9, 10]
    error_of(RuntimeError, writes(song, "root_note", 12))


def test_song_length_is_the_last_event_and_eight_bars(song: Any) -> None:
    """LIVE_API 1.1 [LB]: max(last clip or cue, loop end) + 32."""
    assert song.last_event_time == 16.0
    assert song.song_length == 48.0
    song.tracks[0].create_midi_clip(60.0, 4.0)
    assert song.song_length == 96.0


def test_the_loop_brace_keeps_inside_the_song(song: Any) -> None:
    """LIVE_API 1.1."""
    song.loop_start, song.loop_length = 2.0, 4.0
    assert (song.loop_start, song.loop_length) == (2.0, 4.0)
    song.loop_length = 0.25
    assert song.loop_length == 1.0
    assert error_of(RuntimeError, writes(song, "loop_start", 100.0)) == "Cannot set the Loopstart behind the Songlength"
    assert error_of(RuntimeError, writes(song, "loop_length", 90.0)) == "Cannot set the Loop behind the song length"


def test_the_playhead_and_start_marker_keep_inside_the_song(song: Any) -> None:
    """LIVE_API 1.1."""
    text = "Cannot set the Songtime behind the Songlength"
    assert error_of(RuntimeError, writes(song, "current_song_time", 49.0)) == text
    text = "Cannot set the start time after the song length"
    assert error_of(RuntimeError, writes(song, "start_time", 49.0)) == text


# -- tracks -----------------------------------------------------------------------------------------------------


def test_new_tracks_are_numbered_by_position_until_renamed(song: Any) -> None:
    """LIVE_API 2.5."""
    made = song.create_midi_track(-1)
    assert made == song.tracks[5]
    assert made.name == "6-MIDI"
    song.create_audio_track(0)
    assert [track.name for track in song.tracks] == ["1-Audio", "Keys", "Band", "4-MIDI", "5-Audio", "Voice", "7-MIDI"]
    made.name = "Lead"
    song.delete_track(0)
    assert song.tracks[5].name == "Lead"
    assert len(made.clip_slots) == len(song.scenes)


def test_a_track_without_an_index_goes_after_the_selection(song: Any) -> None:
    """LIVE_API 1.1."""
    song.view.selected_track = song.tracks[0]
    assert song.create_audio_track() == song.tracks[1]
    assert song.create_audio_track(None) == song.tracks[1]


def test_a_bad_index_and_too_many_tracks_are_limitations() -> None:
    """LIVE_API 1.1, 2.5."""
    song: Any = small_world(switches={"track_limit": 6}).song
    for index in (-2, 6):
        error_of(LimitationError, lambda index=index: song.create_midi_track(index))
    song.create_midi_track(5)
    error_of(LimitationError, lambda: song.create_midi_track(-1))
    error_of(LimitationError, lambda: song.duplicate_track(0))
    assert len(song.tracks) == 6


def test_a_group_goes_with_its_members(song: Any) -> None:
    """LIVE_API 2.5."""
    song.delete_track(1)
    assert [track.name for track in song.tracks] == ["Keys", "Voice"]
    song.delete_track(1)
    error_of(RuntimeError, lambda: song.delete_track(0))
    for index in (-1, 5):
        error_of(RuntimeError, lambda index=index: song.delete_track(index))


def test_a_duplicate_stands_right_after_and_is_selected(song: Any) -> None:
    """LIVE_API 1.1: after the whole group for a group track."""
    assert song.duplicate_track(0) is None
    assert song.view.selected_track == song.tracks[1]
    copy = song.tracks[1]
    assert copy.name == "Keys"
    assert copy.clip_slots[0].clip.name == "Riff"
    assert copy.clip_slots[0].clip != song.tracks[0].clip_slots[0].clip
    assert [clip.start_time for clip in copy.arrangement_clips] == [8.0]
    song.duplicate_track(2)
    assert [track.name for track in song.tracks][2:8] == ["Band", "4-MIDI", "5-Audio", "Band", "7-MIDI", "8-Audio"]
    assert song.tracks[6].group_track == song.tracks[5]
    rack = song.tracks[6].devices[0]
    assert rack.macros_mapped[0]
    driven = rack.chains[1].devices[0].parameters[1]
    assert not driven.is_enabled


def test_returns_show_their_letter(song: Any) -> None:
    """LIVE_API 2.5 [LB, SES]: "X" reads "C-X"; unnamed it takes its first device's name."""
    made = song.create_return_track()
    assert made.name == "C-Return"
    made.insert_device("Delay")
    assert made.name == "C-Delay"
    made.name = "X"
    assert made.name == "C-X"
    made.name = "C-X"
    assert made.name == "C-C-X"
    assert len(song.tracks[0].mixer_device.sends) == 3
    song.delete_return_track(0)
    assert [track.name for track in song.return_tracks] == ["A-Echoes", "B-C-X"]
    assert len(song.tracks[0].mixer_device.sends) == 2


def test_twelve_returns_are_the_limit(song: Any) -> None:
    """LIVE_API 1.1."""
    for _ in range(10):
        song.create_return_track()
    assert song.return_tracks[11].name == "L-Return"
    error_of(LimitationError, song.create_return_track)
    error_of(RuntimeError, lambda: song.delete_return_track(12))


def test_deleting_a_return_keeps_the_values_of_the_others(song: Any) -> None:
    """Sends move with their return."""
    sends = song.tracks[0].mixer_device.sends
    sends[0].value, sends[1].value = 0.25, 0.75
    song.delete_return_track(0)
    assert [send.value for send in song.tracks[0].mixer_device.sends] == [0.75]


# -- scenes -----------------------------------------------------------------------------------------------------


def test_a_new_scene_takes_after_the_one_above_and_is_selected(song: Any) -> None:
    """LIVE_API 1.1 [LB]."""
    made = song.create_scene(1)
    assert made == song.scenes[1] == song.view.selected_scene
    assert (made.name, made.tempo, made.tempo_enabled) == ("", 90.0, True)
    assert all(len(track.clip_slots) == 5 for track in song.tracks)
    assert song.tracks[2].clip_slots[2].has_clip
    assert song.create_scene(-1) == song.scenes[5]
    for index in (-2, 7):
        error_of(RuntimeError, lambda index=index: song.create_scene(index))


def test_a_duplicated_scene_carries_its_clips(song: Any) -> None:
    """LIVE_API 1.1, 3.6."""
    assert song.duplicate_scene(0) is None
    assert song.scenes[1].name == "Intro"
    assert song.view.selected_scene == song.scenes[1]
    assert song.tracks[0].clip_slots[1].clip.name == "Riff"
    song.tracks[0].clip_slots[1].clip.name = "Other"
    assert song.tracks[0].clip_slots[0].clip.name == "Riff"


def test_the_last_scene_stays(song: Any) -> None:
    """LIVE_API 1.1."""
    for _ in range(3):
        song.delete_scene(0)
    error_of(RuntimeError, lambda: song.delete_scene(0))
    error_of(RuntimeError, lambda: song.delete_scene(1))
    assert len(song.scenes) == 1


def test_create_undo_redo_of_a_scene(world: World, song: Any) -> None:
    """LIVE_API 3.6."""
    song.create_scene(-1)
    song.undo()
    assert len(song.scenes) == 4
    song.redo()
    assert len(song.scenes) == 5


def test_scene_tempo_and_signature_read_minus_one_while_disabled(song: Any) -> None:
    """LIVE_API 1.1, bridge quirk 37: setting enables; disabling remembers."""
    scene = song.scenes[1]
    assert (scene.tempo, scene.time_signature_numerator, scene.time_signature_denominator) == (-1.0, -1, -1)
    scene.tempo = 140
    assert (scene.tempo, scene.tempo_enabled) == (140.0, True)
    scene.tempo_enabled = False
    assert scene.tempo == -1
    scene.tempo_enabled = True
    assert scene.tempo == 140
    scene.time_signature_numerator = 3
    assert scene.time_signature_enabled
    error_of(RuntimeError, writes(scene, "tempo", 5.0))


def test_scene_colours_can_be_none(song: Any) -> None:
    """LIVE_API 1.1."""
    scene = song.scenes[0]
    assert scene.color_index is None
    scene.color_index = 6
    assert (scene.color_index, scene.color) == (6, 0x25FFA8)
    scene.color_index = None
    assert scene.color_index is None


def test_a_scene_has_a_slot_for_each_track(song: Any) -> None:
    """LIVE_API 1.1: the column of a group track included."""
    assert len(song.scenes[0].clip_slots) == len(song.tracks)
    assert song.scenes[0].clip_slots[0].clip.name == "Riff"
    assert not song.scenes[0].is_empty
    assert song.scenes[3].is_empty


def test_capture_and_insert_scene_stands_below_the_selection(world: World, song: Any) -> None:
    """LIVE_API 1.1 [LB]: even when nothing plays."""
    song.view.selected_scene = song.scenes[0]
    song.capture_and_insert_scene()
    assert len(song.scenes) == 5
    assert song.scenes[1].name == "Intro"
    assert song.scenes[1].is_empty
    song.tracks[0].clip_slots[0].fire()
    world.advance(0.1)
    song.view.selected_scene = song.scenes[4]
    song.capture_and_insert_scene()
    assert song.tracks[0].clip_slots[5].clip.name == "Riff"


# -- cues -------------------------------------------------------------------------------------------------------


def test_cues_stand_in_creation_order(song: Any) -> None:
    """LIVE_API 1.1 [LB]."""
    assert [(cue.name, cue.time) for cue in song.cue_points] == [("B", 16.0), ("A", 4.0)]


def test_a_cue_is_toggled_at_the_playhead(world: World, song: Any) -> None:
    """LIVE_API 1.1, bridge quirk 4."""
    song.current_song_time = 8.0
    assert song.current_song_time == 0.0
    world.advance(0.1)
    assert not song.is_cue_point_selected()
    assert song.set_or_delete_cue() is None
    assert [(cue.name, cue.time) for cue in song.cue_points][2] == ("3", 8.0)
    assert song.is_cue_point_selected()
    song.cue_points[2].name = "Verse"
    song.set_or_delete_cue()
    assert len(song.cue_points) == 2


def test_a_cue_snaps_to_the_zooms_grid_while_stopped() -> None:
    """LIVE_API 2.5 [LB]: the reported time stays exact; the switch says which grid."""
    world = small_world(switches={"cue_grid": 4.0})
    song = world.song
    song.current_song_time = 9.0
    world.advance(0.1)
    song.set_or_delete_cue()
    assert (song.current_song_time, song.cue_points[2].time) == (9.0, 8.0)


@pytest.mark.parametrize(("setting", "beat"), [("next_tick", 0.0), ("at_once", 8.0)])
def test_a_written_playhead_moves_the_insert_marker_by_the_switch(setting: str, beat: float) -> None:
    """LIVE_API 2.3, 2.5: the playhead reads back on the next tick; whether the marker does too nobody says."""
    world = small_world(switches={"insert_marker": setting})
    song = world.song
    with world.main_thread():
        song.current_song_time = 8.0
        assert song.current_song_time == 0.0
        song.set_or_delete_cue()
    world.settle()
    assert (song.current_song_time, [cue.time for cue in song.cue_points][-1]) == (8.0, beat)


def test_a_cue_has_no_settable_name_before_12_1() -> None:
    """LIVE_API 4."""
    song: Any = small_world(version="12.0.5").song
    error_of(AttributeError, writes(song.cue_points[0], "name", "x"))


def test_jumps_to_cues_are_exact_and_read_back_later(world: World, song: Any) -> None:
    """LIVE_API 1.1."""
    assert song.can_jump_to_next_cue
    assert not song.can_jump_to_prev_cue
    song.jump_to_next_cue()
    assert song.current_song_time == 0.0
    world.advance(0.1)
    assert song.current_song_time == 4.0
    song.cue_points[0].jump()
    world.advance(0.1)
    assert song.current_song_time == 16.0
    song.jump_to_prev_cue()
    world.advance(0.1)
    assert song.current_song_time == 4.0


# -- the rest ---------------------------------------------------------------------------------------------------


def test_data_comes_back_and_the_default_only_if_never_set(song: Any) -> None:
    """LIVE_API 1.1."""
    assert song.get_data("k", 5) == 5
    song.set_data("k", None)
    assert song.get_data("k", 5) is None
    song.tracks[0].set_data("t", {"a": 1})
    assert song.tracks[0].get_data("t", None) == {"a": 1}


def test_selection_meets_in_the_highlighted_slot(song: Any) -> None:
    """LIVE_API 2.6."""
    view = song.view
    view.selected_track, view.selected_scene = song.tracks[2], song.scenes[1]
    assert view.highlighted_clip_slot == song.tracks[2].clip_slots[1]
    view.highlighted_clip_slot = song.tracks[3].clip_slots[3]
    assert (view.selected_track, view.selected_scene) == (song.tracks[3], song.scenes[3])
    view.selected_track = song.master_track
    assert view.highlighted_clip_slot is None
    view.detail_clip = song.tracks[0].clip_slots[0].clip
    view.detail_clip = None
    assert view.detail_clip is None
    view.select_device(song.tracks[0].devices[0])
    assert song.appointed_device == song.tracks[0].devices[0]
    assert song.tracks[0].view.selected_device == song.tracks[0].devices[0]


def test_the_selection_moves_on_when_its_object_goes(song: Any) -> None:
    """LIVE_API 2.6."""
    song.view.selected_track = song.tracks[4]
    song.delete_track(4)
    assert song.view.selected_track == song.tracks[3]
    song.view.selected_scene = song.scenes[3]
    song.delete_scene(3)
    assert song.view.selected_scene == song.scenes[2]
    made = song.create_scene(-1)
    assert song.view.selected_scene == made
    song.undo()
    assert song.view.selected_scene in song.scenes


def test_views_show_and_hide(world: World) -> None:
    """LIVE_API 1.1 [SES]."""
    view = world.application.view
    assert list(view.available_main_views()) == [
        "Browser",
        "Arranger",
        "Session",
        "Detail",
        "Detail/Clip",
        "Detail/DeviceChain",
    ]
    assert view.focused_document_view == "Session"
    view.hide_view("Session")
    assert (view.is_view_visible("Session"), view.is_view_visible("Arranger")) == (False, True)
    view.show_view("Detail/DeviceChain")
    assert (view.is_view_visible("Detail/DeviceChain"), view.is_view_visible("Detail/Clip")) == (True, False)
    view.hide_view("Detail")
    assert not view.is_view_visible("Detail/DeviceChain")
    view.show_view("Nowhere")
    text = "The specified View Identifier does not exist"
    assert error_of(RuntimeError, lambda: view.is_view_visible("Nowhere")) == text
    error_of(RuntimeError, lambda: view.focus_view("Nowhere"))


def test_the_application_says_its_version() -> None:
    """LIVE_API 1.1."""
    application = small_world(version="12.3.6").application
    numbers = (application.get_major_version(), application.get_minor_version(), application.get_bugfix_version())
    assert numbers == (12, 3, 6)
    assert application.get_version_string() == "12.3.6"
    assert list(application.control_surfaces) == [None] * 7
    assert application.open_dialog_count == 0
    error_of(RuntimeError, lambda: application.press_current_dialog_button(0))
    application.show_on_the_fly_message("Sure?")
    assert (application.open_dialog_count, application.current_dialog_message) == (1, "Sure?")
    application.press_current_dialog_button(0)
    assert application.open_dialog_count == 0


def test_the_hosts_scripts_stand_in_their_slots(world: World) -> None:
    """LIVE_API 1.1 [LB]: a fixed number of slots, None where empty."""
    script = object()
    world.host_scripts([None, script])
    assert list(world.application.control_surfaces) == [None, script, None, None, None, None, None]


@pytest.mark.parametrize(("written", "read"), [(0x1AFF2F, 0x1AFF2F), (0x1A2F96, 0x1A2F96), (0x1AFF30, 0x1AFF2F)])
def test_colours_snap_to_the_palette(song: Any, written: int, read: int) -> None:
    """LIVE_API 2.12, 3.6."""
    track, clip = song.tracks[0], song.tracks[0].clip_slots[0].clip
    track.color = written
    clip.color = written
    song.scenes[0].color = written
    assert (track.color, clip.color, song.scenes[0].color) == (read, read, read)


def test_colour_indices(song: Any) -> None:
    """LIVE_API 1.1: None is ignored on tracks and refused on clips; 70 snaps."""
    track, clip = song.tracks[0], song.tracks[0].clip_slots[0].clip
    track.color_index = 14
    track.color_index = None
    assert track.color == 0xFF3636
    track.color_index = 99
    assert track.color_index == 69
    error_of(TypeError, writes(clip, "color_index", None))
    error_of(TypeError, writes(track, "color", None))
