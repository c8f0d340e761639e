"""What is different between two snapshots of device chains, of any formats: by the core where one fits the other, else
device by device, with what is only on one side. Compared is what both formats hold; numbers at single precision. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import msgspec

from countin._remote_script.Countin import wire
from countin.core import FORMATS, CoreError, Difference, Snapshot
from countin.tools import captures
from countin.tools.aligning import aligned

Node = Mapping[str, Any]
_LISTS = {"device": "devices", "chain": "chains", "return-chain": "returnChains"}
_CHAIN_LISTS = ("chain", "return-chain")
_CONTROLS = {"chain_volume": "volume", "chain_pan": "pan", "chain_solo": "solo", "chain_mute": "mute"}
_NOTES = {"chain_in_note": "inputNote", "chain_out_note": "outputNote"}
_NAMES = {"device_name": "name", "name_differs": "name", **_CONTROLS, **_NOTES}

TOPOLOGY = frozenset(
    f"{thing}_{what}" for thing in ("device", "chain", "control", "parameter", "pad") for what in ("added", "removed")
) | {"parameter_range", "owner_kind"}
"""Kinds that say that two device chains are built differently; all others are values and names."""


@dataclass(frozen=True, slots=True)
class Found:
    """One difference. Kinds are the core's and `TOPOLOGY`; a path is empty for the owner, None where the thing is not
    on that side. `name` is that of the device or chain, `control` what of it differs. `words` are the choices of a
    parameter that the values stand for, where it has them."""

    kind: str
    before_path: str | None
    after_path: str | None
    name: str
    control: str
    index: int | str | None
    before: Any
    after: Any
    words: tuple[str | None, str | None] = (None, None)
    after_index: int | None = None
    """The place of a parameter on the side after, where it is another one there."""
    span: tuple[float, float] | None = None
    """Least and greatest value of a parameter, on both sides together."""
    turn: int = 0
    """When a walk through both device chains comes by it: the only order that holds for paths of two sides."""


def compared_format(before: Snapshot, after: Snapshot) -> str:
    """The older of the two formats: what it holds is compared."""
    return FORMATS[min(before.level, after.level) - 1]


def compare(before: Snapshot, after: Snapshot) -> list[Found]:
    """Every difference: first how the two are built, then values and names in the order of the device chain."""
    if before == after:
        return []
    try:
        return _by_core(before, after)
    except CoreError:  # one does not fit the other
        walk = _Walk(before, after)
        walk.run()
        return sorted(walk.found, key=lambda one: one.kind not in TOPOLOGY)


# --- the same topology -------------------------------------------------------------------------------------------


def _by_core(before: Snapshot, after: Snapshot) -> list[Found]:
    """Raises `CoreError` where the two are built differently."""
    swapped = before.level < after.level
    one, other = (after, before) if swapped else (before, after)
    differences = [*one.differences(other), *one.name_differences(other)]
    if not differences:
        return []
    # Only names and choices are looked up in it: plain decoding costs half of `to_object`.
    document: Node = msgspec.json.decode(before.canonical)
    return [_found(document, each, swapped=swapped) for each in differences]


def _found(document: Node, one: Difference, *, swapped: bool) -> Found:
    path, kind = one.device_path, one.kind
    node = _node(document, path)
    before, after = (one.after, one.before) if swapped else (one.before, one.after)
    words: tuple[str | None, str | None] = (None, None)
    span: tuple[float, float] | None = None
    if kind == "parameter":
        parameter = node["parameters"][one.index]
        words = (_word(parameter, before), _word(parameter, after))
        span = (parameter["min"], parameter["max"])
    name = str(node.get("name", ""))
    return Found(kind, path, path, name, _control(node, kind, one.index), one.index, before, after, words, span=span)


def _node(document: Node, path: str) -> Node:
    """The device or chain at a path; the whole for the owner's."""
    found: Any = document
    for step in filter(None, path.split("/")):
        kind, _, place = step.rpartition("-")
        found = found[_LISTS[kind]][int(place)]
    return found


def names_along(document: Node, path: str) -> tuple[str, ...]:
    """The names of the devices and chains on the way to a path, its own last."""
    steps = path.split("/") if path else []
    return tuple(str(_node(document, "/".join(steps[:end]))["name"]) for end in range(1, len(steps) + 1))


def _control(node: Node, kind: str, index: int | str | None) -> str:
    match kind:
        case "parameter":
            assert isinstance(index, int)
            return str(node["parameters"][index]["originalName"])
        case "chain_send":
            return f"send-{index}"
        case "pad_solo" | "pad_mute":
            return f"pad {index} {kind.removeprefix('pad_')}"
        case "owner_mixer":
            return str(index)
        case _:
            return _NAMES[kind]


