"""A stranger's own client library, driven without its server: run by the Python of the stranger's environment, with the
stranger's name. Standard library and the stranger's package only.

A line in is `{"width": 16, "requests": [[command, arguments], ...]}`; a line out is `{"seconds": s, "answers": [...]}`,
the time from before the first request to after the last answer, or `{"failed": words}`. `width` clients work at once,
each with one request in flight, as these protocols have it; connections that last are made before the time begins.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

Send = Callable[[str, Any], Any]


def live_server() -> Send:
    """A connection of `mcp-server-ableton-live`."""
    made: Any = importlib.import_module("ableton_live_mcp.connection")
    connection = made.AbletonConnection(host="127.0.0.1", port=int(os.environ["ABLETON_PORT"]))
    connection.connect()
    return connection.send_command


def livemcp() -> Send:
    """A connection of `livemcp`."""
    made: Any = importlib.import_module("livemcp.connection")
    connection = made.AbletonConnection()
    connection.connect()
    return connection.send_command


def tordo() -> Send:
    """`tordo`, which connects for each request."""
    made: Any = importlib.import_module("tordo.bridge_client")

    def send(command: str, arguments: Any) -> Any:
        return made.require_ok(made.send_request(command, args=arguments, timeout=60.0), command)

    return send


CLIENTS: dict[str, Callable[[], Send]] = {"mcp-server-ableton-live": live_server, "livemcp": livemcp, "tordo": tordo}


def serve(make: Callable[[], Send]) -> None:
    """Answer lines until the input ends."""
    clients: list[Send] = []
    for line in sys.stdin:
        said = json.loads(line)
        while len(clients) < said["width"]:
            clients.append(make())
        used = clients[: said["width"]]
        parts = [said["requests"][place :: len(used)] for place in range(len(used))]
        try:
            answered, seconds = _timed(used, parts)
        except Exception as error:  # noqa: BLE001 - a border: what the stranger's library raises is the answer
            print(json.dumps({"failed": f"{type(error).__name__}: {error}"}), flush=True)
            continue
        answers = [answered[place % len(used)][place // len(used)] for place in range(len(said["requests"]))]
        print(json.dumps({"seconds": seconds, "answers": answers}), flush=True)


def _timed(clients: list[Send], parts: list[list[Any]]) -> tuple[list[list[Any]], float]:
    with ThreadPoolExecutor(len(clients)) as pool:
        started = time.perf_counter()
        answered = list(pool.map(_ask_all, clients, parts))
        return answered, time.perf_counter() - started


def _ask_all(send: Send, requests: list[list[Any]]) -> list[Any]:
    return [send(command, arguments) for command, arguments in requests]


if __name__ == "__main__":
    serve(CLIENTS[sys.argv[1]])
