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
from laws.sets import BAND
from laws.slow import ACCESS_COST, OVERLOADED, slow
from laws.stage import Stage
from laws.stock import Stock, stock
from laws.strategies import LEVELS, Recall, Turn, recalls
from laws.tally import Tally
from laws.turning import turns

SHARED = Path(os.environ.get("COUNTIN_SHARED", Path(__file__).parents[3] / "shared"))
SETS = sorted(path.name for path in (SHARED / "sets").glob("*.als")) or ["none.als"]
KIT = "track-1:device-0"

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
    tally.add("by hand", checks.recall_is_identity(on, Recall("track-1", level, False, (turn,))))


@pytest.mark.parametrize("level", LEVELS)
def test_any_edits_of_values_are_recalled(on: Stage, band: Stock, tally: Tally, level: int) -> None:
    @settings(max_examples=12)
    @given(recalls(band, levels=(level,)))
    def law(recall: Recall) -> None:
        on.fresh(BAND)
        tally.add("drawn", checks.recall_is_identity(on, recall))

    law()
    tally.need("drawn", f"v{level}")


def test_on_a_live_so_slow_that_looks_take_many_ticks_too(on: Stage, band: Stock, tally: Tally) -> None:
    @settings(max_examples=16)
    @given(recalls(band), st.sampled_from((ACCESS_COST, OVERLOADED)))
    def law(recall: Recall, cost: float) -> None:
        on.fresh(BAND)
        with slow(on, cost):
            tally.add("drawn, slow", checks.recall_is_identity(on, recall))

    law()


def test_every_owner_of_the_demo_set_comes_back_from_hundreds_of_edits(on: Stage, tally: Tally) -> None:
    owners_come_back(on, demo_set(), "demo", tally)
    assert tally.of("demo", "turned") > 1000


@pytest.mark.parametrize("name", SETS)
def test_every_owner_of_a_set_from_disk_comes_back_from_hundreds_of_edits(
    on: Stage, shared: Path, tally: Tally, name: str
) -> None:
    owners_come_back(on, read_set(shared / "sets" / name), name, tally)
    assert tally.of(name, "turned") > 0


def owners_come_back(on: Stage, document: SetDocument, name: str, tally: Tally) -> None:
    """Every owner that has devices or a mixer of its own in a snapshot: capture, turn, recall, capture, undo."""
    on.fresh(document)
    found = on.person(stock)
    owners = dict.fromkeys((*found.owners, "master", *(one.owner for one in found.controls if one.level == 5)))
    for owner in owners:
        moved = turns([one for one in found.of_owner(owner) if one.level])
        tally.add(name, "turned", checks.owner_comes_back(on, owner, moved))
        tally.add(name, "owners")
