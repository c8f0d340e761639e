"""Snapshots for the core's tests: an example that holds everything, drawn ones, what an older format keeps, and an
independent list of all that a recall may write, in the order of writing."""

from __future__ import annotations

import copy
import struct
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

Tree = dict[str, Any]
FORMATS = [f"cavi-device-chain-v{number}" for number in range(1, 7)]
CHAIN_LISTS = (("chains", "chain"), ("returnChains", "return-chain"))
OWNER_MEMBERS = {
    5: ("volume", "pan", "mute", "solo"),
    6: ("volume", "pan", "cueVolume", "crossfader", "outputChannelId"),
}


def single(value: float) -> float:
    """Rounded to single precision."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def version(tree: Tree) -> int:
    """The number of a tree's format."""
    return int(tree["format"][-1])


def numbers(low: float = 0.0, high: float = 1.0) -> st.SearchStrategy[float]:
    """A single in a range, often one of its ends."""
    return st.sampled_from([low, high]) | st.floats(low, high, width=32)


NAMES = st.sampled_from(["Reverb", "Bässe", "a/b~c", "A-Reverb", '"quoted"', "\U0001f600"]) | st.text(min_size=1)
_NOTES = st.integers(0, 127)


@st.composite
def parameters(draw: st.DrawFn) -> Tree:
    """A parameter whose value lies in its range."""
    if draw(st.booleans()):
        choices = draw(st.lists(st.sampled_from(["Off", "On", "Low", "Hïgh"]), min_size=1, max_size=4))
        top = len(choices) - 1
        value = float(draw(st.integers(0, top)))
        return _parameter(draw(NAMES), 0.0, float(top), True, choices, value)
    low, high = draw(st.sampled_from([(0.0, 1.0), (-60.0, 6.0), (single(0.1), single(0.3)), (0.0, 0.0)]))
    return _parameter(draw(NAMES), low, high, False, [], draw(numbers(low, high)))


def _parameter(name: str, low: float, high: float, quantized: bool, choices: list[str], value: float) -> Tree:
    tree: Tree = {"originalName": name, "min": low, "max": high}
    return tree | {"quantized": quantized, "valueItems": choices, "value": value}


@st.composite
def devices(draw: st.DrawFn, number: int, depth: int = 2) -> Tree:
    """A device of this format, perhaps a rack."""
    class_name = draw(st.sampled_from(["Reverb", "PluginDevice", "InstrumentGroupDevice", "DrumGroupDevice"]))
    tree: Tree = {"name": draw(NAMES.filter(str.strip)), "className": class_name, "type": "instrument"}
    tree["parameters"] = draw(st.lists(parameters(), max_size=4))
    if class_name.endswith("GroupDevice") and number >= 2 and depth:
        for member, _ in CHAIN_LISTS:
            tree[member] = draw(st.lists(chains(number, depth - 1), max_size=2))
    if class_name == "DrumGroupDevice" and number >= 4:
        tree["drumPads"] = draw(st.lists(pads(), max_size=3))
    return tree


@st.composite
def pads(draw: st.DrawFn) -> Tree:
    """A pad, never both muted and soloed."""
    mute, solo = draw(st.sampled_from([(False, False), (True, False), (False, True)]))
    return {"note": draw(_NOTES), "mute": mute, "solo": solo}


@st.composite
def chains(draw: st.DrawFn, number: int, depth: int) -> Tree:
    """A chain of this format."""
    tree: Tree = {"name": draw(NAMES), "devices": draw(st.lists(devices(number, depth), max_size=2))}
    if number >= 3:
        flag = st.none() | st.booleans()
        mixer: Tree = {"volume": draw(st.none() | numbers()), "pan": draw(st.none() | numbers(-1.0, 1.0))}
        mixer["sends"] = draw(st.lists(numbers(), max_size=2))
        tree["mixer"] = mixer | {"mute": draw(flag), "solo": draw(flag)}
        tree["noteRouting"] = {"inputNote": draw(st.none() | _NOTES), "outputNote": draw(st.none() | _NOTES)}
    return tree


