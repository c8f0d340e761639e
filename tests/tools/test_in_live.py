"""Every tool through face, contract, bridge and Remote Script, on the demo Set of the embedded Live."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Generator
from typing import Any

import pytest
from mcp.types import TextResourceContents

from countin.sim.demo import demo_set
from rig import Rig, Told, rig
from tools.recalls import older

Person = Callable[[Any], Any]
KIT = "track-1:device-0"
BASS = {"track": 3, "slot": 1}
"""A MIDI clip of 16 beats; its track has one clip on the timeline, at beats 16 to 48."""

CHANGES: dict[str, dict[str, Any]] = {
    "create_scene": {"name": "Drop", "index": 2},
    "create_midi_clip": {
        "trackId": "track-3",
        "clipId": "track-3:clip-6",
        "lengthBeats": 4,
        "name": "New",
        "notes": [{"pitch": 36, "start": 0, "duration": 0.5, "velocity": 100}],
    },
    "arrange": {**BASS, "at_beat": 64},
    "set_device_parameters": {
        "trackId": "track-1",
        "deviceId": KIT,
        "changes": [{"id": "parameter-1", "value": 100}, {"id": "parameter-0", "value": "Off"}],
    },
}


@pytest.fixture
def song() -> Generator[Rig]:
    with rig(demo_set()) as made:
        yield made


def attribute(way: Person, name: str, value: Any) -> Person:
    """A person sets one property of something in the Set."""
    return lambda live: setattr(way(live), name, value)


def refuses_after(song: Rig, planned: Told, person: Person) -> str:
    """The code with which a plan is refused after a person's edit, the Set being as that edit left it."""
    song.person(person)
    before = song.digest()
    told = song.execute(planned)
    assert told.is_error
    assert told["error"]["outcome"] == "not_executed"
    assert song.digest() == before
    return told.code


# --- changes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tool", CHANGES)
def test_a_plan_changes_nothing_an_execution_is_proved_and_undo_restores(song: Rig, tool: str) -> None:
    before, covered = song.digest(), song.undoable()
    planned = song.plan(tool, **CHANGES[tool])
    assert not planned.is_error, planned.body
    assert song.digest() == before
    told = song.execute(planned)
    assert told.status == "applied", told.body
    assert song.digest() != before
    assert song.apply("undo").status == "applied"
    assert song.undoable() == covered


def test_redo_brings_back_what_undo_took(song: Rig) -> None:
    song.apply("create_scene", name="Drop")
    after = song.undoable()
    step = song.call("get_history_state")["undoStep"]
    assert step["tool"] == "create_scene"
    song.apply("undo")
    assert song.call("get_history_state")["redoStep"] == step
    assert song.apply("redo").status == "applied"
    assert song.undoable() == after
    assert song.plan("redo").code == "nothing_to_change"


FADER = attribute(lambda live: live.tracks[3].mixer_device.volume, "value", 0.25)
RENAMED = attribute(lambda live: live.tracks[3], "name", "Another name")


UNUSED: list[tuple[str, Person]] = [
    ("create_scene", attribute(lambda live: live.scenes[5], "name", "Elsewhere")),
    ("create_scene", FADER),
    ("create_midi_clip", RENAMED),
    ("create_midi_clip", FADER),
    ("create_midi_clip", attribute(lambda live: live.tracks[3].clip_slots[1].clip, "name", "Other clip")),
    ("arrange", RENAMED),
    ("arrange", FADER),
    ("arrange", attribute(lambda live: live.tracks[3].clip_slots[2].clip, "name", "Other clip")),
    ("arrange", attribute(lambda live: live.tracks[3].arrangement_clips[0], "name", "Far away")),
    ("set_device_parameters", attribute(lambda live: live.tracks[1].devices[0].parameters[3], "value", 1.0)),
    ("set_device_parameters", attribute(lambda live: live.tracks[1].devices[0], "name", "Other rack")),
]


@pytest.mark.parametrize(("tool", "person"), UNUSED)
def test_an_edit_to_what_a_plan_does_not_use_does_not_refuse_it(song: Rig, tool: str, person: Person) -> None:
    planned = song.plan(tool, **CHANGES[tool])
    song.person(person)
    assert song.execute(planned).status == "applied"


