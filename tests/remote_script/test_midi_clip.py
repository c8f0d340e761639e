"""Creating a MIDI clip with its notes."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest

from countin._remote_script.Countin import wire
from script_stage import Client, MakeStage, Stage

NOTES = (
    wire.NoteRow(60, 0.0, 1.0, 100.0, False, 1.0, 0.0, 64.0),
    wire.NoteRow(64, 0.25, 0.5, 33.0, True, 0.5, 10.0, 20.0),
    wire.NoteRow(48, 2.0, 0.125, 127.0, False, 1.0, -5.0, 0.0),
)


def clip(client: Client, of_track: int = 0, **changed: Any) -> wire.ClipToCreate:
    slot = client.see(wire.SLOTS, wire.TrackWindow(of_track, 0, 1)).rows[0]
    return wire.ClipToCreate(of_track, 0, slot.pointer, 4.0, "Riff", NOTES)._replace(**changed)


@pytest.mark.parametrize("version", ["12.3.6", "12.1.0"])
def test_a_clip_is_created_with_its_notes(make_stage: MakeStage, version: str) -> None:
    client = make_stage(version=version).client()
    done = client.execute((wire.CREATE_MIDI_CLIP, clip(client)))
    assert done.status == "applied", done.head
    made = done.row(wire.CREATE_MIDI_CLIP)
    assert (made.name, made.length) == ("Riff", 4.0)
    assert made.notes == tuple(sorted(NOTES, key=lambda note: (note.start, note.pitch)))
    seen = client.see(wire.SLOTS, wire.TrackWindow(0, 0, 1)).rows[0]
    assert (seen.clip_pointer, seen.name, seen.length) == (made.clip_pointer, "Riff", 4.0)


def test_a_clip_without_notes_and_name_is_as_live_makes_it(client: Client) -> None:
    done = client.execute((wire.CREATE_MIDI_CLIP, clip(client, name=None, notes=())))
    assert done.row(wire.CREATE_MIDI_CLIP).notes == ()


def test_one_undo_takes_the_clip_away(stage: Stage, client: Client) -> None:
    before = stage.world.digest_undoable()
    assert client.execute((wire.CREATE_MIDI_CLIP, clip(client))).status == "applied"
    stage.person(lambda song: song.undo())
    assert stage.world.digest_undoable() == before


@pytest.mark.parametrize(
    ("track", "changed", "code"),
    [
        (0, {"slot_pointer": 1}, "observation_changed"),
        (0, {"length": 0.0}, "does_not_fit"),
        (0, {"length": float("nan")}, "does_not_fit"),
        (0, {"scene": 99}, "not_found"),
        (0, {"track": 99}, "not_found"),
        (2, {}, "conflict"),
    ],
)
def test_what_cannot_be_is_refused(
    stage: Stage, client: Client, track: int, changed: dict[str, Any], code: str
) -> None:
    row = clip(client, track, **changed)
    before = stage.digest()
    done = client.execute((wire.CREATE_MIDI_CLIP, row))
    assert (done.status, done.code) == ("refused", code)
    assert stage.digest() == before


def test_a_slot_that_is_taken_meanwhile_is_refused(stage: Stage, client: Client) -> None:
    row, version = clip(client), client.version()
    stage.person(lambda song: song.tracks[0].clip_slots[0].create_clip(1.0))
    before = stage.digest()
    done = client.execute((wire.CREATE_MIDI_CLIP, row), version=version)
    assert (done.status, done.code) == ("refused", "conflict")
    assert stage.digest() == before


def test_a_note_that_live_does_not_take_leaves_no_clip_behind(stage: Stage, client: Client) -> None:
    row = clip(client, notes=(NOTES[0], NOTES[0]._replace(velocity=500.0)))
    before = stage.digest()
    done = client.execute((wire.CREATE_MIDI_CLIP, row))
    assert (done.status, done.code) == ("rolled_back", "live_refused")
    assert stage.digest() == before


@pytest.mark.parametrize("count", [1, 10_000, 100_000])
def test_every_note_of_a_dense_clip_is_read_back_as_it_was_written(stage: Stage, client: Client, count: int) -> None:
    """Bug report 38: with as many calls of Live, whatever the number of notes, and memory in proportion to them."""
    notes = tuple(
        wire.NoteRow(place % 128, (place // 128) * 0.25, 0.125, 1.0 + place % 127, place % 3 == 0, 1.0, 0.0, 64.0)
        for place in range(count)
    )
    row = clip(client, notes=notes, length=(count // 128 + 1) * 0.25)
    packed = len(wire.CREATE_MIDI_CLIP.row.guard_bytes(row))
    request = client.order((wire.CREATE_MIDI_CLIP, row))
    stage.world.faults.access_cost(1.0)
    tracemalloc.start()
    done = client.executed(request)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert done.row(wire.CREATE_MIDI_CLIP).notes == notes
    assert stage.world.faults.simulated_cost < 200e-6
    assert peak < 2_000_000 + 20 * packed
