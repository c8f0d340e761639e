"""One embedded Live with every Remote Script in it, side by side, and every server and client beside it."""

from __future__ import annotations

import os
import socket
import sys
import tempfile
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benches.peers import own_client as own_client_script
from benches.peers.contestants import (
    CLIENTS,
    BatchTool,
    Contestant,
    Desk,
    Direct,
    OneByOne,
    OwnClient,
    Recall,
    SetParameters,
    own_client,
)
from benches.peers.homes import LIVE_SERVER, LIVEMCP, TORDO, Home, built_home, environment_of
from benches.peers.locks import exclusive
from benches.peers.servers import Server, serving
from countin.cli.embedded import SCRIPT
from countin.sim.hosting.child import Child
from countin.sim.hosting.options import Options

TIMERS: Final[Mapping[bool, Mapping[str, object]]] = {True: {}, False: {"timer_resolution_ms": 1_000_000_000}}
"""How the embedded Live is told to run timers, or never to."""
PEERS: Final = (LIVE_SERVER, LIVEMCP, TORDO)
SCHEDULED: Final = "schedule_message: update_display"
QUEUED: Final = "update_display"
_MODULE: Final = "benches.peers.live"


@dataclass(frozen=True, slots=True)
class Stage:
    """The Live, and who takes part."""

    live: Child
    contestants: tuple[Contestant, ...]
    recall: Recall
    setter: SetParameters


@contextmanager
def stage(*, timers: bool, names: frozenset[str]) -> Generator[Stage]:
    """Host all that are named, and us. A stranger whose environment cannot be had is left out, and that is said."""
    homes = [home for home in map(built_home, (peer for peer in PEERS if peer.name in names)) if home is not None]
    for missing in names - {home.stranger.name for home in homes}:
        print(f"  {missing}: not measured, its environment is not in the cache and PyPI could not be reached")
    with ExitStack() as stack:
        below = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="countin-peers-")))
        for port in ("port-9877", "port-8765"):
            stack.enter_context(exclusive(port))
        ports = {"ABLETON_MCP_PORT": str(_free_port())}
        ports["ABLETON_PORT"] = ports["ABLETON_MCP_PORT"]
        own = {**os.environ, **ports, "COUNTIN_HOME": str(below / "countin")}
        scripts = (SCRIPT, *(home.script(below) for home in homes))
        options = Options("Peers", "real", scripts, "live", switches=TIMERS[timers])
        live = stack.enter_context(Child(options, own, _MODULE))
        _check(live)
        contestants: list[Contestant] = []
        for home in homes:
            contestants += _stranger(stack, home, environment_of(home, below, ports))
        arguments = ("-m", "countin", "serve", "--live", str(live.pid))
        desk = Desk(stack.enter_context(serving(Path(sys.executable), own, arguments)))
        setter, recall = SetParameters(desk), Recall(desk)
        yield Stage(live, (setter, recall, *contestants), recall, setter)


def _check(live: Child) -> None:
    loaded = {script["name"]: script["loaded"] for script in live.ready["scripts"]}
    log = live.say(log=50)["log"]
    if not all(loaded.values()) or any("Failed to start server" in line or "failed to bind" in line for line in log):
        raise RuntimeError(f"a Remote Script did not start: {loaded}, {log}")


def _stranger(stack: ExitStack, home: Home, environment: Mapping[str, str]) -> list[Contestant]:
    client = stack.enter_context(own_client(home, environment, str(Path(own_client_script.__file__))))
    name = home.stranger.name
    if name == TORDO.name:
        return [_direct(name, "apply_plan, its own client, then again as a dry run", QUEUED, client)]
    server = stack.enter_context(serving(home.command, environment))
    if name == LIVE_SERVER.name:
        return [
            BatchTool(name, "batch_commands", SCHEDULED, server),
            _direct(name, "batch, its own client without its server", SCHEDULED, client),
        ]
    return [
        OneByOne(name, "set_device_parameter each, get_device_parameters", SCHEDULED, server),
        _direct(name, f"the same, {CLIENTS} of its own clients without its server", SCHEDULED, client),
    ]


def _direct(name: str, call: str, source: str, client: OwnClient) -> Direct:
    return Direct(name, call, source, client)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


__all__ = ["PEERS", "Server", "Stage", "stage"]
