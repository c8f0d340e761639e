"""Comparing what is kept with Live, and Live with itself, on the demo Set: every family, with Live's own words."""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import Any, cast

import pytest

from countin.bridge import Bridge
from countin.sim.demo import demo_set
from countin.tools.found import TOPOLOGY
from rig import Rig, Told, rig

KIT = "track-1"
CAPTURES: dict[str, tuple[str, dict[str, str]]] = {
    "device-chain": ("capture_device_chain_snapshot", {"trackId": KIT}),
    "device-parameters": ("capture_device_parameter_snapshot", {"trackId": KIT, "deviceId": f"{KIT}:device-0"}),
    "track-state": ("capture_track_state_snapshot", {"trackId": KIT}),
    "group-system": ("capture_group_system_snapshot", {"busTrackId": "track-0"}),
}
"""By family: the tool and what of."""


@pytest.fixture
def on() -> Generator[Rig]:
    with rig(demo_set()) as made:
        yield made


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The kinds of observations of each round trip, but for layouts, which are asked for once and remembered."""
    trips: list[list[str]] = []
    observe = Bridge.observe

    async def counted(bridge: Bridge, looks: Any, **more: Any) -> Any:
        kinds = [look.kind.name for look in looks]
        trips.extend([kinds] if kinds != ["layouts"] else [])
        return await observe(bridge, looks, **more)

    monkeypatch.setattr(Bridge, "observe", counted)
    return trips


def captured(on: Rig, family: str) -> str:
    tool, of = CAPTURES[family]
    return str(on.call(tool, None, **of)["snapshot"])


def held(on: Rig, reference: str) -> dict[str, Any]:
    """A snapshot as plain objects."""
    (contents,) = on.app.resources.read(f"countin://snapshot/{reference}", "").contents
    return json.loads(cast("Any", contents).text)


def save(on: Rig, name: str = "Kit-A", **more: Any) -> Told:
    arguments: dict[str, Any] = {"trackId": KIT, "name": name} | more
    return on.call("save_device_chain_snapshot", **arguments)


def turn(on: Rig, value: float = 100.0) -> None:
    """A person turns the first macro of the kit."""
    on.person(lambda song: setattr(song.tracks[1].devices[0].parameters[1], "value", value))
    on.tick(3)


def edit(song: Any) -> None:
    """A person turns something of every kind."""
    kit = song.tracks[1]
    kit.name = "Kit 2"
    kit.mixer_device.volume.value = 0.5
    kit.mixer_device.sends[1].value = 0.3
    kit.current_monitoring_state = 0
    kit.output_routing_type = kit.available_output_routing_types[1]
    kit.devices[0].parameters[1].value = 100
    kit.devices[0].chains[0].mixer_device.volume.value = 0.3
    kit.devices[0].chains[0].mute = True
    song.tracks[2].mixer_device.panning.value = -0.5


def shown(compared: Told) -> dict[tuple[str, ...], tuple[Any, Any]]:
    """By track, path and control: both values in words, where there are words for both."""

    def word(value: Any) -> Any:
        return cast("Any", value).get("displayValue") if isinstance(value, dict) else value

    return {
        (one.get("track", ""), one["path"], one.get("control", "")): (word(one["before"]), word(one["after"]))
        for one in compared["differences"]
    }


def at(thing: Any, place: str) -> Any:
    """What stands at a place like `devices[0].parameters[1]`."""
    for step in place.split("."):
        name, _, number = step.rstrip("]").partition("[")
        thing = getattr(thing, name)
        thing = thing[int(number)] if number else thing
    return thing


def said(on: Rig, place: str, value: float) -> tuple[str, str]:
    """Live's words for a value of a control of the kit, and for the one that it has."""

    def asks(song: Any) -> tuple[str, str]:
        control = at(song.tracks[1], place)
        return control.str_for_value(value), str(control)

    return on.person(asks)


KIT_WORDS = {
    ("devices[0].parameters[1]", 64.0): ("device-0", "Macro 1"),
    ("devices[0].chains[0].mixer_device.volume", 0.85): ("device-0/chain-0", "volume"),
}
TRACK_WORDS = {
    ("mixer_device.volume", 0.82): ("", "volume"),
    ("mixer_device.sends[1]", 0.0): ("", "send-1"),
}


@pytest.mark.parametrize("family", CAPTURES)
def test_what_is_kept_is_compared_with_live_in_one_round_trip_with_both_words(
    on: Rig, asked: list[list[str]], family: str
) -> None:
    kept = captured(on, family)
    on.person(edit)
    on.tick(3)
    live = {"live": [*CAPTURES[family][1].values()][-1]}
    asked.clear()
    compared = on.call("diff_snapshots", before=kept, after=live)
    assert asked == [[{"device-chain": "chain", "device-parameters": "chain"}.get(family, family.replace("-", "_"))]]
    assert (compared["sameTopology"], compared["comparedFormat"]) == (True, compared["after"]["format"])
    found = shown(compared)
    track = KIT if family == "group-system" else ""
    expected = dict(KIT_WORDS) if family != "device-parameters" else dict([*KIT_WORDS.items()][:1])
    expected |= TRACK_WORDS if family in ("track-state", "group-system") else {}
    for (place, value), (path, control) in expected.items():
        assert found[track, path, control] == said(on, place, value)
    assert asked[1:] == []
    turned = shown(on.call("diff_snapshots", before=live, after=kept))
    assert turned == {key: (after, before) for key, (before, after) in found.items()}


