"""What every kind of write is once it has been checked: something that can be made, read back and looked at later."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from ..history import Trace
from ..journal import Journal
from ..live_set import LiveSet


class Change(Protocol):
    """A checked write. Making it enters each step's inverse into the journal; reading it back gives its result row."""

    @property
    def only_values(self) -> bool:
        """Whether it changes no list of the Set but those that it names: the others then need not be read again."""
        ...

    def apply(self, journal: Journal) -> None:
        """Write. Raises whatever Live raises, or `WriteFailed` where Live did something else."""
        ...

    def read(self) -> tuple[Any, ...]:
        """The result row of the write kind, as Live shows it now."""
        ...

    def trace(self) -> Trace | None:
        """How to look later whether this still stands; None where there is nothing to look at."""
        ...

    def long_lists(self) -> Iterable[tuple[Any, str]]:
        """Long lists (`state_version.LONG_LISTS`) that the write has changed: holder and member."""
        ...


Check = Callable[[LiveSet, Any], Change]
"""Compares everything that the row addresses, overwrites or needs free with Live, without changing anything. Raises
`Refusal`."""


class WriteFailed(Exception):
    """Live did not refuse, but what stands there is not what was written."""
