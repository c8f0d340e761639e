"""The embedded Live with Countin's Remote Script in it, as a child process: what `serve --sim` and the demo start."""

from __future__ import annotations

import os
from pathlib import Path

from countin.errors import Refusal
from countin.sim.hosting.child import Child, ChildError
from countin.sim.hosting.options import ClockName, Options

SCRIPT = Path(__file__).parents[1] / "_remote_script" / "Countin"
"""The packaged Remote Script."""


def embedded_live(set_name: str, *, clock: ClockName = "real", home: Path | None = None) -> Child:
    """Start one on the Set "factory", "demo" or in a file; `home` is its COUNTIN_HOME. Raises `Refusal` where it does
    not start (its own complaint is on standard error)."""
    environment = dict(os.environ)
    if home is not None:
        environment["COUNTIN_HOME"] = str(home)
    try:
        return Child(Options(set_name, clock, (SCRIPT,)), environment)
    except ChildError as error:
        raise Refusal("live_not_reachable", str(error)) from None
