"""A draft becomes a plan: the object that is shown is the object that is hashed, and the hash binds what is written."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, cast

import msgspec

from countin import core
from countin._remote_script.Countin import wire
from countin._remote_script.Countin.rows import codec
from countin.declaration import CONTROL_MEMBERS, Arguments, Changes, Draft, Mutation, Reliance, Seen, Step
from countin.errors import Refusal

LONGEST_ARGUMENTS = 4 * 1024
"""Canonical bytes of arguments that stand in a plan; longer ones stand as digest and size."""
MOST_CHANGES = 256
FIRST_CHANGES = 20


@dataclass(frozen=True, slots=True)
class Operation:
    """One callback inside Live: steps, and what goes over the bridge of them."""

    steps: tuple[Step[Any, Any], ...]
    kind: str
    count: int
    writes: bytes
    writes_digest: str
    guards: bytes
    guards_digest: str
    guard_count: int


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan with everything that its execution needs."""

    tool: Mutation
    arguments: Arguments
    decoded: dict[str, Any]
    draft: Draft
    plan: dict[str, Any]
    plan_hash: str
    operations: tuple[Operation, ...]
    instance: str
    state_version: int
    changes: Changes

    @property
    def undo_steps(self) -> int:
        """Undo steps that it makes in Live."""
        return self.plan["undoSteps"]

    @property
    def count(self) -> int:
        """Values and objects that it writes."""
        return sum(operation.count for operation in self.operations)

    @property
    def size(self) -> int:
        """About how many bytes it holds."""
        packed = sum(len(operation.writes) + len(operation.guards) for operation in self.operations)
        # The rows as objects take a few times their packed form, and each has its texts.
        return 4096 + 4 * packed + 256 * self.changes.count

    @property
    def shortened(self) -> bool:
        """Whether its changes stand in it by their digest only."""
        return self.changes.count > MOST_CHANGES


def decoded_arguments(arguments: Arguments) -> dict[str, Any]:
    """Arguments with their wire names and defaults, without the members that drive the contract."""
    members = cast("dict[str, Any]", msgspec.to_builtins(arguments))
    return {name: value for name, value in members.items() if name not in CONTROL_MEMBERS}


def check_version(arguments: Arguments, seen: Seen) -> None:
    """Raises `Refusal` where the state version that the caller decided on is not the observed one."""
    expected: int | None = getattr(arguments, "expected_state_version", None)
    if expected is not None and expected != seen.state_version:
        raise Refusal(
            "state_version_moved",
            f"expectedStateVersion is {expected}, but the Set is at {seen.state_version}: its structure has changed. "
            "Call get_live_state, look again, plan anew",
            path="/expectedStateVersion",
            details={"expected": expected, "observed": seen.state_version},
        )


def make_plan(tool: Mutation, arguments: Arguments, seen: Seen) -> Planned:
    """The plan of a mutation: a pure function of its arguments and of what was seen. Raises `Refusal`."""
    check_version(arguments, seen)
    draft = tool.plan(arguments, seen)
    decoded = decoded_arguments(arguments)
    operations = _operations(draft, seen)
    changes = changes_of(draft)
    plan: dict[str, Any] = {
        "tool": tool.name,
        "instance": seen.instance,
        "stateVersion": seen.state_version,
        "arguments": _shown_arguments(decoded),
        "restsOn": [{"what": one.what, "digest": one.digest(seen)} for one in draft.rests_on],
        "operations": [_shown_operation(operation, place) for place, operation in enumerate(operations)],
        "changes": _shown_changes(changes),
        "undoSteps": len(operations) if draft.undo_steps is None else draft.undo_steps,
        "summary": draft.summary,
        "warnings": list(draft.warnings),
    }
    return Planned(
        tool,
        arguments,
        decoded,
        draft,
        plan,
        core.plan_hash(plan),
        operations,
        seen.instance,
        seen.state_version,
        changes,
    )


