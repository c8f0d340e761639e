"""What is different between two snapshots of one family, of any formats: by the core where one fits the other, else
part by part (`difference_walk`). Compared is what both formats hold; numbers at single precision. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from countin.core import FAMILIES, CoreError, Difference, Snapshot
from countin.tools.difference_walk import CONTROLS, NOTES, walked
from countin.tools.found import TOPOLOGY, Found, Node, OfTrack, choice, monitoring
from countin.tools.parts import Part, parts_of

_NAMES = {"owner_name": "name", "device_name": "name", "name_differs": "name", **CONTROLS, **NOTES}


def compared_format(before: Snapshot, after: Snapshot) -> str:
    """The older of the two formats: what it holds is compared."""
    formats = FAMILIES[before.family]
    return formats[min(formats.index(before.format), formats.index(after.format))]


def compare(before: Snapshot, after: Snapshot) -> tuple[list[Found], bool]:
    """Every difference: first how the two are built, then values and names in the order of tracks and devices; and
    whether one side can be recalled onto the other."""
    if before == after:
        return [], True
    found = _by_core(before, after)
    if found is not None:
        return found, True
    return sorted(walked(before, after), key=lambda one: one.kind not in TOPOLOGY), False


def _by_core(before: Snapshot, after: Snapshot) -> list[Found] | None:
    """The differences of two that are built alike; None where one does not fit the other."""
    swapped = before.level < after.level
    one, other = (after, before) if swapped else (before, after)
    try:
        differences = [*one.differences(other), *one.name_differences(other)]
    except CoreError:
        return None
    # A channel that is written once more because its type changes may be the same: that is no difference.
    differences = [each for each in differences if each.before != each.after]
    if not differences:
        return []
    # Only names and choices are looked up in them: plain decoding costs half of `to_object`.
    sides = [parts_of(_decoded(before))]
    if before.family == "group-system":
        sides.append(parts_of(_decoded(after)))
        differences.sort(key=lambda one: one.track or 0)  # those of writing go from the last track to the first
    return [_found(sides, each, swapped=swapped) for each in differences]


def _decoded(snapshot: Snapshot) -> Node:
    return msgspec.json.decode(snapshot.canonical)


def _found(sides: Sequence[Sequence[Part]], one: Difference, *, swapped: bool) -> Found:
    place, path, kind = one.track or 0, one.device_path, one.kind
    part = sides[0][place]
    node = part.node(path)
    before, after = (one.after, one.before) if swapped else (one.before, one.after)
    control = _control(node, kind, one.index)
    words = monitoring(control, before), monitoring(control, after)
    span: tuple[float, float] | None = None
    if kind == "parameter":
        parameter = node["parameters"][one.index]
        words = choice(parameter, before), choice(parameter, after)
        span = (parameter["min"], parameter["max"])
    return Found(
        kind, path, path, str(node["name"]), control, one.index, before, after, words,
        span=span,
        turn=place,
        track=None if len(sides) == 1 else OfTrack(part.id, sides[1][place].id, part.name),
        to=_return(part, control) if kind == "owner_mixer" else "",
    )  # fmt: skip


def _return(part: Part, control: str) -> str:
    """Where a send goes to."""
    name, _, place = control.partition("-")
    return str(part.sends[int(place)]["name"]) if name == "send" else ""


def _control(node: Node, kind: str, index: int | str | None) -> str:
    match kind:
        case "parameter":
            assert isinstance(index, int)
            return str(node["parameters"][index]["originalName"])
        case "chain_send":
            return f"send-{index}"
        case "pad_solo" | "pad_mute":
            return f"pad {index} {kind.removeprefix('pad_')}"
        case "owner_mixer" | "owner_routing":
            return str(index)
        case _:
            return _NAMES[kind]


def counted(found: Sequence[Found]) -> tuple[int, int]:
    """How many of them are topology, and how many are values and names."""
    topology = sum(1 for one in found if one.kind in TOPOLOGY)
    return topology, len(found) - topology
