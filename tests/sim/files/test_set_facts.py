"""Documents of the reference files say in every field what an independent reader found; no field goes uncompared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from countin.sim.document import SetDocument
from countin.sim.files import describe
from sim.files.comparing import Difference, Facts, Rule, differences, fields_of, unexplained
from sim.files.document_rows import RULES, TABLES, OfSet, preset
from sim.files.references import PRESETS, SETS

ReadSet = Callable[[str], SetDocument]
ReadFacts = Callable[[str], Facts]


@pytest.fixture
def compare(shared: Path, reference_set: ReadSet, facts: ReadFacts) -> Callable[[str], list[Difference]]:
    """All differences of a file from its facts."""

    def compare(name: str) -> list[Difference]:
        path = shared / "sets" / name
        if name in PRESETS:
            return [*differences(preset(path), facts(name), "preset", TABLES)]
        return [*differences(OfSet(reference_set(name), describe(path)), facts(name), "set", TABLES)]

    return compare


@pytest.mark.parametrize("name", [*SETS, *PRESETS])
def test_every_field_of_the_facts_is_what_the_document_says(
    name: str, compare: Callable[[str], list[Difference]]
) -> None:
    assert unexplained(compare(name), RULES) == []


def test_every_field_of_every_facts_file_has_a_row(facts: ReadFacts, shared: Path) -> None:
    """And every row a field: a table cannot promise what no file shows."""
    files = sorted((shared / "sets" / "facts").iterdir())
    assert len(files) == len(SETS) + len(PRESETS)
    used: Counter[str] = Counter()
    for name in (*SETS, *PRESETS):
        used.update(fields_of(facts(name), "preset" if name in PRESETS else "set", TABLES))
    assert set(used) == {f"{table}.{key}" for table, rows in TABLES.items() for key in rows}


def test_a_field_that_no_row_compares_is_a_difference(facts: ReadFacts, reference_set: ReadSet, shared: Path) -> None:
    name = "live11_set_m4l_plain_xml.als"
    found = facts(name)
    found["tracks"][0]["devices"][0]["latency"] = 3
    ours = OfSet(reference_set(name), describe(shared / "sets" / name))
    (missed,) = unexplained([*differences(ours, found, "set", TABLES, name)], RULES)
    assert missed == f"{name}/tracks[0]/devices[0]: device.latency is 3 in the file, 'not compared' here"


@pytest.mark.parametrize(("field", "wrong"), [("volume", 0.99), ("name", "Other"), ("mute", True), ("sends", [1.0])])
def test_a_fact_that_is_otherwise_is_found(
    field: str, wrong: object, facts: ReadFacts, reference_set: ReadSet, shared: Path
) -> None:
    name = "live11_set_m4l_plain_xml.als"
    found = facts(name)
    found["tracks"][0][field] = wrong
    ours = OfSet(reference_set(name), describe(shared / "sets" / name))
    (missed,) = unexplained([*differences(ours, found, "set", TABLES)], RULES)
    assert missed.startswith(f"/tracks[0]: track.{field} is ")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.reason)
def test_every_rule_explains_a_difference_that_is_there(rule: Rule, compare: Callable[[str], list[Difference]]) -> None:
    assert any(found.field == rule.field and rule.explains(found) for found in compare(rule.seen_in))
