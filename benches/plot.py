"""A plot with two logarithmic axes as SVG text: lines through points, each with its name at its right end."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from typing import Final, Literal

WIDTH: Final = 860
HEIGHT: Final = 520
LEFT, RIGHT, TOP, BOTTOM = 76, 616, 56, 456
"""Where the axes lie."""
APART: Final = 18
"""The least distance of two names."""
INK, FAINT, FINE = "#1b1f24", "#6e7781", "#d8dee4"
Mark = Literal["circle", "square", "triangle", "diamond", "none"]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Series:
    """A named line."""

    name: str
    points: Sequence[Point]
    colour: str
    mark: Mark = "circle"
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Axis:
    """A logarithmic axis: the range of its values, and the pixels of its ends."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The pixel of a value."""
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return round(self.start + share * (self.end - self.start), 1)

    def decades(self) -> Iterator[int]:
        """The powers of ten on it."""
        first, last = math.ceil(math.log10(self.low) - 1e-9), math.floor(math.log10(self.high) + 1e-9)
        yield from range(first, last + 1)

    def between(self) -> Iterator[float]:
        """The multiples of the powers of ten on it."""
        first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
        found = (digit * 10.0**power for power in range(first, last) for digit in range(2, 10))
        yield from (value for value in found if self.low <= value <= self.high)


@dataclass(frozen=True, slots=True)
class Plot:
    """What to draw. `x_values` are named below the axis; `note` stands under the title."""

    title: str
    note: str
    x_label: str
    y_label: str
    series: Sequence[Series]
    x_values: Sequence[int] = field(default=())

    def svg(self) -> str:
        """The picture."""
        xs = [x for one in self.series for x, _ in one.points]
        ys = [y for one in self.series for _, y in one.points]
        across = Axis(min(xs) / 1.25, max(xs) * 1.25, LEFT, RIGHT)
        up = Axis(_below(min(ys)), _above(max(ys)), BOTTOM, TOP)
        parts = [*_frame(self, across, up), *_grid(self, across, up)]
        for one, place in zip(self.series, _places([up.at(one.points[-1][1]) for one in self.series]), strict=True):
            parts += _drawn(one, across, up, place)
        return "\n".join([*parts, "</svg>", ""])


def _below(value: float) -> float:
    """The nearest of 1, 2 and 5 times a power of ten that is not above."""
    power = 10.0 ** math.floor(math.log10(value))
    return max(step * power for step in (1, 2, 5) if step * power <= value * 1.000001)


def _above(value: float) -> float:
    """The nearest of 1, 2 and 5 times a power of ten that is not below."""
    power = 10.0 ** math.floor(math.log10(value))
    return min(step * power for step in (1, 2, 5, 10) if step * power >= value)


def _frame(plot: Plot, across: Axis, up: Axis) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="DejaVu Sans, Verdana, sans-serif" font-size="12" fill="{INK}">'
    )
    yield f"<title>{escape(plot.title)}</title>"
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>'
    yield _text(LEFT, 22, plot.title, size=15, weight="bold")
    yield _text(LEFT, 40, plot.note, colour=FAINT)
    yield _text((across.start + across.end) / 2, BOTTOM + 44, plot.x_label, anchor="middle")
    middle = (up.start + up.end) / 2
    yield f'<text transform="translate(22 {middle}) rotate(-90)" text-anchor="middle">{escape(plot.y_label)}</text>'


def _grid(plot: Plot, across: Axis, up: Axis) -> Iterator[str]:
    for value in up.between():
        yield _line(LEFT, up.at(value), RIGHT, up.at(value), FINE, 0.5)
    for power in up.decades():
        yield _line(LEFT, up.at(10.0**power), RIGHT, up.at(10.0**power), FAINT, 0.7)
        yield _text(LEFT - 8, up.at(10.0**power) + 4, f"{10.0**power:,g}", anchor="end")
    for value in plot.x_values:
        yield _line(across.at(value), TOP, across.at(value), BOTTOM, FINE, 0.7)
        yield _text(across.at(value), BOTTOM + 20, f"{value:,}", anchor="middle")
    yield f'<rect x="{LEFT}" y="{TOP}" width="{RIGHT - LEFT}" height="{BOTTOM - TOP}" fill="none" stroke="{INK}"/>'


def _places(wanted: Sequence[float]) -> list[float]:
    """Heights near the wanted ones, no two of them too close, in the order given."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    found = list(wanted)
    for before, index in pairwise(order):
        found[index] = max(found[index], found[before] + APART)
    return found


def _drawn(one: Series, across: Axis, up: Axis, place: float) -> Iterator[str]:
    spots = [(across.at(x), up.at(y)) for x, y in one.points]
    dashes = ' stroke-dasharray="6 4"' if one.dashed else ""
    line = " ".join(f"{x},{y}" for x, y in spots)
    yield f'<polyline points="{line}" fill="none" stroke="{one.colour}" stroke-width="2"{dashes}/>'
    yield from (shape for x, y in spots if (shape := _mark(one, x, y)))
    x, y = spots[-1]
    yield _line(x + 6, y, RIGHT + 12, place, one.colour, 0.8)
    yield _text(RIGHT + 16, place + 4, one.name, colour=one.colour)


def _mark(one: Series, x: float, y: float) -> str:
    fill = f'fill="{one.colour}"'
    if one.mark == "circle":
        return f'<circle cx="{x}" cy="{y}" r="4" {fill}/>'
    corners = {
        "square": ((-4, -4), (4, -4), (4, 4), (-4, 4)),
        "triangle": ((0, -5), (5, 4), (-5, 4)),
        "diamond": ((0, -5.5), (5.5, 0), (0, 5.5), (-5.5, 0)),
    }.get(one.mark, ())
    points = " ".join(f"{round(x + dx, 1)},{round(y + dy, 1)}" for dx, dy in corners)
    return f'<polygon points="{points}" {fill}/>' if points else ""


def _line(x: float, y: float, to_x: float, to_y: float, colour: str, width: float) -> str:
    return f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="{colour}" stroke-width="{width}"/>'


def _text(
    x: float, y: float, text: str, *, anchor: str = "start", size: int = 12, weight: str = "normal", colour: str = INK
) -> str:
    style = f'text-anchor="{anchor}" font-size="{size}" font-weight="{weight}" fill="{colour}"'
    return f'<text x="{round(x, 1)}" y="{round(y, 1)}" {style}>{escape(text)}</text>'
