"""Clean-room `capabilities` of the frameworks: how a script describes its controller and ports in `get_capabilities`.
The names are those that public scripts import; the values behind them are our own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

CONTROLLER_ID_KEY: Final = "controller_id"
PORTS_KEY: Final = "ports"
AUTO_LOAD_KEY: Final = "auto_load"
NOTES_CC: Final = "notes_cc"
SCRIPT: Final = "script"
SYNC: Final = "sync"
REMOTE: Final = "remote"
HIDDEN: Final = "hidden"

PROPERTIES: Final = frozenset({NOTES_CC, SCRIPT, SYNC, REMOTE, HIDDEN})
"""What a port may be for."""


def controller_id(vendor_id: int, product_ids: Sequence[int], model_name: str | Sequence[str]) -> dict[str, Any]:
    """A controller by its USB numbers and names."""
    return {"vendor_id": vendor_id, "product_ids": [*product_ids], "model_name": model_name}


def inport(port_name: str = "", props: Sequence[str] = ()) -> dict[str, Any]:
    """A MIDI input and what it is for. ValueError for a property that is none."""
    return _port("in", port_name, props)


def outport(port_name: str = "", props: Sequence[str] = ()) -> dict[str, Any]:
    """A MIDI output and what it is for. ValueError for a property that is none."""
    return _port("out", port_name, props)


def _port(direction: str, port_name: str, props: Sequence[str]) -> dict[str, Any]:
    unknown = [name for name in props if name not in PROPERTIES]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is no property of a port; there are {', '.join(sorted(PROPERTIES))}")
    return {"direction": direction, "port_name": port_name, "props": [*props]}
