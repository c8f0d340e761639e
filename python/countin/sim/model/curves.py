"""How Live shows raw values: the mixer curve, pan, hertz, decibels. Formats of devices are guesses where no public
source shows one: a reader must never parse them by position.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from countin.sim.document import ParameterLayout

SEND_BELOW_VOLUME = 6.0
CLIP_GAIN_ABOVE_VOLUME = 18.0


def volume_decibels(value: float) -> float:
    """The decibels of a track volume 0..1; minus infinity at 0. Source: LIVE_API 2.12, fits seven measurements."""
    if value <= 0:
        return -math.inf
    return 40 * value - 34 if value >= 0.4 else -199.8 * value**2 + 201.85 * value - 66.77


def volume_value(decibels: float) -> float:
    """The track volume that shows these decibels."""
    if decibels >= -18:
        return (decibels + 34) / 40
    if decibels <= -66.77:
        return 0.0
    return (201.85 - math.sqrt(201.85**2 - 4 * 199.8 * (66.77 + decibels))) / (2 * 199.8)


def is_curved(layout: ParameterLayout) -> bool:
    """Whether decibels of this parameter follow the mixer curve over 0..1."""
    return layout.unit == "send" or (layout.unit == "decibels" and (layout.minimum, layout.maximum) == (0.0, 1.0))


def shown_number(layout: ParameterLayout, value: float) -> float:
    """The value in the units that Live shows: what `display_value` reads."""
    if is_curved(layout):
        return volume_decibels(value) - (SEND_BELOW_VOLUME if layout.unit == "send" else 0)
    if layout.unit == "pan":
        return value * 50
    if layout.unit == "percent" and layout.maximum <= 1:
        return value * 100
    return value


def raw_number(layout: ParameterLayout, shown: float) -> float:
    """The raw value that shows as this."""
    if is_curved(layout):
        return volume_value(shown + (SEND_BELOW_VOLUME if layout.unit == "send" else 0))
    if layout.unit == "pan":
        return shown / 50
    if layout.unit == "percent" and layout.maximum <= 1:
        return shown / 100
    return shown


def _decibels(value: float) -> str:
    return "-inf dB" if value == -math.inf else f"{value:.1f} dB"


def _pan(value: float) -> str:
    amount = round(abs(value))
    return "C" if amount == 0 else f"{amount}{'R' if value > 0 else 'L'}"


def _hertz(value: float) -> str:
    return f"{value / 1000:.2f} kHz" if value >= 1000 else f"{value:.1f} Hz"


def _milliseconds(value: float) -> str:
    return f"{value / 1000:.2f} s" if value >= 1000 else f"{value:.1f} ms"


_FORMATS: Final[dict[str, Callable[[float], str]]] = {
    "send": _decibels,
    "decibels": _decibels,
    "pan": _pan,
    "hertz": _hertz,
    "milliseconds": _milliseconds,
    "percent": lambda value: f"{value:.1f} %",
    "seconds": lambda value: f"{value:.2f} s",
    "semitones": lambda value: f"{value:+.0f} st",
    "cents": lambda value: f"{value:+.0f} ct",
    "beats": lambda value: f"{value:.2f}",
}


def display(layout: ParameterLayout, value: float) -> str:
    """The display string of a raw value; one outside the range shows as the nearest inside it."""
    value = layout.minimum if math.isnan(value) else min(max(value, layout.minimum), layout.maximum)
    if layout.quantized:
        index = round(value)
        inside = 0 <= index - round(layout.minimum) < len(layout.value_items)
        return layout.value_items[index - round(layout.minimum)] if inside else str(index)
    if layout.unit:
        return _FORMATS[layout.unit](shown_number(layout, value))
    return f"{value:.0f}" if layout.maximum >= 127 else f"{value:.2f}"


def clip_gain_decibels(gain: float) -> float:
    """The decibels of a clip gain 0..1: the mixer curve 18 dB higher, steeper below 0.04, -70 at 0 (constants.json)."""
    if gain >= 0.04:
        return volume_decibels(gain) + CLIP_GAIN_ABOVE_VOLUME
    low = volume_decibels(0.04) + CLIP_GAIN_ABOVE_VOLUME
    return -70 + (low + 70) * (gain / 0.04) ** 0.42


def clip_gain_text(gain: float) -> str:
    """The display string of a clip gain."""
    return "-inf dB" if gain <= 0 else f"{clip_gain_decibels(gain):.2f} dB"
