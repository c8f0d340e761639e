"""The facts of the reference files in the units of the object model, by the rules of the format's description."""

from __future__ import annotations

from typing import Any

from countin.sim.files.curves import clip_gain_position, send_position, volume_position
from countin.sim.files.fields import single
from countin.sim.files.sets import SCALES
from sim.files.comparing import Facts


def tempo(fact: float) -> float:
    """Live keeps single precision."""
    return single(fact)


def scenes(fact: list[str]) -> list[str]:
    """Up to Live 10 an unnamed scene is stored as a blank and its number."""
    return ["" if name == f" {index}" else name for index, name in enumerate(fact, 1)]


def scale(fact: list[Any] | None) -> list[Any]:
    """The name is a number from 12.1 on, empty in some Live 9 sets, and Live 8 has no scale at all."""
    root, name = fact or [0, ""]
    return [root, SCALES[int(name)] if str(name).isdecimal() else name or SCALES[0]]


def session_clips(fact: list[tuple[int, Facts]]) -> list[Facts]:
    """Each clip with the slot it lies in."""
    return [{"slot": slot, **clip} for slot, clip in fact]


def arrangement_clips(fact: list[Facts]) -> list[Facts]:
    """In the order of time, as the object model has them."""
    return sorted(fact, key=lambda clip: clip["start"])


def in_note(fact: int | None) -> int:
    """None is a chain that hears all notes."""
    return -1 if fact is None else fact


def sends(fact: list[float]) -> list[float]:
    """Linear gains as positions."""
    return [send_position(gain) for gain in fact]


volume = volume_position
clip_gain = clip_gain_position


def main_output(fact: str) -> str:
    """Before Live 12 the main track was the master."""
    return fact.replace("/Master", "/Main")


def moving(fact: list[tuple[str, int]]) -> list[str]:
    """What moves; the object model does not tell by how many points."""
    return sorted(name for name, _ in fact)
