"""Live fails at any place: the Set is as before, or every difference is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import value_rows
from countin._remote_script.Countin import wire
from script_stage import Client, Executed, Stage

Prepare = Callable[[Client], tuple[wire.Write[Any, Any], Any]]


def scene(_: Client) -> tuple[wire.Write[Any, Any], Any]:
    return wire.CREATE_SCENE, wire.SceneToCreate(1, "New")


def values(client: Client) -> tuple[wire.Write[Any, Any], Any]:
    return wire.SET_VALUES, value_rows.of_parameters(client, "track-0:device-0", {1: 0.1, 2: 0.3, 3: 0.2})


def pads(client: Client) -> tuple[wire.Write[Any, Any], Any]:
    tree = client.see(wire.DEVICES, wire.OwnerAsked("track-1"))
    rack = tree.devices[0]
    rows = [
        value_rows.plain(0, control, float(getattr(pad, word)), 1.0 - getattr(pad, word), pad.note)
        for word, control in (("solo", wire.PAD_SOLO), ("mute", wire.PAD_MUTE))
        for pad in tree.pads[:4]
    ]
    return wire.SET_VALUES, value_rows.to_set([(rack.id, rack.pointer)], rows)


def clip(client: Client) -> tuple[wire.Write[Any, Any], Any]:
    for track, row in enumerate(client.see(wire.TRACKS).rows):
        slots = client.see(wire.SLOTS, wire.TrackWindow(track, 0, -1)).rows if row.kind == "midi" else ()
        for place, slot in enumerate(slots):
            if not slot.clip_pointer:
                note = wire.NoteRow(60, 0.0, 1.0, 100.0, False, 1.0, 0.0, 64.0)
                return wire.CREATE_MIDI_CLIP, wire.ClipToCreate(track, place, slot.pointer, 4.0, "Riff", (note,))
    raise AssertionError("the demo Set has an empty MIDI slot")


def placements(client: Client) -> tuple[wire.Write[Any, Any], Any]:
    for track, row in enumerate(client.see(wire.TRACKS).rows):
        slots = client.see(wire.SLOTS, wire.TrackWindow(track, 0, -1)).rows if row.kind == "midi" else ()
        for scene, slot in enumerate(slots):
            if slot.clip_pointer:
                made = [
                    wire.Placement(track, scene, slot.clip_pointer, track, row.pointer, beat, slot.length)
                    for beat in (1000.0, 1100.0, 1200.0)
                ]
                return wire.PLACE_CLIPS, wire.PlacementsToMake(tuple(made))
    raise AssertionError("the demo Set has a MIDI clip")


KINDS = {"scene": scene, "values": values, "pads": pads, "clip": clip, "placements": placements}


@pytest.fixture(params=KINDS, ids=list(KINDS))
def prepare(request: pytest.FixtureRequest) -> Prepare:
    return KINDS[request.param]


def executed(stage: Stage, prepare: Prepare, arm: Callable[[Any], None]) -> tuple[Executed, str, str]:
    """Plan, arm a fault, execute; the answer, and the digest before and after."""
    client = stage.client()
    step, version = prepare(client), client.version()
    before = stage.world.digest_undoable()
    arm(stage.world.faults)
    request = client.order(step, version=version)
    done = client.executed(request)
    stage.world.faults.clear()
    client.close()
    return done, before, stage.world.digest_undoable()


def test_a_write_that_live_refuses_is_rolled_back_wherever_it_stands(demo: Stage, prepare: Prepare) -> None:
    struck = 0
    for k in range(1, 40):
        done, before, after = executed(demo, prepare, lambda faults, k=k: faults.raise_at_write(k))
        if done.status == "applied":
            break
        struck += 1
        assert (done.status, done.code) == ("rolled_back", "live_refused"), (k, done.head, done.results)
        assert after == before
    assert struck >= 2


def test_a_live_that_refuses_everything_from_some_write_on_is_told_in_every_difference(
    demo: Stage, prepare: Prepare
) -> None:
    for k in range(1, 5):
        saved = demo.world.fork()
        done, before, after = executed(demo, prepare, lambda faults, k=k: faults.raise_at_write(k, repeat=True))
        assert done.status in ("rolled_back", "incomplete", "applied")
        assert (done.status == "rolled_back") == (after == before), (k, done.head, done.results)
        if done.status == "incomplete":
            assert done.results.differences
            assert all(done.results.differences)
        demo.world.restore(saved)
        demo.host.tick()


def test_a_failing_beginning_of_the_undo_step_writes_nothing(demo: Stage, prepare: Prepare) -> None:
    done, before, after = executed(demo, prepare, lambda faults: faults.raise_in_begin_undo_step())
    assert (done.status, done.code) == ("rolled_back", "live_refused")
    assert after == before


def test_a_failing_end_of_the_undo_step_is_closed_again_or_told(demo: Stage, prepare: Prepare) -> None:
    done, before, after = executed(demo, prepare, lambda faults: faults.raise_in_end_undo_step())
    assert done.status == "applied", done.head
    assert after != before
    demo.person(lambda song: song.undo())
    assert demo.world.digest_undoable() == before


def test_an_undo_step_that_cannot_be_closed_at_all_is_rolled_back(demo: Stage, prepare: Prepare) -> None:
    surface = demo.script

    def never_ends(faults: Any) -> None:
        song, live = surface._live.song, surface._live

        class Stuck:
            def end_undo_step(self) -> None:
                raise RuntimeError("it does not end")

            def __getattr__(self, name: str) -> Any:
                return getattr(song, name)

        live.song = Stuck()

    done, before, after = executed(demo, prepare, never_ends)
    assert (done.status, done.code) == ("rolled_back", "live_refused")
    assert after == before


def test_a_read_that_fails_at_any_place_never_loses_what_was_written(demo: Stage, prepare: Prepare) -> None:
    statuses = set[str]()
    for k in (*range(1, 40), *range(40, 2000, 211)):
        saved = demo.world.fork()
        done, before, after = executed(demo, prepare, lambda faults, k=k: faults.raise_at_read(k))
        statuses.add(done.status)
        if done.status in ("refused", "rolled_back"):
            assert after == before, (k, done.head)
        elif done.status in ("incomplete", "unread"):
            assert done.results.differences
        else:
            assert done.status == "applied"
            assert after != before
        demo.world.restore(saved)
        demo.host.tick()
    assert {"applied", "refused"} <= statuses


def test_a_read_back_that_goes_on_failing_is_told_as_unread(demo: Stage) -> None:
    client = demo.client()
    step, version = values(client), client.version()
    surface = demo.script
    song = surface._live.song

    class Breaking:
        """Live fails every read of a value once the undo step is closed."""

        def end_undo_step(self) -> None:
            song.end_undo_step()
            demo.world.faults.raise_at_read(1, "value", repeat=True)

        def __getattr__(self, name: str) -> Any:
            return getattr(song, name)

    surface._live.song = Breaking()
    done = client.executed(client.order(step, version=version))
    demo.world.faults.clear()
    assert done.status == "unread"
    assert "cannot be read back" in done.results.differences[0]
    surface._live.song = song
    seen = client.see(wire.PARAMETERS, wire.DeviceAsked("track-0:device-0"))
    assert seen.rows[1].now == wire.single(0.1)


def test_a_write_that_live_ignores_shows_in_the_read_back(demo: Stage) -> None:
    done, _, _ = executed(demo, values, lambda faults: faults.ignore_write(2))
    assert done.status == "applied"
    (first, second, third) = value_rows.numbers(done.row(wire.SET_VALUES))
    assert (first, third) == (wire.single(0.1), wire.single(0.2))
    assert second != wire.single(0.3)


def test_a_scene_that_live_does_not_insert_is_a_failure(demo: Stage) -> None:
    done, before, after = executed(demo, scene, lambda faults: faults.ignore_member("create_scene"))
    assert (done.status, done.code) == ("rolled_back", "live_refused")
    assert after == before


def test_the_outcome_of_a_failure_is_kept(demo: Stage) -> None:
    client = demo.client()
    version = client.version()
    demo.world.faults.raise_at_write(1)
    client.executed(client.order(scene(client), operation="op-1", version=version))
    known = client.outcome("op-1")
    assert (known["known"], known["status"], known["code"]) == ("outcome", "rolled_back", "live_refused")
