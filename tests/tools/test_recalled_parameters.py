"""Recalling the parameters of one device: any device of its class, at any depth, and modes that disable others."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any

import pytest

from countin.sim.demo import demo_set
from countin.sim.document import DeviceDocument, DeviceLayout, ParameterLayout, SetDocument
from countin.sim.kernel.states import DeviceState
from countin.sim.model import drive
from rig import Rig, Told, rig
from tools.recalls import changed, nested_set, refused, whole

PAD = {"trackId": "track-1", "deviceId": "track-1:device-0/chain-0/device-0"}
OTHER_PAD = {"trackId": "track-1", "deviceId": "track-1:device-0/chain-3/device-0"}
RACK = {"trackId": "track-1", "deviceId": "track-1:device-0"}


@pytest.fixture
def on() -> Generator[Rig]:
    with rig(demo_set()) as made:
        yield made


def capture(on: Rig, address: dict[str, Any]) -> Told:
    return on.call("capture_device_parameter_snapshot", **address)


def plan(on: Rig, address: dict[str, Any], snapshot: Any) -> Told:
    return on.plan("recall_device_parameter_snapshot", **address, snapshot=snapshot)


def test_a_snapshot_goes_onto_another_device_of_its_class_which_keeps_its_name(on: Rig) -> None:
    captured = capture(on, PAD)
    assert captured["summary"]["deviceClass"] == "DrumCell"
    planned = plan(on, OTHER_PAD, captured["snapshot"])
    assert {what.split(" ")[0] for what, _, _ in changed(on, planned)} == {OTHER_PAD["deviceId"]}
    names = on.person(lambda song: [chain.devices[0].name for chain in song.tracks[1].devices[0].chains])
    assert on.execute(planned).status == "applied"
    assert capture(on, OTHER_PAD)["snapshot"] == captured["snapshot"]
    assert on.person(lambda song: [chain.devices[0].name for chain in song.tracks[1].devices[0].chains]) == names


def test_a_device_of_another_class_does_not_fit(on: Rig) -> None:
    captured = capture(on, PAD)["snapshot"]
    told = plan(on, {"trackId": "track-1", "deviceId": "track-1:device-1"}, captured)
    message = refused(told, "does_not_fit", "/snapshot", "/deviceClass")
    assert "'DrumCell'" in message.replace('"', "'")
    assert "'Eq8'" in message.replace('"', "'")


@pytest.mark.parametrize("owner", ["return-0", "master"])
def test_a_device_of_a_return_or_the_master_is_recalled_alone(on: Rig, owner: str) -> None:
    address = {"trackId": owner, "deviceId": f"{owner}:device-0"}
    captured = capture(on, address)["snapshot"]

    def turn(song: Any) -> None:
        track = song.master_track if owner == "master" else song.return_tracks[0]
        track.mixer_device.volume.value = 0.3
        parameter = track.devices[0].parameters[2]
        parameter.value = parameter.max if parameter.value != parameter.max else parameter.min

    on.person(turn)
    planned = plan(on, address, captured)
    assert [what.rpartition(" parameter-")[0] for what, _, _ in changed(on, planned)] == [f"{owner}:device-0"]
    assert on.execute(planned).status == "applied"
    assert capture(on, address)["snapshot"] == captured


@pytest.mark.parametrize(
    ("device", "code"),
    [
        ("track-5:device-0", "invalid_arguments"),
        ("track-1:device-9", "not_found"),
        ("track-1", "invalid_arguments"),
        ("track-1:device-0/chain-0", "invalid_arguments"),
        ("", "invalid_arguments"),
    ],
)
def test_a_device_that_is_not_there_is_refused_at_its_argument(on: Rig, device: str, code: str) -> None:
    address = {"trackId": "track-1", "deviceId": device}
    captured = capture(on, PAD)["snapshot"]
    refused(capture(on, address), code, "/deviceId")
    refused(plan(on, address, captured), code, "/deviceId")


def test_a_rack_alone_is_captured_without_what_is_in_it(on: Rig) -> None:
    captured = capture(on, RACK)
    assert (captured["summary"]["devices"], captured["summary"]["chains"]) == (1, 0)
    on.person(lambda song: setattr(song.tracks[1].devices[0].parameters[2], "value", 99.0))
    on.person(lambda song: setattr(song.tracks[1].devices[0].chains[0].mixer_device.volume, "value", 0.1))
    on.tick(3)
    assert [what for what, _, _ in changed(on, plan(on, RACK, captured["snapshot"]))] == [
        "track-1:device-0 parameter-2 Macro 2"
    ]


def driven(song: Any) -> list[int]:
    """The parameters of the first pad's device that a macro drives."""
    device = song.tracks[1].devices[0].chains[0].devices[0]
    return [place for place, parameter in enumerate(device.parameters) if not parameter.is_enabled]


