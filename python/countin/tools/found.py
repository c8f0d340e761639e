"""One difference between two snapshots, of any family: what it is about, on which sides, and both values. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Node = Mapping[str, Any]

WHOLE = frozenset(f"{thing}_{what}" for thing in ("track", "device", "chain") for what in ("added", "removed"))
"""Kinds that say that one side has a track, device or chain that the other has not."""
TOPOLOGY = WHOLE | {
    *(f"{thing}_{what}" for thing in ("control", "parameter", "pad", "send") for what in ("added", "removed")),
    *("parameter_range", "plugin_name", "owner_kind", "send_id", "track_type", "track_group", "track_moved"),
}
"""Kinds that say that the two sides are built differently; all others are values and names."""

_MONITORING = ("In", "Auto", "Off")


@dataclass(frozen=True, slots=True)
class OfTrack:
    """The track of a group system that a difference is about: its id on each side that has it, and its name."""

    before: str | None
    after: str | None
    name: str


@dataclass(frozen=True, slots=True)
class Found:
    """One difference. Kinds are the core's and `TOPOLOGY`; a path is empty for the owner, None where the thing is not
    on that side. `name` is that of the device, chain or track, `control` what of it differs. `words` are the choices
    that the values stand for, where they are known beforehand."""

    kind: str
    before_path: str | None
    after_path: str | None
    name: str
    control: str
    index: int | str | None
    before: Any
    after: Any
    words: tuple[str | None, str | None] = (None, None)
    after_index: int | str | None = None
    """The place of a parameter or send on the side after, where it is another one there."""
    span: tuple[float, float] | None = None
    """Least and greatest value of a parameter, on both sides together."""
    turn: int = 0
    """When a walk through both sides comes by it: the only order that holds for paths of two sides."""
    track: OfTrack | None = None
    """In a group system."""
    to: str = ""
    """The name of the return track that a send goes to."""

    def at(self, side: int) -> int | str | None:
        """The place of the parameter or send before (0) or after (1)."""
        return self.after_index if side and self.after_index is not None else self.index


def paths_of(found: Found) -> Iterator[tuple[int, str]]:
    """Each side that has the thing (0 before, 1 after), with its path there."""
    for side, path in enumerate((found.before_path, found.after_path)):
        if path is not None:
            yield side, path


def choice(parameter: Node, value: Any) -> str | None:
    """The choice that a value of a parameter stands for."""
    items: Sequence[str] = parameter["valueItems"]
    place = value - parameter["min"]
    return items[int(place)] if float(place).is_integer() and 0 <= place < len(items) else None


def monitoring(member: str, value: Any) -> str | None:
    """Live's word for the monitoring of a track; None for any other routing."""
    known = member == "monitoring" and isinstance(value, int) and 0 <= value < len(_MONITORING)
    return _MONITORING[value] if known else None
