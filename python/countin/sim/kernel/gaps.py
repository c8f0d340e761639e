"""What of Live's API is not simulated, by the beginning of its name, and why. Touching it raises NotSimulated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

GAPS: Final[Mapping[str, str]] = {
    "Live.Licensing.": "licences, trials and their dialogs are Ableton's own business; no song reaches them",
    "Live.Application.encrypt_challenge": "answers a hardware key's challenge with a secret of Ableton's",
    "Live.Application.ControlSurfaceProxy.": "stands for the hardware script of another surface, which only Live has",
    "Live.Application.ControlDescription.": "describes a control of such a surface",
    "Live.Listener.ListenerHandle.": "made inside Live for each listener; nothing hands one to a script",
}
"""A member of Live's that begins so raises `NotSimulated`."""
