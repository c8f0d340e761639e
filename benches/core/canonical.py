"""Canonical JSON and SHA-256 against what people use for it: `python -m benches.core.canonical [--quick]`.

Prints ratios of one interleaved run and ends with 1 when a bar is missed.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import orjson
import rfc8785
from benches.core.rounds import Bar, Contestant, conclude, report

from countin.core import canonical, plan_hash

payloads: Any = import_module("benches.payloads")  # a stand-alone script, untyped

OURS, HASH, ORJSON, DUMPS, RFC8785 = "plan_hash", "SHA-256 alone", "orjson sorted", "json.dumps sorted", "rfc8785"
TEXT, LOADED = "plan_hash of text", "orjson.loads + plan_hash"
FORM = "canonical"


CHAIN, RACK, NOTES = "chain-20x128", "drumrack-128x3x64", "notes-100k"
BARS = {
    CHAIN: (
        Bar(OURS, HASH, 4.0),
        Bar(OURS, ORJSON, 0.75),
        Bar(OURS, RFC8785, 1 / 50),
        Bar(OURS, DUMPS, 1 / 10),
        Bar(TEXT, LOADED, 0.5),
    ),
    RACK: (
        Bar(OURS, HASH, 4.7),
        Bar(OURS, ORJSON, 0.75),
        Bar(OURS, RFC8785, 1 / 50),
        Bar(OURS, DUMPS, 1 / 10),
        Bar(TEXT, LOADED, 0.33),
    ),
    NOTES: (
        Bar(OURS, HASH, 4.0),
        Bar(OURS, ORJSON, 0.75),
        Bar(OURS, RFC8785, 1 / 50),
        Bar(OURS, DUMPS, 1 / 10),
        Bar(TEXT, LOADED, 0.5),
    ),
}
MOST_MEMORY = 1024
"""KiB that hashing the drum rack may add to the peak."""

# The slow ones sit most rounds out: rfc8785 takes two seconds for the notes.
SIZES = {
    "chain-20x128": {"rounds": 40, "repeat": 5, "slow": 10},
    "drumrack-128x3x64": {"rounds": 20, "repeat": 1, "slow": 10},
    "notes-100k": {"rounds": 12, "repeat": 1, "slow": 6},
}


def contestants(name: str, repeat: int, slow: int) -> list[Contestant]:
    """Everyone on one payload. It is decoded first, so that keys are shared as they are in production."""
    text = orjson.dumps(payloads.build(name))
    value = orjson.loads(text)
    form = canonical(value)
    assert form == canonical(text) == rfc8785.dumps(value)

    def sha256(data: bytes) -> str:
        return hashlib.sha256(data).hexdigest()

    def dumps() -> str:
        return sha256(json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode())

    return [
        Contestant(OURS, lambda: plan_hash(value), repeat=repeat),
        Contestant(HASH, lambda: sha256(form), repeat=repeat),
        Contestant(FORM, lambda: canonical(value), repeat=repeat),
        Contestant(ORJSON, lambda: sha256(orjson.dumps(value, option=orjson.OPT_SORT_KEYS)), repeat=repeat),
        Contestant(TEXT, lambda: plan_hash(text), repeat=repeat),
        Contestant(LOADED, lambda: plan_hash(orjson.loads(text)), repeat=repeat),
        Contestant(DUMPS, dumps, every=2),
        Contestant(RFC8785, lambda: sha256(rfc8785.dumps(value)), every=slow),
    ]


def memory() -> list[str]:
    """Prints how far hashing the drum rack raises the peak of this process, where the system tells it."""
    value = orjson.loads(orjson.dumps(payloads.build(RACK)))
    if not _PEAK.is_file():
        return []
    _PEAK.with_name("clear_refs").write_text("5")  # the peak is from now on what is held now
    before = _kilobytes("VmHWM")
    plan_hash(value)
    added = _kilobytes("VmHWM") - before
    print(f"\npeak memory of {OURS} of {RACK}: {added} KiB more, bar {MOST_MEMORY}")
    return [] if added <= MOST_MEMORY else [f"{OURS} of {RACK} takes {added} KiB"]


_PEAK = Path("/proc/self/status")


def _kilobytes(member: str) -> int:
    line = next(line for line in _PEAK.read_text().splitlines() if line.startswith(member))
    return int(line.split()[1])


def missed(*, quick: bool, slack: float = 1.0) -> list[str]:
    """Runs all payloads, in fewer rounds where it must be quick; the bars that are missed by more than the slack."""
    found = memory()
    for name, size in SIZES.items():
        rounds = max(size["rounds"] // (4 if quick else 1), 4)
        found += report(name, contestants(name, size["repeat"], size["slow"]), rounds, BARS[name], slack)
    return found


def main(arguments: Sequence[str]) -> int:
    """1 where a bar is missed; fewer rounds with `--quick`."""
    return conclude(missed(quick="--quick" in arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
