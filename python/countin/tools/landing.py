"""How `arrange` reports: which copies landed where, what did not land, and what to do then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from countin._remote_script.Countin import wire
from countin.declaration import Draft, Executed
from countin.tools.effects.placements import landed

WHOLE = 600
"""A list of so many placements is answered whole; of a longer one the failures and both ends."""
_ENDS = 50

Pair = tuple[wire.Placement, wire.Landing | None]


def _pairs(draft: Draft, executed: Executed) -> Iterator[Pair]:
    """Every planned placement with its landing, None where nothing was read back for it."""
    for place, operation in enumerate(draft.operations):
        results = executed.results[place] if place < len(executed.results) else ()
        for at, step in enumerate(operation):
            made = results[at] if at < len(results) else None
            landings: Sequence[wire.Landing] = made.rows if isinstance(made, wire.PlacementsMade) else ()
            for number, planned in enumerate(step.row.rows):
                yield planned, landings[number] if number < len(landings) else None


def _fine(pair: Pair) -> bool:
    return pair[1] is not None and not landed(pair[0], pair[1])


def _actual(landing: wire.Landing | None) -> float | None:
    return landing.start if landing is not None and landing.pointer else None


def _destinations(draft: Draft, executed: Executed) -> list[dict[str, Any]]:
    """Clip counts of each destination: before the first operation that reached it, after the last."""
    order = dict.fromkeys(
        row.target_track for operation in draft.operations for step in operation for row in step.row.rows
    )
    counts: dict[int, list[int]] = {}
    for made in (made for results in executed.results for made in results if isinstance(made, wire.PlacementsMade)):
        for count in made.tracks:
            counts.setdefault(count.track, [count.before, count.after])[1] = count.after
    return [
        {
            "track": track,
            "arrangement_clip_count_before": counts[track][0] if track in counts else None,
            "arrangement_clip_count_after": counts[track][1] if track in counts else None,
        }
        for track in order
    ]


def _entry(index: int, pair: Pair) -> dict[str, Any]:
    planned, landing = pair
    return {
        "index": index,
        "requested_beat": planned.beat,
        "actual_beat": _actual(landing),
        "ok": _fine(pair),
    }


def _listed(pairs: Sequence[Pair], failed: Sequence[int]) -> dict[str, Any]:
    """The entries of a list: all of a short one; of a long one the failures and both ends."""
    if len(pairs) <= WHOLE:
        return {"placements": [_entry(index, pair) for index, pair in enumerate(pairs)]}
    ends = {*range(_ENDS), *range(len(pairs) - _ENDS, len(pairs))}
    shown = sorted({*failed[: WHOLE - 2 * _ENDS], *ends})
    return {
        "placements": [_entry(index, pairs[index]) for index in shown],
        "placements_omitted": len(pairs) - len(shown),
    }


def _advice(pairs: Sequence[Pair], failed: Sequence[int], status: str) -> str:
    """What landed, what did not, and why sending the list again is wrong."""
    missing = [index for index in failed if _actual(pairs[index][1]) is None]
    landed_count = len(pairs) - len(missing)
    unread = " (where Live did not tell, they may have landed all the same)" if status == "outcome_unknown" else ""
    return (
        f"{landed_count} of {len(pairs)} placements landed and stay in the Set; not landed{unread}: "
        f"{_ranges(missing)}. Do not send the whole list again: the copies that landed lie in the way, so it would be "
        "refused as a conflict. Compare list_arrangement_clips with the plan, then send only what is missing; undo "
        "takes back one operation of up to 200 placements a call."
    )


def _ranges(indexes: Sequence[int]) -> str:
    """Indexes as `0..3, 7`."""
    runs: list[list[int]] = []
    for index in indexes:
        if runs and index == runs[-1][1] + 1:
            runs[-1][1] = index
        else:
            runs.append([index, index])
    texts = [str(first) if first == last else f"{first}..{last}" for first, last in runs[:_ENDS]]
    return ", ".join(texts) + (", …" if len(runs) > _ENDS else "") if texts else "none"


def list_report(draft: Draft, executed: Executed) -> dict[str, Any]:
    """The members of the answer to a list of placements."""
    pairs = list(_pairs(draft, executed))
    failed = [index for index, pair in enumerate(pairs) if not _fine(pair)]
    report = _listed(pairs, failed) | {
        "placed_count": len(pairs) - len(failed),
        "failed_count": len(failed),
        "destinations": _destinations(draft, executed),
    }
    if failed:
        report["advice"] = _advice(pairs, failed, executed.status.status)
    return report


def single_report(draft: Draft, executed: Executed) -> dict[str, Any]:
    """The members of the answer to a single placement."""
    pair = next(_pairs(draft, executed))
    planned, landing = pair
    counts: Mapping[str, Any] = _destinations(draft, executed)[0]
    clip = None
    if landing is not None and landing.pointer:
        clip = {
            "name": landing.name,
            "start_beat": landing.start,
            "end_beat": landing.end,
            "length": landing.end - landing.start,
        }
    return {
        "ok": _fine(pair),
        "destination_track": planned.target_track,
        "at_beat": planned.beat,
        "actual_beat": _actual(landing),
        "arrangement_clip_count_before": counts["arrangement_clip_count_before"],
        "arrangement_clip_count_after": counts["arrangement_clip_count_after"],
        "placed_clip": clip,
    }
