"""What an embedded Live in a process of its own is started with: the command line both sides agree on."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, cast

ClockName = Literal["real", "fast", "stepped"]
Manner = Literal["strict", "live"]

CLOCK_NAMES: Final[tuple[ClockName, ...]] = ("real", "fast", "stepped")
MANNERS: Final[tuple[Manner, ...]] = ("strict", "live")
SAYS: Final = (
    "This is not Ableton Live. It is Countin's embedded Live: a simulation without sound. Device ranges and labels "
    "that no source confirms are guesses of its own."
)


@dataclass(frozen=True, slots=True)
class Options:
    """A Set ("factory", "demo" or a file), the clock (real time, as fast as it goes, or only when told), the folders of
    the Remote Scripts, how strict to be, which Live to be, how it decides what Lives do differently (settings of
    `kernel.switches`, by name), and how it misbehaves from the start (`fault_lines`)."""

    set_name: str = "factory"
    clock: ClockName = "real"
    scripts: tuple[Path, ...] = ()
    manner: Manner = "strict"
    version: str = "12.3.6"
    switches: Mapping[str, object] = field(default_factory=dict[str, object])
    faults: tuple[Mapping[str, object], ...] = ()

    def arguments(self) -> list[str]:
        """The command line that says all this."""
        said = [self.set_name, "--clock", self.clock, "--manner", self.manner, "--version", self.version]
        if self.switches:
            said += ["--switches", json.dumps(dict(self.switches))]
        said += [part for fault in self.faults for part in ("--fault", json.dumps(dict(fault)))]
        return said + [part for script in self.scripts for part in ("--script", str(script))]


def parse_options(arguments: Sequence[str] | None) -> Options:
    """The options on a command line (None: this process's). Ends the process with a message when they make no sense."""
    parser = argparse.ArgumentParser(prog="countin sim", description=SAYS)
    parser.add_argument("set", nargs="?", default="factory", help='"factory", "demo", or an .als file')
    parser.add_argument("--clock", choices=CLOCK_NAMES, default="real")
    parser.add_argument("--script", action="append", default=[], type=Path, help="folder of a Remote Script")
    parser.add_argument("--manner", choices=MANNERS, default="strict")
    parser.add_argument("--version", default="12.3.6", help="which Live to be")
    parser.add_argument("--switches", default={}, type=json_object, help="a JSON object of switches and their settings")
    parser.add_argument("--fault", action="append", default=[], type=json_object, help="a JSON object: a fault")
    said = parser.parse_args(arguments)
    return Options(
        said.set, said.clock, tuple(said.script), said.manner, said.version, said.switches, tuple(said.fault)
    )


def json_object(text: str) -> dict[str, object]:
    """A JSON object on a command line; what may stand in it is the World's to say. ValueError for anything else."""
    found: object = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("not a JSON object")
    return cast("dict[str, object]", found)
