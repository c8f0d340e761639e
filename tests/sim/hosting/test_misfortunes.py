"""Misbehaviour on demand, from the command line and from Python: each kind shows, and the same seed repeats exactly."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from countin.sim.demo import demo_set
from countin.sim.factory import factory_set
from countin.sim.host import Host
from countin.sim.hosting.child import Child, ChildError
from countin.sim.hosting.interpreter import LockTaker
from countin.sim.hosting.misfortunes import KINDS, Misfortunes
from countin.sim.hosting.options import ClockName, Options
from countin.sim.world import World
from rig import Rig, rig
from sim.hosting import hosting_scripts as scripts
from sim.hosting.hosting_scripts import MakeScript

COMMAND = (sys.executable, "-m", "countin", "sim", "demo", "--clock", "stepped")
Start = Callable[..., Child]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a child on a stepped clock."""
    with ExitStack() as children:

        def begin(clock: ClockName = "stepped", **options: Any) -> Child:
            return children.enter_context(Child(Options(clock=clock, **options)))

        yield begin


def on_command_line(home: Any, arguments: list[str], *lines: dict[str, Any]) -> list[dict[str, Any]]:
    """What `countin sim` answers to these lines, after it has said that it is ready. What differs from run to run by
    nature is left out."""
    ended = subprocess.run(
        [*COMMAND, *arguments],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        env={"COUNTIN_HOME": str(home), "PATH": ""},
    )
    return [json.loads(line) for line in ended.stdout.splitlines()][1:]


# --- by chance --------------------------------------------------------------------------------------------------------


def test_the_same_seed_brings_the_same_misfortunes_from_the_command_line(tmp_path: Any) -> None:
    lines = ({"tick": 60}, {"misfortunes": 100}, {"digest": True})

    def run(seed: int) -> list[dict[str, Any]]:
        return on_command_line(tmp_path, ["--misbehave", "all", "--chance", "0.4", "--seed", str(seed)], *lines)

    first, again, other = run(7), run(7), run(8)
    assert first == again
    assert first[1]["misfortunes"] != other[1]["misfortunes"]
    assert len(first[1]["misfortunes"]) > 10


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_and_repeats_by_itself(kind: str) -> None:
    def past() -> tuple[list[dict[str, Any]], str]:
        with Host(World(demo_set())) as host:
            host.misfortunes = Misfortunes(3, (kind,), chance=0.5)
            host.tick(40)
            return [*host.misfortunes.past], host.world.digest()

    told, digest = past()
    assert (told, digest) == past()
    assert {one["kind"] for one in told} == {kind}


def test_what_befalls_a_turn_does_not_depend_on_what_befell_before() -> None:
    def kinds_at(first: int) -> dict[int, str]:
        with Host(World(factory_set())) as host:
            host.tick(first)
            host.misfortunes = Misfortunes(5, ("person", "ignore_write"), chance=0.5)
            host.tick(30 - first)
            return {one["turn"]: one["kind"] for one in host.misfortunes.past}

    late = kinds_at(15)
    assert late == {turn: kind for turn, kind in kinds_at(0).items() if turn > 15}
    assert set(late.values()) == {"person", "ignore_write"}


def test_a_misfortune_that_does_not_exist_or_a_chance_that_is_none_is_refused(start: Start) -> None:
    child = start()
    with pytest.raises(ChildError, match="there is no misfortune rain; there are raise_at_write"):
        child.fault("drawn", seed=1, kinds=["rain"])
    with pytest.raises(ChildError, match="a chance is from 0 to 1"):
        child.fault("drawn", seed=1, chance=2)
    with pytest.raises(ChildError, match="whole number"):
        child.fault("drawn", seed="now")
    assert child.say(misfortunes=5) == {"ok": True, "misfortunes": [], "fired": {}}


BEARABLE = tuple(kind for kind in KINDS if kind not in ("open_set", "slow"))
"""Another Set ends every plan, and time that is really spent is not simulated."""


def four_scenes(seed: int) -> list[str]:
    """What four attempts to create a scene were told, each compared with the Set."""
    with rig(demo_set()) as on:
        on.host.misfortunes = Misfortunes(seed, BEARABLE, chance=0.4)
        told = [on.apply("create_scene", name=f"Drop {number}") for number in range(4)]
        on.host.misfortunes = None
        on.world.faults.clear()
        on.tick(30)
        names: list[str] = on.person(lambda song: [scene.name for scene in song.scenes])
        for number, one in enumerate(told):
            if one.status == "applied":
                assert names.count(f"Drop {number}") == 1, one.body
            elif one.is_error and not one.status:
                assert one["error"]["outcome"] == "not_executed", one.body
                assert f"Drop {number}" not in names, one.body
        return [one.status or one.code for one in told]


