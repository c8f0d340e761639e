"""Strategies of recalls, for every family of snapshots: captured, turned by a person, recalled from the library or as
an object in an older format."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from laws.cases import Arguments, Case, Turn, turns_of
from laws.facts import Fact
from laws.stage import Stage
from laws.stock import Control, Stock

Levels = Sequence[int]


def level_of(snapshot: Mapping[str, Any]) -> int:
    """The number of a snapshot's format; of a group that of its richest track."""
    if "tracks" in snapshot:
        return max(level_of(one["snapshot"]) for one in snapshot["tracks"])
    return int(snapshot["format"][-1])


def as_format(snapshot: Mapping[str, Any], level: int) -> dict[str, Any]:
    """A snapshot cut down to what an older format of its family holds."""
    cut = copy.deepcopy(dict(snapshot))
    if "tracks" in cut:
        for one in cut["tracks"]:
            one["snapshot"] = as_format(one["snapshot"], min(level, level_of(one["snapshot"])))
        return cut
    cut["format"] = f"{cut['format'][:-1]}{level}"
    if level < 5:
        cut.pop("ownerMixer", None)
    for device in cut.get("devices", ()):
        _cut_device(device, level)
    return cut


def _cut_device(device: dict[str, Any], level: int) -> None:
    if level < 4:
        device.pop("drumPads", None)
    if level < 2:
        device.pop("chains", None)
        device.pop("returnChains", None)
    for chain in (*device.get("chains", ()), *device.get("returnChains", ())):
        if level < 3:
            chain.pop("mixer", None)
            chain.pop("noteRouting", None)
        for inner in chain["devices"]:
            _cut_device(inner, level)


@dataclass(frozen=True)
class Onto:
    """What is captured and recalled onto: a family, as tools are called, and the ids of its address. `members` are the
    tracks of a group system, the group track first."""

    family: str
    owner: str
    device: str = ""
    members: tuple[str, ...] = ()

    @property
    def tool(self) -> str:
        """The tool that recalls it."""
        return f"recall_{self.family}_snapshot"

    @property
    def address(self) -> dict[str, str]:
        """The arguments that say what it is of."""
        if self.family == "group_system":
            return {"busTrackId": self.owner}
        return {"trackId": self.owner} | ({"deviceId": self.device} if self.device else {})

    def owners(self) -> tuple[str, ...]:
        """The tracks that it holds."""
        return self.members or (self.owner,)

    def levels(self) -> Levels:
        """The formats that fit."""
        if self.family == "device_parameter":
            return (1,)
        last = {"master": (6,), "return": (5,)}.get(self.owner.partition("-")[0], ())
        return (1, 2, 3, 4, *last)

    def holds(self, fact: Fact, level: int) -> bool | None:
        """Whether a format of that number holds a fact; None for what only follows from others."""
        if len(fact) == 1:
            return False  # of the Set itself
        if self.family == "device_parameter":
            return fact[:2] == ("parameter", self.device)
        if self.family == "device_chain":
            return _of_chain(fact, self.owner, level)
        if fact[1].partition(":")[0] not in self.owners():
            return False
        if fact[0] in ("mixer", "route"):
            return True
        if fact[0] == "track":
            return fact[2] != "color_index"
        return _of_devices(fact, level)


def _of_chain(fact: Fact, owner: str, level: int) -> bool | None:
    if fact[0] == "mixer":
        special = {"master": 6}.get(owner, 5 if owner.startswith("return") and not fact[2].startswith("send") else 99)
        return fact[1] == owner and level >= special
    if fact[0] == "track":
        # Mute and solo of a return are its mixer's.
        return None if fact[1] == owner and fact[2] in ("mute", "solo") else False
    return fact[1].partition(":")[0] == owner and _of_devices(fact, level)


def _of_devices(fact: Fact, level: int) -> bool:
    if fact[0] not in ("parameter", "device", "chain", "pad"):
        return False
    if fact[0] == "pad":
        return level >= 3
    if fact[-1] == "name" and fact[0] == "chain":
        return False
    return level >= (3 if fact[0] == "chain" else 2 if "/" in fact[1] else 1)


