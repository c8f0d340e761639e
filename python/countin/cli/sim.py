"""`countin sim`: the embedded Live as a process of its own, hosting Countin's Remote Script or any other; or what a
Live file holds (`--describe`)."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from countin.cli.embedded import SCRIPT
from countin.cli.report import Profile, read_profile
from countin.errors import Refusal
from countin.sim.hosting.options import CLOCK_NAMES, MANNERS, Options


def configure(parser: argparse.ArgumentParser) -> None:
    defaults = Options()
    parser.add_argument(
        "set", nargs="?", default=defaults.set_name, metavar="demo|FILE", help="the Set to open (default: Live's own)"
    )
    parser.add_argument("--clock", choices=CLOCK_NAMES, default=defaults.clock, help="real: a tick each 100 ms")
    parser.add_argument("--manner", choices=MANNERS, default=defaults.manner, help="live: lenient as Live is")
    parser.add_argument("--live-version", metavar="VERSION", help=f"which Live to be (default: {defaults.version})")
    parser.add_argument(
        "--profile", type=Path, metavar="REPORT", help="decide as the Live that this report of countin probe is about"
    )
    parser.add_argument(
        "--script",
        type=Path,
        action="append",
        metavar="FOLDER",
        help="host this Remote Script instead of Countin's (may be repeated)",
    )
    parser.add_argument("--describe", type=Path, metavar="FILE", help="print what a Live file holds, and end")


def run(options: argparse.Namespace) -> int:
    if options.describe is not None:
        return _describe(options.describe)
    from countin.sim.hosting.process import main

    scripts = tuple(options.script) if options.script else (SCRIPT,)
    profile = read_profile(options.profile) if options.profile is not None else Profile({}, "")
    version = options.live_version or profile.version or Options().version
    chosen = Options(options.set, options.clock, scripts, options.manner, version, profile.switches)
    return main(chosen.arguments())


def _describe(path: Path) -> int:
    from countin.sim.files import SetFileError, describe

    try:
        described = describe(path)
    except SetFileError as error:
        raise Refusal("invalid_arguments", str(error)) from None
    print(json.dumps({"totals": described["totals"]}, ensure_ascii=False))
    return 0
