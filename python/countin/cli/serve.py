"""`countin serve`: MCP over standard input and output, for the Live that runs or for an embedded one of its own."""

from __future__ import annotations

import argparse
import contextlib
import gc
import logging
import os
import sys

from countin.cli.embedded import embedded_live


def configure(parser: argparse.ArgumentParser) -> None:
    live = parser.add_mutually_exclusive_group()
    live.add_argument("--live", type=int, metavar="PID", help="which Live, where several run")
    live.add_argument(
        "--sim", nargs="?", const="factory", metavar="demo|FILE", help="start an embedded Live and work in it"
    )
    parser.add_argument("--clock", choices=("real", "fast"), default="real", help="the embedded Live's clock")
    parser.add_argument(
        "--timeout", type=_seconds, default=10.0, metavar="SECONDS", help="how long a read waits for Live (default 10)"
    )
    parser.add_argument(
        "--toolsets",
        default=os.environ.get("COUNTIN_TOOLSETS", "core"),
        metavar="core|all|NAMES",
        help="which tools to offer (also COUNTIN_TOOLSETS); default core",
    )
    parser.add_argument("--read-only", action="store_true", help="offer no tool that changes the Set")
    parser.add_argument("--confirm", choices=("token",), default="token", help="how a plan is confirmed")


def _seconds(text: str) -> float:
    value = float(text)
    if not 0.1 <= value <= 600:
        raise argparse.ArgumentTypeError("from 0.1 to 600 seconds")
    return value


def run(options: argparse.Namespace) -> int:
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="countin: %(levelname)s %(message)s")
    from countin.cli.assembly import Wanted, assemble
    from countin.face.server import build
    from countin.face.transports import stdio

    with contextlib.ExitStack() as stack:
        pid: int | None = options.live
        if options.sim is not None:
            pid = stack.enter_context(embedded_live(options.sim, clock=options.clock)).pid

        async def main() -> None:
            wanted = Wanted(options.toolsets, options.read_only, pid, options.timeout)
            server = build(assemble(wanted))
            settle_collector()
            await stdio.serve(server)

        stdio.run(main())
    return 0


def settle_collector() -> None:
    """What stands after the start stays for good, and results of megabytes are trees without cycles: walking through
    both again and again costs a third of their time (performance.md 5.3)."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 1000)