def changes_of(draft: Draft) -> Changes:
    """What a draft changes, derived from its writes and from nothing else."""
    made = [step_changes(step, draft) for steps in draft.operations for step in steps]
    if len(made) == 1:
        return made[0]

    def listed() -> bytes:
        return b"[" + b",".join(one.canonical()[1:-1] for one in made if one.count) + b"]"

    def first(most: int) -> list[Mapping[str, Any]]:
        return list(islice(chain.from_iterable(one.first(most) for one in made), most))

    return Changes(sum(one.count for one in made), listed, lambda: hashlib.sha256(listed()).hexdigest(), first)


def step_changes(step: Step[Any, Any], draft: Draft) -> Changes:
    """What one step changes."""
    return step.effect.changes(step.row, draft.labels)


def _operations(draft: Draft, seen: Seen) -> tuple[Operation, ...]:
    return tuple(
        # Each later operation rests on what the one before returned, so only the first carries guards.
        _operation(steps, draft.rests_on if place == 0 else (), seen)
        for place, steps in enumerate(draft.operations)
    )


def _operation(steps: tuple[Step[Any, Any], ...], rests_on: Sequence[Reliance], seen: Seen) -> Operation:
    digests = {one.look: one.digest(seen) for one in rests_on}
    guards = tuple(
        wire.Guard(look.kind.code, look.kind.arguments.guard_bytes(look.arguments), bytes.fromhex(digest))
        for look, digest in digests.items()
    )
    packed_guards = codec(wire.Guards).guard_bytes(wire.Guards(guards))
    rows = tuple(wire.WriteStep(step.effect.write.code, step.effect.packed(step.row)) for step in steps)
    packed_writes = codec(wire.WriteSteps).guard_bytes(wire.WriteSteps(rows))
    return Operation(
        steps,
        "+".join(dict.fromkeys(step.effect.write.name for step in steps)),
        sum(step.effect.count(step.row) for step in steps),
        packed_writes,
        hashlib.sha256(packed_writes).hexdigest(),
        packed_guards,
        hashlib.sha256(packed_guards).hexdigest(),
        len(guards),
    )


def _shown_arguments(decoded: dict[str, Any]) -> dict[str, Any]:
    text = core.canonical(decoded)
    if len(text) <= LONGEST_ARGUMENTS:
        return decoded
    return {"sha256": hashlib.sha256(text).hexdigest(), "bytes": len(text)}


def _shown_operation(operation: Operation, place: int) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "kind": operation.kind,
        "writes": {"sha256": operation.writes_digest, "count": operation.count},
    }
    if place == 0:
        shown["guards"] = {"sha256": operation.guards_digest, "count": operation.guard_count}
    return shown


def _shown_changes(changes: Changes) -> object:
    if changes.count <= MOST_CHANGES:
        return list(changes.first(MOST_CHANGES))
    return {"count": changes.count, "sha256": changes.sha256(), "first": list(changes.first(FIRST_CHANGES))}


def first_difference(planned: object, given: object, path: str = "") -> str | None:
    """A JSON pointer to the first place where two decoded arguments differ, None where they are equal."""
    if isinstance(planned, dict) and isinstance(given, dict):
        first, second = cast("dict[str, object]", planned), cast("dict[str, object]", given)
        names = [*first, *(name for name in second if name not in first)]
        found = (
            first_difference(first.get(name), second.get(name), f"{path}/{_escaped(name)}")
            if name in first and name in second
            else f"{path}/{_escaped(name)}"
            for name in names
        )
        return next((place for place in found if place is not None), None)
    if isinstance(planned, list | tuple) and isinstance(given, list | tuple):
        many, others = cast("Sequence[object]", planned), cast("Sequence[object]", given)
        pairs = enumerate(zip(many, others, strict=False))
        found = (first_difference(one, other, f"{path}/{place}") for place, (one, other) in pairs)
        place = next((place for place in found if place is not None), None)
        return place if place is not None or len(many) == len(others) else f"{path}/{min(len(many), len(others))}"
    return None if planned == given and isinstance(planned, bool) == isinstance(given, bool) else path


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