USED: list[tuple[str, Person, str]] = [
    ("create_scene", attribute(lambda live: live.scenes[1], "name", "Neighbour"), "observation_changed"),
    ("create_scene", attribute(lambda live: live.scenes[2], "tempo", 99.0), "observation_changed"),
    ("create_scene", lambda live: live.create_scene(-1), "state_version_moved"),
    ("create_midi_clip", lambda live: live.tracks[3].clip_slots[6].create_clip(1.0), "conflict"),
    ("create_midi_clip", lambda live: live.delete_track(4), "state_version_moved"),
    (
        "arrange",
        attribute(lambda live: live.tracks[3].clip_slots[1].clip, "name", "Renamed"),
        "observation_changed",
    ),
    ("arrange", attribute(lambda live: live.tracks[3].clip_slots[1].clip, "loop_end", 8.0), "observation_changed"),
    ("arrange", lambda live: live.tracks[3].create_midi_clip(66.0, 4.0), "state_version_moved"),
    (
        "set_device_parameters",
        attribute(lambda live: live.tracks[1].devices[0].parameters[1], "value", 3.0),
        "observation_changed",
    ),
    ("set_device_parameters", lambda live: live.tracks[1].delete_device(0), "state_version_moved"),
]


@pytest.mark.parametrize(("tool", "person", "code"), USED)
def test_an_edit_to_what_a_plan_uses_refuses_it(song: Rig, tool: str, person: Person, code: str) -> None:
    assert refuses_after(song, song.plan(tool, **CHANGES[tool]), person) == code


def test_a_scene_without_an_index_is_appended_and_rests_on_the_last_one(song: Rig) -> None:
    planned = song.plan("create_scene", name="Last")
    assert [each["what"] for each in planned["plan"]["restsOn"]] == ["scenes[7..7]"]
    told = song.execute(planned)
    assert told["scene"] == {"id": "scene-8", "name": "Last", "sceneCount": 9}
    planned = song.plan("create_scene", name="Laster")
    assert refuses_after(song, planned, attribute(lambda live: live.scenes[8], "name", "x")) == "observation_changed"


# --- arrange ---------------------------------------------------------------------------------------------------------


def placements(many: int, first: float = 64.0) -> list[dict[str, Any]]:
    return [{**BASS, "at_beat": first + 16 * place} for place in range(many)]


def clips(song: Rig) -> list[tuple[float, float]]:
    """The timeline of the bass track, page by page."""
    found: list[tuple[float, float]] = []
    offset: int | None = 0
    while offset is not None:
        told = song.call("list_arrangement_clips", trackId="track-3", offset=offset)
        found += [(each["startBeats"], each["endBeats"]) for each in told["clips"]]
        offset = told["nextOffset"]
    return found


def test_a_list_lands_in_steps_each_an_undo_step_and_is_answered_entry_by_entry(song: Rig) -> None:
    covered = song.undoable()
    planned = song.plan("arrange", placements=placements(450))
    assert (planned["plan"]["undoSteps"], len(planned["plan"]["operations"])) == (3, 3)
    told = song.execute(planned)
    assert told.status == "applied"
    assert told["placed_count"] == 450
    assert told["destinations"] == [
        {"track": 3, "arrangement_clip_count_before": 1, "arrangement_clip_count_after": 451}
    ]
    assert clips(song) == [(16.0, 48.0), *((64.0 + 16 * place, 80.0 + 16 * place) for place in range(450))]
    for _ in range(3):
        song.apply("undo")
    assert song.undoable() == covered


def test_a_list_that_a_person_stops_says_what_landed_and_is_not_sent_again(song: Rig) -> None:
    planned = song.plan("arrange", placements=placements(450))
    confirmation = planned["confirmation"]

    async def stopped() -> Told:
        call = {"confirmationToken": confirmation["token"], "planHash": confirmation["planHash"]}
        running = asyncio.ensure_future(song.ask("execute_plan", call))
        while song.person(lambda live: len(live.tracks[3].arrangement_clips)) < 200:
            await asyncio.sleep(0.001)  # simulated: Live's clock moves on
        song.person(lambda live: live.create_scene(-1))
        return await running

    told: Told = song.run(stopped())
    assert told.is_error
    assert told.status == "postconditions_failed"
    landed = len(clips(song)) - 1
    assert landed in (200, 400)
    assert (told["placed_count"], told["failed_count"]) == (landed, 450 - landed)
    assert f"not landed: {landed}..449" in told["advice"]
    again = song.plan("arrange", placements=placements(450))
    assert again.code == "conflict"
    rest = song.apply("arrange", placements=placements(450)[landed:])
    assert rest.status == "applied"
    assert len(clips(song)) == 451


def test_a_copy_may_go_to_another_track_of_its_kind(song: Rig) -> None:
    told = song.apply(
        "arrange", placements=[{**BASS, "at_beat": 0, "to_track": 2}, {**BASS, "at_beat": 16, "to_track": 4}]
    )
    assert told.status == "applied"
    assert [each["track"] for each in told["destinations"]] == [2, 4]


