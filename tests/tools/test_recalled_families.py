"""What the four families of snapshots share: captured, recalled, named and refused by the same rules."""

from __future__ import annotations

from collections.abc import Generator
from itertools import permutations
from typing import Any, cast

import pytest

from countin.sim.demo import demo_set
from rig import Rig, rig
from tools.recalls import CASES, CHAIN, GROUP, PARAMETERS, TRACK, Case, all_changes, bare, changed, cost, refused, whole

BY_WORD = pytest.mark.parametrize("case", CASES, ids=lambda case: case.word)


@pytest.fixture
def on() -> Generator[Rig]:
    with rig(demo_set()) as made:
        yield made


# --- capture and recall ----------------------------------------------------------------------------------------------


@BY_WORD
def test_a_capture_changes_nothing_and_answers_a_reference_and_a_summary(on: Rig, case: Case) -> None:
    before = on.digest()
    told = case.capture(on)
    assert on.digest() == before
    assert {name: told[name] for name in case.address} == case.address
    assert told["stateVersion"] == on.version()
    held = whole(on, told)
    assert held["format"] == told["summary"]["format"]
    assert held["format"].startswith(f"cavi-{case.family}-v")
    assert "devices" not in told.body
    assert "tracks" not in told.body


@BY_WORD
def test_capture_edits_recall_capture_is_the_identity_and_one_undo_takes_it_back(on: Rig, case: Case) -> None:
    case.prepare(on)
    captured, covered = case.capture(on), on.undoable()
    case.edit(on)
    turned = on.undoable()
    assert turned != covered
    planned = case.plan(on, captured["snapshot"])
    assert on.undoable() == turned
    assert planned["plan"]["undoSteps"] == 1
    told = on.execute(planned)
    assert told.status == "applied", told.body
    assert told["valuesWritten"] == len(all_changes(on, planned))
    assert {name: told[name] for name in case.address} == case.address
    on.tick(3)
    assert on.undoable() == covered
    assert case.capture(on)["snapshot"] == captured["snapshot"]
    assert case.plan(on, captured["snapshot"]).code == "nothing_to_change"
    assert on.apply("undo").status == "applied"
    on.tick(3)
    assert on.undoable() == turned


@BY_WORD
def test_an_object_plans_the_same_changes_as_its_reference_and_as_the_first_digits_of_it(on: Rig, case: Case) -> None:
    captured = case.capture(on)
    case.edit(on)
    by_reference = changed(on, case.plan(on, captured["snapshot"]))
    assert by_reference
    assert changed(on, case.plan(on, captured["snapshot"][:17])) == by_reference
    inline = case.plan(on, whole(on, captured))
    assert changed(on, inline) == by_reference
    assert on.execute(inline).status == "applied"
    assert case.capture(on)["snapshot"] == captured["snapshot"]


@BY_WORD
def test_a_plan_holds_what_differs_and_nothing_else(on: Rig, case: Case) -> None:
    captured = case.capture(on)
    case.edit(on)
    turned = case.capture(on)
    forth = changed(on, case.plan(on, captured["snapshot"]))
    assert case.recall(on, captured["snapshot"]).status == "applied"
    back = changed(on, case.plan(on, turned["snapshot"]))
    assert [(what, after, before) for what, before, after in back] == forth
    assert all(before != after for _, before, after in forth if not isinstance(before, str))


@BY_WORD
def test_an_edit_between_plan_and_execution_refuses_the_recall(on: Rig, case: Case) -> None:
    captured = case.capture(on)
    case.edit(on)
    planned = case.plan(on, captured["snapshot"])
    on.person(lambda song: setattr(_value_within(song, case), "value", 0.6))
    before = on.digest()
    assert on.execute(planned).code == "observation_changed"
    assert on.digest() == before


def _value_within(song: Any, case: Case) -> Any:
    """A parameter that every plan of the case compares."""
    return song.tracks[5 if case is TRACK else 1].devices[1].parameters[6]


@BY_WORD
def test_a_failure_in_the_middle_of_a_recall_is_taken_back_whole(on: Rig, case: Case) -> None:
    captured = case.capture(on)
    case.edit(on)
    planned, before = case.plan(on, captured["snapshot"]), on.undoable()
    on.world.faults.raise_at_write(len(all_changes(on, planned)))
    told = on.execute(planned)
    assert (told.code, told["error"]["outcome"], told["error"]["rolledBack"]) == ("live_refused", "not_executed", True)
    on.tick(3)
    assert on.undoable() == before


# --- costs -----------------------------------------------------------------------------------------------------------


@BY_WORD
def test_a_look_costs_one_round_trip_and_one_tick_once_the_layouts_are_known(on: Rig, case: Case) -> None:
    assert cost(on, f"capture_{case.word}_snapshot", **case.address) == (2, 2)
    assert cost(on, f"capture_{case.word}_snapshot", **case.address) == (1, 1)
    captured = case.capture(on)["snapshot"]
    case.edit(on)
    recall = {**case.address, "snapshot": captured, "expectedStateVersion": on.version()}
    assert cost(on, f"recall_{case.word}_snapshot", **recall) == (1, 1)


