"""How a question of the probe can end without an answer."""

from __future__ import annotations


class Unasked(Exception):
    """The question was left out; the text says why."""


class Stopped(Exception):
    """Whoever asked does not wait any more: what was made is removed, nothing else is asked."""
