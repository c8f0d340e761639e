"""Runs of parameters: compared at a glance, refused by name, written again behind a mode, put back; routing and its
channels."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

import value_rows
from countin._remote_script.Countin import wire
from script_stage import SCRIPT, Client, Executed, Stage

BUS = "track-0:device-0"


@pytest.fixture
def kit(demo: Stage) -> Client:
    return demo.client()


def untouched(stage: Stage, client: Client, rows: wire.ValuesToSet, version: int) -> Executed:
    """Execute what must be refused with nothing written."""
    before, writes = stage.digest(), stage.world.counters.writes
    done = client.execute((wire.SET_VALUES, rows), version=version)
    assert done.status == "refused", done.head
    assert (stage.digest(), stage.world.counters.writes) == (before, writes)
    return done


# -- what is not as planned -----------------------------------------------------------------------------------------

WANTED = {1: 0.1, 2: 0.3, 3: 0.2, 4: 0.4}


@pytest.mark.parametrize("place", [1, 2, 4])
def test_of_a_run_the_parameter_that_moved_is_named_and_nothing_is_written(
    demo: Stage, kit: Client, place: int
) -> None:
    rows, version = value_rows.of_parameters(kit, BUS, WANTED), kit.version()

    def turn(song: Any) -> str:
        parameter = song.tracks[0].devices[0].parameters[place]
        parameter.value = parameter.min + 0.77 * (parameter.max - parameter.min)
        return parameter.name

    name = demo.person(turn)
    done = untouched(demo, kit, rows, version)
    assert done.code == "observation_changed"
    assert done.head["message"].startswith(f"{name} of 'Drum Bus' is ")


@pytest.mark.parametrize("changed", [{"minimum": -1.0}, {"maximum": 9.5}])
def test_of_a_run_the_parameter_with_another_range_is_named(demo: Stage, kit: Client, changed: dict[str, Any]) -> None:
    rows = value_rows.of_parameters(kit, BUS, WANTED)
    moved = [*wire.value_rows(rows)]
    moved[2] = moved[2]._replace(**changed)
    done = untouched(demo, kit, wire.values_to_set(rows.objects, rows.texts, moved), kit.version())
    name = kit.see(wire.PARAMETERS, wire.DeviceAsked(BUS)).rows[3].name
    assert done.head["message"].startswith(f"{name} of 'Drum Bus' goes from ")


def test_of_a_run_the_parameter_that_something_else_drives_now_is_named(demo: Stage, kit: Client) -> None:
    """Its macro is mapped between plan and execution: here it is planned as if nothing drove it."""
    chain = kit.see(wire.CHAIN, wire.ChainAsked("track-1", 4))
    start = 0
    for device in chain.devices:
        flags = chain.flags[start : start + device.parameters]
        driven = [place for place, flag in enumerate(flags) if not flag & wire.ENABLED]
        if driven:
            break
        start += device.parameters
    else:
        raise AssertionError("the kit has driven parameters")
    rows = value_rows.of_parameters(kit, device.id, {0: 1.0, driven[0]: 0.25})
    planned = [one._replace(flags=wire.ENABLED) for one in wire.value_rows(rows)]
    done = untouched(demo, kit, wire.values_to_set(rows.objects, rows.texts, planned), kit.version())
    assert "is driven by something else now" in done.head["message"]


def test_a_value_outside_its_range_in_the_middle_of_a_run_is_named(demo: Stage, kit: Client) -> None:
    rows = value_rows.of_parameters(kit, BUS, WANTED | {3: 1e9})
    done = untouched(demo, kit, rows, kit.version())
    assert done.code == "does_not_fit"
    assert "1e+09 is outside" in done.head["message"]


def test_minus_zero_stands_for_zero_and_zero_for_minus_zero(demo: Stage, kit: Client) -> None:
    demo.person(lambda song: setattr(song.tracks[0].devices[0].parameters[1], "value", 0.0))
    rows = value_rows.of_parameters(kit, BUS, {1: 0.1, 2: 0.3})
    planned = [*wire.value_rows(rows)]
    planned[0] = planned[0]._replace(before=-0.0)
    minus = [one._replace(minimum=-0.0 if one.minimum == 0 else one.minimum) for one in planned]
    done = kit.execute((wire.SET_VALUES, wire.values_to_set(rows.objects, rows.texts, minus)))
    assert done.status == "applied", done.head


# -- modes ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parts:
    """What a run needs, as the embedded Live hosts it."""

    run: Any
    owners: Any
    journal: Any
    failed: type[Exception]


@pytest.fixture
def parts(stage: Stage) -> Parts:
    assert stage.script is not None
    found = [
        importlib.import_module(f"{SCRIPT.name}.{name}") for name in ("write.parameter_run", "journal", "write.change")
    ]
    return Parts(found[0].Run, found[0].Owners, found[1].Journal, found[2].WriteFailed)


class Parameter:
    """A parameter of a made-up device; `on_set` says what a value does, and may raise."""

    def __init__(self, name: str, value: float, on_set: Callable[[float], None] | None = None) -> None:
        self.name, self.held, self.on_set = name, value, on_set
        self.writes = 0

    @property
    def value(self) -> float:
        return self.held

    @value.setter
    def value(self, value: float) -> None:
        self.writes += 1
        if self.on_set is not None:
            self.on_set(value)
        self.held = value


class Device:
    """Its name, and a mode: while that stands where the level is `off` the level takes nothing."""

    def __init__(self, mode: float, level: float, off: tuple[float, ...] = (0.0,)) -> None:
        self.off = off
        self.name = "Echo"
        self.mode = Parameter("Mode", mode)
        self.level = Parameter("Level", level, self._level)

    def _level(self, _: float) -> None:
        if self.mode.held in self.off:
            raise RuntimeError("This parameter is disabled and cannot be changed")


def run(parts: Parts, device: Device, parameters: Sequence[Parameter], after: Sequence[float]) -> Any:
    """A run over these parameters as they stand."""
    return run_across(parts, [(device, parameters)], after)


def run_across(parts: Parts, written: Sequence[tuple[Device, Sequence[Parameter]]], after: Sequence[float]) -> Any:
    """A run over parameters of several devices as they stand."""
    parameters = [parameter for _, several in written for parameter in several]
    targets = [place for place, (_, several) in enumerate(written) for _ in several]
    modes = [place for place, parameter in enumerate(parameters) if any(parameter is one.mode for one, _ in written)]
    devices = [device for device, _ in written]
    owners = parts.owners([f"device {place}" for place in range(len(devices))], devices, targets)
    return parts.run(owners, parameters, [parameter.held for parameter in parameters], after, modes)


def taken_back(parts: Parts, made: Any) -> list[str]:
    """Write what fails, then take back; what is left."""
    journal = parts.journal()
    with pytest.raises((RuntimeError, parts.failed)):
        made.write(journal)
    return journal.take_back()


def _refuse(_: float) -> None:
    raise RuntimeError("no")


def test_what_a_mode_disables_until_it_is_written_is_written_again(parts: Parts) -> None:
    device = Device(mode=0.0, level=0.5)
    run(parts, device, [device.level, device.mode], [0.7, 1.0]).write(parts.journal())
    assert (device.level.held, device.mode.held, device.level.writes) == (0.7, 1.0, 2)


def test_what_a_mode_changes_beside_it_is_written_again(parts: Parts) -> None:
    device = Device(mode=1.0, level=0.5)

    def spill(_: float) -> None:
        device.level.held = 0.1

    device.mode.on_set = spill
    run(parts, device, [device.level, device.mode], [0.7, 2.0]).write(parts.journal())
    assert (device.level.held, device.mode.held) == (0.7, 2.0)


def test_what_a_mode_disables_for_good_is_told_with_the_mode_and_rolled_back(parts: Parts) -> None:
    device = Device(mode=1.0, level=0.5, off=(0.0, 1.0))
    made, journal = run(parts, device, [device.mode, device.level], [0.0, 0.7]), parts.journal()
    with pytest.raises(RuntimeError, match="Level of 'Echo' was not written beside 'Mode', which may disable") as told:
        made.write(journal)
    assert "not at a second try" in str(told.value)
    assert device.level.writes == 2
    assert journal.take_back() == []
    assert (device.mode.held, device.level.held) == (1.0, 0.5)


@pytest.mark.parametrize("order", [("mode", "level"), ("level", "mode")])
def test_what_a_mode_will_disable_is_written_before_it(parts: Parts, order: tuple[str, str]) -> None:
    device = Device(mode=1.0, level=0.5)
    wanted = {"mode": 0.0, "level": 0.7}
    run(parts, device, [getattr(device, name) for name in order], [wanted[name] for name in order]).write(
        parts.journal()
    )
    assert (device.mode.held, device.level.held) == (0.0, 0.7)


@pytest.mark.parametrize("order", [("mode", "level"), ("level", "mode")])
def test_what_fails_behind_a_mode_is_put_back_in_whichever_order_works(parts: Parts, order: tuple[str, str]) -> None:
    device = Device(mode=1.0, level=0.5)
    wanted = {"mode": 0.0, "level": 0.7}
    parameters = [getattr(device, name) for name in order]
    refusing = Parameter("Refusing", 0.0, _refuse)
    made = run(parts, device, [*parameters, refusing], [*(wanted[name] for name in order), 1.0])
    assert taken_back(parts, made) == []
    assert (device.mode.held, device.level.held) == (1.0, 0.5)


def test_what_cannot_be_put_back_is_named_with_what_stands_and_what_stood(parts: Parts) -> None:
    def no_way_back(value: float) -> None:
        if value == 0.25:
            raise RuntimeError("no way back")

    device = Device(mode=1.0, level=0.5)
    made = run(parts, device, [Parameter("Stuck", 0.25, no_way_back), Parameter("Refusing", 0.0, _refuse)], [0.5, 1.0])
    assert taken_back(parts, made) == ["Stuck of 'Echo' is 0.5, not 0.25 as before"]


def test_without_a_mode_nothing_is_tried_twice(parts: Parts) -> None:
    device = Device(mode=1.0, level=0.5)
    refusing = Parameter("Refusing", 0.0, _refuse)
    with pytest.raises(RuntimeError, match="Refusing of 'Echo' was not written: "):
        run(parts, device, [device.level, refusing], [0.7, 1.0]).write(parts.journal())
    assert refusing.writes == 1


def test_what_fails_is_told_with_its_own_device_and_modes_and_all_devices_are_put_back(parts: Parts) -> None:
    echo, delay = Device(mode=1.0, level=0.5), Device(mode=1.0, level=0.5, off=(0.0, 1.0))
    delay.name, delay.mode.name = "Delay", "Kind"
    written = [(echo, [echo.mode, echo.level]), (delay, [delay.mode, delay.level])]
    made, journal = run_across(parts, written, [2.0, 0.7, 0.0, 0.7]), parts.journal()
    with pytest.raises(RuntimeError, match="Level of 'Delay' was not written beside 'Kind', which may disable"):
        made.write(journal)
    assert (echo.mode.held, echo.level.held) == (2.0, 0.7)
    assert journal.take_back() == []
    assert [device.mode.held for device in (echo, delay)] == [1.0, 1.0]
    assert [device.level.held for device in (echo, delay)] == [0.5, 0.5]


def test_a_device_that_cannot_be_read_keeps_no_other_from_being_put_back(parts: Parts) -> None:
    class Gone(Parameter):
        @property
        def value(self) -> float:
            raise RuntimeError("gone")

        @value.setter
        def value(self, value: float) -> None:
            self.held = value

    echo, delay, last = (Device(mode=1.0, level=0.5) for _ in range(3))
    written = [(echo, [echo.level]), (delay, [Gone("Lost", 0.5)]), (last, [last.level, Parameter("No", 0.0, _refuse)])]
    left = taken_back(parts, run_across(parts, written, [0.7, 0.7, 0.7, 1.0]))
    assert (echo.level.held, last.level.held) == (0.5, 0.5)
    assert left == ["device 1 cannot be read: gone"]


@pytest.mark.parametrize("error", [TypeError("x"), ValueError("x")])
def test_other_errors_of_live_s_name_the_parameter_too(parts: Parts, error: Exception) -> None:
    def fail(_: float) -> None:
        raise error

    device = Device(mode=1.0, level=0.5)
    with pytest.raises(parts.failed, match="Odd of 'Echo' was not written"):
        run(parts, device, [Parameter("Odd", 0.0, fail)], [1.0]).write(parts.journal())


def test_a_run_stands_as_before_as_after_or_as_neither(parts: Parts) -> None:
    device = Device(mode=1.0, level=0.5)
    made = run(parts, device, [device.level, device.mode], [0.7, 2.0])
    assert made.standing() == "before"
    made.write(parts.journal())
    assert made.standing() == "after"
    device.level.held = 0.1
    assert made.standing() == "neither"


# -- routing --------------------------------------------------------------------------------------------------------


def routing(client: Client, *rows: tuple[int, str, str]) -> wire.ValuesToSet:
    """Write routings of track-3: control, before, after."""
    texts: list[str] = []
    made: list[wire.ValueRow] = []
    for control, before, after in rows:
        texts += [before, after]
        made.append(value_rows.plain(0, control, len(texts) - 2, len(texts) - 1))
    pointer = client.see(wire.TRACKS).rows[3].pointer
    return value_rows.to_set([("track-3", pointer)], made, *texts)


def chosen(stage: Stage) -> tuple[str, str]:
    """Input type and channel of track-3."""
    return stage.person(
        lambda song: (song.tracks[3].input_routing_type.display_name, song.tracks[3].input_routing_channel.display_name)
    )


def prepared(stage: Stage) -> Client:
    """Track 3 hears channel 3."""

    def choose(song: Any) -> None:
        song.tracks[3].input_routing_channel = song.tracks[3].available_input_routing_channels[3]

    client = stage.client()
    stage.person(choose)
    assert chosen(stage) == ("All Ins", "Ch. 3")
    return client


TYPE = (wire.OWNER_INPUT_TYPE, "All Ins", "Computer Keyboard")
CHANNEL = (wire.OWNER_INPUT_CHANNEL, "Ch. 3", "Ch. 5")


def test_a_type_is_written_and_then_its_channel_of_what_the_type_offers(demo: Stage) -> None:
    client = prepared(demo)
    done = client.execute((wire.SET_VALUES, routing(client, TYPE, CHANNEL)))
    assert done.status == "applied", done.head
    assert done.row(wire.SET_VALUES).texts == ("Computer Keyboard", "Ch. 5")
    assert chosen(demo) == ("Computer Keyboard", "Ch. 5")


@pytest.mark.parametrize("rows", [(TYPE, CHANNEL), (TYPE,)], ids=["type and channel", "type alone"])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_a_failure_at_or_behind_a_type_puts_back_type_then_channel(
    demo: Stage, rows: Sequence[tuple[int, str, str]], k: int
) -> None:
    client = prepared(demo)
    before = demo.world.digest_undoable()
    name = (wire.OWNER_NAME, "Bass", "By hand")
    written = routing(client, *rows, name)
    version = client.version()
    demo.world.faults.raise_at_write(min(k, len(rows) + 1))
    done = client.execute((wire.SET_VALUES, written), version=version)
    assert (done.status, done.code) == ("rolled_back", "live_refused"), (done.head, done.results)
    assert chosen(demo) == ("All Ins", "Ch. 3")
    assert demo.world.digest_undoable() == before


def test_a_channel_that_the_new_type_does_not_offer_is_rolled_back_with_its_name(demo: Stage) -> None:
    client = prepared(demo)
    before = demo.world.digest_undoable()
    wrong = (wire.OWNER_INPUT_CHANNEL, "Ch. 3", "Ch. 99")
    done = client.execute((wire.SET_VALUES, routing(client, TYPE, wrong)))
    assert (done.status, done.code) == ("rolled_back", "live_refused")
    assert "the input routing channel 'Ch. 99' names 0 of Live's choices" in done.head["message"]
    assert demo.world.digest_undoable() == before


def test_a_routing_that_is_not_as_planned_is_refused_by_name(demo: Stage) -> None:
    client = prepared(demo)
    wrong = (wire.OWNER_INPUT_CHANNEL, "Ch. 4", "Ch. 5")
    done = untouched(demo, client, routing(client, wrong), client.version())
    assert "input routing channel of 'Bass' is 'Ch. 3' now, not 'Ch. 4'" in done.head["message"]


def test_two_choices_of_one_name_are_told_and_nothing_stays_written(demo: Stage) -> None:
    client = prepared(demo)
    demo.person(lambda song: [setattr(song.tracks[place], "name", "Twin") for place in (4, 5)])
    before = demo.world.digest_undoable()
    done = client.execute((wire.SET_VALUES, routing(client, (wire.OWNER_INPUT_TYPE, "All Ins", "Twin"))))
    assert done.status == "rolled_back"
    assert "names 2 of Live's choices" in done.head["message"]
    assert demo.world.digest_undoable() == before


def test_monitoring_and_a_name_are_written_and_one_undo_takes_all_back(demo: Stage) -> None:
    client = prepared(demo)
    before = demo.world.digest_undoable()
    pointer = client.see(wire.TRACKS).rows[3].pointer
    rows = value_rows.to_set(
        [("track-3", pointer)],
        [value_rows.plain(0, wire.OWNER_MONITORING, 1.0, 2.0), value_rows.plain(0, wire.OWNER_NAME, 0, 1)],
        "Bass", "Ölmühle",
    )  # fmt: skip
    assert client.execute((wire.SET_VALUES, rows)).status == "applied"
    seen = client.see(wire.TRACK_STATE, wire.TrackStateAsked("track-3", 1))
    assert (seen.monitoring, seen.name) == (2, "Ölmühle")
    demo.person(lambda song: song.undo())
    assert demo.world.digest_undoable() == before
