"""Reader of one device's parameters, with Live's words for what they are set to."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .. import resolve
from ..layouts import value_items
from ..live_set import LiveSet
from ..native import pointer, pointers
from ..reading import Pause, Reading
from ..wire import Choice, DeviceAsked, ParameterRow, Parameters
from .levels import is_automated, words_for

if TYPE_CHECKING:
    import Live

MOST_CHOICES = 32
"""The widest range, in whole steps, whose words are listed when Live has no item list (Beat Repeat's grid)."""


def read_parameters(live: LiveSet, asked: DeviceAsked) -> Reading[Parameters]:
    """All parameters of a device, in Live's order."""
    device = resolve.device(live, asked.device)
    parameters = [*device.parameters]
    live.version.note(device, "parameters", pointers(parameters))
    rows: list[ParameterRow] = []
    for parameter in parameters:
        rows.append(_row(parameter))
        yield Pause.MAY
    return Parameters(pointer(device), device.name, tuple(rows))


def _row(parameter: Live.DeviceParameter.DeviceParameter) -> ParameterRow:
    value, enabled = parameter.value, bool(parameter.is_enabled)
    quantized = bool(parameter.is_quantized)
    items = value_items(parameter, quantized)
    return ParameterRow(
        pointer=pointer(parameter),
        name=parameter.name,
        original_name=parameter.original_name,
        minimum=parameter.min,
        maximum=parameter.max,
        value=value if enabled and not is_automated(parameter) else 0.0,
        enabled=enabled,
        quantized=quantized,
        items=items,
        automation=int(parameter.automation_state),
        now=value,
        display=words_for(parameter, value),
        choices=_choices(parameter) if quantized and not items else (),
    )


def _choices(parameter: Live.DeviceParameter.DeviceParameter) -> tuple[Choice, ...]:
    """Words for the whole steps of a short range. A Live that cannot say them has none."""
    low, high = parameter.min, parameter.max
    if not (math.isfinite(low) and math.isfinite(high) and low == int(low) and high == int(high)):
        return ()
    if not 0 <= high - low < MOST_CHOICES:
        return ()
    found = tuple(Choice(float(step), words_for(parameter, step)) for step in range(int(low), int(high) + 1))
    return found if all(choice.display for choice in found) else ()