def _word(parameter: Node, value: Any) -> str | None:
    """The choice that a value of a parameter stands for."""
    items: Sequence[str] = parameter["valueItems"]
    place = value - parameter["min"]
    return items[int(place)] if float(place).is_integer() and 0 <= place < len(items) else None


# --- different topologies ----------------------------------------------------------------------------------------


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return wire.single(one) == wire.single(other)
    return one == other


def _described(node: Node) -> Node:
    """A device or chain in brief."""
    return {member: node[member] for member in ("name", "className") if member in node}


def _range(parameter: Node) -> tuple[Any, ...]:
    limits = (wire.single(parameter["min"]), wire.single(parameter["max"]))
    return (*limits, parameter["quantized"], tuple(parameter["valueItems"]))


def _shown_range(parameter: Node) -> Node:
    return {"min": parameter["min"], "max": parameter["max"], "choices": len(parameter["valueItems"])}


def _bare(kind: str, place: int, name: str) -> str:
    """A return chain's name without the letter that Live shows before it."""
    if kind == "return-chain" and place < 26 and name[:2].upper() == f"{chr(ord('A') + place)}-":
        return name[2:]
    return name


def _device_name(_: int, device: Node) -> tuple[str, ...]:
    return device["className"], device["type"], device["name"]


def _device_class(_: int, device: Node) -> tuple[str, ...]:
    return device["className"], device["type"]


def _parameter_name(_: int, parameter: Node) -> str:
    return parameter["originalName"]


def _any(_: int, __: Node) -> None:
    return None


@dataclass(frozen=True, slots=True)
class _Spot:
    """A device or chain on both sides."""

    before_path: str
    after_path: str
    before: Node
    after: Node