@pytest.mark.parametrize("seed", range(8))
def test_whatever_befalls_countin_tells_the_truth_and_the_same_seed_tells_it_again(seed: int) -> None:
    assert four_scenes(seed) == four_scenes(seed)


# --- one at a time, from the command line -----------------------------------------------------------------------------

TEMPO = {"person": {"path": "song", "set": "tempo", "to": 90.0}}
READ = {"person": {"path": "song", "get": "tempo"}}
STEP = {"person": {"path": "song", "call": "begin_undo_step"}}
END = {"person": {"path": "song", "call": "end_undo_step"}}


STRIKES: tuple[tuple[dict[str, Any], tuple[dict[str, Any], ...], list[bool]], ...] = (
    ({"raise_at_write": {"k": 2}}, (TEMPO, TEMPO, TEMPO), [False, True, False]),
    ({"raise_at_member": {"name": "tempo"}}, (TEMPO, READ), [True, False]),
    ({"raise_at_read": {"k": 2, "member": "tempo"}}, (READ, READ, READ), [False, True, False]),
    ({"raise_in_begin_undo_step": {}}, (STEP, STEP, END), [True, False, False]),
    ({"raise_in_end_undo_step": {}}, (STEP, END, END), [False, True, False]),
    ({"raise_in_read_back": {"k": 2}}, (READ, STEP, TEMPO, END, READ, READ, READ), [False] * 5 + [True, False]),
)
"""A fault, lines after it, and which of them fail."""


def test_each_fault_strikes_where_it_was_armed(tmp_path: Any) -> None:
    clear: dict[str, Any] = {"fault": {"clear": {}}}
    lines: list[dict[str, Any]] = [line for fault, after, _ in STRIKES for line in ({"fault": fault}, *after, clear)]
    told = on_command_line(tmp_path, [], *lines)
    expected = [failed for _, _, errors in STRIKES for failed in (False, *errors, False)]
    assert [not one["ok"] for one in told] == expected


def test_a_fault_can_be_armed_from_the_start(tmp_path: Any) -> None:
    told = on_command_line(tmp_path, ["--fault", '{"raise_at_write": {"k": 2}}'], TEMPO, TEMPO, TEMPO)
    assert [one["ok"] for one in told] == [True, False, True]


@pytest.mark.parametrize("arguments", [["--fault", '{"dance": {}}'], ["--interpreter", "2"], ["--misbehave", "rain"]])
def test_a_command_line_that_asks_for_nonsense_is_refused(tmp_path: Any, arguments: list[str]) -> None:
    with pytest.raises(subprocess.CalledProcessError) as refused:
        on_command_line(tmp_path, arguments)
    assert refused.value.stderr.startswith("countin sim: ")


def test_an_ignored_write_changes_nothing(start: Start) -> None:
    child = start(faults=({"ignore_write": {"k": 1}},))
    child.person("song", set="tempo", to=90.0)
    assert child.person("song", get="tempo") == 120.0


def test_slow_access_costs_time_for_real(start: Start) -> None:
    child = start(faults=({"access_cost": {"microseconds": 30.0, "busy": True}},))
    child.fault("write_cost", microseconds=30.0, busy=True)
    child.person("song", set="tempo", to=90.0)
    assert child.person("song", get="tempo") == 90.0
    child.fault("clear")


def test_a_write_costs_more_than_a_read_where_setters_are_slow() -> None:
    world = World(factory_set())
    world.faults.access_cost(1.0)
    world.faults.write_cost(1000.0)
    assert world.song.tempo == 120.0
    read = world.faults.simulated_cost
    world.song.tempo = 100.0
    assert 0 < read < 0.0001
    assert world.faults.simulated_cost - read > 0.001


def test_another_line_is_done_at_a_later_turn(start: Start) -> None:
    child = start()
    assert child.say(later={"turns": 3, "do": TEMPO})["later"] == 3
    child.say(later={"turns": 4, "do": {"fault": {"open_set": {"set": "demo"}}}})
    tempos: list[float] = []
    for _ in range(4):
        child.tick()
        tempos.append(child.person("song", get="tempo"))
    assert tempos == [120.0, 120.0, 90.0, 122.0]


def test_a_later_line_that_makes_no_sense_is_refused_at_once(start: Start) -> None:
    child = start()
    some = {"turns": 1, "do": TEMPO}
    for line in ({}, {"turns": 1}, {**some, "turns": 0}, {**some, "do": {"quit": True}}, {**some, "do": {}}):
        with pytest.raises(ChildError, match="LineError"):
            child.say(later=line)


