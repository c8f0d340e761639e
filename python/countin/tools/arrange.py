"""`arrange`: copies of Session clips on the timeline, one or thousands, never over what is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from countin._remote_script.Countin import ids, wire
from countin.declaration import (
    Arguments,
    Draft,
    Executed,
    Kind,
    Look,
    Mutation,
    OptionallyVersioned,
    Seen,
    Step,
    Stored,
    Tool,
)
from countin.errors import Refusal
from countin.tools import effects, landing, placing
from countin.tools.clips import LAST_BEAT
from countin.tools.schemas import ARRAY, FLAG, INTEGER, TEXT, nullable
from countin.tools.wording import beats, several

MOST_PLACEMENTS = 10_000
Meta = msgspec.Meta

Place = Annotated[int, Meta(ge=0, description="Source track, from 0.")]
Slot = Annotated[int, Meta(ge=0, description="Scene index, from 0.")]
Beat = Annotated[float, Meta(ge=0, le=LAST_BEAT, description="Start, in beats from the song's start.")]
Target = Annotated[int, Meta(ge=0, description="Destination; default the source track.")]


class PlacementIn(Arguments, frozen=True, kw_only=True):
    """One copy of a list."""

    track: Place
    slot: Slot
    at_beat: Beat
    to_track: Target | None = None


class Arrange(OptionallyVersioned, frozen=True, kw_only=True):
    """Arguments of `arrange`: either the four of a single placement, or a list."""

    track: Place | None = None
    slot: Slot | None = None
    at_beat: Beat | None = None
    to_track: Target | None = None
    placements: (
        Annotated[
            tuple[PlacementIn, ...],
            Meta(min_length=1, description="Up to 10,000 copies instead of a single one."),
        ]
        | None
    ) = None


_SINGLE = ("track", "slot", "at_beat", "to_track")


def _wanted(arguments: Arrange) -> list[placing.Wanted]:
    """The placements asked for. Raises `Refusal` where both forms are used, or neither whole."""
    given = [name for name in _SINGLE if getattr(arguments, name) is not None]
    if arguments.placements is None:
        return [_single(arguments)]
    if given:
        raise Refusal(
            "invalid_arguments",
            f"placements and {given[0]} exclude each other: each entry of placements carries its own",
            path=f"/{given[0]}",
        )
    if len(arguments.placements) > MOST_PLACEMENTS:
        raise Refusal(
            "too_large",
            f"{len(arguments.placements)} placements; a plan holds at most {MOST_PLACEMENTS}: send the rest after it",
            path="/placements",
        )
    return [_entry(f"/placements/{index}", each) for index, each in enumerate(arguments.placements)]


def _single(arguments: Arrange) -> placing.Wanted:
    track, slot, beat = arguments.track, arguments.slot, arguments.at_beat
    if track is None or slot is None or beat is None:
        missing = next(name for name in _SINGLE if getattr(arguments, name) is None)
        raise Refusal(
            "invalid_arguments",
            f"{missing} is required without placements: send track, slot and at_beat, or a list",
            path=f"/{missing}",
        )
    return _placement("", track, slot, beat, arguments.to_track)


def _entry(pointer: str, each: PlacementIn) -> placing.Wanted:
    return _placement(pointer, each.track, each.slot, each.at_beat, each.to_track)


def _placement(pointer: str, track: int, slot: int, beat: float, target: int | None) -> placing.Wanted:
    if target is None:
        return placing.Wanted(pointer, track, slot, beat, track, "track")
    return placing.Wanted(pointer, track, slot, beat, target, "to_track")


def _observe(arguments: Arrange, _: Stored) -> Sequence[Look[Any, Any]]:
    return placing.Looks(_wanted(arguments)).all()


def _summary(placed: Sequence[placing.Placed]) -> str:
    targets = sorted({each.row.target_track for each in placed})
    where = several([f"track-{track}" for track in targets])
    if len(placed) == 1:
        return f"Copy the Session clip {placed[0].name!r} to beat {beats(placed[0].start)} of {where}"
    return f"Copy Session clips to {len(placed)} places on the timelines of {where}"


def _plan(arguments: Arrange, seen: Seen) -> Draft:
    wanted = _wanted(arguments)
    looks = placing.Looks(wanted)
    placed = placing.resolve(wanted, looks, seen)
    groups = placing.by_target(placed)
    placing.check_room(groups, looks, seen)
    size = wire.PLACEMENTS_A_STEP
    rows = [each.row for each in placed]
    chunks = [tuple(rows[at : at + size]) for at in range(0, len(rows), size)]
    return Draft(
        operations=tuple((Step(effects.PLACEMENTS, wire.PlacementsToMake(chunk)),) for chunk in chunks),
        rests_on=placing.rests_on(groups, looks, seen),
        summary=_summary(placed),
        labels={ids.clip_id(each.row.source_track, each.row.scene): each.name for each in placed},
    )


def _report(arguments: Arrange, draft: Draft, executed: Executed) -> dict[str, Any]:
    if arguments.placements is None:
        return landing.single_report(draft, executed)
    return landing.list_report(draft, executed)


TOOLS: tuple[Tool, ...] = (
    Mutation(
        name="arrange",
        title="Copy clips to the Arrangement",
        description=(
            "Plan or copy Session clips onto the Arrangement timeline: one by track, slot and at_beat, or many by "
            "placements. A copy, never a move. Never overwrites: whatever lies in the way, another placement too, is "
            "a conflict that names it. list_arrangement_clips shows free room, list_clips the slots, create_midi_clip "
            "makes a source. MIDI clips need a MIDI track, audio an audio track. Each destination is compared before "
            "and after. Over 200 placements run as steps of 200, one undo step each; never resend a list that half "
            "landed: the answer names what is missing."
        ),
        toolset="arrangement",
        arguments=Arrange,
        members={
            "placements": ARRAY,
            "placed_count": INTEGER,
            "failed_count": INTEGER,
            "destinations": ARRAY,
            "advice": TEXT,
            "ok": FLAG,
            "placed_clip": nullable("object"),
        },
        kind=Kind.MUTATION,
        family="live-maestro",
        observe=_observe,
        plan=_plan,
        report=_report,
    ),
)
