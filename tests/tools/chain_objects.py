"""Snapshots as plain objects, for what needs no Live: sides of a comparison given inline."""

from __future__ import annotations

from typing import Any

from countin.tools.registry import BY_NAME
from tools.looks import decoded, seen


def parameter(
    name: str, value: float, low: float = 0.0, high: float = 1.0, items: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A parameter; one with choices where `items` name them."""
    return {
        "originalName": name,
        "min": low,
        "max": high,
        "quantized": bool(items),
        "valueItems": list(items),
        "value": value,
    }


def device(name: str, *parameters: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A device; a rack where `chains` are given."""
    made: dict[str, Any] = {"name": name, "className": "Operator", "type": "instrument", "parameters": [*parameters]}
    if "chains" in more:
        made |= {"returnChains": [], "drumPads": []}
    return made | more


def chain(name: str, *devices: dict[str, Any], volume: float = 0.5, mute: bool = False) -> dict[str, Any]:
    """A chain of a rack."""
    return {
        "name": name,
        "mixer": {"volume": volume, "pan": 0.0, "sends": [], "mute": mute, "solo": False},
        "noteRouting": {"inputNote": 36, "outputNote": 60},
        "devices": [*devices],
    }


def held(*devices: dict[str, Any]) -> dict[str, Any]:
    """A whole device chain."""
    return {"format": "cavi-device-chain-v4", "devices": [*devices]}


def track(
    name: str, *devices: dict[str, Any], sends: tuple[tuple[str, float], ...] = (), **more: Any
) -> dict[str, Any]:
    """A whole track; `sends` are names and values, `more` members of its mixer, its routing or itself."""

    def known(**usual: Any) -> dict[str, Any]:
        return {member: more.get(member, value) for member, value in usual.items()}

    return {
        "format": "cavi-track-state-v4",
        "track": {"name": name, **known(type="midi", isGroup=False, isGrouped=False, groupTrackId=None)},
        "mixer": {
            **known(volume=0.5, pan=0.0, mute=False, solo=False),
            "sends": [{"id": f"send-{place}", "name": to, "value": value} for place, (to, value) in enumerate(sends)],
        },
        "routing": known(inputTypeId="in", inputChannelId="1", outputTypeId="out", outputChannelId="2", monitoring=1),
        "devices": [*devices],
    }


def group(*tracks: dict[str, Any], first: int = 0) -> dict[str, Any]:
    """A group track, `Band`, with these tracks in it; ids count from `first` on."""
    inside = {"isGrouped": True, "groupTrackId": f"track-{first}"}
    members = [track("Band", type="group", isGroup=True)]
    members += [one | {"track": one["track"] | inside} for one in tracks]
    return {
        "format": "cavi-group-system-v1",
        "tracks": [
            {"sourceTrackId": f"track-{first + place}", "snapshot": member} for place, member in enumerate(members)
        ],
    }


def only_parameters(*parameters: dict[str, Any], of: str = "Operator") -> dict[str, Any]:
    """The parameters of one device."""
    return {"format": "cavi-device-parameters-v1", "deviceClass": of, "parameters": [*parameters]}


def compared(before: dict[str, Any], after: dict[str, Any], **more: Any) -> dict[str, Any]:
    """What `diff_snapshots` makes of two snapshots, with a picture, before the face sends it."""
    tool: Any = BY_NAME["diff_snapshots"]
    arguments = decoded(tool.name, before=before, after=after, **{"picture": True, **more})
    return tool.answer(arguments, seen({})).result
