"""Creating a scene."""

from __future__ import annotations

import pytest

from countin._remote_script.Countin import wire
from script_stage import Client, Stage


def create(client: Client, place: int, name: str = "New") -> wire.SceneCreated:
    done = client.execute((wire.CREATE_SCENE, wire.SceneToCreate(place, name)))
    assert done.status == "applied", done.head
    return done.row(wire.CREATE_SCENE)


@pytest.mark.parametrize("place", [0, 3, 8])
def test_a_scene_is_created_where_it_was_asked_for(client: Client, place: int) -> None:
    before = client.see(wire.SCENES, wire.Window(0, -1)).rows
    made = create(client, place)
    after = client.see(wire.SCENES, wire.Window(0, -1)).rows
    assert (made.place, made.name, made.total) == (place, "New", 9)
    assert after[place].pointer == made.pointer
    assert [row.pointer for row in (*after[:place], *after[place + 1 :])] == [row.pointer for row in before]


def test_one_undo_takes_a_scene_away_again(stage: Stage, client: Client) -> None:
    before = stage.world.digest_undoable()
    create(client, 2)
    stage.person(lambda song: song.undo())
    assert stage.world.digest_undoable() == before


def test_creating_a_scene_moves_the_state_version_by_one(client: Client) -> None:
    version = client.version()
    create(client, 1)
    assert client.version() == version + 1


def test_a_place_that_does_not_exist_is_refused_and_nothing_changes(stage: Stage, client: Client) -> None:
    before = stage.digest()
    for place in (-1, 9):
        done = client.execute((wire.CREATE_SCENE, wire.SceneToCreate(place, "x")))
        assert (done.status, done.code) == ("refused", "not_found")
    assert stage.digest() == before


def test_two_scenes_can_be_created_in_one_operation_and_one_undo_takes_both(stage: Stage, client: Client) -> None:
    before = stage.world.digest_undoable()
    done = client.execute(
        (wire.CREATE_SCENE, wire.SceneToCreate(0, "a")), (wire.CREATE_SCENE, wire.SceneToCreate(0, "b"))
    )
    assert done.status == "applied"
    assert [row.name for row in client.see(wire.SCENES, wire.Window(0, 2)).rows] == ["b", "a"]
    stage.person(lambda song: song.undo())
    assert stage.world.digest_undoable() == before