@dataclass(frozen=True)
class Recall:
    """A recall: onto what, in which format, by reference or as an object, and what a person turned since the
    capture."""

    onto: Onto
    level: int
    by_reference: bool
    turns: tuple[Turn, ...]

    def set_up(self, stage: Stage) -> Arguments:
        """Capture, turn."""
        reference, snapshot = stage.snapshot(self.onto.family, self.onto.address)
        for turn in self.turns:
            stage.person(turn.act)
        stage.rig.tick()
        given: Any = snapshot
        if level_of(snapshot) == self.level and self.by_reference:
            given = reference
        elif self.level < level_of(snapshot):
            given = as_format(snapshot, self.level)
        return {**self.onto.address, "snapshot": given}

    def case(self) -> Case:
        """As a case of its tool."""
        return Case(self.onto.tool, repr(self), self.set_up)


LEVELS = (1, 2, 3, 4, 5, 6)


def chain(owner: str) -> Onto:
    """An owner's device chain."""
    return Onto("device_chain", owner)


def device(name: str) -> Onto:
    """The parameters of a device."""
    return Onto("device_parameter", name.partition(":")[0], name)


def track(name: str) -> Onto:
    """A track's state."""
    return Onto("track_state", name)


def group(root: str, members: Sequence[str]) -> Onto:
    """A group track and all in it."""
    return Onto("group_system", root, members=tuple(members))


def everything(stock: Stock) -> dict[str, list[Onto]]:
    """All that can be captured of a Set, by family."""
    devices = dict.fromkeys(one.fact[1] for one in stock.controls if one.fact[0] == "parameter" and one.enabled)
    return {
        "device_chain": [chain(owner) for owner in stock.owners],
        "device_parameter": [device(name) for name in devices],
        "track_state": [track(name) for name in stock.groups],
        "group_system": [group(root, members) for root, members in stock.systems().items()],
    }


def turnable(stock: Stock, onto: Onto) -> list[Control]:
    """What a person may turn so that a recall must still be possible. What drives a device's own parameters from a rack
    above is none of a single device's."""
    controls = [one for owner in onto.owners() for one in stock.of_owner(owner)]
    if onto.family == "device_parameter":
        return [one for one in controls if one.fact[:2] == ("parameter", onto.device) or one.fact[0] == "mixer"]
    return controls


def recalls(stock: Stock, onto: Sequence[Onto], levels: Levels = LEVELS) -> st.SearchStrategy[Recall]:
    """Recalls of these that have something to change, in these formats."""

    @st.composite
    def drawn(draw: st.DrawFn) -> Recall:
        level = draw(st.sampled_from([one for one in levels if any(one in some.levels() for some in onto)]))
        chosen = draw(st.sampled_from([some for some in onto if level in some.levels()]))
        controls = turnable(stock, chosen)
        # A pad's switches are its chains': what only moves back by itself is no change of its own.
        sure = [one for one in controls if chosen.holds(one.fact, level) and one.enabled and _is_number(one)]
        first = draw(turns_of(sure, most=2))
        known = {turn.fact for turn in first}
        others = [one for one in controls if one.fact not in known and one.enabled]
        more = draw(turns_of(others, least=0, most=4)) if others else ()
        return Recall(chosen, level, draw(st.booleans()), (*first, *more))

    return drawn()


def _is_number(control: Control) -> bool:
    return control.fact[0] == "parameter" or (control.fact[0] == "mixer" and control.bounds is not None)


def _cases(family: str) -> Callable[[Stock], st.SearchStrategy[Case]]:
    return lambda stock: recalls(stock, everything(stock)[family]).map(Recall.case)


RECALLS: Mapping[str, Callable[[Stock], st.SearchStrategy[Case]]] = {
    f"recall_{family}_snapshot": _cases(family)
    for family in ("device_chain", "device_parameter", "track_state", "group_system")
}
"""A strategy for each recall."""
