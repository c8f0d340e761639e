"""The toolset `clips`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Any

import msgspec

from countin._remote_script.Countin import wire
from countin.declaration import (
    Answer,
    Arguments,
    Draft,
    Executed,
    Kind,
    Look,
    Mutation,
    Read,
    Reliance,
    Seen,
    Step,
    Stored,
    Tool,
    Versioned,
    live,
)
from countin.errors import Refusal
from countin.tools import addresses, effects, paging, records
from countin.tools.schemas import ARRAY, INTEGER, OBJECT
from countin.tools.wording import beats

LAST_BEAT = 1_576_800
"""Live's timeline ends here (beats)."""
Meta = msgspec.Meta


class ListClips(paging.Paged, frozen=True, kw_only=True, rename="camel"):
    """Arguments of `list_clips`."""

    track_id: Annotated[str, Meta(description="track-N from list_tracks.")]


class Note(Arguments, frozen=True, kw_only=True, rename="camel"):
    """A MIDI note as it is written."""

    pitch: Annotated[int, Meta(ge=0, le=127, description="MIDI note; 60 is C3.")]
    start: Annotated[float, Meta(ge=0, description="Beats from clip start.")]
    duration: Annotated[float, Meta(gt=0, description="Beats.")]
    velocity: Annotated[float, Meta(ge=1, le=127, description="MIDI velocity.")]
    mute: Annotated[bool, Meta(description="Deactivated.")] = False
    probability: Annotated[float, Meta(ge=0, le=1, description="Chance to play.")] = 1.0


class CreateMidiClip(Versioned, frozen=True, kw_only=True, rename="camel"):
    """Arguments of `create_midi_clip`."""

    track_id: Annotated[str, Meta(description="MIDI track, track-N.")]
    clip_id: Annotated[str, Meta(description="Empty slot, track-N:clip-M.")]
    length_beats: Annotated[float, Meta(gt=0, le=LAST_BEAT, description="Clip and loop length.")]
    notes: Annotated[tuple[Note, ...], Meta(max_length=50_000, description="Inside the clip; may be empty.")]
    name: Annotated[str, Meta(max_length=255, description="Clip name.")] | None = None


def _slots_look(arguments: ListClips) -> Look[wire.TrackWindow, wire.Slots]:
    track = addresses.track(arguments.track_id)
    return live(wire.SLOTS, wire.TrackWindow(track, arguments.offset, arguments.window()), path="/trackId")


def _observe_slots(arguments: ListClips, _: Stored) -> Sequence[Look[Any, Any]]:
    return (_slots_look(arguments),)


def _slots(arguments: ListClips, seen: Seen) -> Answer:
    look = _slots_look(arguments)
    row = seen[look]
    clips = [records.slot(slot, look.arguments.track, arguments.offset + place) for place, slot in enumerate(row.rows)]
    return Answer(
        {
            "stateVersion": seen.state_version,
            "trackId": arguments.track_id,
            "armed": row.armed,
            "canBeArmed": row.can_be_armed,
            "isFrozen": row.frozen,
            **paging.page("clips", clips, arguments.offset, row.total),
        }
    )


def _address(arguments: CreateMidiClip) -> tuple[int, int]:
    track = addresses.track(arguments.track_id)
    return track, addresses.slot(arguments.clip_id, track)


def _looks(
    arguments: CreateMidiClip,
) -> tuple[Look[wire.TrackWindow, wire.Slots], Look[wire.TrackAsked, wire.TrackIdentity]]:
    track, scene = _address(arguments)
    return (
        live(wire.SLOTS, wire.TrackWindow(track, scene, 1), path="/clipId"),
        live(wire.TRACK_IDENTITY, wire.TrackAsked(track), path="/trackId"),
    )


def _observe_creation(arguments: CreateMidiClip, _: Stored) -> Sequence[Look[Any, Any]]:
    return _looks(arguments)


def _check_track(track: int, row: wire.TrackIdentity) -> None:
    if row.kind != "midi":
        raise Refusal(
            "unsupported_by_live",
            f"track-{track} is of type {row.kind}: a MIDI clip needs a MIDI track; list_tracks shows them",
            path="/trackId",
        )
    if row.frozen:
        raise Refusal(
            "unsupported_by_live",
            f"track-{track} is frozen: Live creates no clips there; unfreeze it in Live, or take another track",
            path="/trackId",
        )


