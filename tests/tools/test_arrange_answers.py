"""What `arrange` tells afterwards: every landing compared, what is missing named, long lists kept short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from countin._remote_script.Countin import wire
from countin.declaration import Draft
from tools.looks import decoded, executed, mutation
from tools.timelines import Song, landings, placed

ARRANGE = mutation("arrange")


def made(rows: Sequence[wire.Placement], before: int = 3, *, lost: Sequence[int] = (), **counts: int) -> Any:
    """What Live reads back when all but `lost` have landed."""
    landed = tuple(
        wire.Landing(0, "", 0.0, 0.0)
        if place in lost
        else wire.Landing(5000 + place, "Clip", row.beat, row.beat + row.length)
        for place, row in enumerate(rows)
    )
    tracks = sorted({row.target_track for row in rows})
    counted = tuple(
        wire.TrackCount(
            track=track,
            before=before,
            after=before + sum(row.target_track == track for place, row in enumerate(rows) if place not in lost),
            strangers=counts.get("strangers", 0),
            vanished=counts.get("vanished", 0),
        )
        for track in tracks
    )
    return wire.PlacementsMade(landed, counted)


def listed(many: int, target: int | None = None) -> tuple[Any, Draft]:
    arguments = decoded("arrange", placements=[placed(0, 0, 4 * place, target) for place in range(many)])
    return arguments, Song().plan(arguments)


def test_a_single_placement_is_answered_with_the_clip_that_landed() -> None:
    arguments = decoded("arrange", track=0, slot=0, at_beat=8)
    draft = Song().plan(arguments)
    report = ARRANGE.report(arguments, draft, executed(made(landings(draft))))
    assert report == {
        "ok": True,
        "destination_track": 0,
        "at_beat": 8.0,
        "actual_beat": 8.0,
        "arrangement_clip_count_before": 3,
        "arrangement_clip_count_after": 4,
        "placed_clip": {"name": "Clip", "start_beat": 8.0, "end_beat": 12.0, "length": 4.0},
    }


def test_a_list_is_answered_entry_by_entry_with_counts_of_each_destination() -> None:
    arguments = decoded("arrange", placements=[placed(0, 0, 0), placed(0, 1, 8, 1), placed(0, 0, 16)])
    draft = Song().plan(arguments)
    report = ARRANGE.report(arguments, draft, executed(made(landings(draft))))
    assert [entry["ok"] for entry in report["placements"]] == [True, True, True]
    assert report["placements"][1] == {"index": 1, "requested_beat": 8.0, "actual_beat": 8.0, "ok": True}
    assert (report["placed_count"], report["failed_count"]) == (3, 0)
    assert report["destinations"] == [
        {"track": 0, "arrangement_clip_count_before": 3, "arrangement_clip_count_after": 5},
        {"track": 1, "arrangement_clip_count_before": 3, "arrangement_clip_count_after": 4},
    ]
    assert "advice" not in report


def test_a_half_landed_list_says_what_is_missing_and_not_to_send_it_again() -> None:
    arguments, draft = listed(500)
    rows = landings(draft)
    results = (made(rows[:200]), made(rows[200:400], 203), None)
    report = ARRANGE.report(arguments, draft, executed(*results, status="postconditions_failed"))
    assert (report["placed_count"], report["failed_count"]) == (400, 100)
    assert [entry["ok"] for entry in report["placements"]] == [True] * 400 + [False] * 100
    assert report["placements"][450]["actual_beat"] is None
    assert report["destinations"][0] == {
        "track": 0,
        "arrangement_clip_count_before": 3,
        "arrangement_clip_count_after": 403,
    }
    assert "not landed: 400..499" in report["advice"]
    assert "Do not send the whole list again" in report["advice"]


def test_a_destination_that_was_never_reached_has_no_counts() -> None:
    arguments = decoded("arrange", placements=[placed(0, 0, 4 * at, 0 if at < 200 else 1) for at in range(201)])
    draft = Song().plan(arguments)
    results = (made(landings(draft)[:200]), None)
    report = ARRANGE.report(arguments, draft, executed(*results, status="postconditions_failed"))
    assert report["destinations"][1]["arrangement_clip_count_after"] is None


def test_an_answer_about_thousands_names_failures_and_both_ends_and_stays_small() -> None:
    arguments, draft = listed(10_000)
    rows = landings(draft)
    results = [made(rows[at : at + 200], 3 + at) for at in range(0, 10_000, 200)]
    results[25] = made(rows[5000:5200], 5003, lost=[7])
    report = ARRANGE.report(arguments, draft, executed(*results, status="postconditions_failed"))
    shown = [entry["index"] for entry in report["placements"]]
    assert shown == [*range(50), 5007, *range(9950, 10_000)]
    assert report["placements_omitted"] == 10_000 - 101
    assert (report["placed_count"], report["failed_count"]) == (9999, 1)
    assert len(msgspec.json.encode(report)) < 60_000


def test_six_hundred_entries_are_answered_whole_and_stay_small() -> None:
    arguments, draft = listed(600)
    rows = landings(draft)
    results = [made(rows[at : at + 200], 3 + at) for at in range(0, 600, 200)]
    report = ARRANGE.report(arguments, draft, executed(*results))
    assert len(report["placements"]) == 600
    assert "placements_omitted" not in report
    assert len(msgspec.json.encode(report)) < 60_000


def test_an_answer_about_thousands_that_all_failed_stays_small_too() -> None:
    arguments, draft = listed(10_000)
    report = ARRANGE.report(arguments, draft, executed(*[None] * 50, status="outcome_unknown"))
    assert report["failed_count"] == 10_000
    assert "they may have landed" in report["advice"]
    assert len(msgspec.json.encode(report)) < 60_000


def difference(result: wire.PlacementsMade) -> list[str]:
    _, draft = listed(2)
    (step,) = draft.operations[0]
    return list(step.effect.compare(step.row, result))


def test_the_read_back_is_compared_landing_by_landing() -> None:
    _, draft = listed(2)
    rows = landings(draft)
    good = made(rows)
    assert difference(good) == []
    first, second = good.rows
    assert "starts at beat 0.5" in difference(good._replace(rows=(first._replace(start=0.5, end=4.5), second)))[0]
    assert "is 3 beats long" in difference(good._replace(rows=(first._replace(end=3.0), second)))[0]
    assert "no clip appeared" in difference(made(rows, lost=[1]))[0]
    assert difference(good._replace(rows=(first, second._replace(pointer=first.pointer)))) == [
        "one clip stands for 2 placements"
    ]


def test_clips_that_vanish_or_appear_beside_the_copies_are_differences() -> None:
    _, draft = listed(2)
    rows = landings(draft)
    assert "1 clips that were there are gone" in difference(made(rows, vanished=1))[0]
    assert "1 clips appeared that no placement made" in difference(made(rows, strangers=1))[0]
    good = made(rows)
    assert difference(good._replace(tracks=())) == ["track-0: its clips were not counted"]
    grown = good.tracks[0]._replace(after=9)
    assert "3 clips before and 9 after" in difference(good._replace(tracks=(grown,)))[0]
