"""`python -m benches.peers [--quick] [--save FILE]`: one table for each tick source.

All Remote Scripts are loaded in the same embedded Live, real clock, a display turn each 100 ms; then again in one that
runs no timers. The embedded Live costs next to nothing an access, so what is compared is who waits for what.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from benches.peers.homes import LIVE_SERVER, LIVEMCP, TORDO
from benches.peers.live import SIZES
from benches.peers.measuring import measure, warm
from benches.peers.stage import PEERS, stage

FULL: Final = ((64, 5), (512, 5), (4096, 3))
QUICK: Final = ((64, 2),)
SOURCES: Final[Mapping[bool, str]] = {True: "timers run", False: "update_display alone"}
HEAD: Final = ("peer", "call", "parameters", "ms", "ms each", "requests", "ticks", "of set", "of recall", "rounds")


def run(plan: Sequence[tuple[int, int]], names: frozenset[str]) -> dict[str, Any]:
    """Every size with its rounds, with timers and without."""
    tables: dict[str, Any] = {}
    for timers, source in SOURCES.items():
        with stage(timers=timers, names=names) as shown:
            warm(shown)
            tables[source] = [row for size, rounds in plan for row in measure(shown, size, rounds)]
    return tables


def show(tables: Mapping[str, Any]) -> str:
    """The tables as text; "of set" and "of recall" are ratios to our two ways in the same round."""
    lines: list[str] = []
    for source, rows in tables.items():
        lines += ["", f"Live: {source}", _row(HEAD)]
        lines += [_row(_cells(row)) for row in rows]
    return "\n".join(lines)


def _cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    named = (row["peer"], row["call"], f"{row['parameters']}")
    if "refused" in row:
        return (*named, row["refused"])
    return (
        *named, f"{row['milliseconds']:.1f}", f"{row['per_parameter']:.3f}", f"{row['requests']}", f"{row['ticks']}",
        f"{row['of_set']:.2f}", f"{row['of_recall']:.2f}", f"{row['rounds']}",
    )  # fmt: skip


def _row(cells: Sequence[str]) -> str:
    peer, call, *rest = cells
    return f"  {peer:24}{call:58}" + "".join(f"{cell:>11}" for cell in rest)


def main(arguments: Sequence[str]) -> int:
    """Print the tables; 1 where somebody's values were not in the Set."""
    parser = argparse.ArgumentParser(prog="python -m benches.peers")
    parser.add_argument("--quick", action="store_true", help="64 parameters, two rounds")
    parser.add_argument("--size", type=int, choices=SIZES, help="one size alone, one round")
    parser.add_argument("--peer", choices=(LIVE_SERVER.name, LIVEMCP.name, TORDO.name), help="one stranger alone")
    parser.add_argument("--save", type=Path, help="write the figures as JSON")
    said = parser.parse_args(arguments)
    plan = ((said.size, 1),) if said.size else QUICK if said.quick else FULL
    names = frozenset({said.peer} if said.peer else {peer.name for peer in PEERS})
    tables = run(plan, names)
    print(show(tables))
    if said.save:
        said.save.write_text(json.dumps(tables, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