class _Walk:
    """Both documents from the top, what belongs together side by side."""

    def __init__(self, before: Snapshot, after: Snapshot) -> None:
        self.found: list[Found] = []
        self._levels = before.level, after.level
        self._level = min(self._levels)
        self._top = _Spot("", "", before.to_object(), after.to_object())

    def run(self) -> None:
        """Find everything."""
        self._owner(self._top)
        self._devices(self._top)

    def _owner(self, top: _Spot) -> None:
        kinds = [{5: "return", 6: "master"}.get(level) for level in self._levels]
        if kinds[0] is None or kinds[1] is None:
            return
        if kinds[0] != kinds[1]:
            self._say("owner_kind", top, "", kinds[0], kinds[1])
            return
        mixers = top.before["ownerMixer"], top.after["ownerMixer"]
        for member, value in mixers[0].items():
            self._value("owner_mixer", top, member, value, mixers[1][member], index=member)

    def _say(
        self, kind: str, spot: _Spot, control: str, before: Any, after: Any, index: int | str | None = None
    ) -> None:
        name = str(spot.before.get("name", ""))
        paths = spot.before_path, spot.after_path
        self.found.append(Found(kind, *paths, name, control, index, before, after, turn=len(self.found)))

    def _value(
        self, kind: str, spot: _Spot, control: str, before: Any, after: Any, index: int | str | None = None
    ) -> None:
        if not _same(before, after):
            self._say(kind, spot, control, before, after, index)

    def _devices(self, home: _Spot) -> None:
        lists = home.before["devices"], home.after["devices"]
        for one, other in aligned(*lists, (_device_name, _device_class)):
            spot = self._met("device", home, lists, one, other)
            if spot is not None:
                self._device(spot)

    def _met(
        self, kind: str, home: _Spot, lists: tuple[Sequence[Node], Sequence[Node]], one: int | None, other: int | None
    ) -> _Spot | None:
        """What stands on both sides; what stands on one only is told."""
        if one is not None and other is not None:
            paths = (_joined(home.before_path, kind, one), _joined(home.after_path, kind, other))
            return _Spot(*paths, lists[0][one], lists[1][other])
        thing, turn = "device" if kind == "device" else "chain", len(self.found)
        if one is not None:
            node, path = lists[0][one], _joined(home.before_path, kind, one)
            told = node["name"], "", None, _described(node), None
            self.found.append(Found(f"{thing}_removed", path, None, *told, turn=turn))
        elif other is not None:
            node, path = lists[1][other], _joined(home.after_path, kind, other)
            told = node["name"], "", None, None, _described(node)
            self.found.append(Found(f"{thing}_added", None, path, *told, turn=turn))
        return None

    def _device(self, spot: _Spot) -> None:
        self._value("device_name", spot, "name", spot.before["name"], spot.after["name"])
        self._parameters(spot)
        if self._level >= captures.PADS:
            self._pads(spot)
        if self._level >= captures.NESTED:
            for kind in _CHAIN_LISTS:
                self._chains(spot, kind)

    def _parameters(self, spot: _Spot) -> None:
        before: Sequence[Node] = spot.before["parameters"]
        after: Sequence[Node] = spot.after["parameters"]
        for one, other in aligned(before, after, (_parameter_name,)):
            if one is not None and other is not None:
                self._parameter(spot, (before[one], after[other]), (one, other))
            elif one is not None:
                self._say("parameter_removed", spot, before[one]["originalName"], before[one]["value"], None, one)
            elif other is not None:
                self._say("parameter_added", spot, after[other]["originalName"], None, after[other]["value"], other)

    def _parameter(self, spot: _Spot, both: tuple[Node, Node], places: tuple[int, int]) -> None:
        before, after = both
        if before == after:
            return
        name = before["originalName"]
        if _range(before) != _range(after):
            self._say("parameter_range", spot, name, _shown_range(before), _shown_range(after), places[0])
        if _same(before["value"], after["value"]):
            return
        self.found.append(
            Found(
                "parameter",
                spot.before_path,
                spot.after_path,
                spot.before["name"],
                name,
                places[0],
                before["value"],
                after["value"],
                (_word(before, before["value"]), _word(after, after["value"])),
                None if places[0] == places[1] else places[1],
                (min(before["min"], after["min"]), max(before["max"], after["max"])),
                len(self.found),
            )
        )

    def _pads(self, spot: _Spot) -> None:
        before, after = ({pad["note"]: pad for pad in node.get("drumPads") or ()} for node in (spot.before, spot.after))
        for note in sorted(before.keys() | after.keys()):
            one, other = before.get(note), after.get(note)
            if one is None or other is None:
                kind = "pad_removed" if other is None else "pad_added"
                self._say(kind, spot, f"pad {note}", one and note, other and note, note)
                continue
            for member in ("solo", "mute"):
                self._value(f"pad_{member}", spot, f"pad {note} {member}", one[member], other[member], note)

    def _chains(self, device: _Spot, kind: str) -> None:
        def bare(place: int, chain: Node) -> str:
            return _bare(kind, place, chain["name"])

        lists = device.before.get(_LISTS[kind]) or (), device.after.get(_LISTS[kind]) or ()
        for one, other in aligned(*lists, (bare, _any)):
            spot = self._met(kind, device, lists, one, other)
            if spot is None or one is None or other is None:
                continue
            if bare(one, spot.before) != bare(other, spot.after):
                self._say("name_differs", spot, "name", spot.before["name"], spot.after["name"])
            if self._level >= captures.MIXED:
                self._chain_controls(spot)
            self._devices(spot)

    def _chain_controls(self, spot: _Spot) -> None:
        one, other = spot.before["mixer"], spot.after["mixer"]
        for kind, member in _CONTROLS.items():
            self._control(kind, spot, member, one[member], other[member])
        sends: tuple[Sequence[float], Sequence[float]] = (one["sends"], other["sends"])
        for place, (before, after) in enumerate(zip_longest(*sends)):
            self._control("chain_send", spot, f"send-{place}", before, after, place)
        notes, others = spot.before["noteRouting"], spot.after["noteRouting"]
        for kind, member in _NOTES.items():
            self._value(kind, spot, member, notes[member], others[member])

    def _control(self, kind: str, spot: _Spot, control: str, before: Any, after: Any, index: int | None = None) -> None:
        """A control of a chain's mixer, which not every chain has."""
        if (before is None) is not (after is None):
            kind = "control_removed" if after is None else "control_added"
        self._value(kind, spot, control, before, after, index)


def _joined(home: str, kind: str, place: int) -> str:
    return f"{home}/{kind}-{place}" if home else f"{kind}-{place}"


def counted(found: Sequence[Found]) -> tuple[int, int]:
    """How many of them are topology, and how many are values and names."""
    topology = sum(1 for one in found if one.kind in TOPOLOGY)
    return topology, len(found) - topology


def paths_of(found: Found) -> Iterator[tuple[str, str]]:
    """Each side that has the thing, with its path there."""
    if found.before_path is not None:
        yield "before", found.before_path
    if found.after_path is not None:
        yield "after", found.after_path
