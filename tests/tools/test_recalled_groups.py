"""Recalling a group of tracks at any depth: pairs, order of writing, one undo step, and a look beforehand."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest

from countin.sim.document import SetDocument
from rig import Rig, Told, rig
from tools.recalls import changed, nested_set, refused, whole

MEMBERS = ("track-0", "track-1", "track-2", "track-3", "track-4")
ADDRESS: dict[str, Any] = {"busTrackId": "track-0"}


@pytest.fixture
def on() -> Generator[Rig]:
    with rig(nested_set()) as made:
        yield made


def capture(on: Rig, bus: str = "track-0") -> Told:
    return on.call("capture_group_system_snapshot", busTrackId=bus)


def plan(on: Rig, snapshot: Any, **more: Any) -> Told:
    return on.plan("recall_group_system_snapshot", **(ADDRESS | {"snapshot": snapshot} | more))


def look(on: Rig, name: str, **more: Any) -> Told:
    arguments: dict[str, Any] = ADDRESS | {"name": name} | more
    return on.call("plan_group_system_recall", **arguments)


def turn_all(song: Any) -> None:
    """A person moves two things on every track, in the group and outside. Group tracks keep their names."""
    for place, track in enumerate(song.tracks):
        track.mixer_device.volume.value = 0.1 + place / 20
        if track.is_foldable:
            track.mixer_device.panning.value = 0.5
        else:
            track.name = f"Turned {place}"


# --- what is captured ------------------------------------------------------------------------------------------------


def test_a_group_is_captured_with_every_track_in_it_at_any_depth_in_lives_order(on: Rig) -> None:
    told = capture(on)
    document = whole(on, told)
    assert [track["sourceTrackId"] for track in document["tracks"]] == [*MEMBERS]
    states = [track["snapshot"]["track"] for track in document["tracks"]]
    assert [(state["name"], state["groupTrackId"]) for state in states] == [
        ("Bus", None),
        ("Left", "track-0"),
        ("Inner", "track-0"),
        ("Deep", "track-2"),
        ("Right", "track-0"),
    ]
    assert [(one["track"], one["type"]) for one in told["summary"]["tracks"]][1] == ("Left", "audio")
    inner = whole(on, capture(on, "track-2"))
    assert [track["sourceTrackId"] for track in inner["tracks"]] == ["track-2", "track-3"]
    assert inner["tracks"][1]["snapshot"] == document["tracks"][3]["snapshot"]


@pytest.mark.parametrize("bus", ["track-1", "track-5"])
def test_a_track_that_is_no_group_is_refused(on: Rig, bus: str) -> None:
    assert "no group track" in refused(capture(on, bus), "does_not_fit", "/busTrackId")


@pytest.mark.parametrize("bus", ["master", "return-0", "drums"])
def test_what_is_no_ordinary_track_is_refused(on: Rig, bus: str) -> None:
    refused(capture(on, bus), "invalid_arguments", "/busTrackId")


# --- recalling -------------------------------------------------------------------------------------------------------


def test_members_are_written_last_to_first_in_one_step_that_one_undo_takes_back(on: Rig) -> None:
    captured = capture(on)["snapshot"]
    on.person(turn_all)
    turned = on.undoable()
    planned = plan(on, captured)
    written = [what.split(" ") for what, _, _ in changed(on, planned)]
    names = [owner for owner, *control in written if control == ["name"]]
    others = [owner for owner, *control in written if control != ["name"]]
    # Names first: routings are called as the tracks that they go to.
    assert written[: len(names)] == [[owner, "name"] for owner in names]
    assert [owner for owner, _ in groupby(names)] == [one for one in reversed(MEMBERS) if one in names]
    assert [owner for owner, _ in groupby(others)] == [one for one in reversed(MEMBERS) if one in others]
    assert planned["plan"]["undoSteps"] == 1
    assert on.execute(planned).status == "applied"
    assert capture(on)["snapshot"] == captured
    assert on.person(lambda song: song.tracks[5].name) == "Turned 5"  # outside the group nothing came back
    on.person(lambda song: song.undo())
    assert on.undoable() == turned


@pytest.mark.parametrize("k", [1, 5, 10])
def test_a_failure_on_one_track_takes_back_all_tracks(on: Rig, k: int) -> None:
    captured = capture(on)["snapshot"]
    on.person(turn_all)
    before = on.undoable()
    planned = plan(on, captured)
    assert len(changed(on, planned)) == 10
    on.world.faults.raise_at_write(k)
    told = on.execute(planned)
    assert (told.code, told["error"]["rolledBack"]) == ("live_refused", True)
    assert on.undoable() == before


def test_a_group_within_goes_onto_itself_alone(on: Rig) -> None:
    captured = capture(on, "track-2")["snapshot"]
    on.person(turn_all)
    told = on.apply("recall_group_system_snapshot", busTrackId="track-2", snapshot=captured)
    assert told.status == "applied"
    assert on.person(lambda song: [track.name for track in song.tracks][:5]) == [
        "Bus",
        "Turned 1",
        "Inner",
        "Deep",
        "Turned 4",
    ]
    assert on.person(lambda song: song.tracks[0].mixer_device.panning.value) == 0.5


# --- what does not fit -----------------------------------------------------------------------------------------------


def moved(group: int | None, place: int = 4) -> SetDocument:
    """The same Set, one track in another group or in none."""
    document = nested_set()
    tracks = [*document.tracks]
    tracks[place] = replace(tracks[place], group=group)
    return replace(document, tracks=tuple(tracks))


@pytest.mark.parametrize(
    ("document", "place"),
    [(moved(None), "/tracks"), (moved(2), "/tracks/4/snapshot/track/groupTrackId")],
    ids=["left the group", "went deeper"],
)
def test_another_membership_does_not_fit(on: Rig, document: SetDocument, place: str) -> None:
    held = whole(on, capture(on))
    with rig(document) as other:
        told = plan(other, held)
        assert told.code == "does_not_fit"
        assert told["error"]["path"].startswith(f"/snapshot{place}"), told.body


def test_a_track_that_came_into_the_group_does_not_fit(on: Rig) -> None:
    held = whole(on, capture(on))
    document = nested_set()
    more = replace(document.tracks[4], name="More")
    with rig(replace(document, tracks=(*document.tracks[:5], more, *document.tracks[5:]))) as other:
        told = plan(other, held)
        assert told.code == "does_not_fit"
        assert told["error"]["path"].startswith("/snapshot/tracks")


def test_what_does_not_fit_on_one_track_is_told_with_its_place(on: Rig) -> None:
    held = whole(on, capture(on))
    held["tracks"][3]["snapshot"]["mixer"]["volume"] = 2.0
    told = plan(on, held)
    message = refused(told, "does_not_fit", "/snapshot/tracks/3/snapshot/mixer/volume")
    assert "track-3" in message


def test_a_group_whose_first_track_is_no_group_is_no_snapshot(on: Rig) -> None:
    held = whole(on, capture(on))
    held["tracks"] = held["tracks"][1:]
    told = plan(on, held)
    assert told.code == "invalid_arguments"
    assert told["error"]["path"].startswith("/snapshot/tracks/0")


# --- a mapping -------------------------------------------------------------------------------------------------------


def pairs(*places: int) -> list[dict[str, str]]:
    """Each saved track onto the one at a place."""
    return [
        {"sourceTrackId": source, "targetTrackId": f"track-{place}"}
        for source, place in zip(MEMBERS, places, strict=False)
    ]


def test_a_mapping_in_any_order_says_what_is_so_anyway(on: Rig) -> None:
    captured = capture(on)["snapshot"]
    on.person(turn_all)
    assert changed(on, plan(on, captured, mapping=pairs(0, 1, 2, 3, 4)[::-1])) == changed(on, plan(on, captured))
    assert look(on, captured, mapping=pairs(0, 1, 2, 3, 4)).body == look(on, captured).body


def test_a_group_from_elsewhere_is_mapped_by_its_own_ids(on: Rig) -> None:
    held = whole(on, capture(on))
    document = nested_set()
    shifted = tuple(
        track if track.group is None else replace(track, group=track.group + 1) for track in document.tracks
    )
    with rig(replace(document, tracks=(document.tracks[8], *shifted))) as other:
        other.person(turn_all)
        told = other.apply(
            "recall_group_system_snapshot", busTrackId="track-1", snapshot=held, mapping=pairs(1, 2, 3, 4, 5)
        )
        assert told.status == "applied", told.body
        assert other.person(lambda song: [track.name for track in song.tracks]) == [
            "Turned 0",
            *("Bus", "Left", "Inner", "Deep", "Right"),
            *(f"Turned {place}" for place in range(6, 10)),
        ]


@pytest.mark.parametrize(
    ("mapping", "code", "path"),
    [
        (pairs(0, 4, 2, 3, 1), "does_not_fit", "/mapping/1/targetTrackId"),
        (pairs(0, 1, 2, 3, 99), "does_not_fit", "/mapping/4/targetTrackId"),
        (pairs(0, 1, 2, 3), "invalid_arguments", "/mapping"),
        ([], "invalid_arguments", "/mapping"),
        ([*pairs(0, 1, 2, 3, 4), *pairs(0)], "invalid_arguments", "/mapping/5/sourceTrackId"),
        ([{"sourceTrackId": "track-9", "targetTrackId": "track-0"}], "invalid_arguments", "/mapping/0/sourceTrackId"),
        ([{"sourceTrackId": "track-0"}], "invalid_arguments", "/mapping/0"),
    ],
    ids=["swapped", "not there", "one missing", "empty", "twice", "unknown", "half a pair"],
)
def test_a_mapping_that_is_wrong_is_refused_at_its_place(on: Rig, mapping: Any, code: str, path: str) -> None:
    captured = capture(on)["snapshot"]
    on.person(turn_all)
    for told in (plan(on, captured, mapping=mapping), look(on, captured, mapping=mapping)):
        assert told.code == code, told.body
        assert told["error"]["path"].startswith(path)


# --- a look beforehand -----------------------------------------------------------------------------------------------


def test_the_look_tells_track_by_track_what_a_recall_would_change_and_changes_nothing(on: Rig) -> None:
    saved = on.call("save_group_system_snapshot", name="Mix", **ADDRESS)

    def turn(song: Any) -> None:
        song.tracks[1].mixer_device.volume.value = 0.2
        song.tracks[3].name = "Deeper"
        song.tracks[3].mixer_device.sends[0].value = 1.0

    on.person(turn)
    before = on.digest()
    told = look(on, "Mix")
    assert on.digest() == before
    assert "confirmation" not in told.body
    assert (told["snapshot"], told["changes"], told["stateVersion"]) == (saved["snapshot"], 3, on.version())
    rows = [(one["sourceTrackId"], one["targetTrackId"], one["changes"], one["unchanged"]) for one in told["tracks"]]
    assert rows == [
        ("track-0", "track-0", 0, True),
        ("track-1", "track-1", 1, False),
        ("track-2", "track-2", 0, True),
        ("track-3", "track-3", 2, False),
        ("track-4", "track-4", 0, True),
    ]
    assert [one["name"] for one in told["tracks"]] == ["Bus", "Left", "Inner", "Deep", "Right"]
    assert len(changed(on, plan(on, "Mix"))) == told["changes"]


def test_the_look_at_what_stands_already_says_so(on: Rig) -> None:
    told = look(on, capture(on)["snapshot"])
    assert told["changes"] == 0
    assert all(one["unchanged"] for one in told["tracks"])


def test_the_look_refuses_what_the_recall_would_refuse(on: Rig) -> None:
    captured = capture(on)["snapshot"]
    track = on.call("capture_track_state_snapshot", trackId="track-1")["snapshot"]
    assert "recall_track_state_snapshot" in refused(look(on, track), "does_not_fit", "/snapshot")
    refused(look(on, "Nothing"), "not_found", "/name")
    assert look(on, captured, busTrackId="track-2").code == "does_not_fit"
    assert look(on, captured, busTrackId="track-5").code == "does_not_fit"
