"""The curve between stored gains and shown positions goes through every public measurement and back."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin.sim.files.curves import (
    clip_gain_position,
    decibels,
    fader_decibels,
    fader_position,
    send_position,
    volume_position,
)
from countin.sim.files.fields import single

MEASURED = ((1.0, 6.0), (0.85, 0.0), (0.7, -6.0), (0.5, -14.0), (0.4, -18.0), (0.2, -34.4), (0.1, -48.6))


@pytest.mark.parametrize(("position", "level"), MEASURED)
def test_the_fader_passes_through_what_was_measured(position: float, level: float) -> None:
    assert fader_decibels(position) == pytest.approx(level, abs=0.1)
    assert volume_position(10 ** (level / 20)) == pytest.approx(position, abs=1e-3)


@given(st.floats(0.01, 1.0))
def test_position_and_level_are_inverse(position: float) -> None:
    assert fader_position(fader_decibels(position)) == pytest.approx(position, abs=2e-5)


@given(st.floats(0.0, 1e6), st.floats(0.0, 1e6))
def test_louder_is_never_lower_and_always_within_the_range(left: float, right: float) -> None:
    quiet, loud = sorted((left, right))
    for position in (volume_position, send_position, clip_gain_position):
        assert 0.0 <= position(quiet) <= position(loud) <= 1.0


def test_the_stored_floor_is_the_bottom_of_every_fader() -> None:
    assert volume_position(0.0003162277571) == send_position(0.0003162277571) == 0.0
    assert clip_gain_position(0.0) == 0.0
    assert decibels(0.0) == -math.inf


def test_sends_lie_six_decibels_under_volumes_and_clip_gains_eighteen_over() -> None:
    assert send_position(1.0) == 1.0
    assert send_position(10 ** (-6 / 20)) == pytest.approx(0.85, abs=1e-6)
    assert clip_gain_position(1.0) == pytest.approx(0.4, abs=1e-6)
    assert clip_gain_position(10 ** (24 / 20)) == 1.0
    assert clip_gain_position(10 ** (-62.9 / 20)) == pytest.approx(0.0039, abs=1e-5)


@given(st.floats(0.0, 2.0))
def test_positions_are_rounded_to_single_precision(gain: float) -> None:
    assert volume_position(gain) == single(volume_position(gain))
