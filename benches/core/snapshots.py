"""Snapshots against what people use for them: `python -m benches.core.snapshots`.

Reading bytes into a validated snapshot with its digests, the differences of two snapshots, and whether one fits the
other. Ratios of one interleaved run; nothing here is a gate yet.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import deepdiff
import msgspec
import orjson
from benches.core.rounds import Contestant, run_rounds

from countin.core import Snapshot, canonical

payloads: Any = import_module("benches.payloads")  # a stand-alone script, untyped


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


def table(title: str, contestants: list[Contestant], rounds: int) -> None:
    """Prints the contestants with their ratio to the first."""
    result = run_rounds(contestants, rounds)
    print(f"\n{title:44} {'best ms':>10} {'of ours':>10}")
    for one in contestants:
        print(
            f"  {one.name:42} {result.best(one.name) * 1e3:10.4f} {result.ratio(one.name, contestants[0].name):10.2f}"
        )


def reading(name: str) -> None:
    """Bytes to a snapshot."""
    text = orjson.dumps(payloads.build(name))
    decoder = msgspec.json.Decoder(Root)
    contestants = [
        Contestant("Snapshot.parse", lambda: Snapshot.parse(text)),
        Contestant("canonical of the text", lambda: canonical(text)),
        Contestant("msgspec, typed (validates only)", lambda: decoder.decode(text)),
        Contestant("orjson.loads (validates nothing)", lambda: orjson.loads(text)),
        Contestant("orjson.loads + Snapshot.from_object", lambda: Snapshot.from_object(orjson.loads(text))),
    ]
    table(f"reading {name}", contestants, 20)


def comparing(name: str, changes: int, slow: bool) -> None:
    """Two snapshots of one topology."""
    tree: Any = payloads.build(name)
    other: Any = payloads.change_values(tree, changes)
    equal: Any = orjson.loads(orjson.dumps(tree))
    live, target = Snapshot.from_object(tree), Snapshot.from_object(other)
    assert len(live.differences(target)) == changes
    contestants = [
        Contestant("Snapshot.differences", lambda: live.differences(target), repeat=20),
        Contestant("Snapshot.fits", lambda: target.fits(live), repeat=20),
        Contestant("== of two equal trees", lambda: tree == equal),
    ]
    if slow:
        contestants.append(Contestant("deepdiff", lambda: deepdiff.DeepDiff(tree, other), every=100))
    table(f"comparing {name}, {changes} changes", contestants, 20)


def main() -> int:
    """Runs everything."""
    for name in ("chain-20x128", "drumrack-128x3x64"):
        reading(name)
    comparing("chain-20x128", 40, slow=True)
    comparing("drumrack-128x3x64", 250, slow=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
