"""Live's colours: seventy of them, and a written colour becomes the nearest one."""

from __future__ import annotations

from functools import cache

from countin.sim.kernel.table import raw_table


@cache
def palette() -> tuple[int, ...]:
    """The colours by index, as 0x00RRGGBB. Source: constants.json."""
    return tuple(int(text[1:], 16) for text in raw_table("constants")["colors"])


def color_of(index: int) -> int:
    """The colour at an index; an index beyond the palette wraps to its last entry."""
    colors = palette()
    return colors[min(max(index, 0), len(colors) - 1)]


def snapped_index(index: int) -> int:
    """A written colour index, held inside the palette."""
    return min(max(index, 0), len(palette()) - 1)


@cache
def nearest(color: int) -> int:
    """The index of the colour that is nearest in plain RGB distance."""
    colors = palette()
    return min(range(len(colors)), key=lambda index: _distance(colors[index], color))


def _distance(one: int, other: int) -> int:
    return sum(((one >> shift & 255) - (other >> shift & 255)) ** 2 for shift in (0, 8, 16))
