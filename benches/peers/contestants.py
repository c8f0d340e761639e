"""Who sets parameters and reads them back, each by the fastest calls it has."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from benches.peers.homes import LIVE_SERVER, LIVEMCP, TORDO, Home
from benches.peers.servers import Server
from countin._remote_script.Countin.wire import single

TURN: Final = 0.1
"""Seconds from one display turn to the next."""
CLIENTS: Final = 16
"""Clients of one stranger at once, where its own server would have one."""
PLAN: Final = 64
"""Operations that one request of `tordo` may hold."""
DRAINED: Final = 16
"""Requests that `tordo` does in a turn."""


@dataclass(frozen=True, slots=True)
class Work:
    """Values for the parameters from 1 on of the only device of a track."""

    track: int
    values: tuple[float, ...]

    @property
    def changes(self) -> list[tuple[int, float]]:
        """Index and value of each."""
        return list(enumerate(self.values, 1))


def values_of(pattern: int, size: int) -> tuple[float, ...]:
    """Values that differ from every other pattern's at each place, in Live's single precision."""
    return tuple(single(0.05 + 0.9 * ((place * 0.618034 + pattern * 0.381966) % 1.0)) for place in range(size))


@dataclass(frozen=True, slots=True)
class Cost:
    """What it took: seconds, requests sent, and turns of Live's main thread where the contestant counts them."""

    seconds: float
    requests: int
    ticks: int | None = None


class Contestant(Protocol):
    """One way to do it."""

    @property
    def peer(self) -> str:
        """Whose way."""
        ...

    @property
    def call(self) -> str:
        """The calls, for the table."""
        ...

    @property
    def source(self) -> str:
        """What gives it Live's main thread."""
        ...

    def turns(self, size: int) -> int:
        """Display turns that it needs at least."""
        ...

    def pattern(self, fresh: int) -> int:
        """Which pattern it will write, given one that is not in use."""
        ...

    def do(self, work: Work) -> Cost:
        """Set and read back. Raises RuntimeError where the contestant says that it failed."""
        ...


class Failed(RuntimeError):
    """A contestant did not do what it was told; the message holds its words."""


# -- strangers


@dataclass(frozen=True, slots=True)
class Stranger:
    """What all strangers have in common: any values will do."""

    peer: str
    call: str
    source: str

    def pattern(self, fresh: int) -> int:
        """The fresh one."""
        return fresh


@dataclass(frozen=True, slots=True)
class BatchTool(Stranger):
    """`batch_commands` of `mcp-server-ableton-live`: its answer holds the value of each parameter, read back."""

    server: Server

    def turns(self, size: int) -> int:
        """All in one."""
        return 1

    def do(self, work: Work) -> Cost:
        """One call."""
        started = time.perf_counter()
        claim = self.server.call("batch_commands", {"commands": _batch(work)})
        seconds = time.perf_counter() - started
        if claim.is_error or f'"executed": {len(work.values)}' not in claim.text:
            raise Failed(claim.text[:500])
        return Cost(seconds, 1)


def _batch(work: Work) -> list[dict[str, Any]]:
    target = {"track_index": work.track, "device_index": 0}
    return [
        {"type": "set_device_parameter", "params": {**target, "parameter": index, "value": value}}
        for index, value in work.changes
    ]


@dataclass(frozen=True, slots=True)
class OneByOne(Stranger):
    """`set_device_parameter` of `livemcp` for each, all in flight, then `get_device_parameters` to read back."""

    server: Server

    def turns(self, size: int) -> int:
        """Its server does one at a time."""
        return size

    def do(self, work: Work) -> Cost:
        """A call for each parameter, and one more."""
        target = {"track_index": work.track, "device_index": 0}
        started = time.perf_counter()
        begun = [
            self.server.begin("set_device_parameter", {**target, "parameter_index": index, "value": value})
            for index, value in work.changes
        ]
        claims = [one.result() for one in begun]
        claims.append(self.server.call("get_device_parameters", target))
        seconds = time.perf_counter() - started
        wrong = [claim.text for claim in claims if claim.is_error]
        if wrong:
            raise Failed(wrong[0][:500])
        return Cost(seconds, len(claims))


Request = tuple[str, Mapping[str, Any]]


class OwnClient:
    """The process in a stranger's environment that drives the stranger's own client library."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, requests: Sequence[Request], width: int) -> float:
        """Have all requests answered by `width` clients at once; answers the seconds that took."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"width": width, "requests": requests}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise Failed("the stranger's client is gone; its standard error says why")
        return float(json.loads(line)["seconds"])


@contextmanager
def own_client(home: Home, environment: Mapping[str, str], script: str) -> Generator[OwnClient]:
    """Start it, and end it afterwards."""
    command = [str(home.python), script, home.stranger.name]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=dict(environment)
    )  # fmt: skip
    try:
        yield OwnClient(process)
    finally:
        process.communicate()


