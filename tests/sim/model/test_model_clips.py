"""Live.ClipSlot and Live.Clip: creating, copying, bounds and their write order, what applies to which kind."""

from __future__ import annotations

import wave
from pathlib import Path
from typing import Any

import pytest

from countin.sim.kernel.errors import ArgumentError
from countin.sim.world import World
from sim.model.model_sets import add_notes, error_of, notes_of, small_world, writes


@pytest.fixture
def clip(song: Any) -> Any:
    """A MIDI clip of four beats in a slot."""
    return song.tracks[0].clip_slots[1].create_clip(4)


def test_a_clip_is_created_in_an_empty_midi_slot(song: Any) -> None:
    """LIVE_API 1.1, 2.9: looping, brace and markers 0..length; an int length is accepted."""
    slot = song.tracks[0].clip_slots[1]
    clip = slot.create_clip(8)
    assert (clip.length, clip.loop_start, clip.loop_end, clip.start_marker, clip.end_marker) == (8, 0, 8, 0, 8)
    assert (clip.looping, clip.is_midi_clip, clip.is_session_clip, clip.is_arrangement_clip) == (
        True,
        True,
        True,
        False,
    )
    assert (slot.has_clip, slot.clip) == (True, clip)
    assert clip.name == ""
    error_of(RuntimeError, lambda: slot.create_clip(4))
    error_of(RuntimeError, lambda: song.tracks[0].clip_slots[2].create_clip(0))
    error_of(RuntimeError, lambda: song.tracks[3].clip_slots[2].create_clip(4))
    error_of(RuntimeError, lambda: song.tracks[1].clip_slots[2].create_clip(4))


@pytest.mark.parametrize(("version", "answers"), [("11.3.2", False), ("11.3.25", True), ("12.0.0", False)])
def test_create_clip_answers_the_clip_by_version(version: str, answers: bool) -> None:
    """LIVE_API 4."""
    slot = small_world(version=version).song.tracks[0].clip_slots[1]
    made = slot.create_clip(4)
    assert slot.has_clip
    assert (made == slot.clip) == answers


def test_deleting_from_an_empty_slot_is_refused(song: Any) -> None:
    """LIVE_API 1.1."""
    song.tracks[0].clip_slots[0].delete_clip()
    error_of(RuntimeError, song.tracks[0].clip_slots[0].delete_clip)
    assert song.tracks[0].clip_slots[0].clip is None


def test_copies_replace_the_target(world: World, song: Any, clip: Any) -> None:
    """LIVE_API 1.1: returns None; empty source, another kind, a group slot are refused."""
    source, target = song.tracks[0].clip_slots[0], song.tracks[0].clip_slots[1]
    assert source.duplicate_clip_to(target) is None
    assert target.clip.name == "Riff"
    assert clip == None  # noqa: E711 - Live's own validity test
    add_notes(world, target.clip, (72, 0.0, 1.0))
    assert len(notes_of(source.clip)) == 2
    error_of(RuntimeError, lambda: song.tracks[0].clip_slots[3].duplicate_clip_to(target))
    error_of(RuntimeError, lambda: source.duplicate_clip_to(song.tracks[3].clip_slots[1]))
    error_of(RuntimeError, lambda: source.duplicate_clip_to(song.tracks[1].clip_slots[1]))
    error_of(ArgumentError, lambda: source.duplicate_clip_to(source.clip))


def test_duplicating_a_slot_adds_a_scene_when_needed(song: Any) -> None:
    """LIVE_API 1.1."""
    track = song.tracks[0]
    assert track.duplicate_clip_slot(0) == 1
    track.clip_slots[0].duplicate_clip_to(track.clip_slots[3])
    assert track.duplicate_clip_slot(3) == 4
    assert len(song.scenes) == 5
    assert track.clip_slots[4].clip.name == "Riff"
    error_of(RuntimeError, lambda: track.duplicate_clip_slot(2))


def test_group_slots_show_what_they_control(world: World, song: Any) -> None:
    """LIVE_API 1.1: colours only on group slots; playing_status only there."""
    group, ordinary = song.tracks[1].clip_slots[0], song.tracks[3].clip_slots[0]
    assert (group.is_group_slot, group.controls_other_clips) == (True, True)
    assert not song.tracks[1].clip_slots[3].controls_other_clips
    assert group.color_index == ordinary.clip.color_index
    assert ordinary.color is None
    group.fire()
    world.advance(0.1)
    assert ordinary.is_playing
    assert (group.playing_status, ordinary.playing_status) == (1, 0)


