"""Law 7 on the scripted Live: whenever a write starts, is cut, answers or stays silent, the answer agrees with the
Set, and goes on to agree with it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bridge.fake_live import FakeLive, Manner, Peer, frames
from bridge.virtual_time import EPOCH, run
from contract.stage import refusal_of, stage
from countin._remote_script.Countin import wire
from countin.errors import Refusal

DEADLINE = wire.DEADLINE_SECONDS
GRACE = wire.GRACE_SECONDS
NEVER = 1e9


def scheduled(start: float, answer: float, cut: float, mute: bool) -> Manner:
    """Queued; begins after `start` seconds unless it was revoked or its connection ended, is written at once, answers
    `answer` seconds after that; the connection is cut after `cut` seconds. `mute` never answers."""

    async def manner(live: FakeLive, peer: Peer, frame: frames.Frame) -> None:
        loop = asyncio.get_running_loop()
        number = frame.head["id"]

        async def begin() -> None:
            await asyncio.sleep(start)
            peer.queued.pop(number, None)
            if peer not in live.peers:
                return
            live.announce_start(peer, frame)
            told = live.perform(frame)
            if not mute:
                loop.call_later(answer, lambda: live.answer(peer, frame, *told))

        def end() -> None:
            if peer in live.peers:
                live.peers.remove(peer)
            task = peer.queued.pop(number, None)
            if task is not None:
                task.cancel()
            peer.cut()

        peer.queued[number] = asyncio.ensure_future(begin())
        if cut < NEVER:
            loop.call_later(cut, end)

    return manner


MOMENTS = st.one_of(
    st.sampled_from([0.0, DEADLINE - 0.001, DEADLINE, DEADLINE + 0.001, DEADLINE + GRACE, DEADLINE + GRACE + 0.001]),
    st.floats(0, 30),
)


@given(start=MOMENTS, answer=MOMENTS, cut=MOMENTS | st.just(NEVER), mute=st.booleans())
@example(start=DEADLINE + GRACE, answer=0.0, cut=NEVER, mute=False)
@example(start=DEADLINE, answer=0.0, cut=NEVER, mute=False)
@example(start=DEADLINE, answer=0.0, cut=DEADLINE, mute=True)
@example(start=0.0, answer=30.0, cut=15.0, mute=False)
@settings(max_examples=120)
def test_the_answer_agrees_with_the_set_whenever_what_happens(
    tmp_path_factory: pytest.TempPathFactory, start: float, answer: float, cut: float, mute: bool
) -> None:
    async def main() -> None:
        async with stage(tmp_path_factory.mktemp("home")) as on:
            offer = await on.plan()
            on.live.manners.append(scheduled(start, answer, cut, mute))
            try:
                result = await on.execute(offer)
                said = result.body["operationOutcome"]["status"]
            except Refusal as refusal:
                said = refusal.outcome
            at_once = len(on.live.scenes) - 2
            await asyncio.sleep(60)
            later = len(on.live.scenes) - 2
            if said == "outcome_unknown":
                said = (await on.outcome(operationId=offer.operation))["status"]
            assert (said, later) in (("not_executed", 0), ("applied", 1))
            assert said != "not_executed" or at_once == 0
            assert (await on.outcome(operationId=offer.operation))["status"] == said
            used = await refusal_of(on.execute(offer))
            assert used.details["earlier"]["status"] == said
            assert len(on.live.scenes) - 2 == later

    run(main)


@pytest.mark.parametrize("starts", [0, 1, 2])
def test_what_arrives_in_the_very_moment_of_giving_up_is_not_missed(tmp_path: Path, starts: int) -> None:
    """STARTED, told in time, is only read when the grace is over: the loop was busy until then."""

    async def manner(live: FakeLive, peer: Peer, frame: frames.Frame) -> None:
        loop = asyncio.get_running_loop()
        told = live.perform(frame)
        moment = frame.head["deadline"] / 1000 - EPOCH + GRACE

        def tell() -> None:
            for _ in range(starts):
                live.beat()
            live.announce_start(peer, frame)
            loop.call_later(1, lambda: live.answer(peer, frame, *told))

        loop.call_at(moment, tell)

    async def main() -> None:
        async with stage(tmp_path) as on:
            offer = await on.plan()
            on.live.manners.append(manner)
            result = await on.execute(offer)
            assert result.body["operationOutcome"]["status"] == "applied"

    run(main)
