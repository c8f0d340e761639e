"""Strangers at home, as tests want them: an environment, or a test that is skipped."""

from __future__ import annotations

import os
from typing import Final

import pytest
from benches.peers.homes import Home, Stranger, built_home

UNREACHABLE: Final = "the strangers' environments are not in the cache and PyPI could not be reached"


def home_of(stranger: Stranger) -> Home:
    """The stranger's environment, from the cache or built now. Without PyPI the test is skipped, but never under CI."""
    home = built_home(stranger)
    if home is not None:
        return home
    if os.environ.get("CI", "").lower() == "true":
        pytest.fail(f"{stranger.name}: {UNREACHABLE}")
    pytest.skip(UNREACHABLE)