def test_delete_clip_of_a_track_takes_any_of_its_clips(song: Any) -> None:
    """LIVE_API 1.1: a foreign clip is refused."""
    track = song.tracks[0]
    session, placed = track.clip_slots[0].clip, track.arrangement_clips[0]
    error_of(RuntimeError, lambda: song.tracks[2].delete_clip(session))
    track.delete_clip(session)
    track.delete_clip(placed)
    assert not track.clip_slots[0].has_clip
    assert not track.arrangement_clips
    lane = track.create_take_lane()
    take = lane.create_midi_clip(0.0, 4.0)
    assert (take.is_take_lane_clip, take.is_arrangement_clip, take.is_session_clip) == (True, True, False)
    track.delete_clip(take)
    assert not lane.arrangement_clips


# -- bounds -----------------------------------------------------------------------------------------------------


def test_the_brace_is_moved_end_first_to_the_right_and_start_first_to_the_left(clip: Any) -> None:
    """LIVE_API 2.7 [PP, SES]: exception, no clamping."""
    assert error_of(RuntimeError, writes(clip, "loop_start", 4.0)) == "Cannot set LoopStart behind LoopEnd"
    error_of(RuntimeError, writes(clip, "loop_end", 0.0))
    clip.loop_end = 12.0
    clip.loop_start = 8.0
    assert (clip.loop_start, clip.loop_end, clip.length) == (8.0, 12.0, 4.0)
    error_of(RuntimeError, writes(clip, "loop_end", 4.0))
    clip.loop_start = 0.0
    clip.loop_end = 4.0
    assert clip.length == 4.0


def test_markers_are_independent_while_looping(clip: Any) -> None:
    """LIVE_API 2.7."""
    clip.start_marker = 1.0
    clip.end_marker = 3.0
    assert (clip.start_marker, clip.end_marker, clip.loop_start, clip.loop_end) == (1.0, 3.0, 0.0, 4.0)
    error_of(RuntimeError, writes(clip, "start_marker", 3.5))
    error_of(RuntimeError, writes(clip, "end_marker", 0.5))


def test_unlooped_the_bounds_are_the_clip(clip: Any) -> None:
    """LIVE_API 2.7 [LB, SES]: start_marker is tied and ignores writes; end_marker is a value of its own."""
    clip.looping = False
    clip.loop_start = 1.0
    assert clip.start_marker == 1.0
    clip.start_marker = 2.0
    assert clip.start_marker == 1.0
    clip.end_marker = 9.0
    assert (clip.end_marker, clip.loop_end, clip.length) == (9.0, 4.0, 3.0)


def test_live_remembers_two_braces(clip: Any) -> None:
    """LIVE_API 2.7 [LB, SES]."""
    clip.loop_end = 2.0
    clip.looping = False
    assert (clip.loop_start, clip.loop_end) == (0.0, 4.0)
    clip.loop_end = 3.0
    clip.looping = True
    assert (clip.loop_start, clip.loop_end) == (0.0, 2.0)
    clip.looping = False
    assert clip.loop_end == 3.0


def test_position_slides_the_brace_and_pushes_markers(clip: Any) -> None:
    """LIVE_API 2.7."""
    clip.position = 8.0
    assert (clip.loop_start, clip.loop_end, clip.end_marker) == (8.0, 12.0, 12.0)
    clip.start_marker = 9.0
    clip.position = 0.0
    assert (clip.loop_start, clip.start_marker) == (0.0, 0.0)


def test_crop_keeps_the_brace(world: World, clip: Any) -> None:
    """LIVE_API 2.7."""
    add_notes(world, clip, (60, 0.0, 1.0), (60, 1.5, 1.0), (60, 3.0, 1.0))
    clip.loop_start, clip.loop_end = 1.0, 3.0
    clip.start_marker = 1.0
    clip.crop()
    assert notes_of(clip) == [(60, 1.5, 1.0)]


def test_what_only_applies_to_audio_or_midi(song: Any, clip: Any) -> None:
    """LIVE_API 1.1: A and M."""
    audio = song.tracks[3].clip_slots[0].clip
    for name in ("gain", "pitch_coarse", "pitch_fine", "warping", "warp_mode", "file_path", "sample_length"):
        error_of(RuntimeError, lambda name=name: getattr(clip, name))
        assert getattr(audio, name) is not None
    for name in ("get_all_notes_extended", "select_all_notes", "duplicate_loop"):
        error_of(RuntimeError, getattr(audio, name))


