"""Every row that crosses the bridge, by its declaration: what goes in comes out, and nothing else is accepted."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countin._remote_script.Countin import wire
from countin._remote_script.Countin.rows import RowError, codec
from wire.row_strategies import rows


def _is_row(value: object) -> bool:
    return isinstance(value, type) and "_fields" in vars(value)


ROWS: list[Any] = sorted(filter(_is_row, vars(wire).values()), key=repr)
every_row = pytest.mark.parametrize("row", ROWS, ids=str)


@every_row
@settings(max_examples=25)
@given(data=st.data())
def test_a_row_comes_out_as_it_went_in(row: Any, data: st.DataObject) -> None:
    value = data.draw(rows(row))
    made = codec(row)
    assert made.unpack(made.guard_bytes(value), made.shown_bytes(value)) == value


@every_row
@settings(max_examples=15)
@given(data=st.data())
def test_cut_or_lengthened_bytes_are_refused_and_never_anything_else(row: Any, data: st.DataObject) -> None:
    made = codec(row)
    guard = made.guard_bytes(data.draw(rows(row)))
    for end in range(len(guard)):
        with pytest.raises(RowError):
            made.unpack(guard[:end])
    with pytest.raises(RowError):
        made.unpack(guard + b"\0", b"")


@every_row
@settings(max_examples=25)
@given(data=st.data())
def test_arbitrary_bytes_give_a_row_or_a_refusal(row: Any, data: st.DataObject) -> None:
    made = codec(row)
    guard, shown = data.draw(st.binary(max_size=64)), data.draw(st.binary(max_size=64))
    try:
        value = made.unpack(guard, shown)
    except RowError:
        return
    again = made.unpack(made.guard_bytes(value), made.shown_bytes(value))
    assert made.guard_bytes(again) == made.guard_bytes(value)


@every_row
@settings(max_examples=15)
@given(data=st.data())
def test_what_is_only_shown_is_not_in_the_guard_bytes(row: Any, data: st.DataObject) -> None:
    made = codec(row)
    first = data.draw(rows(row))
    shown = [name for name, field in zip(row._fields, made.fields, strict=True) if not field.guarded]
    other = data.draw(rows(row))
    changed = first._replace(**{name: getattr(other, name) for name in shown})
    assert made.guard_bytes(changed) == made.guard_bytes(first)
