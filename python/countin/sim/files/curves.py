"""Between the linear gains that files store and the 0..1 positions that the object model shows.

The curve is a fit of public measurements (live-api section 2.12): decibels are 40 v - 34 from v = 0.4 up and a parabola
below; a send lies 6 dB lower, the gain of a clip 18 dB higher.
"""

from __future__ import annotations

import math
from itertools import pairwise

from countin.sim.files.fields import single

FLOOR_GAIN = 0.0003162278
"""-70 dB, shown as minus infinity: position 0."""

LINEAR_SLOPE = 40.0
LINEAR_OFFSET = -34.0
BEND = 0.4
PARABOLA = (-199.8, 201.85, -66.77)

SEND_SHIFT = -6.0
CLIP_SHIFT = 18.0

CLIP_STEEP_POINTS = ((0.0, -70.0), (0.0039, -62.9), (0.04, -41.0157))
"""The measured points under the parabola of a clip's gain, joined by straight lines."""


def decibels(gain: float) -> float:
    """Decibels of a linear gain; gains at or under zero give minus infinity."""
    return 20.0 * math.log10(gain) if gain > 0.0 else -math.inf


def fader_decibels(position: float) -> float:
    """Decibels of a fader position of 0..1."""
    if position >= BEND:
        return LINEAR_SLOPE * position + LINEAR_OFFSET
    square, slope, offset = PARABOLA
    return square * position * position + slope * position + offset if position > 0.0 else -math.inf


def fader_position(level: float) -> float:
    """The position, 0..1, whose fader_decibels is `level`."""
    if level >= LINEAR_SLOPE * BEND + LINEAR_OFFSET:
        return min((level - LINEAR_OFFSET) / LINEAR_SLOPE, 1.0)
    square, slope, offset = PARABOLA
    if level <= offset:
        return 0.0
    return min((-slope + math.sqrt(slope * slope - 4.0 * square * (offset - level))) / (2.0 * square), BEND)


def volume_position(gain: float) -> float:
    """A track's, chain's or cue volume: linear gain 0.000316..1.995 to 0..1, in single precision."""
    return _above_floor(gain, 0.0)


def send_position(gain: float) -> float:
    """A send: linear gain 0.000316..1 to 0..1, in single precision."""
    return _above_floor(gain, SEND_SHIFT)


def clip_gain_position(gain: float) -> float:
    """A clip's gain: linear SampleVolume to 0..1 (0.4 is 0 dB), in single precision."""
    level = decibels(gain)
    if level <= CLIP_STEEP_POINTS[0][1]:
        return 0.0
    for (low, low_level), (high, high_level) in pairwise(CLIP_STEEP_POINTS):
        if level < high_level:
            return single(low + (high - low) * (level - low_level) / (high_level - low_level))
    return single(fader_position(level - CLIP_SHIFT))


def _above_floor(gain: float, shift: float) -> float:
    """The parabola does not reach -70 dB at 0, so the stored floor itself is told apart (to its printed digits)."""
    if gain <= FLOOR_GAIN * (1.0 + 1e-6):
        return 0.0
    return single(fader_position(decibels(gain) - shift))
