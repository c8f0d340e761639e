"""Time signatures: what Live takes, and how beats become bars."""

from __future__ import annotations

_DENOMINATORS = (1, 2, 4, 8, 16)


def need_numerator(value: int) -> None:
    """RuntimeError outside 1..99."""
    if not 1 <= value <= 99:
        raise RuntimeError("Signature numerator out of range")


def denominator(value: int) -> int:
    """The denominator that a written one becomes: the next power of two up; RuntimeError outside 1..16."""
    if not 1 <= value <= 16:
        raise RuntimeError("Signature denominator out of range")
    return next(known for known in _DENOMINATORS if known >= value)
