"""The effect of creating a scene."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from countin._remote_script.Countin import wire
from countin.declaration import Change, Effect, one_by_one


def _changes(row: wire.SceneToCreate, _: Mapping[str, str]) -> Sequence[Change]:
    return [Change(f"scenes[{row.place}]", None, {"id": f"scene-{row.place}", "name": row.name})]


def _compare(row: wire.SceneToCreate, made: wire.SceneCreated) -> Sequence[str]:
    differences: list[str] = []
    if made.place != row.place:
        differences.append(f"the new scene stands at {made.place}, planned was {row.place}")
    if made.name != row.name:
        differences.append(f"scene-{made.place} is named {made.name!r}, planned was {row.name!r}")
    return differences


def _observed(_: wire.SceneToCreate, made: wire.SceneCreated) -> dict[str, Any]:
    return {"scene": {"id": f"scene-{made.place}", "name": made.name}, "sceneCount": made.total}


SCENE = Effect(wire.CREATE_SCENE, one_by_one(_changes), _compare, _observed, lambda _: 1)
