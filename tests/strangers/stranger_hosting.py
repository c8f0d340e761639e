"""A stranger at work: its Remote Script in an embedded Live of its own, its server beside it, and what both say."""

from __future__ import annotations

import os
import socket
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from benches.peers.homes import ABLETON_AI, LIVE_SERVER, Stranger, environment_of
from benches.peers.locks import exclusive
from benches.peers.servers import Claim, Server, serving

from countin.sim.hosting.child import Child
from countin.sim.hosting.options import Manner, Options
from strangers.stranger_homes import home_of
from strangers.stranger_steps import Read, Write, found_in, sized

FIXED_PORT: Final = 9877
OWN_PORT: Final = (LIVE_SERVER, ABLETON_AI)
"""Strangers whose port can be set, on both sides; the others share the fixed one and run one after another."""
SETTLING: Final = 2
"""Turns after which what a command did is there, deferred effects too."""


@dataclass(frozen=True, slots=True)
class Hosted:
    """One stranger in its Live."""

    stranger: Stranger
    live: Child
    server: Server

    def claim(self, tool: str, **arguments: Any) -> Claim:
        """What the stranger claims about a command; it must not call it an error."""
        claim = self.server.call(tool, arguments)
        assert not claim.is_error, f"{tool}: {claim.text}"
        return claim

    def shows(self, path: str, name: str, turns: int = SETTLING) -> Any:
        """What the Set itself shows, with deferred effects, as a property `name` or from a method `name()`; of a list,
        how long it is."""
        self.live.tick(turns)
        verb = {"call": name[:-2]} if name.endswith("()") else {"get": name}
        shown = self.live.person(path, **verb)
        return sized(shown)

    def do(self, step: Read | Write) -> None:
        """Drive one command, and compare what it claims with what the Set shows."""
        claim = self.claim(step.tool, **step.arguments)
        if isinstance(step, Write):
            assert step.says in claim.text, step
            assert self.shows(step.path, step.name, step.turns) == _close(step.value), (step, claim)
        else:
            assert found_in(claim.text, step.keys) == _close(self.shows(step.path, step.name)), (step, claim)


def _close(value: Any) -> Any:
    return pytest.approx(value, abs=1e-6) if isinstance(value, float) else value


@contextmanager
def hosted(stranger: Stranger, below: Path, manner: Manner = "live") -> Generator[Hosted]:
    """Host a stranger over the demo Set: its script in a child of ours, its server a child too."""
    home = home_of(stranger)
    with ExitStack() as stack:
        port = FIXED_PORT
        if stranger in OWN_PORT:
            port = _free_port()
        else:
            stack.enter_context(exclusive(f"port-{FIXED_PORT}"))
        ports = {"ABLETON_MCP_PORT": str(port), "ABLETON_PORT": str(port)}
        options = Options("demo", "fast", (home.script(below),), manner)
        live = stack.enter_context(Child(options, {**os.environ, **ports}))
        assert live.ready["scripts"] == [{"name": stranger.script, "slot": 0, "loaded": True}], live.say(log=20)
        server = stack.enter_context(serving(home.command, environment_of(home, below, ports)))
        yield Hosted(stranger, live, server)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
