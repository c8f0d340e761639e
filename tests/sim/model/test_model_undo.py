"""Undo: steps, brackets, labels, grouping, and what comes back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countin.sim.world import World
from sim.model.model_sets import add_notes, small_set, small_world


def _edit(world: World) -> None:
    song = world.song
    song.tempo = 99
    song.tracks[0].name = "Renamed"
    song.create_scene(1)
    song.tracks[2].devices[0].chains[0].mixer_device.volume.value = 0.5


def test_one_main_thread_call_is_one_step(world: World, song: Any) -> None:
    """LIVE_API 2.4: the simulator's default."""
    before = world.digest_undoable()
    with world.main_thread():
        _edit(world)
    after = world.digest_undoable()
    assert song.undo() == "Undo Custom Action"
    assert world.digest_undoable() == before
    assert song.redo() == "Redo Custom Action"
    assert world.digest_undoable() == after


def test_outside_a_call_each_write_is_a_step(world: World, song: Any) -> None:
    """Each access outside `main_thread` is a call of its own."""
    _edit(world)
    assert world.counters.undo_steps == 4
    song.undo()
    assert song.tracks[2].devices[0].chains[0].mixer_device.volume.value == pytest.approx(0.85)
    assert len(song.scenes) == 5


def test_a_bracket_makes_one_step_over_calls(world: World, song: Any) -> None:
    """LIVE_API 2.4 [S4, LB, SES]."""
    before = world.digest_undoable()
    with world.main_thread():
        song.tempo = 91
        song.begin_undo_step()
        song.tempo = 92
    with world.main_thread():
        song.tempo = 93
        song.end_undo_step()
        song.tempo = 94
    tempos: list[float] = []
    for _ in range(3):
        song.undo()
        tempos.append(song.tempo)
    assert tempos == [93, 91, 120]
    assert world.digest_undoable() == before


def test_the_bracket_is_not_counted(world: World, song: Any) -> None:
    """LIVE_API 2.4 [SES]: the first end closes; an unmatched end is harmless; an empty pair changes nothing."""
    song.tempo = 91
    steps = world.counters.undo_steps
    song.end_undo_step()
    song.begin_undo_step()
    song.begin_undo_step()
    song.end_undo_step()
    song.end_undo_step()
    assert world.counters.undo_steps == steps
    song.undo()
    assert song.tempo == 120


def test_can_undo_follows_on_a_later_turn(world: World, song: Any) -> None:
    """LIVE_API 1.1 [P, SES]."""
    assert not song.can_undo
    with world.main_thread():
        song.tempo = 99
        assert not song.can_undo
    with world.main_thread():
        assert song.can_undo
        song.undo()
        assert not song.can_redo
    world.settle()
    assert (song.can_undo, song.can_redo) == (False, True)


def test_a_new_edit_clears_redo(world: World, song: Any) -> None:
    """LIVE_API 2.4."""
    song.tempo = 99
    song.undo()
    song.tempo = 98
    assert song.redo() == ""
    assert song.tempo == 98


def test_a_step_that_changed_nothing_is_dropped(world: World, song: Any) -> None:
    """Tried: steps that end equal are dropped."""
    with world.main_thread():
        song.tempo = 99
        song.tempo = 120
        song.create_scene(-1)
        song.delete_scene(4)
    assert world.counters.undo_steps == 0


def test_equal_steps_can_be_kept() -> None:
    """The switch `equal_steps`."""
    world = small_world(switches={"equal_steps": "keep"})
    with world.main_thread():
        world.song.tempo = 99
        world.song.tempo = 120
    assert world.counters.undo_steps == 1


def test_calls_can_merge_into_one_step() -> None:
    """LIVE_API 2.4 [PP, SES]: the switch `undo_grouping`."""
    world = small_world(switches={"undo_grouping": "merged"})
    song, before = world.song, world.digest_undoable()
    for tempo in (91, 92, 93):
        with world.main_thread():
            song.tempo = tempo
    song.undo()
    assert song.tempo == 120
    assert world.digest_undoable() == before


def test_a_bracket_and_a_person_keep_merging_steps_apart() -> None:
    """LIVE_API 2.4: consecutive changes merge until the user acts; a bracket is one step of its own."""
    world = small_world(switches={"undo_grouping": "merged"})
    song = world.song
    song.tempo = 91
    song.begin_undo_step()
    song.tempo = 92
    song.tempo = 93
    song.end_undo_step()
    song.tempo = 94
    world.user_acts()
    song.tempo = 95
    tempos: list[float] = []
    for _ in range(4):
        song.undo()
        tempos.append(song.tempo)
    assert tempos == [94, 93, 91, 120]


def test_what_undo_removes_is_dead_and_redo_makes_it_anew(song: Any) -> None:
    """LIVE_API 2.4 [P]."""
    scene = song.create_scene(-1)
    pointer = scene._live_ptr
    song.undo()
    assert scene == None  # noqa: E711 - Live's own validity test
    song.redo()
    assert scene == None  # noqa: E711
    assert song.scenes[4]._live_ptr != pointer


