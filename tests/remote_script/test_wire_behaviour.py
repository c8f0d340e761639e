"""What comes over the socket, whole, in pieces, wrong, too large, too much, or not at all."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countin._remote_script.Countin import frames, wire
from countin._remote_script.Countin.connections import REQUESTS
from countin._remote_script.Countin.rows import codec
from script_stage import Client, Stage, question, unix_ms
from wire.row_strategies import rows

STATE = codec(wire.Questions).guard_bytes(wire.Questions((question(wire.STATE, wire.Nothing()),)))


def request(number: int = 1, **members: Any) -> bytes:
    """An observe request as bytes."""
    return frames.encode(frames.REQUEST, {"id": number, "op": "observe", **members}, STATE)


def test_a_frame_cut_after_any_byte_is_one_frame_all_the_same(client: Client) -> None:
    data = request()
    for cut in range(1, len(data)):
        whole = data.replace(b'"id":1', b'"id":1', 1)
        client.write(whole[:cut])
        for _ in range(2):
            client.turn()
        client.write(whole[cut:])
        assert client.answer(1).head["tick"] > 0


def test_a_connection_that_ends_after_any_byte_harms_nobody(stage: Stage, client: Client) -> None:
    data = request()
    for cut in range(0, len(data), 3):
        other = stage.client()
        other.write(data[:cut])
        other.close()
        stage.host.tick()
    assert client.see(wire.STATE).tracks == 4


def test_two_clients_are_answered_each_with_its_own(stage: Stage) -> None:
    first, second = stage.client(), stage.client()
    asked = [(client, client.ask("observe", {}, STATE)) for client in (first, second, first, second)]
    for client, number in asked:
        assert client.answer(number).head["id"] == number


def test_requests_of_one_connection_start_in_the_order_they_came(stage: Stage, client: Client) -> None:
    version = client.version()
    numbers = [
        client.order((wire.CREATE_SCENE, wire.SceneToCreate(0, name)), version=version + place)
        for place, name in enumerate("abc")
    ]
    assert [client.executed(number).status for number in numbers] == ["applied"] * 3
    assert [row.name for row in client.see(wire.SCENES, wire.Window(0, 3)).rows] == ["c", "b", "a"]


@pytest.mark.parametrize("kind", [frames.REQUEST, frames.CANCEL, frames.HELLO, frames.EVENT])
def test_a_length_over_the_limit_of_its_kind_ends_the_connection_before_anything_is_read(
    stage: Stage, client: Client, kind: int
) -> None:
    size = frames.LIMITS[kind] + 6
    client.write(size.to_bytes(4, "little") + bytes([kind]) + (2).to_bytes(4, "little"))
    client.wait_closed()
    assert stage.client().see(wire.STATE).tracks == 4


@pytest.mark.parametrize(
    "data",
    [
        b"\xff" * 32,
        (5).to_bytes(4, "little") + bytes([99]) + bytes(4),
        (7).to_bytes(4, "little") + bytes([frames.REQUEST]) + (2).to_bytes(4, "little") + b"[]",
        (7).to_bytes(4, "little") + bytes([frames.REQUEST]) + (9).to_bytes(4, "little") + b"{}",
        (7).to_bytes(4, "little") + bytes([frames.REQUEST]) + (2).to_bytes(4, "little") + b"\xff\xfe",
    ],
)
def test_bytes_that_are_no_frame_end_the_connection(stage: Stage, client: Client, data: bytes) -> None:
    client.write(data)
    client.wait_closed()
    assert stage.client().see(wire.STATE).tracks == 4


def test_a_head_nested_without_end_ends_the_connection(stage: Stage, client: Client) -> None:
    head = b'{"id":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    client.write(
        (5 + len(head)).to_bytes(4, "little") + bytes([frames.REQUEST]) + len(head).to_bytes(4, "little") + head
    )
    client.wait_closed()
    assert stage.client().see(wire.STATE).tracks == 4


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
NAMES = ("id", "op", "deadline", "operation", "tool", "instance", "stateVersion", "writes", "guards", "extra")
HEADS = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(NAMES, ANYTHING),
        "id": st.just(1) | ANYTHING,
        "op": st.sampled_from(["observe", "execute", "outcome"]) | ANYTHING,
        "deadline": st.just(unix_ms(600)) | st.sampled_from([1e308, -1, True]) | ANYTHING,
    },
)


@given(head=HEADS, attachment=st.binary(max_size=64) | st.just(STATE), kind=st.sampled_from([*frames.KINDS]))
def test_whatever_a_head_holds_is_answered_or_ends_the_connection(
    stage: Stage, head: dict[str, Any], attachment: bytes, kind: int
) -> None:
    client = stage.client()
    before = stage.digest()
    text = json.dumps(head).encode()
    size = 5 + len(text) + len(attachment)
    data = size.to_bytes(4, "little") + bytes([kind]) + len(text).to_bytes(4, "little") + text + attachment
    client.write(data)
    if kind == frames.CANCEL and type(head.get("id")) is int and 0 <= head["id"] < 2**53:
        stage.host.tick(2)  # a cancel of nothing is silent
    else:
        client.wait(lambda frame: frame.kind in (frames.RESPONSE, frames.ERROR))
    client.close()
    stage.host.tick()
    assert stage.digest() == before
    assert not [line for line in stage.host.log if "rror" in line or "failed" in line]


@given(code=st.integers(-2, 20), arguments=st.binary(max_size=48), head=st.just({}))
def test_arguments_of_any_bytes_are_answered(stage: Stage, code: int, arguments: bytes, head: dict[str, Any]) -> None:
    client = stage.clients[0] if stage.clients else stage.client()
    assert isinstance(client, Client)
    asked = codec(wire.Questions).guard_bytes(wire.Questions((wire.Question(code, arguments),)))
    number = client.ask("observe", head, asked)
    kinds = (frames.RESPONSE, frames.ERROR)
    frame = client.wait(lambda frame: frame.kind in kinds and frame.head.get("id") == number)
    if frame.kind == frames.ERROR:
        assert frame.head["code"] in ("invalid_arguments", "not_found", "unsupported_by_live", "live_refused")
        assert frame.head["item"] == 0


def test_a_client_that_never_reads_is_closed_after_five_seconds_and_nobody_else_waits(stage: Stage) -> None:
    stage.client(small_buffer=True)
    other = stage.client()
    connection = stage.script._pump._connections[0]
    while connection.is_clear:
        assert connection.send(frames.EVENT, {"event": "filler"}, bytes(60_000))
    assert other.see(wire.STATE).tracks == 4
    stage.pass_time(4.5)
    assert connection.is_open
    for _ in range(50):  # the system's buffers still take some bytes at first, which counts as reading
        stage.pass_time(1.0)
    assert not connection.is_open
    assert other.see(wire.STATE).tracks == 4


def test_more_requests_than_the_bound_are_told_that_live_is_busy(stage: Stage, client: Client) -> None:
    page = codec(wire.Questions).guard_bytes(
        wire.Questions((question(wire.BROWSER_ITEMS, wire.BrowserAsked("packs", (), 0, 200)),) * 3)
    )
    for number in range(REQUESTS + 3):
        client.send(frames.REQUEST, {"id": number, "op": "observe"}, page)
    frame = client.wait(lambda frame: frame.kind == frames.ERROR)
    assert frame.head["code"] == "live_busy"
    assert frame.head["id"] >= REQUESTS


def test_the_same_id_twice_at_once_is_refused(client: Client) -> None:
    client.write(request(5) + request(5))
    codes = {client.wait(lambda frame: frame.head.get("id") == 5).head.get("code") for _ in range(2)}
    assert codes == {None, "invalid_arguments"}


def test_a_read_whose_deadline_has_passed_is_refused(client: Client) -> None:
    client.write(request(1, deadline=unix_ms(-1)))
    assert client.wait(lambda frame: frame.kind == frames.ERROR).head["code"] == "deadline_passed"


def test_the_place_of_the_question_that_fails_is_told(client: Client) -> None:
    asked = wire.Questions((question(wire.STATE, wire.Nothing()), question(wire.SLOTS, wire.TrackWindow(99, 0, 1))))
    number = client.ask("observe", {}, codec(wire.Questions).guard_bytes(asked))
    head = client.wait(lambda frame: frame.kind == frames.ERROR and frame.head.get("id") == number).head
    assert (head["code"], head["item"], head["argument"]) == ("not_found", 1, "track")


def test_a_client_hears_that_live_is_alive_and_when_the_structure_changes(stage: Stage, client: Client) -> None:
    stage.pass_time(1.0)
    beat = client.wait(lambda frame: frame.kind == frames.EVENT and frame.head["event"] == "tick")
    stage.person(lambda song: song.create_scene(-1))
    news = client.wait(lambda frame: frame.kind == frames.EVENT and frame.head["event"] == "state")
    assert news.head["stateVersion"] == beat.head["stateVersion"] + 1
    assert news.head["instance"] == client.instance


def test_cancelling_a_long_read_stops_it(client: Client) -> None:
    page = codec(wire.Questions).guard_bytes(
        wire.Questions((question(wire.BROWSER_ITEMS, wire.BrowserAsked("sounds", (), 0, 200)),) * 50)
    )
    number = client.ask("observe", {}, page)
    client.turn()
    client.turn()
    client.send(frames.CANCEL, {"id": number})
    frame = client.wait(lambda frame: frame.kind in (frames.ERROR, frames.RESPONSE))
    assert (frame.kind, frame.head["code"]) == (frames.ERROR, "cancelled")


# -- anything that is well formed -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", wire.OBSERVATIONS, ids=lambda kind: kind.name)
@settings(max_examples=30)
@given(data=st.data())
def test_well_formed_arguments_are_answered_whatever_they_hold(
    stage: Stage, kind: wire.Observation[Any, Any], data: st.DataObject
) -> None:
    client = stage.clients[0] if stage.clients else stage.client()
    assert isinstance(client, Client)
    arguments = data.draw(rows(kind.arguments.make.__self__))  # type: ignore[attr-defined]
    asked = codec(wire.Questions).guard_bytes(wire.Questions((question(kind, arguments),)))
    number = client.ask("observe", {}, asked)
    kinds = (frames.RESPONSE, frames.ERROR)
    frame = client.wait(lambda frame: frame.kind in kinds and frame.head.get("id") == number)
    assert frame.head.get("code") in (None, "invalid_arguments", "not_found", "unsupported_by_live")


@pytest.mark.parametrize("kind", wire.WRITES, ids=lambda kind: kind.name)
@settings(max_examples=30)
@given(data=st.data())
def test_well_formed_writes_are_refused_or_applied_whatever_they_hold(
    stage: Stage, kind: wire.Write[Any, Any], data: st.DataObject
) -> None:
    client = stage.clients[0] if stage.clients else stage.client()
    assert isinstance(client, Client)
    row = data.draw(rows(kind.row.make.__self__))  # type: ignore[attr-defined]
    before = stage.digest()
    done = client.execute((kind, row))
    assert done.status in ("refused", "applied", "rolled_back")
    assert done.code != "internal_error"
    assert done.status == "applied" or stage.digest() == before
