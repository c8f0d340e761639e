"""The two sides of a comparison: a snapshot in the library, one in the arguments, or what Live holds now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast

from countin._remote_script.Countin import wire
from countin.core import CoreError, Snapshot
from countin.declaration import Seen, StoreLook
from countin.errors import Refusal
from countin.tools import addresses, captures

Place = Literal["before", "after"]
PLACES: tuple[Place, Place] = ("before", "after")


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: in the library (`text`), in Live (`owner`), or in the arguments (`given`)."""

    place: Place
    text: str | None = None
    owner: str | None = None
    given: dict[str, Any] | None = None

    @property
    def path(self) -> str:
        """The argument, for errors."""
        return f"/{self.place}" if self.owner is None else f"/{self.place}/live"

    @property
    def stored(self) -> StoreLook | None:
        """The look at the library's side."""
        return None if self.text is None else StoreLook(self.text, self.path)

    @property
    def look(self) -> captures.ChainLook:
        """The look at Live's side."""
        assert self.owner is not None
        return captures.look(self.owner, path=self.path)


def side(place: Place, given: str | dict[str, Any]) -> Side:
    """A side as it was asked for. Raises `Refusal` (`invalid_arguments`)."""
    if isinstance(given, str):
        return Side(place, text=given)
    if "live" not in given:
        return Side(place, given=given)
    owner = given["live"]
    if len(given) != 1 or not isinstance(owner, str):
        raise Refusal(
            "invalid_arguments",
            'expected {"live": "track-N"} (or return-N, master) and nothing else in it; list_tracks names the tracks',
            path=f"/{place}/live",
        )
    return Side(place, owner=addresses.owner(owner, f"/{place}/live"))


def _kept(side: Side, seen: Seen) -> Snapshot:
    """What is no part of Live: from the library or the arguments."""
    if side.stored is not None:
        return seen.stored[side.stored]
    try:
        return Snapshot.from_object(cast("dict[str, Any]", side.given))
    except CoreError as error:
        raise Refusal("invalid_arguments", error.message, path=f"{side.path}{error.path}") from None


def _level(owner: str, chain: wire.Chain, wanted: int) -> int:
    """As much of Live as the other side holds; the mixer of an owner only where Live's is of that kind."""
    fits = wanted < captures.RETURN or wanted == captures.automatic_level(owner, chain)
    return wanted if fits else captures.PADS


def snapshots(sides: tuple[Side, Side], seen: Seen) -> tuple[Snapshot, Snapshot]:
    """Both sides as snapshots; of Live as much as the other side's format holds. Raises `Refusal`."""
    kept = [None if side.owner is not None else _kept(side, seen) for side in sides]
    levels = [
        captures.automatic_level(side.owner or "", seen[side.look]) if one is None else captures.level_of(one)
        for side, one in zip(sides, kept, strict=True)
    ]
    if kept[0] is None and kept[1] is None:
        levels = levels if levels[0] == levels[1] else [captures.PADS] * 2
    made: list[Snapshot] = []
    for side, one, other_level in zip(sides, kept, reversed(levels), strict=True):
        if one is None:
            owner, chain = side.owner or "", seen[side.look]
            one = captures.held(owner, chain, _level(owner, chain, other_level), path=side.path)
        made.append(one)
    return made[0], made[1]
