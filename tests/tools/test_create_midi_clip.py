"""`create_midi_clip`: an empty slot of a MIDI track, notes that Live would keep, and every one of them read back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin._remote_script.Countin import wire
from countin.declaration import Draft
from countin.errors import Refusal
from tools.looks import VERSION, changes, decoded, identity, mutation, refused, rests_on, seen, slot, slots

KICK = {"pitch": 36, "start": 0, "duration": 0.5, "velocity": 100}


def planned(
    *notes: dict[str, Any],
    row: wire.SlotRow | None = None,
    kind: str = "midi",
    frozen: bool = False,
    missing: bool = False,
    **given: Any,
) -> Draft:
    """The plan for slot 3 of track 1."""
    tool = mutation("create_midi_clip")
    asked = {"trackId": "track-1", "clipId": "track-1:clip-3", "lengthBeats": 4, "notes": list(notes), **given}
    arguments = decoded("create_midi_clip", expectedStateVersion=VERSION, **asked)
    window, owner = tool.observe(arguments, {})
    rows = [] if missing else [row or slot(1, 3)]
    return tool.plan(arguments, seen({window: slots(1, rows), owner: identity(1, kind, frozen=frozen)}))


def test_a_clip_rests_on_its_slot_and_on_what_its_track_is() -> None:
    draft = planned(KICK, name="Beat")
    assert rests_on(draft) == ["slot(track 1, scene 3)", "track 1"]
    (step,) = draft.operations[0]
    assert (step.row.slot_pointer, step.row.length, step.row.name) == (slot(1, 3).pointer, 4.0, "Beat")


def test_the_plan_shows_the_clip_and_every_note() -> None:
    quiet = {"pitch": 38, "start": 1.25, "duration": 0.25, "velocity": 64, "mute": True, "probability": 0.5}
    clip, first, second = changes(planned(quiet, KICK, name="Beat"))
    assert clip == ("track-1:clip-3", None, {"lengthBeats": 4.0, "notes": 2, "name": "Beat"})
    assert first == ("track-1:clip-3 note 36 at beat 0", None, {"duration": 0.5, "velocity": 100.0})
    assert second[2] == {"duration": 0.25, "velocity": 64.0, "mute": True, "probability": 0.5}


def test_a_clip_may_be_empty_and_keep_the_name_that_live_gives() -> None:
    (step,) = planned().operations[0]
    assert (step.row.notes, step.row.name) == ((), None)


@pytest.mark.parametrize(
    ("options", "code", "path"),
    [
        ({"row": slot(1, 3, 4.0)}, "conflict", "/clipId"),
        ({"row": slot(1, 3, is_group_slot=True)}, "unsupported_by_live", "/clipId"),
        ({"missing": True}, "not_found", "/clipId"),
        ({"kind": "audio"}, "unsupported_by_live", "/trackId"),
        ({"kind": "group"}, "unsupported_by_live", "/trackId"),
        ({"frozen": True}, "unsupported_by_live", "/trackId"),
        ({"clipId": "track-2:clip-3"}, "invalid_arguments", "/clipId"),
        ({"clipId": "track-1:arrangement-clip-3"}, "invalid_arguments", "/clipId"),
        ({"lengthBeats": 0}, "invalid_arguments", "/lengthBeats"),
        ({"name": "  "}, "invalid_arguments", "/name"),
    ],
)
def test_what_live_could_not_hold_is_refused_where_it_stands(options: dict[str, Any], code: str, path: str) -> None:
    with refused(code, path):
        planned(KICK, **options)


@pytest.mark.parametrize(
    ("note", "member"),
    [
        ({"pitch": 128}, "pitch"),
        ({"pitch": -1}, "pitch"),
        ({"velocity": 0}, "velocity"),
        ({"velocity": 128}, "velocity"),
        ({"duration": 0}, "duration"),
        ({"start": -0.25}, "start"),
        ({"probability": 1.5}, "probability"),
    ],
)
def test_a_note_outside_its_range_is_refused_never_clamped(note: dict[str, Any], member: str) -> None:
    with refused("invalid_arguments", f"/notes/1/{member}"):
        planned(KICK, KICK | note)


def test_a_note_that_ends_after_the_clip_is_refused() -> None:
    with refused("invalid_arguments", "/notes/1") as found:
        planned(KICK, KICK | {"start": 3.75})
    assert "4.25" in found.value.message


def test_notes_that_swallow_each_other_are_refused_with_both_indexes() -> None:
    later = KICK | {"start": 0.25}
    with refused("invalid_arguments", "/notes/2") as found:
        planned(later, KICK | {"pitch": 40}, KICK)
    assert found.value.details == {"notes": [0, 2]}


def test_notes_of_one_pitch_may_touch_and_others_may_overlap() -> None:
    draft = planned(KICK, KICK | {"start": 0.5}, KICK | {"pitch": 37})
    assert len(draft.operations[0][0].row.notes) == 3


def overlapping(notes: list[dict[str, Any]]) -> bool:
    """Whether any two notes of one pitch share time: every pair looked at."""
    spans = [(note["pitch"], note["start"], note["start"] + note["duration"]) for note in notes]
    return any(
        first[0] == second[0] and first[1] < second[2] and second[1] < first[2]
        for place, first in enumerate(spans)
        for second in spans[place + 1 :]
    )


NOTES = st.lists(
    st.fixed_dictionaries(
        {
            "pitch": st.integers(60, 62),
            "start": st.integers(0, 12).map(lambda eighth: eighth / 4),
            "duration": st.integers(1, 4).map(lambda eighth: eighth / 4),
            "velocity": st.integers(1, 127),
        }
    ),
    max_size=8,
)


@given(NOTES)
def test_exactly_the_lists_with_a_swallowed_note_are_refused(notes: list[dict[str, Any]]) -> None:
    if overlapping(notes):
        with refused("invalid_arguments") as found:
            planned(*notes)
        first, second = found.value.details["notes"]
        assert overlapping([notes[first], notes[second]])
    else:
        (step,) = planned(*notes).operations[0]
        assert [note.start for note in step.row.notes] == sorted(note["start"] for note in notes)


def made(row: wire.ClipToCreate, *notes: wire.NoteRow) -> wire.ClipCreated:
    return wire.ClipCreated(row.slot_pointer, 5, row.name or "", row.length, notes or row.notes)


def test_the_read_back_must_hold_every_note_and_no_other() -> None:
    (step,) = planned(KICK, KICK | {"start": 2}, name="Beat").operations[0]
    first, second = step.row.notes
    compare = step.effect.compare
    assert not compare(step.row, made(step.row))
    assert not compare(step.row, made(step.row, second, first._replace(start=1e-9)))
    assert compare(step.row, made(step.row, first)) == ["note 36 at beat 2 is missing"]
    assert compare(step.row, made(step.row, first, second, second._replace(start=3.0))) == [
        "a note that was not planned: pitch 36 at beat 3"
    ]
    assert "velocity 90" in compare(step.row, made(step.row, first._replace(velocity=90.0), second))[0]


def test_arguments_of_another_kind_never_reach_a_plan() -> None:
    with pytest.raises(Refusal):
        planned(KICK | {"length": 1})
