"""The truth table of an execution: whatever happens on the way, one answer, and it agrees with the Set."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bridge import fake_live
from bridge.fake_live import FakeLive, Manner, fails, late, tells
from bridge.virtual_time import run, until
from contract.stage import FINAL, LIST, ONE, SEQUENCE, SETTLING, Stage, refusal_of, stage
from countin._remote_script.Countin import wire
from countin.contract.execute import ASK_SECONDS


def created(name: str = "Bridge") -> bytes:
    return wire.CREATE_SCENE.result.guard_bytes(wire.SceneCreated(9, 0, name, 3))


NOT_EXECUTED = {
    "never starts": (fake_live.never_starts, "live_busy", 0),
    "cut while queued": (fake_live.cut_before_start, "live_not_reachable", 1),
    "refused by a guard": (tells("refused", code="observation_changed", message="moved"), "observation_changed", 0),
    "refused without a code": (tells("refused"), "internal_error", 0),
    "an error before the start": (fails("cancelled"), "cancelled", 0),
    "an error after the start": (fails("too_large", after_start=True), "live_not_reachable", 1),
    "rolled back": (tells("rolled_back", message="Live raised"), "live_refused", 0),
}


@pytest.mark.parametrize("name", NOT_EXECUTED)
def test_what_certainly_was_not_written_is_an_error_that_says_so(tmp_path: Path, name: str) -> None:
    manner, code, asked = NOT_EXECUTED[name]

    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            on.live.manners.append(manner)
            refusal = await refusal_of(on.execute(offer))
            assert (refusal.code, refusal.outcome) == (code, "not_executed")
            assert refusal.details.get("rolledBack", False) is (name == "rolled back")
            assert len(on.live.asked) == asked
            assert len(on.live.scenes) == 2
            told = await on.outcome(operationId=offer.operation)
            assert (told["status"], told["tool"]) == ("not_executed", "make_scenes")
            used = await refusal_of(on.execute(offer))
            assert used.code == "token_used"
            assert used.details["earlier"]["status"] == "not_executed"
            assert "plan anew" in used.message

    run(main)


APPLIED: dict[str, Manner] = {
    "answered late": late(9.9),
    "answered after the deadline": late(15),
    "ran, answer lost": fake_live.runs_without_answering,
    "ran, connection cut": fake_live.cut_after_start,
    "ran unannounced, connection cut": fake_live.runs_unannounced_and_cuts,
}


@pytest.mark.parametrize("name", APPLIED)
def test_what_was_written_is_applied_however_its_answer_came(tmp_path: Path, name: str) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            on.live.manners.append(APPLIED[name])
            result = await on.execute(offer)
            assert (result.body["operationOutcome"]["status"], result.is_error) == ("applied", False)
            assert result.body["observed"]["name"] == "Bridge"
            assert len(on.live.scenes) == 3
            used = await refusal_of(on.execute(offer))
            assert used.details["earlier"]["status"] == "applied"
            assert "do not plan it again" in used.message
            assert len(on.live.scenes) == 3

    run(main)


def _gone(live: FakeLive) -> None:
    for path in (live.home / "bridges").iterdir():
        path.unlink()


async def cut_and_gone(live: FakeLive, peer: fake_live.Peer, frame: fake_live.frames.Frame) -> None:
    """Live starts it and is gone for good."""
    live.announce_start(peer, frame)
    _gone(live)
    live.cut()


async def cut_and_deaf(live: FakeLive, peer: fake_live.Peer, frame: fake_live.frames.Frame) -> None:
    """The connection ends and Live answers nothing any more."""
    live.silent = True
    peer.cut()


UNKNOWN: dict[str, Manner] = {
    "started and silent": fake_live.starts_and_stays_silent,
    "another life": fake_live.restarts,
    "gone": cut_and_gone,
    "deaf": cut_and_deaf,
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_even_asking_cannot_settle_is_unknown_and_an_error(tmp_path: Path, name: str) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            on.live.manners.append(UNKNOWN[name])
            result = await on.execute(offer)
            outcome = result.body["operationOutcome"]
            assert (outcome["status"], result.is_error) == ("outcome_unknown", True)
            assert outcome["evidence"]
            assert result.body["observed"] == {}
            used = await refusal_of(on.execute(offer))
            assert used.details["earlier"]["status"] == "outcome_unknown"

    run(main)


def test_silence_is_bounded_by_deadline_patience_and_asking(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            on.live.manners.append(fake_live.starts_and_stays_silent)
            began = asyncio.get_running_loop().time()
            await on.execute(offer)
            assert asyncio.get_running_loop().time() - began < 20.5 + ASK_SECONDS

    run(main)


def test_a_write_that_never_started_is_revoked_before_it_is_called_not_executed(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            on.live.manners.append(fake_live.never_starts)
            refusal = await refusal_of(on.execute(offer))
            assert refusal.details["lastTickMsAgo"] >= 10_000
            await until(lambda: bool(on.live.cancelled))
            assert not any(peer.queued for peer in on.live.peers)

    run(main)


def test_an_unknown_end_is_settled_by_asking_later_and_compared_with_the_plan(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            on.live.manners.append(fake_live.starts_and_stays_silent)
            assert (await on.execute(offer)).is_error
            assert (await on.outcome(operationId=offer.operation))["status"] == "outcome_unknown"
            on.live.in_progress.clear()
            head = on.live.jobs[-1]
            on.live.remember(head, "applied", (created(),))
            told = await on.outcome(confirmationToken=offer.token)
            assert (told["status"], told["operationOutcome"]["status"]) == ("applied", "applied")
            used = await refusal_of(on.execute(offer))
            assert used.details["earlier"]["status"] == "applied"
            entry = on.log.find(offer.operation)
            assert entry is not None
            assert entry.status == "applied"

    run(main)


def test_an_end_that_cannot_be_asked_for_is_an_error_whose_outcome_is_unknown(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            on.live.manners.append(cut_and_gone)
            await on.execute(offer)
            refusal = await refusal_of(on.outcome(operationId=offer.operation))
            assert (refusal.outcome, refusal.code) == ("unknown", "live_not_reachable")
            assert refusal.details["operationId"] == offer.operation

    run(main)


def misreads(live: FakeLive) -> None:
    live.misread = 1


FAILED: dict[str, tuple[Callable[[FakeLive], None] | Manner, str]] = {
    "another name": (misreads, "is called 'Bridge (1)'"),
    "incomplete": (tells("incomplete", message="Live raised at write 3", differences=("scene 0 is left",)), "left"),
    "unread": (tells("unread", (b"",), ("scene 0 cannot be read",)), "scene 0 cannot be read"),
    "unread, nothing said": (tells("unread"), "written, not read back: scene 0"),
    "no row": (tells("applied", (b"",)), "written, not read back"),
    "a row of another kind": (tells("applied", (b"\x01",)), "cannot be read"),
}


@pytest.mark.parametrize("name", FAILED)
def test_what_live_shows_differently_is_named_with_what_restores(tmp_path: Path, name: str) -> None:
    fault, words = FAILED[name]

    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            if fault is misreads:
                misreads(on.live)
            else:
                on.live.manners.append(fault)  # type: ignore[arg-type]
            result = await on.execute(offer)
            outcome = result.body["operationOutcome"]
            assert (outcome["status"], result.is_error) == ("postconditions_failed", True)
            assert any(words in line for line in outcome["evidence"])
            assert "Undo once" in outcome["reason"]

    run(main)


def test_where_undo_does_not_help_the_answer_says_what_does(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan(FINAL)
            misreads(on.live)
            result = await on.execute(offer)
            assert "Delete the scenes by hand" in result.body["operationOutcome"]["reason"]
            assert "Undo" not in result.body["operationOutcome"]["reason"]

    run(main)


def test_evidence_is_bounded_and_counts_what_it_leaves_out(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            many = tuple(f"difference {n} " + "ü" * 500 for n in range(500))
            on.live.manners.append(tells("unread", (created(),), many))
            evidence = (await on.execute(offer)).body["operationOutcome"]["evidence"]
            assert sum(len(line.encode()) for line in evidence) <= 8 * 1024
            assert evidence[-1] == f"and {500 - len(evidence) + 1} more"

    run(main)


# --- later ticks -------------------------------------------------------------------------------------------------


def test_what_shows_some_ticks_later_is_waited_for(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan(SETTLING)
            on.live.can_undo_from = 6
            assert (await on.execute(offer)).body["operationOutcome"]["status"] == "applied"
            assert on.live.observations == 6

    run(main)


def test_what_does_not_show_within_twenty_ticks_is_pending_and_named(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan(SETTLING)
            result = await on.execute(offer)
            outcome = result.body["operationOutcome"]
            assert (outcome["status"], result.is_error) == ("pending_postconditions", False)
            assert outcome["evidence"] == ["Live cannot undo yet"]
            assert on.live.observations <= 2 + wire.SETTLE_TICKS

    run(main)


def test_a_live_that_cannot_be_looked_at_again_leaves_it_pending(tmp_path: Path) -> None:
    async def deaf(live: FakeLive, peer: fake_live.Peer, frame: fake_live.frames.Frame) -> None:
        live.honest(peer, frame)
        live.silent = True

    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan(SETTLING)
            on.live.manners.append(deaf)
            outcome = (await on.execute(offer)).body["operationOutcome"]
            assert outcome["status"] == "pending_postconditions"
            assert "looking again failed" in outcome["reason"]

    run(main)


# --- sequences ---------------------------------------------------------------------------------------------------

NAMES = ["A", "B", "C"]


async def _second_part(on: Stage, manner: Manner) -> dict[str, object]:
    offer = await on.plan(SEQUENCE, names=NAMES)

    async def honest(live: FakeLive, peer: fake_live.Peer, frame: fake_live.frames.Frame) -> None:
        live.honest(peer, frame)

    on.live.manners.extend((honest, manner))
    result = await on.execute(offer)
    assert result.is_error
    return result.body["operationOutcome"]


@pytest.mark.parametrize(
    "manner",
    [tells("refused", code="state_version_moved", message="moved"), tells("rolled_back"), fake_live.cut_before_start],
    ids=["refused", "rolled back", "cut while queued"],
)
def test_a_sequence_that_stops_lists_what_landed_and_what_did_not(tmp_path: Path, manner: Manner) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            outcome = await _second_part(on, manner)
            assert outcome["status"] == "postconditions_failed"
            assert "1 of 3 parts landed" in str(outcome["reason"])
            assert "Undo once" in str(outcome["reason"])
            assert outcome["evidence"] == [
                "landed: part 1 of 3",
                "not done: part 2 of 3",
                "not done: scene 0",
                "not done: part 3 of 3",
                "not done: scene 0",
            ]
            assert [name for _, name in on.live.scenes] == ["A", "Intro", "Verse"]

    run(main)


def test_a_sequence_whose_part_is_lost_is_unknown_there_and_goes_no_further(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            outcome = await _second_part(on, cut_and_gone)
            assert outcome["status"] == "outcome_unknown"
            lines = outcome["evidence"]
            assert isinstance(lines, list)
            assert "landed: part 1 of 3" in lines
            assert "not known: part 2 of 3" in lines
            assert "not done: part 3 of 3" in lines
            assert len(on.live.jobs) == 2

    run(main)


def test_a_part_that_is_found_later_does_not_make_the_parts_after_it_applied(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            outcome = await _second_part(on, fake_live.starts_and_stays_silent)
            assert outcome["status"] == "outcome_unknown"
            on.live.in_progress.clear()
            on.live.remember(on.live.jobs[-1], "applied", (created("B"),))
            operation = on.live.jobs[-1]["operation"]
            told = (await on.outcome(operationId=operation))["operationOutcome"]
            assert told["status"] == "postconditions_failed"
            assert "2 of 3 parts landed" in told["reason"]
            assert "not done: part 3 of 3" in told["evidence"]

    run(main)


def test_a_part_that_live_shows_differently_stops_the_sequence(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan(SEQUENCE, names=NAMES)
            misreads(on.live)
            result = await on.execute(offer)
            assert result.body["operationOutcome"]["status"] == "postconditions_failed"
            assert len(on.live.jobs) == 1

    run(main)


def test_a_sequence_refused_at_its_first_part_is_an_error(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan(SEQUENCE, names=NAMES)
            on.live.scenes.append((77, "By hand"))
            refusal = await refusal_of(on.execute(offer))
            assert (refusal.code, refusal.outcome) == ("observation_changed", "not_executed")
            assert refusal.details["changed"] == ["scenes[0..]"]

    run(main)


# --- cancelling --------------------------------------------------------------------------------------------------


async def _cancelled(task: asyncio.Task[object]) -> None:
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_cancelling_a_queued_write_revokes_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            on.live.manners.append(fake_live.never_starts)
            task: asyncio.Task[object] = asyncio.create_task(on.execute(offer))
            await until(lambda: bool(on.live.jobs))
            assert (await on.outcome(operationId=offer.operation))["status"] == "in_progress"
            running = await refusal_of(on.execute(offer))
            assert (running.code, running.details["earlier"]["operationId"]) == ("in_progress", offer.operation)
            await _cancelled(task)
            await until(lambda: not any(peer.queued for peer in on.live.peers))
            told: list[str] = []
            while "not_executed" not in told:
                told.append((await on.outcome(operationId=offer.operation))["status"])
                await asyncio.sleep(0.01)
            assert asyncio.get_running_loop().time() < 5
            assert len(on.live.scenes) == 2

    run(main)


def test_cancelling_a_write_that_went_out_leaves_its_end_to_be_found(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            on.live.manners.append(late(3))
            task: asyncio.Task[object] = asyncio.create_task(on.execute(offer))
            await until(lambda: bool(on.live.started))
            await _cancelled(task)
            await asyncio.sleep(4)
            told = await on.outcome(operationId=offer.operation)
            assert told["operationOutcome"]["status"] == "applied"
            entry = on.log.find(offer.operation)
            assert entry is not None
            assert entry.status == "applied"

    run(main)


def test_cancelling_a_sequence_stops_it_after_the_part_that_runs(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan(SEQUENCE, names=NAMES)
            on.live.manners.append(late(1))
            task: asyncio.Task[object] = asyncio.create_task(on.execute(offer))
            await until(lambda: bool(on.live.started))
            await _cancelled(task)
            await asyncio.sleep(2)
            told = await on.outcome(operationId=offer.operation)
            assert told["status"] == "postconditions_failed"
            assert "(cancelled)" in told["operationOutcome"]["reason"]
            assert len(on.live.jobs) == 1

    run(main)


# --- before sending ----------------------------------------------------------------------------------------------


def test_a_live_that_cannot_be_reached_burns_no_token(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            _gone(on.live)
            on.live.cut()
            await until(lambda: not on.bridge.status().connected)
            refusal = await refusal_of(on.execute(offer))
            assert refusal.code == "live_not_reachable"
            on.live.announce()
            assert (await on.execute(offer)).body["operationOutcome"]["status"] == "applied"

    run(main)


def test_a_plan_never_crosses_a_restart_of_live(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            on.live.restart()
            await until(lambda: not on.bridge.status().connected)
            refusal = await refusal_of(on.execute(offer))
            assert (refusal.code, refusal.outcome) == ("state_version_moved", "not_executed")
            assert on.live.jobs == []

    run(main)


def test_a_plan_that_was_never_sent_is_planned_and_live_is_not_asked(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            told = await on.outcome(operationId=offer.operation)
            assert told == {
                "operationId": offer.operation,
                "tool": "make_scenes",
                "status": "planned",
                "at": 1_800_000_000_000,
            }
            assert on.live.asked == []
            listed = await on.outcome()
            assert [one["operationId"] for one in listed["operations"]] == [offer.operation]
            refusal = await refusal_of(on.outcome(operationId="op_nobody"))
            assert (refusal.code, refusal.path) == ("not_found", "/operationId")

    run(main)


def test_reads_and_plans_go_on_while_a_write_waits(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            on.live.manners.append(late(5))
            task = asyncio.create_task(on.execute(offer))
            await until(lambda: bool(on.live.started))
            assert (await on.call(LIST)).body["stateVersion"] == 1001
            assert not task.done()
            await on.plan(ONE)
            await task

    run(main)
