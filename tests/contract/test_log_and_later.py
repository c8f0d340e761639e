"""The log never stands in the way, and what another process sent can still be asked about."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bridge.virtual_time import EPOCH, run
from contract.stage import SEQUENCE, Stage, refusal_of, stage
from countin._remote_script.Countin import wire
from countin.contract import Log
from countin.store.database import Database
from countin.store.operations import Intent, OperationRows

NOW_MS = round(EPOCH * 1000)


def sent(
    operation: str = "op_other", *, steps: int = 1, deadline: int = NOW_MS - 1, instance: str = "instance-a"
) -> Intent:
    return Intent(operation, "make_scenes", "ab" * 32, instance, steps, steps, NOW_MS - 10_000, deadline)


def remember(on: Stage, operation: str, status: str, **more: Any) -> None:
    row = wire.CREATE_SCENE.result.guard_bytes(wire.SceneCreated(9, 0, "Bridge", 3))
    on.live.remember({"operation": operation}, status, (row,) if status == "applied" else (), **more)


def test_a_log_that_cannot_be_written_blocks_no_outcome(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    log = Log(OperationRows(Database(tmp_path / "log")))

    async def main() -> None:
        async with stage(tmp_path, log=log) as on:
            offer = await on.plan()
            assert (await on.execute(offer)).body["operationOutcome"]["status"] == "applied"
            assert log.trouble
            assert (await on.outcome(operationId=offer.operation))["status"] == "applied"
            assert len((await on.outcome())["operations"]) == 1

    run(main)


def test_the_intent_is_on_disk_before_the_frame_is_sent(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            seen: list[Any] = []

            async def look(live: Any, peer: Any, frame: Any) -> None:
                with closing(sqlite3.connect(tmp_path / "countin.sqlite")) as database:
                    seen.extend(database.execute("SELECT operation, status, deadline FROM operations").fetchall())
                live.honest(peer, frame)

            offer = await on.plan()
            on.live.manners.append(look)
            await on.execute(offer)
            assert seen == [(offer.operation, None, on.live.jobs[0]["deadline"])]
            entry = on.log.find(offer.operation)
            assert entry is not None
            assert (entry.status, entry.intent.plan_hash) == ("applied", offer.plan_hash)

    run(main)


KNOWN: dict[str, tuple[str, str]] = {
    "applied": ("applied", "pending_postconditions"),
    "unread": ("unread", "pending_postconditions"),
    "incomplete": ("incomplete", "postconditions_failed"),
    "refused": ("refused", "not_executed"),
    "rolled back": ("rolled_back", "not_executed"),
}


@pytest.mark.parametrize("name", KNOWN)
def test_what_another_process_sent_is_told_as_live_remembers_it(tmp_path: Path, name: str) -> None:
    status, said = KNOWN[name]

    async def main() -> None:
        async with stage(tmp_path) as on:
            on.log.intend(sent())
            differences = {"differences": ("scene 0 is left",)} if status == "incomplete" else {}
            remember(on, "op_other", status, message="it was so", **differences)
            told = await on.outcome(operationId="op_other")
            assert told["status"] == said
            assert on.live.asked == ["op_other"]
            assert (await on.outcome(operationId="op_other"))["status"] == said
            assert on.live.asked == ["op_other"]

    run(main)


def test_what_another_process_sent_and_live_never_began_is_revoked_by_asking(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            on.log.intend(sent())
            told = await on.outcome(operationId="op_other.1")
            assert told["status"] == "not_executed"
            assert on.live.revoked == {"op_other"}

    run(main)


def test_live_is_not_asked_before_the_deadline_of_another_process(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            on.log.intend(sent(deadline=NOW_MS + 5000))
            assert (await on.outcome(operationId="op_other"))["status"] == "in_progress"
            assert on.live.asked == []
            await asyncio.sleep(6)
            assert (await on.outcome(operationId="op_other"))["status"] == "not_executed"

    run(main)


def test_an_operation_of_another_life_stays_unknown(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            on.log.intend(sent(instance="an earlier life"))
            told = await on.outcome(operationId="op_other")
            assert told["status"] == "outcome_unknown"
            assert "look at the Set" in told["operationOutcome"]["reason"]

    run(main)


def test_an_operation_still_running_in_live_is_in_progress(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            on.log.intend(sent())
            on.live.in_progress.add("op_other")
            assert (await on.outcome(operationId="op_other"))["status"] == "in_progress"

    run(main)


def test_a_live_that_is_gone_makes_it_an_error_of_unknown_outcome(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            on.log.intend(sent())
            for path in (tmp_path / "bridges").iterdir():
                path.unlink()
            refusal = await refusal_of(on.outcome(operationId="op_other"))
            assert (refusal.code, refusal.outcome) == ("live_not_reachable", "unknown")

    run(main)


def test_a_sequence_of_another_process_is_asked_part_by_part(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            on.log.intend(sent(steps=3))
            remember(on, "op_other.1", "applied")
            told = await on.outcome(operationId="op_other")
            assert on.live.asked == ["op_other.1", "op_other.2", "op_other.3"]
            assert told["status"] == "postconditions_failed"
            assert told["operationOutcome"]["reason"].startswith("1 of 3 parts")

    run(main)


def test_the_last_operations_of_all_processes_are_listed_newest_first(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            on.log.intend(sent())
            offers = [await on.plan(SEQUENCE, names=["A", "B"]) for _ in range(2)]
            await asyncio.sleep(1)
            await on.execute(offers[0])
            listed = (await on.outcome())["operations"]
            ids = [one["operationId"] for one in listed]
            assert (ids[0], ids[-1], len(ids)) == (offers[0].operation, "op_other", 3)
            assert [one["status"] for one in listed] == ["applied", "planned", "in_progress"]

    run(main)


def test_a_token_and_an_id_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer, other = await on.plan(), await on.plan()
            refusal = await refusal_of(on.outcome(operationId=other.operation, confirmationToken=offer.token))
            assert (refusal.code, refusal.path) == ("invalid_arguments", "/operationId")
            told = await on.outcome(operationId=offer.operation, confirmationToken=offer.token)
            assert told["status"] == "planned"
            refusal = await refusal_of(on.outcome(confirmationToken="nobody's"))
            assert refusal.code == "token_unknown"

    run(main)


def test_closing_revokes_what_live_has_not_begun_and_leaves_the_rest_to_be_asked_for(tmp_path: Path) -> None:
    from bridge import fake_live

    async def main() -> None:
        async with stage(tmp_path) as on:
            queued, started = await on.plan(), await on.plan()
            on.live.manners.extend((fake_live.never_starts, fake_live.starts_and_stays_silent))
            calls = [asyncio.ensure_future(on.execute(offer)) for offer in (queued, started)]
            while len(on.live.jobs) < 2:
                await asyncio.sleep(0.01)
            began = asyncio.get_running_loop().time()
            await on.contract.close()
            assert asyncio.get_running_loop().time() - began < 3
            await asyncio.gather(*calls, return_exceptions=True)
            ends = {entry.intent.operation: entry.status for entry in on.log.recent(5)}
            assert ends == {queued.operation: "not_executed", started.operation: None}

    run(main)
