"""A large device or group is read in turns: others wait no longer than a tick's budget, whatever it holds."""

from __future__ import annotations

import importlib
from collections.abc import Generator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import value_rows
from countin._remote_script.Countin import wire
from countin._remote_script.Countin.rows import codec
from countin.sim.demo import demo_set
from countin.sim.document import (
    DeviceDocument,
    DeviceLayout,
    ParameterLayout,
    SceneDocument,
    SetDocument,
    TrackDocument,
)
from script_stage import SCRIPT, Client, MakeStage, Stage

PARAMETERS = 6000
ACCESS = 1.0
"""Microseconds an access to Live costs, on the simulated clock alone."""
MOST = 1.25
"""So many budgets a pump may take: what is read at once goes on to its end."""


def large() -> SetDocument:
    """A plug-in with thousands of parameters on each of two tracks of a group, some of them with steps."""
    rows = tuple(
        ParameterLayout(f"P{place}", 0.0, 1.0, quantized=True, value_items=("Off", "On"))
        if place % 50 == 0
        else ParameterLayout(f"P{place}", 0.0, 1.0)
        for place in range(PARAMETERS)
    )
    device = DeviceDocument("Big", DeviceLayout("PluginDevice", "Big", 2, rows), (0.0,) * PARAMETERS)
    return SetDocument(
        tracks=(
            TrackDocument("group", "All"),
            TrackDocument("midi", "One", group=0, devices=(device,)),
            TrackDocument("midi", "Two", group=0, devices=(device, replace(device, name="Big 2"))),
        ),
        returns=(),
        main=TrackDocument("main"),
        scenes=(SceneDocument(),),
    )


class Watched:
    """A stage on a clock that only accesses to Live move within a pump, and how long each pump took."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.holds: list[float] = []
        clock: Any = stage.script.clock
        faults: Any = stage.world.faults
        clock.now = lambda: stage.world.now + faults.simulated_cost + clock.offset
        pump: Any = stage.script._pump
        tick = pump._tick

        def timed() -> None:
            begun = clock.now()
            tick()
            self.holds.append(clock.now() - begun)

        pump._tick = timed
        self.client: Client = stage.client()
        faults.access_cost(ACCESS)

    @property
    def longest(self) -> float:
        """In budgets."""
        return max(self.holds) / wire.TICK_BUDGET_SECONDS


@pytest.fixture
def watched(make_stage: MakeStage) -> Watched:
    return Watched(make_stage(large()))


LOOKS = (
    (wire.CHAIN, wire.ChainAsked("track-1", 4)),
    (wire.CHAIN, wire.ChainAsked("track-2", 1, "track-2:device-1")),
    (wire.TRACK_STATE, wire.TrackStateAsked("track-2", 4)),
    (wire.GROUP_SYSTEM, wire.TrackStateAsked("track-0", 4)),
    (wire.PARAMETERS, wire.DeviceAsked("track-1:device-0")),
)


@pytest.mark.parametrize("again", [False, True], ids=["first", "again"])
@pytest.mark.parametrize(("kind", "arguments"), LOOKS, ids=[str(arguments) for _, arguments in LOOKS])
def test_thousands_of_parameters_hold_nobody_longer_than_a_tick(
    watched: Watched, kind: wire.Observation[Any, Any], arguments: Any, again: bool
) -> None:
    if again:
        watched.client.look((kind, arguments), ticks=5000)
        watched.holds.clear()
    seen = watched.client.look((kind, arguments), ticks=5000)
    assert seen.rows[0] is not None
    assert len(watched.holds) > 1
    assert watched.longest <= MOST, f"{watched.longest:.2f} budgets"


def test_what_is_read_in_turns_is_what_is_read_at_once(make_stage: MakeStage) -> None:
    once, turns = (make_stage(demo_set()).client(), Watched(make_stage(demo_set())))
    turns.stage.world.faults.access_cost(50.0)
    asked = (wire.GROUP_SYSTEM, wire.TrackStateAsked("track-0", 4))
    one, other = once.look(asked).rows[0], turns.client.look(asked, ticks=5000).rows[0]
    assert [value_rows.column(track.chain) for track in one.tracks] == [
        value_rows.column(track.chain) for track in other.tracks
    ]


def test_a_device_that_goes_while_it_is_read_in_turns_is_not_told_of(watched: Watched) -> None:
    client = watched.client
    arguments = wire.ChainAsked("track-1", 4)
    questions = wire.Questions((wire.Question(wire.CHAIN.code, wire.CHAIN.arguments.guard_bytes(arguments)),))
    number = client.ask("observe", {}, codec(wire.Questions).guard_bytes(questions))
    client.turn()
    client.turn()
    watched.stage.person(lambda song: song.tracks[1].delete_device(0))
    frame = client.answer(number, 5000)
    (answer,) = codec(wire.Answers).unpack(frame.attachment).rows
    assert wire.CHAIN.row.unpack(answer.guard, answer.shown).devices == ()


def test_what_changes_while_an_answer_is_packed_has_a_later_version_than_the_answer(
    make_stage: MakeStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = make_stage(demo_set())
    client = stage.client()
    observing = importlib.import_module(f"{SCRIPT.name}.observing")
    reading = importlib.import_module(f"{SCRIPT.name}.reading")
    in_turns: Any = observing._in_turns

    def later(look: Any, row: Any, *, guard: bool) -> Generator[Any, None, bytes]:
        packing: Generator[Any, None, bytes] = in_turns(look, row, guard=guard)
        if not guard:
            yield reading.Pause.NEXT_TICK
        return (yield from packing)

    monkeypatch.setattr(observing, "_in_turns", later)
    arguments, version = wire.ChainAsked("track-1", 4), client.version()
    questions = wire.Questions((wire.Question(wire.CHAIN.code, wire.CHAIN.arguments.guard_bytes(arguments)),))
    number = client.ask("observe", {}, codec(wire.Questions).guard_bytes(questions))
    client.turn()
    count = stage.person(lambda song: song.tracks[1].delete_device(0) or len(song.tracks[1].devices))
    frame = client.answer(number)
    (answer,) = codec(wire.Answers).unpack(frame.attachment).rows
    told = wire.CHAIN.row.unpack(answer.guard, answer.shown).devices
    assert len([one for one in told if "/" not in one.id]) == count + 1
    monkeypatch.undo()
    assert frame.head["stateVersion"] == version < client.version()


class Pointed:
    """An object of Live's of which only the pointer is asked."""

    def __init__(self, pointer: int) -> None:
        self._live_ptr = pointer


def test_parameters_that_change_while_no_listener_stands_for_them_are_not_recorded(stage: Stage) -> None:
    capture = importlib.import_module(f"{SCRIPT.name}.observe.capture")
    refusals = importlib.import_module(f"{SCRIPT.name}.refusals")
    live: Any = stage.script._live
    old, new = ([Pointed(place + start) for place in range(2)] for start in (10, 20))
    device: Any = SimpleNamespace(_live_ptr=9, name="Echo", parameters=new)
    reading: Any = capture._Capture(live, 1)._pointers(device, old)
    next(reading)
    live.tick += 1
    with pytest.raises(refusals.Refusal, match="'Echo' has changed its parameters"):
        next(reading)
