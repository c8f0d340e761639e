"""Comparing tracks, groups and the parameters of a device: what a recall would write, and what makes it impossible."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin.core import CoreError, Snapshot
from countin.tools.differences import compare
from countin.tools.found import TOPOLOGY, Found
from tools.chain_objects import chain, compared, device, group, held, only_parameters, parameter, track
from tools.looks import refused

A, B = ("A-Reverb", 0.25), ("B-Delay", 0.5)
EQ = device("EQ", parameter("Gain", 0.5))


def told(answer: dict[str, Any], *members: str) -> list[tuple[Any, ...]]:
    wanted = members or ("kind", "path", "control", "before", "after")
    return [tuple(one.get(member) for member in wanted) for one in answer["differences"]]


def plain(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return compared(before, after, picture=False)


# --- a track ---------------------------------------------------------------------------------------------------------


def test_all_that_a_recall_of_a_track_would_write_is_told() -> None:
    after = track("Lead", device("EQ", parameter("Gain", 0.75)), sends=(A, ("B-Delay", 0.0)), volume=0.25, mute=True)
    after["routing"] |= {"outputTypeId": "other", "monitoring": 2}
    answer = plain(track("Bass", EQ, sends=(A, B)), after)
    assert told(answer) == [
        ("owner_name", "", "name", "Bass", "Lead"),
        ("owner_mixer", "", "volume", 0.5, 0.25),
        ("owner_mixer", "", "mute", False, True),
        ("owner_mixer", "", "send-1", 0.5, 0.0),
        ("owner_routing", "", "outputTypeId", "out", "other"),
        (
            "owner_routing", "", "monitoring",
            {"value": 1, "displayValue": "Auto"}, {"value": 2, "displayValue": "Off"},
        ),
        ("parameter", "device-0", "Gain", 0.5, 0.75),
    ]  # fmt: skip
    assert (answer["sameTopology"], answer["comparedFormat"]) == (True, "cavi-track-state-v4")
    assert answer["differences"][3]["to"] == "B-Delay"
    assert answer["text"].splitlines()[1:4] == ['owner "Bass"', '  name: "Bass" → "Lead"', "  volume: 0.5 → 0.25"]


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (track("T", sends=(A, B), type="audio"), ("track_type", "type", "midi", "audio")),
        (track("T", sends=(A, B), isGrouped=True), ("track_type", "isGrouped", False, True)),
        (track("T", sends=(A,)), ("send_removed", "send-1", 0.5, None)),
        (track("T", sends=(A, B, ("C", 0.0))), ("send_added", "send-2", None, 0.0)),
        (track("T", EQ, sends=(A, B)), ("device_added", None, None, {"name": "EQ", "className": "Operator"})),
    ],
)
def test_what_makes_a_recall_of_a_track_impossible_is_topology(after: dict[str, Any], expected: Any) -> None:
    after["mixer"]["pan"] = 0.5
    answer = plain(track("T", sends=(A, B)), after)
    assert told(answer, "kind", "control", "before", "after") == [expected, ("owner_mixer", "pan", 0.0, 0.5)]
    assert answer["counts"] == {"topology": 1, "values": 1}


def test_a_send_that_another_one_came_before_is_compared_with_itself() -> None:
    answer = plain(track("T", sends=(B,)), track("T", sends=(A, ("B-Delay", 0.0))))
    assert told(answer, "kind", "control", "to") == [
        ("send_added", "send-0", "A-Reverb"),
        ("send_id", "send-0", "B-Delay"),
        ("owner_mixer", "send-0", "B-Delay"),
    ]


def test_a_plug_in_of_another_name_is_topology() -> None:
    def of(name: str) -> dict[str, Any]:
        return track("T", device(name, className="PluginDevice"))

    assert told(plain(of("Massive"), of("Serum")), "kind", "before", "after") == [("plugin_name", "Massive", "Serum")]


# --- a group ---------------------------------------------------------------------------------------------------------


def test_a_group_is_told_track_by_track_with_both_ids() -> None:
    before = group(track("Bass", EQ), track("Keys"))
    after = group(track("Bass", device("EQ", parameter("Gain", 0.0))), track("Piano", pan=-1.0), first=4)
    answer = plain(before, after)
    assert told(answer, "track", "afterTrack", "trackName", "path", "control") == [
        ("track-1", "track-5", "Bass", "device-0", "Gain"),
        ("track-2", "track-6", "Keys", "", "name"),
        ("track-2", "track-6", "Keys", "", "pan"),
    ]
    assert answer["text"].splitlines()[1:] == [
        'track-1:device-0 "EQ" (now track-5:device-0)',
        '  "Gain": 0.5 → 0',
        'track-2 "Keys" (now track-6)',
        '  name: "Keys" → "Piano"',
        "  pan: 0 → -1",
    ]


def test_tracks_that_came_went_and_moved_are_told_and_compared_by_name() -> None:
    before = group(track("Bass"), track("Keys", EQ), track("Old"), track("Voice"))
    after = group(track("New", type="audio"), track("Keys", EQ, pan=0.5), track("Voice"), track("Bass", volume=0.0))
    answer = plain(before, after)
    assert told(answer, "kind", "track", "afterTrack", "name") == [
        ("track_moved", "track-1", "track-4", "Bass"),
        ("track_added", "track-1", None, "New"),
        ("track_removed", "track-3", None, "Old"),
        ("owner_mixer", "track-1", "track-4", "Bass"),
        ("owner_mixer", "track-2", None, "Keys"),
    ]
    assert '- track-3 "Old" (midi)' in answer["text"]
    assert "  place: 1 → 4" in answer["text"]


def test_a_track_that_sits_in_another_group_is_topology() -> None:
    before = group(track("Sub", type="group", isGroup=True), track("Keys"))
    after = group(track("Sub", type="group", isGroup=True), track("Keys"))
    after["tracks"][2]["snapshot"]["track"]["groupTrackId"] = "track-1"
    assert told(plain(before, after), "kind", "track", "before", "after") == [
        ("track_group", "track-2", "track-0", "track-1")
    ]


# --- one device, and two families ------------------------------------------------------------------------------------


def test_the_parameters_of_a_device_are_told_one_by_one() -> None:
    gain, mode = parameter("Gain", 0.5), parameter("Mode", 0.0, 0.0, 1.0, ("Off", "On"))
    answer = plain(only_parameters(gain, mode), only_parameters(gain | {"value": 0.25}, mode | {"value": 1.0}))
    assert told(answer, "path", "name", "parameterId") == [
        ("device-0", "Operator", "parameter-0"),
        ("device-0", "Operator", "parameter-1"),
    ]
    assert '"Mode": Off → On' in answer["text"]
    fewer = plain(only_parameters(gain, mode), only_parameters(gain))
    assert told(fewer, "kind", "control") == [("parameter_removed", "Mode")]
    other = plain(only_parameters(gain), only_parameters(gain, of="Reverb"))
    assert told(other, "kind", "name") == [("device_removed", "Operator"), ("device_added", "Reverb")]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (held(EQ), track("T"), "a device chain (device-chain), after is a track (track-state)"),
        (group(), track("T"), "a group of tracks (group-system), after is a track (track-state)"),
        (only_parameters(), held(), "the parameters of a device (device-parameters), after is a device chain"),
    ],
)
def test_two_families_are_refused(before: dict[str, Any], after: dict[str, Any], words: str) -> None:
    with refused("does_not_fit", "/after") as raised:
        plain(before, after)
    assert words in raised.value.message


# --- by the core and by a walk ---------------------------------------------------------------------------------------

VALUES = st.sampled_from([0.0, 0.25, 1.0])


@st.composite
def tracks(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """A track of one topology with drawn values."""
    kick = chain("Kick", device("Op", parameter("Level", draw(VALUES))), volume=draw(VALUES), mute=draw(st.booleans()))
    made = track(
        draw(st.sampled_from([name, f"{name} 2"])),
        device("Kit", parameter("Macro", draw(VALUES)), chains=[kick]),
        sends=(("A", draw(VALUES)), ("B", draw(VALUES))),
        volume=draw(VALUES),
        solo=draw(st.booleans()),
    )
    made["routing"] |= {"outputTypeId": draw(st.sampled_from(["x", "y"])), "monitoring": draw(st.integers(0, 2))}
    return made


def facts(found: list[Found]) -> set[tuple[Any, ...]]:
    return {(one.track, one.kind, one.before_path, one.control, one.to, one.before, one.after) for one in found}


@given(tracks("One"), tracks("One"), tracks("Two"), tracks("Two"))
def test_a_walk_finds_what_the_core_finds_once_something_is_built_differently(
    one: dict[str, Any], other: dict[str, Any], second: dict[str, Any], last: dict[str, Any]
) -> None:
    pairs = ((one, other), (group(one, second), group(other, last)))
    for before, after in pairs:
        by_core, fits = compare(Snapshot.from_object(before), Snapshot.from_object(after))
        assert fits
        (after["tracks"][-1]["snapshot"] if "tracks" in after else after)["devices"].append(device("More"))
        walked, also_fits = compare(Snapshot.from_object(before), Snapshot.from_object(after))
        assert not also_fits
        assert [each.kind for each in walked if each.kind in TOPOLOGY] == ["device_added"]
        assert facts([each for each in walked if each.kind not in TOPOLOGY]) == facts(by_core)
        after["tracks" if "tracks" in after else "devices"][-1:] = []


BUILDS = st.sampled_from(["type", "isGrouped", "sends", "device", "chain", "order", "group", "nothing"])


@given(BUILDS)
def test_what_the_core_refuses_has_a_difference_in_topology_and_nothing_else_has(build: str) -> None:
    def built() -> dict[str, Any]:
        kit = device("Kit", parameter("Macro", 0.5), chains=[chain("Kick", EQ)])
        sub = track("Sub", type="group", isGroup=True)
        return group(track("One", kit, sends=(A, B)), track("Two", sends=(A, B)), sub)

    before, after = built(), built()
    first, second, _ = (each["snapshot"] for each in after["tracks"][1:])
    match build:
        case "type":
            second["track"]["type"] = "audio"
        case "isGrouped":
            second["track"] |= {"isGrouped": False, "groupTrackId": None}
        case "sends":
            second["mixer"]["sends"].pop()
        case "device":
            second["devices"].append(EQ)
        case "chain":
            first["devices"][0] = device("Kit", parameter("Macro", 0.5), chains=[])
        case "order":
            after["tracks"][1]["snapshot"], after["tracks"][2]["snapshot"] = second, first
        case "group":
            second["track"]["groupTrackId"] = "track-3"
        case _:
            second["mixer"]["pan"] = 1.0
    snapshots = Snapshot.from_object(before), Snapshot.from_object(after)
    found, fits = compare(*snapshots)
    try:
        snapshots[1].fits(snapshots[0])
        refused_by_core = False
    except CoreError:
        refused_by_core = True
    assert refused_by_core == (build != "nothing") == (not fits)
    assert any(one.kind in TOPOLOGY for one in found) == refused_by_core
