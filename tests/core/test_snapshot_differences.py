"""What must change: exactly what differs at single precision, within what the target's format holds, in the order of
writing."""

from __future__ import annotations

import copy
import struct
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.snapshot_trees import Tree, edited, full, leaves, reduced, snapshots, version
from countin.core import Difference, Snapshot


def _rows(differences: list[Difference]) -> list[tuple[Any, ...]]:
    return [(one.kind, one.device_path, one.index, one.before, one.after) for one in differences]


def _expected(live: Tree, target: Tree) -> list[tuple[Any, ...]]:
    number = version(target)
    pairs = zip(leaves(live, number), leaves(target, number), strict=True)
    return [(*one.name, one.value, other.value) for one, other in pairs if one.compared != other.compared]


def _apply(tree: Tree, number: int, differences: list[Difference]) -> Tree:
    tree = copy.deepcopy(tree)
    places = {leaf.name: leaf for leaf in leaves(tree, number)}
    for one in differences:
        places[one.kind, one.device_path, one.index].write(one.after)
    return tree


def _unique_pads(tree: Tree) -> bool:
    names = [leaf.name for leaf in leaves(tree, version(tree))]
    return len(names) == len(set(names))


@settings(max_examples=60)
@given(st.data())
def test_the_list_is_what_differs_in_the_order_of_writing_and_leads_to_the_target(data: st.DataObject) -> None:
    live = data.draw(snapshots().filter(_unique_pads))
    target = data.draw(edited(live))
    if data.draw(st.booleans()):
        target = reduced(target, data.draw(st.integers(1, min(version(live), 4))))
    snapshot, wanted = Snapshot.from_object(live), Snapshot.from_object(target)
    found = snapshot.differences(wanted)
    assert _rows(found) == _expected(live, target)
    reached = Snapshot.from_object(_apply(live, version(target), found))
    assert reached.differences(wanted) == []


@settings(max_examples=60)
@given(snapshots())
def test_nothing_differs_from_itself(tree: Tree) -> None:
    snapshot = Snapshot.from_object(tree)
    assert snapshot.differences(Snapshot.from_object(tree)) == []
    assert snapshot.name_differences(snapshot) == []


def test_a_changed_rack_is_written_in_the_documented_order() -> None:
    live, target = full(6), full(6)
    target["ownerMixer"] |= {"outputChannelId": "3/4", "volume": 0.25, "cueVolume": 0.75}
    target["devices"][0] |= {"name": "Hall"}
    kit = target["devices"][1]
    kit["parameters"][0]["value"] = 1.5
    kit["drumPads"] = [{"note": 36, "mute": True, "solo": False}, {"note": 38, "mute": False, "solo": True}]
    kit["chains"][1]["mixer"] |= {"volume": 0.5, "pan": 0.5, "sends": [0.5, 0.75], "mute": True}
    kit["chains"][1]["noteRouting"]["inputNote"] = 40
    kit["chains"][1]["devices"][0]["parameters"][1]["value"] = 2.0
    kit["returnChains"][0]["mixer"]["volume"] = 0.125
    found = Snapshot.from_object(live).differences(Snapshot.from_object(target))
    assert _rows(found) == [
        ("owner_mixer", "", "volume", 0.5, 0.25),
        ("owner_mixer", "", "cueVolume", 0.5, 0.75),
        ("owner_mixer", "", "outputChannelId", "1/2", "3/4"),
        ("device_name", "device-0", None, "Reverb", "Hall"),
        ("parameter", "device-1", 0, -0.5, 1.5),
        ("chain_volume", "device-1/chain-1", None, 0.8500000238418579, 0.5),
        ("chain_pan", "device-1/chain-1", None, 0.0, 0.5),
        ("chain_send", "device-1/chain-1", 1, 0.25, 0.75),
        ("chain_mute", "device-1/chain-1", None, False, True),
        ("chain_in_note", "device-1/chain-1", None, 36, 40),
        ("parameter", "device-1/chain-1/device-0", 1, 1.0, 2.0),
        ("chain_volume", "device-1/return-chain-0", None, 0.8500000238418579, 0.125),
        ("pad_solo", "device-1", 36, True, False),
        ("pad_solo", "device-1", 38, False, True),
        ("pad_mute", "device-1", 36, False, True),
        ("pad_mute", "device-1", 38, True, False),
    ]


