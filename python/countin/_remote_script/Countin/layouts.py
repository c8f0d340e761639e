"""What devices look like (names, ranges, choices), read once a device and kept while its parameters stay the same.

Reading a layout costs some ten times as much as reading values (performance.md 6), and sending it more again: a capture
names layouts by digest, and who does not know one asks for it. An entry is good for the same parameter pointers and the
same values of the quantized parameters, because a mode may rename or re-range others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from .reading import Pause
from .rows import codec
from .wire import Layout, LayoutParameter

if TYPE_CHECKING:
    import Live

    from .reading import Reading

KEPT = 8192
"""Devices remembered; beyond it the oldest go."""
READ_AT_ONCE = 64
"""Parameters whose layout is read before another may have its turn."""


class Known(NamedTuple):
    """A layout: its digest, its packed form, the names of its parameters, the places of the quantized ones (modes)."""

    digest: bytes
    packed: bytes
    names: tuple[str, ...]
    modes: frozenset[int]


class _Entry(NamedTuple):
    parameters: tuple[int, ...]
    set_to: tuple[float, ...]
    """The values of its modes."""
    layout: Known

    def is_good_for(
        self,
        pointers: tuple[int, ...],
        values: Sequence[float],
        named: Sequence[Live.DeviceParameter.DeviceParameter],
    ) -> bool:
        """Nothing that it was read under has changed, and `named` are still called as then."""
        if self.parameters != pointers or self.set_to != tuple([values[place] for place in self.layout.modes]):
            return False
        return not named or tuple([parameter.name for parameter in named]) == self.layout.names


def value_items(parameter: Live.DeviceParameter.DeviceParameter, quantized: bool) -> tuple[str, ...]:
    """The words of a quantized parameter; empty where Live has none (it raises for continuous ones, and for some)."""
    if not quantized:
        return ()
    try:
        return tuple(str(item) for item in parameter.value_items)
    except RuntimeError:
        return ()


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


def _known(rows: Sequence[LayoutParameter]) -> Known:
    packed = codec(Layout).guard_bytes(Layout(tuple(rows)))
    modes = frozenset(place for place, row in enumerate(rows) if row.quantized)
    return Known(hashlib.sha256(packed).digest(), packed, tuple(row.name for row in rows), modes)


class Layouts:
    """Layouts by device pointer and by digest; equal layouts are one object."""

    def __init__(self) -> None:
        self._entries: dict[int, _Entry] = {}
        self._known: dict[bytes, Known] = {}

    def of(
        self,
        device: int,
        parameters: Sequence[Live.DeviceParameter.DeviceParameter],
        pointers: tuple[int, ...],
        values: Sequence[float],
        names_may_change: bool,
    ) -> Reading[Known]:
        """The layout of the device with pointer `device`; `values` are the real ones of its parameters just read.
        `names_may_change` compares the names too (macros take those of what they drive)."""
        entry = self._entries.get(device)
        if entry is not None and entry.is_good_for(pointers, values, parameters if names_may_change else ()):
            return entry.layout
        rows: list[LayoutParameter] = []
        for start in range(0, len(parameters), READ_AT_ONCE):
            rows += [_read(parameter) for parameter in parameters[start : start + READ_AT_ONCE]]
            yield Pause.MAY
        layout = self._shared(_known(rows))
        self._keep(device, _Entry(pointers, tuple([values[place] for place in layout.modes]), layout))
        return layout

    def by_digest(self, digest: bytes) -> Known | None:
        """A layout that was told of by its digest, while it is remembered."""
        return self._known.get(digest)

    def forget(self, device: int) -> None:
        """Read this device anew next time: something about it was not as remembered."""
        self._entries.pop(device, None)

    def _shared(self, layout: Known) -> Known:
        if len(self._known) >= KEPT:
            in_use = {entry.layout.digest: entry.layout for entry in self._entries.values()}
            self._known = in_use if len(in_use) < KEPT else {}
        return self._known.setdefault(layout.digest, layout)

    def _keep(self, device: int, entry: _Entry) -> None:
        self._entries.pop(device, None)
        self._entries[device] = entry
        while len(self._entries) > KEPT:
            del self._entries[next(iter(self._entries))]
