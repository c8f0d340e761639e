"""The state version moves when the structure does, by one, and for nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import value_rows
from countin._remote_script.Countin import wire
from script_stage import Client, Stage, unix_ms

Act = Callable[[Any], Any]


@pytest.fixture
def kit(demo: Stage) -> Client:
    """A client that has looked at the devices and timeline of one track."""
    client = demo.client()
    client.see(wire.CHAIN, wire.ChainAsked("track-1", 4))
    client.see(wire.ARRANGEMENT, wire.TrackSpan(1, 0.0, -1.0))
    return client


def rename(song: Any) -> None:
    song.tracks[0].name = song.scenes[0].name = song.tracks[1].devices[0].name = "Renamed"


def turn(song: Any) -> None:
    song.tempo = 99.0
    song.tracks[1].mute = True
    song.tracks[1].devices[0].parameters[1].value = 1.0
    song.tracks[1].devices[0].chains[0].mixer_device.volume.value = 0.1


def fill_a_slot(song: Any) -> None:
    song.create_midi_track(-1)
    song.undo()


STRUCTURAL: dict[str, Act] = {
    "a track": lambda song: song.create_midi_track(-1),
    "a return": lambda song: song.create_return_track(),
    "a scene": lambda song: song.create_scene(-1),
    "a track less": lambda song: song.delete_track(6),
    "a device less": lambda song: song.tracks[1].delete_device(0),
    "a device more": lambda song: song.tracks[1].insert_device("Reverb"),
    "a device in a chain less": lambda song: song.tracks[1].devices[0].chains[0].delete_device(0),
    "a chain more": lambda song: song.tracks[1].devices[0].insert_chain(),
    "a clip on the timeline": lambda song: song.tracks[1].create_midi_clip(1000.0, 4.0),
}
HARMLESS: dict[str, Act] = {
    "names": rename,
    "values": turn,
    "selection": lambda song: setattr(song.view, "selected_track", song.tracks[2]),
    "devices nobody has looked at": lambda song: song.tracks[2].delete_device(0),
    "a timeline nobody has looked at": lambda song: song.tracks[2].create_midi_clip(1000.0, 4.0),
}


@pytest.mark.parametrize("act", STRUCTURAL.values(), ids=list(STRUCTURAL))
def test_a_change_of_the_structure_moves_it(demo: Stage, kit: Client, act: Act) -> None:
    version = kit.version()
    demo.person(act)
    assert kit.version() == version + 1
    assert kit.version() == version + 1


@pytest.mark.parametrize("act", STRUCTURAL.values(), ids=list(STRUCTURAL))
def test_a_guard_sees_a_change_of_the_structure_without_any_tick_between(demo: Stage, kit: Client, act: Act) -> None:
    version = kit.version()
    demo.person(act)
    before = demo.digest()
    done = kit.execute((wire.CREATE_SCENE, wire.SceneToCreate(0, "x")), version=version)
    assert (done.status, done.code) == ("refused", "state_version_moved")
    assert demo.digest() == before


@pytest.mark.parametrize("act", HARMLESS.values(), ids=list(HARMLESS))
def test_nothing_else_moves_it(demo: Stage, kit: Client, act: Act) -> None:
    version = kit.version()
    demo.person(act)
    demo.host.tick(3)
    assert kit.version() == version


def test_it_starts_from_the_clock(stage: Stage) -> None:
    assert abs(stage.client().version() - unix_ms()) < 600_000


def test_it_grows_from_one_life_to_the_next(stage: Stage) -> None:
    from script_stage import SCRIPT

    version = stage.client().version()
    stage.host.unload(stage.surface)
    stage.surface = stage.host.load_script(SCRIPT)
    assert stage.client().version() >= version


def test_each_applied_operation_moves_it_by_one(kit: Client) -> None:
    version = kit.version()
    rows = value_rows.of_parameters(kit, "track-1:device-0", {1: 3.0})
    done = kit.execute((wire.SET_VALUES, rows))
    assert done.head["stateVersion"] == version + 1
    kit.execute((wire.CREATE_SCENE, wire.SceneToCreate(0, "x")))
    assert kit.version() == version + 2


def test_a_change_of_the_structure_is_found_even_where_no_listener_tells(demo: Stage, kit: Client) -> None:
    live = demo.script._live
    for watch in live.version._watches.values():
        watch.stop()
    version = kit.version()
    demo.person(lambda song: song.tracks[1].devices[0].chains[0].delete_device(0))
    done = kit.execute((wire.CREATE_SCENE, wire.SceneToCreate(0, "x")), version=version)
    assert done.code == "state_version_moved"


def test_a_list_that_changes_under_a_write_and_keeps_its_length_is_counted_later(demo: Stage, kit: Client) -> None:
    """A write reads no pointers of parameters whose listener says nothing: tens of thousands would hold Live."""
    live, version = demo.script._live, kit.version()
    device = demo.person(lambda song: song.tracks[1].devices[0])
    mode = next(place for place, one in enumerate(demo.person(lambda _: [*device.parameters])) if one.is_quantized)
    rows = value_rows.of_parameters(kit, "track-1:device-0", {mode: 0.0})
    watch = next(watch for key, watch in live.version._watches.items() if key == (device._live_ptr, "parameters"))
    watch.pointers = watch.pointers[::-1]
    done = kit.execute((wire.SET_VALUES, rows), version=version)
    assert (done.status, done.head["stateVersion"]) == ("applied", version + 1)
    demo.host.tick(len(live.version._watches))
    assert kit.version() == version + 2


def test_lists_without_news_are_compared_in_turn(demo: Stage, kit: Client) -> None:
    live = demo.script._live
    for watch in live.version._watches.values():
        if watch.key[1] == "arrangement_clips":
            watch._news = {}  # the listener speaks and nobody hears
    version = kit.version()
    demo.person(lambda song: song.tracks[1].create_midi_clip(1000.0, 4.0))
    demo.host.tick(100)
    assert kit.version() == version + 1


def test_a_second_capture_reads_no_layout_again(demo: Stage) -> None:
    client = demo.client()

    def accesses() -> int:
        before = demo.world.counters.accesses
        client.see(wire.CHAIN, wire.ChainAsked("track-1", 1))
        return demo.world.counters.accesses - before

    first, second = accesses(), accesses()
    assert second < first / 2
