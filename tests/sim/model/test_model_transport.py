"""The transport, launching, timers and time; the browser's loads; envelopes."""

from __future__ import annotations

from typing import Any

import pytest

from countin.sim.factory import factory_set
from countin.sim.kernel.switches import Switches
from countin.sim.world import World
from sim.model.model_sets import error_of, small_set, small_world, writes


@pytest.mark.parametrize("name", ["loop", "punch_in", "punch_out", "session_automation_record"])
def test_transport_flags_read_back_a_tick_later(world: World, song: Any, name: str) -> None:
    """LIVE_API 2.3."""
    setattr(song, name, True)
    assert getattr(song, name) is False
    world.advance(0.1)
    assert getattr(song, name) is True


@pytest.mark.parametrize("ticks", [1, 3])
def test_record_mode_reads_back_some_ticks_later_and_starts_playing(ticks: int) -> None:
    """LIVE_API 3.6: AbletonOSC's tests see it one tick later; 2.3 [H]: some 300 ms."""
    assert Switches().record_mode_ticks == 1
    world = small_world(switches={"record_mode_ticks": ticks})
    song = world.song
    song.record_mode = True
    for _ in range(ticks):
        assert not song.record_mode
        world.advance(0.1)
    assert (song.record_mode, song.is_playing) == (True, True)
    song.stop_playing()
    world.advance(0.1)
    assert (song.record_mode, song.is_playing) == (False, False)


def test_playing_starts_within_a_tick_and_moves_with_the_tempo(world: World, song: Any) -> None:
    """LIVE_API 2.5, 3.6: 120 BPM are two beats a second."""
    song.start_playing()
    assert not song.is_playing
    world.advance(0.1)
    assert (song.is_playing, song.current_song_time) == (True, 0.0)
    world.advance(1.0)
    assert song.current_song_time == pytest.approx(2.0)
    song.tempo = 60
    world.advance(1.0)
    assert song.current_song_time == pytest.approx(3.0)


def test_stopping_keeps_the_playhead_and_stopping_again_goes_to_zero(world: World, song: Any) -> None:
    """LIVE_API 2.5 [LB]."""
    song.start_time = 4.0
    song.start_playing()
    world.advance(0.6)
    song.stop_playing()
    world.advance(0.1)
    stopped = song.current_song_time
    assert stopped == pytest.approx(5.2)
    song.current_song_time = 2.0
    world.advance(0.1)
    song.continue_playing()
    world.advance(0.1)
    assert song.current_song_time == pytest.approx(stopped)
    song.is_playing = False
    world.advance(0.1)
    song.stop_playing()
    world.advance(0.1)
    assert (song.current_song_time, song.start_time) == (0.0, 0.0)


def test_the_loop_brings_the_playhead_back(world: World, song: Any) -> None:
    """LIVE_API 1.1."""
    song.loop, song.loop_start, song.loop_length = True, 0.0, 2.0
    song.start_playing()
    world.advance(0.1)
    world.advance(1.5)
    assert song.current_song_time == pytest.approx(1.0)


def test_song_time_in_bars_and_frames(world: World, song: Any) -> None:
    """LIVE_API 2.5: 1-based bars and beats; a beat is the denominator's note value."""
    song.current_song_time = 5.5
    world.advance(0.1)
    time = song.get_current_beats_song_time()
    assert (time.bars, time.beats, time.sub_division, time.ticks) == (2, 2, 3, 1)
    assert str(time) == "002.02.03.001"
    song.signature_numerator, song.signature_denominator = 6, 8
    time = song.get_current_beats_song_time()
    assert (time.bars, time.beats) == (2, 6)
    frames = song.get_current_smpte_song_time(2)
    assert (frames.minutes, frames.seconds, frames.frames) == (0, 2, 18)
    error_of(RuntimeError, lambda: song.get_current_smpte_song_time(9))


def test_overdub_is_ignored_when_nothing_can_record(song: Any) -> None:
    """LIVE_API 5: switchable."""
    song.overdub = True
    assert not song.overdub
    song.tracks[0].arm = True
    song.overdub = True
    assert song.overdub
    lenient = small_world(switches={"overdub_without_arm": "record"}).song
    lenient.overdub = True
    assert lenient.overdub


# -- launching --------------------------------------------------------------------------------------------------


