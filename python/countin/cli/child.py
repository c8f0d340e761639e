"""Starts the embedded Live as a child process that hosts the packaged Remote Script, and speaks its line protocol."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from countin.errors import Refusal

SCRIPT = Path(__file__).parents[1] / "_remote_script" / "Countin"


class EmbeddedLive:
    """A running `countin sim`: JSON lines in, one answer line each. It ends when this process does."""

    def __init__(self, arguments: Sequence[str], *, home: Path | None = None) -> None:
        environment = dict(os.environ)
        if home is not None:
            environment["COUNTIN_HOME"] = str(home)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "countin", "sim", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
            encoding="utf-8",
        )
        self.ready: Mapping[str, Any] = self._answer()

    @property
    def pid(self) -> int:
        """The process id, by which `--live` chooses it."""
        return self._process.pid

    def ask(self, **line: Any) -> Mapping[str, Any]:
        """Send one line (`person`, `fault`, `tick`, `quit`) and give its answer. Raises `Refusal` when it says no."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def person(self, **action: Any) -> Mapping[str, Any]:
        """Act as the person at the Set: `path` with `set` and `to`, `call` and `args`, or `get`."""
        return self.ask(person=action)

    def _answer(self) -> Mapping[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise Refusal("live_not_reachable", f"the embedded Live ended (exit code {self._process.wait()})")
        answer: Mapping[str, Any] = json.loads(line)
        if answer.get("ok") is False:
            raise Refusal("live_refused", f"the embedded Live: {answer.get('error', 'no')}")
        return answer

    def close(self) -> None:
        """End it by closing its input."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def __enter__(self) -> EmbeddedLive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
