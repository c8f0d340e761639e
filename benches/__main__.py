"""`python -m benches [gates]`: every bench, or only those with a bar, in fewer rounds; exit 1 where a bar is missed."""

from __future__ import annotations

import sys

from benches import files
from benches.core import canonical, snapshots


def main(arguments: list[str]) -> int:
    """Run them."""
    if arguments == ["gates"]:
        return canonical.main(["--quick"]) or files.main(["--quick"])
    return canonical.main([]) or snapshots.main() or files.main([])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
