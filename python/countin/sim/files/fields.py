"""Typed values out of elements. Nearly every scalar of a Live file is an empty element with one `Value` attribute;
what is missing takes its default, what is nonsense takes it too and is written down as a warning."""

from __future__ import annotations

import math
import struct
from array import array
from collections import Counter
from collections.abc import Iterable
from xml.etree.ElementTree import Element

MAX_WARNINGS = 100
LONGEST_ID = 10
SINGLE_MAX = 3.4028234663852886e38

_single = struct.Struct("f")


def single(value: float) -> float:
    """The value as Live keeps it: rounded to 32 bits, held within what they can hold."""
    bounded = min(max(value, -SINGLE_MAX), SINGLE_MAX)
    return float(_single.unpack(_single.pack(bounded))[0])


def singles(values: Iterable[float]) -> array[float]:
    """The values rounded to 32 bits; what those cannot hold is infinite."""
    return array("f", values)


def whole_or_none(text: str) -> int | None:
    """An id; None for what is none."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_ID else None


def children(element: Element | None) -> Iterable[Element]:
    """The children of an element that may be missing."""
    return () if element is None else element


class Fields:
    """Reads scalars, collects warnings (each once, at most MAX_WARNINGS) and tallies what the totals count."""

    def __init__(self, file_name: str) -> None:
        self.file_name = file_name
        self.events_in_parameters = True
        """Whether a parameter may hold its own arrangement automation: up to Live 9."""
        self.tally: Counter[str] = Counter()
        self._warnings: dict[str, None] = {}
        self._dropped = 0

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was skipped or replaced, in order of appearance."""
        more = (f"{self._dropped} more warnings",) if self._dropped else ()
        return (*self._warnings, *more)

    def warn(self, text: str) -> None:
        """Write down one thing that was not read as it stands."""
        if text in self._warnings:
            return
        if len(self._warnings) < MAX_WARNINGS:
            self._warnings[text] = None
        else:
            self._dropped += 1

    def text(self, element: Element | None, path: str, default: str = "") -> str:
        """The `Value` of the element at `path`."""
        found = None if element is None else element.find(path)
        value = None if found is None else found.get("Value")
        return default if value is None else value

    def number(self, element: Element | None, path: str, default: float = 0.0) -> float:
        """A finite decimal."""
        found = None if element is None else element.find(path)
        value = None if found is None else found.get("Value")
        return default if value is None else self.as_number(value, path, default)

    def as_number(self, value: str | None, what: str, default: float) -> float:
        """A finite decimal from an attribute's text; `what` names it in the warning."""
        if value is None:
            return default
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if -math.inf < number < math.inf:
            return number
        self.warn(f"{what} is not a number: {default:g} taken")
        return default

    def whole(self, element: Element | None, path: str, default: int, low: int, high: int) -> int:
        """A whole number within low..high."""
        number = self.number(element, path, default)
        if number == int(number) and low <= number <= high:
            return int(number)
        self.warn(f"{path} is not a whole number from {low} to {high}: {default} taken")
        return default

    def truth(self, element: Element | None, path: str, default: bool = False) -> bool:
        """`true` or `false`."""
        value = self.text(element, path)
        if value in ("true", "false"):
            return value == "true"
        if value:
            self.warn(f"{path} is neither true nor false: {str(default).lower()} taken")
        return default
