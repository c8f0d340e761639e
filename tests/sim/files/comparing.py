"""Compares what one side says of a file with the facts that an independent reader found: tables name each field of the
facts and who says it, so that a field without a row is a difference of its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

Facts = dict[str, Any]
EXACT: Final = 1e-6
"""Facts are printed with nine digits, Live keeps single precision."""


class _Silence:
    def __repr__(self) -> str:
        return "nothing"


SILENT: Final = _Silence()
"""A key that is missing states nothing."""


def as_it_stands(fact: Any) -> Any:
    """A fact in the units of the object model already."""
    return fact


@dataclass(frozen=True, slots=True)
class Row:
    """One field: `say` is what our side has, `fact` turns what the file has into its units, `absent` is what a missing
    key states. With `table` both are objects of that table, or lists of them."""

    say: Callable[[Any], Any]
    fact: Callable[[Any], Any] = as_it_stands
    absent: Any = SILENT
    table: str = ""
    within: float = EXACT


Tables = Mapping[str, Mapping[str, Row]]


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where the two disagree: `field` as table.key, `facts` and `ours` are the objects it belongs to."""

    where: str
    field: str
    fact: Any
    said: Any
    facts: Facts
    ours: Any

    def __str__(self) -> str:
        return f"{self.where}: {self.field} is {self.fact!r} in the file, {self.said!r} here"


@dataclass(frozen=True, slots=True)
class Rule:
    """A difference that must be so: why, what it must look like, and a file that has it."""

    field: str
    reason: str
    explains: Callable[[Difference], bool]
    seen_in: str


def differences(ours: Any, facts: Facts, table: str, tables: Tables, where: str = "") -> Iterator[Difference]:
    """Every field of `facts` that our side says otherwise, and every one that no row compares."""
    rows = tables[table]
    for key in facts.keys() - rows.keys():
        yield Difference(where, f"{table}.{key}", facts[key], "not compared", facts, ours)
    for key, row in rows.items():
        fact = row.fact(facts[key]) if key in facts else row.absent
        if fact is SILENT:
            continue
        said = row.say(ours)
        if row.table:
            yield from _nested(said, fact, row.table, tables, f"{where}/{key}")
        elif not close(fact, said, row.within):
            yield Difference(where, f"{table}.{key}", fact, said, facts, ours)


def _nested(said: Any, fact: Any, table: str, tables: Tables, where: str) -> Iterator[Difference]:
    if isinstance(fact, dict):
        one_fact: Facts = {**fact}
        yield from differences(said, one_fact, table, tables, where)
        return
    found: list[Facts] = [*fact]
    if len(said) != len(found):
        yield Difference(where, f"{table}.count", len(found), len(said), {}, said)
        return
    for index, (one, its_facts) in enumerate(zip(said, found, strict=True)):
        yield from differences(one, its_facts, table, tables, f"{where}[{index}]")


def close(fact: Any, said: Any, within: float = EXACT) -> bool:
    """Equal, numbers as far as they were printed; a truth value is no number."""
    if isinstance(fact, bool) or isinstance(said, bool) or fact is None or isinstance(fact, str):
        return type(fact) is type(said) and fact == said
    if isinstance(fact, dict):
        return fact == said
    if isinstance(fact, list | tuple):
        left: list[Any] = [*fact]
        right: list[Any] = [*said]
        return len(left) == len(right) and all(map(lambda one, other: close(one, other, within), left, right))
    return isinstance(said, int | float) and math.isclose(fact, said, rel_tol=EXACT, abs_tol=within)


def unexplained(found: Sequence[Difference], rules: Sequence[Rule]) -> list[str]:
    """The differences that no rule explains, as lines to read."""
    return [str(one) for one in found if not any(rule.field == one.field and rule.explains(one) for rule in rules)]


def fields_of(facts: Facts, table: str, tables: Tables) -> Iterator[str]:
    """Every field, as table.key, that these facts hold."""
    for key, value in facts.items():
        yield f"{table}.{key}"
        row = tables[table].get(key)
        if row is not None and row.table:
            inner: Any = row.fact(value)
            objects: list[Facts] = [inner] if isinstance(inner, dict) else [*inner]
            for one in objects:
                yield from fields_of(one, row.table, tables)
