"""The last captures are held: what Live still shows does not come again, and nobody can tell by any answer."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from countin.contract import held_captures
from countin.face.server import call
from countin.sim.demo import demo_set
from countin.tools.registry import BY_NAME
from rig import SCRIPT, Rig, rig

FAMILIES: dict[str, dict[str, Any]] = {
    "device_chain": {"trackId": "track-1"},
    "device_parameter": {"trackId": "track-1", "deviceId": "track-1:device-0"},
    "track_state": {"trackId": "track-1"},
    "group_system": {"busTrackId": "track-0"},
}


@pytest.fixture
def on() -> Generator[Rig]:
    with rig(demo_set()) as made:
        yield made


def capture(on: Rig, family: str, **arguments: Any) -> tuple[str, int]:
    """The reference, and how many bytes came for it."""
    tool = BY_NAME[f"capture_{family}_snapshot"]
    result = on.run(call(on.app, tool, arguments or FAMILIES[family], None))
    return result["structuredContent"]["snapshot"], result["_meta"]["countin/bytesIn"]


def turn(on: Rig, macro: float, volume: float) -> None:
    """Somebody turns two knobs of the kit and a fader of its first chain; what they drive has followed."""

    def act(song: Any) -> None:
        rack = song.tracks[1].devices[0]
        rack.parameters[1].value = macro
        rack.parameters[2].value = macro / 2
        rack.chains[0].mixer_device.volume.value = volume

    on.person(act)
    on.tick(5)


@pytest.mark.parametrize("family", FAMILIES)
def test_what_live_still_shows_does_not_come_again(on: Rig, family: str) -> None:
    capture(on, family)  # layouts
    on.run(on.app.close())
    on.app = on.server()
    first, whole = capture(on, family)
    again = [capture(on, family) for _ in range(2)]
    assert [one for one, _ in again] == [first, first]
    assert all(size < min(200, whole / 2) for _, size in again)
    turn(on, 17.0, 0.4)
    second, size = capture(on, family)
    assert (second != first, size > 200) == (True, True)
    other = on.server()
    assert on.call(f"capture_{family}_snapshot", app=other, **FAMILIES[family])["snapshot"] == second
    assert capture(on, family) == (second, again[0][1])
    on.run(other.close())


def plans(on: Rig, family: str, snapshot: str) -> tuple[Any, Any]:
    """The plan of a recall by a server that holds a capture, and by one that holds nothing."""
    asked = FAMILIES[family] | {"snapshot": snapshot, "expectedStateVersion": on.version()}
    other = on.server()
    fresh, held = (on.call(f"recall_{family}_snapshot", app=app, **asked) for app in (other, on.app))
    on.run(other.close())
    return [held.body.get("plan"), held.code], [fresh.body.get("plan"), fresh.code]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_plan_on_what_is_held_is_the_plan_on_what_was_read(on: Rig, family: str) -> None:
    first, _ = capture(on, family)
    turn(on, 17.0, 0.4)
    second, _ = capture(on, family)
    held, fresh = plans(on, family, first)
    assert held == fresh
    assert held[0]["changes"]
    turn(on, 99.0, 0.2)  # since the capture that is held
    for snapshot in (first, second):
        held, fresh = plans(on, family, snapshot)
        assert held == fresh
        assert all("displayValue" in one[side] for one in held[0]["changes"] for side in ("before", "after"))


@pytest.mark.parametrize("family", FAMILIES)
def test_what_moved_since_the_capture_that_is_held_has_live_s_words(on: Rig, family: str) -> None:
    """Of a snapshot that was as the Set is held, and of one that was not; each after somebody has turned more."""
    first, _ = capture(on, family)
    turn(on, 17.0, 0.4)
    capture(on, family)
    on.person(lambda song: setattr(song.tracks[1].devices[0].parameters[3], "value", 55.0))
    (plan, _), _ = plans(on, family, first)
    expected = 3 if family == "device_parameter" else 4
    assert len(plan["changes"]) == expected
    assert all(one["before"]["displayValue"] != one["after"]["displayValue"] for one in plan["changes"])
    capture(on, family)
    on.execute(on.plan(f"recall_{family}_snapshot", **FAMILIES[family], snapshot=first))
    assert capture(on, family)[0] == first
    turn(on, 99.0, 0.2)
    (plan, _), _ = plans(on, family, first)  # what is held is the snapshot itself
    assert len(plan["changes"]) == expected - 1
    assert all(one["before"]["displayValue"] != one["after"]["displayValue"] for one in plan["changes"])


@pytest.mark.parametrize("family", FAMILIES)
def test_where_live_does_not_remember_the_known_answer_the_words_take_one_look_more(on: Rig, family: str) -> None:
    first, _ = capture(on, family)
    turn(on, 17.0, 0.4)
    capture(on, family)
    on.person(lambda song: setattr(song.tracks[1].devices[0].parameters[3], "value", 55.0))
    on.tick(5)
    script: Any = on.surface.instance
    script._live.told._answers.clear()
    held, fresh = plans(on, family, first)
    assert held == fresh
    assert all(one["before"]["displayValue"] != one["after"]["displayValue"] for one in held[0]["changes"])


def test_after_a_restart_nothing_of_before_is_held(on: Rig) -> None:
    first, _ = capture(on, "device_chain")
    turn(on, 17.0, 0.4)
    second, _ = capture(on, "device_chain")
    on.host.unload(on.surface)
    on.surface = on.host.load_script(SCRIPT)
    on.keep_script_clock()
    turn(on, 99.0, 0.2)
    for snapshot in (first, second):
        held, fresh = plans(on, "device_chain", snapshot)
        assert held == fresh
        assert all("displayValue" in one["before"] for one in held[0]["changes"])


def test_only_so_many_captures_are_held(on: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_captures, "CAPTURES_KEPT", 1)
    one, other = {"trackId": "track-1"}, {"trackId": "track-3"}
    capture(on, "device_chain", **one)
    capture(on, "device_chain", **other)
    first, whole = capture(on, "device_chain", **one)
    assert capture(on, "device_chain", **one)[1] < 200 < whole
    capture(on, "device_chain", **other)
    assert capture(on, "device_chain", **one) == (first, whole)
