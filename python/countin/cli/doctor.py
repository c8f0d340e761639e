"""`countin doctor`: is everything there that Countin needs? Exit code 1 when something is missing."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable
from dataclasses import dataclass

from countin.cli.install import default_destination
from countin.cli.terminal import plain
from countin.errors import Refusal


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: is it there, what was found, and what to do where it is not."""

    what: str
    ok: bool
    found: str
    next_move: str = ""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--live", type=int, metavar="PID", help="which Live, where several run")
    parser.add_argument("--timeout", type=float, default=3.0, metavar="SECONDS", help="how long to wait for Live")


def run(options: argparse.Namespace) -> int:
    checks: tuple[Callable[[argparse.Namespace], Finding], ...] = (_python, _core, _folder, _script, _live)
    findings = [check(options) for check in checks]
    for finding in findings:
        print(plain(f"{'ok     ' if finding.ok else 'missing'}  {finding.what}: {finding.found}"))
        if not finding.ok:
            print(f"         {finding.next_move}")
    return 0 if all(finding.ok for finding in findings) else 1


def _python(_: argparse.Namespace) -> Finding:
    return Finding("Python", sys.version_info >= (3, 11), sys.version.split()[0], "install Python 3.11 or later")


def _core(_: argparse.Namespace) -> Finding:
    try:
        from countin import core

        right = core.canonical({"b": 1.0, "a": 1e21}) == b'{"a":1e+21,"b":1}'
    except ImportError:
        return Finding("native core", False, "cannot be loaded", "install countin again for this Python and system")
    return Finding("native core", right, "works" if right else "gives wrong answers", "install countin again")


def _folder(_: argparse.Namespace) -> Finding:
    from countin.store.folders import StoreError, data_folders, make_private

    try:
        make_private(data_folders().root)
    except StoreError as error:
        return Finding("data folder", False, str(error), "set COUNTIN_HOME to a folder of yours")
    return Finding("data folder", True, "can be written, owner only")


def _script(_: argparse.Namespace) -> Finding:
    there = (default_destination() / "Countin" / "wire.py").is_file()
    found = "installed in the User Library" if there else "not in the User Library's Remote Scripts folder"
    return Finding("Remote Script", there, found, "run: countin install (with --destination where yours is elsewhere)")


def _live(options: argparse.Namespace) -> Finding:
    from countin.bridge import Bridge

    async def ask() -> str:
        bridge = Bridge(live_pid=options.live, timeout=options.timeout)
        try:
            peer = await bridge.connect()
        finally:
            await bridge.close()
        return f"Live {peer.live_version}, process {peer.pid}, script {peer.version}"

    try:
        return Finding("Live", True, asyncio.run(ask()))
    except Refusal as refusal:
        return Finding("Live", False, refusal.code.replace("_", " "), refusal.message)
