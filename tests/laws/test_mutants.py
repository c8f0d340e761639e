"""The laws would notice: every deliberate fault is caught by the law that it breaks, which holds without it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from laws.fixed import CHECKS
from laws.mutants import MUTANTS, Mutant
from laws.sets import BAND
from laws.stage import Stage
from laws.tally import Tally

AT_LEAST = 20


@pytest.fixture
def bare(on: Stage) -> Iterator[Stage]:
    """A stage with a server of its own, whatever a mutant has left behind."""
    on.fresh(BAND)
    on.new_server()
    yield on
    on.new_server()
    on.fresh(BAND)


def test_there_are_enough_mutants_each_with_a_check_that_exists() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= AT_LEAST
    assert {mutant.caught_by for mutant in MUTANTS} <= set(CHECKS)


@pytest.mark.parametrize("name", CHECKS)
def test_the_law_holds(bare: Stage, name: str) -> None:
    CHECKS[name](bare)


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_a_fault_is_caught(bare: Stage, tally: Tally, monkeypatch: pytest.MonkeyPatch, mutant: Mutant) -> None:
    with monkeypatch.context() as patch:
        mutant.apply(patch)
        with pytest.raises(AssertionError):
            CHECKS[mutant.caught_by](bare)
    tally.add("mutants", "caught")
