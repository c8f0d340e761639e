"""Placing copies of Session clips on timelines: exactly where they were sent, over nothing."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin._remote_script.Countin import wire
from script_stage import Client, Stage

LENGTH = 4.0


@pytest.fixture
def source(stage: Stage) -> Client:
    """A client of a Set with a MIDI clip of four beats in slot 0 of tracks 0 and 1."""

    def make(song: Any) -> None:
        for track in song.tracks[:2]:
            track.clip_slots[0].create_clip(LENGTH)
            track.clip_slots[0].clip.name = "Loop"

    stage.person(make)
    stage.host.tick()
    return stage.client()


def placement(client: Client, beat: float, target: int = 0) -> wire.Placement:
    slot = client.see(wire.SLOTS, wire.TrackWindow(0, 0, 1)).rows[0]
    identity = client.see(wire.TRACK_IDENTITY, wire.TrackAsked(target))
    return wire.Placement(0, 0, slot.clip_pointer, target, identity.pointer, beat, slot.length)


def place(client: Client, *rows: wire.Placement, **named: Any) -> Any:
    return client.execute((wire.PLACE_CLIPS, wire.PlacementsToMake(rows)), **named)


def test_copies_land_where_they_were_sent_on_several_tracks(stage: Stage, source: Client) -> None:
    rows = [placement(source, beat, target) for beat in (0.0, 4.0, 16.5) for target in (0, 1)]
    done = place(source, *rows)
    assert done.status == "applied", done.head
    made = done.row(wire.PLACE_CLIPS)
    assert [(row.start, row.end) for row in made.rows] == [(row.beat, row.beat + LENGTH) for row in rows]
    assert made.tracks == (wire.TrackCount(0, 0, 3, 0, 0), wire.TrackCount(1, 0, 3, 0, 0))
    seen = source.see(wire.ARRANGEMENT, wire.TrackSpan(0, 0.0, -1.0)).rows
    assert {row.pointer for row in seen} == {row.pointer for row in made.rows[::2]}
    assert {row.name for row in seen} == {"Loop"}


def test_one_undo_takes_all_copies_away(stage: Stage, source: Client) -> None:
    before = stage.world.digest_undoable()
    assert place(source, *(placement(source, 4.0 * n) for n in range(10))).status == "applied"
    stage.person(lambda song: song.undo())
    assert stage.world.digest_undoable() == before


def test_the_state_version_moves_by_one_for_a_whole_job(source: Client) -> None:
    version = source.version()
    source.see(wire.ARRANGEMENT, wire.TrackSpan(0, 0.0, -1.0))
    assert place(source, *(placement(source, 4.0 * n) for n in range(5))).head["stateVersion"] == version + 1
    assert source.version() == version + 1


@pytest.mark.parametrize("beat", [9.0, 12.0, 13.0, 15.5, 8.5])
def test_a_clip_in_the_way_is_named_and_nothing_is_written(stage: Stage, source: Client, beat: float) -> None:
    def lay(song: Any) -> None:
        song.tracks[0].create_midi_clip(12.0, 4.0).name = "In the way"

    stage.person(lay)
    before = stage.digest()
    done = place(source, placement(source, 0.0), placement(source, beat))
    assert (done.status, done.code) == ("refused", "conflict")
    assert "In the way" in done.head["message"]
    assert "placement 1" in done.head["message"]
    assert stage.digest() == before


@pytest.mark.parametrize("beat", [8.0, 16.0])
def test_clips_may_touch(stage: Stage, source: Client, beat: float) -> None:
    def lay(song: Any) -> None:
        song.tracks[0].create_midi_clip(12.0, 4.0)

    stage.person(lay)
    assert place(source, placement(source, beat)).status == "applied"


def test_placements_that_overlap_each_other_are_refused(stage: Stage, source: Client) -> None:
    before = stage.digest()
    done = place(source, placement(source, 8.0), placement(source, 0.0), placement(source, 3.0))
    assert (done.status, done.code) == ("refused", "conflict")
    assert stage.digest() == before


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"clip_pointer": 1}, "observation_changed"),
        ({"target_pointer": 1}, "observation_changed"),
        ({"length": 3.0}, "observation_changed"),
        ({"scene": 5}, "observation_changed"),
        ({"scene": 99}, "not_found"),
        ({"source_track": 99}, "not_found"),
        ({"target_track": 99}, "not_found"),
        ({"beat": -1.0}, "does_not_fit"),
        ({"beat": float("nan")}, "does_not_fit"),
        ({"beat": 1_576_799.0}, "does_not_fit"),
    ],
)
def test_what_is_not_as_planned_is_refused(stage: Stage, source: Client, changed: dict[str, Any], code: str) -> None:
    before = stage.digest()
    done = place(source, placement(source, 0.0), placement(source, 8.0)._replace(**changed))
    assert (done.status, done.code) == ("refused", code), done.head
    assert stage.digest() == before


def test_a_midi_clip_cannot_land_on_an_audio_track(stage: Stage, source: Client) -> None:
    before = stage.digest()
    done = place(source, placement(source, 0.0, target=2))
    assert (done.status, done.code) == ("refused", "conflict")
    assert stage.digest() == before


@given(
    there=st.lists(st.tuples(st.integers(0, 60), st.integers(1, 8)), max_size=6),
    sent=st.lists(st.integers(0, 64), min_size=1, max_size=6),
)
def test_clips_that_are_there_are_never_touched(
    stage: Stage, source: Client, there: list[tuple[int, int]], sent: list[int]
) -> None:
    saved = stage.world.fork()
    end = 0

    def lay(song: Any) -> None:
        nonlocal end
        for gap, length in there:
            song.tracks[0].create_midi_clip(float(end + gap), float(length))
            end += gap + length

    stage.person(lay)
    stage.host.tick()
    before = source.see(wire.ARRANGEMENT, wire.TrackSpan(0, 0.0, -1.0)).rows
    spans = [(row.start, row.end) for row in before] + [(float(beat), beat + LENGTH) for beat in sent]
    spans.sort()
    free = all(end <= start for (_, end), (start, _) in pairwise(spans))
    done = place(source, *(placement(source, float(beat)) for beat in sent))
    after = source.see(wire.ARRANGEMENT, wire.TrackSpan(0, 0.0, -1.0)).rows
    assert (done.status == "applied") is free, done.head
    kept = {(row.pointer, row.start, row.end) for row in before}
    assert kept <= {(row.pointer, row.start, row.end) for row in after}
    assert len(after) == len(before) + (len(sent) if free else 0)
    stage.world.restore(saved)
    stage.host.tick()
