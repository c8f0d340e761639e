"""A plan changes nothing, is what is hashed, binds what is written, and runs as it was confirmed."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.virtual_time import run
from contract.stage import FINAL, LIST, LOOSE, ONE, RUN, SCENES, SEQUENCE, TABLE, MakeScenes, refusal_of, stage
from countin._remote_script.Countin import wire
from countin.contract.plan import first_difference, make_plan
from countin.declaration import Seen


def test_a_read_answers_with_the_state_version_first(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            result = await on.call(LIST)
            assert list(result.body) == ["stateVersion", "scenes"]
            assert result.body == {"stateVersion": 1000, "scenes": ["Intro", "Verse"]}
            assert not result.is_error

    run(main)


def test_a_tool_that_looks_at_nothing_needs_no_live(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            assert (await on.call(TABLE)).body == {"scales": 35}
            assert on.live.peers == []

    run(main)


def test_a_plan_changes_nothing_and_a_client_can_hash_it_again(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan(names=["Bridge", "Outro"], place=1)
            plan = offer.body["plan"]
            assert on.live.jobs == []
            assert len(on.live.scenes) == 2
            assert offer.body["dryRun"] is True
            assert hashlib.sha256(rfc8785.dumps(plan)).hexdigest() == offer.plan_hash
            assert plan["arguments"] == {
                "expectedStateVersion": 1000,
                "names": ["Bridge", "Outro"],
                "place": 1,
                "notes": "",
            }
            assert plan["changes"] == [
                {"what": "scene 1", "before": None, "after": "Bridge"},
                {"what": "scene 1", "before": None, "after": "Outro"},
            ]
            assert (plan["instance"], plan["stateVersion"], plan["undoSteps"]) == ("instance-a", 1000, 1)
            assert [one["kind"] for one in plan["operations"]] == ["create_scene"]
            assert plan["operations"][0]["writes"]["count"] == 2
            assert offer.body["confirmation"]["expiresAt"] == 1_800_000_060_000

    run(main)


def test_a_confirmed_plan_is_written_once_and_read_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan(names=["Bridge"], place=1)
            result = await on.execute(offer)
            assert not result.is_error
            assert result.body["operationOutcome"]["status"] == "applied"
            assert result.body["operationOutcome"]["reason"]
            assert result.body["observed"] == {"sceneId": "scene-1", "name": "Bridge"}
            assert (result.body["stateVersion"], result.body["made"]) == (1001, 1)
            assert result.body["operationId"] == offer.operation
            assert on.live.scenes[1][1] == "Bridge"
            assert on.live.observations == 1
            assert list(result.body)[:4] == ["dryRun", "operationOutcome", "operationId", "observed"]

    run(main)


def test_a_plan_runs_by_its_token_and_hash_alone(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            result = await on.call(RUN, confirmationToken=offer.token, planHash=offer.plan_hash)
            assert result.body["operationOutcome"]["status"] == "applied"
            assert len(on.live.scenes) == 3

    run(main)


def test_a_sequence_runs_part_by_part_each_on_the_version_before_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan(SEQUENCE, names=["A", "B", "C"])
            assert offer.body["plan"]["undoSteps"] == 3
            assert ["guards" in one for one in offer.body["plan"]["operations"]] == [True, False, False]
            steps: list[tuple[float, float | None]] = []

            async def progress(done: float, total: float | None, _: str) -> None:
                steps.append((done, total))

            arguments = msgspec.convert(
                offer.arguments | {"dryRun": False, "confirmationToken": offer.token, "planHash": offer.plan_hash},
                MakeScenes,
            )
            result = await on.contract.call(SEQUENCE, arguments, progress=progress)
            assert result.body["operationOutcome"]["status"] == "applied"
            assert [job["operation"] for job in on.live.jobs] == [f"{offer.operation}.{n}" for n in (1, 2, 3)]
            assert [job["stateVersion"] for job in on.live.jobs] == [1000, 1001, 1002]
            assert result.body["stateVersion"] == 1003
            assert [one["name"] for one in result.body["observed"]["steps"]] == ["A", "B", "C"]
            assert steps == [(1, 3), (2, 3)]

    run(main)


def test_a_version_that_is_not_the_observed_one_is_refused_with_both(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            refusal = await refusal_of(on.plan(expectedStateVersion=7))
            assert (refusal.code, refusal.path) == ("state_version_moved", "/expectedStateVersion")
            assert "7" in refusal.message
            assert "1000" in refusal.message
            assert "get_live_state" in refusal.message

    run(main)


def test_executing_without_token_or_hash_names_what_is_missing(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            for member in ("confirmationToken", "planHash"):
                refusal = await refusal_of(on.execute(offer, **{member: None}))
                assert (refusal.code, refusal.path) == ("invalid_arguments", f"/{member}")
            assert on.live.jobs == []

    run(main)


def test_a_tool_whose_clients_know_no_dry_run_says_how_to_run_its_plan(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan(LOOSE, expectedStateVersion=None)
            assert "execute_plan" in offer.body["next"]
            result = await on.call(RUN, confirmationToken=offer.token, planHash=offer.plan_hash)
            assert result.body["operationOutcome"]["status"] == "applied"

    run(main)


def test_many_changes_stand_as_a_digest_of_the_resource_that_holds_them_all(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan(names=[f"S{n}" for n in range(300)])
            changes = offer.body["plan"]["changes"]
            whole = on.contract.plan_document(offer.plan_hash)
            assert whole is not None
            assert offer.body["planRef"] == f"countin://plan/{offer.plan_hash}"
            assert (changes["count"], len(changes["first"])) == (300, 20)
            assert changes["sha256"] == hashlib.sha256(whole).hexdigest()
            assert len(msgspec.json.decode(whole)) == 300
            assert on.contract.plan_document("0" * 64) is None

    run(main)


def test_long_arguments_stand_as_digest_and_size(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan(notes="x" * 5000)
            whole = rfc8785.dumps({"expectedStateVersion": 1000, "names": ["Bridge"], "notes": "x" * 5000, "place": 0})
            assert offer.body["plan"]["arguments"] == {"sha256": hashlib.sha256(whole).hexdigest(), "bytes": len(whole)}
            assert (await on.execute(offer)).body["operationOutcome"]["status"] == "applied"

    run(main)


def test_other_arguments_than_the_planned_ones_are_refused_by_name_and_burn_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan(names=["A", "B"])
            refusal = await refusal_of(on.execute(offer, names=["A", "C"]))
            assert (refusal.code, refusal.path) == ("plan_changed", "/names/1")
            refusal = await refusal_of(on.execute(offer, planHash="0" * 64))
            assert (refusal.code, refusal.path) == ("plan_changed", "/planHash")
            refusal = await refusal_of(
                on.call(FINAL, **offer.arguments, dryRun=False, confirmationToken=offer.token, planHash=offer.plan_hash)
            )
            assert (refusal.code, refusal.path) == ("plan_changed", "/confirmationToken")
            assert (await on.execute(offer)).body["operationOutcome"]["status"] == "applied"

    run(main)


def test_an_evicted_plan_is_made_again_and_must_be_the_same(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            first, second, third = await on.plan(), await on.plan(names=["Other"]), await on.plan(names=["Third"])
            on.contract._plans._held.clear()  # pyright: ignore[reportPrivateUsage]  (memory pressure, made here)
            refusal = await refusal_of(on.call(RUN, confirmationToken=first.token, planHash=first.plan_hash))
            assert refusal.code == "plan_gone"
            assert (await on.execute(first)).body["operationOutcome"]["status"] == "applied"
            on.live.state_version = 1000
            refusal = await refusal_of(on.execute(second))
            assert refusal.code == "plan_changed"
            refusal = await refusal_of(on.execute(third, names=["Fourth"]))
            assert refusal.code == "plan_changed"

    run(main)


@given(st.lists(st.text(max_size=12), min_size=1, max_size=30), st.integers(0, 2))
@settings(max_examples=60)
def test_the_same_arguments_and_observations_give_the_same_plan(names: list[str], place: int) -> None:
    rows = tuple(wire.SceneRow(n, f"{n}", None, None, None, None, False, False) for n in range(3))
    seen = Seen("i", 5, {SCENES: wire.Scenes(rows, 3)}, {SCENES: "ab" * 32})
    arguments = MakeScenes(names=names, place=place, expected_state_version=5)
    first, second = make_plan(ONE, arguments, seen), make_plan(ONE, arguments, seen)
    assert first.plan == second.plan
    assert first.plan_hash == second.plan_hash
    other = make_plan(ONE, MakeScenes(names=[*names, "more"], place=place, expected_state_version=5), seen)
    assert other.plan_hash != first.plan_hash
    moved = Seen("i", 5, seen.rows, {SCENES: "cd" * 32})
    assert make_plan(ONE, arguments, moved).plan_hash != first.plan_hash


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


@given(JSON, JSON)
def test_a_difference_is_found_exactly_where_there_is_one(first: Any, second: Any) -> None:
    assert first_difference(first, first) is None
    same = rfc8785.dumps(first) == rfc8785.dumps(second)
    assert (first_difference(first, second) is None) == same