def test_a_launch_starts_a_standing_transport_at_once(world: World, song: Any) -> None:
    """LIVE_API 2.5, 2.3: shown on the next tick."""
    slot = song.tracks[0].clip_slots[0]
    slot.fire()
    assert not slot.clip.is_playing
    world.advance(0.1)
    assert (song.is_playing, slot.is_playing, slot.clip.is_playing) == (True, True, True)
    assert song.tracks[0].playing_slot_index == 0
    assert slot.clip.playing_position == 0.0
    world.advance(0.5)
    assert slot.clip.playing_position == pytest.approx(1.0)


def test_a_launch_waits_for_the_quantization(world: World, song: Any) -> None:
    """LIVE_API 2.5: 1 bar by default; a clip's own counts one higher."""
    first, second = song.tracks[0].clip_slots[0], song.tracks[3].clip_slots[0]
    first.fire()
    world.advance(0.1)
    world.advance(0.3)
    second.fire()
    world.advance(0.1)
    assert (second.is_triggered, second.is_playing, song.tracks[3].fired_slot_index) == (True, False, 0)
    world.advance(2.0)
    assert (second.is_triggered, second.is_playing) == (False, True)
    assert second.clip.start_time == pytest.approx(4.0)
    third = song.tracks[2].clip_slots[1]
    third.clip.launch_quantization = 1
    third.fire()
    world.advance(0.1)
    assert third.is_playing


def test_quantization_sixteenth_follows_within_two_ticks() -> None:
    """LIVE_API 3.6."""
    world = small_world()
    song = world.song
    song.clip_trigger_quantization = 11
    song.tracks[0].clip_slots[0].fire()
    world.advance(0.1)
    song.tracks[2].clip_slots[1].fire()
    world.advance(0.2)
    assert [song.tracks[0].playing_slot_index, song.tracks[2].playing_slot_index] == [0, 1]


def test_the_grid_of_a_launch_is_counted_from_the_moment_it_was_asked_for() -> None:
    """LIVE_API 3.6: at 1/16, asked for at beat 0.2, it plays from 0.25 on, and the next tick, at 0.4, shows it: a
    script that answers each launch with the next one sees that within two ticks."""
    world = small_world()
    song = world.song
    song.clip_trigger_quantization = 11
    song.tracks[0].clip_slots[0].fire()
    world.advance(0.2)
    assert song.current_song_time == pytest.approx(0.2)
    slot = song.tracks[2].clip_slots[1]
    slot.fire()
    assert not slot.is_playing
    world.advance(0.1)
    assert (slot.is_playing, slot.clip.start_time) == (True, pytest.approx(0.25))
    assert slot.clip.playing_position == pytest.approx(0.15)


def test_a_launch_asked_for_as_the_transport_starts_over_waits_for_the_new_time(world: World, song: Any) -> None:
    """Beats of before the start do not count."""
    song.start_playing()
    world.advance(0.1)
    world.advance(3.0)
    song.stop_playing()
    world.advance(0.1)
    slot = song.tracks[0].clip_slots[0]
    song.start_playing()
    slot.fire()
    world.advance(0.1)
    assert (slot.is_playing, slot.clip.playing_position) == (True, 0.0)


def test_stopping_clips(world: World, song: Any) -> None:
    """LIVE_API 3.6: stop_playing and stop_all_clips clear them."""
    for index in (0, 3):
        song.tracks[index].clip_slots[0].fire()
    world.advance(0.1)
    song.stop_all_clips(False)
    world.advance(0.1)
    assert [track.playing_slot_index for track in song.tracks] == [-2, -1, -2, -2, -2]
    assert song.is_playing
    song.tracks[0].clip_slots[0].fire()
    song.tracks[0].clip_slots[1].fire()
    world.advance(0.1)
    assert song.tracks[0].playing_slot_index == -2


def test_a_stop_button_shows_until_something_plays_or_the_arrangement_is_back(world: World, song: Any) -> None:
    """LIVE_API 1.2: -1 none, -2 the stop button."""
    track, other = song.tracks[0], song.tracks[3]
    assert track.playing_slot_index == -1
    track.clip_slots[0].fire()
    other.clip_slots[0].fire()
    world.advance(0.1)
    for stopped in (track, other):
        stopped.stop_all_clips(False)
    assert track.playing_slot_index == 0
    world.advance(0.1)
    assert [track.playing_slot_index, other.playing_slot_index] == [-2, -2]
    assert track.back_to_arranger
    track.clip_slots[0].fire()
    other.back_to_arranger = False
    world.advance(2.1)
    assert [track.playing_slot_index, other.playing_slot_index] == [0, -1]
    song.tracks[2].clip_slots[0].stop()
    world.advance(2.1)
    song.back_to_arranger = False
    world.advance(0.1)
    assert [track.playing_slot_index for track in song.tracks] == [-1, -1, -1, -1, -1]


