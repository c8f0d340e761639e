"""The toolset `state`: the Set at a glance, Live's history, and the contract's own two tools."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

import msgspec

from countin._remote_script.Countin import wire
from countin.declaration import (
    Answer,
    Arguments,
    ContractTool,
    Draft,
    Effect,
    Executed,
    Kind,
    Look,
    Mutation,
    Read,
    Seen,
    Step,
    Stored,
    Tool,
    Versioned,
    live,
)
from countin.errors import Refusal
from countin.tools import effects, paging, records
from countin.tools.effects.history import REDO_LABEL, UNDO_LABEL
from countin.tools.schemas import ARRAY, FLAG, INTEGER, NUMBER, OBJECT, TEXT

_STATE = live(wire.STATE, wire.Nothing())
_TRACKS = live(wire.TRACKS, wire.Nothing())
_SCENES = live(wire.SCENES, wire.Window(0, 200))
_HISTORY = live(wire.HISTORY, wire.Nothing())
_LISTED = 200
"""So many tracks and scenes a full answer names; the lists page."""


_AT_ONCE = 0.8
"""Seconds: the glance at the Set answers within one, even of a Live that is stalled."""


class GetLiveState(Arguments, frozen=True, kw_only=True):
    """Arguments of `get_live_state`."""

    detail: Annotated[Literal["summary", "full"], msgspec.Meta(description="full: with tracks and scenes.")] = "summary"


class NoArguments(Arguments, frozen=True, kw_only=True):
    """A tool without arguments."""


class MoveInHistory(Versioned, frozen=True, kw_only=True):
    """Arguments of `undo` and `redo`."""


class ExecutePlan(Arguments, frozen=True, kw_only=True, rename="camel"):
    """Arguments of `execute_plan`."""

    confirmation_token: Annotated[str, msgspec.Meta(description="The plan's token.")]
    plan_hash: Annotated[str, msgspec.Meta(description="The plan's hash.")]


class GetOperationOutcome(Arguments, frozen=True, kw_only=True, rename="camel"):
    """Arguments of `get_operation_outcome`."""

    operation_id: Annotated[str, msgspec.Meta(description="From a plan or answer.")] | None = None
    confirmation_token: Annotated[str, msgspec.Meta(description="Or its token.")] | None = None


def _observe_state(arguments: GetLiveState, _: Stored) -> Sequence[Look[Any, Any]]:
    return (_STATE,) if arguments.detail == "summary" else (_STATE, _TRACKS, _SCENES)


def _state(arguments: GetLiveState, seen: Seen) -> Answer:
    row = seen[_STATE]
    result: dict[str, Any] = {
        "stateVersion": seen.state_version,
        "instance": seen.instance,
        "liveVersion": row.live_version or seen.live_version,
        "protocol": wire.PROTOCOL,
        "setName": row.name,
        "filePath": row.file_path or None,
        "tempo": row.tempo,
        "timeSignature": {"numerator": row.signature_numerator, "denominator": row.signature_denominator},
        "scale": {"rootNote": row.root_note, "name": row.scale_name},
        "isPlaying": row.is_playing,
        "songTimeBeats": row.song_time,
        "songLengthBeats": row.song_length,
        "counts": {"tracks": row.tracks, "returns": row.returns, "scenes": row.scenes, "cuePoints": row.cue_points},
        "canUndo": row.can_undo,
        "canRedo": row.can_redo,
    }
    if arguments.detail == "full":
        result |= _names(seen)
    return Answer(result)


def _names(seen: Seen) -> dict[str, Any]:
    """Tracks and scenes in brief, as many of each as fit into half an answer."""
    tracks = [
        {"id": f"track-{place}", "name": row.name, "type": row.kind, "groupTrackId": records.group_id(row)}
        for place, row in enumerate(seen[_TRACKS].rows[:_LISTED])
    ]
    scenes = [
        {"id": f"scene-{place}", "name": row.name, "isEmpty": row.is_empty}
        for place, row in enumerate(seen[_SCENES].rows[:_LISTED])
    ]
    half = paging.BUDGET // 2
    return {
        "tracks": tracks[: paging.fitting(tracks, room=half)],
        "scenes": scenes[: paging.fitting(scenes, room=half)],
    }


def _observe_history(_: NoArguments, __: Stored) -> Sequence[Look[Any, Any]]:
    return (_HISTORY,)


def _step(tool: str, operation: str) -> dict[str, str] | None:
    return {"tool": tool, "operationId": operation} if operation else None


def _history(_: NoArguments, seen: Seen) -> Answer:
    row = seen[_HISTORY]
    return Answer(
        {
            "stateVersion": seen.state_version,
            "canUndo": row.can_undo,
            "canRedo": row.can_redo,
            "undoStep": _step(row.undo_tool, row.undo_operation),
            "redoStep": _step(row.redo_tool, row.redo_operation),
            "editedSince": row.edited_since,
        }
    )


def _observe_move(_: MoveInHistory, __: Stored) -> Sequence[Look[Any, Any]]:
    return (_HISTORY,)


def _believed(tool: str, operation: str) -> str:
    return f"{tool} (operation {operation})" if operation else "a step that Countin did not make, or no longer knows"


def _move(
    effect: Effect[wire.Nothing, wire.HistoryMoved], label: str, read: Callable[[wire.History], tuple[bool, str, str]]
) -> Callable[[MoveInHistory, Seen], Draft]:
    """The plan of an undo or a redo: it rests on nothing but the Set's structure, and says whose step comes back."""
    verb = label.rpartition(" ")[2]

    def plan(_: MoveInHistory, seen: Seen) -> Draft:
        row = seen[_HISTORY]
        possible, tool, operation = read(row)
        if not possible:
            raise Refusal("nothing_to_change", f"Live has nothing to {verb}; get_history_state says what there is")
        step = _believed(tool, operation)
        warnings: list[str] = []
        if not operation:
            warnings.append(f"Live's history is one for all: this {verb} may take back what a person did.")
        if row.edited_since:
            warnings.append(f"The Set was edited since; {verb} may move another step than the one named here.")
        return Draft(
            operations=((Step(effect, wire.Nothing()),),),
            rests_on=(),
            summary=f"{verb.capitalize()} one step of Live's history, believed to be {step}",
            labels={label: step},
            warnings=tuple(warnings),
            undo_steps=0,
        )

    return plan


