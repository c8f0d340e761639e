"""`python -m benches.recall.holding [--quick]`: how long a re-capture of 24,600 parameters holds Live's main thread at
a time, and what a trivial call waits while snapshots are parsed beside it.

The first is a ratio to the tick budget, as p99 over re-captures at 1 µs an access, of the time that the thread ran; by
the clock stands beside it, because a shared machine takes a core away for longer than a tick. The second a ratio of two
p99s: a call that looks at nothing, alone and while 3 MB of snapshot after snapshot are read in a worker thread, as the
library reads what it does not hold.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from statistics import median, quantiles
from typing import Any

import orjson

from benches.recall.stub import Server, served, unconnected
from countin._remote_script.Countin import wire
from countin.core import Snapshot

payloads: Any = import_module("benches.payloads")  # a stand-alone script, untyped
NAME = "drumrack-128x3x64"
HOLD_BAR = 1.25
WAIT_BAR = 3.0


def p99(values: Sequence[float]) -> float:
    """The value that one in a hundred exceeds."""
    return quantiles(values, n=100)[98]


async def holds(tree: Any, count: int) -> float:
    """p99 of the longest tick of a re-capture, relative to the budget."""
    async with served(tree, "--access-us", "1") as server:
        await server.call("capture_device_chain_snapshot", trackId="master")
        server.longest_hold()
        found: list[tuple[float, float]] = []
        with server.apart():
            for _ in range(count):
                await server.call("capture_device_chain_snapshot", trackId="master")
                found.append(server.longest_hold())
    clock, running = ([each[way] / wire.TICK_BUDGET_SECONDS for each in found] for way in (0, 1))
    ratio = p99(running)
    print(f"  longest tick of a re-capture, p99 of {count:4}: {ratio:5.2f} of the budget   bar {HOLD_BAR}")
    print(
        f"     by the clock, with what the machine did elsewhere: {p99(clock):5.2f}, half of them {median(clock):5.2f}"
    )
    return ratio


async def _trivial(server: Server, count: int) -> list[float]:
    waits: list[float] = []
    for _ in range(count):
        begun = time.perf_counter()
        await server.call("get_operation_outcome")
        waits.append(time.perf_counter() - begun)
        await asyncio.sleep(0)
    return waits


async def _parsing(text: bytes) -> None:
    while True:
        await asyncio.to_thread(Snapshot.parse, text)


async def waits(tree: Any, count: int) -> float:
    """p99 of a trivial call beside the parsing of large snapshots, relative to p99 alone."""
    async with unconnected() as server:
        await _trivial(server, count)
        gc.collect()
        gc.freeze()
        alone = await _trivial(server, count)
        parsing = asyncio.create_task(_parsing(orjson.dumps(tree)))
        beside = await _trivial(server, count)
        parsing.cancel()
        gc.unfreeze()
    ratio = p99(beside) / p99(alone)
    print(f"  a trivial call beside parsing, p99 of {len(beside):4}: {ratio:5.2f} of p99 alone   bar {WAIT_BAR}")
    return ratio


def main(arguments: list[str]) -> int:
    """Measure both."""
    tree: Any = payloads.build(NAME)
    count = 20 if "--quick" in arguments else 100
    print(f"\n{NAME}: what others wait for")
    asyncio.run(holds(tree, count))
    asyncio.run(waits(tree, 10 * count))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
