"""Three strangers' scripts in one Live at once: each answers on its own port, and all see the same Set."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path
from typing import Any

from benches.peers.locks import exclusive

from countin.sim.hosting.child import Child
from countin.sim.hosting.options import Options
from strangers.stranger_scripts import unpack, wheel

PATIENCE = 60.0


def asked(port: int, said: dict[str, Any]) -> dict[str, Any]:
    """One JSON line to a script, and its JSON answer, over a connection of its own."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(json.dumps(said).encode() + b"\n")
        received = b""
        while chunk := connection.recv(1 << 16):
            received += chunk
            try:
                return json.loads(received)
            except ValueError:
                continue
    raise AssertionError("the script hung up")


def test_three_scripts_live_in_one_live_and_see_one_set(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        own = probe.getsockname()[1]
    scripts = (
        unpack(wheel("livemcp", "1.2.8"), "livemcp/remote_script", tmp_path / "LiveMCP"),
        unpack(
            wheel("mcp_server_ableton_live", "1.8.1"), "ableton_live_mcp/remote_script", tmp_path / "AbletonLiveMCP"
        ),
        unpack(wheel("tordo", "0.1.5"), "tordo/remote_assets/TordoBridge", tmp_path / "TordoBridge"),
    )
    environment = {**os.environ, "ABLETON_MCP_PORT": str(own)}
    options = Options("demo", "fast", scripts, "live")
    with exclusive("port-9877"), exclusive("port-8765"), Child(options, environment) as live:
        assert [script["loaded"] for script in live.ready["scripts"]] == [True] * 3
        changed = asked(9877, {"id": 1, "type": "set_tempo", "params": {"tempo": 99.0}})
        read = asked(own, {"type": "get_session_info", "params": {}})
        pinged = asked(8765, {"command": "ping", "args": {}})
        assert changed["status"] == "success"
        assert (read["result"]["tempo"], pinged["payload"]["tempo"], live.person("song", get="tempo")) == (99.0,) * 3
