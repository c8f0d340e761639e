"""Snapshots against what people use for them: `python -m benches.core.snapshots [--quick]`.

Reading bytes into a validated snapshot with its digests, the differences of two snapshots, and whether one fits the
other. Prints ratios of one interleaved run and ends with 1 when a gate does not hold. `deepdiff-rs`, the fastest
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
from benches.core.rounds import Contestant, Gate, broken_gates, conclude, run_rounds

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


def table(title: str, contestants: list[Contestant], rounds: int, gates: Sequence[Gate]) -> list[str]:
    """Prints the contestants with their ratio to the first, and answers the gates that did not hold."""
    result = run_rounds(contestants, rounds)
    print(f"\n{title:44} {'best ms':>10} {'of ours':>10}")
    for one in contestants:
        print(
            f"  {one.name:42} {result.best(one.name) * 1e3:10.4f} {result.ratio(one.name, contestants[0].name):10.2f}"
        )
    return broken_gates(title, gates, result)


def reading(name: str, rounds: int) -> list[str]:
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
    return table(f"reading {name}", contestants, rounds, [Gate(PARSE, TYPED, 1.0)])


def comparing(name: str, changes: int, rounds: int, *, slow: bool) -> list[str]:
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
    gates = [Gate(FITS, EQUAL, 1 / 100)]
    if slow:
        contestants.append(Contestant("deepdiff", lambda: deepdiff.DeepDiff(tree, other), every=100))
    if find_spec("deepdiff_rs"):
        general: Any = import_module("deepdiff_rs")
        contestants.append(Contestant(GENERAL, lambda: general.DeepDiff(tree, other), every=5))
        gates += [Gate(DIFFERENCES, GENERAL, 1 / 1700)] if name == RACK else []
    return table(f"comparing {name}, {changes} changes", contestants, rounds, gates)


def main(arguments: Sequence[str]) -> int:
    """Runs everything; fewer rounds with `--quick`."""
    rounds = 10 if "--quick" in arguments else 30
    broken: list[str] = []
    for name in (CHAIN, RACK):
        broken += reading(name, rounds)
    broken += comparing(CHAIN, 40, rounds, slow="--quick" not in arguments)
    broken += comparing(RACK, 250, rounds, slow=False)
    return conclude(broken)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
