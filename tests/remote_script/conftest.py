"""An embedded Live that hosts the Remote Script, stepped by the test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from countin.sim.demo import demo_set
from countin.sim.document import SetDocument
from countin.sim.factory import factory_set
from countin.sim.host import Host
from countin.sim.world import World
from script_stage import SCRIPT, Client, MakeStage, Stage


@pytest.fixture
def make_stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeStage]:
    """Opens a document (the factory Set by default) with the script in it."""
    monkeypatch.setenv("COUNTIN_HOME", str(tmp_path))
    with ExitStack() as ends:

        def make(document: SetDocument | None = None, **options: Any) -> Stage:
            host = ends.enter_context(Host(World(document or factory_set(), **options)))
            stage = Stage(host, host.load_script(SCRIPT), tmp_path)
            assert stage.script is not None, [*host.log]
            stage.follow_the_clock_of_live()
            ends.callback(stage.close)
            return stage

        yield make


@pytest.fixture
def stage(make_stage: MakeStage) -> Stage:
    """The factory Set."""
    return make_stage()


@pytest.fixture
def demo(make_stage: MakeStage) -> Stage:
    """The demo Set."""
    return make_stage(demo_set())


@pytest.fixture
def client(stage: Stage) -> Client:
    """A client of the factory Set."""
    return stage.client()