@st.composite
def snapshots(draw: st.DrawFn, numbers: tuple[int, ...] = (1, 2, 3, 4, 5, 6)) -> Tree:
    """A snapshot of one of these formats."""
    number = draw(st.sampled_from(numbers))
    tree: Tree = {"format": FORMATS[number - 1], "devices": draw(st.lists(devices(number), max_size=3))}
    if number in OWNER_MEMBERS:
        tree["ownerMixer"] = {member: draw(_owner_value(member)) for member in OWNER_MEMBERS[number]}
    return tree


def _owner_value(member: str) -> st.SearchStrategy[Any]:
    if member in ("mute", "solo"):
        return st.booleans()
    return st.none() | st.text() if member == "outputChannelId" else numbers()


@st.composite
def edited(draw: st.DrawFn, tree: Tree) -> Tree:
    """The same device chain after a person turned some of its controls and renamed some of its devices and chains."""
    tree = copy.deepcopy(tree)
    for leaf in list(leaves(tree, version(tree))):
        if draw(st.booleans()):
            leaf.write(another(draw, leaf))
    for chain in all_chains(tree["devices"]):
        if draw(st.booleans()):
            chain["name"] = draw(NAMES)
    return tree


def another(draw: st.DrawFn, leaf: Leaf) -> Any:
    """A value that a person could have turned this control to."""
    if leaf.kind == "device_name":
        return leaf.value if leaf.owner["className"] == "PluginDevice" else draw(NAMES.filter(str.strip))
    if leaf.kind == "parameter":
        low, high = leaf.owner["min"], leaf.owner["max"]
        whole = st.integers(int(low), int(high)).map(float)
        return draw(whole if leaf.owner["quantized"] else numbers(low, high))
    if leaf.kind.startswith("pad_"):
        other = leaf.owner["mute" if leaf.key == "solo" else "solo"]
        return False if other else draw(st.booleans())
    if leaf.kind == "owner_mixer":
        return draw(_owner_value(leaf.key))
    if leaf.value is None:
        return None
    if isinstance(leaf.value, bool):
        return draw(st.booleans())
    return draw(_NOTES if leaf.kind.endswith("note") else numbers())


def all_chains(devices: list[Tree]) -> Iterator[Tree]:
    """Every chain and return chain, at every depth."""
    for device in devices:
        for member, _ in CHAIN_LISTS:
            for chain in device.get(member, ()):
                yield chain
                yield from all_chains(chain["devices"])


class Leaf:
    """One thing that a recall may write, and where it stands."""

    def __init__(self, kind: str, path: str, index: int | str | None, owner: Any, key: Any) -> None:
        self.kind, self.path, self.index = kind, path, index
        self.owner, self.key = owner, key

    @property
    def name(self) -> tuple[str, str, int | str | None]:
        return self.kind, self.path, self.index

    @property
    def value(self) -> Any:
        return self.owner[self.key]

    @property
    def compared(self) -> Any:
        """The value as it is compared: numbers at single precision, without the sign of zero."""
        value = self.value
        return single(value) + 0.0 if isinstance(value, float) else value

    def write(self, value: Any) -> None:
        self.owner[self.key] = value


def leaves(tree: Tree, number: int) -> Iterator[Leaf]:
    """All that a recall of this format may write, in the order of writing."""
    for member in OWNER_MEMBERS.get(number, ()):
        yield Leaf("owner_mixer", "", member, tree["ownerMixer"], member)
    yield from device_leaves(tree["devices"], number)


