"""Canonical JSON and SHA-256 against what people use for it: `python -m benches.core.canonical [--quick]`.

Prints ratios of one interleaved run and ends with 1 when a gate does not hold.
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
from benches.core.rounds import Contestant, Gate, Result, broken_gates, conclude, run_rounds

from countin.core import canonical, plan_hash

payloads: Any = import_module("benches.payloads")  # a stand-alone script, untyped

OURS, HASH, ORJSON, DUMPS, RFC8785 = "plan_hash", "SHA-256 alone", "orjson sorted", "json.dumps sorted", "rfc8785"
TEXT, LOADED = "plan_hash of text", "orjson.loads + plan_hash"
FORM = "canonical"


CHAIN, RACK, NOTES = "chain-20x128", "drumrack-128x3x64", "notes-100k"
GATES = {
    CHAIN: (
        Gate(OURS, HASH, 4.0),
        Gate(OURS, ORJSON, 0.78),
        Gate(OURS, RFC8785, 1 / 50),
        Gate(OURS, DUMPS, 1 / 10),
        Gate(TEXT, LOADED, 0.47),
    ),
    RACK: (
        Gate(OURS, HASH, 4.7),
        Gate(OURS, ORJSON, 0.78),
        Gate(OURS, RFC8785, 1 / 40),
        Gate(OURS, DUMPS, 1 / 9),
        Gate(TEXT, LOADED, 0.37),
    ),
    NOTES: (
        Gate(OURS, HASH, 4.0),
        Gate(OURS, ORJSON, 0.75),
        Gate(OURS, RFC8785, 1 / 40),
        Gate(OURS, DUMPS, 1 / 9),
        Gate(TEXT, LOADED, 0.45),
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


def report(name: str, result: Result) -> list[str]:
    """Prints one payload's table and answers the gates that did not hold."""
    print(f"\n{name:28} {'best ms':>10} {'of plan_hash':>13} {'of SHA-256':>11}")
    for one in result.times:
        of_ours, of_hash = result.ratio(one, OURS), result.ratio(one, HASH)
        print(f"  {one:26} {result.best(one) * 1e3:10.3f} {of_ours:13.2f} {of_hash:11.2f}")
    return broken_gates(name, GATES[name], result)


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


def main(arguments: Sequence[str]) -> int:
    """Runs all payloads; fewer rounds with `--quick`."""
    broken = memory()
    for name, size in SIZES.items():
        rounds = max(size["rounds"] // (4 if "--quick" in arguments else 1), 4)
        broken += report(name, run_rounds(contestants(name, size["repeat"], size["slow"]), rounds))
    return conclude(broken)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
