"""The timeline: creating, copying, the overlap rules, and the lengths of clips on it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin.sim.kernel.errors import LiveCrashed
from countin.sim.world import World
from sim.model.model_sets import error_of, notes_of, small_world, writes


def _spans(track: Any) -> list[tuple[float, float]]:
    return [(clip.start_time, clip.end_time) for clip in track.arrangement_clips]


@pytest.fixture
def track(song: Any) -> Any:
    """A MIDI track whose timeline holds 8..12, and its slot 0 a clip of 4 beats."""
    return song.tracks[0]


def test_a_created_clip_loops_over_its_length(track: Any) -> None:
    """LIVE_API 2.9."""
    clip = track.create_midi_clip(2.0, 4.0)
    assert (clip.start_time, clip.end_time, clip.length, clip.looping) == (2.0, 6.0, 4.0, True)
    assert (clip.loop_start, clip.loop_end, clip.start_marker, clip.end_marker) == (0.0, 4.0, 0.0, 4.0)
    assert _spans(track) == [(2.0, 6.0), (8.0, 12.0)]
    assert clip.canonical_parent == track
    assert (clip.is_arrangement_clip, clip.is_playing) == (True, False)


def test_times_stay_inside_lives_timeline(song: Any, track: Any) -> None:
    """LIVE_API 1.1: [0, 1576800]; only on MIDI tracks."""
    for start, length in ((-1.0, 4.0), (1576799.0, 4.0), (0.0, 0.0), (0.0, -1.0)):
        error_of(RuntimeError, lambda start=start, length=length: track.create_midi_clip(start, length))
    error_of(RuntimeError, lambda: song.tracks[4].create_midi_clip(0.0, 4.0))
    clip = track.clip_slots[0].clip
    error_of(RuntimeError, lambda: track.duplicate_clip_to_arrangement(clip, -1.0))


def test_tracks_without_a_timeline(song: Any) -> None:
    """LIVE_API 1.1, 5: raise, switchable."""
    text = "Main, Group and Return Tracks have no arrangement clips"
    for track in (song.tracks[1], song.return_tracks[0], song.master_track):
        assert error_of(RuntimeError, lambda track=track: track.arrangement_clips) == text
    lenient = small_world(switches={"arrangement_clips_elsewhere": "empty"}).song
    assert len(lenient.master_track.arrangement_clips) == 0


def test_a_copy_is_as_long_as_its_source(song: Any, track: Any) -> None:
    """LIVE_API 2.9: any track of the same type; the copy is answered."""
    source = track.clip_slots[0].clip
    copy = track.duplicate_clip_to_arrangement(source, 32.0)
    assert (copy.start_time, copy.end_time, copy.name) == (32.0, 36.0, "Riff")
    assert notes_of(copy) == notes_of(source)
    other = song.tracks[2].duplicate_clip_to_arrangement(copy, 0.0)
    assert other.canonical_parent == song.tracks[2]
    error_of(RuntimeError, lambda: song.tracks[4].duplicate_clip_to_arrangement(source, 0.0))
    error_of(RuntimeError, lambda: song.tracks[1].duplicate_clip_to_arrangement(source, 0.0))
    audio = song.tracks[3].clip_slots[0].clip
    error_of(RuntimeError, lambda: track.duplicate_clip_to_arrangement(audio, 0.0))


@pytest.mark.parametrize(
    ("start", "length", "after"),
    [
        (8.0, 4.0, [(8.0, 12.0)]),
        (6.0, 8.0, [(6.0, 14.0)]),
        (10.0, 4.0, [(8.0, 10.0), (10.0, 14.0)]),
        (6.0, 4.0, [(6.0, 10.0), (10.0, 12.0)]),
        (9.0, 1.0, [(8.0, 9.0), (9.0, 10.0)]),
        (12.0, 4.0, [(8.0, 12.0), (12.0, 16.0)]),
        (4.0, 4.0, [(4.0, 8.0), (8.0, 12.0)]),
    ],
)
def test_the_newcomer_wins(track: Any, start: float, length: float, after: list[tuple[float, float]]) -> None:
    """LIVE_API 2.9 [PP]: covered, over the tail, over the head, strictly inside (the remainder is lost), beside."""
    made = track.create_midi_clip(start, length)
    assert _spans(track) == after
    track.delete_clip(made)
    assert len(_spans(track)) == len(after) - 1


def test_the_remainder_can_be_kept() -> None:
    """LIVE_API 5: the switch `arrangement_overlap`."""
    track = small_world(switches={"arrangement_overlap": "split"}).song.tracks[0]
    track.create_midi_clip(9.0, 1.0)
    assert _spans(track) == [(8.0, 9.0), (9.0, 10.0), (10.0, 12.0)]
    assert track.arrangement_clips[2].start_marker == 2.0


def test_a_trimmed_head_keeps_what_is_heard(track: Any) -> None:
    """LIVE_API 2.9: the content offset follows."""
    looped = track.arrangement_clips[0]
    track.create_midi_clip(7.0, 2.5)
    assert (looped.start_time, looped.start_marker) == (9.5, 1.5)
    looped.looping = False
    before = looped.loop_start
    track.create_midi_clip(9.5, 0.5)
    assert (looped.start_time, looped.loop_start) == (10.0, before + 0.5)


def test_an_arrangement_source_onto_a_clip_crashes_live(track: Any) -> None:
    """LIVE_API 2.9 [PP]: 12.3; session sources are safe."""
    placed = track.arrangement_clips[0]
    with pytest.raises(LiveCrashed):
        track.duplicate_clip_to_arrangement(placed, 9.0)
    assert track.duplicate_clip_to_arrangement(placed, 12.0).start_time == 12.0
    assert track.duplicate_clip_to_arrangement(track.clip_slots[0].clip, 9.0).start_time == 9.0


def test_the_crash_is_a_switch() -> None:
    """LIVE_API 2.9: "overwrite"; even onto itself."""
    track = small_world(switches={"arrangement_copy_over_clip": "overwrite"}).song.tracks[0]
    placed = track.arrangement_clips[0]
    copy = track.duplicate_clip_to_arrangement(placed, 10.0)
    assert _spans(track) == [(8.0, 10.0), (10.0, 14.0)]
    assert len(notes_of(copy)) == 2


def test_start_and_end_have_no_setter(track: Any) -> None:
    """LIVE_API 2.9."""
    placed = track.arrangement_clips[0]
    error_of(AttributeError, writes(placed, "start_time", 0.0))
    error_of(AttributeError, writes(placed, "end_time", 9.0))


def test_a_looped_clip_is_lengthened_through_its_other_brace(track: Any) -> None:
    """LIVE_API 2.9 [LB]: looping off, loop_end, looping on; lengthening stops at the next clip."""
    placed = track.arrangement_clips[0]
    placed.loop_end = 2.0
    assert placed.end_time == 12.0
    placed.looping = False
    placed.loop_end = 8.0
    placed.looping = True
    assert (placed.end_time, placed.loop_end) == (16.0, 2.0)
    track.create_midi_clip(18.0, 2.0)
    placed.looping = False
    placed.loop_end = 40.0
    assert (placed.end_time, placed.loop_end) == (18.0, 10.0)


def test_an_unlooped_clip_is_as_long_as_its_bounds(track: Any) -> None:
    """LIVE_API 2.9."""
    placed = track.arrangement_clips[0]
    placed.looping = False
    placed.loop_end = 3.0
    assert (placed.end_time, placed.length) == (11.0, 3.0)


def test_switching_looping_off_may_shorten_and_never_lengthens(track: Any) -> None:
    """LIVE_API 2.9 [P]."""
    placed = track.arrangement_clips[0]
    placed.looping = False
    placed.loop_end = 2.0
    placed.looping = True
    assert placed.end_time == 10.0
    placed.looping = False
    assert placed.end_time == 10.0


def test_playing_members_do_nothing_on_the_timeline(world: World, track: Any) -> None:
    """LIVE_API 2.9 [P]."""
    placed = track.arrangement_clips[0]
    placed.fire()
    placed.stop()
    world.advance(0.1)
    assert not world.song.is_playing
    assert (placed.is_playing, placed.is_triggered, placed.playing_position) == (False, False, 0.0)


def test_take_lanes_hold_clips_beside_the_timeline(song: Any, track: Any) -> None:
    """LIVE_API 1.1, since 12.2."""
    lane = track.create_take_lane()
    take = lane.create_midi_clip(8.0, 4.0)
    assert (take.start_time, take.end_time, take.is_take_lane_clip) == (8.0, 12.0, True)
    assert _spans(track) == [(8.0, 12.0)]
    lane.name = "Best"
    assert track.take_lanes[0].name == "Best"
    error_of(RuntimeError, song.tracks[1].create_take_lane)
    error_of(RuntimeError, lambda: song.tracks[4].create_take_lane().create_midi_clip(0.0, 4.0))


_places = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 12)), min_size=1, max_size=12)
_WORLD: list[Any] = []


@given(_places)
def test_a_timeline_is_sorted_and_disjoint_and_shows_the_last_writer(places: list[tuple[int, int]]) -> None:
    """LIVE_API 2.9: against a drawing of who owns each beat."""
    if not _WORLD:
        world = small_world()
        _WORLD.extend((world, world.fork()))
    world, saved = _WORLD
    world.restore(saved)
    track = world.song.tracks[2]
    drawn: dict[int, int] = {}
    for number, (start, length) in enumerate(places):
        track.create_midi_clip(float(start), float(length)).name = str(number)
        _draw(drawn, number, start, start + length)
    found = {
        beat: int(clip.name)
        for clip in track.arrangement_clips
        for beat in range(int(clip.start_time), int(clip.end_time))
    }
    assert found == drawn
    spans = _spans(track)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


def _draw(drawn: dict[int, int], number: int, start: int, end: int) -> None:
    """Paint a newcomer; a clip that goes on behind it loses its remainder."""
    if start - 1 in drawn and drawn.get(end) == drawn[start - 1]:
        loser = drawn[end]
        for beat in [beat for beat, owner in drawn.items() if owner == loser and beat >= end]:
            del drawn[beat]
    drawn.update(dict.fromkeys(range(start, end), number))


def test_ten_thousand_placements_stay_quick(world: World, track: Any) -> None:
    """Tried: bisect; 10,000 inserts in a fraction of a second, not in their square."""
    source = track.clip_slots[0].clip
    with world.main_thread():
        for number in range(2000):
            track.duplicate_clip_to_arrangement(source, 64.0 + 4 * ((number * 7) % 2000))
    starts = [start for start, _ in _spans(track)]
    assert starts == sorted(starts)
    assert len(starts) == 2001
