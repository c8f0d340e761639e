"""How both ends prove that they know the secret, Live first; the secret itself never travels."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from typing import Any

from countin._remote_script.Countin import wire
from countin.bridge.discovery import FoundLive, check_protocol
from countin.errors import Refusal

CLIENT, LIVE = "client", "live"


@dataclass(frozen=True, slots=True)
class Peer:
    """The Live at the other end, as it named itself after proving the secret."""

    instance: str
    version: str
    live_version: str
    pid: int


class Handshake:
    """One handshake, as values: heads to send, heads that came. It touches no socket."""

    def __init__(self, live: FoundLive) -> None:
        self._live = live
        self._nonce = secrets.token_hex(16)

    def opening(self) -> dict[str, Any]:
        """The first head."""
        return {"protocol": wire.PROTOCOL, "role": CLIENT, "nonce": self._nonce}

    def prove(self, head: dict[str, Any]) -> tuple[Peer, dict[str, Any]]:
        """Check Live's proof; the peer, and the head that proves this side. Raises `Refusal`."""
        protocol, version = head.get("protocol"), head.get("version")
        if isinstance(protocol, int):
            check_protocol(protocol, version if isinstance(version, str) else "")
        nonce, shown = head.get("nonce"), head.get("proof")
        expected = wire.proof(self._live.secret, LIVE, self._nonce, str(nonce))
        if head.get("role") != LIVE or not isinstance(shown, str) or not _equal(shown, expected):
            raise Refusal(
                "live_not_reachable",
                "What answers on Live's port does not know the secret, so it is not that Live. Restart Live",
            )
        peer = Peer(str(head.get("instance", "")), str(version), str(head.get("liveVersion", "")), self._live.pid)
        return peer, {"role": CLIENT, "proof": wire.proof(self._live.secret, CLIENT, self._nonce, str(nonce))}


def _equal(first: str, second: str) -> bool:
    return hmac.compare_digest(first.encode("utf-8", "replace"), second.encode())
