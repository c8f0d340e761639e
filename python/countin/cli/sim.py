"""`countin sim`: the embedded Live as a process of its own, hosting Countin's Remote Script or any other; or what a
Live file holds (`--describe`)."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from countin.cli.embedded import SCRIPT
from countin.cli.report import Profile, read_profile
from countin.errors import Refusal
from countin.sim.hosting.misfortunes import KINDS
from countin.sim.hosting.options import CLOCK_NAMES, MANNERS, Options, json_object


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
    _configure_misbehaviour(parser)
    parser.add_argument("--describe", type=Path, metavar="FILE", help="print what a Live file holds, and end")


def _configure_misbehaviour(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("misbehaviour", "A Live that fails on demand; the same seed repeats exactly.")
    group.add_argument(
        "--misbehave", metavar="KINDS", help=f"by chance, at a display turn: all, or some of {', '.join(KINDS)}"
    )
    group.add_argument("--seed", type=int, default=0, metavar="N", help="of all that is drawn (default: 0)")
    group.add_argument("--chance", type=float, default=0.1, metavar="P", help="of a turn to bring one (default: 0.1)")
    group.add_argument("--access-cost", type=float, metavar="US", help="microseconds that every access takes")
    group.add_argument(
        "--interpreter",
        metavar="held|SHARE",
        help="who gets Python: threads only while Live is inside it, or nobody for this share of the time (0 to 0.95)",
    )
    group.add_argument(
        "--fault", action="append", default=[], type=json_object, metavar="JSON", help="any fault of the fault line"
    )


def faults_of(options: argparse.Namespace) -> tuple[dict[str, object], ...]:
    """The faults that a command line asks for. Raises `Refusal` `invalid_arguments` for an interpreter that is none."""
    faults: list[dict[str, object]] = list(options.fault)
    if options.access_cost is not None:
        faults.append({"access_cost": {"microseconds": options.access_cost, "busy": True}})
    if options.interpreter == "held":
        faults.append({"interpreter": {"held": True}})
    elif options.interpreter is not None:
        faults.append({"interpreter": {"share": _share(options.interpreter), "seed": options.seed}})
    if options.misbehave is not None:
        kinds = list(KINDS) if options.misbehave == "all" else options.misbehave.split(",")
        faults.append({"drawn": {"seed": options.seed, "kinds": kinds, "chance": options.chance}})
    return tuple(faults)


def _share(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise Refusal("invalid_arguments", f"--interpreter is held or a share from 0 to 0.95, not {text!r}") from None


def run(options: argparse.Namespace) -> int:
    if options.describe is not None:
        return _describe(options.describe)
    from countin.sim.hosting.process import main

    scripts = tuple(options.script) if options.script else (SCRIPT,)
    profile = read_profile(options.profile) if options.profile is not None else Profile({}, "")
    version = options.live_version or profile.version or Options().version
    chosen = Options(options.set, options.clock, scripts, options.manner, version, profile.switches, faults_of(options))
    return main(chosen.arguments())


def _describe(path: Path) -> int:
    from countin.sim.files import SetFileError, describe

    try:
        described = describe(path)
    except SetFileError as error:
        raise Refusal("invalid_arguments", str(error)) from None
    print(json.dumps({"totals": described["totals"]}, ensure_ascii=False))
    return 0
