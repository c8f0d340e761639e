"""The command line: one file a command, no logic of its own. It alone may import every room."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import Protocol, cast

from countin import __version__
from countin.errors import Refusal

__all__ = ["main"]

COMMANDS: dict[str, str] = {
    "serve": "Serve MCP over standard input and output, for a Live that runs or an embedded one.",
    "demo": "Run the main job, end to end, on the embedded Live, and print what each step took.",
    "sim": "Run the embedded Live by itself until its standard input ends, or describe a Live file.",
    "call": "Call one tool and print its answer.",
    "snapshots": "List, show, compare, export, import and verify the snapshots kept here.",
    "log": "Print what Countin has done: one line an operation.",
    "install": "Copy the Remote Script to where Live finds it.",
    "probe": "Ask the Live that runs, on an empty Set, what sources leave open about it.",
    "doctor": "Check that everything Countin needs is there.",
}


class Command(Protocol):
    """What a command's file holds."""

    def configure(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, options: argparse.Namespace) -> int: ...


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Exit codes: 0 done, 1 refused or something is missing, 2 usage."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    name = next((word for word in given if not word.startswith("-")), "")
    options = _parser(name).parse_args(given)
    try:
        code = cast("Callable[[argparse.Namespace], int]", options.run)(options)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Whoever read has enough (`| head`): what is left has no reader, at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Refusal as refusal:
        print(f"countin: {refusal.message}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _parser(chosen: str) -> argparse.ArgumentParser:
    """The parser; only the chosen command's file is imported, so that each starts fast."""
    parser = argparse.ArgumentParser(prog="countin", description="Guarded work in an Ableton Live Set, over MCP.")
    parser.add_argument("--version", action="version", version=f"countin {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, purpose in COMMANDS.items():
        sub = commands.add_parser(name, help=purpose, description=purpose)
        if name == chosen:
            command = cast("Command", importlib.import_module(f"countin.cli.{name}"))
            command.configure(sub)
            sub.set_defaults(run=command.run)
    return parser
