"""Snapshots of every family for the core's tests: drawn ones, the same after a person's edits, and independent lists of
what a recall may write and of the faders."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

from hypothesis import strategies as st

from core.snapshot_trees import (
    CHAIN_LISTS,
    NAMES,
    Leaf,
    Tree,
    all_chains,
    another,
    device_leaves,
    devices,
    leaves,
    numbers,
    parameters,
    snapshots,
    version,
)

CHAIN, PARAMETERS, TRACK, GROUP = FAMILIES = ("device-chain", "device-parameters", "track-state", "group-system")
ROUTINGS = ("inputTypeId", "outputTypeId", "inputChannelId", "outputChannelId", "monitoring")
"""In the order of writing: a type before the channels that depend on it."""
_IDS = st.none() | st.sampled_from(["routing-1", "routing-2"]) | st.text(max_size=4)
_MONITORING = st.none() | st.integers(0, 2)


def family(tree: Tree) -> str:
    """The family of a tree's format."""
    return next(name for name in FAMILIES if f"cavi-{name}-v" in tree["format"])


@st.composite
def tracks(draw: st.DrawFn, *, is_group: bool | None = None, parent: str | None = None, is_old: bool = False) -> Tree:
    """A track state; an old one does not say where it sits."""
    number = draw(st.integers(1, 4))
    kind = draw(st.sampled_from(["midi", "audio", "group", "unknown"]))
    # A blank name is kept, but fits nothing: no Live takes one.
    track: Tree = {
        "name": draw(NAMES.filter(str.strip)),
        "type": kind,
        "isGroup": draw(st.booleans()) if is_group is None else is_group,
    }
    if not is_old:
        track |= {"isGrouped": parent is not None, "groupTrackId": parent}
    sends = [{"id": f"send-{place}", "name": draw(NAMES)} for place in range(draw(st.integers(0, 3)))]
    mixer: Tree = {"volume": draw(numbers()), "pan": draw(numbers(-1.0, 1.0))}
    mixer |= {"mute": draw(st.booleans()), "solo": draw(st.booleans())}
    mixer["sends"] = [send | {"value": draw(numbers())} for send in sends]
    routing = {member: draw(_MONITORING if member == "monitoring" else _IDS) for member in ROUTINGS}
    tree: Tree = {"format": f"cavi-track-state-v{number}", "track": track, "mixer": mixer, "routing": routing}
    return tree | {"devices": draw(st.lists(devices(number, 1), max_size=2))}


@st.composite
def groups(draw: st.DrawFn) -> Tree:
    """A group track and up to four tracks, each in one of the groups before it."""
    first = draw(st.integers(0, 200))
    members: list[Tree] = []
    for place in range(draw(st.integers(1, 5))):
        holders = [one["sourceTrackId"] for one in members if one["snapshot"]["track"]["isGroup"]]
        parent = draw(st.sampled_from(holders)) if holders else draw(st.none() | st.just("track-999"))
        state = draw(tracks(is_group=True if place == 0 else None, parent=parent))
        members.append({"sourceTrackId": f"track-{first + place}", "snapshot": state})
    return {"format": "cavi-group-system-v1", "tracks": members}


@st.composite
def device_parameters(draw: st.DrawFn) -> Tree:
    """The parameters of one device."""
    tree: Tree = {
        "format": "cavi-device-parameters-v1",
        "deviceClass": draw(st.sampled_from(["Reverb", "PluginDevice"])),
    }
    return tree | {"parameters": draw(st.lists(parameters(), max_size=5))}


def documents() -> st.SearchStrategy[Tree]:
    """A snapshot of any family."""
    old = tracks(is_old=True)
    return st.one_of(snapshots(), device_parameters(), tracks(), tracks(parent="track-3"), old, groups())


class Part(NamedTuple):
    """One of the tracks of a group system, or the whole of anything else."""

    track: int | None
    tree: Tree


def parts(tree: Tree) -> list[Part]:
    """The parts in Live's order."""
    if family(tree) == GROUP:
        return [Part(place, member["snapshot"]) for place, member in enumerate(tree["tracks"])]
    return [Part(None, tree)]


def devices_of(part: Tree) -> list[Tree]:
    """The top-level devices; parameters of one device are a device without a name."""
    if family(part) != PARAMETERS:
        return part["devices"]
    return [{"className": part["deviceClass"], "parameters": part["parameters"]}]


def written(tree: Tree) -> Iterator[tuple[int | None, Leaf]]:
    """All that a recall may write, in the order of writing, with the place of the track."""
    for track, part in reversed(parts(tree)):
        yield from ((track, leaf) for leaf in _part_leaves(part))


def _part_leaves(part: Tree) -> Iterator[Leaf]:
    match family(part):
        case "track-state":
            yield from _owner_leaves(part)
            yield from device_leaves(part["devices"], version(part))
        case "device-parameters":
            for place, parameter in enumerate(part["parameters"]):
                yield Leaf("parameter", "device-0", place, parameter, "value")
        case _:
            yield from leaves(part, version(part))


def _owner_leaves(part: Tree) -> Iterator[Leaf]:
    mixer = part["mixer"]
    yield Leaf("owner_name", "", None, part["track"], "name")
    for control in ("volume", "pan", "solo", "mute"):
        yield Leaf("owner_mixer", "", control, mixer, control)
    for place, send in enumerate(mixer["sends"]):
        yield Leaf("owner_mixer", "", f"send-{place}", send, "value")
    for member in ROUTINGS:
        yield Leaf("owner_routing", "", member, part["routing"], member)


@st.composite
def turned(draw: st.DrawFn, tree: Tree) -> Tree:
    """The same after a person turned some controls and renamed some chains."""
    tree = copy.deepcopy(tree)
    for _, leaf in list(written(tree)):
        if draw(st.booleans()):
            leaf.write(_other_value(draw, leaf))
    for chain in (chain for _, part in parts(tree) for chain in all_chains(devices_of(part))):
        if draw(st.booleans()):
            chain["name"] = draw(NAMES)
    return tree


def _other_value(draw: st.DrawFn, leaf: Leaf) -> Any:
    if leaf.kind == "owner_name":
        return draw(NAMES)
    if leaf.kind == "owner_routing":
        return draw(_MONITORING if leaf.key == "monitoring" else _IDS)
    return another(draw, leaf)


def faders(tree: Tree) -> list[float]:
    """All levels of mixers, track by track: the owner's, then the chains', depth first."""
    found: list[float] = []
    for _, part in parts(tree):
        found += _owner_faders(part)
        found += _chain_faders(devices_of(part))
    return found


def _owner_faders(part: Tree) -> list[float]:
    if family(part) == TRACK:
        mixer = part["mixer"]
        return [mixer["volume"], mixer["pan"], *(send["value"] for send in mixer["sends"])]
    mixer = part.get("ownerMixer", {})
    return [mixer[member] for member in ("volume", "pan", "cueVolume", "crossfader") if member in mixer]


def _chain_faders(devices: list[Tree]) -> list[float]:
    found: list[float] = []
    for chain in (chain for device in devices for member, _ in CHAIN_LISTS for chain in device.get(member, ())):
        mixer = chain.get("mixer")
        if mixer is not None:
            found += [mixer[member] for member in ("volume", "pan") if mixer[member] is not None]
            found += mixer["sends"]
        found += _chain_faders(chain["devices"])
    return found