def test_names_routing_and_monitoring_of_a_track_are_told_in_words(on: Rig) -> None:
    kept = captured(on, "track-state")
    on.person(edit)
    compared = on.call("diff_snapshots", before=kept, after={"live": KIT})
    found = shown(compared)
    assert found["", "", "name"] == ("Kit", "Kit 2")
    assert found["", "", "monitoring"] == ("Auto", "In")
    output = on.person(lambda song: song.tracks[1].output_routing_type.display_name)
    assert found["", "", "outputTypeId"] == ("Drums", output)
    (send,) = [one for one in compared["differences"] if one["control"] == "send-1"]
    assert send["to"] == "B-Delay"
    assert '  send-1 "B-Delay": ' in compared["text"]
    assert compared["text"].splitlines()[1] == 'owner "Kit"'


def test_a_group_is_compared_track_by_track(on: Rig) -> None:
    kept = captured(on, "group-system")
    on.person(edit)
    compared = on.call("diff_snapshots", before=kept, after={"live": "track-0"})
    tracks = [(one["track"], one["trackName"]) for one in compared["differences"]]
    assert [*dict.fromkeys(tracks)] == [("track-1", "Kit"), ("track-2", "Percussion")]
    assert 'track-2 "Percussion"\n  pan: ' in compared["text"]


def test_tracks_that_came_went_and_moved_are_told_by_name_and_the_rest_is_still_compared(
    on: Rig, asked: list[list[str]]
) -> None:
    group = held(on, captured(on, "group-system"))
    drums, kit, percussion = group["tracks"]
    shaker = json.loads(json.dumps(percussion))
    shaker["sourceTrackId"], shaker["snapshot"]["track"]["name"] = "track-9", "Shaker"
    percussion["sourceTrackId"], kit["sourceTrackId"] = kit["sourceTrackId"], percussion["sourceTrackId"]
    percussion["snapshot"]["mixer"]["pan"] = -0.5
    asked.clear()
    compared = on.call(
        "diff_snapshots", before=group | {"tracks": [drums, percussion, kit, shaker]}, after={"live": "track-0"}
    )
    topology = [
        (one["kind"], one["track"], one.get("afterTrack"), one["name"])
        for one in compared["differences"]
        if one["kind"] in TOPOLOGY
    ]
    assert ("track_removed", "track-9", None, "Shaker") in topology
    assert [one for one in topology if one[0] == "track_moved"] in (
        [("track_moved", "track-1", "track-2", "Percussion")],
        [("track_moved", "track-2", "track-1", "Kit")],
    )
    assert len(topology) == 2
    assert asked == [["group_system"]] * 2  # what stood beside the first look was of other tracks
    now = on.person(lambda song: str(song.tracks[2].mixer_device.panning))
    was = on.person(lambda song: song.tracks[2].mixer_device.panning.str_for_value(-0.5))
    assert shown(compared)["track-1", "", "pan"] == (was, now)
    assert "(now track-2)" in compared["text"]


def test_two_live_tracks_are_compared_with_a_word_for_every_value(on: Rig, asked: list[list[str]]) -> None:
    on.person(edit)
    asked.clear()
    compared = on.call("diff_snapshots", before={"live": KIT, "kind": "track-state"}, after={"live": "track-2"})
    assert asked == [["track_state", "track_state"]] * 2
    levels = [one for one in compared["differences"] if one.get("control") in ("volume", "pan", "send-0")]
    assert len(levels) == 3
    for one in levels:
        place = {"volume": "volume", "pan": "panning", "send-0": "sends[0]"}[one["control"]]
        for side, track in (("before", 1), ("after", 2)):
            said = on.person(lambda song, track=track, place=place: str(at(song.tracks[track].mixer_device, place)))
            assert one[side]["displayValue"] == said


def test_the_mixers_of_two_returns_speak_lives_words(on: Rig) -> None:
    on.person(lambda song: setattr(song.return_tracks[0].mixer_device.volume, "value", 0.25))
    compared = on.call("diff_snapshots", before={"live": "return-0"}, after={"live": "return-1"})
    said = [on.person(lambda song, n=n: str(song.return_tracks[n].mixer_device.volume)) for n in (0, 1)]
    assert shown(compared)["", "", "volume"] == tuple(said)


