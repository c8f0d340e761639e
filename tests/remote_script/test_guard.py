"""What a plan rests on is compared inside Live, in the callback that writes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import value_rows
from countin._remote_script.Countin import frames, wire
from countin._remote_script.Countin.rows import codec
from script_stage import Client, Stage, unix_ms

SCENE = (wire.CREATE_SCENE, wire.SceneToCreate(1, "New"))


def refused(stage: Stage, client: Client, code: str, **named: Any) -> dict[str, Any]:
    """Execute; it must be refused with that code and leave the Set alone."""
    before = stage.digest()
    done = client.execute(SCENE, **named)
    assert (done.status, done.code) == ("refused", code)
    assert stage.digest() == before
    return done.head


def test_a_start_is_announced_before_the_answer(client: Client) -> None:
    request = client.order(SCENE, operation="op-1")
    started = client.wait(lambda frame: frame.kind in (frames.STARTED, frames.RESPONSE))
    assert (started.kind, started.head) == (frames.STARTED, {"id": request, "operation": "op-1"})
    assert client.executed(request).status == "applied"


def test_a_deadline_that_has_passed_refuses(stage: Stage, client: Client) -> None:
    refused(stage, client, "deadline_passed", deadline=unix_ms(-0.1))


def test_a_plan_of_another_life_is_refused(stage: Stage, client: Client) -> None:
    refused(stage, client, "state_version_moved", instance="another")


@pytest.mark.parametrize("step", [-1, 1])
def test_another_state_version_refuses(stage: Stage, client: Client, step: int) -> None:
    refused(stage, client, "state_version_moved", version=client.version() + step)


def test_a_structural_edit_between_plan_and_execution_refuses_without_any_tick_between(
    stage: Stage, client: Client
) -> None:
    version = client.version()
    stage.person(lambda song: song.create_scene(-1))
    refused(stage, client, "state_version_moved", version=version)


def test_a_guard_whose_observation_stands_lets_the_operation_run(client: Client) -> None:
    seen = client.look((wire.SCENES, wire.Window(0, 2)), (wire.TRACKS, wire.Nothing()))
    assert client.execute(SCENE, guards=seen.guards()).status == "applied"


def test_a_guard_whose_observation_has_changed_refuses_and_is_named(stage: Stage, client: Client) -> None:
    seen = client.look((wire.TRACKS, wire.Nothing()), (wire.SCENES, wire.Window(0, 2)))

    def rename(song: Any) -> None:
        song.scenes[1].name = "Renamed"

    stage.person(rename)
    head = refused(stage, client, "observation_changed", guards=seen.guards())
    assert head["guard"] == 1
    assert "scenes(0, 2)" in str(head["message"])


def test_a_change_outside_of_what_is_relied_on_does_not_refuse(stage: Stage, client: Client) -> None:
    seen = client.look((wire.SCENES, wire.Window(0, 2)))

    def rename(song: Any) -> None:
        song.scenes[5].name = "Renamed"
        song.tracks[0].name = "Renamed"

    stage.person(rename)
    assert client.execute(SCENE, guards=seen.guards()).status == "applied"


def test_what_is_only_shown_is_not_guarded(stage: Stage, client: Client) -> None:
    seen = client.look((wire.STATE, wire.Nothing()), (wire.TRACKS, wire.Nothing()))

    def play(song: Any) -> None:
        song.tempo = 133.0
        song.tracks[0].mixer_device.volume.value = 0.3
        song.start_playing()

    stage.person(play)
    assert client.execute(SCENE, guards=seen.guards()).status == "applied"


@given(place=st.integers(0, 10_000), bit=st.integers(0, 7))
def test_one_flipped_bit_of_the_writes_or_guards_changes_nothing(
    stage: Stage, client: Client, place: int, bit: int
) -> None:
    seen = client.look((wire.SCENES, wire.Window(0, 2)))
    row = wire.CREATE_SCENE.row.guard_bytes(SCENE[1])
    writes = codec(wire.WriteSteps).guard_bytes(wire.WriteSteps((wire.WriteStep(wire.CREATE_SCENE.code, row),)))
    job = bytearray(codec(wire.Job).guard_bytes(wire.Job(codec(wire.Guards).guard_bytes(seen.guards()), writes)))
    job[place % len(job)] ^= 1 << bit
    before = stage.digest()
    request = client.order(SCENE, guards=seen.guards(), attachment=bytes(job))
    frame = client.wait(lambda frame: frame.head.get("id") == request and frame.kind != frames.STARTED)
    assert frame.head.get("status", "refused") == "refused"
    assert frame.head["code"] == "invalid_arguments"
    assert stage.digest() == before


def test_browser_contents_cannot_be_relied_on(stage: Stage, client: Client) -> None:
    kind = wire.BROWSER_ROOT_LIST
    guards = wire.Guards((wire.Guard(kind.code, b"", hashlib.sha256(b"").digest()),))
    refused(stage, client, "invalid_arguments", guards=guards)


def test_undo_stands_alone_in_an_operation(stage: Stage, client: Client) -> None:
    stage.person(lambda song: song.create_scene(-1))
    stage.host.tick()
    before = stage.digest()
    done = client.execute(SCENE, (wire.UNDO, wire.Nothing()))
    assert (done.status, done.code) == ("refused", "unsupported_in_job")
    assert stage.digest() == before


def test_a_write_that_live_refuses_as_a_notification_runs_once_more_from_the_display(
    stage: Stage, client: Client
) -> None:
    error = RuntimeError("Changes cannot be triggered by notifications. You will need to defer your response.")
    request = client.order(SCENE)
    stage.world.faults.raise_at_member("create_scene", error)
    done = client.executed(request)
    assert done.status == "applied", done.head
    assert stage.world.faults.fired == {"raised_at_write": 1}


def test_a_write_that_live_goes_on_refusing_as_a_notification_is_rolled_back(stage: Stage, client: Client) -> None:
    error = RuntimeError("Changes cannot be triggered by notifications. You will need to defer your response.")
    before = stage.digest()
    request = client.order(SCENE)
    stage.world.faults.raise_at_member("create_scene", error, repeat=True)
    done = client.executed(request)
    assert (done.status, done.code) == ("rolled_back", "live_refused")
    stage.world.faults.clear()
    assert stage.digest() == before


# -- what takes too long to compare in the callback -----------------------------------------------------------------


class Relying:
    """A plan that rests on a capture so slow that it is compared on the ticks before the callback, and after it."""

    def __init__(self, demo: Stage) -> None:
        self.stage = demo
        self.client = demo.client()
        self.row = value_rows.of_parameters(self.client, "track-1:device-0", {1: 17.0})
        self.seen = self.client.look((wire.CHAIN, wire.ChainAsked("track-1", 4)))
        self.version = self.client.version()
        costs = demo.script._live.costs
        self.slow = [key for key in costs if key[0] == wire.CHAIN.code]
        for key in self.slow:
            costs[key] = 1.0

    def order(self) -> int:
        """Send the operation."""
        return self.client.order((wire.SET_VALUES, self.row), guards=self.seen.guards(), version=self.version)

    def when_written(self, act: Callable[[Any], None]) -> None:
        """Somebody acts in the tick after the writes, before what was relied on is read again."""
        live = self.stage.script._live
        applied = live.version.applied

        def then(changed: Any, *, only: bool = False) -> None:
            applied(changed, only=only)
            act(live.song)

        live.version.applied = then


def test_a_long_guard_that_stands_before_and_after_lets_the_operation_run(demo: Stage) -> None:
    relying = Relying(demo)
    done = relying.client.executed(relying.order())
    assert (done.status, done.results.differences) == ("applied", ())


def test_a_long_guard_that_has_changed_refuses_before_the_start_is_announced(demo: Stage) -> None:
    relying = Relying(demo)

    def turn(song: Any) -> None:
        song.tracks[1].devices[0].parameters[5].value = 99.0

    demo.person(turn)
    before = demo.digest()
    done = relying.client.executed(relying.order())
    assert (done.status, done.code, done.head["guard"]) == ("refused", "observation_changed", 0)
    assert not [frame for frame in relying.client.frames if frame.kind == frames.STARTED]
    assert demo.digest() == before


def test_what_changes_behind_a_long_guard_is_named_after_the_writes(demo: Stage) -> None:
    relying = Relying(demo)

    def turn(song: Any) -> None:
        rack = song.tracks[1].devices[0]
        rack.parameters[9].value = 99.0
        rack.chains[0].mixer_device.volume.value = 0.1
        rack.chains[1].mute = True

    relying.when_written(turn)
    done = relying.client.executed(relying.order())
    assert done.status == "applied"
    words = " / ".join(done.results.differences)
    assert "the mixer of" in words
    assert "mute or solo of" in words
    assert relying.stage.person(lambda song: song.tracks[1].devices[0].parameters[9].name) in words


def test_a_structure_that_changes_behind_a_long_guard_is_named(demo: Stage) -> None:
    relying = Relying(demo)
    relying.when_written(lambda song: song.tracks[1].delete_device(0))
    done = relying.client.executed(relying.order())
    assert done.status == "applied"
    assert done.results.differences


class RelyingOnTracks(Relying):
    """The same for a plan that rests on tracks."""

    def __init__(self, demo: Stage, kind: wire.Observation[Any, Any], arguments: Any, control: int) -> None:
        self.stage = demo
        self.client = demo.client()
        track = self.client.see(wire.TRACK_STATE, wire.TrackStateAsked("track-1", 1))
        pointer = track.chain.owner_pointer
        rows = {
            wire.OWNER_PAN: value_rows.level(0, wire.OWNER_PAN, track.pan, 0.5),
            wire.OWNER_NAME: value_rows.plain(0, wire.OWNER_NAME, 0, 1),
            wire.OWNER_INPUT_TYPE: value_rows.plain(0, wire.OWNER_INPUT_TYPE, 2, 3),
        }
        texts = (track.name, "By plan", str(track.input_type.id), "Computer Keyboard")
        self.row = value_rows.to_set([("track-1", pointer)], [rows[control]], *texts)
        self.seen = self.client.look((kind, arguments))
        self.version = self.client.version()
        costs = demo.script._live.costs
        for key in [key for key in costs if key[0] == kind.code]:
            costs[key] = 1.0


TRACKS = (
    (wire.TRACK_STATE, wire.TrackStateAsked("track-1", 4)),
    (wire.GROUP_SYSTEM, wire.TrackStateAsked("track-0", 4)),
)
WRITTEN = (wire.OWNER_PAN, wire.OWNER_NAME, wire.OWNER_INPUT_TYPE)


@pytest.mark.parametrize(("kind", "arguments"), TRACKS, ids=["track", "group"])
@pytest.mark.parametrize("control", WRITTEN)
def test_a_long_guard_of_tracks_does_not_take_what_was_written_for_somebody_s_edit(
    demo: Stage, kind: wire.Observation[Any, Any], arguments: Any, control: int
) -> None:
    relying = RelyingOnTracks(demo, kind, arguments, control)
    done = relying.client.executed(relying.order())
    assert (done.status, done.results.differences) == ("applied", ())


def set_of(way: Callable[[Any], Any], member: str, value: Any) -> Callable[[Any], None]:
    """Somebody sets one thing of the kit's track."""
    return lambda song: setattr(way(song.tracks[1]), member, value)


