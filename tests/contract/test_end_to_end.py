"""Each status once more, through everything: tool, contract, bridge, the real Remote Script, the embedded Live.

One thread, one simulated clock: when nobody has anything to do, Live ticks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from countin.sim.demo import demo_set
from rig import SCRIPT, Rig, Told, rig


@pytest.fixture
def on() -> Iterator[Rig]:
    with rig(demo_set()) as made:
        yield made


def stop(on: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Live stands still from now on (a dialog): time passes, no timer, no display update."""
    monkeypatch.setattr(on.host, "advance", on.world.stall)


def scene_names(on: Rig) -> list[str]:
    return on.person(lambda song: [scene.name for scene in song.scenes])


def plan(on: Rig) -> Told:
    return on.plan("create_scene", name="Bridge", index=1)


def outcome(on: Rig, planned: Told) -> Told:
    return on.call("get_operation_outcome", operationId=planned["confirmation"]["operationId"])


def test_applied_and_undone_as_one_step(on: Rig) -> None:
    before = on.undoable()
    told = on.execute(plan(on))
    assert (told.status, told.is_error) == ("applied", False)
    assert scene_names(on)[1] == "Bridge"
    assert told["stateVersion"] == on.version()
    on.person(lambda song: song.undo())
    assert on.undoable() == before


def test_a_plan_leaves_the_set_as_it_was(on: Rig) -> None:
    before = on.digest()
    plan(on)
    assert on.digest() == before


def test_a_used_token_changes_the_set_no_second_time(on: Rig) -> None:
    planned = plan(on)
    on.execute(planned)
    before = on.digest()
    told = on.execute(planned)
    assert (told.code, told["error"]["earlier"]["status"]) == ("token_used", "applied")
    assert on.digest() == before


def test_a_failure_that_cannot_be_taken_back_is_named(on: Rig) -> None:
    planned = plan(on)
    on.world.faults.raise_at_member("name")
    on.world.faults.raise_at_member("delete_scene", repeat=True)
    told = on.execute(planned)
    assert (told.status, told.is_error) == ("postconditions_failed", True)
    assert len(scene_names(on)) == 9
    assert any("scene" in line for line in told["operationOutcome"]["evidence"])
    assert outcome(on, planned)["status"] == "postconditions_failed"


def test_a_failure_in_the_middle_is_taken_back(on: Rig) -> None:
    planned, before = plan(on), on.undoable()
    on.world.faults.raise_at_member("name")
    told = on.execute(planned)
    assert (told.code, told["error"]["outcome"], told["error"]["rolledBack"]) == ("live_refused", "not_executed", True)
    assert on.undoable() == before
    assert outcome(on, planned)["status"] == "not_executed"


