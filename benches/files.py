"""Opening the largest Live Set at hand against what no reader can go below: `python -m benches.files`.

The bar is 1.5 times the parsing of its unpacked XML by the standard library. The reader's own time includes gunzip and
every check of a hostile file; building a world of the document is not part of it. The Sets come from `COUNTIN_SHARED`,
else from `../shared`.
"""

from __future__ import annotations

import gzip
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from benches.core.rounds import Bar, Contestant, conclude, report
from countin.sim.files import read_set

SET_NAME = "live12_set_large.als"
ROUNDS = 9
QUICK_ROUNDS = 5
OURS, PARSING, UNPACKING = "read_set", "ElementTree.fromstring of the XML", "gzip.decompress"
BAR = Bar(OURS, PARSING, 1.5)


def set_path() -> Path:
    """Where the Set should be."""
    folder = Path(os.environ.get("COUNTIN_SHARED", Path(__file__).parents[2] / "shared"))
    return folder / "sets" / SET_NAME


def contestants(path: Path) -> list[Contestant]:
    """What is timed; the base comes first."""
    packed = path.read_bytes()
    text = gzip.decompress(packed)
    return [
        Contestant(PARSING, lambda: ElementTree.fromstring(text)),
        Contestant(OURS, lambda: read_set(path)),
        Contestant(UNPACKING, lambda: gzip.decompress(packed)),
    ]


def missed(*, quick: bool, slack: float = 1.0) -> list[str]:
    """The bar, where it is missed by more than the slack."""
    path = set_path()
    if not path.is_file():
        print(f"\nopening a Live Set: not measured, {SET_NAME} is not there (set COUNTIN_SHARED)")
        return []
    rounds = QUICK_ROUNDS if quick else ROUNDS
    return report(f"opening {SET_NAME}, {rounds} rounds", contestants(path), rounds, [BAR], slack)


def main(arguments: Sequence[str]) -> int:
    """1 where the bar is missed; fewer rounds with `--quick`."""
    return conclude(missed(quick="--quick" in arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
