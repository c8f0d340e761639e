"""The owner's side of a hosted Live: starts `python -m countin.sim`, and speaks its lines. It dies with its owner."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Self

from countin.sim.hosting.options import Options

ENDING: Final = 10.0
"""Seconds that a child is given to end by itself."""


class ChildError(RuntimeError):
    """The child could not start, could not do what it was told, or is gone; the message is its own."""


class Child:
    """An embedded Live in a process of its own. `ready` is what it said of itself when it was ready. Not for several
    threads at once. As a context manager it ends the child."""

    def __init__(
        self, options: Options, environment: Mapping[str, str] | None = None, module: str = "countin.sim"
    ) -> None:
        """`module` is run instead of the embedded Live's own where it gives `main` a Set of its own."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *options.arguments()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=None if environment is None else dict(environment),
        )
        try:
            self.ready: dict[str, Any] = self._hear()
        except ChildError:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._process.pid

    @property
    def status(self) -> int | None:
        """Its exit status, None while it lives."""
        return self._process.poll()

    def say_text(self, text: str) -> dict[str, Any]:
        """Send a line as it is, and answer what comes back, errors too. ChildError when the child is gone."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(text.encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise ChildError("the embedded Live is gone") from None
        return self._hear()

    def say(self, **said: Any) -> dict[str, Any]:
        """Send a line made of one command, and answer what comes back. ChildError with the child's words when it could
        not do it."""
        answered = self.say_text(json.dumps(said))
        if not answered.get("ok"):
            raise ChildError(str(answered.get("error", "the embedded Live answered nothing of use")))
        return answered

    def tick(self, turns: int = 1) -> int:
        """Let display turns happen; answers how many there were so far."""
        return self.say(tick=turns)["turns"]

    def person(self, path: str, **action: Any) -> Any:
        """A person acts on the object at `path`: `get="tempo"`, `set="name", to="X"`, `call="fire", args=[]`."""
        return self.say(person={"path": path, **action})["value"]

    def fault(self, name: str, **settings: Any) -> None:
        """Tell the Live to misbehave."""
        self.say(fault={name: settings})

    def terminate(self) -> None:
        """Tell the system to end it: on POSIX it still disconnects its scripts."""
        self._process.terminate()

    def close(self) -> int:
        """End the child by ending its input, and answer its exit status; it is killed if it does not listen."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        with suppress(OSError):  # It ended first, with a line of ours unread.
            stdin.close()
        try:
            return self._process.wait(ENDING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()
        finally:
            stdout.close()

    def _hear(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise ChildError("the embedded Live ended before it answered; its standard error says why")
        return json.loads(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