@dataclass(frozen=True, slots=True)
class Direct(Stranger):
    """A stranger's own client without its server: some steps, one after another, each of requests at once."""

    client: OwnClient

    def turns(self, size: int) -> int:
        """As its protocol has it."""
        if self.peer == LIVE_SERVER.name:
            return 1
        if self.peer == LIVEMCP.name:
            return -(-size // CLIENTS)
        return 2 * -(-size // (PLAN * DRAINED))

    def do(self, work: Work) -> Cost:
        """Every step of it."""
        steps = _STEPS[self.peer](work)
        return Cost(sum(self.client.ask(step, CLIENTS) for step in steps), sum(map(len, steps)))


def _batch_steps(work: Work) -> list[list[Request]]:
    return [[("batch", {"commands": _batch(work)})]]


def _single_steps(work: Work) -> list[list[Request]]:
    target = {"track_index": work.track, "device_index": 0}
    writes: list[Request] = [
        ("set_device_parameter", {**target, "parameter_index": index, "value": value}) for index, value in work.changes
    ]
    return [writes, [("get_device_parameters", target)]]


def _plan_steps(work: Work) -> list[list[Request]]:
    """Its plans echo the value they were given, and its snapshot shows 24 parameters a device: the same plans, dry,
    say what is there."""
    target = {"type": "set_device_parameter", "track_index": work.track, "device_index": 0}
    operations = [{**target, "parameter_index": index, "value": value} for index, value in work.changes]
    plans = [
        {"plan_version": 1, "name": "values", "operations": operations[start : start + PLAN]}
        for start in range(0, len(operations), PLAN)
    ]
    return [[("apply_plan", {"plan": plan, "dry_run": dry}) for plan in plans] for dry in (False, True)]


_STEPS: Final = {LIVE_SERVER.name: _batch_steps, LIVEMCP.name: _single_steps, TORDO.name: _plan_steps}


# -- ours


@dataclass(slots=True)
class Desk:
    """Our server, and what calls of it took since `take` was last called."""

    server: Server
    seconds: float = 0.0
    requests: int = 0
    ticks: int = 0

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """One call, timed; an error is `Failed`."""
        started = time.perf_counter()
        result = self.server.result(tool, arguments)
        self.seconds += time.perf_counter() - started
        self.requests += 1
        self.ticks += int((result.meta or {}).get("countin/ticks", 0))
        if result.is_error:
            raise Failed(str(result.content)[:500])
        return dict(result.structured_content or {})

    def apply(self, tool: str, **arguments: Any) -> Cost:
        """Plan and execute. The state version that a plan names is asked for before the time begins: a client has it
        from any earlier answer."""
        version = self.call("get_live_state")["stateVersion"]
        self.seconds, self.requests, self.ticks = 0.0, 0, 0
        planned = self.call(tool, expectedStateVersion=version, **arguments)["confirmation"]
        done = self.call("execute_plan", confirmationToken=planned["token"], planHash=planned["planHash"])
        if done["operationOutcome"]["status"] != "applied":
            raise Failed(str(done["operationOutcome"]))
        return Cost(self.seconds, self.requests, self.ticks)


SOURCE: Final = "Live.Base.Timer, update_display"


@dataclass(slots=True)
class SetParameters:
    """`set_device_parameters`, planned and executed."""

    desk: Desk
    peer: str = "countin"
    call: str = "set_device_parameters + execute_plan"
    source: str = SOURCE

    def turns(self, size: int) -> int:
        """One to plan, one to execute."""
        return 2

    def pattern(self, fresh: int) -> int:
        """The fresh one."""
        return fresh

    def do(self, work: Work) -> Cost:
        """Two calls."""
        changes = [{"id": f"parameter-{index}", "value": value} for index, value in work.changes]
        track = f"track-{work.track}"
        return self.desk.apply("set_device_parameters", trackId=track, deviceId=f"{track}:device-0", changes=changes)


@dataclass(slots=True)
class Recall:
    """`recall_device_chain_snapshot` by reference, planned and executed; it goes between two captured states."""

    desk: Desk
    references: dict[tuple[float, ...], str] = field(default_factory=dict[tuple[float, ...], str])
    peer: str = "countin"
    call: str = "recall_device_chain_snapshot + execute_plan"
    source: str = SOURCE
    _last: int = 0

    def turns(self, size: int) -> int:
        """One to plan, one to execute."""
        return 2

    def pattern(self, fresh: int) -> int:
        """One of the two that were captured."""
        self._last = 1 - self._last
        return self._last

    def capture(self, work: Work) -> None:
        """Keep these values, which must stand in the Set."""
        captured = self.desk.call("capture_device_chain_snapshot", trackId=f"track-{work.track}")
        self.references[work.values] = captured["snapshot"]

    def do(self, work: Work) -> Cost:
        """Two calls."""
        return self.desk.apply(
            "recall_device_chain_snapshot", trackId=f"track-{work.track}", snapshot=self.references[work.values]
        )
