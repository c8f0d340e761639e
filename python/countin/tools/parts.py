"""The parts of a snapshot, the same for all families: what an owner holds of its own, and its devices. A group system
has one for each track, any other snapshot one. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from countin.core import FAMILIES, FORMATS
from countin.tools import captures
from countin.tools.found import Node

LISTS = {"device": "devices", "chain": "chains", "return-chain": "returnChains"}
"""Steps of a path, and the member of a device or chain that they lead into."""
CHAIN_LISTS = ("chain", "return-chain")
_LEVELS = ("volume", "pan", "cueVolume", "crossfader")
_MIXER = ("volume", "pan", "solo", "mute")
_ROUTING = ("inputTypeId", "outputTypeId", "inputChannelId", "outputChannelId", "monitoring")


@dataclass(frozen=True, slots=True)
class Part:
    """An owner with its devices. `controls` are its values by kind of difference and member, `build` what a recall
    cannot change of it, `level` the number of the device-chain format that holds as much."""

    level: int
    devices: Sequence[Node]
    name: str = ""
    id: str | None = None
    group: str | None = None
    controls: Mapping[tuple[str, str], Any] = field(default_factory=dict[tuple[str, str], Any])
    build: Mapping[str, Any] = field(default_factory=dict[str, Any])
    sends: Sequence[Node] = ()

    @property
    def is_track(self) -> bool:
        """Whether it is a track's whole state."""
        return "type" in self.build

    def node(self, path: str) -> Node:
        """The device or chain at a path; of an empty one name and devices."""
        found: Any = {"name": self.name, "devices": self.devices}
        for step in filter(None, path.split("/")):
            kind, _, place = step.rpartition("-")
            found = found[LISTS[kind]][int(place)]
        return found

    def names_along(self, path: str) -> tuple[str, ...]:
        """The names of the devices and chains on the way to a path, its own last."""
        steps = path.split("/") if path else []
        return tuple(str(self.node("/".join(steps[:end]))["name"]) for end in range(1, len(steps) + 1))

    def faders(self) -> Iterator[tuple[str, str]]:
        """Path and control of every fader, in the order of `Snapshot.columns()`."""
        yield from (("", member) for member in _LEVELS if ("owner_mixer", member) in self.controls)
        yield from (("", f"send-{place}") for place in range(len(self.sends)))
        yield from _chain_faders(self.devices, "")


def _chain_faders(devices: Sequence[Node], home: str) -> Iterator[tuple[str, str]]:
    for place, device in enumerate(devices):
        path = joined(home, "device", place)
        for kind in CHAIN_LISTS:
            for number, chain in enumerate(device.get(LISTS[kind]) or ()):
                inside = joined(path, kind, number)
                mixer: Node = chain.get("mixer") or {"sends": ()}
                yield from ((inside, member) for member in ("volume", "pan") if mixer.get(member) is not None)
                yield from ((inside, f"send-{send}") for send in range(len(mixer["sends"])))
                yield from _chain_faders(chain["devices"], inside)


def joined(home: str, kind: str, place: int) -> str:
    """The path of a device or chain within what is at another path."""
    return f"{home}/{kind}-{place}" if home else f"{kind}-{place}"


def parts_of(document: Node) -> list[Part]:
    """The parts of a snapshot's document: of a group system its tracks, in order."""
    family = next(name for name, formats in FAMILIES.items() if document["format"] in formats)
    match family:
        case "group-system":
            return [_track(each["snapshot"], each["sourceTrackId"]) for each in document["tracks"]]
        case "track-state":
            return [_track(document)]
        case "device-parameters":
            return [_device(document)]
        case _:
            return [_chain(document)]


def _device(document: Node) -> Part:
    name = document["deviceClass"]
    device = {"name": name, "className": name, "type": "", "parameters": document["parameters"]}
    return Part(1, [device])


def _chain(document: Node) -> Part:
    level = FORMATS.index(document["format"]) + 1
    controls = {("owner_mixer", member): value for member, value in document.get("ownerMixer", {}).items()}
    kind = {captures.RETURN: "return", captures.MASTER: "master"}.get(level)
    return Part(level, document["devices"], controls=controls, build={"kind": kind} if kind else {})


def _track(document: Node, source: str | None = None) -> Part:
    track, mixer, routing = document["track"], document["mixer"], document["routing"]
    controls = {("owner_name", "name"): track["name"]}
    controls |= {("owner_mixer", member): mixer[member] for member in _MIXER}
    controls |= {("owner_routing", member): routing[member] for member in _ROUTING}
    return Part(
        level=FAMILIES["track-state"].index(document["format"]) + 1,
        devices=document["devices"],
        name=track["name"],
        id=source,
        group=track.get("groupTrackId"),
        controls=controls,
        build={member: track[member] for member in ("type", "isGroup", "isGrouped") if member in track},
        sends=mixer["sends"],
    )
