"""What devices look like (names, ranges, choices), read once a device and kept while its parameters stay the same.

Reading a layout costs some ten times as much as reading values (performance.md 6). An entry is good for the same
parameter pointers and the same values of the quantized parameters, because a mode may rename or re-range others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from .wire import Layout, LayoutParameter

if TYPE_CHECKING:
    import Live

KEPT = 8192
"""Devices remembered; beyond it the oldest go."""


class _Entry(NamedTuple):
    parameters: tuple[int, ...]
    modes: tuple[int, ...]
    """Places of the quantized parameters."""
    set_to: tuple[float, ...]
    layout: Layout

    def is_good_for(
        self,
        pointers: tuple[int, ...],
        values: Sequence[float],
        named: Sequence[Live.DeviceParameter.DeviceParameter],
    ) -> bool:
        """Nothing that it was read under has changed, and `named` are still called as then."""
        if self.parameters != pointers or self.set_to != tuple(values[place] for place in self.modes):
            return False
        return all(map(_is_called, named, self.layout.rows))


def value_items(parameter: Live.DeviceParameter.DeviceParameter, quantized: bool) -> tuple[str, ...]:
    """The words of a quantized parameter; empty where Live has none (it raises for continuous ones, and for some)."""
    if not quantized:
        return ()
    try:
        return tuple(str(item) for item in parameter.value_items)
    except RuntimeError:
        return ()


def _is_called(parameter: Live.DeviceParameter.DeviceParameter, row: LayoutParameter) -> bool:
    return parameter.name == row.name


def _read(parameter: Live.DeviceParameter.DeviceParameter) -> LayoutParameter:
    quantized = bool(parameter.is_quantized)
    return LayoutParameter(
        parameter.original_name,
        parameter.name,
        parameter.min,
        parameter.max,
        quantized,
        value_items(parameter, quantized),
    )


class Layouts:
    """Layouts by device pointer; equal layouts are one object."""

    def __init__(self) -> None:
        self._entries: dict[int, _Entry] = {}
        self._same: dict[Layout, Layout] = {}

    def of(
        self,
        device: int,
        parameters: Sequence[Live.DeviceParameter.DeviceParameter],
        pointers: tuple[int, ...],
        values: Sequence[float],
        names_may_change: bool,
    ) -> Layout:
        """The layout of the device with pointer `device`; `values` are the real ones of its parameters just read.
        `names_may_change` compares the names too (macros take those of what they drive)."""
        entry = self._entries.get(device)
        named = parameters if names_may_change else ()
        if entry is not None and entry.is_good_for(pointers, values, named):
            return entry.layout
        layout = Layout(tuple(_read(parameter) for parameter in parameters))
        layout = self._shared(layout)
        modes = tuple(place for place, row in enumerate(layout.rows) if row.quantized)
        self._keep(device, _Entry(pointers, modes, tuple(values[place] for place in modes), layout))
        return layout

    def forget(self, device: int) -> None:
        """Read this device anew next time: something about it was not as remembered."""
        self._entries.pop(device, None)

    def _shared(self, layout: Layout) -> Layout:
        if len(self._same) >= KEPT:
            self._same.clear()
        return self._same.setdefault(layout, layout)

    def _keep(self, device: int, entry: _Entry) -> None:
        self._entries.pop(device, None)
        self._entries[device] = entry
        while len(self._entries) > KEPT:
            del self._entries[next(iter(self._entries))]
