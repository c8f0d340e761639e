"""What is read from Live is what stands there, at one moment, cut to what was asked."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

import value_rows
from countin._remote_script.Countin import wire
from countin._remote_script.Countin.rows import codec
from countin.sim.demo import demo_set
from script_stage import Client, MakeStage, Refused, Stage


@pytest.fixture
def kit(demo: Stage) -> Client:
    return demo.client()


def group(client: Client) -> str:
    """The first group track."""
    rows = client.see(wire.TRACKS, wire.Nothing()).rows
    return f"track-{next(place for place, row in enumerate(rows) if row.kind == 'group')}"


def test_every_kind_can_be_read_in_one_request_and_in_one_callback(kit: Client) -> None:
    everything = [
        (wire.STATE, wire.Nothing()),
        (wire.HISTORY, wire.Nothing()),
        (wire.TRACKS, wire.Nothing()),
        (wire.TRACK_IDENTITY, wire.TrackAsked(1)),
        (wire.SET_MIXER, wire.Nothing()),
        (wire.SCENES, wire.Window(0, -1)),
        (wire.SLOTS, wire.TrackWindow(1, 0, -1)),
        (wire.ARRANGEMENT, wire.TrackSpan(1, 0.0, -1.0)),
        (wire.DEVICES, wire.OwnerAsked("track-1")),
        (wire.PARAMETERS, wire.DeviceAsked("track-1:device-0")),
        (wire.CHAIN, wire.ChainAsked("track-1", 4)),
        (wire.BROWSER_ROOT_LIST, wire.Nothing()),
        (wire.BROWSER_ITEMS, wire.BrowserAsked("drums", (), 0, 10)),
        (wire.TRACK_STATE, wire.TrackStateAsked("track-1", 4)),
        (wire.GROUP_SYSTEM, wire.TrackStateAsked(group(kit), 4)),
        (wire.LAYOUTS, wire.LayoutsAsked((b"?" * 32,))),
    ]
    assert {kind for kind, _ in everything} == set(wire.OBSERVATIONS)
    seen = kit.look(*everything)
    assert [type(row) for row in seen.rows] == [kind.row.make.__self__ for kind, _ in everything]  # type: ignore[attr-defined]
    assert seen.head["instance"] == kit.instance
    assert seen.head["liveVersion"] == "12.3.6"


def test_tracks_are_told_with_their_kind_group_and_fold(demo: Stage, kit: Client) -> None:
    rows = kit.see(wire.TRACKS).rows
    names = demo.person(lambda song: [track.name for track in song.tracks])
    assert [row.name for row in rows] == names
    groups = [place for place, row in enumerate(rows) if row.kind == "group"]
    assert groups
    assert all(rows[place].folded in (0, 1) and not rows[place].can_be_armed for place in groups)
    assert any(row.group == groups[0] for row in rows)
    assert len({row.pointer for row in rows}) == len(rows)


@pytest.mark.parametrize(
    ("window", "places"),
    [((0, -1), range(8)), ((2, 3), range(2, 5)), ((-1, 2), range(1)), ((7, 5), range(7, 8)), ((8, 1), range(0)),
     ((3, 0), range(0)), ((-5, 2), range(0)), ((50, -1), range(0))],
)  # fmt: skip
def test_a_window_holds_the_scenes_that_are_there(client: Client, window: tuple[int, int], places: range) -> None:
    everything = client.see(wire.SCENES, wire.Window(0, -1))
    part = client.see(wire.SCENES, wire.Window(*window))
    assert part.rows == tuple(everything.rows[place] for place in places)
    assert part.total == 8


def test_an_override_that_is_off_is_none(stage: Stage, client: Client) -> None:
    def override(song: Any) -> None:
        song.scenes[1].tempo = 99.0

    stage.person(override)
    rows = client.see(wire.SCENES, wire.Window(0, 2)).rows
    assert (rows[0].tempo, rows[1].tempo) == (None, 99.0)
    assert rows[0].signature_numerator is None


def test_slots_tell_their_clips(demo: Stage, kit: Client) -> None:
    for track in range(7):
        row = kit.see(wire.SLOTS, wire.TrackWindow(track, 0, -1))
        slots = demo.person(lambda song, track=track: [slot.has_clip for slot in song.tracks[track].clip_slots])
        assert [bool(slot.clip_pointer) for slot in row.rows] == slots
        assert all((slot.unit == "") == (slot.clip_pointer == 0) for slot in row.rows)


def test_an_arrangement_span_holds_what_overlaps_it(demo: Stage, kit: Client) -> None:
    track = next(place for place in range(7) if kit.see(wire.ARRANGEMENT, wire.TrackSpan(place, 0.0, -1.0)).total > 1)
    whole = kit.see(wire.ARRANGEMENT, wire.TrackSpan(track, 0.0, -1.0)).rows
    first = whole[0]
    assert kit.see(wire.ARRANGEMENT, wire.TrackSpan(track, first.end, -1.0)).rows == whole[1:]
    assert kit.see(wire.ARRANGEMENT, wire.TrackSpan(track, first.start, first.end)).rows == whole[:1]
    assert kit.see(wire.ARRANGEMENT, wire.TrackSpan(track, 0.0, first.start)).rows == ()
    assert [row.place for row in whole] == [*range(len(whole))]


@pytest.mark.parametrize(
    ("kind", "arguments", "code", "argument"),
    [
        (wire.TRACK_IDENTITY, wire.TrackAsked(99), "not_found", "track"),
        (wire.TRACK_IDENTITY, wire.TrackAsked(-1), "not_found", "track"),
        (wire.SLOTS, wire.TrackWindow(4, 0, 1), "not_found", "track"),
        (wire.ARRANGEMENT, wire.TrackSpan(0, float("nan"), 1.0), "invalid_arguments", "start"),
        (wire.DEVICES, wire.OwnerAsked("track-9"), "not_found", "owner"),
        (wire.DEVICES, wire.OwnerAsked("return-2"), "not_found", "owner"),
        (wire.DEVICES, wire.OwnerAsked("scene-1"), "invalid_arguments", "owner"),
        (wire.PARAMETERS, wire.DeviceAsked("track-0:device-0"), "not_found", "device"),
        (wire.PARAMETERS, wire.DeviceAsked("return-0:device-0/chain-0/device-0"), "not_found", "device"),
        (wire.PARAMETERS, wire.DeviceAsked("track-0"), "invalid_arguments", "device"),
        (wire.CHAIN, wire.ChainAsked("track-0", 0), "invalid_arguments", "level"),
        (wire.CHAIN, wire.ChainAsked("track-0", 7), "invalid_arguments", "level"),
        (wire.CHAIN, wire.ChainAsked("nothing", 1), "invalid_arguments", "owner"),
        (wire.BROWSER_ITEMS, wire.BrowserAsked("nowhere", (), 0, 1), "invalid_arguments", "root"),
        (wire.BROWSER_ITEMS, wire.BrowserAsked("drums", (), -1, 1), "invalid_arguments", "offset"),
        (wire.BROWSER_ITEMS, wire.BrowserAsked("drums", (), 0, 0), "invalid_arguments", "limit"),
        (wire.BROWSER_ITEMS, wire.BrowserAsked("drums", (), 0, 201), "invalid_arguments", "limit"),
        (wire.BROWSER_ITEMS, wire.BrowserAsked("drums", ("no such kit",), 0, 1), "not_found", "path"),
        (wire.BROWSER_ITEMS, wire.BrowserAsked("hotswap_target", (), 0, 1), "unsupported_by_live", "root"),
    ],
)  # fmt: skip
def test_arguments_outside_their_bounds_are_refused_by_name(
    client: Client, kind: wire.Observation[Any, Any], arguments: Any, code: str, argument: str
) -> None:
    with pytest.raises(Refused) as refusal:
        client.see(kind, arguments)
    assert (refusal.value.code, refusal.value.head["argument"]) == (code, argument)


# -- captures -------------------------------------------------------------------------------------------------------


def test_a_capture_is_cut_to_its_level(kit: Client) -> None:
    rows = {level: kit.see(wire.CHAIN, wire.ChainAsked("track-1", level)) for level in range(1, 7)}
    rack = rows[1].devices[0]
    assert (rack.chains, rack.return_chains, rack.pads) == (-1, -1, -1)
    assert not rows[1].chains
    assert all("/" not in device.id for device in rows[1].devices)
    assert rows[2].chains
    assert all(chain.has == 0 and chain.volume == 0 for chain in rows[2].chains)
    assert len(rows[2].devices) > len(rows[1].devices)
    assert all(chain.has & wire.VOLUME for chain in rows[3].chains if not chain.is_return)
    assert not rows[3].pads
    assert len(rows[4].pads) == rows[4].devices[0].pads == 16
    assert rows[5] == rows[6] == rows[4]


def test_the_columns_are_the_parameters_of_all_devices_depth_first(kit: Client) -> None:
    chain = kit.see(wire.CHAIN, wire.ChainAsked("track-1", 4))
    values = value_rows.column(chain)
    assert len(values) == len(chain.flags) == sum(device.parameters for device in chain.devices)
    loose = {entry.place: entry.value for entry in chain.loose}
    place = 0
    for device in chain.devices:
        seen = kit.see(wire.PARAMETERS, wire.DeviceAsked(device.id))
        looks = value_rows.layout(kit, chain, device).rows
        assert len(looks) == len(seen.rows) == device.parameters
        for row, look in zip(seen.rows, looks, strict=True):
            assert (look.name, look.minimum, look.maximum, look.items) == (
                row.name,
                row.minimum,
                row.maximum,
                row.items,
            )
            assert bool(chain.flags[place] & wire.ENABLED) == row.enabled
            assert values[place] == row.value
            assert loose.get(place, values[place]) == row.now
            place += 1


def test_devices_that_look_alike_share_a_layout(kit: Client) -> None:
    chain = kit.see(wire.CHAIN, wire.ChainAsked("track-1", 4))
    digests = value_rows.digests(chain)
    assert len(digests) < len(chain.devices)
    assert len({*digests}) == len(digests)


def test_a_second_capture_sees_every_change_and_nothing_else(demo: Stage, kit: Client) -> None:
    first = kit.see(wire.CHAIN, wire.ChainAsked("track-0", 4))
    assert kit.see(wire.CHAIN, wire.ChainAsked("track-0", 4)) == first

    def turn(song: Any) -> None:
        song.tracks[0].devices[0].parameters[1].value = 0.25
        song.tracks[0].devices[0].name = "Renamed"

    demo.person(turn)
    second = kit.see(wire.CHAIN, wire.ChainAsked("track-0", 4))
    assert value_rows.column(second)[1] == 0.25
    assert second.devices[0].name == "Renamed"
    assert second.layouts == first.layouts


def test_mapped_parameters_are_masked_and_still_shown(kit: Client) -> None:
    chains: list[wire.Chain] = [kit.see(wire.CHAIN, wire.ChainAsked(f"track-{track}", 4)) for track in range(7)]
    masked = [
        (chain, entry) for chain in chains for entry in chain.loose if not chain.flags[entry.place] & wire.ENABLED
    ]
    assert len(masked) >= 8
    assert all(value_rows.column(chain)[entry.place] == 0 for chain, entry in masked)
    assert any(device.has_mappings for chain in chains for device in chain.devices)


def test_owner_mixers_belong_to_the_captures_of_returns_and_the_master(kit: Client) -> None:
    assert kit.see(wire.CHAIN, wire.ChainAsked("return-0", 4)).mixer is None
    mixer = kit.see(wire.CHAIN, wire.ChainAsked("return-0", 5)).mixer
    assert mixer is not None
    assert (mixer.cue_volume, mixer.crossfader) == (None, None)
    assert mixer.mute is False
    assert kit.see(wire.CHAIN, wire.ChainAsked("master", 5)).mixer is None
    mixer = kit.see(wire.CHAIN, wire.ChainAsked("master", 6)).mixer
    assert mixer is not None
    assert mixer.cue_volume is not None
    assert mixer.crossfader is not None
    assert mixer.output_supported
    assert mixer.output_channel in {choice.id for choice in mixer.output_choices}
    assert (mixer.mute, mixer.solo) == (None, None)


# -- time -----------------------------------------------------------------------------------------------------------


def slow(stage: Stage, seconds: float) -> None:
    """Every look at the clock costs, as if Live were slow."""
    clock = stage.script.clock
    now = clock.now

    def later() -> float:
        clock.offset += seconds
        return now()

    clock.now = later


def test_a_read_too_long_for_one_tick_is_read_twice_and_accepted_when_both_agree(demo: Stage, kit: Client) -> None:
    quick = kit.look((wire.CHAIN, wire.ChainAsked("track-1", 4)))
    slow(demo, 0.0005)
    seen = kit.look((wire.CHAIN, wire.ChainAsked("track-1", 4)), ticks=2000)
    assert seen.digests == quick.digests
    assert seen.head["tick"] > quick.head["tick"] + 5


def test_a_value_that_moves_while_it_is_read_is_named(demo: Stage, kit: Client) -> None:
    slow(demo, 0.0005)
    turns = [0]
    turn = kit.turn

    def meddle() -> None:
        turns[0] += 1

        def move(song: Any) -> None:
            song.tracks[0].devices[0].parameters[1].value = (turns[0] % 100) / 100

        demo.person(move)
        turn()

    kit.turn = meddle
    questions = [(wire.CHAIN, wire.ChainAsked("track-0", 4)), (wire.CHAIN, wire.ChainAsked("track-1", 4))]
    with pytest.raises(Refused) as refusal:
        kit.look(*questions, ticks=5000)
    assert refusal.value.code == "observation_moving"
    assert "Drum Bus: " in refusal.value.head["message"]


def test_a_device_that_goes_while_it_is_read_does_not_end_in_an_error(demo: Stage, kit: Client) -> None:
    slow(demo, 0.0005)
    questions = [(wire.CHAIN, wire.ChainAsked("track-1", 4))]
    asking = wire.Questions(
        tuple(wire.Question(kind.code, kind.arguments.guard_bytes(arguments)) for kind, arguments in questions)
    )
    number = kit.ask("observe", {}, codec(wire.Questions).guard_bytes(asking))
    for _ in range(8):
        kit.turn()
    demo.person(lambda song: song.tracks[1].delete_device(0))
    frame = kit.answer(number, 5000)
    (answer,) = codec(wire.Answers).unpack(frame.attachment).rows
    after = kit.look(*questions)
    assert hashlib.sha256(answer.guard).digest() == after.digests[0]


def test_browser_folders_are_read_a_few_items_a_tick_whatever_the_clock_says(client: Client) -> None:
    first = client.look((wire.STATE, wire.Nothing())).head["tick"]
    seen = client.look((wire.BROWSER_ITEMS, wire.BrowserAsked("audio_effects", (), 0, 200)))
    rows = seen.rows[0].rows
    assert seen.head["tick"] - first >= len(rows) // wire.BROWSER_ITEMS_A_TICK
    assert len(rows) == min(200, seen.rows[0].total)


def test_browser_paths_are_walked_by_exact_names_and_paged(client: Client) -> None:
    roots = client.see(wire.BROWSER_ROOT_LIST).rows
    assert [row.root for row in roots] == [*wire.BROWSER_ROOTS]
    assert all(row.item is not None for row in roots if row.available)
    whole = client.see(wire.BROWSER_ITEMS, wire.BrowserAsked("instruments", (), 0, 200))
    page = client.see(wire.BROWSER_ITEMS, wire.BrowserAsked("instruments", (), 3, 4))
    assert page.rows == whole.rows[3:7]
    folder = whole.rows[0]
    below = client.see(wire.BROWSER_ITEMS, wire.BrowserAsked("instruments", (folder.name,), 0, 5))
    assert below.item == folder


def test_a_root_that_is_a_bare_list_is_wrapped(client: Client) -> None:
    roots = {row.root: row for row in client.see(wire.BROWSER_ROOT_LIST).rows}
    folders = roots["user_folders"]
    assert folders.available
    assert folders.item is not None
    assert (folders.item.name, folders.item.uri, folders.item.loadable, folders.item.folder) == (
        "User Folders", None, False, True
    )  # fmt: skip
    page = client.see(wire.BROWSER_ITEMS, wire.BrowserAsked("user_folders", (), 0, 10))
    assert page.item is None
    assert page.total == folders.children


@pytest.mark.parametrize("version", ["12.1.0", "12.2.0"])
def test_older_lives_are_read_as_far_as_they_go(make_stage: MakeStage, version: str) -> None:
    client = make_stage(demo_set(), version=version).client()
    assert client.see(wire.STATE).live_version == version
    tree = client.see(wire.DEVICES, wire.OwnerAsked("track-1"))
    assert all(chain.in_note is None for chain in tree.chains)
    capture = client.see(wire.CHAIN, wire.ChainAsked("track-1", 4))
    assert all(not chain.has & wire.NOTES for chain in capture.chains)


def test_a_failing_read_is_an_answer_and_the_next_one_works(stage: Stage, client: Client) -> None:
    stage.world.faults.raise_at_read(1, "tempo")
    with pytest.raises(Refused) as refusal:
        client.see(wire.STATE)
    assert (refusal.value.code, refusal.value.head["item"]) == ("live_refused", 0)
    assert client.see(wire.STATE).tracks == 4
