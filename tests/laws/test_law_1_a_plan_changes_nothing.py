"""Law 1: a plan changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from countin.declaration import Mutation
from countin.tools.registry import TOOLS
from laws import checks
from laws.cases import Case
from laws.stage import Stage
from laws.stock import Stock
from laws.strategies import MUTATIONS, STRATEGIES
from laws.tally import Tally


def test_every_mutation_of_the_registry_has_a_strategy_of_valid_arguments() -> None:
    registered = {tool.name for tool in TOOLS if isinstance(tool, Mutation)}
    assert registered == set(STRATEGIES)


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_plan_changes_nothing(on: Stage, band: Stock, tally: Tally, name: str) -> None:
    @settings(max_examples=25)
    @given(STRATEGIES[name](band))
    def law(case: Case) -> None:
        tally.add(name, checks.plan_changes_nothing(on, case))

    law()
    tally.need(name, "planned")