def test_deleting_a_playing_clip_stops_it(world: World, song: Any) -> None:
    """A clip that is gone neither plays nor waits."""
    song.tracks[0].clip_slots[0].fire()
    world.advance(0.1)
    song.tracks[0].clip_slots[0].delete_clip()
    world.advance(0.1)
    assert song.tracks[0].playing_slot_index == -1


def test_an_armed_empty_slot_records() -> None:
    """LIVE_API 3.6, 2.3 [SES]: has_clip False right after fire, True a tick later."""
    world = small_world(factory_set())
    song = world.song
    song.tracks[2].arm = True
    slot = song.tracks[2].clip_slots[0]
    slot.fire()
    assert not slot.has_clip
    world.advance(0.1)
    assert (slot.has_clip, slot.is_recording) == (True, True)
    world.advance(2.3)
    song.stop_playing()
    world.advance(0.1)
    clip = slot.clip
    assert (clip.is_audio_clip, slot.is_recording, clip.length) == (True, False, 8.0)
    clip.gain, clip.pitch_coarse, clip.pitch_fine = 0.5, 1, 2.0


def test_scenes_launch_their_row_and_set_the_tempo(world: World, song: Any) -> None:
    """LIVE_API 1.1."""
    song.scenes[0].fire()
    assert song.tempo == 90.0
    world.advance(0.1)
    assert [track.playing_slot_index for track in song.tracks] == [0, -1, -2, 0, -2]
    song.view.selected_scene = song.scenes[0]
    song.scenes[3].fire_as_selected()
    assert song.view.selected_scene == song.scenes[1]


def test_an_empty_scene_does_not_start_the_transport(world: World, song: Any) -> None:
    """LIVE_API 1.1."""
    song.scenes[3].fire()
    world.advance(0.2)
    assert not song.is_playing


def test_back_to_arranger_follows_launches(world: World, song: Any) -> None:
    """LIVE_API 2.3."""
    song.tracks[0].clip_slots[0].fire()
    world.advance(0.1)
    assert song.back_to_arranger
    song.back_to_arranger = False
    assert song.back_to_arranger
    world.advance(0.1)
    assert not song.back_to_arranger
    assert song.tracks[0].playing_slot_index == -1


def test_playing_status_and_loop_jumps_are_events(world: World, song: Any) -> None:
    """LIVE_API 1.0."""
    clip = song.tracks[0].clip_slots[0].clip
    heard: list[str] = []
    clip.add_playing_status_listener(lambda: heard.append("status"))
    clip.add_loop_jump_listener(lambda: heard.append("jump"))
    clip.fire()
    world.advance(0.1)
    assert heard == ["status"]
    world.advance(2.1)
    assert heard == ["status", "jump"]


def test_fire_with_wrong_options_is_refused(song: Any) -> None:
    """LIVE_API 1.1."""
    full, empty = song.tracks[0].clip_slots[0], song.tracks[0].clip_slots[3]
    error_of(RuntimeError, lambda: full.fire(record_length=4.0))
    text = "Can only pass force_legato to non-empty slots."
    assert error_of(RuntimeError, lambda: empty.fire(force_legato=True)) == text


# -- timers and time --------------------------------------------------------------------------------------------


def _timer(world: World, *arguments: Any, **options: Any) -> Any:
    kind: Any = world.live.Base.Timer
    return kind(*arguments, **options)


def test_a_timer_fires_on_lives_grid(world: World) -> None:
    """LIVE_API 2.1, 5: 17 ms."""
    fired: list[float] = []
    timer = _timer(world, lambda: fired.append(round(world.now, 4)), 10, repeat=True, start=True)
    world.advance(0.06)
    assert fired == [0.017, 0.034, 0.051]
    timer.stop()
    world.advance(0.1)
    assert len(fired) == 3
    assert not timer.running
    timer.restart()
    assert timer.running
    world.advance(0.05)
    assert len(fired) > 3