def test_what_a_macro_above_drives_is_refused_by_name_where_it_would_have_to_change(on: Rig) -> None:
    places = on.person(driven)
    assert places
    document = whole(on, capture(on, PAD))
    parameter = document["parameters"][places[0]]
    parameter["value"] = parameter["min"] if parameter["value"] != parameter["min"] else parameter["max"]
    told = plan(on, PAD, document)
    refused(told, "does_not_fit", f"/snapshot/parameters/{places[0]}/value")
    assert told["error"]["disabledCount"] == 1
    assert f"parameter-{places[0]}" in told["error"]["disabled"][0]


def test_what_a_macro_above_drives_does_not_matter_where_it_stands_already(on: Rig) -> None:
    captured = capture(on, PAD)["snapshot"]
    free = next(place for place in range(1, 20) if place not in on.person(driven))

    def turn(song: Any) -> None:
        parameter = song.tracks[1].devices[0].chains[0].devices[0].parameters[free]
        parameter.value = parameter.max if parameter.value != parameter.max else parameter.min

    on.person(turn)
    planned = plan(on, PAD, captured)
    assert len(changed(on, planned)) == 1
    assert on.execute(planned).status == "applied"


# --- modes -----------------------------------------------------------------------------------------------------------

MODED = DeviceLayout(
    "Moded",
    "Moded",
    2,
    (
        ParameterLayout("Device On", quantized=True, value_items=("Off", "On")),
        ParameterLayout("Early Rate", default=0.0),
        ParameterLayout("Mode", quantized=True, value_items=("Free", "Sync")),
        ParameterLayout("Rate", default=0.0),
    ),
)
FREE, SYNC = 0.0, 1.0
DEVICE = {"trackId": "track-0", "deviceId": "track-0:device-1"}


def with_modes() -> SetDocument:
    """A Set whose first track holds a device in which `Mode` decides whether both rates can be written."""
    document = nested_set()
    device = DeviceDocument("Moded", MODED, (1.0, 0.25, FREE, 0.25))
    bus = replace(document.tracks[0], devices=(replace(device, name="Before"), device))
    return replace(document, tracks=(bus, *document.tracks[1:]))


@pytest.fixture
def moded(monkeypatch: pytest.MonkeyPatch) -> Generator[Rig]:
    is_driven = drive.is_driven

    def kept_by_mode(store: Any, key: Any, part: int) -> bool:
        state = store.records[key].state
        by_mode = isinstance(state, DeviceState) and state.layout is MODED and state.values[2] == SYNC
        return is_driven(store, key, part) or (by_mode and (part & 0xFFFF) in (1, 3))

    monkeypatch.setattr(drive, "is_driven", kept_by_mode)
    with rig(with_modes()) as made:
        yield made


def turn(on: Rig, mode: float, rate: float) -> None:
    """A person turns both rates, then the mode."""

    def turned(song: Any) -> None:
        parameters = song.tracks[0].devices[1].parameters
        parameters[2].value = FREE
        parameters[1].value = parameters[3].value = rate
        parameters[2].value = mode

    on.person(turned)


def test_a_mode_that_disables_others_is_written_before_them(moded: Rig) -> None:
    captured = capture(moded, DEVICE)
    turn(moded, SYNC, 0.75)
    planned = plan(moded, DEVICE, captured["snapshot"])
    assert sorted(what.rpartition(" ")[2] for what, _, _ in changed(moded, planned)) == ["Mode", "Rate", "Rate"]
    told = moded.execute(planned)
    assert told.status == "applied", told.body
    assert capture(moded, DEVICE)["snapshot"] == captured["snapshot"]


def test_a_mode_that_disables_what_must_change_too_is_written_after_it(moded: Rig) -> None:
    turn(moded, SYNC, 0.75)
    captured = capture(moded, DEVICE)
    turn(moded, FREE, 0.25)
    before = moded.undoable()
    told = moded.execute(plan(moded, DEVICE, captured["snapshot"]))
    assert told.status == "applied", told.body
    assert capture(moded, DEVICE)["snapshot"] == captured["snapshot"]
    moded.apply("undo")
    assert moded.undoable() == before


def test_where_no_mode_changes_a_disabled_parameter_refuses(moded: Rig) -> None:
    turn(moded, SYNC, 0.75)
    document = whole(moded, capture(moded, DEVICE))
    document["parameters"][3]["value"] = 0.5
    told = plan(moded, DEVICE, document)
    refused(told, "does_not_fit", "/snapshot/parameters/3/value")
    assert told["error"]["disabled"] == ["track-0:device-1 parameter-3"]


def test_a_failure_behind_a_mode_is_taken_back_with_the_mode(moded: Rig) -> None:
    captured = capture(moded, DEVICE)
    turn(moded, SYNC, 0.75)
    before = moded.undoable()
    planned = plan(moded, DEVICE, captured["snapshot"])
    moded.world.faults.raise_at_write(3)
    told = moded.execute(planned)
    assert (told.code, told["error"]["rolledBack"]) == ("live_refused", True)
    assert moded.undoable() == before
