"""Packed values: what they change in words, what was read back compared with them, and what is refused."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import recall_oracle as oracle
from countin._remote_script.Countin import wire
from countin._remote_script.Countin.rows import codec
from countin.core import CoreError, Values, canonical, plan_hash

WRITTEN = codec(wire.ValuesToSet)
CONTROLS = range(24)
OBJECTS = (wire.Addressed("track-0", 1), wire.Addressed('track-0:device-0 "q"', 2), wire.Addressed("track-0:ü", 3))
TEXTS = ("", "Bass", 'a"b\n', "it's")
FINITE = st.floats(allow_nan=False, allow_infinity=False) | st.floats(0, 1, width=32)


@st.composite
def value_rows(draw: st.DrawFn) -> wire.ValueRow:
    """Any row whose numbers its control can mean."""
    control = draw(st.sampled_from(CONTROLS))
    numbers = FINITE
    if control in wire.TEXT_CONTROLS:
        numbers = st.integers(0, len(TEXTS) - 1).map(float)
    elif control in (wire.CHAIN_IN_NOTE, wire.CHAIN_OUT_NOTE, wire.OWNER_MONITORING):
        numbers = st.integers(-1, 128).map(float)
    flags = draw(st.sampled_from([wire.ENABLED, 0, wire.ENABLED | wire.AUTOMATED]))
    return wire.ValueRow(
        draw(st.integers(0, len(OBJECTS) - 1)), control, draw(st.integers(0, 2**32 - 1)), flags,
        draw(numbers), draw(numbers), draw(FINITE), draw(FINITE),
    )  # fmt: skip


WRITES = st.lists(value_rows(), max_size=8).map(lambda rows: wire.values_to_set(OBJECTS, TEXTS, rows))


def one(control: int = wire.PARAMETER, **changed: Any) -> wire.ValueRow:
    """A row that turns a parameter."""
    return wire.ValueRow(0, control, 3, wire.ENABLED, 0.25, 0.5, 0.0, 1.0)._replace(**changed)


def packed(*rows: wire.ValueRow) -> bytes:
    """Rows as they are sent."""
    return WRITTEN.guard_bytes(wire.values_to_set(OBJECTS, TEXTS, rows))


@given(WRITES, st.data())
def test_changes_are_those_of_the_rows_in_canonical_form(written: wire.ValuesToSet, data: st.DataObject) -> None:
    rows = wire.value_rows(written)
    names: dict[str, str] = {}
    words: dict[tuple[str, float], str] = {}
    for row in rows:
        what = oracle.what(row, OBJECTS)
        if data.draw(st.booleans()):
            names[what] = data.draw(st.text(max_size=4))
        if data.draw(st.booleans()):
            words[what, data.draw(st.sampled_from([row.before, row.after]))] = data.draw(st.text(max_size=4))
    values = Values.of(WRITTEN.guard_bytes(written), names, words)
    listed = oracle.changes(written, names, words)
    assert values.packed == WRITTEN.guard_bytes(written)
    assert (values.count, len(values)) == (len(rows), len(rows))
    assert values.changes() == canonical(listed)
    assert values.changes_sha256 == plan_hash(listed)
    assert values.first_changes(100) == listed
    assert values.first_changes(2) == listed[:2]


@given(WRITES, st.data())
def test_what_was_read_back_is_compared_at_single_precision(written: wire.ValuesToSet, data: st.DataObject) -> None:
    rows = wire.value_rows(written)
    values = Values.of(WRITTEN.guard_bytes(written))
    texts = data.draw(st.permutations(TEXTS))
    back: list[float] = []
    for row in rows:
        if row.control in wire.TEXT_CONTROLS:
            back.append(float(data.draw(st.integers(0, len(texts) - 1))))
        elif oracle.plain(row, row.after, TEXTS) is row.after:
            back.append(data.draw(st.sampled_from([row.after, wire.single(row.after), row.before, float("nan")])))
        else:
            back.append(data.draw(st.sampled_from([row.after, row.before])))
    column = struct.pack(f"<{len(back)}d", *back)
    assert values.compare(column, texts) == oracle.compare(written, back, texts)
    expected = [
        (oracle.what(row, OBJECTS), oracle.plain(row, value, texts)) for row, value in zip(rows, back, strict=True)
    ]
    assert repr(values.observed(column, texts, 100)) == repr(expected)
    assert len(values.observed(column, texts, 2)) == min(2, len(rows))


def test_a_column_of_another_length_is_one_difference() -> None:
    values = Values.of(packed(one(), one(wire.OWNER_PAN)))
    assert values.compare(bytes(8), ()) == ["1 values were read back, planned were 2"]


@pytest.mark.parametrize(
    ("control", "member", "what"),
    [
        (wire.PARAMETER, 3, "track-0 parameter-3 Attack"),
        (wire.CHAIN_SEND, 2, "track-0 send-2"),
        (wire.OWNER_SEND, 1, "track-0 send-1"),
        (wire.PAD_SOLO, 36, "track-0 pad 36 solo"),
        (wire.OWNER_CUE_VOLUME, 0, "track-0 cueVolume"),
        (wire.OWNER_OUTPUT, 0, "track-0 outputChannelId"),
    ],
)
def test_a_row_is_called_by_its_object_and_its_control(control: int, member: int, what: str) -> None:
    values = Values.of(packed(one(control, member=member, before=1.0, after=1.0)), {"track-0 parameter-3": "Attack"})
    assert values.first_changes(1)[0]["what"] == what


def test_words_stand_beside_numbers_and_automation_stands_for_itself() -> None:
    rows = one(), one(wire.OWNER_VOLUME), one(wire.OWNER_SOLO, after=1.0), one(flags=wire.ENABLED | wire.AUTOMATED)
    words = {("track-0 parameter-3", 0.5): "50 %", ("track-0 volume", 0.25): "-12 dB", ("track-0 solo", 1.0): "no"}
    changed = [(each["before"], each["after"]) for each in Values.of(packed(*rows), {}, words).first_changes(4)]
    half = {"value": 0.5, "displayValue": "50 %"}
    assert changed == [
        (0.25, half),
        ({"value": 0.25, "displayValue": "-12 dB"}, 0.5),
        (True, True),
        ("automated", half),
    ]


def _columns(**changed: bytes) -> bytes:
    return WRITTEN.guard_bytes(wire.values_to_set(OBJECTS, TEXTS, [one(), one()])._replace(**changed))


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (_columns(targets=bytes(4)), "/targets"),
        (_columns(members=bytes(7)), "/members"),
        (_columns(before=bytes(8)), "/before"),
        (packed(one(), one(target=3)), "/targets/1"),
        (packed(one(control=24)), "/controls/0"),
        (packed(one(), one(after=float("nan"))), "/after/1"),
        (packed(one(maximum=float("inf"))), "/maximum/0"),
        (packed(one(wire.DEVICE_NAME, before=0.0, after=4.0)), "/after/0"),
        (packed(one(wire.DEVICE_NAME, before=0.5, after=0.0)), "/before/0"),
        (packed(one(wire.OWNER_NAME, before=-1.0, after=0.0)), "/before/0"),
        (packed(one())[:-1], "/maximum"),
        (packed(one()) + b"\0", ""),
        (b"", "/objects"),
    ],
)
def test_values_that_contradict_themselves_are_refused_by_the_column(data: bytes, path: str) -> None:
    with pytest.raises(CoreError) as found:
        Values.of(data)
    assert (found.value.code, found.value.path) == ("invalid_rows", path)


def test_a_text_that_was_not_read_back_is_refused() -> None:
    values = Values.of(packed(one(wire.DEVICE_NAME, before=0.0, after=1.0)))
    with pytest.raises(CoreError, match="no text 2"):
        values.compare(struct.pack("<d", 2.0), ("a",))


@given(WRITES, st.data())
def test_no_bytes_bring_the_core_down(written: wire.ValuesToSet, data: st.DataObject) -> None:
    """Truncated or changed bytes are refused as rows, or are other values; never anything else."""
    stream = bytearray(WRITTEN.guard_bytes(written))
    del stream[data.draw(st.integers(0, len(stream))) :]
    for _ in range(data.draw(st.integers(0, 3)) if stream else 0):
        stream[data.draw(st.integers(0, len(stream) - 1))] = data.draw(st.integers(0, 255))
    try:
        values = Values.of(bytes(stream))
    except CoreError as error:
        assert error.code == "invalid_rows"  # noqa: PT017  (most mutations are refused, some are not)
    else:
        assert values.changes().startswith(b"[")
