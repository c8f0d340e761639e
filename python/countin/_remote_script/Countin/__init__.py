"""Countin's Remote Script: what runs inside Ableton Live. Importing this package imports nothing else.

This file alone must parse on Python 3.7, so that an older Live shows one clear sentence instead of a syntax error.
"""


def create_instance(c_instance: object) -> object:
    """Called by Live when Countin is chosen as a control surface. Needs Live 12.1 or later (Python 3.11)."""
    import sys

    if sys.version_info < (3, 11):
        raise RuntimeError("Countin needs Live 12.1 or later: the Python of this Live is older than 3.11")
    from .script import Countin

    return Countin(c_instance)  # pyright: ignore[reportArgumentType]  (Live gives what script.CInstance describes)
