"""Who gets in, and who does not."""

from __future__ import annotations

import os
import stat

import pytest

from countin._remote_script.Countin import frames, wire
from countin._remote_script.Countin.connections import AUTHENTICATED, UNAUTHENTICATED
from script_stage import Client, MakeStage, NoAnswer, Peer, Stage


def test_a_client_that_knows_the_secret_is_let_in(client: Client) -> None:
    assert client.hello["protocol"] == wire.PROTOCOL
    assert client.hello["instance"] == client.description["instance"]
    assert client.see(wire.STATE).tracks == 4


def test_live_proves_the_secret_before_the_client_has_to(stage: Stage) -> None:
    peer = stage.client(known=False)
    peer.send(frames.HELLO, {"protocol": wire.PROTOCOL, "role": "client", "nonce": "0" * 32})
    hello = peer.wait(lambda frame: frame.kind == frames.HELLO).head
    key = wire.secret_key(peer.description["secret"])
    assert hello["proof"] == wire.proof(key, "live", "0" * 32, hello["nonce"])
    assert peer.description["secret"] not in str(hello)


def test_a_client_with_another_secret_is_closed(stage: Stage) -> None:
    stranger = stage.client(known=False)
    with pytest.raises(NoAnswer):
        stranger.shake(secret="ab" * 32)
    assert stranger.is_closed


@pytest.mark.parametrize(
    "head",
    [
        {},
        {"role": "client"},
        {"role": "live", "nonce": "0" * 32},
        {"role": "client", "nonce": 7},
        {"role": "client", "nonce": "short"},
        {"role": "client", "nonce": "é" * 32},
        {"role": ["client"], "nonce": {"a": 1}},
    ],
)
def test_a_greeting_that_is_none_is_closed(stage: Stage, head: dict[str, object]) -> None:
    peer = stage.peer()
    peer.send(frames.HELLO, head)
    peer.wait_closed()


@pytest.mark.parametrize("proof", [None, 5, "", "é" * 64, "0" * 64])
def test_a_proof_that_is_none_is_closed(stage: Stage, proof: object) -> None:
    peer = stage.peer()
    peer.send(frames.HELLO, {"protocol": wire.PROTOCOL, "role": "client", "nonce": "0" * 32})
    peer.wait(lambda frame: frame.kind == frames.HELLO)
    peer.send(frames.HELLO, {"role": "client", "proof": proof})
    peer.wait_closed()


@pytest.mark.parametrize("kind", [frames.REQUEST, frames.CANCEL, frames.RESPONSE, frames.EVENT, frames.STARTED])
def test_nothing_but_a_greeting_is_taken_before_the_proof(stage: Stage, kind: int) -> None:
    peer = stage.peer()
    peer.send(kind, {"id": 1, "op": "observe"})
    peer.wait_closed()


def test_a_client_of_another_protocol_learns_which_one_live_speaks(stage: Stage) -> None:
    peer = stage.peer()
    peer.send(frames.HELLO, {"protocol": wire.PROTOCOL + 1, "role": "client", "nonce": "0" * 32})
    assert peer.wait(lambda frame: frame.kind == frames.HELLO).head["protocol"] == wire.PROTOCOL
    assert peer.wait(lambda frame: frame.kind == frames.ERROR).head["code"] == "script_outdated"
    peer.wait_closed()


def test_who_does_not_prove_himself_within_two_seconds_is_closed(stage: Stage) -> None:
    peer = stage.peer()
    stage.host.tick()
    stage.pass_time(1.8)
    peer.read()
    assert not peer.is_closed
    stage.pass_time(0.3)
    peer.wait_closed()


def test_a_live_that_stands_still_holds_it_against_nobody(stage: Stage) -> None:
    stranger, client = stage.client(known=False), stage.client()
    stage.host.tick()
    stage.jump(60.0)
    stranger.shake()
    assert client.see(wire.STATE).tracks == stranger.see(wire.STATE).tracks == 4


def test_more_than_a_few_kibibytes_before_the_proof_are_refused_by_their_length_alone(stage: Stage) -> None:
    peer = stage.peer()
    peer.write((frames.UNAUTHENTICATED_LIMIT + 6).to_bytes(4, "little") + bytes([frames.HELLO]) + bytes(4))
    peer.wait_closed()


def test_strangers_beyond_the_bound_are_closed_and_the_others_are_served(stage: Stage) -> None:
    strangers = [stage.peer() for _ in range(UNAUTHENTICATED)]
    stage.host.tick(2)
    late = stage.peer()
    late.wait_closed()
    strangers[0].send(frames.HELLO, {"protocol": wire.PROTOCOL, "role": "client", "nonce": "0" * 32})
    assert strangers[0].wait(lambda frame: frame.kind == frames.HELLO)


def test_clients_beyond_the_bound_are_told_that_live_is_busy(stage: Stage) -> None:
    clients = [stage.client() for _ in range(AUTHENTICATED)]
    late = stage.client(known=False)
    late.shake()
    late.wait_closed()
    assert [frame.head.get("code") for frame in late.frames if frame.kind == frames.ERROR] == ["live_busy"]
    assert clients[0].see(wire.STATE).tracks == 4


@pytest.mark.skipif(os.name != "posix", reason="rights are the folder's on Windows")
def test_the_discovery_file_is_its_owners_alone(stage: Stage) -> None:
    (file,) = stage.files()
    assert file.name == f"{os.getpid()}.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_the_discovery_file_says_what_a_server_needs(stage: Stage) -> None:
    described = stage.description()
    assert set(described) == {
        "port", "secret", "pid", "instance", "protocol", "version", "liveVersion", "setName"
    }  # fmt: skip
    assert described["pid"] == os.getpid()
    assert len(wire.secret_key(described["secret"])) == 32


def test_a_second_life_in_one_process_gets_a_file_of_its_own(stage: Stage) -> None:
    from script_stage import SCRIPT

    second = stage.host.load_script(SCRIPT)
    assert len(stage.files()) == 2
    ports = {stage.description(place)["port"] for place in range(2)}
    assert len(ports) == 2
    stage.host.unload(second)
    assert [file.name for file in stage.files()] == [f"{os.getpid()}.json"]


def test_a_file_that_a_dead_life_left_behind_is_written_over(make_stage: MakeStage) -> None:
    first = make_stage()
    file = first.files()[0]
    left, content = file, file.read_bytes()
    first.host.close()
    assert not left.exists()
    left.write_bytes(content)
    second = make_stage()
    assert [one.name for one in second.files()] == [left.name]
    assert second.description()["instance"] != first.surface.name
    assert isinstance(second.peer(), Peer)
