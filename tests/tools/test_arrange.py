"""`arrange`: copies that never overwrite, refused with what lies in the way, resting on no more than they use."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin._remote_script.Countin import wire
from countin.declaration import Look
from tools.looks import changes, decoded, mutation, refused, rests_on
from tools.timelines import KINDS, LENGTHS, Song, landings, placed

ARRANGE = mutation("arrange")


def test_a_single_placement_copies_one_clip_to_its_own_track() -> None:
    draft = Song().arrange(track=0, slot=3, at_beat=64.5)
    (row,) = landings(draft)
    assert (row.source_track, row.scene, row.target_track, row.beat, row.length) == (0, 3, 0, 64.5, 16.0)
    assert row.clip_pointer == Song().slot(0, 3).clip_pointer
    assert changes(draft) == [
        ("timeline(track 0, beats 64.5..80.5)", None, {"copyOf": "track-0:clip-3", "name": "Clip 0.3"})
    ]


def test_it_rests_on_slot_destination_and_stretch_and_on_nothing_else() -> None:
    draft = Song({1: [(100, 104)]}).arrange(track=0, slot=3, at_beat=0, to_track=1)
    assert rests_on(draft) == ["slot(track 0, scene 3)", "track 1", "timeline(track 1, beats 0..16)"]


def test_a_list_rests_on_the_used_slots_and_the_stretches_between_what_is_there() -> None:
    draft = Song({1: [(8, 12), (60, 64)]}).arrange(
        placed(0, 0, 0, 1), placed(0, 1, 16, 1), placed(0, 3, 32), placed(1, 0, 4), placed(1, 0, 80)
    )
    assert rests_on(draft) == [
        "slots(track 0, scenes 0..1)",
        "slot(track 0, scene 3)",
        "slot(track 1, scene 0)",
        "track 0",
        "timeline(track 0, beats 32..48)",
        "track 1",
        "timeline(track 1, beats 0..8)",
        "timeline(track 1, beats 16..24)",
        "timeline(track 1, beats 80..84)",
    ]


def test_what_it_rests_on_is_what_a_narrow_look_would_show() -> None:
    song = Song({1: [(8, 12), (60, 64)]})
    for one in song.arrange(placed(0, 0, 0, 1), placed(0, 1, 16, 1), placed(2, 2, 3)).rests_on:
        narrow = song.look(one.look)
        shown = one.look.kind.row.guard_bytes(one.row) if one.row is not None else None
        assert shown in (None, one.look.kind.row.guard_bytes(narrow))


def test_one_look_a_source_track_spans_the_used_scenes() -> None:
    arguments = decoded("arrange", placements=[placed(0, 3, 0), placed(0, 1, 40), placed(2, 0, 0)])
    windows = [look.arguments for look in ARRANGE.observe(arguments, {}) if look.kind is wire.SLOTS]
    assert windows == [wire.TrackWindow(0, 1, 3), wire.TrackWindow(2, 0, 1)]


def test_a_look_points_at_the_argument_it_came_from() -> None:
    def paths(looks: Any) -> list[str | None]:
        return [look.path for look in looks]

    single = decoded("arrange", **placed(0, 1, 0, 2))
    assert paths(ARRANGE.observe(single, {})) == ["/track", "/to_track", "/to_track"]
    several = decoded("arrange", placements=[placed(0, 1, 0), placed(1, 1, 0, 2)])
    assert paths(ARRANGE.observe(several, {})) == [
        "/placements/0/track",
        "/placements/1/track",
        "/placements/0/track",
        "/placements/1/to_track",
        "/placements/0/track",
        "/placements/1/to_track",
    ]


@pytest.mark.parametrize(
    ("song", "entry", "code", "member"),
    [
        (Song(), placed(0, 4, 0), "not_found", "slot"),
        (Song(), placed(0, 5, 0), "not_found", "slot"),
        (Song(), placed(3, 0, 0, 0), "not_found", "slot"),
        (Song(), placed(0, 0, 0, 2), "unsupported_by_live", "to_track"),
        (Song(), placed(2, 0, 0, 0), "unsupported_by_live", "to_track"),
        (Song(), placed(0, 0, 0, 3), "unsupported_by_live", "to_track"),
        (Song(frozen=(1,)), placed(0, 0, 0, 1), "unsupported_by_live", "to_track"),
        (Song(frozen=(1,)), placed(1, 0, 0), "unsupported_by_live", "track"),
        (Song(slots={(2, 0): {"unit": "seconds"}}), placed(2, 0, 0), "unsupported_by_live", "slot"),
        (Song(slots={(0, 0): {"is_recording": True}}), placed(0, 0, 0), "conflict", "slot"),
        (Song(), placed(0, 0, -0.25), "invalid_arguments", "at_beat"),
        (Song(), placed(0, 0, 1_576_801), "invalid_arguments", "at_beat"),
        (Song(), placed(0, 0, 1_576_799), "invalid_arguments", "at_beat"),
        (Song({0: [(2, 6)]}), placed(0, 0, 0), "conflict", "at_beat"),
    ],
)
def test_what_cannot_land_is_refused_where_it_stands(song: Song, entry: dict[str, Any], code: str, member: str) -> None:
    fine = placed(0, 1, 500)
    with refused(code, f"/placements/1/{member}"):
        song.arrange(fine, entry)
    with refused(code, f"/{member}"):
        song.arrange(**entry)


@pytest.mark.parametrize(
    ("given_arguments", "path"),
    [
        ({}, "/track"),
        ({"track": 0, "at_beat": 1}, "/slot"),
        ({"track": 0, "slot": 0}, "/at_beat"),
        ({"placements": []}, "/placements"),
        ({"placements": [placed(0, 0, 0)], "track": 0}, "/track"),
        ({"placements": [placed(0, 0, 0)], "to_track": 0}, "/to_track"),
        ({"placements": [{"track": 0, "slot": 0}]}, "/placements/0/at_beat"),
        ({"placements": [placed(0, 0, 0) | {"length": 4}]}, "/placements/0/length"),
        ({"placements": [placed(-1, 0, 0)]}, "/placements/0/track"),
    ],
)
def test_both_forms_at_once_and_neither_whole_are_refused(given_arguments: dict[str, Any], path: str) -> None:
    with refused("invalid_arguments", path):
        Song().plan(decoded("arrange", **given_arguments))


def test_null_is_an_omitted_destination_as_in_the_seed() -> None:
    draft = Song().plan(decoded("arrange", placements=[placed(0, 0, 0) | {"to_track": None}], track=None))
    assert landings(draft)[0].target_track == 0


def test_a_conflict_names_the_clip_that_lies_there() -> None:
    with refused("conflict") as found:
        Song({0: [(0, 4), (64, 72)]}).arrange(track=0, slot=3, at_beat=60)
    assert "track-0:arrangement-clip-1" in found.value.message
    assert found.value.details["conflicts"] == [
        {
            "placement": "",
            "clipId": "track-0:arrangement-clip-1",
            "name": "Old",
            "startBeats": 64,
            "endBeats": 72,
        }
    ]


def test_a_conflict_between_placements_names_both() -> None:
    with refused("conflict", "/placements/0/at_beat") as found:
        Song().arrange(placed(0, 0, 14), placed(1, 3, 0, 0), placed(1, 3, 0))
    assert found.value.details["conflicts"] == [{"placement": "/placements/0", "with": "/placements/1"}]


def test_clips_may_touch_at_a_boundary_that_floats_do_not_hit_exactly() -> None:
    third = 4.0 / 3.0
    song = Song({0: [(0, third * 3 + 1e-9), (8 - 1e-9, 9)]})
    stretch = song.arrange(track=0, slot=0, at_beat=4).rests_on[-1]
    assert stretch.what == "timeline(track 0, beats 4..8)"
    assert stretch.row == song.look(stretch.look)  # what reaches in by less than the tolerance is guarded as it is


def test_ten_thousand_fit_into_one_plan_and_no_more() -> None:
    entry = decoded("arrange", placements=[placed(0, 0, 4 * place) for place in range(10_000)])
    draft = Song().plan(entry)
    assert [len(steps[0].row.rows) for steps in draft.operations] == [200] * 50
    assert [row.beat for row in landings(draft)] == [4.0 * place for place in range(10_000)]
    assert len(draft.rests_on) == 3
    with refused("too_large", "/placements"):
        Song().plan(decoded("arrange", placements=[placed(0, 0, 4 * place) for place in range(10_001)]))


BEATS = st.integers(0, 60).map(lambda half: half / 2)


@st.composite
def songs(draw: st.DrawFn) -> Song:
    """Timelines of clips that do not overlap each other, as Live's never do."""
    timelines: dict[int, list[tuple[float, float]]] = {}
    for track in range(3):
        edges = sorted(draw(st.sets(BEATS, max_size=8)))
        timelines[track] = list(zip(edges[::2], edges[1::2], strict=False))
    return Song(timelines)


