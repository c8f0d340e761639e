"""Digests, forks, counters: looking at a whole Set from outside."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from countin.sim.kernel.switches import Switches, settings_of
from countin.sim.world import World
from sim.model.model_sets import small_set, small_world, writes


def test_equal_sets_have_equal_digests(world: World) -> None:
    """Whatever keys, lives or pointers they have."""
    other = small_world()
    other.song.create_scene(-1)
    other.song.delete_scene(4)
    other.song.view.selected_scene = other.song.scenes[0]
    world.song.view.selected_scene = world.song.scenes[0]
    assert world.digest_undoable() == other.digest_undoable()
    assert world.digest() == other.digest()


def _tempo(song: Any) -> None:
    song.tempo = 99


def _track_name(song: Any) -> None:
    song.tracks[1].name = "x"


def _macro(song: Any) -> None:
    song.tracks[2].devices[0].parameters[2].value = 64.0


def _chain_solo(song: Any) -> None:
    song.tracks[2].devices[0].chains[0].solo = True


def _send(song: Any) -> None:
    song.tracks[0].mixer_device.sends[1].value = 0.5


def _loop_end(song: Any) -> None:
    song.tracks[0].clip_slots[0].clip.loop_end = 3.0


def _notes(song: Any) -> None:
    song.tracks[0].clip_slots[0].clip.remove_notes_extended(60, 1, 0.0, 1.0)


def _cue_name(song: Any) -> None:
    song.cue_points[0].name = "x"


def _groove_amount(song: Any) -> None:
    song.groove_pool.grooves[0].timing_amount = 50.0


def _moved_device(song: Any) -> None:
    song.move_device(song.tracks[2].devices[0].return_chains[0].devices[0], song.tracks[0], 9)


def _scene_color(song: Any) -> None:
    song.scenes[0].color_index = 5


def _clip_groove(song: Any) -> None:
    song.tracks[0].clip_slots[0].clip.groove = song.groove_pool.grooves[0]


def _routing(song: Any) -> None:
    song.tracks[0].current_output_routing = "Sends Only"


_EDITS = (
    _tempo,
    _track_name,
    _macro,
    _chain_solo,
    _send,
    _loop_end,
    _notes,
    _cue_name,
    _groove_amount,
    _moved_device,
    _scene_color,
    _clip_groove,
    _routing,
)


def test_equal_layouts_need_not_be_the_same_object(world: World) -> None:
    """Two readings of one file give equal layouts, not the same ones."""
    document = small_set()
    device = document.tracks[0].devices[0]
    twin = replace(device, layout=replace(device.layout))
    other = replace(document, tracks=(replace(document.tracks[0], devices=(twin,)), *document.tracks[1:]))
    assert small_world(other).digest() == world.digest()


@pytest.mark.parametrize("edit", _EDITS)
def test_a_digest_sees_every_kind_of_edit(world: World, song: Any, edit: Any) -> None:
    """Law 1 rests on it."""
    before = (world.digest(), world.digest_undoable())
    edit(song)
    after = (world.digest(), world.digest_undoable())
    assert after[0] != before[0]
    assert after[1] != before[1]


def test_view_state_is_in_the_whole_digest_only(world: World, song: Any) -> None:
    """Selection, folding, detail view, loop switch: not undone, but part of what a plan must leave alone."""
    undoable, whole = world.digest_undoable(), world.digest()
    for action in (
        writes(song.view, "selected_track", song.tracks[3]),
        writes(song.tracks[1], "fold_state", 1),
        writes(song, "metronome", True),
        lambda: world.application.view.show_view("Arranger"),
    ):
        action()
        assert world.digest() != whole
        whole = world.digest()
    assert world.digest_undoable() == undoable


def test_time_alone_does_not_change_a_digest(world: World, song: Any) -> None:
    """Nothing in it moves by itself."""
    song.start_playing()
    world.advance(0.1)
    before = world.digest()
    world.advance(3.0)
    assert song.current_song_time > 2
    assert world.digest() == before


def test_a_fork_comes_back_as_often_as_wanted(world: World, song: Any) -> None:
    """Hypothesis examples reset with it."""
    song.tempo = 111
    saved, before = world.fork(), world.digest()
    kept, pointer = song.tracks[0], song.tracks[0]._live_ptr
    for _ in range(3):
        made = song.create_midi_track(0)
        song.tempo = 99
        song.delete_track(1)
        world.restore(saved)
        assert world.digest() == before
        assert made == None  # noqa: E711 - Live's own validity test
        assert kept.name == "Keys"
        assert kept._live_ptr == pointer
    song.undo()
    assert song.tempo == 120
    song.redo()
    assert song.tempo == 111
    world.restore(saved)
    assert song.undo() == "Undo Custom Action"


def test_listeners_compare_with_what_is_after_a_restore(world: World, song: Any) -> None:
    """A restore is silent; the next change tells."""
    heard: list[float] = []
    song.add_tempo_listener(lambda: heard.append(song.tempo))
    saved = world.fork()
    song.tempo = 99
    world.restore(saved)
    song.tempo = 99
    assert heard == [99.0, 99.0]


def test_a_fork_is_not_changed_by_what_comes_after(world: World, song: Any) -> None:
    """Copy on write: states in a fork are never changed in place."""
    with world.main_thread():
        song.tempo = 111
        saved = world.fork()
        song.tempo = 112
        song.tracks[0].devices[0].parameters[0].value = 0.0
    world.restore(saved)
    assert song.tempo == 111
    assert song.tracks[0].devices[0].parameters[0].value == 1.0


def test_opening_another_set_leaves_live_itself(world: World) -> None:
    """World.load."""
    application = world.application
    old = world.song
    world.load(small_set())
    assert application == world.application
    assert application.get_document() == world.song
    assert old != world.song


def test_an_unknown_switch_is_refused_by_name() -> None:
    """The error lists what there is."""
    with pytest.raises(ValueError, match="no switch 'nosuch'"):
        small_world(switches={"nosuch": 1})
    with pytest.raises(ValueError, match="'lose', 'split'"):
        small_world(switches={"arrangement_overlap": "maybe"})
    assert settings_of("arrangement_overlap") == ("lose", "split")
    assert settings_of("timer_resolution_ms") == ()
    assert Switches().timer_resolution_ms == 17
