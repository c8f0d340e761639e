"""Device chains as plain objects of the format v4, for what needs no Live: sides of a comparison given inline."""

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


def compared(before: dict[str, Any], after: dict[str, Any], **more: Any) -> dict[str, Any]:
    """What `diff_snapshots` makes of two device chains, with a picture, before the face sends it."""
    tool: Any = BY_NAME["diff_snapshots"]
    arguments = decoded(tool.name, before=before, after=after, **{"picture": True, **more})
    return tool.answer(arguments, seen({})).result