def test_gain_and_pitch(song: Any) -> None:
    """LIVE_API 1.1, 2.12: 0.4 is 0 dB; cents beyond 50 carry."""
    audio = song.tracks[3].clip_slots[0].clip
    assert audio.gain == pytest.approx(0.4)
    assert audio.gain_display_string == "0.00 dB"
    audio.gain = 1.0
    assert audio.gain_display_string == "24.00 dB"
    error_of(RuntimeError, writes(audio, "gain", 1.5))
    audio.pitch_coarse = -12
    audio.pitch_fine = 75.0
    assert (audio.pitch_coarse, audio.pitch_fine) == (-11, -25.0)
    error_of(RuntimeError, writes(audio, "pitch_coarse", 49))


def test_launch_properties(clip: Any) -> None:
    """LIVE_API 1.1."""
    clip.launch_mode, clip.launch_quantization, clip.legato = 2, 14, True
    assert (clip.launch_mode, clip.launch_quantization, clip.legato) == (2, 14, True)
    error_of(RuntimeError, writes(clip, "launch_mode", 4))
    clip.signature_numerator, clip.signature_denominator = 3, 8
    assert (clip.signature_numerator, clip.signature_denominator) == (3, 8)


def test_groove_cannot_become_none(song: Any, clip: Any) -> None:
    """LIVE_API 1.1."""
    groove = song.groove_pool.grooves[0]
    assert (clip.groove, clip.has_groove) == (None, False)
    clip.groove = groove
    assert (clip.groove, clip.has_groove) == (groove, True)
    error_of(ArgumentError, writes(clip, "groove", None))
    groove.timing_amount = 50.0
    error_of(RuntimeError, writes(groove, "timing_amount", 200.0))
    error_of(RuntimeError, writes(groove, "base", 6))


def test_the_view_of_a_clip(clip: Any) -> None:
    """LIVE_API 1.1."""
    clip.view.grid_quantization = 4
    clip.view.grid_is_triplet = True
    assert (clip.view.grid_quantization, clip.view.grid_is_triplet) == (4, True)
    assert str(clip.view.grid_quantization) == "g_bar"
    error_of(RuntimeError, writes(clip.view, "grid_quantization", 10))


def test_note_names(clip: Any) -> None:
    """LIVE_API 1.1, 2.11: 60 is C3, 0 is C-2."""
    assert [clip.note_number_to_name(pitch) for pitch in (0, 36, 60, 61, 127)] == ["C-2", "C1", "C3", "C#3", "G8"]


# -- audio files ------------------------------------------------------------------------------------------------


def _wave(folder: Path) -> str:
    path = folder / "two seconds.wav"
    with wave.open(str(path), "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(1)
        writer.setframerate(8000)
        writer.writeframes(bytes(16_000))
    return str(path)


def test_audio_clips_come_from_files(song: Any, tmp_path: Path) -> None:
    """LIVE_API 2.7, 2.8 [LB]: two seconds at 120 BPM give length 4."""
    path = _wave(tmp_path)
    slot = song.tracks[4].clip_slots[0]
    clip = slot.create_audio_clip(path)
    assert (clip.length, clip.warp_mode, clip.warping, clip.file_path, clip.name) == (4.0, 0, True, path, "two seconds")
    assert error_of(RuntimeError, lambda: slot.create_audio_clip(path)) == "This clip slot already has a clip"
    placed = song.tracks[4].create_audio_clip(path, 4.0)
    assert (placed.start_time, placed.end_time) == (4.0, 8.0)


def test_bad_audio_files_are_refused(song: Any, tmp_path: Path) -> None:
    """LIVE_API 2.8 [LB]."""
    slot = song.tracks[4].clip_slots[0]
    text = "Audio clips can only be created on audio tracks"
    assert error_of(RuntimeError, lambda: song.tracks[0].clip_slots[3].create_audio_clip("/x.wav")) == text
    assert error_of(ValueError, lambda: slot.create_audio_clip("x.wav")) == "Please provide an absolute path"
    text = "The provided path does not appear to point to a valid audio file"
    assert error_of(ValueError, lambda: slot.create_audio_clip(str(tmp_path / "none.wav"))) == text
    (tmp_path / "note.txt").write_text("no audio")
    assert error_of(ValueError, lambda: slot.create_audio_clip(str(tmp_path / "note.txt"))) == text
