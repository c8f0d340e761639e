"""Law 6: capture, any value edits, recall, capture is the identity; an older format leaves what it does not hold."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countin.sim.demo import demo_set
from countin.sim.document import SetDocument
from countin.sim.files import read_set
from laws import checks
from laws.cases import Turn
from laws.nested import nested_sets
from laws.recalls import LEVELS, Onto, Recall, chain, device, everything, group, recalls, track, turnable
from laws.sets import BAND
from laws.slow import ACCESS_COST, OVERLOADED, slow
from laws.stage import Stage
from laws.stock import Stock, stock
from laws.tally import Tally
from laws.turning import lasting, turns

SHARED = Path(os.environ.get("COUNTIN_SHARED", Path(__file__).parents[3] / "shared"))
SETS = sorted(path.name for path in (SHARED / "sets").glob("*.als")) or ["none.als"]
KIT = "track-1:device-0"
FAMILIES = ("device_chain", "device_parameter", "track_state", "group_system")

BY_HAND: Sequence[tuple[str, Turn]] = (
    ("a macro that drives a parameter", Turn(("parameter", KIT, "1"), 3.0)),
    ("a macro that drives a macro", Turn(("parameter", KIT, "2"), 99.0)),
    ("a macro that drives a fader and a send", Turn(("parameter", KIT, "4"), 1.0)),
    ("a macro that drives a chain's mute", Turn(("parameter", KIT, "5"), 0.0)),
    ("one of two chains on a pad", Turn(("chain", f"{KIT}/chain-3", "solo"), True)),
    ("a pad", Turn(("pad", KIT, "38", "mute"), True)),
    ("a pad's solo, which clears its mute", Turn(("pad", KIT, "42", "solo"), True)),
    ("the note of a chain", Turn(("chain", f"{KIT}/chain-0", "in_note"), 38)),
    ("the name of a device", Turn(("device", f"{KIT}/chain-0/device-1"), "Renamed")),
)


@pytest.mark.parametrize("turn", [turn for _, turn in BY_HAND], ids=[name for name, _ in BY_HAND])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_what_a_drum_rack_has_of_its_own_comes_back(on: Stage, tally: Tally, turn: Turn, level: int) -> None:
    on.fresh(BAND)
    tally.add("by hand", checks.recall_is_identity(on, Recall(chain("track-1"), level, False, (turn,))))


LEVELS_OF = [(family, level) for family in FAMILIES for level in LEVELS if level < 5 or family == "device_chain"]


@pytest.mark.parametrize(("family", "level"), [one for one in LEVELS_OF if one[0] != "device_parameter" or one[1] == 1])
def test_any_edits_of_values_are_recalled(on: Stage, band: Stock, tally: Tally, family: str, level: int) -> None:
    @settings(max_examples=10)
    @given(recalls(band, everything(band)[family], levels=(level,)))
    def law(recall: Recall) -> None:
        on.fresh(BAND)
        tally.add("drawn", checks.recall_is_identity(on, recall))

    law()
    tally.need("drawn", f"{family} v{level}")


@pytest.mark.parametrize("family", FAMILIES)
def test_on_a_live_so_slow_that_looks_take_many_ticks_too(on: Stage, band: Stock, tally: Tally, family: str) -> None:
    @settings(max_examples=8)
    @given(recalls(band, everything(band)[family]), st.sampled_from((ACCESS_COST, OVERLOADED)))
    def law(recall: Recall, cost: float) -> None:
        on.fresh(BAND)
        with slow(on, cost):
            tally.add("drawn, slow", checks.recall_is_identity(on, recall))

    law()


@pytest.mark.parametrize("family", FAMILIES)
def test_racks_four_deep_come_back(on: Stage, tally: Tally, family: str) -> None:
    @settings(max_examples=8)
    @given(nested_sets(), st.data())
    def law(document: SetDocument, data: st.DataObject) -> None:
        on.fresh(document)
        found = on.person(stock)
        recall = data.draw(recalls(found, everything(found)[family], levels=(4, 1)))
        tally.add("four deep", checks.recall_is_identity(on, recall))

    law()


def test_a_channel_comes_back_though_only_its_type_differs(on: Stage, tally: Tally) -> None:
    """Live resets a channel with its type: a person's other type with the very channel of the snapshot."""
    on.fresh(BAND)
    keyboard = Turn(("route", "track-4", "input_routing_type"), "Computer Keyboard")
    third = Turn(("route", "track-4", "input_routing_channel"), "Ch. 3")
    on.person(third.act)
    tally.add("by hand", "turned", checks.comes_back(on, track("track-4"), (keyboard, third)))


