"""The page that tells how opened files compare with the facts is the one that the tables make."""

from __future__ import annotations

from pathlib import Path

from sim.files.facts_page import PAGE, page


def test_the_page_of_the_facts_is_up_to_date(shared: Path) -> None:
    assert PAGE.read_text(encoding="utf-8") == page(shared / "sets")
