"""What Live holds as a snapshot of the core, whatever the family: what it is, and what a refusal says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from countin.core import FORMATS, Capture, CoreError, Snapshot
from countin.declaration import Look
from countin.errors import Refusal
from countin.tools.wording import several

WHOLE = len(FORMATS)
"""The level that reads everything of a device chain."""
NESTED, MIXED, PADS, RETURN, MASTER = range(2, WHOLE + 1)
"""The formats from which nested devices, chain mixers, pads and the two owner mixers belong to a snapshot."""
LIMITATION = (
    "Not captured: hidden plug-in state, samples, automation, macro mappings and variations; devices themselves are "
    "neither made nor removed by a recall."
)


def worded(look: Look[Any, Any], target: Snapshot) -> Look[Any, Any]:
    """The same look with what a snapshot holds beside it: Live then says its words for what differs."""
    return replace(look, beside=target)


def held(name: str, capture: Capture, format: str | None = None, *, path: str = "/trackId") -> Snapshot:
    """What Live holds of `name` as a snapshot, by default of the smallest format that holds all. Raises `Refusal`."""
    try:
        return capture.snapshot(format)
    except CoreError as error:
        raise Refusal(
            "unsupported_by_live",
            f"what Live shows of {name} is no valid snapshot at {error.path or 'its root'}: {error.message}",
            path=path,
        ) from None


def clamped(capture: Capture) -> dict[str, Any]:
    """What a result says of values that Live itself shows outside their range: nothing, where there are none."""
    found = capture.clamped
    return {"warnings": [f"Live shows values outside their range: {several(found)}"]} if found else {}


def resource(reference: str) -> str:
    """The resource that holds a snapshot whole."""
    return f"countin://snapshot/{reference}"


def parsed(given: dict[str, Any], path: str = "/snapshot") -> Snapshot:
    """A snapshot that stands in the arguments. Raises `Refusal` with the place of what is wrong."""
    try:
        return Snapshot.from_object(given)
    except CoreError as error:
        raise Refusal("invalid_arguments", error.message, path=f"{path}{error.path}") from None
