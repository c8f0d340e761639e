"""Who sets parameters and reads them back, each by the fastest calls it has."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from mcp.types import CallToolResult

from benches.peers.homes import LIVE_SERVER, LIVEMCP, TORDO, Home
from benches.peers.live import DEVICE
from benches.peers.servers import Claim, Server
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
class Change:
    """A value for a parameter of a device, all by index."""

    device: int
    parameter: int
    value: float


@dataclass(frozen=True, slots=True)
class Work:
    """Values for all parameters of a track's devices but "Device On"."""

    track: int
    values: tuple[float, ...]

    @property
    def changes(self) -> list[Change]:
        """One by one."""
        return [Change(place // DEVICE, place % DEVICE + 1, value) for place, value in enumerate(self.values)]

    @property
    def devices(self) -> range:
        """The devices."""
        return range(-(-len(self.values) // DEVICE))

    def target(self, device: int) -> dict[str, Any]:
        """A device as strangers name it."""
        return {"track_index": self.track, "device_index": device}


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
    """A stranger did not do what it was told; the message holds its words."""


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
    return [
        {
            "type": "set_device_parameter",
            "params": {**work.target(one.device), "parameter": one.parameter, "value": one.value},
        }
        for one in work.changes
    ]


@dataclass(frozen=True, slots=True)
class OneByOne(Stranger):
    """`set_device_parameter` of `livemcp` for each, all in flight, then `get_device_parameters` to read back."""

    server: Server

    def turns(self, size: int) -> int:
        """Its server does one at a time."""
        return size

    def do(self, work: Work) -> Cost:
        """A call for each parameter, and one more for each device."""
        started = time.perf_counter()
        claims: list[Claim] = []
        for step in _single_steps(work):
            begun = [self.server.begin(tool, arguments) for tool, arguments in step]
            claims += [one.result() for one in begun]
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
        answer = json.loads(line)
        if "failed" in answer:
            raise Failed(answer["failed"])
        return float(answer["seconds"])


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
    writes: list[Request] = [
        (
            "set_device_parameter",
            {**work.target(one.device), "parameter_index": one.parameter, "value": one.value},
        )
        for one in work.changes
    ]
    return [writes, [("get_device_parameters", work.target(device)) for device in work.devices]]


def _plan_steps(work: Work) -> list[list[Request]]:
    """Its plans echo the value they were given, and its snapshot shows 24 parameters a device: the same plans, dry,
    say what is there."""
    operations = [
        {
            "type": "set_device_parameter",
            **work.target(one.device),
            "parameter_index": one.parameter,
            "value": one.value,
        }
        for one in work.changes
    ]
    plans = [
        {"plan_version": 1, "name": "values", "operations": operations[start : start + PLAN]}
        for start in range(0, len(operations), PLAN)
    ]
    return [[("apply_plan", {"plan": plan, "dry_run": dry}) for plan in plans] for dry in (False, True)]


_STEPS: Final = {LIVE_SERVER.name: _batch_steps, LIVEMCP.name: _single_steps, TORDO.name: _plan_steps}


# -- ours


@dataclass(frozen=True, slots=True)
class Answered:
    """What our server answered."""

    body: Mapping[str, Any]
    ticks: int


@dataclass(frozen=True, slots=True)
class Desk:
    """Our server."""

    server: Server

    def call(self, tool: str, **arguments: Any) -> Answered:
        """One call; an error ends the bench."""
        return _answered(tool, self.server.begin_result(tool, arguments).result())

    def apply(self, tool: str, each: Sequence[Mapping[str, Any]]) -> Cost:
        """Plan and execute one after another, as each change moves the state version that the next plan names. It is
        asked for outside the time: a client has it from an earlier answer."""
        seconds, ticks = 0.0, 0
        for arguments in each:
            version = self.call("get_live_state").body["stateVersion"]
            started = time.perf_counter()
            planned = self.call(tool, expectedStateVersion=version, **arguments)
            token = planned.body["confirmation"]
            done = self.call("execute_plan", confirmationToken=token["token"], planHash=token["planHash"])
            seconds += time.perf_counter() - started
            ticks += planned.ticks + done.ticks
            if done.body["operationOutcome"]["status"] != "applied":
                raise RuntimeError(str(done.body["operationOutcome"]))
        return Cost(seconds, 2 * len(each), ticks)


def _answered(tool: str, result: CallToolResult) -> Answered:
    if result.is_error:
        raise RuntimeError(f"{tool}: {str(result.content)[:500]}")
    return Answered(result.structured_content or {}, int((result.meta or {}).get("countin/ticks", 0)))


SOURCE: Final = "Live.Base.Timer, update_display"


@dataclass(slots=True)
class SetParameters:
    """`set_device_parameters`, planned and executed."""

    desk: Desk
    peer: str = "countin"
    call: str = "set_device_parameters + execute_plan"
    source: str = SOURCE

    def turns(self, size: int) -> int:
        """One to plan, one to execute, for each device."""
        return 2 * -(-size // DEVICE)

    def pattern(self, fresh: int) -> int:
        """The fresh one."""
        return fresh

    def do(self, work: Work) -> Cost:
        """Two calls for each device."""
        track = f"track-{work.track}"
        changes: list[list[dict[str, Any]]] = [[] for _ in work.devices]
        for one in work.changes:
            changes[one.device].append({"id": f"parameter-{one.parameter}", "value": one.value})
        each = [
            {"trackId": track, "deviceId": f"{track}:device-{device}", "changes": changes[device]}
            for device in work.devices
        ]
        return self.desk.apply("set_device_parameters", each)


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
        self.references[work.values] = captured.body["snapshot"]

    def do(self, work: Work) -> Cost:
        """Two calls."""
        target = {"trackId": f"track-{work.track}", "snapshot": self.references[work.values]}
        return self.desk.apply("recall_device_chain_snapshot", [target])
