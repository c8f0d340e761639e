"""`set_device_parameters`: exact values or labels, refused where Live would refuse, left out where they stand."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin._remote_script.Countin import wire
from countin.declaration import Draft
from countin.errors import Refusal
from tools.looks import VERSION, changes, decoded, mutation, parameter, refused, seen, value_rows, written

DEVICE = "track-0:device-1"
MODES = ("Low", "Band", "High", "Band")

ROWS = (
    parameter("Device On", 1.0, items=("Off", "On")),
    parameter("Frequency", 0.5, display="1.00 kHz"),
    parameter("Mode", 0.0, 0.0, 3.0, MODES),
    parameter("Macro driven", 0.25)._replace(enabled=False, value=0.0),
    parameter("Automated", 0.0)._replace(automation=1, now=0.75),
    parameter("Gain", 0.0, -36.0, 36.0),
    parameter("Steps", 3.0, 0.0, 4.0, quantized=True, choices=(wire.Choice(3.0, "1/8"), wire.Choice(4.0, "1/4"))),
    parameter("Low end", 0.5, wire.single(0.1), 1.0),
)


def planned(*changed: tuple[str, Any], rows: tuple[wire.ParameterRow, ...] = ROWS) -> Draft:
    tool = mutation("set_device_parameters")
    arguments = decoded(
        "set_device_parameters",
        expectedStateVersion=VERSION,
        trackId="track-0",
        deviceId=DEVICE,
        changes=[{"id": name, "value": value} for name, value in changed],
    )
    (look,) = tool.observe(arguments, {})
    return tool.plan(arguments, seen({look: wire.Parameters(4711, "Filter", rows)}))


def test_a_plan_rests_on_nothing_but_the_rows_that_it_writes() -> None:
    draft = planned(("parameter-1", 0.25))
    assert draft.rests_on == ()
    row = wire.ValueRow(0, wire.PARAMETER, 1, wire.ENABLED, 0.5, 0.25, 0.0, 1.0)
    assert written(draft) == wire.values_to_set((wire.Addressed(DEVICE, 4711),), (), (row,))


def test_a_change_names_value_and_live_word_before_and_label_after() -> None:
    number, label = changes(planned(("parameter-1", 0.25), ("parameter-2", "High")))
    assert number == (
        f"{DEVICE} parameter-1 Frequency",
        {"value": 0.5, "displayValue": "1.00 kHz"},
        0.25,
    )
    assert label == (
        f"{DEVICE} parameter-2 Mode",
        {"value": 0.0, "displayValue": "Low"},
        {"value": 2.0, "displayValue": "High"},
    )


def test_a_label_of_a_parameter_without_items_comes_from_live_words() -> None:
    ((_, _, after),) = changes(planned(("parameter-6", "1/4")))
    assert after == {"value": 4.0, "displayValue": "1/4"}


@pytest.mark.parametrize(
    ("identifier", "value", "code", "member", "says"),
    [
        ("parameter-8", 0.5, "not_found", "id", "parameter-7"),
        ("parameter-01", 0.5, "invalid_arguments", "id", "parameter-N"),
        ("parameter-3", 0.5, "unsupported_by_live", "id", "macro"),
        ("parameter-1", 1.01, "invalid_arguments", "value", "0.0 to 1.0"),
        ("parameter-5", -36.5, "invalid_arguments", "value", "-36.0 to 36.0"),
        ("parameter-2", 0.5, "invalid_arguments", "value", "whole"),
        ("parameter-2", "Band", "invalid_arguments", "value", "1, 3"),
        ("parameter-2", "band", "invalid_arguments", "value", "'Low'"),
        ("parameter-1", "High", "invalid_arguments", "value", "0.0 to 1.0"),
    ],
)
def test_what_live_would_not_take_is_refused_with_its_place(
    identifier: str, value: Any, code: str, member: str, says: str
) -> None:
    with refused(code, f"/changes/1/{member}") as found:
        planned(("parameter-0", 0), (identifier, value))
    assert says in found.value.message


def test_a_parameter_may_be_changed_once() -> None:
    with refused("invalid_arguments", "/changes/2/id"):
        planned(("parameter-1", 0.1), ("parameter-5", 1), ("parameter-1", 0.2))


@pytest.mark.parametrize("many", [0, 10_001])
def test_an_empty_or_endless_list_is_refused(many: int) -> None:
    with refused("invalid_arguments", "/changes"):
        planned(*[("parameter-1", 0.1)] * many)


def test_values_that_stand_at_single_precision_are_left_out() -> None:
    rows = (*ROWS[:1], parameter("Volume", wire.single(0.85)))
    draft = planned(("parameter-1", 0.85), ("parameter-0", "Off"), rows=rows)
    assert [row.member for row in value_rows(draft)] == [0]
    assert "1 hold" in draft.summary
    with refused("nothing_to_change"):
        planned(("parameter-1", 0.85), rows=rows)


def test_a_bound_that_live_rounds_is_still_inside_the_range() -> None:
    (row,) = value_rows(planned(("parameter-7", 0.1)))
    assert row.after == wire.single(0.1)


def test_an_automated_parameter_is_written_unguarded_and_with_a_warning() -> None:
    draft = planned(("parameter-4", 0.75))
    (row,) = value_rows(draft)
    assert (row.flags, row.before) == (wire.ENABLED | wire.AUTOMATED, 0.0)
    assert changes(draft)[0][1] == "automated"
    assert "parameter-4 (Automated)" in draft.warnings[0]


def test_the_plan_does_not_depend_on_where_automation_is_just_now() -> None:
    moved = (*ROWS[:4], ROWS[4]._replace(now=0.1, display="0.1"), *ROWS[5:])
    assert changes(planned(("parameter-4", 0.3))) == changes(planned(("parameter-4", 0.3), rows=moved))


def column(*values: float) -> wire.ValuesSet:
    return wire.ValuesSet(struct.pack(f"<{len(values)}d", *values), ())


def test_the_read_back_is_compared_at_single_precision() -> None:
    (step,) = planned(("parameter-1", 0.1), ("parameter-5", 6)).operations[0]
    compare = step.effect.compare
    assert not compare(step.row, column(wire.single(0.1), 6.0))
    assert compare(step.row, column(0.2, 6.0)) == [f"{DEVICE} parameter-1 reads 0.2, planned was 0.1"]
    assert compare(step.row, column(0.1)) == ["1 values were read back, planned were 2"]
    assert step.effect.observed(step.row, column(0.1, 6.0))["written"] == 2


FLOATS = st.floats(-100, 100, width=32)


@st.composite
def devices(draw: st.DrawFn) -> tuple[tuple[wire.ParameterRow, ...], list[tuple[str, float]]]:
    """A device, and a change of any value for each of some of its parameters."""
    rows: list[wire.ParameterRow] = []
    for place in range(draw(st.integers(1, 6))):
        low, value, high = sorted(draw(st.tuples(FLOATS, FLOATS, FLOATS)))
        rows.append(parameter(f"P{place}", value, low, high)._replace(enabled=draw(st.booleans())))
    places = draw(st.lists(st.integers(0, len(rows) - 1), min_size=1, unique=True))
    return tuple(rows), [(f"parameter-{place}", draw(FLOATS)) for place in places]


@given(devices())
def test_a_plan_writes_exactly_what_differs_and_only_what_live_takes(
    given_device: tuple[tuple[wire.ParameterRow, ...], list[tuple[str, float]]],
) -> None:
    rows, asked = given_device
    by_place = {int(name.removeprefix("parameter-")): value for name, value in asked}
    taken = all(
        rows[place].enabled and rows[place].minimum <= value <= rows[place].maximum for place, value in by_place.items()
    )
    differing = {place: value for place, value in by_place.items() if value != rows[place].now}
    if not taken or not differing:
        with refused("nothing_to_change") if taken else pytest.raises(Refusal):
            planned(*asked, rows=rows)
        return
    found = value_rows(planned(*asked, rows=rows))
    assert {row.member: row.after for row in found} == differing
    assert {row.member: row.before for row in found} == {place: rows[place].now for place in differing}
