"""A server on the stub Live, as the benches of recalls drive it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Generator, Mapping
from pathlib import Path
from typing import Any

import orjson

from countin.cli.assembly import Wanted, assemble
from countin.core import Snapshot
from countin.face.server import App, call
from countin.store.folders import Folders
from countin.tools.registry import BY_NAME, TOOLS


class Server:
    """Countin in this process, connected to a stub Live in a process of its own that holds `tree`."""

    def __init__(self, app: App, home: Path, live: subprocess.Popen[str] | None) -> None:
        self._app = app
        self._home = home
        self._live = live

    def apart(self) -> contextlib.AbstractContextManager[None]:
        """Server and stub on cores of their own, as long as this lasts."""
        assert self._live is not None
        return cores_apart(self._live.pid)

    def longest_hold(self) -> tuple[float, float]:
        """Seconds of the longest tick of the stub since it was last asked: by the clock, and of those that it ran."""
        assert self._live is not None
        assert self._live.stdin is not None
        assert self._live.stdout is not None
        self._live.stdin.write("\n")
        self._live.stdin.flush()
        longest, running = self._live.stdout.readline().split()
        return float(longest), float(running)

    def keep(self, tree: Mapping[str, Any]) -> str:
        """Put a snapshot into the library; its reference."""
        snapshot = Snapshot.from_object(dict(tree))
        path = self._home / "snapshots" / f"{snapshot.digest}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(snapshot.canonical)
        return snapshot.reference

    async def call(self, tool: str, **arguments: Any) -> tuple[Mapping[str, Any], Mapping[str, int], float]:
        """One call: its result, what it took on the bridge, and seconds. Raises where it was refused."""
        begun = time.perf_counter()
        result = await call(self._app, BY_NAME[tool], arguments, None)
        spent = time.perf_counter() - begun
        body = result["structuredContent"]
        if result.get("isError"):
            raise RuntimeError(f"{tool}: {body}")
        return body, result.get("_meta", {}), spent

    async def version(self) -> int:
        """The state version of now."""
        return int((await self.call("get_live_state"))[0]["stateVersion"])

    async def recall(self, reference: str) -> tuple[tuple[float, int], tuple[float, int]]:
        """Plan and execute: seconds and ticks of each."""
        version = await self.version()
        planned, cost, plan_seconds = await self.call(
            "recall_device_chain_snapshot", trackId="master", snapshot=reference, expectedStateVersion=version
        )
        token = planned["confirmation"]
        done, run_cost, run_seconds = await self.call(
            "execute_plan", confirmationToken=token["token"], planHash=token["planHash"]
        )
        if done["operationOutcome"]["status"] != "applied":
            raise RuntimeError(str(done["operationOutcome"]))
        return (plan_seconds, cost["countin/ticks"]), (run_seconds, run_cost["countin/ticks"])


@contextlib.asynccontextmanager
async def unconnected() -> AsyncGenerator[Server]:
    """A server with no Live: for what needs none, and must not share the machine with one that never pauses."""
    with tempfile.TemporaryDirectory(prefix="countin-bench-") as folder:
        os.environ["COUNTIN_HOME"] = folder
        app = assemble(Wanted(toolsets="all"), folders=Folders(Path(folder)), clock=time.time, tools=TOOLS)
        try:
            yield Server(app, Path(folder), None)
        finally:
            await app.close()


@contextlib.contextmanager
def cores_apart(live: int) -> Generator[None]:
    """Live has a core of its own where the system lets one choose: on two cores a server that wakes up would often take
    that of the stub, which never sleeps, and the stub's tick would seem to last so much longer."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    *others, last = sorted(cores)  # the first one often serves the machine's interrupts as well
    if others:
        os.sched_setaffinity(live, {last})
        os.sched_setaffinity(0, others)
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


@contextlib.asynccontextmanager
async def served(tree: Mapping[str, Any], *options: str) -> AsyncGenerator[Server]:
    """A server on a stub Live that holds `tree`, a device chain of format v6."""
    with tempfile.TemporaryDirectory(prefix="countin-bench-") as folder:
        home = Path(folder)
        file = home / "live.json"
        file.write_bytes(orjson.dumps(tree))
        environment = os.environ | {"COUNTIN_HOME": folder}
        command = [sys.executable, "-m", "benches.recall.stub_live", str(file), *options]
        os.environ["COUNTIN_HOME"] = folder
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        ) as live:
            assert live.stdout is not None
            live.stdout.readline()
            app = assemble(Wanted(toolsets="all"), folders=Folders(home), clock=time.time, tools=TOOLS)
            try:
                yield Server(app, home, live)
            finally:
                await app.close()
                assert live.stdin is not None
                live.stdin.close()
                live.wait(10)
