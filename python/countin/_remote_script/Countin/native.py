"""What is asked of any object of Live: its pointer, whether its class has a member, whether it lives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

pointer: Callable[[Any], int] = attrgetter("_live_ptr")
"""The native pointer: the same for an object's whole life, whatever wrapper it comes in."""


def pointers(objects: Iterable[Any]) -> tuple[int, ...]:
    """The ordered native pointers of one of Live's lists."""
    return tuple(map(pointer, objects))


def has(holder: object, member: str) -> bool:
    """Whether this Live knows `member`: asked of the class, where no getter can raise."""
    return hasattr(type(holder), member)


def is_gone(holder: object) -> bool:
    """Whether the object was deleted: Live's handles then compare equal to None."""
    return holder == None  # noqa: E711  (the handle's own `==` is the test)
