"""Opening the largest Live Set at hand against what no reader can go below: `python -m benches.files`.

The bar is 1.5 times the parsing of its unpacked XML by the standard library. The reader's own time includes gunzip and
every check of a hostile file; building a world of the document is not part of it. The Sets come from `COUNTIN_SHARED`,
else from `../shared`.
"""

from __future__ import annotations

import gzip
import os
import sys
from pathlib import Path
from xml.etree import ElementTree

from benches.core.rounds import Contestant, Result, run_rounds
from countin.sim.files import read_set

SET_NAME = "live12_set_large.als"
BAR = 1.5
ROUNDS = 9
QUICK_ROUNDS = 5
OURS, PARSING, UNPACKING = "read_set", "ElementTree.fromstring of the XML", "gzip.decompress"


def set_path() -> Path:
    """Where the Set should be."""
    folder = Path(os.environ.get("COUNTIN_SHARED", Path(__file__).parents[2] / "shared"))
    return folder / "sets" / SET_NAME


def measure(path: Path, rounds: int) -> Result:
    """One interleaved run with the collector off."""
    packed = path.read_bytes()
    text = gzip.decompress(packed)
    return run_rounds(
        [
            Contestant(OURS, lambda: read_set(path)),
            Contestant(PARSING, lambda: ElementTree.fromstring(text)),
            Contestant(UNPACKING, lambda: gzip.decompress(packed)),
        ],
        rounds,
    )


def main(arguments: list[str]) -> int:
    """Print the figures; 1 when the bar is missed, in few rounds and again in all."""
    path = set_path()
    if not path.is_file():
        print(f"\nopening a Live Set: not measured, {SET_NAME} is not there (set COUNTIN_SHARED)")
        return 0
    if "--quick" in arguments and _held(path, QUICK_ROUNDS):
        return 0
    return 0 if _held(path, ROUNDS) else 1


def _held(path: Path, rounds: int) -> bool:
    result = measure(path, rounds)
    print(f"\n{f'opening {SET_NAME}, {rounds} rounds':44} {'best ms':>10} {'of parsing, median':>20}")
    for name in (OURS, PARSING, UNPACKING):
        print(f"  {name:42} {result.best(name) * 1e3:10.1f} {result.ratio(name, PARSING):20.2f}")
    held = result.ratio(OURS, PARSING) <= BAR
    print(f"  bar: at most {BAR} times parsing: {'held' if held else 'MISSED'}")
    return held


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
