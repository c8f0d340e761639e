"""What every room's tests share: the Hypothesis profile, and the reference files beside the checkout."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from laws.tally import Summary

settings.register_profile(
    "countin",
    deadline=None,  # machines are shared: a slow example is no failure
    derandomize=os.environ.get("CI") == "true",
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("countin")


def pytest_configure(config: pytest.Config) -> None:
    """At the end, what the laws exercised is printed where all reports come together."""
    config.pluginmanager.register(Summary(), "laws")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference files: `COUNTIN_SHARED`, else `../shared`. A counted skip without it; CI makes its
    absence a failure."""
    folder = Path(os.environ.get("COUNTIN_SHARED", Path(__file__).parents[2] / "shared"))
    if not (folder / "sets" / "INDEX.md").is_file():
        if os.environ.get("COUNTIN_REQUIRE_SHARED"):
            pytest.fail("the reference files are required and not there: set COUNTIN_SHARED")
        pytest.skip("the reference files are not beside the checkout")
    return folder


def pytest_collection_finish() -> None:
    """Thousands of collected tests stay for good: the collector need not walk through them again and again."""
    gc.collect()
    gc.freeze()