# --- a dialog with an event loop of its own ---------------------------------------------------------------------------


@pytest.fixture
def on() -> Iterator[Rig]:
    """Countin in the demo Set."""
    with rig(demo_set()) as made:
        yield made


@pytest.mark.parametrize("k", [1, 2])
def test_the_script_does_nothing_within_a_dialog_that_one_of_its_writes_opened(on: Rig, k: int) -> None:
    """DESIGN 4: a pump never nests. The script sees its timer and its display turn, and touches nothing."""
    planned = on.plan("create_scene", name="Drop", index=2)
    within: list[int] = []
    loop_within = on.host._nested  # pyright: ignore[reportPrivateUsage] - the moment that is looked at

    def nested(turns: int) -> None:
        before = on.world.counters.accesses
        loop_within(turns)
        within.append(on.world.counters.accesses - before)

    on.host._nested = nested  # pyright: ignore[reportPrivateUsage]
    on.host.dialog_at_write(k, 5)
    told = on.execute(planned)
    assert told.status == "applied", told.body
    assert (on.host.nested_turns, within) == (5, [0])
    assert on.person(lambda song: [song.scenes[2].name, len(song.scenes)]) == ["Drop", 9]
    assert not on.world.store.history.bracket
    assert not [line for line in on.host.log if "Error" in line]


def test_a_script_that_writes_within_such_a_loop_does_nest(make_script: MakeScript) -> None:
    """The oracle of the test before: an ordinary script is called from within its own write."""
    with Host(World(factory_set())) as host:
        surface = host.load_script(make_script("Nesting", scripts.NESTING))
        host.dialog_at_write(1, 2)
        host.tick()
        assert surface.instance.depths == [1, 2, 2]
        assert host.person(lambda song: song.tempo) == 90.0


# --- too early and too late -------------------------------------------------------------------------------------------


def test_countin_bears_updates_that_come_too_early_and_too_late(tmp_path: Any) -> None:
    told = on_command_line(
        tmp_path, ["--fault", '{"early_update": {}}'], {"fault": {"open_set": {"set": "factory"}}}, {"log": 100}
    )
    assert [line for line in told[1]["log"] if "Error" in line] == []
    assert sum("is ready" in line for line in told[1]["log"]) == 2


@pytest.mark.parametrize("text", [scripts.EARLY_LEGACY, scripts.EARLY_V2])
def test_a_framework_s_constructor_can_call_update_display_before_the_script_is_made(
    make_script: MakeScript, text: str
) -> None:
    for early in (False, True):
        with Host(World(factory_set())) as host:
            host.early_updates = early
            surface = host.load_script(make_script(f"Early{early}", text))
            assert surface.instance.early == early
            host.unload(surface)
            assert not [line for line in host.log if "Error" in line]


# --- who gets the interpreter -----------------------------------------------------------------------------------------


def test_the_lock_is_taken_by_a_plan_that_the_seed_makes() -> None:
    plans = [LockTaker(0.5, 0.01, seed).planned(50) for seed in (1, 1, 2)]
    assert plans[0] == plans[1] != plans[2]
    held, free = (sum(part) for part in zip(*plans[0], strict=True))
    assert held == pytest.approx(free)
    assert 0.4 < held + free < 0.6
    for share, period in ((0.0, 0.02), (0.96, 0.02), (0.5, 0.0), (0.5, 2.0)):
        with pytest.raises(ValueError, match="not"):
            LockTaker(share, period)


def test_while_the_lock_is_held_no_other_thread_runs(start: Start, make_script: MakeScript) -> None:
    """A script's thread counts: on a held interpreter only while Live is inside Python."""
    counted: dict[bool, int] = {}
    for held in (False, True):
        child = start(clock="real", scripts=(make_script(f"Counting{held}", scripts.COUNTING),))
        child.fault("interpreter", held=held)
        counted[held] = 0
        while not counted[held]:
            lines = [line for line in child.say(log=100)["log"] if "counted" in line]
            counted[held] = int(lines[-1].rsplit(" ", 1)[1]) if lines else 0
    assert counted[True] * 3 < counted[False]


def test_a_live_whose_lock_is_taken_half_of_the_time_still_answers(start: Start) -> None:
    child = start(clock="real", faults=({"interpreter": {"share": 0.5, "period_ms": 5, "seed": 1}},))
    child.person("song", set="tempo", to=90.0)
    assert child.person("song", get="tempo") == 90.0
    child.fault("interpreter")
    assert child.close() == 0