def _no_report(_: MoveInHistory, __: Draft, ___: Executed) -> dict[str, Any]:
    return {}


TOOLS: tuple[Tool, ...] = (
    ContractTool(
        name="execute_plan",
        title="Execute a plan",
        description=(
            "Run one plan by its token and hash alone, exactly as shown; guarded tools answer such plans first. Use "
            "it instead of repeating that call's arguments. If the Set moved in between, nothing is written; else the "
            "result is read back. A token runs once and lives 60 seconds. After a time-out ask get_operation_outcome; "
            "never plan again blindly."
        ),
        toolset="state",
        arguments=ExecutePlan,
        members={},
        kind=Kind.DESTRUCTIVE,
        family="countin",
        service="execute_plan",
    ),
    Read(
        name="get_history_state",
        title="Get undo and redo state",
        description=(
            "Read whether Live can undo and redo, which Countin operation would come back, and whether anybody edited "
            "since. Use it before undo or redo; get_operation_outcome tells how one operation ended."
        ),
        toolset="state",
        arguments=NoArguments,
        members={
            "stateVersion": INTEGER,
            "canUndo": FLAG,
            "canRedo": FLAG,
            "editedSince": FLAG,
        },
        observe=_observe_history,
        answer=_history,
    ),
    Read(
        name="get_live_state",
        title="Get the Set at a glance",
        description=(
            "Read the open Set at a glance: stateVersion, tempo (BPM), meter, transport, counts, file, Live version. "
            "Start here: guarded changes take this stateVersion. Tracks are in list_tracks, clips in list_clips. "
            "Answers within a second even when Live is stalled."
        ),
        toolset="state",
        arguments=GetLiveState,
        members={
            "stateVersion": INTEGER,
            "setName": TEXT,
            "tempo": NUMBER,
            "isPlaying": FLAG,
            "counts": OBJECT,
            "tracks": ARRAY,
            "scenes": ARRAY,
        },
        observe=_observe_state,
        answer=_state,
        within=_AT_ONCE,
    ),
    ContractTool(
        name="get_operation_outcome",
        title="Get an operation's outcome",
        description=(
            "Read how an operation ended, by operationId or token; without arguments the last 20. Use it after a "
            "time-out or outcome_unknown, before planning again; undo steps are in get_history_state. Asking Live "
            "about an operation that never ran revokes it."
        ),
        toolset="state",
        arguments=GetOperationOutcome,
        members={
            "operationId": TEXT,
            "status": TEXT,
            "operationOutcome": OBJECT,
            "operations": ARRAY,
        },
        family="countin",
        service="get_operation_outcome",
    ),
    Mutation(
        name="redo",
        title="Redo",
        description=(
            "Plan or run Live's redo of the step last undone. Use it to take back an undo; undo reverses it. The plan "
            "says whose step it believes comes back and warns when somebody edited since. Each call moves one step: "
            "after an unclear result read get_history_state first."
        ),
        toolset="state",
        arguments=MoveInHistory,
        members={},
        kind=Kind.MUTATION,
        observe=_observe_move,
        plan=_move(effects.REDO, REDO_LABEL, lambda row: (row.can_redo, row.redo_tool, row.redo_operation)),
        report=_no_report,
        undoable=False,
        restore="undo takes the step back again",
    ),
    Mutation(
        name="undo",
        title="Undo",
        description=(
            "Plan or run Live's undo of one step, a person's or Countin's. Use it to take back what just ran; to "
            "restore devices use recall_device_chain_snapshot. The plan says whose step it believes comes back and "
            "warns when somebody edited since. redo reverses it. Each call moves one step: after an unclear result "
            "read get_history_state first."
        ),
        toolset="state",
        arguments=MoveInHistory,
        members={},
        kind=Kind.MUTATION,
        observe=_observe_move,
        plan=_move(effects.UNDO, UNDO_LABEL, lambda row: (row.can_undo, row.undo_tool, row.undo_operation)),
        report=_no_report,
        undoable=False,
        restore="redo brings the step back",
    ),
)
