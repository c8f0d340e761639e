"""The sockets of the bridge: loopback only, non-blocking, owned by this process alone."""

from __future__ import annotations

import socket
from typing import Any

HOST = "127.0.0.1"
BUFFER_BYTES = 4 * 1024 * 1024
"""Asked of both directions, so that one tick moves megabytes (performance.md 4)."""
BACKLOG = 16


def open_listener() -> socket.socket:
    """A listening socket on a free port that nobody else can take over."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        exclusive: Any = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)  # Windows; elsewhere a bound port is exclusive
        if exclusive is not None:
            listener.setsockopt(socket.SOL_SOCKET, exclusive, 1)
        _widen(listener)
        listener.bind((HOST, 0))
        listener.listen(BACKLOG)
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise
    return listener


def accept(listener: socket.socket) -> socket.socket | None:
    """The next client that waits, or None."""
    try:
        client, _ = listener.accept()
    except OSError:  # none waits, or it has gone again
        return None
    try:
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        _widen(client)
    except OSError:
        client.close()
        return None
    return client


def port_of(listener: socket.socket) -> int:
    """The port it listens on."""
    return listener.getsockname()[1]


def answers(port: int, seconds: float = 0.2) -> bool:
    """Whether somebody listens on that port of this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(seconds)
        try:
            return probe.connect_ex((HOST, port)) == 0
        except (OSError, OverflowError):
            return False


def _widen(one: socket.socket) -> None:
    for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
        try:
            one.setsockopt(socket.SOL_SOCKET, option, BUFFER_BYTES)
        except OSError:
            return  # a system that caps them lower keeps what it allows
