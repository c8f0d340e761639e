"""Pads that follow their chains: Live keeps nothing of its own for a pad, so a recall writes its chains and no pad."""

from __future__ import annotations

from typing import Any

import pytest

from core.snapshot_trees import Tree, full
from countin.core import CoreError, Snapshot

Chain = tuple[int, bool, bool]
"""Input note, mute, solo."""


def kit(*chains: Chain) -> Tree:
    """A Drum Rack of these chains, with the pads that follow from them."""
    tree = full(4)
    rack = tree["devices"][1]
    bare: dict[str, Any] = {"volume": 0.5, "pan": 0.0, "sends": []}
    rack["chains"] = [
        {
            "name": f"Chain {place}",
            "devices": [],
            "mixer": {**bare, "mute": mute, "solo": solo},
            "noteRouting": {"inputNote": note, "outputNote": 60},
        }
        for place, (note, mute, solo) in enumerate(chains)
    ]
    notes = sorted({note for note, _, _ in chains})
    rack["drumPads"] = [
        {
            "note": note,
            "mute": all(mute for own, mute, _ in chains if own == note),
            "solo": all(solo for own, _, solo in chains if own == note),
        }
        for note in notes
    ]
    return tree


def differences(live: Tree, target: Tree) -> list[tuple[str, str, Any]]:
    found = Snapshot.from_object(live).differences(Snapshot.from_object(target))
    return [(one.kind, one.device_path, one.after) for one in found]


def test_a_pad_of_two_chains_is_restored_by_the_chain_that_differs() -> None:
    live, target = kit((42, True, False), (42, True, False)), kit((42, True, False), (42, False, False))
    assert differences(live, target) == [("chain_mute", "device-1/chain-1", False)]


def test_a_chain_that_moved_to_another_note_moves_back_with_its_pad() -> None:
    live, target = kit((40, False, False), (38, True, False)), kit((36, False, False), (38, True, False))
    assert differences(live, target) == [("chain_in_note", "device-1/chain-0", 36)]


def test_a_chain_that_left_for_the_pad_of_another_moves_back() -> None:
    live, target = kit((38, False, False), (38, True, False)), kit((36, False, False), (38, True, False))
    assert differences(live, target) == [("chain_in_note", "device-1/chain-0", 36)]


def test_a_chain_both_muted_and_soloed_comes_back_so() -> None:
    live, target = kit((36, False, False)), kit((36, True, True))
    assert differences(live, target) == [
        ("chain_solo", "device-1/chain-0", True),
        ("chain_mute", "device-1/chain-0", True),
    ]


def test_pads_that_say_something_else_than_their_chains_are_still_compared() -> None:
    live, target = kit((36, False, False)), kit((36, False, False))
    target["devices"][1]["drumPads"][0]["mute"] = True
    assert differences(live, target) == [("pad_mute", "device-1", True)]
    target["devices"][1]["drumPads"][0]["note"] = 40
    with pytest.raises(CoreError, match="populated pad 0"):
        differences(live, target)
