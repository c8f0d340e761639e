"""Live's side of the handshake: it proves that it knows the secret, then wants the same proof."""

from __future__ import annotations

import hmac
import os
from typing import Any, NamedTuple

from . import frames
from .connections import Connection
from .frames import Frame
from .refusals import Refusal
from .wire import PROTOCOL, proof, secret_key

CLIENT, LIVE = "client", "live"
NONCE_LENGTHS = range(16, 129)


class Identity(NamedTuple):
    """Who this Live is."""

    secret: str
    instance: str
    version: str
    live_version: str
    pid: int


def shake(connection: Connection, frame: Frame, identity: Identity) -> None:
    """Take the next frame of a client that has not proved itself. What is wrong ends the connection."""
    if frame.kind != frames.HELLO or frame.attachment:
        connection.end_with(Refusal("invalid_arguments", "a connection begins with hello"))
    elif connection.stage == "hello":
        _greet(connection, frame.head, identity)
    else:
        _let_in(connection, frame.head, identity)


def _greet(connection: Connection, head: dict[str, Any], identity: Identity) -> None:
    nonce = head.get("nonce")
    if head.get("role") != CLIENT or not isinstance(nonce, str) or not _is_nonce(nonce):
        connection.end_with(Refusal("invalid_arguments", "hello needs the role client and a nonce"))
        return
    own = os.urandom(16).hex()
    connection.nonces = (nonce, own)
    connection.stage = "proof"
    answer = {
        "protocol": PROTOCOL,
        "role": LIVE,
        "nonce": own,
        "proof": proof(secret_key(identity.secret), LIVE, nonce, own),
        "instance": identity.instance,
        "version": identity.version,
        "liveVersion": identity.live_version,
        "pid": identity.pid,
    }
    connection.send(frames.HELLO, answer)
    if head.get("protocol") != PROTOCOL:
        connection.end_with(Refusal("script_outdated", f"this Remote Script speaks protocol {PROTOCOL}"))


def _let_in(connection: Connection, head: dict[str, Any], identity: Identity) -> None:
    shown = head.get("proof")
    expected = proof(secret_key(identity.secret), CLIENT, *connection.nonces)
    known = isinstance(shown, str) and shown.isascii() and hmac.compare_digest(shown, expected)
    if head.get("role") != CLIENT or not known:
        connection.end_with(Refusal("invalid_arguments", "the proof is wrong"))
        return
    connection.trust()
    connection.send(frames.HELLO, {"role": LIVE, "ok": True})


def _is_nonce(text: str) -> bool:
    return len(text) in NONCE_LENGTHS and text.isascii() and text.isalnum()
