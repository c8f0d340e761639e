"""Undo and redo through the bridge, and what Countin believes about Live's history."""

from __future__ import annotations

from typing import Any

import value_rows
from countin._remote_script.Countin import wire
from script_stage import Client, Stage

SCENE = (wire.CREATE_SCENE, wire.SceneToCreate(1, "New"))
UNDO, REDO = (wire.UNDO, wire.Nothing()), (wire.REDO, wire.Nothing())


def run(stage: Stage, client: Client, *steps: Any, **named: Any) -> Any:
    """Execute, and let Live notice (what can be undone is told a tick later)."""
    done = client.execute(*steps, **named)
    assert done.status == "applied", done.head
    stage.host.tick()
    return done


def test_undo_and_redo_move_the_last_step_and_say_that_it_stands(stage: Stage, client: Client) -> None:
    empty = stage.world.digest_undoable()
    run(stage, client, SCENE, operation="op-1")
    full = stage.world.digest_undoable()
    seen = client.see(wire.HISTORY)
    assert (seen.can_undo, seen.undo_operation, seen.undo_tool, seen.edited_since) == (True, "op-1", "test", False)
    assert run(stage, client, UNDO).row(wire.UNDO).restored == 1
    assert stage.world.digest_undoable() == empty
    seen = client.see(wire.HISTORY)
    assert (seen.undo_operation, seen.redo_operation, seen.can_redo) == ("", "op-1", True)
    assert run(stage, client, REDO).row(wire.REDO).restored == 1
    assert stage.world.digest_undoable() == full


def test_values_are_undone_and_redone_too(demo: Stage) -> None:
    client = demo.client()
    rows = value_rows.of_parameters(client, "track-0:device-0", {1: 0.1, 2: 0.3})
    run(demo, client, (wire.SET_VALUES, rows))
    assert run(demo, client, UNDO).row(wire.UNDO).restored == 1
    assert run(demo, client, REDO).row(wire.REDO).restored == 1


def test_a_persons_edit_on_top_is_told_and_its_undo_is_not_taken_for_ours(stage: Stage, client: Client) -> None:
    run(stage, client, SCENE, operation="op-1")
    stage.person(lambda song: song.create_scene(-1))
    stage.host.tick()
    assert client.see(wire.HISTORY).edited_since
    assert run(stage, client, UNDO).row(wire.UNDO).restored == 0
    assert client.see(wire.HISTORY).undo_operation == "op-1"
    assert run(stage, client, UNDO).row(wire.UNDO).restored == 1


def test_a_persons_edit_of_what_was_written_is_told(demo: Stage) -> None:
    client = demo.client()
    rows = value_rows.of_parameters(client, "track-0:device-0", {1: 0.1})
    run(demo, client, (wire.SET_VALUES, rows))
    assert not client.see(wire.HISTORY).edited_since

    def turn(song: Any) -> None:
        song.tracks[0].devices[0].parameters[1].value = 0.6

    demo.person(turn)
    assert client.see(wire.HISTORY).edited_since


def test_where_there_is_nothing_to_undo_or_redo_it_is_refused(stage: Stage, client: Client) -> None:
    before = stage.digest()
    for step in (UNDO, REDO):
        done = client.execute(step)
        assert (done.status, done.code) == ("refused", "nothing_to_change")
    assert stage.digest() == before


def test_what_a_person_did_can_be_undone_and_is_not_known(stage: Stage, client: Client) -> None:
    before = stage.world.digest_undoable()
    stage.person(lambda song: song.create_scene(-1))
    stage.host.tick()
    assert run(stage, client, UNDO).row(wire.UNDO).restored == -1
    assert stage.world.digest_undoable() == before


def test_undo_is_one_mutation_for_the_state_version(stage: Stage, client: Client) -> None:
    run(stage, client, SCENE)
    version = client.version()
    run(stage, client, UNDO)
    assert client.version() == version + 1
