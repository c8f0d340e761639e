"""Two snapshots that are built differently, part by part and device by device: what only one side has, and what differs
in the rest. A part is the same in every family (`parts`). Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from countin._remote_script.Countin import wire
from countin.core import Snapshot
from countin.tools import captures
from countin.tools.aligning import Pair, aligned
from countin.tools.found import Found, Node, OfTrack, choice, monitoring
from countin.tools.parts import CHAIN_LISTS, LISTS, Part, joined, parts_of

CONTROLS = {"chain_volume": "volume", "chain_pan": "pan", "chain_solo": "solo", "chain_mute": "mute"}
NOTES = {"chain_in_note": "inputNote", "chain_out_note": "outputNote"}
_FIXED_NAMES = ("PluginDevice", "AuPluginDevice")
"""Devices whose names Live does not let a script change."""


def walked(before: Snapshot, after: Snapshot) -> list[Found]:
    """Every difference, in the order of the tracks and their devices."""
    walk = _Walk(parts_of(before.to_object()), parts_of(after.to_object()))
    walk.run()
    return walk.found


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


# --- what things are recognised by -------------------------------------------------------------------------------


def _device_name(_: int, device: Node) -> tuple[str, ...]:
    return device["className"], device["type"], device["name"]


def _device_class(_: int, device: Node) -> tuple[str, ...]:
    return device["className"], device["type"]


def _parameter_name(_: int, parameter: Node) -> str:
    return parameter["originalName"]


def _send(_: int, send: Node) -> tuple[str, ...]:
    return send["id"], send["name"]


def _send_name(_: int, send: Node) -> str:
    return send["name"]


def _any(_: int, __: Any) -> None:
    return None


def _part_name(_: int, part: Part) -> tuple[Any, ...]:
    return part.name, part.build.get("type")


def _paired(before: Sequence[Part], after: Sequence[Part]) -> list[Pair]:
    """The parts that belong together: the first ones (of a group system its group track), those of the same name and
    type wherever they are, and between them, by type, those whose name is on one side only."""
    common = {_part_name(0, part) for part in before[1:]} & {_part_name(0, part) for part in after[1:]}

    def renamed(_: int, part: Part) -> Any:
        name = _part_name(0, part)
        return name if name in common else part.build.get("type")

    rest = aligned(before[1:], after[1:], (_part_name, renamed))
    pairs = [(one if one is None else one + 1, other if other is None else other + 1) for one, other in rest]
    return [(0, 0), *_with_moved(pairs, before, after)]


def _with_moved(pairs: Sequence[Pair], before: Sequence[Part], after: Sequence[Part]) -> Iterator[Pair]:
    """What is alone on both sides, by name and type, as one."""
    came: dict[Any, list[int]] = defaultdict(list)
    for one, other in pairs:
        if one is None and other is not None:
            came[_part_name(0, after[other])].append(other)
    gone = [one for one, other in pairs if one is not None and other is None]
    moved = {one: same.pop(0) for one in gone if (same := came[_part_name(0, before[one])])}
    found = {*moved.values()}
    for one, other in pairs:
        if one in moved:
            yield one, moved[one]
        elif one is not None or other not in found:
            yield one, other


# --- the walk ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Spot:
    """An owner, device or chain on both sides."""

    before_path: str
    after_path: str
    before: Node
    after: Node


class _Walk:
    """All parts from the top, what belongs together side by side."""

    def __init__(self, before: Sequence[Part], after: Sequence[Part]) -> None:
        self.found: list[Found] = []
        self._before, self._after = before, after
        self._track: OfTrack | None = None
        self._level = 0

    def run(self) -> None:
        """Find everything."""
        pairs = _paired(self._before, self._after)
        known = {one: other for one, other in pairs if one is not None}
        moved = _out_of_order(pairs)
        for one, other in pairs:
            before = None if one is None else self._before[one]
            after = None if other is None else self._after[other]
            self._enter(before, after)
            if before is None or after is None or one is None or other is None:
                self._one_sided(before, after)
                continue
            top = _Spot("", "", before.node(""), after.node(""))
            if one in moved:
                self._say("track_moved", top, "place", one, other)
            if one:
                self._groups(top, (before, after), known)
            self._owner(top, before, after)
            self._devices(top)

    def _enter(self, before: Part | None, after: Part | None) -> None:
        part = before or after
        assert part is not None
        ids = before and before.id, after and after.id
        self._track = OfTrack(*ids, part.name) if ids != (None, None) else None
        self._level = min(each.level for each in (before, after) if each is not None)

    def _one_sided(self, before: Part | None, after: Part | None) -> None:
        part = before or after
        assert part is not None
        told = {"name": part.name, "type": part.build["type"]}
        if after is None:
            self._found("track_removed", ("", None), part.name, "", None, told, None)
        else:
            self._found("track_added", (None, ""), part.name, "", None, None, told)

    def _found(
        self,
        kind: str,
        paths: tuple[str | None, str | None],
        name: str,
        control: str,
        index: int | str | None,
        before: Any,
        after: Any,
        **more: Any,
    ) -> None:
        turn = len(self.found)
        told = Found(kind, *paths, name, control, index, before, after, turn=turn, track=self._track)
        self.found.append(replace(told, **more) if more else told)

    def _say(
        self, kind: str, spot: _Spot, control: str, before: Any, after: Any, index: int | str | None = None, **more: Any
    ) -> None:
        paths = spot.before_path, spot.after_path
        self._found(kind, paths, str(spot.before.get("name", "")), control, index, before, after, **more)

    def _value(
        self, kind: str, spot: _Spot, control: str, before: Any, after: Any, index: int | str | None = None, **more: Any
    ) -> None:
        if not _same(before, after):
            self._say(kind, spot, control, before, after, index, **more)

    # --- owners ---

    def _owner(self, top: _Spot, before: Part, after: Part) -> None:
        if before.build.get("kind") != after.build.get("kind"):
            if before.build and after.build:
                self._say("owner_kind", top, "", before.build["kind"], after.build["kind"])
            return  # a mixer that only the newer format holds
        for member in sorted(before.build.keys() & after.build.keys() - {"kind"}):
            self._value("track_type", top, member, before.build[member], after.build[member])
        for (kind, member), value in before.controls.items():
            other = after.controls[kind, member]
            if kind == "owner_routing" and other is None:
                continue  # left alone by a recall
            index = None if kind == "owner_name" else member
            words = monitoring(member, value), monitoring(member, other)
            self._value(kind, top, member, value, other, index, words=words)
        self._sends(top, before.sends, after.sends)

    def _groups(self, top: _Spot, parts: tuple[Part, Part], known: dict[int, int | None]) -> None:
        """In which track of the group system a track sits, where both sides know that."""
        if any("isGrouped" not in part.build for part in parts):
            return
        one, other = (_place_of(each.group, all) for each, all in zip(parts, (self._before, self._after), strict=True))
        if (None if one is None else known.get(one, -1)) != other:
            self._say("track_group", top, "groupTrackId", parts[0].group, parts[1].group)

    def _sends(self, top: _Spot, before: Sequence[Node], after: Sequence[Node]) -> None:
        for one, other in aligned(before, after, (_send, _send_name)):
            if one is not None and other is not None:
                self._met_send(top, (before[one], after[other]), (one, other))
            elif one is not None:
                told, control = before[one], f"send-{one}"
                self._say("send_removed", top, control, told["value"], None, control, to=told["name"])
            elif other is not None:
                told, control = after[other], f"send-{other}"
                self._say("send_added", top, control, None, told["value"], control, to=told["name"])

    def _met_send(self, top: _Spot, sends: tuple[Node, Node], places: tuple[int, int]) -> None:
        one, other = sends
        control, after = f"send-{places[0]}", f"send-{places[1]}"
        more = {"to": one["name"], "after_index": None if after == control else after}
        if one["id"] != other["id"]:
            self._say("send_id", top, control, one["id"], other["id"], control, **more)
        self._value("owner_mixer", top, control, one["value"], other["value"], control, **more)

    # --- devices ---

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
            paths = (joined(home.before_path, kind, one), joined(home.after_path, kind, other))
            return _Spot(*paths, lists[0][one], lists[1][other])
        thing = "device" if kind == "device" else "chain"
        if one is not None:
            node, path = lists[0][one], joined(home.before_path, kind, one)
            self._found(f"{thing}_removed", (path, None), node["name"], "", None, _described(node), None)
        elif other is not None:
            node, path = lists[1][other], joined(home.after_path, kind, other)
            self._found(f"{thing}_added", (None, path), node["name"], "", None, None, _described(node))
        return None

    def _device(self, spot: _Spot) -> None:
        kind = "plugin_name" if spot.before["className"] in _FIXED_NAMES else "device_name"
        self._value(kind, spot, "name", spot.before["name"], spot.after["name"])
        self._parameters(spot)
        if self._level >= captures.PADS:
            self._pads(spot)
        if self._level >= captures.NESTED:
            for chains in CHAIN_LISTS:
                self._chains(spot, chains)

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
        self._value(
            "parameter",
            spot,
            name,
            before["value"],
            after["value"],
            places[0],
            words=(choice(before, before["value"]), choice(after, after["value"])),
            after_index=None if places[0] == places[1] else places[1],
            span=(min(before["min"], after["min"]), max(before["max"], after["max"])),
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

        lists = device.before.get(LISTS[kind]) or (), device.after.get(LISTS[kind]) or ()
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
        for kind, member in CONTROLS.items():
            self._control(kind, spot, member, one[member], other[member])
        sends: tuple[Sequence[float], Sequence[float]] = (one["sends"], other["sends"])
        for place, (before, after) in enumerate(zip_longest(*sends)):
            self._control("chain_send", spot, f"send-{place}", before, after, place)
        notes, others = spot.before["noteRouting"], spot.after["noteRouting"]
        for kind, member in NOTES.items():
            self._control(kind, spot, member, notes[member], others[member])

    def _control(self, kind: str, spot: _Spot, control: str, before: Any, after: Any, index: int | None = None) -> None:
        """A control of a chain's mixer, which not every chain has."""
        if (before is None) is not (after is None):
            kind = "control_removed" if after is None else "control_added"
        self._value(kind, spot, control, before, after, index)


def _place_of(group: str | None, parts: Sequence[Part]) -> int | None:
    return next((place for place, part in enumerate(parts) if group is not None and part.id == group), None)


def _out_of_order(pairs: Sequence[Pair]) -> set[int]:
    """The parts before whose counterparts do not stand in the same order."""
    both = [(one, other) for one, other in pairs if one is not None and other is not None]
    order = aligned([other for _, other in both], sorted(other for _, other in both), (lambda _, other: other,))
    return {both[place][0] for place, other in order if place is not None and other is None}
