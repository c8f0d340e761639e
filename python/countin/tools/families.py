"""The families of snapshots: what each is of, how it is addressed, and where to look for it. The tools of all families
are made from this table (`snapshots.py`, `saved.py`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from countin._remote_script.Countin import ids, wire
from countin.core import Snapshot
from countin.declaration import Look, live
from countin.errors import Refusal
from countin.tools import addresses, captures

Address = tuple[str, ...]
"""The ids of what is captured, in the order of the family's arguments."""
AnyLook = Look[Any, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """One family. `name` is the core's and that of saved names, `word` stands in the tools' names, `thing` in their
    sentences; `arguments` are the members of an address with their types."""

    name: str
    word: str
    thing: str
    arguments: Mapping[str, Any]
    look: Callable[[Address, int], AnyLook]
    holds: str
    """What a capture holds, as a description says it."""
    formats: str
    """What a snapshot argument may hold inline."""
    level: int
    """How much of the device chains a capture reads."""

    @property
    def path(self) -> str:
        """The last argument of an address, for errors: the most exact one."""
        return "/" + _camel([*self.arguments][-1])

    def address(self, arguments: Any) -> tuple[Any, ...]:
        """The ids in a tool's arguments."""
        return tuple(getattr(arguments, member) for member in self.arguments)

    def named(self, address: Address) -> dict[str, str]:
        """The ids as members of a result."""
        return {_camel(member): value for member, value in zip(self.arguments, address, strict=True)}

    def address_of(self, thing: str) -> Address:
        """The whole address of something by its most exact id."""
        return (thing.partition(":")[0], thing)[-len(self.arguments) :]

    def whole(self, address: Address) -> AnyLook:
        """The look of a capture."""
        return self.look(address, self.level)

    def onto(self, address: Address, target: Snapshot) -> AnyLook:
        """The look of a recall: as much as the target holds. Raises `Refusal` where it does not belong there."""
        if target.family != self.name:
            other = BY_NAME[target.family]
            raise Refusal(
                "does_not_fit",
                f"the snapshot is {other.thing} ({target.format}); recall_{other.word}_snapshot recalls it",
                path="/snapshot",
            )
        _check_owner(address[0], target)
        return self.look(address, min(target.level, self.level))


def _camel(member: str) -> str:
    head, *rest = member.split("_")
    return head + "".join(part.title() for part in rest)


def _check_owner(owner: str, target: Snapshot) -> None:
    """The formats that hold an owner's mixer fit its kind of owner only."""
    needed = {captures.RETURN: "return", captures.MASTER: "master"}.get(target.level)
    if needed is not None and ids.parse_owner(addresses.owner(owner))[0] != needed:
        where = "a return track" if needed == "return" else "the master"
        raise Refusal(
            "does_not_fit",
            f"a snapshot of format {target.format} holds the mixer of {where} and fits there only, not on {owner}",
            path="/trackId",
        )


def _chain(address: Address, level: int) -> AnyLook:
    return live(wire.CHAIN, wire.ChainAsked(addresses.owner(address[0]), level), path="/trackId")


def _device(address: Address, level: int) -> AnyLook:
    owner, device = address
    asked = wire.ChainAsked(addresses.owner(owner), level, addresses.device(device, owner))
    return live(wire.CHAIN, asked, path="/deviceId")


def _of_track(kind: wire.Observation[wire.TrackStateAsked, Any], path: str) -> Callable[[Address, int], AnyLook]:
    """The look at an ordinary track or a group track, which `path` names."""

    def look(address: Address, level: int) -> AnyLook:
        addresses.track(address[0], path)
        return live(kind, wire.TrackStateAsked(address[0], level), path=path)

    return look


_OWNER: Any = Annotated[str, msgspec.Meta(description="track-N, return-N or master.")]
_TRACK: Any = Annotated[str, msgspec.Meta(description="track-N.")]
_DEVICE: Any = Annotated[str, msgspec.Meta(description="Its device, at any depth.")]
_BUS: Any = Annotated[str, msgspec.Meta(description="The group track, track-N.")]

DEVICE_CHAIN = Family(
    name="device-chain",
    word="device_chain",
    thing="a device chain",
    arguments={"track_id": _OWNER},
    look=_chain,
    holds="its devices with parameters, racks, chain mixers, note routing and pads, and the return or master mixer",
    formats="cavi-device-chain-v1 to v6",
    level=captures.WHOLE,
)
DEVICE_PARAMETERS = Family(
    name="device-parameters",
    word="device_parameter",
    thing="the parameters of a device",
    arguments={"track_id": _OWNER, "device_id": _DEVICE},
    look=_device,
    holds="all parameters of one device, without what is in it",
    formats="cavi-device-parameters-v1",
    level=1,
)
TRACK_STATE = Family(
    name="track-state",
    word="track_state",
    thing="a track",
    arguments={"track_id": _TRACK},
    look=_of_track(wire.TRACK_STATE, "/trackId"),
    holds="its name, mixer, sends, routing, monitoring and devices",
    formats="cavi-track-state-v1 to v4",
    level=captures.PADS,
)
GROUP_SYSTEM = Family(
    name="group-system",
    word="group_system",
    thing="a group of tracks",
    arguments={"bus_track_id": _BUS},
    look=_of_track(wire.GROUP_SYSTEM, "/busTrackId"),
    holds="a group track and every track in it, at any depth, each with its whole state",
    formats="cavi-group-system-v1",
    level=captures.PADS,
)

FAMILIES: tuple[Family, ...] = (DEVICE_CHAIN, DEVICE_PARAMETERS, TRACK_STATE, GROUP_SYSTEM)
BY_NAME: Mapping[str, Family] = {family.name: family for family in FAMILIES}
