"""Sets and calls for the tests of capturing and recalling, through the whole product in one process."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from mcp.types import TextResourceContents

from countin.face.server import call
from countin.sim.demo import demo_set
from countin.sim.device_layouts import native_device
from countin.sim.document import SceneDocument, SetDocument, TrackDocument
from countin.sim.factory import return_track
from countin.tools.registry import BY_NAME
from rig import Rig, Told

SENDS = (0.25, 0.5)
Person = Callable[[Any], Any]


@dataclass(frozen=True, eq=False)
class Case:
    """One family on the demo Set: its word in the tools' names, the address that is captured, and a person's edits."""

    family: str
    word: str
    address: Mapping[str, Any]
    person: Person

    def capture(self, on: Rig) -> Told:
        """What Live holds now."""
        return on.call(f"capture_{self.word}_snapshot", **self.address)

    def plan(self, on: Rig, snapshot: Any, **more: Any) -> Told:
        """The plan of a recall."""
        return on.plan(f"recall_{self.word}_snapshot", **self.address, snapshot=snapshot, **more)

    def recall(self, on: Rig, snapshot: Any, **more: Any) -> Told:
        """Planned and run."""
        return on.apply(f"recall_{self.word}_snapshot", **self.address, snapshot=snapshot, **more)

    def prepare(self, on: Rig) -> None:
        """A person chooses what stands there already: the embedded Live's digest tells a choice from a default."""
        on.person(_choose_routings)

    def edit(self, on: Rig) -> None:
        """A person's edits, settled."""
        on.person(self.person)
        on.tick(3)


def _turn_the_kit(song: Any) -> None:
    kit = song.tracks[1].devices[0]
    kit.name = "Turned"
    kit.parameters[1].value = 100.0
    kit.chains[0].mixer_device.volume.value = 0.3
    kit.chains[2].mute = True


def _turn_the_equaliser(song: Any) -> None:
    equaliser = song.tracks[1].devices[1]
    for place in (1, 2, 6, 7):
        parameter = equaliser.parameters[place]
        parameter.value = parameter.min if parameter.value != parameter.min else parameter.max


def _choose_routings(song: Any) -> None:
    for track in song.tracks:
        for name in ("input_routing_type", "input_routing_channel", "output_routing_type", "output_routing_channel"):
            chosen = getattr(track, name).display_name
            choices = getattr(track, f"available_{name}s")
            setattr(track, name, named(choices, chosen))


def _turn_the_track(song: Any) -> None:
    track = song.tracks[5]
    track.name = "Renamed"
    track.mixer_device.volume.value = 0.2
    track.mixer_device.panning.value = -0.5
    track.mixer_device.sends[1].value = 0.9
    track.mute = True
    track.current_monitoring_state = 2
    track.input_routing_type = named(track.available_input_routing_types, "Bass")
    track.input_routing_channel = named(track.available_input_routing_channels, "Post FX")
    track.output_routing_type = named(track.available_output_routing_types, "Sends Only")
    track.devices[0].name = "Other"
    track.devices[1].parameters[1].value = 0.1


def _turn_the_group(song: Any) -> None:
    song.tracks[0].mixer_device.volume.value = 0.4
    song.tracks[0].devices[0].parameters[1].value = 0.2
    song.tracks[1].mixer_device.sends[0].value = 0.8
    song.tracks[2].name = "Shakers"
    song.tracks[2].devices[0].chains[0].mixer_device.panning.value = 0.7


CHAIN = Case("device-chain", "device_chain", {"trackId": "track-1"}, _turn_the_kit)
PARAMETERS = Case(
    "device-parameters",
    "device_parameter",
    {"trackId": "track-1", "deviceId": "track-1:device-1"},
    _turn_the_equaliser,
)
TRACK = Case("track-state", "track_state", {"trackId": "track-5"}, _turn_the_track)
GROUP = Case("group-system", "group_system", {"busTrackId": "track-0"}, _turn_the_group)
CASES = (CHAIN, PARAMETERS, TRACK, GROUP)
assert demo_set().tracks[5].name == "Vocals"


