"""Names for snapshots through face, contract, bridge and script, on the demo Set: saved, listed, recalled, kept."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from countin.sim.demo import demo_set
from rig import Rig, Told, rig

KIT = "track-1"


@pytest.fixture
def on() -> Generator[Rig]:
    with rig(demo_set()) as made:
        yield made


def turn(on: Rig, value: float = 100.0) -> None:
    """A person turns the first macro of the kit."""
    on.person(lambda song: setattr(song.tracks[1].devices[0].parameters[1], "value", value))
    on.tick(3)


def save(on: Rig, name: str = "Kit-A", **more: Any) -> Told:
    arguments: dict[str, Any] = {"trackId": KIT, "name": name} | more
    return on.call("save_device_chain_snapshot", **arguments)


def files(on: Rig) -> list[Path]:
    return sorted((on.home / "snapshots").glob("*.json"))


def test_a_chain_is_saved_listed_looked_up_and_recalled_by_its_name(on: Rig) -> None:
    before = on.digest()
    saved = save(on)
    assert not saved.is_error, saved.body
    assert (saved["alreadySaved"], saved["trackId"], saved["stateVersion"]) == (False, KIT, on.version())
    assert "devices" not in saved.body  # a summary, never the whole
    assert on.digest() == before
    found = on.call("load_device_chain_snapshot", name="Kit-A")
    assert found["snapshot"] == saved["snapshot"]
    assert found["resource"] == f"countin://snapshot/{saved['snapshot']}"
    assert found["summary"]["devices"] == saved["summary"]["devices"] > 30
    (listed,) = on.call("list_saved_snapshots")["snapshots"]
    assert listed == {
        "name": "Kit-A",
        "kind": "device-chain",
        "snapshot": saved["snapshot"],
        "trackId": KIT,
        "createdAt": saved["createdAt"],
    }
    turn(on)
    assert on.digest() != before
    assert on.apply("recall_device_chain_snapshot", trackId=KIT, snapshot="Kit-A").status == "applied"
    assert on.digest() == before


def test_a_capture_gets_a_name_afterwards_and_another_server_knows_it(on: Rig) -> None:
    captured = on.call("capture_device_chain_snapshot", trackId=KIT)["snapshot"]
    turn(on)
    for text in (captured, captured[:17]):
        saved = save(on, trackId=None, snapshot=text)
        assert (saved["snapshot"], saved["trackId"]) == (captured, None)
    assert saved["alreadySaved"]
    other = on.server()
    assert on.call("load_device_chain_snapshot", app=other, name="Kit-A")["snapshot"] == captured
    on.run(other.close())


def test_saving_what_the_name_holds_already_is_fine_and_anything_else_is_a_conflict(on: Rig) -> None:
    saved = save(on)
    again = save(on)
    assert (again["alreadySaved"], again["snapshot"], again["createdAt"]) == (
        True,
        saved["snapshot"],
        saved["createdAt"],
    )
    turn(on)
    kept = files(on)
    refused = save(on)
    assert (refused.code, refused["error"]["path"]) == ("conflict", "/name")
    assert refused["error"]["held"]["snapshot"] == saved["snapshot"]
    assert files(on) == kept
    assert save(on, "Kit-B")["alreadySaved"] is False
    assert on.call("load_device_chain_snapshot", name="Kit-A")["snapshot"] == saved["snapshot"]


@pytest.mark.parametrize(
    ("arguments", "code", "path"),
    [
        ({"name": "snap_kit"}, "invalid_arguments", "/name"),
        ({"name": "../kit"}, "invalid_arguments", "/name"),
        ({"name": "Kit", "snapshot": "snap_" + "0" * 64}, "invalid_arguments", "/snapshot"),
        ({"name": "Kit", "trackId": None}, "invalid_arguments", "/snapshot"),
        ({"name": "Kit", "trackId": None, "snapshot": "snap_" + "0" * 64}, "not_found", "/snapshot"),
        ({"name": "Kit", "trackId": "track-99"}, "not_found", "/trackId"),
    ],
)
def test_what_cannot_be_saved_is_refused_and_leaves_nothing(
    on: Rig, arguments: dict[str, Any], code: str, path: str
) -> None:
    refused = save(on, **arguments)
    assert (refused.code, refused["error"]["path"], refused["error"]["outcome"]) == (code, path, "not_executed")
    assert files(on) == []
    assert on.call("list_saved_snapshots")["total"] == 0


def test_names_are_listed_in_pages(on: Rig) -> None:
    names = [f"Kit-{place:03}" for place in range(7)]
    for name in reversed(names):
        save(on, name)
    page = on.call("list_saved_snapshots", limit=5)
    assert ([one["name"] for one in page["snapshots"]], page["total"], page["nextOffset"]) == (names[:5], 7, 5)
    rest = on.call("list_saved_snapshots", offset=5, kind="device-chain")
    assert ([one["name"] for one in rest["snapshots"]], rest["nextOffset"]) == (names[5:], None)


def test_an_unknown_name_is_refused_with_the_tool_that_lists_them(on: Rig) -> None:
    calls: tuple[tuple[str, dict[str, Any]], ...] = (
        ("load_device_chain_snapshot", {"name": "Nothing"}),
        ("recall_device_chain_snapshot", {"trackId": KIT, "snapshot": "Nothing", "expectedStateVersion": 1}),
        ("diff_snapshots", {"before": "Nothing", "after": {"live": KIT}}),
    )
    for tool, arguments in calls:
        refused = on.call(tool, **arguments)
        assert refused.code == "not_found"
        assert "list_saved_snapshots" in refused["error"]["message"]


def test_a_damaged_file_spoils_its_own_name_and_no_other(on: Rig) -> None:
    save(on, "Good")
    turn(on)
    bad = save(on, "Bad")["snapshot"]
    (on.home / "snapshots" / f"{bad.removeprefix('snap_')}.json").write_bytes(b"{}")
    fresh = on.server()
    assert on.call("load_device_chain_snapshot", app=fresh, name="Bad").code == "not_found"
    assert not on.call("load_device_chain_snapshot", app=fresh, name="Good").is_error
    assert on.call("list_saved_snapshots", app=fresh)["total"] == 2
    again = on.call("save_device_chain_snapshot", app=fresh, name="Bad", trackId=KIT)
    assert again["alreadySaved"]  # the same content mends the file
    assert not on.call("load_device_chain_snapshot", app=fresh, name="Bad").is_error
    on.run(fresh.close())