ENTRIES = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 3), BEATS, st.none() | st.integers(0, 2)).filter(
        lambda entry: entry[3] is None or KINDS[entry[0]] == KINDS[entry[3]]
    ),
    min_size=1,
    max_size=8,
)
Entry = tuple[int, int, float, int | None]


def span(entry: Entry) -> tuple[int, float, float]:
    track, scene, beat, target = entry
    return (track if target is None else target), beat, beat + LENGTHS[scene]


def collisions(song: Song, entries: list[Entry]) -> bool:
    """Whether anything would overlap anything, every pair looked at."""
    spans = [span(entry) for entry in entries]
    there = [(track, *existing) for track, rows in song.timelines.items() for existing in rows]
    return any(
        first[0] == second[0] and first[1] < second[2] and second[1] < first[2]
        for place, first in enumerate(spans)
        for second in [*spans[place + 1 :], *there]
    )


@given(songs(), ENTRIES)
def test_exactly_what_would_overlap_is_refused(song: Song, entries: list[Entry]) -> None:
    asked = [placed(*entry) for entry in entries]
    if collisions(song, entries):
        with refused("conflict") as found:
            song.arrange(*asked)
        first = found.value.details["conflicts"][0]
        assert found.value.path == f"{first['placement']}/at_beat"
        return
    draft = song.arrange(*asked)
    assert [(row.target_track, row.beat, row.beat + row.length) for row in landings(draft)] == list(map(span, entries))


def guarded(draft_looks: list[tuple[Look[Any, Any], bytes]], song: Song) -> list[bool]:
    """For each thing a plan rests on, whether the Set still shows it."""
    return [look.kind.row.guard_bytes(song.look(look)) == shown for look, shown in draft_looks]


@given(songs(), ENTRIES, songs())
def test_a_guard_that_holds_in_another_song_means_that_the_copies_still_fit(
    song: Song, entries: list[Entry], other: Song
) -> None:
    """Whatever happens to the timelines: either a guard notices, or the same list can still be placed."""
    if collisions(song, entries):
        return
    draft = song.arrange(*[placed(*entry) for entry in entries])
    looks = [
        (one.look, one.look.kind.row.guard_bytes(one.row if one.row is not None else song.look(one.look)))
        for one in draft.rests_on
    ]
    assert all(guarded(looks, song))
    if all(guarded(looks, other)):
        assert not collisions(other, entries)
