"""The two sides of a comparison: a snapshot in the library, one in the arguments, or what Live holds now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from countin import core
from countin.core import Capture, Snapshot
from countin.declaration import Look, Seen, Stored, StoreLook
from countin.errors import Refusal
from countin.tools import captures, families
from countin.tools.families import Address, Family

Place = Literal["before", "after"]
PLACES: tuple[Place, Place] = ("before", "after")


@dataclass(frozen=True, slots=True)
class Live:
    """What Live holds now: of which family, and of what. `level` is how much of its devices is looked at, `beside` a
    kept side that it is compared with."""

    family: Family
    address: Address
    level: int
    beside: Snapshot | None = None

    @property
    def name(self) -> str:
        """The id that it is of."""
        return self.address[-1]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: in the library (`text`), in Live (`live`), or in the arguments (`given`)."""

    place: Place
    text: str | None = None
    live: Live | None = None
    given: dict[str, Any] | None = None

    @property
    def owner(self) -> str | None:
        """The id of what Live holds; None for a side that is kept."""
        return None if self.live is None else self.live.name

    @property
    def path(self) -> str:
        """The argument, for errors."""
        return f"/{self.place}" if self.live is None else f"/{self.place}/live"

    @property
    def stored(self) -> StoreLook | None:
        """The look at the library's side."""
        return None if self.text is None else StoreLook(self.text, self.path)

    @property
    def look(self) -> Look[Any, Any]:
        """The look at Live's side. Raises `Refusal` for an id that names nothing of that family."""
        live = self.live
        assert live is not None
        try:
            return replace(live.family.look(live.address, live.level), path=self.path)
        except Refusal as error:
            raise Refusal(error.code, error.message, path=self.path) from None

    @property
    def asked(self) -> Look[Any, Any]:
        """The same as it is first sent: with what a kept side holds, for Live's words."""
        assert self.live is not None
        return self.look if self.live.beside is None else captures.worded(self.look, self.live.beside)

    def kept(self, stored: Stored) -> Snapshot | None:
        """What is no part of Live: from the library or the arguments."""
        if self.stored is not None:
            return stored[self.stored]
        return None if self.given is None else captures.parsed(self.given, self.path)


def side(place: Place, given: str | dict[str, Any]) -> Side:
    """A side as it was asked for; a Live side is a device chain until the other one says otherwise (`both`). Raises
    `Refusal` (`invalid_arguments`)."""
    if isinstance(given, str):
        return Side(place, text=given)
    if "live" not in given:
        return Side(place, given=given)
    owner, kind = given["live"], given.get("kind")
    if given.keys() - {"live", "kind"} or not isinstance(owner, str) or kind not in (None, *families.BY_NAME):
        kinds = ", ".join(families.BY_NAME)
        raise Refusal(
            "invalid_arguments",
            'expected {"live": "track-N"} (or return-N, master, a device), at most with a "kind" of '
            f"{kinds}; list_tracks and list_devices name what there is",
            path=f"/{place}/live",
        )
    if kind is None:
        kind = "device-parameters" if ":" in owner else "device-chain"
    family = families.BY_NAME[kind]
    return Side(place, live=Live(family, family.address_of(owner), family.level))


def both(before: Any, after: Any, stored: Stored) -> tuple[Side, Side]:
    """Both sides, of one family; one in Live without a kind of its own is of that of the other. Raises `Refusal`."""
    sides = side("before", before), side("after", after)
    kept = tuple(one.kept(stored) for one in sides)
    given = [_given_family(*each) for each in zip(sides, (before, after), kept, strict=True)]
    wanted = given[0] or given[1], given[1] or given[0]
    one, other = _like(sides[0], wanted[0], kept[1]), _like(sides[1], wanted[1], kept[0])
    _check_alike(_family(one, kept[0]), _family(other, kept[1]))
    return one, other


def _given_family(one: Side, given: Any, kept: Snapshot | None) -> Family | None:
    """The family of a side that says it."""
    if kept is not None:
        return families.BY_NAME[kept.family]
    return one.live.family if one.live is not None and "kind" in given else None


def _family(one: Side, kept: Snapshot | None) -> Family:
    if kept is not None:
        return families.BY_NAME[kept.family]
    assert one.live is not None
    return one.live.family


def _check_alike(one: Family, other: Family) -> None:
    if one is not other:
        raise Refusal(
            "does_not_fit",
            f"before is {one.thing} ({one.name}), after is {other.thing} ({other.name}); compare two of one kind, or "
            'give a live side the kind of the other ({"live": …, "kind": …})',
            path="/after",
        )


def _like(one: Side, family: Family | None, beside: Snapshot | None) -> Side:
    """A side in Live as a member of a family, with what a kept side beside it holds."""
    if one.live is None or family is None:
        return one
    name = one.live.name
    if family is families.DEVICE_PARAMETERS and ":" not in name:
        raise Refusal(
            "invalid_arguments", "the other side is of one device: name a device (track-N:device-M)", path=one.path
        )
    if beside is None or beside.family != family.name:
        return replace(one, live=Live(family, family.address_of(name), family.level))
    level = min(beside.level, family.level)
    return replace(one, live=Live(family, family.address_of(name), level, beside))


def _format(capture: Capture, beside: Snapshot | None) -> str | None:
    """As much of Live as the other side holds; None for all there is."""
    own = capture.snapshot()
    if beside is None or beside.family != own.family or own.family == "group-system":
        return None
    formats = core.FAMILIES[own.family]
    wanted = formats.index(beside.format)
    if wanted + 1 >= captures.RETURN and beside.format != own.format:
        wanted = captures.PADS - 1  # the mixer of another kind of owner
    return formats[wanted]


def snapshots(sides: tuple[Side, Side], seen: Seen) -> tuple[Snapshot, Snapshot]:
    """Both sides as snapshots; of Live as much as the other side's format holds. Raises `Refusal`."""
    kept = [one.kept(seen.stored) for one in sides]
    made = [
        _held(one, seen.captured(one.look), beside) if here is None else here
        for one, here, beside in zip(sides, kept, reversed(kept), strict=True)
    ]
    if kept[0] is None and kept[1] is None and {one.family for one in made} == {"device-chain"}:
        made = _two_in_live(sides, made, seen)
    return made[0], made[1]


def _held(one: Side, capture: Capture, beside: Snapshot | None) -> Snapshot:
    return captures.held(one.owner or "", capture, _format(capture, beside), path=one.path)


def _two_in_live(sides: tuple[Side, Side], made: list[Snapshot], seen: Seen) -> list[Snapshot]:
    """Two device chains in Live: of different formats, compared is what both can hold."""
    if made[0].format == made[1].format:
        return made
    common = core.FORMATS[captures.PADS - 1]
    return [captures.held(one.owner or "", seen.captured(one.look), common, path=one.path) for one in sides]
