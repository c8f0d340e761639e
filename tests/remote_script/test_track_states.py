"""Tracks, groups and single devices as snapshots need them, and what devices look like by digest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

import value_rows
from countin._remote_script.Countin import wire
from countin._remote_script.Countin.layouts import Layouts
from countin._remote_script.Countin.reading import finish
from countin._remote_script.Countin.rows import codec
from countin.sim.document import SceneDocument, SetDocument, TrackDocument
from script_stage import Client, MakeStage, Refused, Stage


@pytest.fixture
def kit(demo: Stage) -> Client:
    return demo.client()


def state(client: Client, track: int, level: int = 4) -> wire.TrackState:
    """A track."""
    return client.see(wire.TRACK_STATE, wire.TrackStateAsked(f"track-{track}", level))


def seen_by_a_person(song: Any, place: int) -> dict[str, Any]:
    """The same through `Live` alone."""
    track = song.tracks[place]
    mixer = track.mixer_device
    return {
        "name": track.name,
        "volume": mixer.volume.value,
        "pan": mixer.panning.value,
        "mute": track.mute,
        "solo": track.solo,
        "sends": [(other.name, send.value) for other, send in zip(song.return_tracks, mixer.sends, strict=True)],
        "routes": [
            getattr(track, f"{side}_routing_{part}").display_name
            for side in ("input", "output")
            for part in ("type", "channel")
        ],
        "offered": [
            [choice.display_name for choice in getattr(track, f"available_{side}_routing_{part}s")]
            for side in ("input", "output")
            for part in ("type", "channel")
        ],
        "monitoring": -1 if track.is_foldable else track.current_monitoring_state,
    }


def told(row: wire.TrackState) -> dict[str, Any]:
    """A captured track in the same words."""
    routes = (row.input_type, row.input_channel, row.output_type, row.output_channel)
    return {
        "name": row.name,
        "volume": wire.real_level(row.volume),
        "pan": wire.real_level(row.pan),
        "mute": row.mute,
        "solo": row.solo,
        "sends": [(send.name, wire.real_level(send.level)) for send in row.sends],
        "routes": [route.id for route in routes],
        "offered": [[choice.name for choice in route.choices] for route in routes],
        "monitoring": row.monitoring,
    }


def test_a_track_is_told_with_mixer_sends_routing_monitoring_and_group(demo: Stage, kit: Client) -> None:
    rows = kit.see(wire.TRACKS).rows
    for place, row in enumerate(rows):
        found = state(kit, place)
        assert told(found) == demo.person(lambda song, place=place: seen_by_a_person(song, place))
        assert (found.id, found.kind, found.group) == (f"track-{place}", row.kind, row.group)
        assert found.chain == kit.see(wire.CHAIN, wire.ChainAsked(f"track-{place}", 4))
    assert {row.kind for row in rows} == {"group", "midi", "audio"}
    assert any(state(kit, place).sends for place in range(len(rows)))


def choose(track: Any, member: str, place: int) -> None:
    """One of the choices that a routing has."""
    setattr(track, member, getattr(track, f"available_{member}s")[place])


HELD: tuple[Callable[[Any], Any], ...] = (
    lambda song: setattr(song.tracks[3], "name", "By hand"),
    lambda song: setattr(song.tracks[3], "mute", True),
    lambda song: setattr(song.tracks[3], "solo", True),
    lambda song: setattr(song.tracks[3].mixer_device.volume, "value", 0.1),
    lambda song: setattr(song.tracks[3].mixer_device.panning, "value", 0.1),
    lambda song: setattr(song.tracks[3].mixer_device.sends[1], "value", 0.1),
    lambda song: setattr(song.tracks[3], "current_monitoring_state", 2),
    lambda song: choose(song.tracks[3], "input_routing_type", 1),
    lambda song: choose(song.tracks[3], "input_routing_channel", 2),
    lambda song: choose(song.tracks[3], "output_routing_type", -1),
    lambda song: setattr(song.tracks[3].devices[0].parameters[0], "value", 0.0),
    lambda song: setattr(song.return_tracks[0], "name", "Hall"),
)


@pytest.mark.parametrize("act", HELD)
def test_each_of_them_is_guarded(demo: Stage, kit: Client, act: Any) -> None:
    asked = (wire.TRACK_STATE, wire.TrackStateAsked("track-3", 1))
    before = kit.look(asked)
    demo.person(act)
    assert kit.look(asked).digests != before.digests


NOT_HELD: tuple[Callable[[Any], Any], ...] = (
    lambda song: setattr(song.tracks[3], "color_index", 9),
    lambda song: setattr(song.tracks[4], "mute", True),
    lambda song: setattr(song.tracks[5], "name", "By hand"),
    lambda song: song.start_playing(),
)


@pytest.mark.parametrize("act", NOT_HELD)
def test_what_a_snapshot_does_not_hold_is_not_guarded(demo: Stage, kit: Client, act: Any) -> None:
    asked = (wire.TRACK_STATE, wire.TrackStateAsked("track-3", 4))
    before = kit.look(asked)
    demo.person(act)
    assert kit.look(asked).digests == before.digests


def nested_groups() -> SetDocument:
    """A group in a group, tracks at both depths, and one behind them that sits in none."""
    sends = (0.2,)
    return SetDocument(
        tracks=(
            TrackDocument("midi", "Before", sends=sends),
            TrackDocument("group", "Outer", sends=sends),
            TrackDocument("midi", "One", group=1, sends=sends),
            TrackDocument("group", "Inner", group=1, sends=sends),
            TrackDocument("audio", "Two", group=3, sends=sends),
            TrackDocument("midi", "Three", group=1, sends=sends),
            TrackDocument("midi", "After", sends=sends),
        ),
        returns=(TrackDocument("return", "Verb"),),
        main=TrackDocument("main"),
        scenes=(SceneDocument(),),
    )


@pytest.mark.parametrize(("root", "members"), [(1, (1, 2, 3, 4, 5)), (3, (3, 4))])
def test_a_group_is_told_with_all_that_sits_in_it_at_any_depth(
    make_stage: MakeStage, root: int, members: tuple[int, ...]
) -> None:
    client = make_stage(nested_groups()).client()
    row = client.see(wire.GROUP_SYSTEM, wire.TrackStateAsked(f"track-{root}", 4))
    assert [track.id for track in row.tracks] == [f"track-{place}" for place in members]
    assert list(row.tracks) == [state(client, place) for place in members]
    groups = {track.name: track.group for track in row.tracks}
    assert groups["Two"] == 3
    assert groups.get("One", 1) == 1


def test_a_group_of_more_tracks_than_a_snapshot_holds_is_too_large(make_stage: MakeStage) -> None:
    members = tuple(TrackDocument("midi", f"T{place}", group=0) for place in range(128))
    document = SetDocument(
        tracks=(TrackDocument("group", "All"), *members),
        returns=(),
        main=TrackDocument("main"),
        scenes=(SceneDocument(),),
    )
    client = make_stage(document).client()
    with pytest.raises(Refused, match="128 tracks; at most 127") as refusal:
        client.see(wire.GROUP_SYSTEM, wire.TrackStateAsked("track-0", 1))
    assert refusal.value.code == "too_large"


@pytest.mark.parametrize(
    ("kind", "asked", "code", "argument"),
    [
        (wire.TRACK_STATE, wire.TrackStateAsked("track-99", 1), "not_found", "track"),
        (wire.TRACK_STATE, wire.TrackStateAsked("return-0", 1), "invalid_arguments", "track"),
        (wire.TRACK_STATE, wire.TrackStateAsked("master", 1), "invalid_arguments", "track"),
        (wire.TRACK_STATE, wire.TrackStateAsked("?", 1), "invalid_arguments", "track"),
        (wire.TRACK_STATE, wire.TrackStateAsked("track-0", 0), "invalid_arguments", "level"),
        (wire.TRACK_STATE, wire.TrackStateAsked("track-0", 5), "invalid_arguments", "level"),
        (wire.GROUP_SYSTEM, wire.TrackStateAsked("track-1", 1), "does_not_fit", "track"),
        (wire.CHAIN, wire.ChainAsked("track-0", 1, "track-1:device-0"), "invalid_arguments", "device"),
        (wire.CHAIN, wire.ChainAsked("track-0", 1, "track-0:device-99"), "not_found", "device"),
        (wire.CHAIN, wire.ChainAsked("track-0", 1, "track-0"), "invalid_arguments", "device"),
    ],
)  # fmt: skip
def test_what_cannot_be_captured_is_refused_by_name(
    kit: Client, kind: wire.Observation[Any, Any], asked: Any, code: str, argument: str
) -> None:
    with pytest.raises(Refused) as refusal:
        kit.see(kind, asked)
    assert (refusal.value.code, refusal.value.head["argument"]) == (code, argument)


# -- one device alone -----------------------------------------------------------------------------------------------


def test_a_device_alone_is_what_it_is_in_its_chain_without_what_is_in_it(kit: Client) -> None:
    whole = kit.see(wire.CHAIN, wire.ChainAsked("track-1", 4))
    values, start = value_rows.column(whole), 0
    for device in whole.devices[:6]:
        alone = kit.see(wire.CHAIN, wire.ChainAsked("track-1", 1, device.id))
        assert [one.id for one in alone.devices] == [device.id]
        assert alone.devices[0].pointer == device.pointer
        assert value_rows.column(alone) == values[start : start + device.parameters]
        assert (alone.chains, alone.pads, alone.mixer) == ((), (), None)
        start += device.parameters


def test_a_device_alone_is_not_moved_by_what_is_beside_or_in_it(demo: Stage, kit: Client) -> None:
    asked = (wire.CHAIN, wire.ChainAsked("track-1", 1, "track-1:device-0"))
    before = kit.look(asked)

    def beside(song: Any) -> None:
        song.tracks[1].devices[1].parameters[1].value = 0.3
        song.tracks[1].devices[0].chains[0].mixer_device.volume.value = 0.3

    demo.person(beside)
    assert kit.look(asked).digests == before.digests
    demo.person(lambda song: setattr(song.tracks[1].devices[0].parameters[9], "value", 3.0))
    assert kit.look(asked).digests != before.digests


# -- layouts --------------------------------------------------------------------------------------------------------


def test_layouts_are_told_by_digest_and_unknown_ones_are_empty(kit: Client) -> None:
    chain = kit.see(wire.CHAIN, wire.ChainAsked("track-1", 4))
    digests = value_rows.digests(chain)
    asked = (*digests, b"?" * 32, b"", digests[0])
    layouts = kit.see(wire.LAYOUTS, wire.LayoutsAsked(asked)).layouts
    assert [hashlib.sha256(one).digest() for one in layouts[: len(digests)]] == digests
    assert layouts[len(digests) :] == (b"", b"", layouts[0])


class Parameter:
    """As much of a parameter as a layout is read from."""

    def __init__(self, name: str, maximum: float = 1.0, items: tuple[str, ...] = (), value: float = 0.0) -> None:
        self.name = self.original_name = name
        self.min, self.max, self.value = 0.0, maximum, value
        self.is_quantized, self.value_items = bool(items), items


def layout_of(layouts: Layouts, parameters: list[Any], device: int = 7, *, names_may_change: bool = False) -> Any:
    """Read, as a capture does."""
    values = [parameter.value for parameter in parameters]
    pointers = tuple(range(len(parameters)))
    known = finish(layouts.of(device, parameters, pointers, values, names_may_change))
    return codec(wire.Layout).unpack(known.packed)


def test_a_mode_that_gives_its_device_other_ranges_is_seen_and_the_first_is_found_again() -> None:
    layouts = Layouts()
    mode, time = Parameter("Mode", 1.0, ("Time", "Sync")), Parameter("Time", 300.0)
    first = layout_of(layouts, [mode, time])
    mode.value, time.max = 1.0, 16.0
    second = layout_of(layouts, [mode, time])
    assert (first.rows[1].maximum, second.rows[1].maximum) == (300.0, 16.0)
    mode.value, time.max = 0.0, 300.0
    assert layout_of(layouts, [mode, time]) == first
    digests = [hashlib.sha256(codec(wire.Layout).guard_bytes(one)).digest() for one in (first, second)]
    assert all(layouts.by_digest(digest) is not None for digest in digests)


def test_a_layout_is_not_read_again_for_another_value_and_for_another_name_only_where_names_may_change() -> None:
    layouts = Layouts()
    mode, level = Parameter("Mode", 1.0, ("A", "B")), Parameter("Level")
    first = layout_of(layouts, [mode, level])
    level.value, level.name = 0.5, "Cutoff"
    assert layout_of(layouts, [mode, level]) == first
    assert layout_of(layouts, [mode, level], names_may_change=True).rows[1].name == "Cutoff"


def test_two_devices_that_look_alike_have_one_layout_and_two_that_do_not_have_two() -> None:
    layouts = Layouts()
    same = [layout_of(layouts, [Parameter("Level")], device) for device in (1, 2)]
    other = layout_of(layouts, [Parameter("Drive")], 3)
    assert same[0] == same[1] != other
    assert layout_of(layouts, [Parameter("Level")], 1) == same[0]


def test_what_is_forgotten_is_read_again() -> None:
    layouts = Layouts()
    level = Parameter("Level")
    layout_of(layouts, [level])
    level.max = 2.0
    assert layout_of(layouts, [level]).rows[0].maximum == 1.0
    layouts.forget(7)
    assert layout_of(layouts, [level]).rows[0].maximum == 2.0
