"""The embedded Live as a process of its own: `python -m countin.sim`. Its owner talks to it on standard input and is
answered on standard output, one JSON line each; it ends when that input ends or when its owner is gone.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from countin.sim.browser_tree import default_browser
from countin.sim.document import SetDocument
from countin.sim.host import Host
from countin.sim.hosting.clocks import CLOCKS
from countin.sim.hosting.fault_lines import arm
from countin.sim.hosting.interpreter import hold
from countin.sim.hosting.lines import answer
from countin.sim.hosting.options import SAYS, Options, parse_options
from countin.sim.hosting.python_log import keep_python_log
from countin.sim.hosting.said import document_named
from countin.sim.kernel.errors import LiveCrashed
from countin.sim.world import World

MAXIMUM_LINE: Final = 1 << 20
CRASHED: Final = 70
"""The exit status when the simulated Live went down, as a real one would have."""


@dataclass(slots=True)
class Inbox:
    """Lines from the owner, read by a thread of its own so that the Live's thread can wait with a time limit."""

    descriptor: int
    lines: queue.Queue[bytes | None] = field(default_factory=queue.Queue[bytes | None])

    def start(self) -> None:
        """Begin to read. The thread reads the descriptor itself: a buffered reader would hold its lock at exit."""
        threading.Thread(target=self._read, name="countin-sim-input", daemon=True).start()

    def next_line(self, seconds: float) -> bytes | Literal["nothing"] | None:
        """A line, "nothing" within that time, or None: there will be no more."""
        try:
            return self.lines.get(timeout=seconds) if seconds > 0 else self.lines.get_nowait()
        except queue.Empty:
            return "nothing"

    def _read(self) -> None:
        rest = b""
        with suppress(OSError):
            while chunk := os.read(self.descriptor, 1 << 16):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    self.lines.put(line)
                if len(rest) > MAXIMUM_LINE:
                    break
        self.lines.put(None)


def run(options: Options, source: int, tell: Callable[[str], None], document: SetDocument | None = None) -> int:
    """Host a Live until the owner says `quit` or its input ends; answers the exit status. `source` is the descriptor
    lines come from, `tell` sends one; `document` stands for the Set that the options name. Must run on the process's
    main thread."""
    owner = os.getppid()
    document = document or document_named(options.set_name)
    world = World(
        document,
        manner=options.manner,
        version=options.version,
        switches=options.switches,
        browser=default_browser(),
    )
    with Host(world) as host:
        keep_python_log(host.log.append)
        for fault in options.faults:
            arm(host, fault)
        surfaces = [host.load_script(folder) for folder in options.scripts]
        inbox = Inbox(source)
        inbox.start()
        loaded = [{"name": surface.name, "slot": surface.slot, "loaded": not surface.is_empty} for surface in surfaces]
        tell(
            json.dumps(
                {"ready": True, "says": SAYS, **_described(options), "scripts": loaded, "warnings": document.warnings}
            )
        )
        return _converse(host, options, inbox, tell, owner)


def _described(options: Options) -> dict[str, Any]:
    set_name = options.set_name if options.set_name in ("factory", "demo") else Path(options.set_name).name
    return {
        "set": set_name,
        "clock": options.clock,
        "manner": options.manner,
        "version": options.version,
        "pid": os.getpid(),
    }


def _converse(host: Host, options: Options, inbox: Inbox, tell: Callable[[str], None], owner: int) -> int:
    clock = CLOCKS[options.clock]()
    try:
        while os.getppid() == owner:
            line = inbox.next_line(_wait(host, clock.wait(host)))
            clock.move(host)
            if line is None:
                return 0
            if line != "nothing" and line.strip():
                answered = answer(host, line)
                tell(answered.text)
                if answered.over:
                    return 0
    except LiveCrashed as crash:
        with suppress(OSError):
            tell(json.dumps({"ok": False, "crashed": True, "error": str(crash)}))
        return CRASHED
    except BrokenPipeError:
        return 0
    return 0


def _wait(host: Host, seconds: float) -> float:
    """How long to wait for a line: not at all where the interpreter lock is kept while Live is outside Python. Then the
    thread that reads lines is one of those that starve, too: a line is answered some turns later."""
    if not host.lock_is_held:
        return seconds
    hold(seconds)
    return 0.0


def main(arguments: Sequence[str] | None = None, document: SetDocument | None = None) -> int:
    """The command line of the embedded Live; `document` instead of the Set it names. What scripts print goes to
    standard error: standard output is for answers."""
    options = parse_options(arguments)
    signal.signal(signal.SIGTERM, _end)
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    sys.stdout = sys.stderr

    def tell(text: str) -> None:
        output.write(f"{text}\n")
        output.flush()

    try:
        return run(options, sys.stdin.fileno(), tell, document)
    except (OSError, ValueError) as error:
        sys.stderr.write(f"countin sim: {error}\n")
        return 2
    except KeyboardInterrupt:
        return 130
    finally:
        with suppress(OSError):
            output.close()


def _end(_: int, __: object) -> None:
    """Leave through the ordinary way out, so that scripts are disconnected."""
    raise SystemExit(0)
