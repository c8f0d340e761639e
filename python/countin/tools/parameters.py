"""`set_device_parameters`: numbers and choice labels for the parameters of one device."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from countin._remote_script.Countin import wire
from countin.core import Values
from countin.declaration import (
    Arguments,
    Draft,
    Executed,
    Kind,
    Look,
    Mutation,
    Seen,
    Step,
    Stored,
    Tool,
    Versioned,
    live,
)
from countin.errors import Refusal
from countin.tools import addresses, effects
from countin.tools.wording import several

Meta = msgspec.Meta


class ParameterChange(Arguments, frozen=True, kw_only=True):
    """One value for one parameter."""

    id: Annotated[str, Meta(description="parameter-N.")]
    value: Annotated[float | str, Meta(description="Raw number in range, or a choice's exact label.")]


class SetDeviceParameters(Versioned, frozen=True, kw_only=True, rename="camel"):
    """Arguments of `set_device_parameters`."""

    track_id: Annotated[str, Meta(description="track-N, return-N or master.")]
    device_id: Annotated[str, Meta(description="Device id from list_devices.")]
    changes: Annotated[
        tuple[ParameterChange, ...],
        Meta(min_length=1, max_length=10_000, description="Written in this order."),
    ]


def look(track_id: str, device_id: str) -> Look[wire.DeviceAsked, wire.Parameters]:
    """The look at a device's parameters. Raises `Refusal` for ids that are none."""
    device = addresses.device(device_id, addresses.owner(track_id))
    return live(wire.PARAMETERS, wire.DeviceAsked(device), path="/deviceId")


def choices(row: wire.ParameterRow) -> list[tuple[str, float]]:
    """The labels of a parameter with their values, in order; a label may stand twice."""
    if row.items:
        return [(label, row.minimum + place) for place, label in enumerate(row.items)]
    return [(choice.display, choice.value) for choice in row.choices] if row.quantized else []


def _found(change: ParameterChange, place: int, rows: Sequence[wire.ParameterRow]) -> int:
    """The parameter that a change means, which must exist and accept values."""
    path = f"/changes/{place}/id"
    index = addresses.parameter(change.id, path)
    if index >= len(rows):
        raise Refusal(
            "not_found",
            f"{change.id} does not exist: this device has parameter-0 to parameter-{len(rows) - 1}; "
            "list_device_parameters names them",
            path=path,
        )
    row = rows[index]
    if not row.enabled:
        raise Refusal(
            "unsupported_by_live",
            f"{change.id} ({row.name}) accepts no value now: Live has disabled it, usually because a macro drives it; "
            "set the macro instead, or leave it out",
            path=path,
        )
    return index


def _labelled(label: str, row: wire.ParameterRow, path: str) -> float:
    """The value of a choice by its exact label."""
    known = choices(row)
    values = [value for name, value in known if name == label]
    if len(values) == 1:
        return values[0]
    if values:
        text = ", ".join(f"{value:g}" for value in values)
        raise Refusal(
            "invalid_arguments", f"the label {label!r} stands for several values ({text}); send one", path=path
        )
    if not known:
        raise Refusal(
            "invalid_arguments",
            f"{row.name} has no labels to choose from; send a number from {row.minimum!r} to {row.maximum!r}",
            path=path,
        )
    names = several([repr(name) for name, _ in known])
    raise Refusal("invalid_arguments", f"{row.name} has no choice {label!r}; it has {names}", path=path)


def _within(value: float, row: wire.ParameterRow, path: str) -> float:
    """A number as it is written: inside the range, whole where the parameter has steps."""
    if row.minimum <= value <= row.maximum:
        written = value
    elif row.minimum <= wire.single(value) <= row.maximum:
        written = wire.single(value)  # 0.1 is below a minimum of 0.1 that Live holds in single precision
    else:
        raise Refusal(
            "invalid_arguments", f"expected {row.minimum!r} to {row.maximum!r} for {row.name}, got {value!r}", path=path
        )
    if row.quantized and written != int(written):
        raise Refusal(
            "invalid_arguments",
            f"{row.name} has steps: expected a whole number from {row.minimum:g} to {row.maximum:g}, got {value!r}",
            path=path,
        )
    return written


