"""The product does what it promises on every setting of every switch: the laws, on fixed cases, for each row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from countin.declaration import Mutation, Read
from countin.sim.kernel.switches import switches_from
from countin.tools.registry import TOOLS
from laws import checks, facts
from laws.edits import Edit, structural_edits
from laws.faults import BRACKET_FAULTS, Fault, read_back_fault, write_faults
from laws.recalls import chain
from laws.stage import Stage
from laws.stock import Stock
from laws.strategies import MOVES, Case
from laws.turning import turns
from switches.cases import (
    BEAT,
    CASES,
    IN_PARTS,
    OF_SAVED_SNAPSHOTS,
    OWNER_RECALLS,
    READS,
    SOLO_AND_MUTE,
    TRACK_RECALLS,
    edits_that,
    spread,
)
from switches.covering import ROWS

UNDOABLE = [case for case in (*CASES, IN_PARTS) if case.tool not in MOVES]
MOVING = [case for case in CASES if case.tool in MOVES]


def each(cases: Sequence[Case]) -> pytest.MarkDecorator:
    """A test for each case."""
    return pytest.mark.parametrize("case", cases, ids=lambda case: case.tool)


def test_every_mutation_of_the_registry_has_a_case() -> None:
    assert {case.tool for case in CASES} == {tool.name for tool in TOOLS if isinstance(tool, Mutation)}


def test_every_read_of_the_registry_has_a_call() -> None:
    assert {tool.name for tool in TOOLS if isinstance(tool, Read)} == READS.keys() | OF_SAVED_SNAPSHOTS


def test_the_world_has_the_settings_of_its_row(on: Stage, number: int) -> None:
    assert on.rig.world.store.switches == switches_from(ROWS[number])


@each(CASES)
def test_a_plan_changes_nothing(on: Stage, case: Case) -> None:
    assert checks.plan_changes_nothing(on, case) == "planned"


@each(UNDOABLE)
def test_undone_as_often_as_the_plan_says_the_set_is_as_before(on: Stage, case: Case) -> None:
    assert checks.undo_restores(on, case) == "undone"


@each(MOVING)
def test_an_undo_is_taken_back_by_redo_and_a_redo_by_undo(on: Stage, case: Case) -> None:
    assert checks.move_is_reversed(on, case) == "reversed"


@each(CASES)
def test_a_token_that_is_used_twice_changes_the_set_once(on: Stage, number: int, case: Case) -> None:
    together = (number + CASES.index(case)) % 2 == 0
    assert checks.token_runs_once(on, case, checks.ROADS, together=together) == ("together" if together else "in turn")


@pytest.mark.parametrize("tool", READS)
def test_a_read_answers_and_changes_nothing(on: Stage, tool: str) -> None:
    on.fresh()
    before = on.whole()
    told = on.rig.call(tool, **READS[tool])
    assert (told.is_error, on.whole()) == (False, before), told.body


# --- an edit in between ----------------------------------------------------------------------------------------------


def told_after(on: Stage, case: Case, edits: Sequence[Edit]) -> set[str]:
    """What came of them, those that Live itself refuses left out."""
    return {checks.edited_in_between(on, case, within_limits(on, edit)) for edit in edits} - {"void"}


def within_limits(on: Stage, edit: Edit) -> Edit:
    """The same edit; that a limit of this Live forbids it is one more refusal."""

    def act(song: Any) -> None:
        try:
            edit.act(song)
        except on.rig.world.live.Base.LimitationError as error:
            raise RuntimeError(str(error)) from error

    return replace(edit, act=act)


@each(CASES)
def test_a_structural_edit_refuses_the_execution(on: Stage, band: Stock, number: int, case: Case) -> None:
    arguments, planned = checks.begun(on, case)
    edits = spread(structural_edits(band, planned["plan"], arguments), number, 2)
    assert told_after(on, case, edits) == {"structural refused"}


@each([case for case in CASES if case.tool not in MOVES])
def test_an_edit_of_what_the_plan_stands_on_refuses_it(on: Stage, band: Stock, number: int, case: Case) -> None:
    _, planned = checks.begun(on, case)
    edits = spread(edits_that(band, planned["plan"], touch=True), number, 2)
    assert told_after(on, case, edits) == {"refused"}


@each(CASES)
def test_any_other_value_edit_lets_it_run(on: Stage, band: Stock, number: int, case: Case) -> None:
    _, planned = checks.begun(on, case)
    edits = spread(edits_that(band, planned["plan"], touch=False), number, 2)
    assert told_after(on, case, edits) == {"ended" if case.tool == "redo" else "run"}


# --- faults ----------------------------------------------------------------------------------------------------------


@each(CASES)
def test_a_fault_at_two_writes_in_the_bracket_or_in_the_read_back_is_taken_back_or_told(
    on: Stage, number: int, case: Case
) -> None:
    reference = checks.without_fault(on, case)
    told = {checks.fault_is_told(on, case, reference, fault) for fault in faults_of(number, reference.writes)}
    assert told - {"unstruck"}


def faults_of(number: int, writes: int) -> list[Fault]:
    """One at the first write, one at the last, one of the rest: other ones in the next row, so that the rows together
    try all."""
    first, last = write_faults([1]), write_faults([writes])
    reads = [read_back_fault(place, repeat=repeat) for place in (1, 4) for repeat in (False, True)]
    rest = (*BRACKET_FAULTS, *reads)
    return [first[number % len(first)], last[(number // 3 + 1) % len(last)], rest[number % len(rest)]]


# --- snapshots -------------------------------------------------------------------------------------------------------


def test_a_recall_after_edits_is_the_identity(on: Stage, number: int) -> None:
    for recall in (TRACK_RECALLS[number % len(TRACK_RECALLS)], *OWNER_RECALLS):
        assert checks.recall_is_identity(on, recall) == f"device_chain v{recall.level}"


def test_every_owner_comes_back_from_a_hand_on_all_its_controls(on: Stage, band: Stock) -> None:
    on.fresh()
    for owner in (*band.owners, "master"):
        moved = turns([one for one in band.of_owner(owner) if one.level])
        assert checks.comes_back(on, chain(owner), moved) > 0


def test_pads_that_were_soloed_and_muted_come_back_together(on: Stage) -> None:
    on.fresh()
    for turn in SOLO_AND_MUTE:
        on.person(turn.act)
    on.rig.tick()
    held = on.person(lambda song: facts.of_owner(song, "track-1"))
    assert [held[turn.fact] for turn in SOLO_AND_MUTE] == [True] * len(SOLO_AND_MUTE)
    assert checks.comes_back(on, chain("track-1"), [replace(turn, value=False) for turn in SOLO_AND_MUTE]) > 0


# --- the timeline ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("beat", [4.5, 8.0, 9.0, 11.999, 15.0, 18.0])
def test_a_span_with_a_clip_in_it_is_refused_and_untouched(on: Stage, beat: float) -> None:
    on.fresh()
    before = on.whole()
    told = on.rig.plan("arrange", **BEAT, at_beat=beat)
    assert (told.code, on.whole()) == ("conflict", before)


@pytest.mark.parametrize("beat", [0.0, 4.0, 12.0, 20.0, 500.25])
def test_a_free_span_takes_the_copy_and_its_neighbours_stay(on: Stage, beat: float) -> None:
    on.fresh()
    on.apply("arrange", {**BEAT, "at_beat": beat})
    assert on.rig.person(spans) == sorted([(8.0, 12.0), (16.0, 20.0), (beat, beat + 4.0)])


def test_a_clip_that_comes_in_the_way_after_the_plan_is_not_copied_over(on: Stage) -> None:
    on.fresh()
    planned = on.plan("arrange", {**BEAT, "at_beat": 24.0})
    on.person(lambda song: song.tracks[1].create_midi_clip(25.0, 1.0))
    before = on.whole()
    told = on.rig.execute(planned)
    assert told["error"]["outcome"] == "not_executed"
    assert (on.whole(), on.rig.person(spans)) == (before, [(8.0, 12.0), (16.0, 20.0), (25.0, 26.0)])


def spans(song: Any) -> list[tuple[float, float]]:
    """What lies on the timeline of the Kit."""
    return [(clip.start_time, clip.end_time) for clip in song.tracks[1].arrangement_clips]
