"""`python -m benches.scaling [--quick] [--save FILE]`: what our recall by reference costs against the number of
parameters in the chain, on the stub Live of `benches.recall`, and whether that is linear.

Every round also decodes a snapshot of 10,000 parameters with orjson. Costs are ratios to that in the same round, so
that a machine which changes its pace bends no line; milliseconds are those ratios times the median of all those
decodings.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import orjson

from benches.recall.stub import Server, served

payloads: Any = import_module("benches.payloads")  # a stand-alone script, untyped

SIZES: Final = (1_000, 2_000, 5_000, 10_000, 25_000, 50_000, 100_000)
QUICK: Final = (1_000, 5_000, 25_000)
UNIT: Final = 10_000
"""Parameters of the snapshot that each round decodes."""
EACH: Final = 50
"""Parameters of a device: what grows is the number of devices, racks among them."""
SHARES: Final[Mapping[str, int]] = {"1 %": 100, "all": 1}
"""What is changed, as one of so many."""
KINDS: Final[Mapping[str, tuple[str, ...]]] = {"everything is read": (), "reading costs nothing": ("--read-once",)}
ALLOWED: Final = 0.25
"""The worst deviation from a straight line that is still called linear."""

Point = tuple[int, float]
Costs = dict[str, list[float]]


def snapshot(size: int) -> Any:
    """A chain of that many parameters."""
    return payloads.chain_snapshot(devices=size // EACH, params=EACH)


def _decoding(text: bytes) -> float:
    """The least of three, without the collector: what we are compared with gets every advantage."""
    gc.collect()
    gc.disable()
    found: list[float] = []
    for _ in range(3):
        begun = time.perf_counter()
        orjson.loads(text)
        found.append(time.perf_counter() - begun)
    gc.enable()
    return min(found)


async def rounds(server: Server, size: int, count: int, unit: bytes) -> Costs:
    """Seconds of each share's recalls, of decoding the same snapshot, and of the unit, in the order of the rounds.
    Values are changed and then brought back; the dearer half of a pair is not left out."""
    tree = snapshot(size)
    text = orjson.dumps(tree)
    original = server.keep(tree)
    targets = {share: server.keep(payloads.change_values(tree, size // part)) for share, part in SHARES.items()}
    del tree
    costs: Costs = {name: [] for name in (*SHARES, "loads", "unit")}
    for number in range(-1, count):  # the first is for layouts, imports, and tables that grow
        found: dict[str, float] = {"loads": _decoding(text), "unit": _decoding(unit)}
        for share, target in [*targets.items()]:
            try:
                found[share] = (await _recalled(server, target) + await _recalled(server, original)) / 2
            except RuntimeError as error:  # our own server refused: that is told in the figures, and the rest goes on
                print(f"  {size:,} parameters, {share} changed: {error}", file=sys.stderr)
                del targets[share]
                costs[share].clear()
        if number >= 0:
            for name, seconds in found.items():
                costs[name].append(seconds)
    return costs


async def _recalled(server: Server, reference: str) -> float:
    """Seconds to plan and to execute; what stands was captured just before, as a client would have it."""
    await server.call("capture_device_chain_snapshot", trackId="master")
    (plan, _), (run, _) = await server.recall(reference)
    return plan + run


async def measure(sizes: Sequence[int], count: int) -> dict[str, Any]:
    """All sizes on both kinds of stub."""
    unit = orjson.dumps(snapshot(UNIT))
    made: dict[tuple[str, int], Costs] = {}
    for size in sizes:
        for kind, options in KINDS.items():
            async with served(snapshot(size), *options) as server:
                gc.freeze()
                made[kind, size] = await rounds(server, size, count, unit)
                gc.unfreeze()
    pace = statistics.median(second for costs in made.values() for second in costs["unit"]) * 1e3
    lines = {f"{share} changed, {kind}": _line(made, kind, share, sizes) for kind in KINDS for share in SHARES}
    lines["orjson.loads of the snapshot"] = _line(made, next(iter(KINDS)), "loads", sizes)
    return {"sizes": list(sizes), "milliseconds_of_unit": round(pace, 3), "lines": lines}


def _line(made: Mapping[tuple[str, int], Costs], kind: str, name: str, sizes: Iterable[int]) -> list[dict[str, float]]:
    """For each size that was not refused the ratio to decoding the same snapshot and to decoding the unit: medians of
    those in a round."""
    return [
        {
            "parameters": size,
            "of_loads": round(_ratio(made[kind, size], name, "loads"), 3),
            "of_unit": round(_ratio(made[kind, size], name, "unit"), 5),
        }
        for size in sizes
        if made[kind, size][name]
    ]


def _ratio(costs: Costs, name: str, base: str) -> float:
    return statistics.median(one / other for one, other in zip(costs[name], costs[base], strict=True))


def straight(points: Sequence[Point]) -> tuple[float, float, float]:
    """The line through the points whose relative deviations are least in square: its value at 0, its slope, and the
    worst relative deviation of a point."""
    weights = [1 / cost**2 for _, cost in points]
    total = sum(weights)
    mean = sum(weight * size for weight, (size, _) in zip(weights, points, strict=True)) / total
    level = sum(weight * cost for weight, (_, cost) in zip(weights, points, strict=True)) / total
    both = sum(weight * (size - mean) * cost for weight, (size, cost) in zip(weights, points, strict=True))
    slope = both / sum(weight * (size - mean) ** 2 for weight, (size, _) in zip(weights, points, strict=True))
    start = level - slope * mean
    return start, slope, max(abs((start + slope * size) / cost - 1) for size, cost in points)


def exponent(points: Sequence[Point]) -> float:
    """The power of the size that the cost grows by between the smallest and the largest."""
    (first, low), (last, high) = points[0], points[-1]
    return math.log(high / low) / math.log(last / first)


def show(found: Mapping[str, Any]) -> str:
    """The figures as text."""
    pace = found["milliseconds_of_unit"]
    lines = ["", "plan and execute a recall by reference: ms, and ratio to one orjson.loads of the snapshot"]
    lines.append(f"  {'parameters':36}" + "".join(f"{size:>15,}" for size in found["sizes"]))
    for name, points in found["lines"].items():
        cells = cells_of(found, points, lambda point: f"{point['of_unit'] * pace:9.1f} {point['of_loads']:5.2f}")
        lines.append(f"  {name:36}" + "".join(f"{cell:>15}" for cell in cells))
    return "\n".join([*lines, *(f"  {name}: {verdict(points)}" for name, points in found["lines"].items())])


def cells_of(
    found: Mapping[str, Any], points: Sequence[Mapping[str, float]], told: Callable[[Mapping[str, float]], str]
) -> list[str]:
    """A cell for each size; where our server refused the recall it says so."""
    by_size = {int(point["parameters"]): told(point) for point in points}
    return [by_size.get(size, "refused") for size in found["sizes"]]


def verdict(points: Sequence[Mapping[str, float]]) -> str:
    """Whether a line is straight, in words."""
    found = [(int(point["parameters"]), point["of_unit"]) for point in points]
    if len(found) < 3:
        return "too few points"
    _, _, worst = straight(found)
    word = "linear" if worst <= ALLOWED else "NOT linear"
    return f"{word}: at most {worst:.0%} off a straight line; grows with the power {exponent(found):.2f}"


def main(arguments: Sequence[str]) -> int:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(prog="python -m benches.scaling")
    parser.add_argument("--quick", action="store_true", help="three sizes, two rounds")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--save", type=Path, help="write the figures as JSON")
    said = parser.parse_args(arguments)
    found = asyncio.run(measure(QUICK, 2) if said.quick else measure(SIZES, said.rounds))
    print(show(found))
    if said.save:
        said.save.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
