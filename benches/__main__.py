"""`python -m benches [gates]`: every bench with bars in all rounds, exit 1 where a bar is missed.

With `gates`, as CI runs it, in few rounds, and 1 only where a bar is missed by more than machines differ; what few
rounds seem to miss is measured again in all: machines are shared and noisy.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Final

from benches import files
from benches.core import canonical, snapshots
from benches.core.rounds import SLACK, conclude

BENCHES: Final[Sequence[ModuleType]] = (canonical, snapshots, files)


def main(arguments: Sequence[str]) -> int:
    """Run them."""
    missed = _gates if list(arguments) == ["gates"] else _bars
    return conclude([one for bench in BENCHES for one in missed(bench)])


def _gates(bench: ModuleType) -> list[str]:
    return bench.missed(quick=True, slack=SLACK) and bench.missed(quick=False, slack=SLACK)


def _bars(bench: ModuleType) -> list[str]:
    return bench.missed(quick=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