MEANWHILE: tuple[tuple[str, Callable[[Any], None]], ...] = (
    ("the volume of 'Kit'", set_of(lambda track: track.mixer_device.volume, "value", 0.3)),
    ("send 1 of 'Kit'", set_of(lambda track: track.mixer_device.sends[1], "value", 0.3)),
    ("the mute of 'Kit'", set_of(lambda track: track, "mute", True)),
    ("the solo of 'Kit'", set_of(lambda track: track, "solo", True)),
    ("the monitoring of 'Kit'", set_of(lambda track: track, "current_monitoring_state", 2)),
    ("the name of 'Kit'", set_of(lambda track: track, "name", "By hand")),
    ("the input channel of 'Kit'", lambda song: _choose(song.tracks[1], "input_routing_channel", 4)),
    ("the output type of 'Kit'", lambda song: _choose(song.tracks[1], "output_routing_type", -1)),
    ("the name of 'EQ Eight'", set_of(lambda track: track.devices[1], "name", "By hand")),
    ("of 'Saturator'", set_of(lambda track: track.devices[2].parameters[0], "value", 0.0)),
)


def _choose(track: Any, member: str, place: int) -> None:
    setattr(track, member, getattr(track, f"available_{member}s")[place])


@pytest.mark.parametrize(("kind", "arguments"), TRACKS, ids=["track", "group"])
@pytest.mark.parametrize(("words", "act"), MEANWHILE, ids=[words for words, _ in MEANWHILE])
def test_what_somebody_changes_of_a_track_behind_a_long_guard_is_named(
    demo: Stage, kind: wire.Observation[Any, Any], arguments: Any, words: str, act: Callable[[Any], None]
) -> None:
    relying = RelyingOnTracks(demo, kind, arguments, wire.OWNER_PAN)
    relying.when_written(act)
    done = relying.client.executed(relying.order())
    assert done.status == "applied"
    assert [one for one in done.results.differences if words in one], done.results.differences


