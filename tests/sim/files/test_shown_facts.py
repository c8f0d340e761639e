"""What Live shows of an opened reference file is what an independent reader found in it, but for rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from countin.sim.document import SetDocument
from countin.sim.files import read_preset
from sim.files import document_rows
from sim.files.comparing import Difference, Facts, Rule, differences, unexplained
from sim.files.references import PRESETS, SETS
from sim.files.shown_rows import MAIN_MIXER, MIXER_WORDS, NOT_SHOWN, RULES, TABLES, load_preset, open_set

Compare = Callable[[str], list[Difference]]


@pytest.fixture
def compare(shared: Path, reference_set: Callable[[str], SetDocument], facts: Callable[[str], Facts]) -> Compare:
    """All differences of an opened file from its facts, but for what the object model has no member for."""

    def compare(name: str) -> list[Difference]:
        if name in PRESETS:
            found = differences(load_preset(read_preset(shared / "sets" / name)), facts(name), "preset", TABLES)
        else:
            found = differences(open_set(reference_set(name)), facts(name), "set", TABLES)
        return [one for one in found if one.field not in NOT_SHOWN]

    return compare


@pytest.mark.parametrize("name", [*SETS, *PRESETS])
def test_the_object_model_shows_what_the_file_holds(name: str, compare: Compare) -> None:
    assert unexplained(compare(name), RULES) == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.reason)
def test_every_rule_explains_a_difference_that_is_there(rule: Rule, compare: Compare) -> None:
    assert any(found.field == rule.field and rule.explains(found) for found in compare(rule.seen_in))


def test_every_field_of_the_facts_is_shown_or_has_a_reason_why_not() -> None:
    asked = {f"{table}.{key}" for table, rows in TABLES.items() for key in rows}
    known = {f"{table}.{key}" for table, rows in document_rows.TABLES.items() for key in rows}
    assert asked & set(NOT_SHOWN) == set()
    assert asked | set(NOT_SHOWN) == known


def test_mixer_elements_are_called_as_the_object_model_calls_them(
    reference_set: Callable[[str], SetDocument],
) -> None:
    song = open_set(reference_set("live12_set_template.als")).song
    main, track = song.master_track.mixer_device, song.tracks[0].mixer_device
    for member, (_, shown) in MIXER_WORDS.items():
        assert getattr(main if member in MAIN_MIXER else track, member).name == shown
    assert [send.name for send in track.sends] == [track.name for track in song.return_tracks]