def test_what_was_deleted_comes_back_as_a_new_object(song: Any) -> None:
    """LIVE_API 2.4."""
    track = song.tracks[2]
    device, pointer = track.devices[0], track._live_ptr
    song.delete_track(2)
    song.undo()
    assert track == None  # noqa: E711
    assert device == None  # noqa: E711
    assert song.tracks[2].name == "3-MIDI"
    assert song.tracks[2]._live_ptr != pointer
    assert song.tracks[2].devices[0].name == "Kit"


def test_undo_does_not_stop_the_transport(world: World, song: Any) -> None:
    """LIVE_API 2.4; tried 1.3 (1): transport, launches and selection are not undone."""
    with world.main_thread():
        song.tempo = 99
        song.start_playing()
        song.view.selected_track = song.tracks[3]
    world.advance(0.1)
    song.undo()
    world.advance(0.1)
    assert song.is_playing
    assert song.view.selected_track == song.tracks[3]
    assert song.tempo == 120


def test_undo_at_an_empty_history_does_nothing(world: World, song: Any) -> None:
    """LIVE_API 2.4: unmeasured; nothing here."""
    before = world.digest()
    assert song.undo() == ""
    assert song.redo() == ""
    assert world.digest() == before


def test_labels_came_with_11_3_10() -> None:
    """LIVE_API 4."""
    song: Any = small_world(version="11.3.2").song
    song.tempo = 99
    assert song.undo() is None
    assert song.tempo == 120


def test_another_set_has_no_history(world: World, song: Any) -> None:
    """World.load: handles of the old Set are dead."""
    track = song.tracks[0]
    song.tempo = 99
    world.load(small_set())
    world.settle()
    assert track == None  # noqa: E711
    assert song == None  # noqa: E711
    assert world.song.tempo == 120
    assert not world.song.can_undo


def _names(song: Any, number: int) -> None:
    song.tracks[number % len(song.tracks)].name = f"T{number}"


def _tracks(song: Any, number: int) -> None:
    (song.create_midi_track if number % 2 else song.create_audio_track)(number % (len(song.tracks) + 1))


def _delete_track(song: Any, number: int) -> None:
    if len(song.tracks) > 3:
        song.delete_track(number % 2)


def _scenes(song: Any, number: int) -> None:
    song.create_scene(number % (len(song.scenes) + 1))


def _delete_scene(song: Any, number: int) -> None:
    if len(song.scenes) > 1:
        song.delete_scene(number % len(song.scenes))


def _duplicate(song: Any, number: int) -> None:
    if len(song.tracks) < 12:
        song.duplicate_track(number % len(song.tracks))


def _clip(song: Any, number: int) -> None:
    for track in song.tracks:
        if track.has_midi_input and not track.clip_slots[0].has_clip:
            track.clip_slots[0].create_clip(1 + number % 8)


def _place(song: Any, number: int) -> None:
    for track in song.tracks:
        if track.has_midi_input and track.clip_slots[0].has_clip:
            track.duplicate_clip_to_arrangement(track.clip_slots[0].clip, float(number % 16))


def _device(song: Any, number: int) -> None:
    song.tracks[number % len(song.tracks)].insert_device("Reverb")


def _parameter(song: Any, number: int) -> None:
    for track in song.tracks:
        for device in track.devices:
            device.parameters[1].value = device.parameters[1].max if number % 2 else device.parameters[1].min


def _send(song: Any, number: int) -> None:
    if len(song.return_tracks) < 6:
        song.create_return_track()
    song.tracks[0].mixer_device.sends[0].value = (number % 10) / 10


_ACTIONS = (
    _names,
    _tracks,
    _delete_track,
    _scenes,
    _delete_scene,
    _duplicate,
    _clip,
    _place,
    _device,
    _parameter,
    _send,
)
_FORKED: dict[str, Any] = {}


def _fresh() -> World:
    """One world for all examples, put back by its fork."""
    if not _FORKED:
        _FORKED["world"] = small_world()
        _FORKED["saved"] = _FORKED["world"].fork()
    _FORKED["world"].restore(_FORKED["saved"])
    return _FORKED["world"]


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(_ACTIONS), st.integers(0, 40)), min_size=1, max_size=8))
def test_undo_and_redo_are_exact_whatever_was_done(actions: list[tuple[Any, int]]) -> None:
    """Design 6: exact by construction, for every member."""
    world = _fresh()
    digests = [world.digest_undoable()]
    for action, number in actions:
        steps = world.counters.undo_steps
        with world.main_thread():
            action(world.song, number)
        if world.counters.undo_steps != steps:
            digests.append(world.digest_undoable())
    for expected in reversed(digests[:-1]):
        world.song.undo()
        assert world.digest_undoable() == expected
    for expected in digests[1:]:
        world.song.redo()
        assert world.digest_undoable() == expected


def test_notes_come_back_with_their_ids(world: World, song: Any) -> None:
    """LIVE_API 2.8: ids are stable."""
    clip = song.tracks[0].clip_slots[0].clip
    ids = [note.note_id for note in clip.get_all_notes_extended()]
    add_notes(world, clip, (60, 0.0, 2.0))
    song.undo()
    assert [note.note_id for note in clip.get_all_notes_extended()] == ids
