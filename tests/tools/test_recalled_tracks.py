"""Recalling a track: name, mixer, sends, routing, monitoring, devices; and what does not fit, at its place."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any

import pytest

from countin.sim.demo import demo_set
from countin.sim.factory import return_track
from rig import Rig, Told, rig
from tools.recalls import Person, changed, named, nested_set, older, refused, whole

BUS, LEFT, DEEP, OUTSIDE, TWIN, KEYS = 0, 1, 3, 5, 6, 8


@pytest.fixture
def on() -> Generator[Rig]:
    with rig(nested_set()) as made:
        yield made


def capture(on: Rig, track: int) -> Told:
    return on.call("capture_track_state_snapshot", trackId=f"track-{track}")


def plan(on: Rig, track: int, snapshot: Any) -> Told:
    return on.plan("recall_track_state_snapshot", trackId=f"track-{track}", snapshot=snapshot)


def recall(on: Rig, track: int, snapshot: Any) -> Told:
    planned = plan(on, track, snapshot)
    return planned if planned.is_error else on.execute(planned)


def edited(on: Rig, track: int, edit: Callable[[dict[str, Any]], Any]) -> Told:
    """The plan to recall what a track holds with an edit to the document."""
    document = whole(on, capture(on, track))
    edit(document)
    return plan(on, track, document)


def routed(track: int, side: str, kind: str, channel: str | None = None) -> Person:
    """A person routes a track."""

    def route(song: Any) -> None:
        live = song.tracks[track]
        setattr(live, f"{side}_routing_type", named(getattr(live, f"available_{side}_routing_types"), kind))
        if channel is not None:
            choices = getattr(live, f"available_{side}_routing_channels")
            setattr(live, f"{side}_routing_channel", named(choices, channel))

    return route


# --- what is captured ------------------------------------------------------------------------------------------------


def test_a_track_is_captured_with_everything_that_a_person_sees_in_its_strip(on: Rig) -> None:
    on.person(routed(OUTSIDE, "input", "Left", "Post FX"))
    document = whole(on, capture(on, OUTSIDE))
    assert document["format"] == "cavi-track-state-v1"
    assert document["track"] == {
        "name": "Outside",
        "type": "audio",
        "isGroup": False,
        "isGrouped": False,
        "groupTrackId": None,
    }
    mixer = document["mixer"]
    assert (mixer["volume"], mixer["pan"], mixer["mute"], mixer["solo"]) == (pytest.approx(0.85), 0.0, False, False)
    assert [(send["id"], send["name"], send["value"]) for send in mixer["sends"]] == [
        ("send-0", "A-Reverb", 0.25),
        ("send-1", "B-Delay", 0.5),
    ]
    assert document["routing"] == {
        "inputTypeId": "Left",
        "inputChannelId": "Post FX",
        "outputTypeId": "Main",
        "outputChannelId": "",
        "monitoring": 1,
    }
    assert [device["className"] for device in document["devices"]] == ["Compressor2", "AutoFilter2"]


def test_a_track_in_a_group_knows_its_group_and_a_group_has_no_monitoring(on: Rig) -> None:
    deep = whole(on, capture(on, DEEP))
    assert (deep["track"]["isGrouped"], deep["track"]["groupTrackId"]) == (True, "track-2")
    bus = whole(on, capture(on, BUS))
    assert (bus["track"]["isGroup"], bus["track"]["type"], bus["routing"]["monitoring"]) == (True, "group", None)


@pytest.mark.parametrize("track", ["return-0", "master", "track-x", ""])
def test_only_an_ordinary_or_group_track_has_a_state(on: Rig, track: str) -> None:
    refused(on.call("capture_track_state_snapshot", trackId=track), "invalid_arguments", "/trackId")
    captured = capture(on, OUTSIDE)["snapshot"]
    told = on.plan("recall_track_state_snapshot", trackId=track, snapshot=captured)
    refused(told, "invalid_arguments", "/trackId")


def test_a_track_that_is_not_there_is_refused_at_its_argument(on: Rig) -> None:
    refused(on.call("capture_track_state_snapshot", trackId="track-99"), "not_found", "/trackId")


# --- routing ---------------------------------------------------------------------------------------------------------


def test_type_and_channel_come_back_together(on: Rig) -> None:
    on.person(routed(OUTSIDE, "input", "Left", "Post FX"))
    captured = capture(on, OUTSIDE)["snapshot"]
    on.person(routed(OUTSIDE, "input", "Ext. In", "2"))
    planned = plan(on, OUTSIDE, captured)
    assert changed(on, planned) == [
        ("track-5 inputTypeId", "Ext. In", "Left"),
        ("track-5 inputChannelId", "2", "Post FX"),
    ]
    assert on.execute(planned).status == "applied"
    assert capture(on, OUTSIDE)["snapshot"] == captured


def test_a_channel_that_live_resets_with_its_type_is_written_again(on: Rig) -> None:
    on.person(routed(OUTSIDE, "input", "Left", "Post FX"))
    captured = capture(on, OUTSIDE)["snapshot"]
    on.person(routed(OUTSIDE, "input", "Right", "Post FX"))
    assert recall(on, OUTSIDE, captured).status == "applied"
    assert capture(on, OUTSIDE)["snapshot"] == captured


def test_a_channel_alone_leaves_its_type(on: Rig) -> None:
    on.person(routed(OUTSIDE, "input", "Left", "Post FX"))
    captured = capture(on, OUTSIDE)["snapshot"]
    on.person(routed(OUTSIDE, "input", "Left", "Pre FX"))
    assert changed(on, plan(on, OUTSIDE, captured)) == [("track-5 inputChannelId", "Pre FX", "Post FX")]


@pytest.mark.parametrize("member", ["input_routing_channel", "output_routing_type", "output_routing_channel", "value"])
def test_a_routing_that_was_written_is_taken_back_when_something_after_it_fails(on: Rig, member: str) -> None:
    on.person(routed(OUTSIDE, "input", "Left", "Post FX"))
    on.person(routed(OUTSIDE, "output", "Right", "Track In"))
    captured = capture(on, OUTSIDE)["snapshot"]

    def turn(song: Any) -> None:
        routed(OUTSIDE, "input", "Ext. In", "2")(song)
        routed(OUTSIDE, "output", "Ext. Out", "1")(song)
        song.tracks[OUTSIDE].devices[0].parameters[1].value = 0.1

    on.person(turn)
    before, turned = on.undoable(), capture(on, OUTSIDE)["snapshot"]
    planned = plan(on, OUTSIDE, captured)
    assert len(changed(on, planned)) == 5
    on.world.faults.raise_at_member(member)
    told = on.execute(planned)
    assert (told.code, told["error"]["outcome"], told["error"]["rolledBack"]) == ("live_refused", "not_executed", True)
    assert on.undoable() == before
    assert capture(on, OUTSIDE)["snapshot"] == turned


def test_a_channel_that_the_new_type_does_not_offer_is_taken_back_with_the_type(on: Rig) -> None:
    on.person(routed(OUTSIDE, "input", "Ext. In", "2"))
    before = on.undoable()
    document = whole(on, capture(on, OUTSIDE))
    document["routing"] |= {"inputTypeId": "Left", "inputChannelId": "Nowhere"}
    told = recall(on, OUTSIDE, document)
    assert (told.code, told["error"]["rolledBack"]) == ("live_refused", True)
    assert "Nowhere" in told["error"]["message"]
    assert on.undoable() == before


def test_a_type_that_live_does_not_offer_any_more_is_refused_with_what_it_offers(on: Rig) -> None:
    on.person(routed(OUTSIDE, "input", "Left"))
    captured = capture(on, OUTSIDE)["snapshot"]
    on.person(routed(OUTSIDE, "input", "Ext. In"))
    on.person(lambda song: setattr(song.tracks[LEFT], "name", "Renamed"))
    message = refused(plan(on, OUTSIDE, captured), "does_not_fit", "/snapshot", "/routing/inputTypeId")
    assert "'Left' is not available" in message
    assert "'Renamed'" in message


def test_a_channel_that_live_does_not_offer_is_refused_before_anything_is_written(on: Rig) -> None:
    told = edited(on, OUTSIDE, lambda document: document["routing"].update(inputChannelId="Nowhere"))
    assert "'Nowhere' is not available" in refused(told, "does_not_fit", "/snapshot/routing/inputChannelId")


def test_a_type_that_two_of_lives_choices_share_is_refused_as_ambiguous(on: Rig) -> None:
    told = edited(on, OUTSIDE, lambda document: document["routing"].update(inputTypeId="Twin"))
    assert "ambiguous" in refused(told, "does_not_fit", "/snapshot/routing/inputTypeId")


def test_a_type_that_stands_already_may_be_ambiguous(on: Rig) -> None:
    on.person(routed(OUTSIDE, "input", "Twin"))
    captured = capture(on, OUTSIDE)["snapshot"]
    on.person(lambda song: setattr(song.tracks[OUTSIDE].mixer_device.volume, "value", 0.1))
    assert changed(on, plan(on, OUTSIDE, captured)) == [("track-5 volume", pytest.approx(0.1), pytest.approx(0.85))]


def test_a_routing_that_the_snapshot_does_not_hold_is_left_alone(on: Rig) -> None:
    def forget(document: dict[str, Any]) -> None:
        document["routing"] |= {"inputTypeId": None, "inputChannelId": None, "monitoring": None}
        document["mixer"]["pan"] = 0.5

    assert changed(on, edited(on, OUTSIDE, forget)) == [("track-5 pan", 0.0, 0.5)]


# --- monitoring ------------------------------------------------------------------------------------------------------


def test_monitoring_comes_back(on: Rig) -> None:
    captured = capture(on, KEYS)["snapshot"]
    on.person(lambda song: setattr(song.tracks[KEYS], "current_monitoring_state", 0))
    planned = plan(on, KEYS, captured)
    assert changed(on, planned) == [("track-8 monitoring", 0, 1)]
    assert on.execute(planned).status == "applied"
    assert on.person(lambda song: song.tracks[KEYS].current_monitoring_state) == 1


def test_a_track_without_monitoring_refuses_one(on: Rig) -> None:
    told = edited(on, BUS, lambda document: document["routing"].update(monitoring=1))
    assert "no monitoring" in refused(told, "does_not_fit", "/snapshot/routing/monitoring")


@pytest.mark.parametrize("value", [3, -1, 0.5])
def test_a_monitoring_that_is_none_is_refused(on: Rig, value: float) -> None:
    told = edited(on, OUTSIDE, lambda document: document["routing"].update(monitoring=value))
    assert told.code in ("invalid_arguments", "does_not_fit")
    assert told["error"]["path"] == "/snapshot/routing/monitoring"


# --- what does not fit -----------------------------------------------------------------------------------------------


def test_a_track_of_another_type_does_not_fit(on: Rig) -> None:
    captured = capture(on, KEYS)["snapshot"]
    refused(plan(on, OUTSIDE, captured), "does_not_fit", "/snapshot", "/track/type")


def test_a_group_track_and_another_do_not_fit_each_other(on: Rig) -> None:
    told = plan(on, OUTSIDE, capture(on, BUS)["snapshot"])
    assert told.code == "does_not_fit"
    assert told["error"]["snapshotPath"] in ("/track/type", "/track/isGroup")


def test_a_track_in_a_group_does_not_fit_one_outside_unless_the_snapshot_does_not_say_so(on: Rig) -> None:
    document = whole(on, capture(on, LEFT))
    outside = whole(on, capture(on, OUTSIDE))
    document |= {"devices": outside["devices"], "routing": outside["routing"]}
    refused(plan(on, OUTSIDE, document), "does_not_fit", "/snapshot/track/isGrouped")
    del document["track"]["isGrouped"], document["track"]["groupTrackId"]
    assert [what for what, _, _ in changed(on, plan(on, OUTSIDE, document))] == ["track-5 name"]


def fewer(sends: list[dict[str, Any]]) -> None:
    del sends[1]


def renamed(sends: list[dict[str, Any]]) -> None:
    sends[1]["name"] = "B-Echo"


def numbered(sends: list[dict[str, Any]]) -> None:
    sends[1]["id"] = "send-7"


def reversed_(sends: list[dict[str, Any]]) -> None:
    sends.reverse()


@pytest.mark.parametrize(
    ("edit", "place"),
    [
        (fewer, "/mixer/sends"),
        (renamed, "/mixer/sends/1/name"),
        (numbered, "/mixer/sends/1/id"),
        (reversed_, "/mixer/sends/0"),
    ],
)
def test_other_sends_do_not_fit(on: Rig, edit: Callable[[list[dict[str, Any]]], None], place: str) -> None:
    told = edited(on, OUTSIDE, lambda document: edit(document["mixer"]["sends"]))
    assert told.code in ("does_not_fit", "invalid_arguments")
    assert told["error"]["path"].startswith(f"/snapshot{place}")


def test_sends_of_a_set_with_another_return_do_not_fit(on: Rig) -> None:
    captured = whole(on, capture(on, OUTSIDE))
    document = nested_set()
    with rig(replace(document, returns=(*document.returns, return_track("Echo", 6)))) as other:
        told = plan(other, OUTSIDE, captured)
        assert told.code == "does_not_fit"
        assert told["error"]["path"].startswith("/snapshot/mixer/sends")


@pytest.mark.parametrize(("member", "value"), [("volume", 1.5), ("volume", -0.1), ("pan", 1.01), ("pan", -2)])
def test_a_fader_out_of_range_is_refused_at_its_place(on: Rig, member: str, value: float) -> None:
    told = edited(on, OUTSIDE, lambda document: document["mixer"].update({member: value}))
    message = refused(told, "does_not_fit", f"/snapshot/mixer/{member}")
    assert "outside Live's range" in message


def test_a_send_out_of_range_is_refused_at_its_place(on: Rig) -> None:
    told = edited(on, OUTSIDE, lambda document: document["mixer"]["sends"][1].update(value=1.5))
    refused(told, "does_not_fit", "/snapshot/mixer/sends/1/value")


def test_another_device_is_refused_at_its_place(on: Rig) -> None:
    captured = capture(on, OUTSIDE)["snapshot"]
    on.person(lambda song: song.tracks[OUTSIDE].delete_device(1))
    told = plan(on, OUTSIDE, captured)
    assert told.code == "does_not_fit"
    assert told["error"]["snapshotPath"].startswith("/devices")


def test_a_track_that_is_like_another_takes_its_state(on: Rig) -> None:
    def turn(song: Any) -> None:
        song.tracks[TWIN].mixer_device.volume.value = 0.3
        song.tracks[TWIN].mixer_device.sends[0].value = 1.0

    on.person(turn)
    captured = capture(on, TWIN)["snapshot"]
    assert recall(on, TWIN + 1, captured).status == "applied"
    assert capture(on, TWIN + 1)["snapshot"] == captured


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_state_of_an_older_format_brings_back_what_it_holds_and_nothing_else(version: int) -> None:
    with rig(demo_set()) as on:
        saved = whole(on, capture(on, 1))
        saved["format"] = f"cavi-track-state-v{version}"
        saved["devices"] = older(saved["devices"], version)

        def turn(song: Any) -> None:
            track = song.tracks[1]
            track.mixer_device.volume.value = 0.2
            kit = track.devices[0]
            kit.name = "Turned"
            kit.chains[0].mixer_device.volume.value = 0.3
            kit.chains[2].mute = True

        on.person(turn)
        assert recall(on, 1, saved).status == "applied"
        kit = on.call("list_devices", trackId="track-1")["devices"][0]
        volume, mute = kit["chains"][0]["mixer"]["volume"]["value"], kit["chains"][2]["mixer"]["mute"]
        assert kit["name"] == "Demo Kit"
        assert (volume == pytest.approx(0.3), mute) == ((True, True) if version < 3 else (False, False))
        assert on.person(lambda song: song.tracks[1].mixer_device.volume.value) == pytest.approx(0.82)
        assert plan(on, 1, saved).code == "nothing_to_change"
