"""`undo` and `redo`: one step of a history that belongs to everybody, and what is said about it."""

from __future__ import annotations

import pytest

from countin._remote_script.Countin import wire
from countin.declaration import Draft, Read
from countin.tools.registry import BY_NAME
from tools.looks import VERSION, changes, decoded, mutation, refused, seen


def history(**changed: object) -> wire.History:
    return wire.History(True, True, "op-1", "arrange", "op-2", "create_scene", False)._replace(**changed)


def planned(name: str, row: wire.History) -> Draft:
    tool = mutation(name)
    arguments = decoded(name, expectedStateVersion=VERSION)
    (look,) = tool.observe(arguments, {})
    return tool.plan(arguments, seen({look: row}))


@pytest.mark.parametrize(
    ("name", "step", "after"),
    [("undo", "arrange (operation op-1)", "undone"), ("redo", "create_scene (operation op-2)", "done again")],
)
def test_the_plan_says_whose_step_it_believes_comes_back(name: str, step: str, after: str) -> None:
    draft = planned(name, history())
    assert changes(draft) == [("Live's history", step, after)]
    assert step in draft.summary
    assert (draft.rests_on, draft.warnings, draft.undo_steps) == ((), (), 0)


def test_it_warns_when_somebody_edited_since() -> None:
    (warning,) = planned("undo", history(edited_since=True)).warnings
    assert "edited since" in warning


def test_a_step_of_nobody_known_is_said_to_be_just_that() -> None:
    draft = planned("undo", history(undo_operation="", undo_tool=""))
    assert "a person did" in draft.warnings[0]
    assert "Countin did not make" in draft.summary


@pytest.mark.parametrize(("name", "member"), [("undo", "can_undo"), ("redo", "can_redo")])
def test_where_live_has_no_step_there_is_nothing_to_plan(name: str, member: str) -> None:
    with refused("nothing_to_change"):
        planned(name, history(**{member: False}))


def test_the_read_back_tells_when_another_step_came_back() -> None:
    (step,) = planned("undo", history()).operations[0]
    compare = step.effect.compare
    assert not compare(step.row, wire.HistoryMoved("Undo Custom Action", 1))
    assert not compare(step.row, wire.HistoryMoved("Undo Custom Action", -1))
    assert "another step" in compare(step.row, wire.HistoryMoved("Undo Rename", 0))[0]


def test_a_live_that_names_no_step_may_have_moved_none() -> None:
    (step,) = planned("undo", history()).operations[0]
    compare = step.effect.compare
    assert "nothing may have come back" in compare(step.row, wire.HistoryMoved("", -1))[0]
    assert not compare(step.row, wire.HistoryMoved("", 1))


def test_the_history_shows_both_steps_and_null_where_none_is_known() -> None:
    tool = BY_NAME["get_history_state"]
    assert isinstance(tool, Read)
    arguments = decoded("get_history_state")
    (look,) = tool.observe(arguments, {})
    result = tool.answer(arguments, seen({look: history(can_redo=False, redo_operation="")})).result
    assert result["undoStep"] == {"tool": "arrange", "operationId": "op-1"}
    assert result["redoStep"] is None
    assert (result["canUndo"], result["canRedo"], result["editedSince"]) == (True, False, False)
