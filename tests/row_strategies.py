"""Hypothesis strategies for the rows of the wire, made from their declarations."""

from __future__ import annotations

import types
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    bool: st.booleans(),
    int: st.integers(-(2**63), 2**63 - 1),
    float: st.floats(allow_nan=False),
    str: st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    bytes: st.binary(max_size=12),
}


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a field's type."""
    if get_origin(hint) is Annotated:
        return values(get_args(hint)[0])
    if get_origin(hint) in (Union, types.UnionType):
        return st.none() | values(next(part for part in get_args(hint) if part is not type(None)))
    if get_origin(hint) is tuple:
        return st.lists(values(get_args(hint)[0]), max_size=3).map(tuple)
    return PLAIN[hint] if hint in PLAIN else rows(hint)


def rows(row: Any) -> st.SearchStrategy[Any]:
    """Rows of a type."""
    hints = get_type_hints(row, include_extras=True)
    return st.tuples(*(values(hints[name]) for name in row._fields)).map(row._make)
