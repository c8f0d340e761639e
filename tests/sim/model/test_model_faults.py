"""Misbehaviour on demand: each fault strikes where it was armed, once, and leaves nothing half done."""

from __future__ import annotations

from typing import Any

import pytest

from countin.sim.world import World
from sim.model.model_sets import error_of, small_world, writes


def test_the_kth_write_is_refused_before_anything_changed(world: World, song: Any) -> None:
    """Design 6."""
    world.faults.raise_at_write(2, RuntimeError("refused"))
    song.tempo = 99
    before = world.digest()
    assert error_of(RuntimeError, lambda: song.create_scene(-1)) == "refused"
    assert world.digest() == before
    song.create_scene(-1)
    assert len(song.scenes) == 5
    assert world.faults.fired == {"raised_at_write": 1}


def test_a_method_is_one_write_however_much_it_changes(world: World, song: Any) -> None:
    """duplicate_track touches many records; the gate counts the call."""
    writes_before = world.counters.writes
    song.duplicate_track(0)
    song.tracks[0].mute = True
    assert world.counters.writes == writes_before + 2


def test_a_refused_argument_is_no_write(world: World, song: Any) -> None:
    """Checks come before the gate."""
    world.faults.raise_at_write(1)
    error_of(RuntimeError, writes(song, "tempo", 5000))
    assert world.faults.fired == {}


def test_an_ignored_write_changes_nothing_and_says_nothing(world: World, song: Any) -> None:
    """Design 6."""
    before = world.digest()
    world.faults.ignore_write(1)
    song.tempo = 99
    assert song.tempo == 120
    world.faults.ignore_member("create_scene", repeat=False)
    assert song.create_scene(-1) is None
    assert world.digest() == before
    world.faults.ignore_member("name")
    for number in range(3):
        song.tracks[0].name = f"T{number}"
    assert world.digest() == before
    world.faults.clear()
    song.tracks[0].name = "Now"
    assert song.tracks[0].name == "Now"


def test_a_named_member_can_be_refused(world: World, song: Any) -> None:
    """raise_at_member."""
    world.faults.raise_at_member("duplicate_clip_to_arrangement", RuntimeError("no room"))
    clip = song.tracks[0].clip_slots[0].clip
    song.tempo = 99
    error_of(RuntimeError, lambda: song.tracks[0].duplicate_clip_to_arrangement(clip, 32.0))
    assert song.tracks[0].duplicate_clip_to_arrangement(clip, 32.0).start_time == 32


def test_the_undo_bracket_fails_where_it_is_told(world: World, song: Any) -> None:
    """Design 6: also in end_undo_step; the step stays open and a second end closes it."""
    world.faults.raise_in_begin_undo_step()
    error_of(RuntimeError, song.begin_undo_step)
    world.faults.raise_in_end_undo_step()
    with world.main_thread():
        song.begin_undo_step()
        song.tempo = 99
        error_of(RuntimeError, song.end_undo_step)
        song.end_undo_step()
    song.undo()
    assert song.tempo == 120


def test_the_read_back_fails_where_it_is_told(world: World, song: Any) -> None:
    """Design 6: the k-th read, or the k-th of a member."""
    parameter = song.tracks[0].devices[0].parameters[1]
    world.faults.raise_at_read(3, "value", ValueError("gone"))
    assert isinstance(parameter.value + parameter.value, float)
    assert parameter.name
    assert error_of(ValueError, lambda: parameter.value) == "gone"
    assert isinstance(parameter.value, float)
    world.faults.raise_at_read(2)
    assert song.tempo == 120
    error_of(RuntimeError, lambda: song.tempo)
    assert not world.faults.watching


def test_access_costs_what_it_is_told(world: World, song: Any) -> None:
    """Issue 2.5: µs per access, counted in simulated seconds."""
    world.faults.access_cost(250)
    for _ in range(8):
        assert song.tempo == 120
    assert world.faults.simulated_cost == pytest.approx(0.002)
    world.faults.clear()
    assert song.tempo == 120
    assert world.faults.simulated_cost == pytest.approx(0.002)


def test_repeated_faults_strike_again() -> None:
    """`repeat`."""
    world = small_world()
    world.faults.raise_at_write(2, repeat=True)
    world.song.tempo = 99
    error_of(RuntimeError, writes(world.song, "tempo", 98))
    error_of(RuntimeError, writes(world.song, "tempo", 97))
    assert world.song.tempo == 99