@BY_WORD
def test_another_server_pays_for_the_layouts_once(on: Rig, case: Case) -> None:
    captured = case.capture(on)["snapshot"]
    case.edit(on)
    recall = {**case.address, "snapshot": captured, "expectedStateVersion": on.version()}
    other, first = on.server(), on.app
    on.app = other
    try:
        assert cost(on, f"recall_{case.word}_snapshot", **recall) == (2, 2)
        assert cost(on, f"recall_{case.word}_snapshot", **recall) == (1, 1)
    finally:
        on.app = first
        on.run(other.close())


def test_a_plan_says_lives_words_for_values_before_and_after_in_the_same_round_trip(on: Rig) -> None:
    captured = GROUP.capture(on)["snapshot"]
    GROUP.edit(on)
    planned = GROUP.plan(on, captured)
    told = {one["what"]: (one["before"], one["after"]) for one in all_changes(on, planned)}

    def words(song: Any) -> dict[str, str]:
        group, kit, rack = song.tracks[0], song.tracks[1], song.tracks[2].devices[0]
        return {
            "track-0 volume": str(group.mixer_device.volume),
            "track-0:device-0 parameter-1 Threshold": str(group.devices[0].parameters[1]),
            "track-1 send-0": str(kit.mixer_device.sends[0]),
            "track-2:device-0/chain-0 pan": str(rack.chains[0].mixer_device.panning),
        }

    now = on.person(words)
    assert told["track-2 name"] == ("Shakers", "Percussion")
    for what, word in now.items():
        assert told[what][0]["displayValue"] == word
    assert on.execute(planned).status == "applied"
    for what, word in on.person(words).items():
        assert told[what][1]["displayValue"] == word


def test_the_first_two_hundred_changes_have_words_and_the_rest_come_without_a_further_look(on: Rig) -> None:
    captured = CHAIN.capture(on)["snapshot"]

    def turn(song: Any) -> None:
        for chain in song.tracks[1].devices[0].chains:
            chain.mixer_device.volume.value = 0.1
            for parameter in chain.devices[0].parameters:
                if parameter.is_enabled and not parameter.is_quantized:
                    parameter.value = parameter.min if parameter.value != parameter.min else parameter.max

    on.person(turn)
    recall = {**CHAIN.address, "snapshot": captured, "expectedStateVersion": on.version()}
    assert cost(on, "recall_device_chain_snapshot", **recall) == (1, 1)
    changes = all_changes(on, CHAIN.plan(on, captured))
    assert len(changes) > 300
    parameters = [one for one in changes if " parameter-" in one["what"]]
    worded = [isinstance(one["before"], dict) and isinstance(one["after"], dict) for one in parameters]
    assert worded == [place < 200 for place in range(len(worded))]


# --- the wrong family ------------------------------------------------------------------------------------------------


def test_a_snapshot_of_another_family_is_refused_with_the_tool_that_recalls_it(on: Rig) -> None:
    held = {case: case.capture(on) for case in CASES}
    for case, other in permutations(CASES, 2):
        for snapshot in (held[other]["snapshot"], whole(on, held[other])):
            message = refused(case.plan(on, snapshot), "does_not_fit", "/snapshot")
            assert f"recall_{other.word}_snapshot" in message


def test_a_capture_of_another_family_is_named_by_its_own_tool(on: Rig) -> None:
    held = {case: case.capture(on)["snapshot"] for case in CASES}
    for case, other in permutations(CASES, 2):
        told = on.call(f"save_{case.word}_snapshot", name="Mine", snapshot=held[other])
        assert f"save_{other.word}_snapshot" in refused(told, "does_not_fit", "/snapshot")
    assert on.call("list_saved_snapshots")["total"] == 0


# --- names -----------------------------------------------------------------------------------------------------------


def test_a_name_stands_in_each_family_for_itself(on: Rig) -> None:
    saved = {case: on.call(f"save_{case.word}_snapshot", name="Mine", **case.address) for case in CASES}
    assert len({told["snapshot"] for told in saved.values()}) == len(CASES)
    for case, told in saved.items():
        assert told["snapshot"] == case.capture(on)["snapshot"]
        assert {name: told[name] for name in case.address} == case.address
        found = on.call(f"load_{case.word}_snapshot", name="Mine")
        assert (found["snapshot"], found["kind"], found["summary"]) == (told["snapshot"], case.family, told["summary"])
        (listed,) = on.call("list_saved_snapshots", kind=case.family)["snapshots"]
        assert listed == {
            "name": "Mine",
            "kind": case.family,
            "snapshot": told["snapshot"],
            **case.address,
            "createdAt": told["createdAt"],
        }
    assert on.call("list_saved_snapshots")["total"] == len(CASES)


@BY_WORD
def test_a_recall_by_name_looks_in_its_own_family(on: Rig, case: Case) -> None:
    for other in CASES:
        on.call(f"save_{other.word}_snapshot", name="Mine", **other.address)
    captured = case.capture(on)["snapshot"]
    case.edit(on)
    told = case.recall(on, "Mine")
    assert (told.status, told["snapshot"]) == ("applied", "Mine")
    assert case.capture(on)["snapshot"] == captured