def test_solo_is_written_before_mute() -> None:
    live, target = full(3), full(3)
    for tree, mute in ((live, False), (target, True)):
        tree["devices"][1]["chains"][0]["mixer"] |= {"mute": mute, "solo": mute}
    found = Snapshot.from_object(live).differences(Snapshot.from_object(target))
    assert [one.kind for one in found] == ["chain_solo", "chain_mute"]


def test_numbers_that_are_one_single_are_equal() -> None:
    live, target = full(1), full(1)
    live["devices"][0]["parameters"][0]["value"] = struct.unpack("<f", struct.pack("<f", 0.1))[0]
    target["devices"][0]["parameters"][0]["value"] = 0.1
    assert Snapshot.from_object(live).differences(Snapshot.from_object(target)) == []


@pytest.mark.parametrize("count", [0, 1, 250])
def test_differences_hold_the_values_of_both_columns(payloads: ModuleType, count: int) -> None:
    tree = payloads.build("drumrack-128x3x64")
    after = payloads.change_values(tree, count)
    live, target = Snapshot.from_object(tree), Snapshot.from_object(after)
    found = live.differences(target)
    assert len(found) == count
    before = [value for (value,) in struct.iter_unpack("<d", live.values())]
    wanted = [value for (value,) in struct.iter_unpack("<d", target.values())]
    starts = dict(zip(live.device_paths(), live.parameter_offsets(), strict=False))
    for one in found:
        assert isinstance(one.index, int)
        place = starts[one.device_path] + one.index
        assert (one.before, one.after) == (before[place], wanted[place])


def test_differences_are_frozen_values_that_match_by_name() -> None:
    live, target = full(1), full(1)
    target["devices"][0]["name"] = "Hall"
    one, other = (Snapshot.from_object(live).differences(Snapshot.from_object(target))[0] for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one) == "Difference(device_name, \"device-0\", None, 'Reverb' -> 'Hall')"
    match one:
        case Difference(kind, path, None, before, after):
            assert (kind, path, before, after) == ("device_name", "device-0", "Reverb", "Hall")
        case _:
            pytest.fail("a difference matches by its five names")
    with pytest.raises(AttributeError):
        one.after = "Other"  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize(
    ("live_name", "target_name", "differs"),
    [
        ("A-Reverb", "Reverb", False),
        ("A-Reverb", "A-Reverb", False),
        ("Reverb", "A-Reverb", False),
        ("A-Reverb", "Echo", True),
        ("B-Reverb", "Reverb", True),
    ],
)
def test_a_return_chain_s_letter_prefix_is_no_difference(live_name: str, target_name: str, differs: bool) -> None:
    live, target = full(4), full(4)
    live["devices"][1]["returnChains"][0]["name"] = live_name
    target["devices"][1]["returnChains"][0]["name"] = target_name
    snapshot, wanted = Snapshot.from_object(live), Snapshot.from_object(target)
    assert snapshot.differences(wanted) == []
    row = ("name_differs", "device-1/return-chain-0", None, live_name, target_name)
    assert _rows(snapshot.name_differences(wanted)) == [row] * differs


def test_the_prefix_counts_for_ordinary_chains_and_an_old_format_has_no_chains() -> None:
    live, target = full(4), full(4)
    target["devices"][1]["chains"][0]["name"] = "A-Layer"
    row = ("name_differs", "device-1/chain-0", None, "Layer", "A-Layer")
    snapshot = Snapshot.from_object(live)
    assert _rows(snapshot.name_differences(Snapshot.from_object(target))) == [row]
    assert snapshot.name_differences(Snapshot.from_object(reduced(target, 1))) == []
