"""Notes: windows, ids, same-pitch overlap, modifications, quantizing, the legacy calls."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin.sim.kernel.errors import ArgumentError
from countin.sim.kernel.states import Note
from countin.sim.model.note_rules import in_order, merged
from countin.sim.world import World
from sim.model.model_sets import add_notes, error_of, notes_of, small_world, writes


@pytest.fixture
def clip(song: Any) -> Any:
    """An empty MIDI clip."""
    return song.tracks[0].clip_slots[1].create_clip(8)


def test_new_notes_get_ids(world: World, clip: Any) -> None:
    """LIVE_API 2.8: an IntU64Vector of ids, unique in the clip."""
    kind: Any = world.live.Clip.MidiNoteSpecification
    found = clip.add_new_notes([kind(60, 0.0, 1.0), kind(pitch=62, start_time=1, duration=2, velocity=90, mute=True)])
    assert type(found).__name__ == "IntU64Vector"
    assert len(set(found)) == 2
    notes = clip.get_notes_by_id(found)
    assert type(notes).__name__ == "MidiNoteVector"
    first, second = notes
    assert (first.pitch, first.start_time, first.duration, first.velocity, first.mute) == (60, 0.0, 1.0, 100.0, False)
    assert (first.probability, first.velocity_deviation, first.release_velocity) == (1.0, 0.0, 64.0)
    assert (second.velocity, second.mute) == (90.0, True)
    assert not hasattr(kind(60, 0.0, 1.0), "pitch")
    error_of(ArgumentError, lambda: clip.add_new_notes([{"pitch": 60}]))


def test_ids_came_with_11_1() -> None:
    """LIVE_API 4."""
    world = small_world(version="11.0.0")
    clip = world.song.tracks[0].clip_slots[0].clip
    kind: Any = world.live.Clip.MidiNoteSpecification
    assert clip.add_new_notes((kind(72, 0.0, 1.0),)) is None
    assert not hasattr(clip, "get_all_notes_extended")


def test_notes_are_read_by_pitch_then_time(world: World, clip: Any) -> None:
    """LIVE_API 2.8, 3.6 [AOSC]: 381 notes."""
    rows = [(36 + (index * 7) % 40, float((index * 13) % 97), 0.25) for index in range(381)]
    add_notes(world, clip, *rows)
    assert notes_of(clip) == sorted(set(rows))


def test_a_window_tests_the_start(world: World, clip: Any) -> None:
    """LIVE_API 2.8: from_time may be negative, and so may notes."""
    add_notes(world, clip, (60, -2.0, 4.0), (61, 0.0, 1.0), (62, 1.0, 1.0), (60, 8.0, 1.0))
    found = clip.get_notes_extended(60, 2, 0.0, 8.0)
    assert [(note.pitch, note.start_time) for note in found] == [(61, 0.0)]
    assert len(clip.get_notes_extended(0, 128, -8192.0, 16384.0)) == 4
    clip.remove_notes_extended(from_time=0.0, from_pitch=60, time_span=1.0, pitch_span=128)
    assert [pitch for pitch, _, _ in notes_of(clip)] == [60, 60, 62]


def test_same_pitch_notes_never_overlap(world: World, clip: Any) -> None:
    """LIVE_API 2.8 [LB]."""
    add_notes(world, clip, (60, 0.0, 4.0))
    assert len(add_notes(world, clip, (60, 1.0, 1.0))) == 1
    assert notes_of(clip) == [(60, 0.0, 1.0), (60, 1.0, 1.0)]
    add_notes(world, clip, (60, 1.0, 3.0))
    assert notes_of(clip) == [(60, 0.0, 1.0), (60, 1.0, 3.0)]
    add_notes(world, clip, (60, 0.5, 4.0))
    assert notes_of(clip) == [(60, 0.0, 0.5), (60, 0.5, 4.0)]


def test_only_survivors_are_answered(world: World, clip: Any) -> None:
    """LIVE_API 2.8: ids of surviving notes."""
    ids = add_notes(world, clip, (60, 0.0, 1.0), (60, 0.0, 2.0))
    assert len(ids) == 1
    assert notes_of(clip) == [(60, 0.0, 2.0)]


_rows = st.lists(
    st.tuples(st.integers(60, 62), st.integers(-8, 24).map(lambda quarter: quarter / 4), st.integers(1, 12)),
    min_size=1,
    max_size=14,
)


@given(_rows)
def test_notes_of_one_pitch_are_disjoint_and_the_last_one_stands(rows: list[tuple[int, float, int]]) -> None:
    """LIVE_API 2.8: whatever order notes come in."""
    notes = [
        Note(start, number, pitch, quarters / 4, 100.0, False, 1.0, 0.0, 64.0)
        for number, (pitch, start, quarters) in enumerate(rows)
    ]
    found = merged((), notes)
    assert list(found) == sorted(found, key=in_order)
    for before, after in pairwise(found):
        assert before.pitch < after.pitch or before.start + before.duration <= after.start
    assert notes[-1] in found
    assert merged(merged((), notes[:3]), notes[3:]) == found


def test_changed_notes_are_handed_back(world: World, clip: Any) -> None:
    """LIVE_API 2.8: ids are stable under apply_note_modifications."""
    ids = add_notes(world, clip, (60, 0.0, 1.0), (62, 1.0, 1.0))
    notes = clip.get_all_notes_extended()
    notes[0].pitch, notes[0].velocity, notes[1].start_time = 65, 90.0, 3.5
    assert notes_of(clip) == [(60, 0.0, 1.0), (62, 1.0, 1.0)]
    clip.apply_note_modifications(notes)
    assert notes_of(clip) == [(62, 3.5, 1.0), (65, 0.0, 1.0)]
    assert sorted(note.note_id for note in clip.get_all_notes_extended()) == sorted(ids)


def test_the_newer_id_stays_where_changed_notes_collide(world: World, clip: Any) -> None:
    """LIVE_API 2.8."""
    older, newer = add_notes(world, clip, (60, 0.0, 1.0), (60, 2.0, 1.0))
    notes = clip.get_notes_by_id((older,))
    notes[0].start_time = 2.0
    clip.apply_note_modifications(notes)
    assert [note.note_id for note in clip.get_all_notes_extended()] == [newer]


def test_modifications_refuse_what_is_not_there(world: World, clip: Any) -> None:
    """LIVE_API 2.8, bridge quirk 34."""
    add_notes(world, clip, (60, 0.0, 1.0))
    notes = clip.get_all_notes_extended()
    clip.remove_notes_by_id([notes[0].note_id])
    error_of(ValueError, lambda: clip.apply_note_modifications(notes))
    error_of(RuntimeError, lambda: clip.apply_note_modifications(clip.get_all_notes_extended()))
    error_of(ArgumentError, lambda: clip.apply_note_modifications([]))


def test_unknown_ids(world: World, clip: Any) -> None:
    """LIVE_API 5: raise, switchable."""
    error_of(ValueError, lambda: clip.get_notes_by_id((99,)))
    error_of(ValueError, lambda: clip.remove_notes_by_id((99,)))
    lenient = small_world(switches={"unknown_note_id": "ignore"}).song.tracks[0].clip_slots[0].clip
    lenient.remove_notes_by_id((99,))
    clip.select_notes_by_id((99,))
    assert not clip.get_selected_notes_extended()


@pytest.mark.parametrize(
    "change",
    [
        {"pitch": 128},
        {"pitch": -1},
        {"duration": -1.0},
        {"duration": 0.0},
        {"velocity": 0.0},
        {"velocity": 128.0},
        {"probability": 1.5},
        {"velocity_deviation": 200.0},
        {"release_velocity": 128.0},
    ],
)
def test_note_values_out_of_range_are_index_errors(change: dict[str, Any]) -> None:
    """LIVE_API 1.0 [RST]: in the constructor or in add_new_notes, by the switch."""
    values: dict[str, Any] = {"pitch": 60, "start_time": 0.0, "duration": 1.0, **change}
    world = small_world()
    kind: Any = world.live.Clip.MidiNoteSpecification
    error_of(IndexError, lambda: kind(**values))
    later = small_world(switches={"note_check": "add"})
    made = later.live.Clip.MidiNoteSpecification(**values)
    clip = later.song.tracks[0].clip_slots[0].clip
    error_of(IndexError, lambda: clip.add_new_notes((made,)))
    name, value = next(iter(change.items()))
    note = clip.get_all_notes_extended()[0]
    error_of(IndexError, writes(note, name, value))


def test_velocities_can_be_single_precision() -> None:
    """LIVE_API 2.8: unverified; the switch."""
    world = small_world(switches={"note_precision": "single"})
    clip = world.song.tracks[0].clip_slots[0].clip
    kind: Any = world.live.Clip.MidiNoteSpecification
    clip.add_new_notes((kind(72, 1 / 3, 0.25, probability=0.1),))
    note = clip.get_notes_extended(72, 1, 0.0, 8.0)[0]
    assert (note.probability, note.start_time) == (0.10000000149011612, 1 / 3)


def test_quantize_moves_starts_only(world: World, clip: Any) -> None:
    """LIVE_API 2.7 [SES, FW, LB]: RecordingQuantization; new start = old + amount x distance."""
    add_notes(world, clip, (60, 0.3, 1.0), (62, 1.1, 0.5))
    clip.quantize(5, 0.5)
    assert [start for _, start, _ in notes_of(clip)] == [pytest.approx(0.275), pytest.approx(1.05)]
    clip.quantize(1, 1.0)
    assert notes_of(clip) == [(60, 0.0, 1.0), (62, 1.0, 0.5)]
    add_notes(world, clip, (62, 3.4, 0.5))
    clip.quantize_pitch(62, 1, 1.0)
    assert notes_of(clip)[2] == (62, 3.0, 0.5)
    for grid in (0, 9):
        assert error_of(RuntimeError, lambda grid=grid: clip.quantize(grid, 1.0)) == "Invalid quantization."


def test_quantize_with_grid_zero_is_a_switch() -> None:
    """LIVE_API 5."""
    clip = small_world(switches={"quantize_zero": "nothing"}).song.tracks[0].clip_slots[0].clip
    before = notes_of(clip)
    clip.quantize(0, 1.0)
    assert notes_of(clip) == before


def test_duplicates(world: World, clip: Any) -> None:
    """LIVE_API 1.1: the earliest lands on the destination."""
    ids = add_notes(world, clip, (60, 1.0, 0.5), (64, 2.0, 0.5))
    made = clip.duplicate_notes_by_id(ids, 4.0, 12)
    assert len(made) == 2
    assert notes_of(clip)[2:] == [(72, 4.0, 0.5), (76, 5.0, 0.5)]
    clip.duplicate_region(1.0, 1.0, 6.0)
    assert (60, 6.0, 0.5) in notes_of(clip)
    clip.duplicate_region(1.0, 4.0, 7.0, 64)
    assert (64, 8.0, 0.5) in notes_of(clip)


def test_duplicate_loop_doubles_the_brace_and_pushes_later_notes_back(world: World, clip: Any) -> None:
    """LIVE_API 2.7 [LB, PP]."""
    clip.loop_end = 4.0
    add_notes(world, clip, (60, 0.0, 1.0), (62, 5.0, 1.0))
    clip.duplicate_loop()
    assert (clip.loop_end, notes_of(clip)) == (8.0, [(60, 0.0, 1.0), (60, 4.0, 1.0), (62, 9.0, 1.0)])


def test_the_legacy_calls_still_work(clip: Any) -> None:
    """LIVE_API 2.8: another order of arguments; set_notes adds a tuple of tuples."""
    clip.set_notes(((60, 0.0, 1.0, 90, False), (64, 2.0, 1.0, 80, True)))
    assert clip.get_notes(0.0, 0, 8.0, 128) == ((60, 0.0, 1.0, 90.0, False), (64, 2.0, 1.0, 80.0, True))
    error_of(ArgumentError, lambda: clip.set_notes([(60, 0.0, 1.0, 90, False)]))
    clip.remove_notes(0.0, 64, 8.0, 1)
    clip.select_all_notes()
    assert clip.get_selected_notes() == ((60, 0.0, 1.0, 90.0, False),)
    clip.replace_selected_notes(((61, 0.0, 1.0, 90, False),))
    assert notes_of(clip) == [(61, 0.0, 1.0)]


def test_a_hundred_thousand_notes_are_no_trouble(world: World, clip: Any) -> None:
    """Bug report 38; linear as work grows."""
    kind: Any = world.live.Clip.MidiNoteSpecification
    made = tuple(kind(index % 128, index * 0.25, 0.25) for index in range(100_000))
    assert len(clip.add_new_notes(made)) == 100_000
    assert len(clip.get_all_notes_extended()) == 100_000
