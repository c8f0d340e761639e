"""The toolset `scenes`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from countin._remote_script.Countin import wire
from countin.declaration import (
    Answer,
    Draft,
    Executed,
    Kind,
    Look,
    Mutation,
    Read,
    Reliance,
    Seen,
    Step,
    Stored,
    Tool,
    Versioned,
    live,
)
from countin.errors import Refusal
from countin.tools import effects, paging, records
from countin.tools.schemas import ARRAY, INTEGER, OBJECT

Scenes = Look[wire.Window, wire.Scenes]


class ListScenes(paging.Paged, frozen=True, kw_only=True):
    """Arguments of `list_scenes`."""


class CreateScene(Versioned, frozen=True, kw_only=True):
    """Arguments of `create_scene`."""

    name: Annotated[str, msgspec.Meta(max_length=255, description="Scene name, not blank.")]
    index: Annotated[int, msgspec.Meta(ge=0, description="Zero-based insertion index; omit to append.")] | None = None


def _page_look(arguments: ListScenes) -> Scenes:
    return live(wire.SCENES, wire.Window(arguments.offset, arguments.window()))


def _observe_page(arguments: ListScenes, _: Stored) -> Sequence[Look[Any, Any]]:
    return (_page_look(arguments),)


def _page(arguments: ListScenes, seen: Seen) -> Answer:
    row = seen[_page_look(arguments)]
    scenes = [records.scene(scene, arguments.offset + place) for place, scene in enumerate(row.rows)]
    return Answer({"stateVersion": seen.state_version, **paging.page("scenes", scenes, arguments.offset, row.total)})


def _observed(arguments: CreateScene) -> Scenes:
    """The scenes beside the insertion; all of them for an append, whose place is not known before."""
    if arguments.index is None:
        return live(wire.SCENES, wire.Window(0, -1))
    first = max(arguments.index - 1, 0)
    return live(wire.SCENES, wire.Window(first, arguments.index + 1 - first), path="/index")


def _observe_creation(arguments: CreateScene, _: Stored) -> Sequence[Look[Any, Any]]:
    return (_observed(arguments),)


def _neighbours(place: int, look: Scenes, row: wire.Scenes) -> Reliance:
    """What an insertion at `place` rests on: the scenes before and after it."""
    first, end = max(place - 1, 0), min(place + 1, row.total)
    offset = look.arguments.first
    near = row.rows[first - offset : end - offset]
    window = live(wire.SCENES, wire.Window(first, end - first))
    return Reliance(f"scenes[{first}..{end - 1}]", window, wire.Scenes(near, row.total))


def _plan(arguments: CreateScene, seen: Seen) -> Draft:
    look = _observed(arguments)
    row = seen[look]
    if not arguments.name.strip():
        raise Refusal("invalid_arguments", "expected a name that is not blank", path="/name")
    place = row.total if arguments.index is None else arguments.index
    if place > row.total:
        raise Refusal(
            "invalid_arguments",
            f"expected 0 to {row.total} (the number of scenes), got {place}; omit index to append",
            path="/index",
        )
    where = "after the last scene" if place == row.total else f"before scene-{place}"
    return Draft(
        operations=((Step(effects.SCENE, wire.SceneToCreate(place, arguments.name)),),),
        rests_on=(_neighbours(place, look, row),),
        summary=f"Create scene {arguments.name!r} {where}",
    )


def _report(_: CreateScene, draft: Draft, executed: Executed) -> dict[str, Any]:
    created = executed.results[0][0] if executed.results and executed.results[0] else None
    if not isinstance(created, wire.SceneCreated):
        return {}
    return {"scene": {"id": f"scene-{created.place}", "name": created.name, "sceneCount": created.total}}


TOOLS: tuple[Tool, ...] = (
    Mutation(
        name="create_scene",
        title="Create a scene",
        description=(
            "Plan or create one Session scene at an index, or at the end; list_scenes shows what is there, "
            "create_midi_clip fills its slots. Rechecks the neighbouring scenes inside Live and reads the scene back, "
            "in one undo step; undo removes it. Later scene and clip ids move down by one: list again. A repeat adds "
            "another scene."
        ),
        toolset="scenes",
        arguments=CreateScene,
        members={"scene": OBJECT},
        kind=Kind.MUTATION,
        observe=_observe_creation,
        plan=_plan,
        report=_report,
    ),
    Read(
        name="list_scenes",
        title="List scenes",
        description=(
            "List Session scenes in order: id, name, tempo (BPM) and meter overrides. A scene's index is the slot "
            "index in list_clips and arrange. Long lists page."
        ),
        toolset="scenes",
        arguments=ListScenes,
        members={"stateVersion": INTEGER, "scenes": ARRAY, **paging.PAGE_MEMBERS},
        observe=_observe_page,
        answer=_page,
    ),
)