def test_the_grid_is_a_switch() -> None:
    """LIVE_API 5."""
    world = small_world(switches={"timer_resolution_ms": 10})
    fired: list[float] = []
    _timer(world, lambda: fired.append(round(world.now, 4)), 10, True, True)
    world.advance(0.03)
    assert fired == [0.01, 0.02, 0.03]


def test_a_timer_that_does_not_repeat_fires_once(world: World) -> None:
    """LIVE_API 2.1."""
    fired: list[int] = []
    timer = _timer(world, lambda: fired.append(1), 5, start=True)
    world.advance(0.2)
    assert (fired, timer.running) == ([1], False)


def test_an_exception_stops_its_timer(world: World) -> None:
    """LIVE_API 2.1."""
    fired: list[int] = []

    def fail() -> None:
        fired.append(1)
        raise ValueError("no")

    timer = _timer(world, fail, 5, True, True)
    world.advance(0.2)
    assert (fired, timer.running) == ([1], False)
    assert "ValueError: no" in world.log_lines[0]


def test_each_timer_call_is_an_undo_step_of_its_own(world: World, song: Any) -> None:
    """LIVE_API 2.4: one main-thread call, one step."""
    _timer(world, lambda: setattr(song, "tempo", song.tempo + 1), 17, True, True)
    world.advance(0.052)
    assert song.tempo == 123
    song.undo()
    assert song.tempo == 122


def test_a_timer_may_stop_itself_and_start_others(world: World) -> None:
    """Nothing is called that was stopped."""
    fired: list[str] = []
    first: Any = _timer(world, lambda: (fired.append("first"), first.stop(), second.start()), 17, True)
    second: Any = _timer(world, lambda: fired.append("second"), 17)
    first.start()
    world.advance(0.2)
    assert fired == ["first", "second"]


def test_a_stalled_live_calls_late_and_once(world: World) -> None:
    """Bug report 28: time passes, nothing runs; then it goes on."""
    fired: list[float] = []
    _timer(world, lambda: fired.append(world.now), 10, True, True)
    world.stall(5.0)
    assert fired == []
    world.advance(0.1)
    assert 1 <= len(fired) <= 7
    assert fired[0] >= 5.0


def test_a_tick_happens_at_each_display_turn(world: World, song: Any) -> None:
    """LIVE_API 2.1: 100 ms; many small steps of time are no ticks."""
    song.loop = True
    for _ in range(9):
        world.advance(0.01)
    assert not song.loop
    world.advance(0.01)
    assert song.loop


# -- the browser ------------------------------------------------------------------------------------------------


def _item(world: World, root: str, name: str) -> Any:
    found: Any = getattr(world.application.browser, root)
    return next(item for item in found.children if item.name == name)


def test_a_loaded_item_is_there_a_tick_later(world: World, song: Any) -> None:
    """LIVE_API 2.11, 2.3."""
    song.view.selected_track = song.tracks[4]
    world.application.browser.load_item(_item(world, "audio_effects", "Reverb"))
    assert not song.tracks[4].devices
    world.advance(0.1)
    assert [device.name for device in song.tracks[4].devices] == ["Reverb"]
    song.undo()
    assert not song.tracks[4].devices


def test_what_does_not_fit_makes_a_new_midi_track(world: World, song: Any) -> None:
    """LIVE_API 2.11 [SES]: without an error; the selection moves there."""
    for track in (song.tracks[4], song.return_tracks[0], song.master_track):
        song.view.selected_track = track
        count = len(song.tracks)
        world.application.browser.load_item(_item(world, "instruments", "Operator"))
        world.advance(0.1)
        assert len(song.tracks) == count + 1
        assert song.view.selected_track.devices[0].name == "Operator"
        assert song.view.selected_track.has_midi_input


def test_an_instrument_replaces_the_one_that_is_there(world: World, song: Any) -> None:
    """LIVE_API 2.11."""
    song.view.selected_track = song.tracks[0]
    old = song.tracks[0].devices[0]
    world.application.browser.load_item(_item(world, "instruments", "Drift"))
    world.advance(0.1)
    assert [device.name for device in song.tracks[0].devices] == ["Drift"]
    assert old == None  # noqa: E711 - Live's own validity test


