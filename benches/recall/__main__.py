"""`python -m benches.recall [--quick]`: what a recall by reference costs, relative to one `orjson.loads` of it.

Twice: on a stub Live where reading what stands costs nothing (the server, the bridge, the writes), and on one whose
objects are really read. Medians of interleaved rounds; nothing here waits for a tick.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
from importlib import import_module
from typing import Any

import orjson
import uvloop

from benches.recall.stub import Server, served
from countin.cli.serve import settle_collector

payloads: Any = import_module("benches.payloads")  # a stand-alone script, untyped
NAME = "drumrack-128x3x64"
CHANGES = (1, 250, 24_000)
"""Of one change nothing is promised: it shows what any recall of so large a snapshot costs."""
BARS = {250: 0.25, 24_000: 2.0}


class Measured:
    """The rounds of one number of changes."""

    def __init__(self) -> None:
        self.plans: list[float] = []
        self.runs: list[float] = []
        self.ratios: list[float] = []
        self.plan_ticks: list[int] = []
        self.run_ticks: list[int] = []

    def add(self, planned: tuple[float, int], ran: tuple[float, int], base: float) -> None:
        """One recall."""
        self.plans.append(planned[0])
        self.runs.append(ran[0])
        self.ratios.append((planned[0] + ran[0]) / base)
        self.plan_ticks.append(planned[1])
        self.run_ticks.append(ran[1])

    def line(self) -> str:
        """The row of a table."""
        plan, run = statistics.median(self.plans) * 1e3, statistics.median(self.runs) * 1e3
        return (
            f"{plan:9.1f} {run:9.1f} {statistics.median(self.ratios):9.2f}"
            f" {statistics.median(self.plan_ticks):6.0f} {statistics.median(self.run_ticks):6.0f}"
        )


def _decoding(text: bytes) -> float:
    begun = time.perf_counter()
    orjson.loads(text)
    return time.perf_counter() - begun


async def rounds(server: Server, tree: Any, text: bytes, count: int) -> dict[int, Measured]:
    """Recall changed values, then the first ones again; both count."""
    original = server.keep(tree)
    targets = {changes: server.keep(payloads.change_values(tree, changes)) for changes in CHANGES}
    measured = {changes: Measured() for changes in CHANGES}
    for changes in CHANGES:  # layouts, imports, the first growth of every table
        await server.recall(targets[changes])
        await server.recall(original)
    settle_collector()
    for _ in range(count):
        for changes in CHANGES:
            for reference in (targets[changes], original):
                await server.call("capture_device_chain_snapshot", trackId="master")
                measured[changes].add(*await server.recall(reference), _decoding(text))
    gc.unfreeze()
    return measured


async def run(count: int) -> None:
    """Both kinds of stub."""
    tree: Any = payloads.build(NAME)
    text = orjson.dumps(tree)
    print(f"\n{NAME}: plan and execute a recall by reference, ratio to one orjson.loads of the snapshot")
    print(f"{'':44} {'plan ms':>9} {'run ms':>9} {'ratio':>9} {'ticks':>6} {'':>6}")
    for words, options in (("reading costs nothing", ("--read-once",)), ("everything is read", ())):
        async with served(tree, *options) as server:
            for changes, measured in (await rounds(server, tree, text, count)).items():
                bar = f"  bar {BARS[changes]}" if changes in BARS else ""
                print(f"  {f'{words}, {changes} changed':42} {measured.line()}{bar}")


def main(arguments: list[str]) -> int:
    """Measure."""
    uvloop.run(run(3 if "--quick" in arguments else 24))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
