"""Boost.Python.enum: whole numbers with a name, `values` and `names` on the class, no `__members__`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Self


class BoostEnum(int):
    """Base of every enumeration of Live. `str` gives the bare name."""

    values: ClassVar[dict[int, BoostEnum]] = {}
    names: ClassVar[dict[str, BoostEnum]] = {}

    def __new__(cls, value: int) -> Self:
        known = cls.values.get(value)
        return known if isinstance(known, cls) else super().__new__(cls, value)

    @property
    def name(self) -> str | None:
        """The bare name; None for a number that has none."""
        return next((name for name, member in type(self).names.items() if member is self), None)

    def __str__(self) -> str:
        return self.name or int.__repr__(self)

    def __repr__(self) -> str:
        kind = type(self)
        return f"{kind.__module__}.{kind.__qualname__}.{self}"


BoostEnum.__module__, BoostEnum.__qualname__, BoostEnum.__name__ = "Boost.Python", "enum", "enum"


def make_enum(name: str, module: str, members: Mapping[str, int]) -> type[BoostEnum]:
    """An enumeration with these members."""
    kind: type[BoostEnum] = type(name, (BoostEnum,), {"values": {}, "names": {}})
    kind.__module__, kind.__qualname__ = module, name
    for label, value in members.items():
        member = int.__new__(kind, value)
        kind.values[value] = kind.names[label] = member
        setattr(kind, label, member)
    return kind