# --- snapshots -------------------------------------------------------------------------------------------------------


def turn_the_kit(live: Any) -> None:
    """A person turns macros, faders, pads and names of the Drum Rack and of what follows it."""
    kit, equaliser = live.tracks[1].devices[0], live.tracks[1].devices[1]
    kit.name = "Turned"
    for place, value in ((1, 3.0), (2, 127.0), (9, 12.0)):
        kit.parameters[place].value = value
    kit.chains[0].mixer_device.volume.value = 0.3
    kit.chains[1].mixer_device.sends[0].value = 0.7
    kit.chains[2].mute = True
    kit.chains[3].solo = True
    kit.chains[4].out_note = 61
    deep = kit.chains[0].devices[0]
    for parameter in deep.parameters[1:12]:
        if parameter.is_enabled:
            parameter.value = parameter.max
    equaliser.parameters[0].value = 0.0


def turn_the_mixer(owner: Callable[[Any], Any]) -> Person:
    def turn(live: Any) -> None:
        track = owner(live)
        track.mixer_device.volume.value = 0.1
        track.mixer_device.panning.value = -0.5
        track.devices[0].parameters[2].value = track.devices[0].parameters[2].max

    return turn


@pytest.mark.parametrize(
    ("owner", "person"),
    [
        ("track-1", turn_the_kit),
        ("return-0", turn_the_mixer(lambda live: live.return_tracks[0])),
        ("master", turn_the_mixer(lambda live: live.master_track)),
    ],
)
def test_capture_edits_recall_capture_is_the_identity(song: Rig, owner: str, person: Person) -> None:
    captured = song.call("capture_device_chain_snapshot", trackId=owner)
    covered = song.undoable()
    song.person(person)
    song.tick(3)
    turned = song.undoable()
    assert turned != covered
    told = song.apply("recall_device_chain_snapshot", trackId=owner, snapshot=captured["snapshot"])
    assert told.status == "applied", told.body
    again = song.call("capture_device_chain_snapshot", trackId=owner)
    assert again["snapshot"] == captured["snapshot"]
    assert song.plan("recall_device_chain_snapshot", trackId=owner, snapshot=captured["snapshot"]).code == (
        "nothing_to_change"
    )
    assert song.apply("undo").status == "applied"
    song.tick(3)
    assert song.undoable() == turned


def test_a_recall_is_refused_after_an_edit_to_any_value_that_it_compares(song: Rig) -> None:
    captured = song.call("capture_device_chain_snapshot", trackId="track-1")
    song.person(turn_the_kit)
    song.tick(3)
    planned = song.plan("recall_device_chain_snapshot", trackId="track-1", snapshot=captured["snapshot"])
    person = attribute(lambda live: live.tracks[1].devices[2].parameters[1], "value", 1.0)
    assert refuses_after(song, planned, person) == "observation_changed"


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_snapshot_of_an_older_format_brings_back_what_it_holds_and_nothing_else(song: Rig, version: int) -> None:
    captured = song.call("capture_device_chain_snapshot", trackId="track-1")
    resource = song.app.resources.read(captured["resource"], "2025-06-18").contents[0]
    assert isinstance(resource, TextResourceContents)
    devices = older(json.loads(resource.text)["devices"], version)
    saved = {"format": f"cavi-device-chain-v{version}", "devices": devices}
    song.person(turn_the_kit)
    song.tick(3)
    told = song.apply("recall_device_chain_snapshot", trackId="track-1", snapshot=saved)
    assert told.status == "applied", told.body
    kit = song.call("list_devices", trackId="track-1")["devices"][0]
    volume, mute = kit["chains"][0]["mixer"]["volume"]["value"], kit["chains"][2]["mixer"]["mute"]
    assert kit["name"] == "Demo Kit"
    assert (volume == pytest.approx(0.3), mute) == ((True, True) if version < 3 else (False, False))
    again = song.plan("recall_device_chain_snapshot", trackId="track-1", snapshot=saved)
    assert again.code == "nothing_to_change"


def test_the_glance_at_a_stalled_live_answers_within_a_second_and_says_since_when(song: Rig) -> None:
    song.call("get_live_state")
    song.host.begin_stall(10_000)
    asked = song.loop.time()
    told = song.call("get_live_state")
    assert told.code == "live_busy"
    assert told["error"]["lastTickMsAgo"] > 0
    assert song.loop.time() - asked < 1
