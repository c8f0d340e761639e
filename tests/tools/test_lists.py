"""Reading tools: records under the names of the `ableton-mcp` family, in pages that stay small."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from countin._remote_script.Countin import wire
from countin.declaration import Arguments, Look, Read
from countin.tools.registry import BY_NAME
from tools.looks import VERSION, decoded, level, parameter, refused, scene, seen, slot, slots, track

ANSWER_BYTES = 61_440


def answer(name: str, rows: Mapping[Look[Any, Any], tuple[Any, ...]], arguments: Arguments) -> dict[str, Any]:
    tool = BY_NAME[name]
    assert isinstance(tool, Read)
    result = tool.answer(arguments, seen(rows)).result
    assert len(msgspec.json.encode(result)) < ANSWER_BYTES
    return result


def one_look(name: str, arguments: Arguments) -> Look[Any, Any]:
    tool = BY_NAME[name]
    assert isinstance(tool, Read)
    (look,) = tool.observe(arguments, {})
    return look


def listed(name: str, row: tuple[Any, ...], **given: Any) -> dict[str, Any]:
    """The answer of a tool that takes one look."""
    arguments = decoded(name, **given)
    return answer(name, {one_look(name, arguments): row}, arguments)


def state(**changed: Any) -> wire.State:
    row = wire.State(
        name="Song",
        file_path="",
        tempo=120.0,
        signature_numerator=7,
        signature_denominator=8,
        root_note=0,
        scale_name="Major",
        tracks=3,
        returns=2,
        scenes=8,
        cue_points=0,
        live_version="12.3.5",
        is_playing=False,
        song_time=0.0,
        song_length=64.0,
        can_undo=True,
        can_redo=False,
    )
    return row._replace(**changed)


def test_the_set_at_a_glance_names_version_counts_and_meter() -> None:
    result = listed("get_live_state", state())
    assert result["stateVersion"] == VERSION
    assert result["counts"] == {"tracks": 3, "returns": 2, "scenes": 8, "cuePoints": 0}
    assert result["timeSignature"] == {"numerator": 7, "denominator": 8}
    assert result["filePath"] is None
    assert "tracks" not in result


def test_the_full_state_names_tracks_and_scenes_and_stays_small() -> None:
    arguments = decoded("get_live_state", detail="full")
    tool = BY_NAME["get_live_state"]
    assert isinstance(tool, Read)
    at_a_glance, tracks, scenes = tool.observe(arguments, {})
    rows = {
        at_a_glance: state(tracks=300, scenes=1000),
        tracks: wire.Tracks(tuple(track(place, name="x" * 250) for place in range(300))),
        scenes: wire.Scenes(tuple(scene(place, "y" * 250) for place in range(200)), 1000),
    }
    result = answer("get_live_state", rows, arguments)
    assert result["tracks"][0]["id"] == "track-0"
    assert result["scenes"][-1]["name"] == "y" * 250


def test_a_track_shows_its_group_and_that_only_groups_fold() -> None:
    rows = (track(0, "group", "Drums"), track(1, "midi", "Kick")._replace(group=0), track(2, "audio"))
    tracks = listed("list_tracks", wire.Tracks(rows))["tracks"]
    assert [each["id"] for each in tracks] == ["track-0", "track-1", "track-2"]
    assert [each["isGroup"] for each in tracks] == [True, False, False]
    assert [each["groupTrackId"] for each in tracks] == [None, "track-0", None]
    assert [each["foldState"] for each in tracks] == [0, None, None]
    assert tracks[1]["color"] == "#FF3636"


def test_hundreds_of_tracks_come_in_pages_that_meet_exactly() -> None:
    rows = wire.Tracks(tuple(track(place, name=f"Track {place} " + "ü" * 40) for place in range(700)))
    found: list[str] = []
    offset: int | None = 0
    while offset is not None:
        page = listed("list_tracks", rows, offset=offset)
        assert page["total"] == 700
        found += [each["id"] for each in page["tracks"]]
        offset = page["nextOffset"]
    assert found == [f"track-{place}" for place in range(700)]


@pytest.mark.parametrize(
    ("offset", "limit", "ids", "following"), [(0, 2, [0, 1], 2), (4, 2, [4], None), (9, 2, [], None)]
)
def test_a_page_is_as_long_as_asked_and_ends_at_the_last(
    offset: int, limit: int, ids: list[int], following: int | None
) -> None:
    page = listed("list_tracks", wire.Tracks(tuple(track(at) for at in range(5))), offset=offset, limit=limit)
    assert [each["id"] for each in page["tracks"]] == [f"track-{place}" for place in ids]
    assert page["nextOffset"] == following


def test_a_page_of_scenes_asks_live_for_no_more_than_it_shows() -> None:
    arguments = decoded("list_scenes", offset=40, limit=3)
    look = one_look("list_scenes", arguments)
    assert look.arguments == wire.Window(40, 3)
    rows = wire.Scenes(tuple(scene(place, f"S{place}") for place in (40, 41, 42)), 1000)
    result = answer("list_scenes", {look: rows}, arguments)
    assert [each["id"] for each in result["scenes"]] == ["scene-40", "scene-41", "scene-42"]
    assert (result["total"], result["nextOffset"]) == (1000, 43)


def test_overrides_of_a_scene_are_null_while_they_are_off() -> None:
    on = scene(1, "Drop")._replace(tempo=174.0, signature_numerator=3, signature_denominator=4)
    off, changed = listed("list_scenes", wire.Scenes((scene(0), on), 2))["scenes"]
    assert off["tempo"] == {"enabled": False, "bpm": None}
    assert changed["tempo"] == {"enabled": True, "bpm": 174.0}
    assert changed["timeSignature"] == {"enabled": True, "numerator": 3, "denominator": 4}


def test_a_slot_tells_beats_or_seconds_and_an_empty_one_neither() -> None:
    unwarped = slot(2, 1, 8.0, kind="audio", unit="seconds")
    result = listed("list_clips", slots(2, [slot(2, 0), unwarped, slot(2, 2, 4.0)]), trackId="track-2")
    empty, seconds, beats = result["clips"]
    assert (empty["id"], empty["hasClip"], empty["name"], empty["durationUnit"]) == (
        "track-2:clip-0",
        False,
        None,
        None,
    )
    assert (seconds["lengthBeats"], seconds["lengthSeconds"]) == (None, 8.0)
    assert (beats["lengthBeats"], beats["lengthSeconds"], beats["type"]) == (4.0, None, "midi")


def test_an_arrangement_clip_has_the_id_of_its_place_in_live() -> None:
    row = wire.ArrangementRow(7, 1, "Verse", "midi", 16.0, 24.5, False, 0)
    result = listed("list_arrangement_clips", wire.Arrangement(1001, (row,), 1), trackId="track-1")
    assert result["clips"][0]["id"] == "track-1:arrangement-clip-7"
    assert result["clips"][0]["lengthBeats"] == 8.5


@pytest.mark.parametrize("wrong", ["track-01", "track--1", "return-0", "Track-1", "track-1:clip-0", ""])
def test_an_id_that_is_no_track_is_refused_where_it_stands(wrong: str) -> None:
    with refused("invalid_arguments", "/trackId"):
        one_look("list_clips", decoded("list_clips", trackId=wrong))


def test_parameters_show_live_words_and_names_that_repeat() -> None:
    rows = (
        parameter("Device On", 1.0, items=("Off", "On")),
        parameter("Volume", 0.5, display="-12.0 dB"),
        parameter("Volume", 0.25)._replace(automation=1, value=0.0, now=0.25),
        parameter("Steps", 3.0, 0.0, 4.0, quantized=True, choices=(wire.Choice(3.0, "1/8"), wire.Choice(4.0, "1/4"))),
    )
    result = listed(
        "list_device_parameters",
        wire.Parameters(77, "Drum", rows),
        trackId="track-0",
        deviceId="track-0:device-1/chain-2/device-0",
    )
    on, loud, automated, steps = result["parameters"]
    assert on["valueItems"] == ["Off", "On"]
    assert loud["displayValue"] == "-12.0 dB"
    assert (automated["value"], automated["automation"]) == (0.25, "playing")
    assert steps["nativeChoiceLabels"][0] == {"value": 3.0, "displayValue": "1/8"}
    assert "nativeChoiceLabels" not in on
    assert result["nameAmbiguities"] == [{"name": "Volume", "parameterIds": ["parameter-1", "parameter-2"]}]


def test_a_device_of_another_owner_is_refused() -> None:
    with refused("invalid_arguments", "/deviceId"):
        arguments = decoded("list_device_parameters", trackId="track-0", deviceId="track-1:device-0")
        one_look("list_device_parameters", arguments)


def test_returns_show_their_sends_and_devices() -> None:
    tree = wire.Tree(3, (device("return-0:device-0"),), (), (), ())
    row = wire.SetMixer(
        master_pointer=1,
        master_name="Main",
        volume=level(0.85),
        pan=level(0.0, -1.0),
        cue_volume=level()._replace(enabled=False, now=0.5),
        crossfader=level(0.0, -1.0),
        output_supported=True,
        output_channel="2",
        output_choices=(wire.OutputRow("1", "1/2"), wire.OutputRow("2", "3/4")),
        returns=(
            wire.ReturnRow(2, "A-Reverb", level(0.7), level(), False, False, (level(0.0), level(0.3)), tree),
            wire.ReturnRow(3, "B-Delay", level(0.7), level(), False, False, (level(0.0), level(0.0)), tree),
        ),
    )
    result = listed("get_set_mixer", row)
    assert result["master"]["outputRouting"]["channel"] == {"id": "2", "name": "3/4"}
    assert result["master"]["cueVolume"]["value"] == 0.5  # the real one, also while something else drives it
    first = result["returns"][0]
    assert first["sends"][1]["returnTrackId"] == "return-1"
    assert first["sends"][1]["name"] == "B-Delay"
    assert first["devices"][0]["id"] == "return-0:device-0"


def device(name: str, *, rack: bool = False, pads: bool = False) -> wire.DeviceRow:
    return wire.DeviceRow(
        id=name,
        pointer=1,
        name="Rack" if rack else "Operator",
        class_name="DrumGroupDevice" if pads else "InstrumentGroupDevice" if rack else "Operator",
        class_display_name="Operator",
        type="instrument",
        active=True,
        can_have_chains=rack,
        can_have_drum_pads=pads,
        parameters=17,
        sample_path=None,
        multi_sample_mode=None,
    )


def chain(name: str) -> wire.ChainRow:
    rack = name.rpartition("/")[0]
    muted = False
    return wire.ChainRow(
        id=name,
        device=rack,
        pointer=2,
        name="Chain",
        is_return="/return-chain-" in name,
        volume=level(wire.single(0.85)),
        pan=level(0.0, -1.0),
        sends=(),
        mute=muted,
        solo=False,
        in_note=36,
        out_note=60,
        choke_group=0,
    )


def kit(pads: int, each: int) -> wire.Tree:
    """A Drum Rack on track-0: so many pads with so many devices on each, then a plain device."""
    rack = "track-0:device-0"
    chains = [chain(f"{rack}/chain-{place}") for place in range(pads)]
    inside = [device(f"{one.id}/device-{place}") for one in chains for place in range(each)]
    rows = (device(rack, rack=True, pads=True), *inside, device("track-0:device-1"))
    pad_rows = [wire.PadRow(rack, place, "Pad", False, False, (f"{rack}/chain-{place}",)) for place in range(pads)]
    return wire.Tree(9, rows, tuple(chains), tuple(pad_rows), ())


def ids_in(devices: list[dict[str, Any]]) -> list[str]:
    """Ids of whole devices, depth first; what is only repeated does not count."""
    found: list[str] = []
    for each in devices:
        if not each.get("continued"):
            found.append(each["id"])
        for one in (*each.get("chains", ()), *each.get("returnChains", ())):
            found += ids_in(one["devices"])
    return found


def test_devices_are_nested_as_in_live() -> None:
    rack = listed("list_devices", kit(2, 1), trackId="track-0")["devices"][0]
    assert [one["id"] for one in rack["chains"]] == ["track-0:device-0/chain-0", "track-0:device-0/chain-1"]
    assert rack["chains"][1]["devices"][0]["id"] == "track-0:device-0/chain-1/device-0"
    assert rack["drumPads"][1] == {
        "note": 1,
        "name": "Pad",
        "mute": False,
        "solo": False,
        "chainIds": [rack["chains"][1]["id"]],
    }
    assert rack["returnChains"] == []


@pytest.mark.parametrize("limit", [None, 7])
def test_a_full_drum_rack_comes_in_pages_that_show_every_device_once(limit: int | None) -> None:
    tree = kit(128, 3)
    found: list[str] = []
    offset: int | None = 0
    while offset is not None:
        page = listed("list_devices", tree, trackId="track-0", offset=offset, limit=limit)
        assert page["total"] == len(tree.devices)
        found += ids_in(page["devices"])
        offset = page["nextOffset"]
    assert found == [row.id for row in tree.devices]


def test_a_rack_in_a_rack_is_repeated_around_what_begins_inside_it() -> None:
    outer = device("track-0:device-0", rack=True)
    inner = device("track-0:device-0/chain-0/device-0", rack=True)
    deep = device("track-0:device-0/chain-0/device-0/return-chain-0/device-0")
    chains = (chain("track-0:device-0/chain-0"), chain("track-0:device-0/chain-0/device-0/return-chain-0"))
    tree = wire.Tree(9, (outer, inner, deep), chains, (), ())
    (repeated,) = listed("list_devices", tree, trackId="track-0", offset=2)["devices"]
    assert repeated["continued"] is True
    within = repeated["chains"][0]["devices"][0]
    assert (within["id"], within["continued"]) == (inner.id, True)
    assert within["returnChains"][0]["devices"][0]["id"] == deep.id


def test_a_folder_of_the_browser_says_how_many_and_where_it_goes_on() -> None:
    arguments = decoded("get_browser_items", root="drums", path=["Kits"], offset=10, limit=2)
    look = one_look("get_browser_items", arguments)
    assert look.arguments == wire.BrowserAsked("drums", ("Kits",), 10, 2)
    item = wire.BrowserItem("808", "query:Drums#808", True, False, True)
    page = wire.BrowserPage(wire.BrowserItem("Kits", None, False, True, False), (item, item._replace(name="909")), 40)
    result = answer("get_browser_items", {look: page}, arguments)
    assert result["children"][1]["path"] == ["Kits", "909"]
    assert (result["totalChildren"], result["nextOffset"], result["offset"]) == (40, 12, 10)


def test_long_names_in_the_browser_shorten_the_page_not_the_names() -> None:
    item = wire.BrowserItem("n" * 700, "u" * 300, True, False, False)
    result = listed("get_browser_items", wire.BrowserPage(None, (item,) * 200, 900), root="samples")
    assert 0 < len(result["children"]) < 200
    assert result["nextOffset"] == len(result["children"])


def test_every_root_of_the_browser_is_a_choice() -> None:
    for root in wire.BROWSER_ROOTS:
        assert decoded("get_browser_items", root=root) is not None
    with refused("invalid_arguments", "/root"):
        decoded("get_browser_items", root="colors")


def test_a_root_that_this_live_lacks_is_listed_as_such() -> None:
    rows = (
        wire.BrowserRoot("drums", True, wire.BrowserItem("Drums", "query:Drums", False, True, False), 12),
        wire.BrowserRoot("hotswap_target", False, None, 0),
    )
    result = listed("list_browser_roots", wire.BrowserRoots(rows))
    assert result["roots"][1] == {"root": "hotswap_target", "available": False, "item": None, "totalChildren": None}
    assert result["roots"][0]["totalChildren"] == 12