def test_a_renamed_group_takes_its_tracks_outputs_with_it(on: Stage, tally: Tally) -> None:
    """Live calls the output of a track in a group as the group is called: with the name, that comes back by itself."""
    on.fresh(BAND)
    whole = group("track-0", ("track-0", "track-1"))
    renamed = (Turn(("track", "track-0", "name"), "By hand"), Turn(("track", "track-1", "name"), "Kit 2"))
    tally.add("by hand", "turned", checks.comes_back(on, whole, renamed))


def test_so_it_does_where_the_guard_is_compared_over_several_ticks(on: Stage, tally: Tally) -> None:
    whole = group("track-0", ("track-0", "track-1"))
    with slow(on, ACCESS_COST):
        on.fresh(BAND)
        tally.add("by hand", "turned", checks.comes_back(on, whole, [Turn(("track", "track-0", "name"), "By hand")]))


def test_the_parameters_of_a_device_go_onto_another_of_its_class(on: Stage, tally: Tally) -> None:
    on.fresh(BAND)
    crush, deess = device("track-1:device-1"), device("track-3:device-0")
    on.person(Turn(("parameter", "track-1:device-1", "2"), 11.1).act)
    reference, _ = on.snapshot(crush.family, crush.address)
    on.apply(deess.tool, {**deess.address, "snapshot": reference})
    again, _ = on.snapshot(deess.family, deess.address)
    assert again == reference
    tally.add("by hand", "onto another device")


# --- whole Sets ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
def test_all_of_the_demo_set_comes_back_from_hundreds_of_edits(on: Stage, tally: Tally, family: str) -> None:
    all_comes_back(on, demo_set(), "demo", family, tally)
    assert tally.of(f"demo: {family}", "turned") > 100


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("name", SETS)
def test_all_of_a_set_from_disk_comes_back_from_hundreds_of_edits(
    on: Stage, shared: Path, tally: Tally, name: str, family: str
) -> None:
    all_comes_back(on, read_set(shared / "sets" / name), name, family, tally)


MOST_DEVICES = 8
"""Of a Set's devices so many are recalled alone, spread over all."""


def all_comes_back(on: Stage, document: SetDocument, name: str, family: str, tally: Tally) -> None:
    """Every owner, device, track or group: capture, turn, recall, capture, undo."""
    on.fresh(document)
    found = on.person(stock)
    for onto in in_set(found, family):
        controls = [one for one in turnable(found, onto) if onto.holds(one.fact, 6)]
        moved = lasting(on, turns(controls))
        if moved:
            tally.add(f"{name}: {family}", "turned", checks.comes_back(on, onto, moved, undo=family == "device_chain"))
            tally.add(f"{name}: {family}", "recalls")


def in_set(found: Stock, family: str) -> Sequence[Onto]:
    """All that a Set has of a family; of devices some."""
    known = everything(found)[family]
    if family == "device_chain":
        returns = (one.owner for one in found.controls if one.level == 5)
        return [chain(owner) for owner in dict.fromkeys((*found.owners, "master", *returns))]
    if family == "device_parameter":
        return known[:: max(1, -(-len(known) // MOST_DEVICES))]
    return known
