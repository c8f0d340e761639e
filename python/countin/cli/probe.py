"""`countin probe`: ask the Live that runs, on an empty Set, what sources leave open about it; one JSON report."""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from countin.bridge import Bridge
from countin.cli.report import report_of
from countin.cli.terminal import plain
from countin.errors import Refusal

SECONDS = 180.0
"""How long a probe is waited for by default: Live stops asking by itself well before."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="write the report to a new file (default: print it)"
    )
    parser.add_argument("--only", action="append", default=[], metavar="QUESTION", help="ask only this (repeatable)")
    parser.add_argument("--live", type=int, metavar="PID", help="which Live, where several run")
    parser.add_argument("--timeout", type=float, default=SECONDS, metavar="SECONDS", help="how long to wait in all")


def run(options: argparse.Namespace) -> int:
    if options.output is not None and options.output.exists():
        raise Refusal("invalid_arguments", "The file for --output is there already; name one that is not")
    print("Live is asked on the open Set, which must be empty. Do not touch it meanwhile.", file=sys.stderr)
    report = report_of(asyncio.run(_ask(options)), platform.system())
    text = json.dumps(report, indent=2, ensure_ascii=False) + "\n"
    if options.output is None:
        sys.stdout.write(text)
    else:
        _write(options.output, text)
    return _told(report)


async def _ask(options: argparse.Namespace) -> Mapping[str, Any]:
    bridge = Bridge(live_pid=options.live)
    try:
        await bridge.connect()
        return await bridge.probe(options.only, timeout=options.timeout, progress=_Progress())
    finally:
        await bridge.close()


class _Progress:
    """Tells each question once, however many ticks Live takes for it."""

    def __init__(self) -> None:
        self._told = ""

    async def __call__(self, done: float, total: float | None, _: str) -> None:
        words = f"question {done:.0f} of {total or 0:.0f}"
        if words != self._told:
            print(words, file=sys.stderr)
        self._told = words


def _write(path: Path, text: str) -> None:
    """All of it or nothing."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        with suppress(OSError):
            if not isinstance(error, FileExistsError):
                path.unlink()
        raise Refusal("invalid_arguments", f"The report cannot be written: {error.strerror}") from None


def _told(report: Mapping[str, Any]) -> int:
    """A line a count, and a warning for what is left. Exit code 1 when the Set is not as it was."""
    counts: dict[str, int] = {}
    for row in report["questions"]:
        status = str(row.get("status", "")).replace("_", " ")
        counts[status] = counts.get(status, 0) + 1
    print(", ".join(f"{count} {status}" for status, count in counts.items()), file=sys.stderr)
    print("Live's undo history now holds the probe's own steps; the Set needs no saving.", file=sys.stderr)
    left: Sequence[object] = report["left"]
    for thing in left:
        print(plain(f"left in the Set: {thing}"), file=sys.stderr)
    return 1 if left else 0
