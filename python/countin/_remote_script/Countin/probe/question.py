"""What a question of the probe is: a name, the switch of the embedded Live it settles, what it does, how it asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ..reading import Reading
from .bench import Bench

Setting = str | int | float | bool
Plain = Setting | None | list["Plain"] | dict[str, "Plain"]
"""What JSON can carry."""


class Answer(NamedTuple):
    """What Live showed. `setting` is the switch's setting that does the same; None where none does."""

    setting: Setting | None
    observed: Mapping[str, Plain]


class Question(NamedTuple):
    """One question. `switch` is "" where it only notes a fact. `what` says what it does to the Set and how that is
    taken back. `ask` runs in Live's display turns; whatever it raises is an answer of its own."""

    name: str
    switch: str
    what: str
    ask: Callable[[Bench], Reading[Answer]]


class NotAsked(NamedTuple):
    """A switch, or another open point, that no probe of a real Live settles, and why."""

    name: str
    reason: str
    is_switch: bool = True
