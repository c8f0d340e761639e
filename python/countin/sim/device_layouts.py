"""Layouts of native devices, and the way to make a device from one: browser name in, DeviceDocument out.

A device without a table in `device_tables` has the one parameter every device has, "Device On", marked `guessed`
because Live shows more. Layouts are shared: all devices that look alike hold the same object.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from countin.sim.device_tables import DEVICE_ON, TABLES, Row
from countin.sim.document import ChainDocument, DeviceDocument, DeviceLayout, MacroMapping, ParameterLayout
from countin.sim.native_devices import AUDIO_EFFECT, INSTRUMENT, NATIVE_DEVICES

MACRO_COUNT: Final = 16
RACKS: Final = ("Audio Effect Rack", "Drum Rack", "Instrument Rack", "MIDI Effect Rack")
_UNKNOWN: Final[tuple[Row, ...]] = ((replace(DEVICE_ON[0], guessed=True), 1.0),)


@cache
def _rows(name: str) -> tuple[Row, ...]:
    if name in RACKS:
        return _rack_rows(name, ())
    table = TABLES.get(name)
    return table() if table is not None else _UNKNOWN


def _rack_rows(name: str, macro_names: tuple[str, ...]) -> tuple[Row, ...]:
    """A Drum Rack shows no chain selector."""
    macros = tuple(_macro(number, macro_names) for number in range(1, MACRO_COUNT + 1))
    selector = () if name == "Drum Rack" else ((ParameterLayout("Chain Selector", 0.0, 127.0, default=0.0), 0.0),)
    return (DEVICE_ON, *macros, *selector)


def _macro(number: int, names: tuple[str, ...]) -> Row:
    own = f"Macro {number}"
    name = names[number - 1] if number <= len(names) else own
    return ParameterLayout(name, 0.0, 127.0, default=0.0, original_name=own), 0.0


@cache
def native_layout(name: str) -> DeviceLayout:
    """The layout of a native device by its browser name; one object a name, shared by all devices. KeyError for a name
    that is not native."""
    class_name, device_type = NATIVE_DEVICES[name]
    return DeviceLayout(class_name, name, device_type, tuple(layout for layout, _ in _rows(name)))


@cache
def rack_layout(name: str, macro_names: tuple[str, ...] = ()) -> DeviceLayout:
    """The layout of a rack whose first macros carry these names. KeyError for a name that is no rack."""
    if name not in RACKS:
        raise KeyError(name)
    class_name, device_type = NATIVE_DEVICES[name]
    return DeviceLayout(class_name, name, device_type, tuple(row for row, _ in _rack_rows(name, macro_names)))


def native_device(
    name: str, title: str = "", values: Mapping[str, float] | None = None, sample_path: str | None = None
) -> DeviceDocument:
    """A fresh native device; `title` is its name when not the browser's, `values` are set by parameter name.
    KeyError for an unknown device or parameter name."""
    layout = native_layout(name)
    starts = tuple(start for _, start in _rows(name))
    return DeviceDocument(title or name, layout, _with(layout, starts, values or {}), sample_path=sample_path)


def rack(
    name: str,
    title: str = "",
    *,
    chains: tuple[ChainDocument, ...] = (),
    return_chains: tuple[ChainDocument, ...] = (),
    macros: tuple[tuple[str, float], ...] = (),
    mappings: tuple[MacroMapping, ...] = (),
) -> DeviceDocument:
    """A rack with its chains; `macros` names and sets its first macros (0..127). KeyError for no rack's name."""
    layout = rack_layout(name, tuple(macro for macro, _ in macros))
    rest = len(layout.parameters) - 1 - len(macros)
    values = (1.0, *(value for _, value in macros), *((0.0,) * rest))
    return DeviceDocument(title or name, layout, values, chains, return_chains, mappings)


def foreign_device(class_name: str, name: str, device_type: int = AUDIO_EFFECT) -> DeviceDocument:
    """A plug-in or a Max device of which only the first parameter is known."""
    if device_type not in (INSTRUMENT, AUDIO_EFFECT):
        raise ValueError(f"a plug-in is an instrument (1) or an audio effect (2), not {device_type}")
    return DeviceDocument(name, DeviceLayout(class_name, name, device_type, (_UNKNOWN[0][0],)), (1.0,))


def parameter_index(layout: DeviceLayout, name: str) -> int:
    """Where the first parameter of that name stands. KeyError when there is none."""
    for index, parameter in enumerate(layout.parameters):
        if parameter.name == name:
            return index
    raise KeyError(f"{layout.class_display_name} has no parameter {name!r}")


def _with(layout: DeviceLayout, starts: tuple[float, ...], values: Mapping[str, float]) -> tuple[float, ...]:
    changed = {parameter_index(layout, name): value for name, value in values.items()}
    return tuple(changed.get(index, start) for index, start in enumerate(starts))
