"""The rows really cover: every pair, complete rows, none too many, the same ones every time."""

from __future__ import annotations

from dataclasses import fields
from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from countin.sim.kernel.switches import SOURCES, Switches, settings_of, switches_from
from switches.covering import covering_array, pairs_of, settings_of_all

SIZES = st.lists(st.integers(1, 4), min_size=2, max_size=9)
"""So many switches, and how many settings each has."""


@given(SIZES)
def test_every_pair_of_settings_meets_in_a_row(sizes: list[int]) -> None:
    settings = {f"switch {place}": tuple(range(size)) for place, size in enumerate(sizes)}
    rows = covering_array(settings)
    met = {(one, other) for row in rows for one, other in combinations(row.items(), 2)}
    met |= {(other, one) for one, other in met}
    assert {((first, one), (second, other)) for (first, one), (second, other) in pairs_of(settings)} <= met
    assert all(row.keys() == settings.keys() and all(row[name] in settings[name] for name in row) for row in rows)


@given(SIZES)
def test_no_row_is_in_vain_and_none_can_be_spared_for_the_two_largest(sizes: list[int]) -> None:
    settings = {f"switch {place}": tuple(range(size)) for place, size in enumerate(sizes)}
    rows = covering_array(settings)
    *_, second, first = sorted(sizes)
    assert first * second <= len(rows) <= len([*pairs_of(settings)])
    met = [{*combinations(row.items(), 2)} for row in rows]
    known = [set[object]().union(*met[:count]) for count in range(len(rows) + 1)]
    assert all(len(fewer) < len(more) for fewer, more in pairwise(known))


def test_the_rows_are_the_same_every_time() -> None:
    assert covering_array(settings_of_all()) == covering_array(settings_of_all())


def test_every_setting_of_every_switch_is_in_the_array_with_its_default_first() -> None:
    settings = settings_of_all()
    assert {entry.name: entry.default for entry in fields(Switches)} == {
        name: each[0] for name, each in settings.items()
    }
    assert all(len(each) == len(set(each)) >= 2 for each in settings.values())
    assert all(set(settings_of(name)) in (set(), set(each)) for name, each in settings.items())
    assert all(switches_from(row) for row in covering_array(settings))


def test_every_switch_says_where_it_comes_from() -> None:
    assert SOURCES.keys() == {entry.name for entry in fields(Switches)}
    assert all(SOURCES.values())


def test_the_array_of_the_switches_is_short() -> None:
    assert len(covering_array(settings_of_all())) <= 12
