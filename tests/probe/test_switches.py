"""Probed under each setting of each switch, the report names that setting and the defaults of all others, and the Set
is as before."""

from __future__ import annotations

import asyncio
from dataclasses import fields
from typing import Any

import pytest

from countin.bridge import Bridge
from countin.sim.kernel.switches import Switches, settings_of
from probe.stage import Open, probed

NUMBERS: dict[str, tuple[object, ...]] = {
    "timer_resolution_ms": (1, 10, 17, 33),
    "record_mode_ticks": (1, 3, 6),
    "browser_load_ticks": (1, 4),
    "new_midi_tracks_armed": (False, True),
}
NEVER_ASKED = {"arrangement_copy_over_clip", "max_browser_reads", "cue_grid", "return_limit", "track_limit"}
NO_SWITCH = {
    "text: deleting the last track, the last scene, a 13th return",
    "text: a disabled parameter",
    "audio clips: whether a new one loops",
    "undo at an empty history",
    "a playhead written just before start_playing",
}
"""Open points that are no switch, and why they are not asked the report says."""
DEFAULTS = {entry.name: entry.default for entry in fields(Switches)}
ASKED = {name: value for name, value in DEFAULTS.items() if name not in NEVER_ASKED}
OTHERS = [(name, value) for name in ASKED for value in settings_of(name) or NUMBERS[name] if value != ASKED[name]]


@pytest.mark.parametrize(("name", "setting"), [("wrappers", "fresh"), *OTHERS])
def test_the_report_names_the_setting_and_the_set_is_as_before(opened: Open, name: str, setting: object) -> None:
    on = opened(**{name: setting})
    before = (on.digest(), on.undoable(), on.host.leftovers()[0])
    report = probed(on)
    assert report["switches"] == ASKED | {name: setting}
    assert report["left"] == []
    assert (on.digest(), on.undoable(), on.host.leftovers()[0]) == before


def test_all_other_settings_at_once_are_named(opened: Open) -> None:
    other: dict[str, Any] = {
        name: next(value for value in settings_of(name) or NUMBERS[name] if value != default)
        for name, default in ASKED.items()
    }
    on = opened(**other)
    before = on.digest()
    report = probed(on)
    assert report["switches"] == other
    assert (report["left"], on.digest()) == ([], before)


def test_every_switch_is_asked_or_the_report_says_why_not(opened: Open) -> None:
    rows = {row["switch"]: row for row in probed(opened())["questions"] if "switch" in row}
    assert rows.keys() == DEFAULTS.keys()
    assert {name for name, row in rows.items() if row["status"] != "answered"} == NEVER_ASKED
    assert rows["arrangement_copy_over_clip"]["reason"].startswith("it can crash Live")
    assert all(rows[name]["reason"] for name in NEVER_ASKED)


def test_facts_without_a_switch_are_noted(opened: Open) -> None:
    rows = {row["name"]: row["observed"] for row in probed(opened())["questions"] if row["status"] == "noted"}
    assert rows["listener_order"]["order"] == ["first added", "last added"]
    assert rows["parameter_precision"]["kept"] == "single"
    assert rows["refusals"]["an index beyond a list"] == "IndexError: Index out of range"
    assert rows["defaults"]["loop_length"] == 16.0
    assert rows["quantize_grid"]["grid 5 is"] == "of recording: a sixteenth"
    assert rows["note_ids"] == {"a copy keeps the ids": True, "an id is used again": False}
    assert rows["refusals"]["showing a view that does not exist"] == "accepted"
    assert rows["refusals"]["a button without a dialog"].startswith("RuntimeError")
    assert "reading a value, us" in rows["access_cost"]


@pytest.mark.parametrize(
    ("version", "lacking"),
    [
        ("12.1", {"pad_solo", "envelopes_on_copies", "fresh_envelope", "arrangement_overlap"}),
        ("12.2", {"pad_solo", "envelopes_on_copies"}),
        ("12.3", set[str]()),
        ("12.4", set[str]()),
    ],
)
def test_a_live_is_not_asked_what_it_lacks(opened_version: Open, version: str, lacking: set[str]) -> None:
    on = opened_version(version)
    before = on.digest()
    report = probed(on)
    rows = {row["name"]: row for row in report["questions"]}
    assert {name for name, row in rows.items() if row["status"] == "not_asked"} == lacking | NEVER_ASKED | NO_SWITCH
    assert all("this Live has no" in rows[name]["reason"] for name in lacking)
    assert (report["left"], on.digest()) == ([], before)


def test_a_live_that_is_busy_in_between_does_not_spoil_the_timers_grid(opened: Open) -> None:
    on = opened()

    async def stalled() -> Any:
        bridge = Bridge(on.home)
        await bridge.connect()
        task = asyncio.ensure_future(bridge.probe(["timer_resolution"], timeout=60.0))
        for _ in range(2):
            await asyncio.sleep(0.6)
            on.host.begin_stall(3)
        found = await task
        await bridge.close()
        return found

    (row,) = on.run(stalled())["questions"]
    assert row["setting"] == 17
    assert row["observed"]["longest ms"] > 200


def test_while_a_track_is_armed_nothing_that_records_is_asked(opened: Open) -> None:
    on = opened()
    on.person(lambda song: setattr(song.tracks[0], "arm", True))
    before = on.digest()
    report = probed(on, "overdub_without_arm", "record_mode")
    assert [row["status"] for row in report["questions"]] == ["not_asked", "not_asked"]
    assert on.digest() == before