def test_the_insert_mode_and_the_hot_swap_decide_the_place(world: World, song: Any) -> None:
    """LIVE_API 2.11."""
    track, browser = song.tracks[4], world.application.browser
    for name in ("Reverb", "Delay"):
        track.insert_device(name)
    song.view.selected_track = track
    song.view.select_device(track.devices[0])
    track.view.device_insert_mode = 2
    browser.load_item(_item(world, "audio_effects", "Compressor"))
    world.advance(0.1)
    assert [device.name for device in track.devices] == ["Reverb", "Compressor", "Delay"]
    browser.hotswap_target = track.devices[2]
    assert error_of(RuntimeError, writes(browser, "hotswap_target", track.devices[2])) == "Couldn't set hotswap target"
    browser.load_item(_item(world, "audio_effects", "Utility"))
    world.advance(0.1)
    assert [device.name for device in track.devices] == ["Reverb", "Compressor", "Utility"]


def test_a_clip_from_the_browser_makes_a_track(world: World, song: Any) -> None:
    """LIVE_API 2.11: an .alc."""
    item = world.application.browser.clips.children[0]
    world.application.browser.load_item(item)
    world.advance(0.1)
    assert len(song.tracks) == 6
    assert song.tracks[5].clip_slots[0].has_clip


def test_roots_and_lists(world: World) -> None:
    """LIVE_API 2.11; bridge quirk 21: a root may be missing, lists are bare vectors."""
    browser = world.application.browser
    assert browser.instruments.is_folder
    assert type(browser.user_folders).__name__ == "BrowserItemVector"
    error_of(RuntimeError, lambda: browser.current_project)
    device = browser.instruments.children[0]
    assert (device.is_device, device.is_loadable, device.is_folder) == (True, True, False)
    assert not hasattr(device, "_live_ptr")
    assert [item.name for item in browser.instruments.iter_children][:1] == [device.name]
    error_of(RuntimeError, lambda: browser.load_item(browser.instruments))
    browser.stop_preview()
    browser.filter_type = 6
    assert error_of(RuntimeError, writes(browser, "filter_type", 9)) == "Invalid filter type"


def test_the_native_items_load_what_insert_device_takes(world: World, song: Any) -> None:
    """Bug report 57: anything that is listed loads."""
    browser = world.application.browser
    for root in ("instruments", "audio_effects", "midi_effects"):
        for index in range(len(getattr(browser, root).children)):
            world.settle()
            item = getattr(browser, root).children[index]
            assert item.is_loadable, item.name
    world.load(small_set())
    assert song == None  # noqa: E711 - Live's own validity test


# -- envelopes --------------------------------------------------------------------------------------------------


def test_envelopes_belong_to_session_clips_and_their_track(song: Any) -> None:
    """LIVE_API 2.10."""
    track = song.tracks[0]
    clip, parameter = track.clip_slots[0].clip, track.devices[0].parameters[1]
    assert clip.automation_envelope(parameter) is None
    envelope = clip.create_automation_envelope(parameter)
    assert clip.automation_envelope(parameter) == envelope
    assert (clip.has_envelopes, len(clip.automation_envelopes)) == (True, 1)
    text = "There is already an envelope for the parameter"
    assert error_of(RuntimeError, lambda: clip.create_automation_envelope(parameter)) == text
    foreign = song.tracks[4].mixer_device.volume
    assert clip.automation_envelope(foreign) is None
    text = "Not a session clip or parameter belongs to another track."
    assert error_of(RuntimeError, lambda: clip.create_automation_envelope(foreign)) == text
    placed = track.arrangement_clips[0]
    assert placed.automation_envelope(parameter) is None
    assert error_of(RuntimeError, lambda: placed.create_automation_envelope(parameter)) == text
    clip.create_automation_envelope(track.mixer_device.volume)
    clip.clear_envelope(parameter)
    assert envelope == None  # noqa: E711 - Live's own validity test
    clip.clear_all_envelopes()
    assert not clip.has_envelopes


def test_steps_replace_their_stretch_with_exact_edges(song: Any) -> None:
    """LIVE_API 2.10 [LB, P]: four points; at a border the earlier value; linear between."""
    clip, volume = song.tracks[0].clip_slots[0].clip, song.tracks[0].mixer_device.volume
    envelope = clip.create_automation_envelope(volume)
    assert envelope.value_at_time(2.0) == volume.value
    envelope.insert_step(1.0, 2.0, 0.5)
    assert [envelope.value_at_time(time) for time in (0.5, 1.0, 2.0, 3.0)] == [volume.value, volume.value, 0.5, 0.5]
    assert envelope.value_at_time(3.5) == volume.value
    assert len(envelope.events_in_range(1.0, 3.0)) == 4
    envelope.delete_events_in_range(1.0, 3.0)
    assert len(envelope.events_in_range(0.0, 4.0)) == 1
    error_of(RuntimeError, lambda: envelope.insert_step(0.0, 1.0, 2.0))
    assert error_of(ValueError, lambda: envelope.events_in_range(0.0, 2e6)) == "Range out of bounds."


