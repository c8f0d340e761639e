"""Live's words for values that differ from what stands beside a question, so that a plan can show them in the tick in
which it looked."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import chain as joined
from itertools import compress, islice
from typing import Any

from .columns import column, differing, indices, numbers
from .live_set import LiveSet
from .observe.levels import words_for
from .places import Columns, Controls, parts_of
from .wire import DOUBLE, WORDED, Beside, Word

_Pair = tuple[int, float, float]
"""A place, what stands there, and what it is compared with."""


def words_beside(
    live: LiveSet,
    arguments: tuple[Any, ...],
    row: tuple[Any, ...],
    beside: Beside,
    known: tuple[Any, ...] | None = None,
) -> tuple[Word, ...]:
    """The words for what a captured row holds otherwise, at most `WORDED`; none where the columns beside it are not its
    own, and none for rows of other kinds. `known` is the row that the places beside it count on."""
    parts = parts_of(arguments, row)
    columns = Columns(parts)
    if beside.places:
        moved = None if known is None or known == row else Columns(parts_of(arguments, known))
        pairs = _of_places(columns, beside, moved)
    else:
        pairs = joined(_of_parameters(columns, beside.values), _of_faders(columns, beside.faders))
    return _words(Controls(live, parts), [*islice(_unlike(pairs), WORDED)])


def _words(controls: Controls, pairs: Sequence[_Pair]) -> tuple[Word, ...]:
    parameters = [controls.at(place) for place, _, _ in pairs]
    try:
        return tuple(
            [
                Word(place, parameter.str_for_value(now), parameter.str_for_value(other))
                for parameter, (place, now, other) in zip(parameters, pairs, strict=True)
            ]
        )
    except RuntimeError:  # one of them has none
        return tuple(
            [
                Word(place, words_for(parameter, now), words_for(parameter, other))
                for parameter, (place, now, other) in zip(parameters, pairs, strict=True)
            ]
        )


def _unlike(pairs: Iterator[_Pair]) -> Iterator[_Pair]:
    """Those that differ as Live holds them. A NaN is not compared."""
    while some := [*islice(pairs, WORDED)]:
        _, now, other = zip(*some, strict=True)
        singles = zip(array("f", now), array("f", other), strict=True)
        yield from compress(some, [one != another and another == another for one, another in singles])


def _of_parameters(here: Columns, beside: bytes) -> Iterator[_Pair]:
    if len(here.values) != len(beside):
        return
    now, other = numbers(here.values), numbers(beside)
    for place in differing(here.values, beside):
        yield place, now[place], other[place]


def _of_faders(here: Columns, beside: bytes) -> Iterator[_Pair]:
    if not beside or len(beside) != DOUBLE * len(here.faders):
        return
    for place, (now, other) in enumerate(zip(here.faders, numbers(beside), strict=True), here.count):
        if now != other:
            yield place, now, other


def _of_places(here: Columns, beside: Beside, moved: Columns | None) -> Iterator[_Pair]:
    """What shall stand at the places; and as it is `known`, where that has moved since."""
    places, values = indices(beside.places), numbers(beside.values)
    if len(places) != len(values):
        return
    wanted = dict(zip(places, values, strict=True))
    if moved is not None:
        pairs = joined(_of_parameters(here, moved.values), _of_faders(here, column(moved.faders)))
        wanted = dict(sorted(({place: other for place, _, other in pairs} | wanted).items()))
    now = numbers(here.values)
    for place, other in wanted.items():
        if place < here.count:
            yield place, now[place], other
        elif place - here.count < len(here.faders):
            yield place, here.faders[place - here.count], other
