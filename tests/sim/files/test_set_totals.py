"""The oracle beside the reference files counts what is in them: the reader counts the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from countin.sim.document import SetDocument
from countin.sim.files import describe
from sim.files.references import PRESETS, SETS


@pytest.mark.parametrize("name", SETS)
def test_the_totals_of_a_set_are_those_of_the_oracle(
    name: str, reference_set: Callable[[str], SetDocument], facts: Callable[[str], dict[str, Any]]
) -> None:
    document = reference_set(name)
    assert document.totals == facts(name)["totals"]
    assert document.warnings == ()


@pytest.mark.parametrize("name", PRESETS)
def test_the_totals_of_a_preset_are_those_of_the_oracle(
    name: str, shared: Path, facts: Callable[[str], dict[str, Any]]
) -> None:
    assert describe(shared / "sets" / name)["totals"] == facts(name)["totals"]


@pytest.mark.parametrize("name", SETS)
def test_the_document_holds_what_the_totals_count(name: str, reference_set: Callable[[str], SetDocument]) -> None:
    document = reference_set(name)
    every = [*document.tracks, *document.returns, document.main]
    clips = [clip for track in every for clip in (*track.slots, *track.arrangement) if clip is not None]
    takes = [clip for track in every for _, lane in track.take_lanes for clip in lane]
    assert sum(len(clip.notes) for clip in clips) == document.totals["notes"]
    assert sum(len(clip.notes) for clip in takes) == document.totals["take_notes"]
    assert len(takes) == document.totals["take"]
    assert len(document.scenes) == document.totals["scenes"]
    assert len(document.cues) == document.totals["locators"]