def named(choices: Any, name: str) -> Any:
    """The routing of that name."""
    return next(choice for choice in choices if choice.display_name == name)


def whole(on: Rig, told: Told) -> dict[str, Any]:
    """The snapshot that an answer names, from its resource: as a client that sends it back would hold it."""
    contents = on.app.resources.read(told["resource"], "2025-06-18").contents[0]
    assert isinstance(contents, TextResourceContents)
    return json.loads(contents.text)


def all_changes(on: Rig, planned: Told) -> list[dict[str, Any]]:
    """Every change of a plan, also where it shows the first of them only."""
    shown = planned["plan"]["changes"]
    if isinstance(shown, list):
        return cast("list[dict[str, Any]]", shown)
    contents = on.app.resources.read(planned["planRef"], "2025-06-18").contents[0]
    assert isinstance(contents, TextResourceContents)
    changes = json.loads(contents.text)
    assert len(changes) == shown["count"]
    return changes


def changed(on: Rig, planned: Told) -> list[tuple[str, Any, Any]]:
    """The changes as (what, before, after), values without their words."""
    assert not planned.is_error, planned.body
    return [(one["what"], bare(one["before"]), bare(one["after"])) for one in all_changes(on, planned)]


def bare(value: Any) -> Any:
    """A value without its word."""
    return cast("dict[str, Any]", value)["value"] if isinstance(value, dict) else value


def cost(on: Rig, tool: str, **arguments: Any) -> tuple[int, int]:
    """Round trips and ticks of Live that a call took."""
    result = on.run(call(on.app, BY_NAME[tool], arguments, None))
    assert not result.get("isError"), result["structuredContent"]
    return result["_meta"]["countin/roundTrips"], result["_meta"]["countin/ticks"]


def refused(told: Told, code: str, path: str, place: str | None = None) -> str:
    """The message of a refusal with this code, argument and place in the snapshot."""
    assert told.is_error, told.body
    error: dict[str, Any] = told["error"]
    assert (error["code"], error["path"], error["outcome"]) == (code, path, "not_executed"), error
    if place is not None:
        assert error["snapshotPath"] == place, error
    return error["message"]


def older(devices: list[dict[str, Any]], version: int) -> list[dict[str, Any]]:
    """Devices of a v4 snapshot as an earlier server would have saved them."""

    def device(given: dict[str, Any]) -> dict[str, Any]:
        kept = {name: given[name] for name in ("name", "className", "type", "parameters")}
        if version >= 2:
            kept |= {name: [chain(one) for one in given[name]] for name in ("chains", "returnChains") if name in given}
        return kept

    def chain(given: dict[str, Any]) -> dict[str, Any]:
        kept = {"name": given["name"], "devices": [device(one) for one in given["devices"]]}
        return kept | ({name: given[name] for name in ("mixer", "noteRouting")} if version >= 3 else {})

    return [device(one) for one in devices]


def nested_set() -> SetDocument:
    """A group with a group in it, and tracks around it: two of one name, so that a routing to them is ambiguous.

    0 Bus (1 Left, 2 Inner (3 Deep), 4 Right), 5 Outside, 6 Twin, 7 Twin, 8 Keys; two returns.
    """
    tracks = (
        _track("group", "Bus"),
        _track("audio", "Left", 0, "Compressor"),
        _track("group", "Inner", 0),
        _track("midi", "Deep", 2, "Simpler"),
        _track("audio", "Right", 0, "Compressor"),
        _track("audio", "Outside", None, "Compressor", "Auto Filter"),
        _track("audio", "Twin"),
        _track("audio", "Twin"),
        _track("midi", "Keys", None, "Simpler"),
    )
    return SetDocument(
        tracks=tracks,
        returns=(return_track("Reverb", 4), return_track("Delay", 5)),
        main=TrackDocument("main"),
        scenes=(SceneDocument(),),
    )


def _track(kind: Any, name: str, group: int | None = None, *devices: str) -> TrackDocument:
    return TrackDocument(
        kind,
        name,
        group=group,
        sends=SENDS,
        slots=(None,),
        devices=tuple(native_device(device) for device in devices),
    )
