"""`python -m benches [gates]`: every bench, or only those with a bar, in fewer rounds; exit 1 where a bar is missed."""

from __future__ import annotations

import sys

from benches import files
from benches.core import canonical, snapshots


def main(arguments: list[str]) -> int:
    """Run them."""
    if arguments == ["gates"]:
        return _gates() or files.main(["--quick"])
    return canonical.main([]) or snapshots.main([]) or files.main([])


def _gates() -> int:
    """A bar that few rounds seem to miss is measured again in all rounds: machines are shared and noisy."""
    missed = [bench.main(["--quick"]) and bench.main([]) for bench in (canonical, snapshots)]
    return max(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
