"""Captures and the layouts they name: fetched once, by content, in parts; and what cannot be read is said."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any

import pytest

from countin._remote_script.Countin import wire
from countin.bridge import Bridge
from countin.contract import held_captures, looking
from countin.sim.demo import demo_set
from rig import Rig, rig

KIT: dict[str, Any] = {"trackId": "track-1"}


@pytest.fixture
def on() -> Generator[Rig]:
    with rig(demo_set()) as made:
        yield made


def seen_through(monkeypatch: pytest.MonkeyPatch, change: Callable[[Any, Any], Any]) -> list[str]:
    """Every row on its way from the bridge is changed by `change(look, row)`; the kinds that were asked for."""
    observe = Bridge.observe
    asked: list[str] = []

    async def changed(bridge: Bridge, looks: Any, **more: Any) -> Any:
        found = await observe(bridge, looks, **more)
        asked.extend(look.kind.name for look in looks)
        return replace(found, rows={look: change(look, row) for look, row in found.rows.items()})

    monkeypatch.setattr(Bridge, "observe", changed)
    return asked


def as_it_is(_: Any, row: Any) -> Any:
    return row


def test_layouts_are_fetched_once_and_only_those_that_are_not_known(on: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    fetched: list[set[bytes]] = []

    def noted(look: Any, row: Any) -> Any:
        if look.kind is wire.LAYOUTS:
            fetched.append(set(look.arguments.digests))
        return row

    asked = seen_through(monkeypatch, noted)
    for track in ("track-3", "track-1", "track-3", "track-1"):
        assert not on.call("capture_device_chain_snapshot", trackId=track).is_error
    assert asked == ["chain", "layouts", "chain", "layouts", "chain", "chain"]
    other = on.server()
    on.call("capture_device_chain_snapshot", app=other, trackId="track-1")
    bass, kit, whole_kit = fetched
    assert whole_kit - kit == whole_kit & bass != set()  # both tracks hold a Saturator
    on.run(other.close())


def test_many_layouts_come_in_parts(on: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = on.call("capture_device_chain_snapshot", **KIT)["snapshot"]
    monkeypatch.setattr(looking, "LAYOUTS_AT_ONCE", 2)
    asked = seen_through(monkeypatch, as_it_is)
    other = on.server()
    assert on.call("capture_device_chain_snapshot", app=other, **KIT)["snapshot"] == expected
    assert asked.count("layouts") > 1
    on.run(other.close())


def test_what_is_forgotten_is_fetched_again_and_no_capture_lacks_its_own(
    on: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "LAYOUTS_KEPT", 1)
    monkeypatch.setattr(held_captures, "CAPTURES_KEPT", 1)
    asked = seen_through(monkeypatch, as_it_is)
    first = on.call("capture_device_chain_snapshot", **KIT)["snapshot"]
    on.call("capture_device_chain_snapshot", trackId="track-3")
    assert on.call("capture_device_chain_snapshot", **KIT)["snapshot"] == first
    assert asked[-2:] == ["chain", "layouts"]


@pytest.mark.parametrize("packed", [b"", b"\x00\x00\x00\x00"], ids=["not remembered", "another"])
def test_a_layout_that_live_does_not_tell_any_more_asks_to_look_again(
    on: Rig, monkeypatch: pytest.MonkeyPatch, packed: bytes
) -> None:
    def lost(look: Any, row: Any) -> Any:
        return wire.LayoutsTold((packed,) * len(row.layouts)) if look.kind is wire.LAYOUTS else row

    seen_through(monkeypatch, lost)
    told = on.call("capture_device_chain_snapshot", **KIT)
    assert told.code == "observation_moving"
    assert "look again" in told["error"]["message"]
    monkeypatch.undo()
    assert not on.call("capture_device_chain_snapshot", **KIT).is_error


@pytest.mark.parametrize(
    ("tool", "arguments", "path"),
    [
        ("capture_device_chain_snapshot", KIT, "/trackId"),
        ("capture_track_state_snapshot", KIT, "/trackId"),
        ("capture_group_system_snapshot", {"busTrackId": "track-0"}, "/busTrackId"),
    ],
)
def test_bytes_that_are_no_capture_are_an_error_that_says_what_to_do(
    on: Rig, monkeypatch: pytest.MonkeyPatch, tool: str, arguments: dict[str, Any], path: str
) -> None:
    def cut(look: Any, row: Any) -> Any:
        return row._replace(guard=row.guard[:-1]) if look.kind.captured else row

    seen_through(monkeypatch, cut)
    told = on.call(tool, **arguments)
    assert (told.code, told["error"]["path"]) == ("internal_error", path)
    assert "countin install" in told["error"]["message"]
