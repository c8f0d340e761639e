"""Whether a snapshot fits a device chain: every way in which it may not, with the place, and what may differ freely."""

from __future__ import annotations

import copy
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.snapshot_trees import Tree, edited, full, reduced, snapshots, version
from countin import core
from countin.core import CoreError, Snapshot

Edit = Callable[[Tree], object]


def _misfit(target: Tree, live: Tree) -> tuple[str, str]:
    saved, found = Snapshot.from_object(target), Snapshot.from_object(live)
    with pytest.raises(CoreError) as caught:
        saved.fits(found)
    assert caught.value.code == core.DOES_NOT_FIT
    with pytest.raises(CoreError) as again:
        found.differences(saved)
    assert again.value.args == caught.value.args
    return caught.value.path, caught.value.message


def _chain(tree: Tree) -> Any:
    return tree["devices"][1]["chains"][1]


def _inner(tree: Tree) -> Any:
    return _chain(tree)["devices"][0]


INNER = "/devices/1/chains/1/devices/0"
INNER_WORDS = "device-1/chain-1/device-0 (Kit > Layer > Reverb)"


MISFITS: list[tuple[Edit, str, str]] = [
    (lambda tree: tree["devices"].pop(), "/devices", "number of devices is 1 in the snapshot and 2 in the Set"),
    (lambda tree: _inner(tree).update(className="Echo"), f"{INNER}/className", INNER_WORDS),
    (lambda tree: _inner(tree).update(type="instrument"), f"{INNER}/type", "audio_effect"),
    (lambda tree: _inner(tree).update(name=" \t"), f"{INNER}/name", "blank"),
    (lambda tree: _inner(tree)["parameters"].pop(), f"{INNER}/parameters", "number of parameters"),
    (lambda tree: _inner(tree)["parameters"].reverse(), f"{INNER}/parameters/0/originalName", "parameter-0"),
    (lambda tree: _inner(tree)["parameters"][0].update(min=-61.0), f"{INNER}/parameters/0/min", "-61"),
    (lambda tree: _inner(tree)["parameters"][0].update(max=6.5), f"{INNER}/parameters/0/max", "6.5"),
    (
        lambda tree: _inner(tree)["parameters"][1].update(quantized=False),
        f"{INNER}/parameters/1/quantized",
        "false",
    ),
    (lambda tree: _inner(tree)["parameters"][1]["valueItems"].pop(), f"{INNER}/parameters/1/valueItems", "Low"),
    (lambda tree: tree["devices"][1].pop("returnChains"), "/devices/1", "no rack"),
    (lambda tree: _inner(tree).update(chains=[]), f"{INNER}/chains", "none in the Set"),
    (lambda tree: tree["devices"][1]["chains"].pop(), "/devices/1/chains", "number of chains"),
    (lambda tree: _chain(tree)["devices"].clear(), "/devices/1/chains/1/devices", "device-1/chain-1 (Kit > Layer)"),
    (lambda tree: _chain(tree)["mixer"].update(solo=True), "/devices/1/chains/1/mixer/solo", "null in the Set"),
    (lambda tree: _chain(tree)["mixer"].update(pan=None), "/devices/1/chains/1/mixer/pan", "null in the snapshot"),
    (lambda tree: _chain(tree)["mixer"]["sends"].pop(), "/devices/1/chains/1/mixer/sends", "number of sends"),
    (
        lambda tree: _chain(tree)["noteRouting"].update(inputNote=None),
        "/devices/1/chains/1/noteRouting/inputNote",
        "inputNote",
    ),
    (lambda tree: tree["devices"][1]["drumPads"].pop(), "/devices/1/drumPads", "populated pads"),
    (lambda tree: tree["devices"][1]["drumPads"].reverse(), "/devices/1/drumPads/0/note", "38"),
    (
        lambda tree: tree["devices"][1]["drumPads"][1].update(solo=True),
        "/devices/1/drumPads/1",
        "both muted and soloed",
    ),
]


@pytest.mark.parametrize(("edit", "path", "words"), MISFITS)
def test_whatever_recall_cannot_write_is_refused_with_its_place(edit: Edit, path: str, words: str) -> None:
    target = full(4)
    edit(target)
    found, message = _misfit(target, full(4))
    assert found == path
    assert words in message
    assert "Set" in message or "snapshot" in message


def test_a_plug_in_keeps_its_name_and_other_devices_may_change_theirs() -> None:
    live, target = full(4), full(4)
    for tree in (live, target):
        tree["devices"][0]["className"] = "AuPluginDevice"
    target["devices"][1]["name"] = "Other Kit"
    Snapshot.from_object(target).fits(Snapshot.from_object(live))
    target["devices"][0]["name"] = "Other"
    assert _misfit(target, live)[0] == "/devices/0/name"


@pytest.mark.parametrize(("number", "other"), [(5, 6), (6, 5), (5, 4), (6, 4)])
def test_an_owner_mixer_needs_an_owner_of_its_kind(number: int, other: int) -> None:
    assert _misfit(full(number), full(other))[0] == "/format"


def test_ranges_are_compared_at_single_precision() -> None:
    live, target = full(1), full(1)
    target["devices"][0]["parameters"][0]["max"] = 6.0 + 1e-12
    Snapshot.from_object(target).fits(Snapshot.from_object(live))


@settings(max_examples=60)
@given(st.data())
def test_an_older_snapshot_fits_what_the_same_chain_became_by_turning_controls(data: st.DataObject) -> None:
    live = data.draw(snapshots())
    later = data.draw(edited(live))
    found = Snapshot.from_object(live)
    Snapshot.from_object(later).fits(found)
    for number in range(1, min(version(live), 4) + 1):
        Snapshot.from_object(reduced(later, number)).fits(found)


NOT_HELD: list[tuple[int, Edit]] = [
    (1, lambda tree: tree["devices"][1]["chains"].clear()),
    (2, lambda tree: _chain(tree)["mixer"]["sends"].clear()),
    (2, lambda tree: _chain(tree)["noteRouting"].update(inputNote=None)),
    (3, lambda tree: tree["devices"][1]["drumPads"].clear()),
]


@pytest.mark.parametrize(("number", "edit"), NOT_HELD)
def test_what_a_format_does_not_hold_may_differ(number: int, edit: Edit) -> None:
    live, changed = full(6), full(6)
    edit(changed)
    Snapshot.from_object(reduced(changed, number)).fits(Snapshot.from_object(live))


def test_a_chain_list_that_the_live_format_does_not_hold_is_not_there() -> None:
    live = reduced(full(6), 1)
    assert _misfit(full(4), live)[0].startswith("/devices/1")


def test_three_misfits_of_a_large_rack_are_found_in_order(payloads: ModuleType) -> None:
    tree = payloads.build("chain-20x128")
    path, message = _misfit(payloads.change_topology(tree), tree)
    found: Any = payloads.change_topology(tree)
    for step in path.split("/")[1:]:
        found = found[int(step) if step.isdigit() else step]
    assert "Extra" in found
    assert "valueItems" in message
    only_name = copy.deepcopy(tree)
    only_name["devices"][-1]["parameters"][-1]["originalName"] += "!"
    assert _misfit(only_name, tree)[0] == "/devices/7/parameters/127/originalName"