@pytest.mark.parametrize(
    ("before", "after", "code", "path"),
    [
        ("track-state", "device-chain", "does_not_fit", "/after"),
        ("group-system", {"live": "track-0", "kind": "track-state"}, "does_not_fit", "/after"),
        ("device-parameters", {"live": KIT}, "invalid_arguments", "/after/live"),
        ("track-state", {"live": "master"}, "invalid_arguments", "/after/live"),
        ("device-chain", {"live": KIT, "kind": "sample"}, "invalid_arguments", "/after/live"),
        ("group-system", {"live": "track-3"}, None, "/after/live"),
    ],
)
def test_two_families_are_refused_and_an_id_of_another_kind_at_its_place(
    on: Rig, before: str, after: Any, code: str | None, path: str
) -> None:
    other = captured(on, after) if isinstance(after, str) else after
    refused = on.call("diff_snapshots", before=captured(on, before), after=other)
    assert refused.is_error
    assert code in (None, refused.code)
    assert refused["error"]["path"] == path


# --- device chains by name -------------------------------------------------------------------------------------------


def test_after_a_recall_there_is_no_difference_left(on: Rig) -> None:
    save(on)
    turn(on)
    assert not on.call("diff_snapshots", before="Kit-A", after={"live": KIT})["same"]
    on.apply("recall_device_chain_snapshot", trackId=KIT, snapshot="Kit-A")
    compared = on.call("diff_snapshots", before="Kit-A", after={"live": KIT})
    assert (compared["same"], compared["stateVersion"]) == (True, on.version())


def test_other_devices_are_told_as_topology_and_nothing_is_changed(on: Rig) -> None:
    save(on)
    before = on.digest()
    compared = on.call("diff_snapshots", before={"live": "track-3"}, after="Kit-A")
    assert not compared["sameTopology"]
    topology = [one for one in compared["differences"] if one["kind"] in TOPOLOGY]
    assert len(topology) == compared["counts"]["topology"] > 0
    assert on.call("diff_snapshots", before={"live": "return-0"}, after={"live": "master"}).code == ""
    assert on.digest() == before


def test_an_answer_without_words_stands_where_live_moves_on_between_the_looks(
    on: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    on.person(lambda song: setattr(song.return_tracks[0].mixer_device.volume, "value", 0.25))
    observe = Bridge.observe
    asked: list[int] = []

    async def moved_in_between(bridge: Bridge, looks: Any, **more: Any) -> Any:
        asked.append(len(looks))
        if asked.count(2) == 2:
            on.person(lambda song: song.create_scene(-1))
        return await observe(bridge, looks, **more)

    monkeypatch.setattr(Bridge, "observe", moved_in_between)
    compared = on.call("diff_snapshots", before={"live": "return-0"}, after={"live": "return-1"})
    assert asked.count(2) == 2
    (volume,) = [one for one in compared["differences"] if one.get("control") == "volume"]
    assert volume["before"] == 0.25


def turn_everything(song: Any, track: int) -> None:
    """A person turns every control of every device of a track, as far as Live lets them."""

    def turned(device: Any) -> None:
        for parameter in device.parameters:
            if parameter.is_enabled and parameter.name != "Device On":
                parameter.value = parameter.max if parameter.value != parameter.max else parameter.min
        for chain in device.chains if device.can_have_chains else ():
            for inner in chain.devices:
                turned(inner)

    for device in song.tracks[track].devices:
        turned(device)


def test_a_thousand_differences_come_in_pages_that_stay_small(on: Rig) -> None:
    save(on)
    on.person(lambda song: turn_everything(song, 1))
    on.tick(3)
    found: list[tuple[str, str]] = []
    offset, total = 0, 0
    while offset is not None:
        page = on.call("diff_snapshots", before={"live": KIT}, after="Kit-A", offset=offset)
        assert len(json.dumps(page.body, ensure_ascii=False).encode()) < 62_000
        found += [(one["path"], one["parameterId"]) for one in page["differences"]]
        offset = page["nextOffset"]
        total = page["total"]
    assert len(found) == len(set(found)) == total > 1000


def test_a_comparison_tells_what_the_plan_of_a_recall_then_changes(on: Rig) -> None:
    save(on, trackId="track-3")
    on.person(lambda song: turn_everything(song, 3))
    on.person(lambda song: setattr(song.tracks[3].devices[0], "name", "Renamed"))
    compared = on.call("diff_snapshots", before={"live": "track-3"}, after="Kit-A")
    planned = on.plan("recall_device_chain_snapshot", trackId="track-3", snapshot="Kit-A")["plan"]
    assert compared["nextOffset"] is None
    told = {
        (f"track-3:{one['path']} {one.get('parameterId', '')} {one['control']}".replace("  ", " "), bare(one["after"]))
        for one in compared["differences"]
    }
    changes: list[dict[str, Any]] = planned["changes"]
    assert len(told) == len(changes) > 20
    assert {(one["what"], bare(one["after"])) for one in changes} == told


def bare(value: Any) -> object:
    """A value without its word."""
    return cast("dict[str, object]", value)["value"] if isinstance(value, dict) else value
