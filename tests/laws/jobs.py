"""A job in three parts, for law 7: what can stop it after its first part, and whether the answer counts right."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from countin._remote_script.Countin import frames
from laws.misfortunes import at_frame, confirm
from laws.stage import Stage
from laws.strategies import long_arrangement
from rig import Told

PLACEMENTS, A_PART = 450, 200
FIRST = 100.0
"""The beat from which on the copies lie."""

Stop = Callable[[Stage, Told], Awaitable[Told | None]]


def landed(stage: Stage) -> int:
    """How many copies lie there."""
    return stage.person(lambda song: sum(clip.start_time >= FIRST for clip in song.tracks[1].arrangement_clips))


def _after_first_part(act: Callable[[Stage], None]) -> Stop:
    async def stop(stage: Stage, planned: Told) -> Told:
        def do(_: object) -> bool:
            act(stage)
            return False

        with at_frame(frames.RESPONSE, 1, do):
            return await confirm(stage, planned)

    return stop


def _cut(kind: int) -> Stop:
    async def stop(stage: Stage, planned: Told) -> Told:
        def cut(connection: Any) -> bool:
            connection.abort()
            return True

        with at_frame(kind, 2, cut):
            return await confirm(stage, planned)

    return stop


async def _stalled(stage: Stage, planned: Told) -> Told:
    """Live stands still after the first part until long after the deadline of the second."""

    def stand_still(_: object) -> bool:
        stage.rig.is_stalled = True
        return False

    with at_frame(frames.RESPONSE, 1, stand_still):
        running = asyncio.ensure_future(confirm(stage, planned))
        await asyncio.sleep(20)
    stage.rig.is_stalled = False
    return await running


async def _gone(stage: Stage, planned: Told) -> None:
    """The caller is gone after the first part."""
    running = asyncio.ensure_future(confirm(stage, planned))

    def cancel(_: object) -> bool:
        running.cancel()
        return False

    with at_frame(frames.RESPONSE, 1, cancel):
        await asyncio.gather(running, return_exceptions=True)
        await asyncio.sleep(1)


STOPS: Mapping[str, Stop] = {
    "a person inserts a scene": _after_first_part(lambda stage: stage.person(lambda song: song.create_scene(0))),
    "a write of the second part fails": _after_first_part(lambda stage: stage.rig.world.faults.raise_at_write(7)),
    "Live stands still": _stalled,
    "the caller is gone": _gone,
    "cut at the second start": _cut(frames.STARTED),
    "cut at the second answer": _cut(frames.RESPONSE),
}
"""What happens after the first part has landed."""
GOES_ON = ("cut at the second start", "cut at the second answer")
"""Where asking settles the second part, the third follows."""


def job_is_counted(stage: Stage, stop: str) -> str:
    """The answer, and what is answered later, say how many copies landed; as many undos take them back."""
    stage.fresh()
    planned = stage.plan("arrange", long_arrangement(PLACEMENTS).set_up(stage))
    before = stage.undoable()
    told = stage.rig.run(STOPS[stop](stage, planned))
    stage.rig.tick(110)
    count = landed(stage)
    _check(count == (PLACEMENTS if stop in GOES_ON else A_PART), f"{count} copies landed after: {stop}", told)
    if told is not None:
        _check(told["placed_count"] == count, f"{count} copies landed, and it says:", told.body)
    asked = stage.rig.call("get_operation_outcome", operationId=planned["confirmation"]["operationId"])
    expected = "applied" if count == PLACEMENTS else "postconditions_failed"
    _check(asked["status"] == expected, f"{count} copies landed, and it says:", asked.body)
    if stop == "a person inserts a scene":
        stage.person(lambda song: song.undo())
    for _ in range(-(-count // A_PART)):
        _take_back(stage)
    _check(stage.undoable() == before, "as many undos as parts landed do not lead back")
    return expected


def _take_back(stage: Stage) -> None:
    """Undo a part. A Live that keeps undo steps without any difference still has the one of a part that was taken back:
    undoing it changes nothing, and the answer says that it was not the expected one."""
    before, told = stage.undoable(), stage.rig.apply("undo")
    if told.status != "applied":
        _check("another step" in told.body["operationOutcome"]["evidence"][0], "undo:", told.body)
        _check(stage.rig.world.store.switches.equal_steps == "keep" and stage.undoable() == before, told.body)
        stage.apply("undo", {})


def _check(condition: bool, *told: object) -> None:
    if not condition:
        raise AssertionError(" ".join(str(one) for one in told))
