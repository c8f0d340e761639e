"""Snapshots against what people use for them: `python -m benches.core.snapshots [--quick]`.

Reading bytes into a validated snapshot with its digests, the differences of two snapshots, and whether one fits the
other. Prints ratios of one interleaved run and ends with 1 when a bar is missed. `deepdiff-rs`, the fastest
general diff, takes part where it is installed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import deepdiff
import msgspec
import orjson
from benches.core.rounds import Bar, Contestant, conclude, report

from countin.core import Snapshot, canonical

payloads: Any = import_module("benches.payloads")  # a stand-alone script, untyped

CHAIN, RACK = "chain-20x128", "drumrack-128x3x64"
PARSE, TYPED = "Snapshot.parse", "msgspec, typed (validates only)"
DIFFERENCES, FITS, EQUAL, GENERAL = "Snapshot.differences", "Snapshot.fits", "== of two equal trees", "deepdiff-rs"


class Parameter(msgspec.Struct, forbid_unknown_fields=True):
    originalName: str
    min: float
    max: float
    quantized: bool
    valueItems: list[str]
    value: float


class Mixer(msgspec.Struct, forbid_unknown_fields=True):
    volume: float | None
    pan: float | None
    sends: list[float]
    mute: bool | None
    solo: bool | None


class Chain(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    mixer: Mixer
    noteRouting: dict[str, int | None]
    devices: list[Device]


class Device(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    className: str
    type: str
    parameters: list[Parameter]
    chains: list[Chain] | None = None
    returnChains: list[Chain] | None = None
    drumPads: list[dict[str, int | bool]] | None = None


class Root(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    devices: list[Device]
    ownerMixer: dict[str, float | str | None]


def reading(name: str, rounds: int, slack: float) -> list[str]:
    """Bytes to a snapshot."""
    text = orjson.dumps(payloads.build(name))
    decoder = msgspec.json.Decoder(Root)
    contestants = [
        Contestant(PARSE, lambda: Snapshot.parse(text)),
        Contestant("canonical of the text", lambda: canonical(text)),
        Contestant(TYPED, lambda: decoder.decode(text)),
        Contestant("orjson.loads (validates nothing)", lambda: orjson.loads(text)),
        Contestant("orjson.loads + Snapshot.from_object", lambda: Snapshot.from_object(orjson.loads(text))),
    ]
    return report(f"reading {name}", contestants, rounds, [Bar(PARSE, TYPED, 1.0)], slack)


def comparing(name: str, changes: int, rounds: int, slack: float, *, slow: bool) -> list[str]:
    """Two snapshots of one topology."""
    tree: Any = payloads.build(name)
    other: Any = payloads.change_values(tree, changes)
    equal: Any = orjson.loads(orjson.dumps(tree))
    live, target = Snapshot.from_object(tree), Snapshot.from_object(other)
    assert len(live.differences(target)) == changes
    contestants = [
        Contestant(DIFFERENCES, lambda: live.differences(target), repeat=20),
        Contestant(FITS, lambda: target.fits(live), repeat=20),
        Contestant(EQUAL, lambda: tree == equal),
    ]
    bars = [Bar(FITS, EQUAL, 1 / 100)]
    if slow:
        contestants.append(Contestant("deepdiff", lambda: deepdiff.DeepDiff(tree, other), every=100))
    if find_spec("deepdiff_rs"):
        general: Any = import_module("deepdiff_rs")
        contestants.append(Contestant(GENERAL, lambda: general.DeepDiff(tree, other), every=5))
        bars += [Bar(DIFFERENCES, GENERAL, 1 / 2000)] if name == RACK else []
    return report(f"comparing {name}, {changes} changes", contestants, rounds, bars, slack)


def missed(*, quick: bool, slack: float = 1.0) -> list[str]:
    """Runs everything, in fewer rounds where it must be quick; the bars that are missed by more than the slack."""
    rounds = 10 if quick else 30
    found: list[str] = []
    for name in (CHAIN, RACK):
        found += reading(name, rounds, slack)
    found += comparing(CHAIN, 40, rounds, slack, slow=not quick)
    found += comparing(RACK, 250, rounds, slack, slow=False)
    return found


def main(arguments: Sequence[str]) -> int:
    """1 where a bar is missed; fewer rounds with `--quick`."""
    return conclude(missed(quick="--quick" in arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
