"""What a recall costs the core: `python -m benches.core.recall_core [payload]`.

From the wire bytes of a capture to the values to write, their changes and the SHA-256 of those, against
`orjson.loads` of the same snapshot in the same run. Nothing here is a gate yet.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import orjson
from benches.core.captured import Sent, sent
from benches.core.rounds import Contestant, run_rounds

from countin.core import Capture, Recall, Snapshot

payloads: Any = import_module("benches.payloads")  # a stand-alone script, untyped


def read(live: Sent) -> Capture:
    """The wire bytes as a capture."""
    return Capture.read("chain", "master", live.guard, live.shown, live.layouts)


def recalled(live: Sent, target: Snapshot) -> Recall:
    """What must be written."""
    return read(live).recall(target)


def planned(live: Sent, target: Snapshot) -> str:
    """What must be written, and the digest of what that changes."""
    return recalled(live, target).values.changes_sha256


def contestants(name: str) -> list[Contestant]:
    """All that is timed for one payload; the base comes first."""
    tree = payloads.build(name)
    text = orjson.dumps(tree)
    live = sent(tree)
    same = Snapshot.parse(text)
    count = same.parameter_count
    few = Snapshot.from_object(payloads.change_values(tree, min(250, count)))
    many = Snapshot.from_object(payloads.change_values(tree, min(24_000, count)))
    read(live).recall(many)  # layouts are compared by a digest that is made once
    assert read(live).snapshot() == same
    found = recalled(live, many).values
    back, texts = found.packed[-8 * 3 * found.count - 8 : -8 * 2 * found.count - 8], list[str]()
    assert found.compare(back, texts) == []
    return [
        Contestant("orjson.loads of the snapshot", lambda: orjson.loads(text)),
        Contestant("Capture.layouts_of", lambda: Capture.layouts_of("chain", live.guard, live.shown)),
        Contestant("Capture.read", lambda: read(live)),
        Contestant("read + recall, nothing differs", lambda: recalled(live, same)),
        Contestant(f"read + recall, {recalled(live, few).values.count} differ", lambda: recalled(live, few)),
        Contestant(f"read + recall, {found.count} differ", lambda: recalled(live, many)),
        Contestant("the same, and the SHA-256 of the changes", lambda: planned(live, many)),
        Contestant("Values.changes", lambda: found.changes()),
        Contestant("compare what was read back", lambda: found.compare(back, texts)),
        Contestant("read + remaining, nothing remains", lambda: read(live).remaining(same)),
        Contestant("read + snapshot", lambda: read(live).snapshot()),
    ]


def main(names: list[str]) -> int:
    """Prints each time with its ratio to the base."""
    for name in names or ["chain-20x128", "drumrack-128x3x64"]:
        timed = contestants(name)
        result = run_rounds(timed, 25)
        print(f"\n{name:44} {'best ms':>10} {'of loads':>10}")
        for one in timed:
            print(f"  {one.name:42} {result.best(one.name) * 1e3:10.4f} {result.ratio(one.name, timed[0].name):10.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