def device_leaves(devices: list[Tree], number: int, prefix: str = "") -> Iterator[Leaf]:
    """All that a recall of this format may write of these devices."""
    for index, device in enumerate(devices):
        path = f"{prefix}device-{index}"
        yield Leaf("device_name", path, None, device, "name")
        for place, parameter in enumerate(device["parameters"]):
            yield Leaf("parameter", path, place, parameter, "value")
        if number >= 2:
            for member, word in CHAIN_LISTS:
                for place, chain in enumerate(device.get(member, ())):
                    yield from _chain_leaves(chain, number, f"{path}/{word}-{place}")
        if number >= 4:
            for switch in ("solo", "mute"):
                for pad in device.get("drumPads", ()):
                    yield Leaf(f"pad_{switch}", path, pad["note"], pad, switch)


def _chain_leaves(chain: Tree, number: int, path: str) -> Iterator[Leaf]:
    if number >= 3:
        mixer, routing = chain["mixer"], chain["noteRouting"]
        for control in ("volume", "pan"):
            yield Leaf(f"chain_{control}", path, None, mixer, control)
        for place in range(len(mixer["sends"])):
            yield Leaf("chain_send", path, place, mixer["sends"], place)
        for control in ("solo", "mute"):
            yield Leaf(f"chain_{control}", path, None, mixer, control)
        for control, word in (("inputNote", "in"), ("outputNote", "out")):
            yield Leaf(f"chain_{word}_note", path, None, routing, control)
    yield from device_leaves(chain["devices"], number, f"{path}/")


def reduced(tree: Tree, number: int) -> Tree:
    """What an older format (v1 to v4) keeps of a snapshot."""
    return {"format": FORMATS[number - 1], "devices": [_reduced_device(device, number) for device in tree["devices"]]}


def _reduced_device(device: Tree, number: int) -> Tree:
    kept = {member: copy.deepcopy(device[member]) for member in ("name", "className", "type", "parameters")}
    for member, _ in CHAIN_LISTS:
        if number >= 2 and member in device:
            kept[member] = [_reduced_chain(chain, number) for chain in device[member]]
    if number >= 4 and "drumPads" in device:
        kept["drumPads"] = copy.deepcopy(device["drumPads"])
    return kept


def _reduced_chain(chain: Tree, number: int) -> Tree:
    kept = {"name": chain["name"], "devices": [_reduced_device(device, number) for device in chain["devices"]]}
    for member in ("mixer", "noteRouting"):
        if number >= 3:
            kept[member] = copy.deepcopy(chain[member])
    return kept


def full(number: int) -> Tree:
    """A snapshot of this format that holds one of everything the format knows."""
    cutoff = _parameter("Cutoff", -60.0, 6.0, False, [], -0.5)
    switch = _parameter("Mode", 0.0, 2.0, True, ["Low", "Mid", "High"], 1.0)
    inner: Tree = {"name": "Reverb", "className": "Reverb", "type": "audio_effect", "parameters": [cutoff, switch]}
    chain: Tree = {"name": "Layer", "devices": [inner]}
    chain["mixer"] = {"volume": single(0.85), "pan": 0.0, "sends": [0.5, 0.25], "mute": False, "solo": None}
    chain["noteRouting"] = {"inputNote": 36, "outputNote": None}
    back = copy.deepcopy(chain) | {"name": "A-Echo"}
    rack: Tree = {"name": "Kit", "className": "DrumGroupDevice", "type": "instrument", "parameters": [dict(cutoff)]}
    rack |= {"chains": [chain, copy.deepcopy(chain)], "returnChains": [back]}
    rack["drumPads"] = [{"note": 36, "mute": False, "solo": True}, {"note": 38, "mute": True, "solo": False}]
    tree = reduced({"devices": [copy.deepcopy(inner), rack]}, min(number, 4)) | {"format": FORMATS[number - 1]}
    if number in OWNER_MEMBERS:
        values: Tree = {"mute": False, "solo": True, "outputChannelId": "1/2"}
        tree["ownerMixer"] = {member: values.get(member, 0.5) for member in OWNER_MEMBERS[number]}
    return tree