def _row(change: ParameterChange, place: int, index: int, row: wire.ParameterRow) -> wire.ValueRow | None:
    """The value to write; None where it stands there already."""
    path = f"/changes/{place}/value"
    asked = change.value
    value = _within(_labelled(asked, row, path) if isinstance(asked, str) else asked, row, path)
    automated = row.automation == 1
    if not automated and wire.same_value(row.now, value):
        return None
    flags = wire.ENABLED | (wire.AUTOMATED if automated else 0) | (wire.MODE if row.quantized else 0)
    return wire.ValueRow(0, wire.PARAMETER, index, flags, row.value, value, row.minimum, row.maximum)


def _rows(changes: Sequence[ParameterChange], seen: Sequence[wire.ParameterRow]) -> list[wire.ValueRow]:
    rows: list[wire.ValueRow] = []
    first: dict[int, int] = {}
    for place, change in enumerate(changes):
        index = _found(change, place, seen)
        if index in first:
            raise Refusal(
                "invalid_arguments",
                f"{change.id} is changed twice, also in entry {first[index]}; send one value for it",
                path=f"/changes/{place}/id",
            )
        first[index] = place
        row = _row(change, place, index, seen[index])
        if row is not None:
            rows.append(row)
    return rows


def _values(device: wire.Addressed, rows: Sequence[wire.ValueRow], seen: Sequence[wire.ParameterRow]) -> Values:
    """The rows with names and words for a plan: what Live cannot change behind its back."""
    names: dict[str, str] = {}
    words: dict[tuple[str, float], str] = {}
    for row in rows:
        parameter, name = seen[row.member], f"{device.id} parameter-{row.member}"
        names[name] = parameter.original_name
        if not row.flags & wire.AUTOMATED and parameter.display:
            words[name, row.before] = parameter.display
        word = next((label for label, value in choices(parameter) if value == row.after), None)
        if word is not None:
            words[name, row.after] = word
    packed = wire.SET_VALUES.row.guard_bytes(wire.values_to_set((device,), (), rows))
    return Values.of(packed, names, words)


def _warnings(rows: Sequence[wire.ValueRow], seen: Sequence[wire.ParameterRow]) -> tuple[str, ...]:
    driven = [
        f"parameter-{row.member} ({seen[row.member].original_name})" for row in rows if row.flags & wire.AUTOMATED
    ]
    if not driven:
        return ()
    text = "Under playing automation, which the write overrides until automation is re-enabled in Live"
    return (f"{text}: {several(driven)}.",)


def _observe(arguments: SetDeviceParameters, _: Stored) -> Sequence[Look[Any, Any]]:
    return (look(arguments.track_id, arguments.device_id),)


def _plan(arguments: SetDeviceParameters, seen: Seen) -> Draft:
    device = arguments.device_id
    observed = seen[look(arguments.track_id, device)]
    rows = _rows(arguments.changes, observed.rows)
    if not rows:
        raise Refusal(
            "nothing_to_change", f"{device} already holds all {len(arguments.changes)} values; nothing to execute"
        )
    dropped = len(arguments.changes) - len(rows)
    kept = f"; {dropped} hold their value already" if dropped else ""
    values = _values(wire.Addressed(device, observed.device_pointer), rows, observed.rows)
    return Draft(
        operations=((Step(effects.VALUES, values),),),
        rests_on=(),
        summary=f"Set {len(rows)} parameter{'s' if len(rows) > 1 else ''} of {device}{kept}",
        warnings=_warnings(rows, observed.rows),
    )


def _report(arguments: SetDeviceParameters, _: Draft, __: Executed) -> dict[str, Any]:
    return {"trackId": arguments.track_id, "deviceId": arguments.device_id}


TOOLS: tuple[Tool, ...] = (
    Mutation(
        name="set_device_parameters",
        title="Set device parameters",
        description=(
            "Plan or write parameter values of one device in one undo step. For a device chain use "
            "recall_device_chain_snapshot; list_device_parameters gives ids, ranges and labels. A value out of range, "
            "a disabled parameter or an unclear label refuses all, with its place; values that already stand are left "
            "out. It overwrites; undo restores. A repeat answers nothing_to_change."
        ),
        toolset="devices",
        arguments=SetDeviceParameters,
        members={},
        kind=Kind.DESTRUCTIVE,
        observe=_observe,
        plan=_plan,
        report=_report,
    ),
)