def test_a_fresh_envelope_has_one_event_or_none(song: Any) -> None:
    """LIVE_API 5: the switch."""
    clip, pan = song.tracks[0].clip_slots[0].clip, song.tracks[0].mixer_device.panning
    assert len(clip.create_automation_envelope(pan).events_in_range(0.0, 4.0)) == 1
    other = small_world(switches={"fresh_envelope": "none"}).song
    clip, pan = other.tracks[0].clip_slots[0].clip, other.tracks[0].mixer_device.panning
    envelope = clip.create_automation_envelope(pan)
    assert len(envelope.events_in_range(0.0, 4.0)) == 0
    assert envelope.value_at_time(1.0) == 0.0


@pytest.mark.parametrize(("setting", "kept"), [("lost", False), ("kept", True)])
def test_envelopes_on_copies_are_a_switch(setting: str, kept: bool) -> None:
    """LIVE_API 2.9, 5: lost when an instrument is present [LB]."""
    track = small_world(switches={"envelopes_on_copies": setting}).song.tracks[0]
    clip = track.clip_slots[0].clip
    clip.create_automation_envelope(track.mixer_device.volume)
    assert track.duplicate_clip_to_arrangement(clip, 32.0).has_envelopes == kept


def test_before_12_2_an_envelope_has_steps_only() -> None:
    """LIVE_API 4: Clip.AutomationEnvelope."""
    track = small_world(version="12.1.0").song.tracks[0]
    envelope = track.clip_slots[0].clip.create_automation_envelope(track.mixer_device.volume)
    assert type(envelope).__name__ == "AutomationEnvelope"
    envelope.insert_step(0.0, 1.0, 0.5)
    assert envelope.value_at_time(0.5) == 0.5
    assert not hasattr(envelope, "events_in_range")


# -- warping ----------------------------------------------------------------------------------------------------


def test_warping_reads_back_later_and_turns_looping_off(world: World, song: Any) -> None:
    """LIVE_API 1.1, 2.3, 2.7: seconds for unwarped audio."""
    clip = song.tracks[3].clip_slots[0].clip
    with world.main_thread():
        clip.warping = False
        assert clip.warping
    world.settle()
    assert (clip.warping, clip.looping) == (False, False)
    assert clip.loop_end == pytest.approx(2.0)
    error_of(RuntimeError, writes(clip, "looping", True))
    error_of(RuntimeError, lambda: clip.beat_to_sample_time(1.0))
    song.undo()
    assert (clip.warping, clip.looping, clip.loop_end) == (True, True, 4.0)


def test_warp_markers(world: World, song: Any) -> None:
    """LIVE_API 1.1; bridge quirks 28 to 30: the last one is a phantom; converters speak samples."""
    clip = song.tracks[3].clip_slots[0].clip
    kind: Any = world.live.Clip.WarpMarker
    assert [marker.beat_time for marker in clip.warp_markers] == [0.0, 0.03125]
    assert clip.beat_to_sample_time(2.0) == pytest.approx(44_100.0)
    assert clip.sample_to_beat_time(44_100.0) == pytest.approx(2.0)
    clip.add_warp_marker(kind(sample_time=1.0, beat_time=4.0))
    assert len(clip.warp_markers) == 3
    error_of(TypeError, lambda: clip.add_warp_marker((1.0, 2.0)))
    error_of(RuntimeError, lambda: clip.add_warp_marker(kind(5.0, 0.01)))
    error_of(RuntimeError, lambda: clip.remove_warp_marker(4.0))
    clip.add_warp_marker(kind(sample_time=2.0, beat_time=8.0))
    clip.move_warp_marker(4.0, 0.5)
    clip.remove_warp_marker(4.5)
    assert [marker.beat_time for marker in clip.warp_markers] == [0.0, 0.03125, 8.0]
    assert list(clip.available_warp_modes) == [0, 1, 2, 3, 4, 6]
    assert error_of(RuntimeError, writes(clip, "warp_mode", 5)) == "Invalid warp mode"
