"""The bridge reads from Live: one round trip, rows and digests, and one clear refusal for each way to fail."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path

import pytest

from bridge.fake_live import FakeLive
from bridge.virtual_time import run, unix_time, until
from countin._remote_script.Countin import wire
from countin.bridge import Bridge
from countin.declaration import live
from countin.errors import Refusal

SCENES = live(wire.SCENES, wire.Window(0, -1))
HISTORY = live(wire.HISTORY, wire.Nothing())
MISSING = live(wire.TRACK_IDENTITY, wire.TrackAsked(7), path="/trackId")


def bridge_to(home: Path, timeout: float = 10.0) -> Bridge:
    return Bridge(home, timeout=timeout, clock=unix_time)


def test_several_looks_come_back_in_one_round_trip_with_their_digests(tmp_path: Path) -> None:
    async def main() -> None:
        async with FakeLive(tmp_path) as fake:
            bridge = bridge_to(tmp_path)
            seen = await bridge.observe((SCENES, HISTORY, SCENES))
            row = seen.rows[SCENES]
            assert [scene.name for scene in row[0]] == ["Intro", "Verse"]
            assert seen.digests[SCENES] == hashlib.sha256(wire.SCENES.row.guard_bytes(row)).hexdigest()
            assert (seen.instance, seen.state_version, seen.live_version) == ("instance-a", 1000, "12.2.0")
            assert fake.observations == 1
            await bridge.close()

    run(main)


def test_many_observations_are_in_flight_on_one_connection(tmp_path: Path) -> None:
    async def main() -> None:
        async with FakeLive(tmp_path) as fake:
            bridge = bridge_to(tmp_path)
            seen = await asyncio.gather(*(bridge.observe((SCENES,)) for _ in range(64)))
            assert len({one.tick for one in seen}) == 64
            assert len(fake.peers) == 1
            await bridge.close()

    run(main)


def test_an_error_points_at_the_argument_of_the_look_that_is_at_fault(tmp_path: Path) -> None:
    async def main() -> None:
        async with FakeLive(tmp_path):
            bridge = bridge_to(tmp_path)
            with pytest.raises(Refusal) as caught:
                await bridge.observe((SCENES, MISSING))
            assert (caught.value.code, caught.value.path) == ("not_found", "/trackId")
            await bridge.close()

    run(main)


def test_a_silent_live_is_busy_and_the_error_says_since_when(tmp_path: Path) -> None:
    async def main() -> None:
        async with FakeLive(tmp_path) as fake:
            bridge = bridge_to(tmp_path)
            await bridge.observe((SCENES,))
            fake.silent = True
            with pytest.raises(Refusal) as caught:
                await bridge.observe((SCENES,), timeout=0.8)
            assert caught.value.code == "live_busy"
            assert 800 <= caught.value.details["lastTickMsAgo"] < 1000
            await bridge.close()

    run(main)


def test_a_heartbeat_is_a_sign_of_life(tmp_path: Path) -> None:
    async def main() -> None:
        async with FakeLive(tmp_path) as fake:
            bridge = bridge_to(tmp_path)
            await bridge.observe((SCENES,))
            await asyncio.sleep(5)
            assert (bridge.status().last_tick_ms_ago or 0) >= 4900
            fake.beat()
            await until(lambda: (bridge.status().last_tick_ms_ago or 0) < 1000)
            assert bridge.status().set_name == "Fake Set"
            await bridge.close()

    run(main)


def test_a_live_that_takes_no_handshake_is_busy_in_time(tmp_path: Path) -> None:
    async def main() -> None:
        async with FakeLive(tmp_path, silent=True):
            bridge = bridge_to(tmp_path)
            with pytest.raises(Refusal) as caught:
                await bridge.observe((SCENES,), timeout=0.8)
            assert caught.value.code == "live_busy"
            assert asyncio.get_running_loop().time() < 1
            await bridge.close()

    run(main)


def test_a_cancelled_observation_tells_live(tmp_path: Path) -> None:
    async def main() -> None:
        async with FakeLive(tmp_path) as fake:
            bridge = bridge_to(tmp_path)
            await bridge.observe((SCENES,))
            fake.silent = True
            task = asyncio.create_task(bridge.observe((SCENES,)))
            await asyncio.sleep(0.1)
            fake.silent = False
            task.cancel()
            await until(lambda: bool(fake.cancelled))
            with pytest.raises(asyncio.CancelledError):
                await task
            await bridge.close()

    run(main)


def test_a_read_outlives_a_connection_that_ended_meanwhile(tmp_path: Path) -> None:
    async def main() -> None:
        async with FakeLive(tmp_path) as fake:
            bridge = bridge_to(tmp_path)
            await bridge.observe((SCENES,))
            fake.restart()
            assert (await bridge.observe((SCENES,))).instance == "instance-a'"
            await bridge.close()

    run(main)


def test_what_was_never_known_cannot_be_as_it_was(tmp_path: Path) -> None:
    async def main() -> None:
        async with FakeLive(tmp_path, claims_known=True):
            bridge = bridge_to(tmp_path)
            for known in ({}, {SCENES: bytes(2 * wire.DIGEST)}):
                with pytest.raises(Refusal) as caught:
                    await bridge.observe((SCENES,), known=known)
                assert caught.value.code == "internal_error"
                assert "countin install" in caught.value.message
            await bridge.close()

    run(main)


def test_work_is_done_once_while_live_looks(tmp_path: Path) -> None:
    async def main() -> None:
        done: list[str] = []

        async def work() -> None:
            done.append("once")

        async with FakeLive(tmp_path) as fake:
            bridge = bridge_to(tmp_path)
            await bridge.observe((SCENES,), meanwhile=work)
            fake.restart()
            await bridge.observe((SCENES,), meanwhile=work)
            assert done == ["once", "once"]
            await bridge.close()

    run(main)


def test_an_older_script_is_named_with_the_command_that_renews_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with FakeLive(tmp_path, protocol=wire.PROTOCOL - 1):
            with pytest.raises(Refusal) as caught:
                await bridge_to(tmp_path).connect()
            assert caught.value.code == "script_outdated"
            assert "countin install" in caught.value.message

    run(main)


def test_whoever_does_not_know_the_secret_is_not_live(tmp_path: Path) -> None:
    async def main() -> None:
        async with FakeLive(tmp_path, secret=b"another secret"):
            with pytest.raises(Refusal) as caught:
                await bridge_to(tmp_path).connect()
            assert caught.value.code == "live_not_reachable"

    run(main)


def test_a_port_where_nothing_listens_is_not_reachable(tmp_path: Path) -> None:
    async def main() -> None:
        fake = FakeLive(tmp_path)
        await fake.start()
        await fake.stop()
        with pytest.raises(Refusal) as caught:
            await bridge_to(tmp_path).observe((SCENES,))
        assert caught.value.code == "live_not_reachable"

    run(main)