def test_what_is_moved_again_before_it_settles_is_pending_and_named(on: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    captured = on.call("capture_device_chain_snapshot", trackId="track-1")
    parameter = "song.tracks[1].devices[0].parameters[1]"  # a macro: what it drives follows a tick later
    old = on.host.person({"path": parameter, "get": "value"})
    on.host.person({"path": parameter, "set": "value", "to": old / 2})
    planned = on.plan("recall_device_chain_snapshot", trackId="track-1", snapshot=captured["snapshot"])
    advance = on.host.advance

    def meddle(seconds: float) -> None:
        """The person is quicker than the second look."""
        advance(seconds)
        if on.host.person({"path": parameter, "get": "value"}) == old:
            on.host.person({"path": parameter, "set": "value", "to": old / 2})

    monkeypatch.setattr(on.host, "advance", meddle)
    told = on.execute(planned)
    assert (told.status, told.is_error) == ("pending_postconditions", False)
    assert any("device-0" in line for line in told["operationOutcome"]["evidence"])


def test_a_long_list_runs_in_parts_and_stops_where_a_person_interferes(
    on: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    placements = [{"track": 3, "slot": 1, "at_beat": 1000.0 + 64 * n} for n in range(450)]
    planned = on.call("arrange", placements=placements)
    assert planned["plan"]["undoSteps"] == 3
    before = len(_arrangement(on))
    advance = on.host.advance

    def meddle(seconds: float) -> None:
        advance(seconds)
        if len(_arrangement(on)) == before + 400:
            on.person(lambda song: song.create_scene(-1))
            monkeypatch.setattr(on.host, "advance", advance)

    monkeypatch.setattr(on.host, "advance", meddle)
    told = on.execute(planned)
    assert (told.status, told.is_error) == ("postconditions_failed", True)
    assert "2 of 3 parts landed" in told["operationOutcome"]["reason"]
    assert "Undo 2 times" in told["operationOutcome"]["reason"]
    assert len(_arrangement(on)) == before + 400


def _arrangement(on: Rig) -> list[int]:
    return on.person(lambda song: list(song.tracks[3].arrangement_clips))


def _rename(song: Any) -> None:
    song.scenes[0].name = "By hand"


def _insert(song: Any) -> None:
    song.create_scene(-1)


EDITS: dict[str, Callable[[Any], None]] = {"observation_changed": _rename, "state_version_moved": _insert}


@pytest.mark.parametrize("code", EDITS)
def test_an_edit_in_between_is_refused_and_nothing_written(on: Rig, code: str) -> None:
    planned = plan(on)
    on.person(EDITS[code])
    before = on.digest()
    told = on.execute(planned)
    assert (told.code, told["error"]["outcome"]) == (code, "not_executed")
    assert on.digest() == before


def test_an_edit_elsewhere_does_not_stand_in_the_way(on: Rig) -> None:
    planned = plan(on)
    on.person(lambda song: setattr(song.scenes[7], "name", "By hand"))
    assert on.execute(planned).status == "applied"


def test_a_live_that_stands_still_never_runs_it_later(on: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    planned, before = plan(on), on.digest()
    with monkeypatch.context() as patch:
        stop(on, patch)
        told = on.execute(planned)
        assert (told.code, told["error"]["outcome"]) == ("live_busy", "not_executed")
        assert told["error"]["lastTickMsAgo"] >= 10_000
        assert on.call("get_live_state").code == "live_busy"
    on.tick(20)
    assert on.digest() == before
    assert outcome(on, planned)["status"] == "not_executed"


def test_a_script_that_is_gone_leaves_an_unknown_outcome(on: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    planned = plan(on)

    async def leave() -> Told:
        with monkeypatch.context() as patch:
            stop(on, patch)
            running = asyncio.ensure_future(_confirm(on, planned))
            await asyncio.sleep(1)
        on.host.unload(on.surface)
        return await running

    told = on.run(leave())
    assert (told.status, told.is_error) == ("outcome_unknown", True)
    asked = outcome(on, planned)
    assert (asked.code, asked["error"]["outcome"]) == ("live_not_reachable", "unknown")
    on.surface = on.host.load_script(SCRIPT)
    assert outcome(on, planned)["status"] == "outcome_unknown"


def test_a_connection_that_ends_while_it_is_queued_is_asked_about_and_revoked(
    on: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned, before = plan(on), on.digest()

    async def cut() -> Told:
        with monkeypatch.context() as patch:
            stop(on, patch)
            running = asyncio.ensure_future(_confirm(on, planned))
            await asyncio.sleep(1)
            _connection(on).abort()
            await asyncio.sleep(1)
        return await running

    told = on.run(cut())
    assert told["error"]["outcome"] == "not_executed"
    on.tick(20)
    assert on.digest() == before


def test_a_cancelled_call_that_was_queued_never_runs(on: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    planned, before = plan(on), on.digest()

    async def cancel() -> None:
        with monkeypatch.context() as patch:
            stop(on, patch)
            running = asyncio.ensure_future(_confirm(on, planned))
            await asyncio.sleep(1)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        await asyncio.sleep(1)

    on.run(cancel())
    assert outcome(on, planned)["status"] == "not_executed"
    assert on.digest() == before


async def _confirm(on: Rig, planned: Told) -> Told:
    confirmation = planned["confirmation"]
    return await on.ask(
        "execute_plan", {"confirmationToken": confirmation["token"], "planHash": confirmation["planHash"]}
    )


def _connection(on: Rig) -> Any:
    contract: Any = on.app.contract
    return contract._running._bridge._connection
