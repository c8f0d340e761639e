"""Numbers and lists in messages: exact, short, and never endless."""

from __future__ import annotations

from collections.abc import Sequence

NAMED = 20
"""So many things a message or a list of details names; it counts them all."""


def beats(value: float) -> str:
    """A time in beats, as short as it stays exact."""
    return repr(int(value)) if value == int(value) else repr(value)


def several(names: Sequence[str], most: int = NAMED) -> str:
    """The first names, and a sign that there are more."""
    return ", ".join(names[:most]) + (", …" if len(names) > most else "")