def test_what_somebody_changes_of_another_track_of_the_group_is_named(demo: Stage) -> None:
    relying = RelyingOnTracks(demo, *TRACKS[1], wire.OWNER_PAN)
    relying.when_written(lambda song: setattr(song.tracks[2].mixer_device.panning, "value", 0.3))
    done = relying.client.executed(relying.order())
    assert done.results.differences == ("the pan of 'Percussion' has changed while the operation ran",)


def test_more_differences_than_twenty_are_not_all_named(demo: Stage) -> None:
    relying = RelyingOnTracks(demo, *TRACKS[0], wire.OWNER_PAN)

    def turn(song: Any) -> None:
        for chain in song.tracks[1].devices[0].chains:
            chain.mixer_device.volume.value = 0.123
            chain.mixer_device.panning.value = 0.123
            chain.devices[0].parameters[0].value = 0.0

    relying.when_written(turn)
    done = relying.client.executed(relying.order())
    assert len(done.results.differences) == 21
    assert done.results.differences[-1] == "and more"


@pytest.mark.parametrize(("control", "is_named"), [(wire.CHAIN_MUTE, True), (wire.CHAIN_SOLO, False)])
def test_another_chain_s_switch_is_named_unless_a_solo_was_written_that_moves_it(
    demo: Stage, control: int, is_named: bool
) -> None:
    relying = Relying(demo)
    chain = next(row for row in relying.seen.rows[0].chains if row.id.endswith("chain-0"))
    member = "mute" if control == wire.CHAIN_MUTE else "solo"
    row = value_rows.plain(0, control, float(getattr(chain, member)), 1.0)
    relying.row = value_rows.to_set([(chain.id, chain.pointer)], [row])
    relying.when_written(lambda song: setattr(song.tracks[1].devices[0].chains[2], "mute", True))
    done = relying.client.executed(relying.order())
    assert done.status == "applied"
    assert bool([one for one in done.results.differences if "mute or solo of" in one]) == is_named
