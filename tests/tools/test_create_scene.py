"""`create_scene`: one scene at an exact place, resting on its neighbours and on nothing else."""

from __future__ import annotations

import pytest

from countin._remote_script.Countin import wire
from countin.declaration import Draft
from tools.looks import VERSION, changes, decoded, executed, mutation, refused, rests_on, scene, seen


def planned(count: int, **given: object) -> Draft:
    """The plan in a Set of so many scenes."""
    tool = mutation("create_scene")
    arguments = decoded("create_scene", expectedStateVersion=VERSION, **given)
    (look,) = tool.observe(arguments, {})
    rows = [scene(place, f"Scene {place}") for place in range(count)]
    first, size = look.arguments
    end = count if size < 0 else min(first + size, count)
    return tool.plan(arguments, seen({look: wire.Scenes(tuple(rows[first:end]), count)}))


@pytest.mark.parametrize(
    ("index", "place", "named", "window"),
    [
        (0, 0, "scenes[0..0]", (0, 1)),
        (2, 2, "scenes[1..2]", (1, 2)),
        (8, 8, "scenes[7..7]", (7, 1)),
        (None, 8, "scenes[7..7]", (7, 1)),
    ],
)
def test_a_scene_rests_on_the_scenes_beside_it(
    index: int | None, place: int, named: str, window: tuple[int, int]
) -> None:
    draft = planned(8, name="Drop", index=index)
    (step,) = draft.operations[0]
    assert step.row == wire.SceneToCreate(place, "Drop")
    assert rests_on(draft) == [named]
    assert draft.rests_on[0].look.arguments == window


def test_what_it_rests_on_is_what_that_window_alone_would_show() -> None:
    appended = planned(8, name="Drop").rests_on[0]
    exact = planned(8, name="Drop", index=8).rests_on[0]
    rows = (scene(7, "Scene 7"),)
    other = (scene(7, "Renamed"),)
    shown = seen({exact.look: wire.Scenes(rows, 8)})
    renamed = seen({exact.look: wire.Scenes(other, 8)})
    assert appended.digest(shown) == exact.digest(shown) == shown.digests[exact.look]
    assert exact.digest(shown) != renamed.digests[exact.look]


def test_the_change_is_the_scene_that_was_not_there() -> None:
    assert changes(planned(2, name="Drop", index=1)) == [("scenes[1]", None, {"id": "scene-1", "name": "Drop"})]


@pytest.mark.parametrize("index", [9, 400])
def test_a_place_beyond_the_last_scene_is_refused_with_the_range(index: int) -> None:
    with refused("invalid_arguments", "/index") as found:
        planned(8, name="Drop", index=index)
    assert "0 to 8" in found.value.message


@pytest.mark.parametrize(("name", "code"), [("", "invalid_arguments"), ("   ", "invalid_arguments")])
def test_a_blank_name_is_refused(name: str, code: str) -> None:
    with refused(code, "/name"):
        planned(8, name=name)


def test_a_name_beyond_255_characters_and_a_negative_place_are_refused() -> None:
    for given, path in (({"name": "x" * 256}, "/name"), ({"name": "x", "index": -1}, "/index")):
        with refused("invalid_arguments", path):
            planned(8, **given)


def test_the_report_shows_the_scene_as_live_shows_it() -> None:
    tool = mutation("create_scene")
    draft = planned(8, name="Drop")
    made = wire.SceneCreated(77, 8, "Drop", 9)
    report = tool.report(decoded("create_scene", expectedStateVersion=1, name="Drop"), draft, executed(made))
    assert report == {"scene": {"id": "scene-8", "name": "Drop", "sceneCount": 9}}


def test_another_place_or_name_is_a_difference() -> None:
    (step,) = planned(8, name="Drop", index=2).operations[0]
    compare = step.effect.compare
    assert not compare(step.row, wire.SceneCreated(1, 2, "Drop", 9))
    assert compare(step.row, wire.SceneCreated(1, 2, "drop", 9)) == ["scene-2 is named 'drop', planned was 'Drop'"]
    assert compare(step.row, wire.SceneCreated(1, 3, "Drop", 9)) == ["the new scene stands at 3, planned was 2"]
