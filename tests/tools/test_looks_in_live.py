"""What only looks, through face, contract, bridge and Remote Script on the demo Set: reads, and plans that are refused.

One embedded Live serves all of them; each must leave it as it was.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import msgspec
import pytest

from countin.sim.demo import demo_set
from countin.tools.registry import TOOLS
from rig import Rig, rig

KIT = "track-1:device-0"


@pytest.fixture(scope="module")
def live() -> Generator[Rig]:
    with rig(demo_set()) as made:
        yield made


@pytest.fixture
def song(live: Rig) -> Generator[Rig]:
    before = live.digest()
    yield live
    assert live.digest() == before


@pytest.mark.parametrize(
    ("tool", "arguments", "member"),
    [
        ("get_live_state", {"detail": "full"}, "tracks"),
        ("get_history_state", {}, "canUndo"),
        ("get_operation_outcome", {}, "operations"),
        ("list_tracks", {}, "tracks"),
        ("list_scenes", {"offset": 2, "limit": 3}, "scenes"),
        ("list_clips", {"trackId": "track-1"}, "clips"),
        ("list_arrangement_clips", {"trackId": "track-1"}, "clips"),
        ("get_set_mixer", {}, "returns"),
        ("list_devices", {"trackId": "track-1"}, "devices"),
        ("list_device_parameters", {"trackId": "track-1", "deviceId": f"{KIT}/chain-0/device-0"}, "parameters"),
        ("capture_device_chain_snapshot", {"trackId": "track-1"}, "summary"),
        ("list_browser_roots", {}, "roots"),
        ("get_browser_items", {"root": "drums"}, "children"),
    ],
)
def test_a_read_answers_small_and_changes_nothing(song: Rig, tool: str, arguments: dict[str, Any], member: str) -> None:
    told = song.call(tool, **arguments)
    assert not told.is_error
    assert told[member] not in ([], {}, None) or tool == "get_operation_outcome"
    assert len(msgspec.json.encode(told.body)) < 61_440
    named = next(each for each in TOOLS if each.name == tool).members
    assert named.keys() <= told.body.keys() | {"operationId", "status", "operationOutcome"}


@pytest.mark.parametrize(
    ("tool", "arguments", "path"),
    [
        ("list_clips", {"trackId": "track-99"}, "/trackId"),
        ("list_devices", {"trackId": "return-9"}, "/trackId"),
        ("list_device_parameters", {"trackId": "track-1", "deviceId": "track-1:device-9"}, "/deviceId"),
        ("get_browser_items", {"root": "drums", "path": ["Nothing of that name"]}, "/path"),
        ("capture_device_chain_snapshot", {"trackId": "track-99"}, "/trackId"),
    ],
)
def test_what_is_not_there_is_refused_at_the_argument(
    song: Rig, tool: str, arguments: dict[str, Any], path: str
) -> None:
    told = song.call(tool, **arguments)
    assert (told.code, told["error"]["path"]) == ("not_found", path)


@pytest.mark.parametrize(
    ("arguments", "code", "path"),
    [
        ({"track": 3, "slot": 0, "at_beat": 64}, "not_found", "/slot"),
        ({"track": 3, "slot": 1, "at_beat": 40}, "conflict", "/at_beat"),
        ({"track": 3, "slot": 1, "at_beat": 64, "to_track": 5}, "unsupported_by_live", "/to_track"),
        ({"track": 3, "slot": 1, "at_beat": 64, "to_track": 0}, "unsupported_by_live", "/to_track"),
        ({"track": 3, "slot": 1, "at_beat": 64, "to_track": 70}, "not_found", "/to_track"),
        ({"track": 30, "slot": 1, "at_beat": 64}, "not_found", "/track"),
        ({"track": 0, "slot": 1, "at_beat": 64, "to_track": 3}, "not_found", "/slot"),
    ],
)
def test_what_cannot_be_arranged_is_refused_with_its_place(
    song: Rig, arguments: dict[str, Any], code: str, path: str
) -> None:
    told = song.plan("arrange", **arguments)
    assert (told.code, told["error"]["path"]) == (code, path), told.body


def test_a_snapshot_of_another_track_does_not_fit_and_says_where(song: Rig) -> None:
    captured = song.call("capture_device_chain_snapshot", trackId="track-1")
    told = song.plan("recall_device_chain_snapshot", trackId="track-4", snapshot=captured["snapshot"])
    assert (told.code, told["error"]["path"]) == ("does_not_fit", "/snapshot")
    mixer = song.call("capture_device_chain_snapshot", trackId="return-0")["snapshot"]
    assert song.plan("recall_device_chain_snapshot", trackId="master", snapshot=mixer).code == "does_not_fit"


def test_a_reference_that_is_not_kept_is_refused(song: Rig) -> None:
    told = song.plan("recall_device_chain_snapshot", trackId="track-1", snapshot="snap_" + "0" * 64)
    assert (told.code, told["error"]["path"]) == ("not_found", "/snapshot")


def test_a_parameter_that_a_macro_drives_is_refused_with_the_macro_named_as_the_way(song: Rig) -> None:
    listed = song.call("list_device_parameters", trackId="track-1", deviceId=f"{KIT}/chain-0/device-0")
    driven = next(each for each in listed["parameters"] if not each["enabled"])
    told = song.plan(
        "set_device_parameters",
        trackId="track-1",
        deviceId=f"{KIT}/chain-0/device-0",
        changes=[{"id": driven["id"], "value": driven["max"]}],
    )
    assert (told.code, told["error"]["path"]) == ("unsupported_by_live", "/changes/0/id")
    assert "macro" in told["error"]["message"]
