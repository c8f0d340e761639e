"""Live's vectors: snapshots with the manners of a C++ container, neither lists nor tuples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NoReturn, SupportsIndex, cast

from countin.sim.kernel.handles import Instance


class Vector(Instance):
    """Base.Vector and its siblings. Every read of a property builds a new one."""

    __slots__ = ("sim_items", "sim_writable")

    sim_items: list[Any]  # handles, numbers or strings
    sim_writable: bool

    def __init__(self) -> None:
        raise RuntimeError("This class cannot be instantiated from Python")

    def __len__(self) -> int:
        return len(self.sim_items)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.sim_items)

    def __contains__(self, value: object) -> bool:
        return value in self.sim_items

    def __bool__(self) -> bool:
        return bool(self.sim_items)

    def __getitem__(self, index: SupportsIndex | slice) -> Any:
        if isinstance(index, slice):
            return filled(type(self), self.sim_items[index], writable=self.sim_writable)
        try:
            return self.sim_items[index]
        except IndexError:
            raise IndexError("Index out of range") from None
        except TypeError:
            raise TypeError("Invalid index type") from None

    def append(self, value: Any) -> None:
        """Add an item; RuntimeError on a container of Live's own."""
        if not self.sim_writable:
            _refuse()
        self.sim_items.append(value)

    def extend(self, values: Iterable[Any]) -> None:
        """Add items; RuntimeError on a container of Live's own."""
        if not self.sim_writable:
            _refuse()
        self.sim_items.extend(values)


def _refuse() -> NoReturn:
    raise RuntimeError("Cannot modify read only container.")


def filled(kind: type[Any], items: Iterable[object], *, writable: bool = False) -> Vector:
    """A vector of this class with these items."""
    vector = cast("Vector", object.__new__(kind))
    vector.sim_items = list(items)
    vector.sim_writable = writable
    return vector


def plain(value: object) -> object:
    """A vector as a tuple, anything else as it is: what comparisons of properties use."""
    return tuple(value.sim_items) if isinstance(value, Vector) else value
