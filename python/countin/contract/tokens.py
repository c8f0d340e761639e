"""Confirmation tokens: 24 random bytes, a minute, one use, bound to a tool and a plan hash. In memory for the server;
`token_files.py` keeps them on disk for the command line."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from countin.errors import Refusal

TOKEN_BYTES = 24
LIFE_MS = 60_000
REMEMBERED_MS = 60 * 60 * 1000
"""How long a used or expired token is still told apart from one that never was."""
MOST_REMEMBERED = 4096


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a token stands for. `arguments` are the decoded ones where they must outlive the process that planned."""

    tool: str
    plan_hash: str
    operation_id: str
    expires_at: int
    instance: str
    arguments: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A ticket and how far it has got: claimed, and settled with a status at a time (Unix ms)."""

    ticket: Ticket
    claimed: bool = False
    status: str | None = None
    at: int = 0


class Tokens(Protocol):
    """A store of tokens. A token is claimed at most once, whatever the order of calls."""

    def issue(self, token: str, ticket: Ticket) -> None:
        """Remember a new token. Raises `Refusal` where it cannot be kept."""
        ...

    def find(self, token: str) -> Ticket:
        """The ticket of a token that can still be used. Raises `Refusal` (`token_unknown`, `token_expired`,
        `token_used`, `in_progress`); nothing is burned."""
        ...

    def claim(self, token: str) -> None:
        """Use it up. Raises the refusals of `find` where somebody was quicker."""
        ...

    def settle(self, token: str, status: str, at: int) -> None:
        """Write down how the operation of a claimed token ended. Never raises."""
        ...

    def ticket_of(self, token: str) -> Ticket | None:
        """What a token, in whatever state, stands for."""
        ...


def new_token(randomness: Callable[[int], bytes]) -> str:
    """A fresh token: base64url without padding."""
    return base64.urlsafe_b64encode(randomness(TOKEN_BYTES)).rstrip(b"=").decode()


def token_key(token: str) -> str:
    """What is kept in place of a token. Looking it up by its hash tells nobody how much of a guess was right."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def same_text(first: str, second: str) -> bool:
    """Equal, compared in constant time."""
    return hmac.compare_digest(first.encode("utf-8", "replace"), second.encode("utf-8", "replace"))


def usable(record: Record | None, now: int) -> Ticket:
    """The ticket of a record that can still be claimed. Raises `Refusal` and says why it cannot."""
    if record is None:
        raise Refusal(
            "token_unknown",
            "This confirmationToken was never issued here, or was issued long ago. Plan anew (dryRun true) and confirm "
            "with the token of that plan",
            path="/confirmationToken",
        )
    if record.claimed:
        raise _used(record)
    if now > record.ticket.expires_at:
        raise Refusal(
            "token_expired",
            f"This confirmationToken expired {(now - record.ticket.expires_at) / 1000:.0f} s ago; it lives "
            f"{LIFE_MS // 1000} s. Nothing was changed: plan anew",
            path="/confirmationToken",
        )
    return record.ticket


def _used(record: Record) -> Refusal:
    ticket = record.ticket
    earlier = {
        "operationId": ticket.operation_id,
        "tool": ticket.tool,
        "status": record.status or "in_progress",
        "at": record.at,
    }
    if record.status is None:
        return Refusal(
            "in_progress",
            f"This plan is running already as {ticket.operation_id}: ask get_operation_outcome, do not plan it again",
            path="/confirmationToken",
            details={"earlier": earlier},
        )
    return Refusal(
        "token_used", _used_message(record.status, ticket), path="/confirmationToken", details={"earlier": earlier}
    )


def _used_message(status: str, ticket: Ticket) -> str:
    if status == "not_executed":
        return "This confirmationToken is used up, and the call that used it changed nothing: plan anew"
    if status == "outcome_unknown":
        return (
            f"This plan was sent already and its end is not known: ask get_operation_outcome for {ticket.operation_id} "
            "and look at the Set; do not plan it again before"
        )
    return f"This plan already ran: {status}; do not plan it again"


class MemoryTokens:
    """Tokens of one server process. `clock` is Unix time in seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._records: dict[str, Record] = {}

    def issue(self, token: str, ticket: Ticket) -> None:
        """Remember a new token."""
        self._forget_old()
        self._records[token_key(token)] = Record(replace(ticket, arguments=None))

    def find(self, token: str) -> Ticket:
        """The ticket of a usable token."""
        return usable(self._records.get(token_key(token)), self._now())

    def claim(self, token: str) -> None:
        """Use it up."""
        ticket = self.find(token)
        self._records[token_key(token)] = Record(ticket, claimed=True, at=self._now())

    def settle(self, token: str, status: str, at: int) -> None:
        """Write down how it ended."""
        key = token_key(token)
        record = self._records.get(key)
        if record is not None:
            self._records[key] = replace(record, claimed=True, status=status, at=at)

    def ticket_of(self, token: str) -> Ticket | None:
        """What a token stands for."""
        record = self._records.get(token_key(token))
        return None if record is None else record.ticket

    def _now(self) -> int:
        return int(self._clock() * 1000)

    def _forget_old(self) -> None:
        """Records stand in the order of their expiry, so only the first ones are looked at."""
        horizon = self._now() - REMEMBERED_MS
        while self._records:
            key = next(iter(self._records))
            record = self._records[key]
            running = record.claimed and record.status is None
            if running or (record.ticket.expires_at >= horizon and len(self._records) < MOST_REMEMBERED):
                return
            del self._records[key]
