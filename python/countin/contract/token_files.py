"""Confirmation tokens on disk, for the command line: one process plans, another confirms. A file for each, named by the
token's hash, claimed by renaming it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from countin import core
from countin.contract.tokens import REMEMBERED_MS, Record, Ticket, same_text, token_key, usable
from countin.errors import Refusal
from countin.store.atomic import claim_file, read_file, remove_older, write_file
from countin.store.folders import StoreError, make_private

LONGEST_ARGUMENTS = 1024 * 1024
LARGEST_FILE = 4 * LONGEST_ARGUMENTS
_ISSUED, _CLAIMED = ".json", ".claimed"
_TEXTS = ("tokenHash", "tool", "planHash", "operationId", "instance")


class FileTokens:
    """Tokens in one folder (0700, files 0600). `clock` is Unix time in seconds."""

    def __init__(self, folder: Path, clock: Callable[[], float]) -> None:
        self._folder = folder
        self._clock = clock

    def issue(self, token: str, ticket: Ticket) -> None:
        """Write a new token down. Raises `Refusal` where that is not possible."""
        key = token_key(token)
        try:
            make_private(self._folder)
            remove_older(self._folder, self._clock() - REMEMBERED_MS / 1000)
            self._write(key, _ISSUED, Record(ticket))
        except StoreError as error:
            raise Refusal("internal_error", f"The confirmation token cannot be kept: {error}") from None

    def find(self, token: str) -> Ticket:
        """The ticket of a usable token."""
        return usable(self._record(token_key(token)), self._now())

    def claim(self, token: str) -> None:
        """Use it up, at most once among all processes."""
        self.find(token)
        key = token_key(token)
        try:
            if not claim_file(self._folder / (key + _ISSUED), self._folder / (key + _CLAIMED)):
                self.find(token)
                raise _gone()
        except StoreError as error:
            raise Refusal("internal_error", f"The confirmation token cannot be claimed: {error}") from None

    def settle(self, token: str, status: str, at: int) -> None:
        """Write down how it ended; a disk that refuses leaves the token claimed, which is safe."""
        key = token_key(token)
        record = self._read(key, _CLAIMED)
        if record is None:
            return
        try:
            self._write(key, _CLAIMED, Record(record.ticket, True, status=status, at=at))
        except StoreError:
            return

    def ticket_of(self, token: str) -> Ticket | None:
        """What a token stands for."""
        record = self._record(token_key(token))
        return None if record is None else record.ticket

    def _now(self) -> int:
        return int(self._clock() * 1000)

    def _write(self, key: str, ending: str, record: Record) -> None:
        write_file(self._folder / (key + ending), _written(key, record), self._clock())

    def _record(self, key: str) -> Record | None:
        # Claimed first: between the two reads a token can only move from issued to claimed, and a second look finds it.
        return self._read(key, _CLAIMED) or self._read(key, _ISSUED) or self._read(key, _CLAIMED)

    def _read(self, key: str, ending: str) -> Record | None:
        try:
            data = read_file(self._folder / (key + ending), LARGEST_FILE)
            content: object = None if data is None else json.loads(data)
        except (StoreError, ValueError, RecursionError):
            return None
        record = _parsed(cast("dict[str, Any]", content)) if isinstance(content, dict) else None
        if record is None or not same_text(str(cast("dict[str, Any]", content)["tokenHash"]), key):
            return None
        return Record(record.ticket, ending == _CLAIMED, record.status, record.at)


def _gone() -> Refusal:
    """The refusal of a token whose file vanished while it was being claimed."""
    return Refusal("token_unknown", "This confirmationToken is gone; plan anew", path="/confirmationToken")


def _written(key: str, record: Record) -> bytes:
    ticket = record.ticket
    content: dict[str, Any] = {
        "tokenHash": key,
        "tool": ticket.tool,
        "planHash": ticket.plan_hash,
        "operationId": ticket.operation_id,
        "expiresAt": ticket.expires_at,
        "instance": ticket.instance,
        "status": record.status,
        "at": record.at,
    }
    if ticket.arguments is not None:
        arguments = core.canonical(ticket.arguments)
        if len(arguments) <= LONGEST_ARGUMENTS:
            content["arguments"] = ticket.arguments
    return core.canonical(content)


def _parsed(content: dict[str, Any]) -> Record | None:
    texts = [content.get(name) for name in _TEXTS]
    expires, at, status = content.get("expiresAt"), content.get("at"), content.get("status")
    arguments: object = content.get("arguments")
    if not all(isinstance(text, str) for text in texts) or not isinstance(expires, int) or not isinstance(at, int):
        return None
    if not (status is None or isinstance(status, str)) or not (arguments is None or isinstance(arguments, dict)):
        return None
    _, tool, plan_hash, operation, instance = (str(text) for text in texts)
    ticket = Ticket(tool, plan_hash, operation, expires, instance, cast("dict[str, Any] | None", arguments))
    return Record(ticket, status=status, at=at)