def _empty_slot(arguments: CreateMidiClip, row: wire.Slots) -> wire.SlotRow:
    """The slot, which must exist, be empty and belong to the track itself."""
    if not row.rows:
        raise Refusal(
            "not_found",
            f"{arguments.clip_id} does not exist: {arguments.track_id} has slots 0 to {row.total - 1}; create_scene "
            "adds one",
            path="/clipId",
        )
    slot = row.rows[0]
    if slot.clip_pointer:
        raise Refusal(
            "conflict",
            f"{arguments.clip_id} already holds the clip {slot.name!r}; take an empty slot from list_clips",
            path="/clipId",
        )
    if slot.is_group_slot:
        raise Refusal("unsupported_by_live", f"{arguments.clip_id} is a group's slot and holds no clip", path="/clipId")
    return slot


def _check_inside(notes: Sequence[Note], length: float) -> None:
    for place, note in enumerate(notes):
        if note.start + note.duration > length + wire.BEAT_TOLERANCE:
            raise Refusal(
                "invalid_arguments",
                f"note {place} ends at beat {beats(note.start + note.duration)}, after the clip's end at "
                f"{beats(length)}; shorten it or make the clip longer",
                path=f"/notes/{place}",
            )


def _check_apart(notes: Sequence[Note]) -> None:
    """No two notes of one pitch may share time: Live would cut or swallow one of them (LIVE_API 2.8)."""
    order = sorted(range(len(notes)), key=lambda place: (notes[place].pitch, notes[place].start))
    for before, after in pairwise(order):
        first, second = notes[before], notes[after]
        if first.pitch == second.pitch and second.start < first.start + first.duration - wire.BEAT_TOLERANCE:
            raise Refusal(
                "invalid_arguments",
                f"notes {before} and {after} of pitch {first.pitch} overlap at beat {beats(second.start)}: Live would "
                "cut or swallow one of them; separate them or drop one",
                path=f"/notes/{max(before, after)}",
                details={"notes": sorted((before, after))},
            )


def _row(note: Note) -> wire.NoteRow:
    return wire.NoteRow(
        pitch=note.pitch,
        start=note.start,
        duration=note.duration,
        velocity=note.velocity,
        mute=note.mute,
        probability=note.probability,
        velocity_deviation=0.0,
        release_velocity=64.0,
    )


def _plan(arguments: CreateMidiClip, seen: Seen) -> Draft:
    track, scene = _address(arguments)
    slots, identity = _looks(arguments)
    _check_track(track, seen[identity])
    slot = _empty_slot(arguments, seen[slots])
    if arguments.name is not None and not arguments.name.strip():
        raise Refusal("invalid_arguments", "expected a name that is not blank", path="/name")
    _check_inside(arguments.notes, arguments.length_beats)
    _check_apart(arguments.notes)
    notes = effects.in_order(tuple(_row(note) for note in arguments.notes))
    row = wire.ClipToCreate(track, scene, slot.pointer, arguments.length_beats, arguments.name, tuple(notes))
    return Draft(
        operations=((Step(effects.MIDI_CLIP, row),),),
        rests_on=(
            Reliance(f"slot(track {track}, scene {scene})", slots),
            Reliance(f"track {track}", identity),
        ),
        summary=f"Create a MIDI clip in {arguments.clip_id}: {beats(arguments.length_beats)} beats, {len(notes)} notes",
    )


def _report(arguments: CreateMidiClip, _: Draft, executed: Executed) -> dict[str, Any]:
    made = executed.results[0][0] if executed.results and executed.results[0] else None
    if not isinstance(made, wire.ClipCreated):
        return {}
    clip = {"id": arguments.clip_id, "name": made.name, "lengthBeats": made.length, "noteCount": len(made.notes)}
    return {"clip": clip}


TOOLS: tuple[Tool, ...] = (
    Mutation(
        name="create_midi_clip",
        title="Create a MIDI clip",
        description=(
            "Plan or create one MIDI clip with its notes in an empty slot of a MIDI track; list_clips finds slots, "
            "arrange copies the clip onto the timeline. Times are in beats. One undo step; every note is read back. "
            "Notes of one pitch that overlap are refused with their indexes: Live would swallow one. It never "
            "replaces a clip, so a repeat is refused."
        ),
        toolset="clips",
        arguments=CreateMidiClip,
        members={"clip": OBJECT},
        kind=Kind.MUTATION,
        observe=_observe_creation,
        plan=_plan,
        report=_report,
    ),
    Read(
        name="list_clips",
        title="List Session slots",
        description=(
            "List one track's Session slots: clip name, length (beats; seconds for unwarped audio), play state. Use "
            "it to find track-N:clip-M ids and slot numbers for arrange; timeline clips are in "
            "list_arrangement_clips. Long lists page."
        ),
        toolset="clips",
        arguments=ListClips,
        members={
            "stateVersion": INTEGER,
            "clips": ARRAY,
            **paging.PAGE_MEMBERS,
        },
        observe=_observe_slots,
        answer=_slots,
    ),
)