def test_a_name_of_another_family_is_refused_with_the_family_that_has_it(on: Rig) -> None:
    on.call("save_track_state_snapshot", name="Mine", **TRACK.address)
    for case in (CHAIN, PARAMETERS, GROUP):
        message = refused(case.plan(on, "Mine"), "not_found", "/snapshot")
        assert "saved as track-state" in message
        message = refused(on.call(f"load_{case.word}_snapshot", name="Mine"), "not_found", "/name")
        assert "saved as track-state" in message
        assert on.call("list_saved_snapshots", kind=case.family)["snapshots"] == []


@BY_WORD
def test_a_name_that_holds_another_capture_of_its_family_is_a_conflict(on: Rig, case: Case) -> None:
    saved = on.call(f"save_{case.word}_snapshot", name="Mine", **case.address)
    assert on.call(f"save_{case.word}_snapshot", name="Mine", **case.address)["alreadySaved"]
    case.edit(on)
    told = on.call(f"save_{case.word}_snapshot", name="Mine", **case.address)
    refused(told, "conflict", "/name")
    assert on.call(f"load_{case.word}_snapshot", name="Mine")["snapshot"] == saved["snapshot"]


@BY_WORD
def test_a_saved_name_needs_an_address_or_a_capture_and_not_both(on: Rig, case: Case) -> None:
    captured = case.capture(on)["snapshot"]
    for arguments in ({}, {**case.address, "snapshot": captured}):
        told = on.call(f"save_{case.word}_snapshot", name="Mine", **arguments)
        assert " and ".join(case.address) in refused(told, "invalid_arguments", "/snapshot")


@BY_WORD
def test_of_a_capture_that_gets_its_name_later_nobody_knows_where_it_was_made(on: Rig, case: Case) -> None:
    captured = case.capture(on)["snapshot"]
    told = on.call(f"save_{case.word}_snapshot", name="Mine", snapshot=captured)
    assert {name: told[name] for name in case.address} == dict.fromkeys(case.address)


def test_half_an_address_is_no_address(on: Rig) -> None:
    told = on.call("save_device_parameter_snapshot", name="Mine", trackId="track-1")
    assert "trackId and deviceId" in refused(told, "invalid_arguments", "/snapshot")


# --- names and values that are none ----------------------------------------------------------------------------------


def _named(tree: Any, path: str = "") -> list[str]:
    """The places of all names of devices and chains in a snapshot."""
    if isinstance(tree, list):
        entries = enumerate(cast("list[Any]", tree))
        return [place for number, one in entries for place in _named(one, f"{path}/{number}")]
    if not isinstance(tree, dict):
        return []
    members = cast("dict[str, Any]", tree)
    own = [f"{path}/name"] if "name" in members and members.keys() & {"parameters", "noteRouting"} else []
    return own + [place for name, one in members.items() for place in _named(one, f"{path}/{name}")]


def _holder(tree: Any, path: str) -> dict[str, Any]:
    """The object that holds the last member of a place."""
    for key in path.split("/")[1:-1]:
        tree = tree[int(key) if key.isdigit() else key]
    return tree


@pytest.mark.parametrize("case", [CHAIN, TRACK, GROUP], ids=lambda case: case.word)
def test_a_blank_name_is_refused_at_its_place(on: Rig, case: Case) -> None:
    places = _named(whole(on, case.capture(on)))
    for place in (places[0], places[-1]):
        broken = whole(on, case.capture(on))
        _holder(broken, place)["name"] = "  "
        told = case.plan(on, broken)
        assert told.code in ("invalid_arguments", "does_not_fit"), told.body
        assert told["error"]["path"] == f"/snapshot{place}"


@BY_WORD
@pytest.mark.parametrize("value", [1e9, -1e9])
def test_a_value_out_of_range_is_refused_at_its_place(on: Rig, case: Case, value: float) -> None:
    broken = whole(on, case.capture(on))
    parameters = broken
    place = ""
    while "parameters" not in parameters:
        step = "tracks" if "tracks" in parameters else "devices"
        parameters, place = parameters[step][-1], f"{place}/{step}/{len(parameters[step]) - 1}"
        if "snapshot" in parameters:
            parameters, place = parameters["snapshot"], f"{place}/snapshot"
    parameters["parameters"][1]["value"] = value
    told = case.plan(on, broken)
    assert told.code == "invalid_arguments"
    assert told["error"]["path"] == f"/snapshot{place}/parameters/1/value"


@BY_WORD
def test_another_range_than_lives_does_not_fit(on: Rig, case: Case) -> None:
    broken = whole(on, case.capture(on))
    device = broken
    while "parameters" not in device:
        device = device["tracks"][0]["snapshot"] if "tracks" in device else device["devices"][0]
    device["parameters"][0]["max"] = 2.0
    told = case.plan(on, broken)
    assert told.code == "does_not_fit"
    assert told["error"]["path"].endswith("/parameters/0/max")
    assert bare(told["error"]["outcome"]) == "not_executed"
