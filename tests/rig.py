"""Everything in one process, on one thread and one simulated clock: the embedded Live, the Remote Script, the bridge,
the contract and the tools. Nothing sleeps: when nobody has anything to do, Live's clock moves one timer period on.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import selectors
import tempfile
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from countin.cli.assembly import Wanted, assemble
from countin.cli.embedded import SCRIPT
from countin.face.server import App, call
from countin.sim.browser_tree import default_browser
from countin.sim.document import SetDocument
from countin.sim.host import Host
from countin.sim.world import World
from countin.store.folders import Folders
from countin.tools.registry import BY_NAME, TOOLS

PERIOD = 0.01
"""Simulated seconds that pass when nothing is ready: one period of the script's timer."""
START = 1_800_000_000.0
"""Unix time when a rig starts, so that every run sees the same clock."""


class SteppedLoop(asyncio.SelectorEventLoop):
    """An event loop on simulated time. Idle means: `on_idle`, then the clock moves on by one period."""

    def __init__(self, on_idle: Callable[[], None]) -> None:
        self.now = 0.0
        super().__init__(_SteppedSelector(self, on_idle))

    def time(self) -> float:
        return self.now

    def run_in_executor(self, executor: Executor | None, func: Callable[..., Any], *args: Any) -> Any:
        """Worker threads would see real time: their work is done at once instead."""
        future: asyncio.Future[Any] = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001  (goes where the thread's error would have gone)
            future.set_exception(error)
        return future


class _SteppedSelector(selectors.DefaultSelector):
    def __init__(self, loop: SteppedLoop, on_idle: Callable[[], None]) -> None:
        super().__init__()
        self._loop = loop
        self._on_idle = on_idle

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        self._on_idle()
        self._loop.now += PERIOD
        return super().select(0)


class _FakeTime:
    """What the script's clock module sees as `time`. `cost` is what accesses to Live have cost so far (a fault): a slow
    Live uses up ticks."""

    def __init__(self, now: Callable[[], float], cost: Callable[[], float]) -> None:
        self._now = now
        self._cost = cost

    def perf_counter(self) -> float:
        return self._now() + self._cost()

    def time_ns(self) -> int:
        return round((START + self._now()) * 1_000_000_000)


@dataclass(frozen=True)
class Told:
    """What a call answered."""

    body: Mapping[str, Any]
    is_error: bool

    def __getitem__(self, name: str) -> Any:
        return self.body[name]

    @property
    def code(self) -> str:
        """The error's code, "" for a result."""
        return str(self.body.get("error", {}).get("code", ""))

    @property
    def status(self) -> str:
        """The outcome's status, "" where there is none."""
        return str(self.body.get("operationOutcome", {}).get("status", ""))


class Rig:
    """One embedded Live with Countin in it, and a caller."""

    def __init__(self, document: SetDocument, home: Path, **world: Any) -> None:
        self.world = World(document, browser=default_browser(), **world)
        self.host = Host(self.world)
        self.loop = SteppedLoop(self._idle)
        self.home = home
        self.is_stalled = False
        os.environ["COUNTIN_HOME"] = str(home)
        self.surface = self.host.load_script(SCRIPT)
        if self.surface.is_empty:
            raise AssertionError("the Remote Script did not load: " + "\n".join(self.host.log))
        self.keep_script_clock()
        self.app = self.server()

    def _idle(self) -> None:
        # While it is stalled, time passes and Live does nothing.
        (self.world.stall if self.is_stalled else self.host.advance)(PERIOD)

    def unix_time(self) -> float:
        """Seconds since 1970, as the server and the script have them."""
        return START + self.loop.time()

    def keep_script_clock(self) -> None:
        """Put the script on simulated time; once more where it was imported again."""
        import importlib

        clock: Any = importlib.import_module(f"{SCRIPT.name}.clock")
        clock.time = _FakeTime(self.loop.time, lambda: self.world.faults.simulated_cost)

    def server(self, **wanted: Any) -> App:
        """Another server on the same Live, with a store of the same home."""
        return assemble(
            Wanted(toolsets="all", **wanted),
            folders=Folders(self.home),
            clock=lambda: START + self.loop.time(),
            tools=TOOLS,
        )

    # --- calling ---

    def run(self, work: Any) -> Any:
        """Run a coroutine while Live's clock moves."""
        return self.loop.run_until_complete(work)

    async def ask(self, tool: str, arguments: Mapping[str, Any], app: App | None = None) -> Told:
        """One call, from within a coroutine."""
        result = await call(app or self.app, BY_NAME[tool], arguments, None)
        return Told(result["structuredContent"], bool(result.get("isError")))

    def call(self, tool: str, app: App | None = None, **arguments: Any) -> Told:
        """One call, to its end."""
        return self.run(self.ask(tool, arguments, app))

    def version(self) -> int:
        """The state version of now."""
        return int(self.call("get_live_state")["stateVersion"])

    def plan(self, tool: str, **arguments: Any) -> Told:
        """Plan against the state of now."""
        return self.call(tool, expectedStateVersion=self.version(), **arguments)

    def execute(self, planned: Told) -> Told:
        """Run a plan by its token."""
        confirmation = planned["confirmation"]
        return self.call("execute_plan", confirmationToken=confirmation["token"], planHash=confirmation["planHash"])

    def apply(self, tool: str, **arguments: Any) -> Told:
        """Plan and run."""
        planned = self.plan(tool, **arguments)
        return planned if planned.is_error else self.execute(planned)

    def person(self, action: Callable[[Any], Any]) -> Any:
        """A person acts on the Song between two ticks."""
        return self.host.person(action)

    @contextlib.contextmanager
    def stalled(self) -> Generator[None]:
        """Live stands still in here (a dialog, a menu): no timer, no display update."""
        self.is_stalled = True
        try:
            yield
        finally:
            self.is_stalled = False

    def tick(self, turns: int = 1) -> None:
        """Let Live's display turn."""
        self.host.tick(turns)
        self.loop.now += turns * 0.1

    def digest(self) -> str:
        """Of the whole Set, once what lags has settled."""
        with self.world.main_thread():
            return self.world.digest()

    def undoable(self) -> str:
        """Of all that Live's undo covers."""
        with self.world.main_thread():
            return self.world.digest_undoable()

    def close(self) -> None:
        """Disconnect everything and leave nothing behind."""
        self.run(self.app.close())
        self.host.close()
        with contextlib.suppress(Exception):
            self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        self.loop.close()


@contextlib.contextmanager
def rig(document: SetDocument, **world: Any) -> Generator[Rig]:
    """A rig in a home of its own."""
    with tempfile.TemporaryDirectory(prefix="countin-rig-") as folder:
        made = Rig(document, Path(folder), **world)
        try:
            yield made
        finally:
            made.close()
