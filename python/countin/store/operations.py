"""The rows of the log: an intent for each operation sent, and its outcome. Hashes and counts, no music."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, cast

from countin.store.database import Database

DAYS_KEPT = 90
_DAY_MS = 24 * 60 * 60 * 1000
_COLUMNS = (
    "operation, tool, plan_hash, instance, steps, writes, sent_at, deadline, status, reason, evidence, settled_at"
)


@dataclass(frozen=True, slots=True)
class Intent:
    """What is written down before an operation is sent. Times in Unix milliseconds."""

    operation: str
    tool: str
    plan_hash: str
    instance: str
    steps: int
    writes: int
    sent_at: int
    deadline: int


@dataclass(frozen=True, slots=True)
class Entry:
    """An intent with its outcome; `status` is None while there is none."""

    intent: Intent
    status: str | None
    reason: str | None
    evidence: tuple[str, ...]
    settled_at: int | None


class OperationRows:
    """The table of operations. Every method raises `StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def intend(self, intent: Intent) -> None:
        """Write an intent down; a later one of the same operation (its next deadline) takes its place."""
        self._database.run(
            "INSERT INTO operations (operation, tool, plan_hash, instance, steps, writes, sent_at, deadline)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (operation) DO UPDATE SET deadline = excluded.deadline",
            (
                intent.operation,
                intent.tool,
                intent.plan_hash,
                intent.instance,
                intent.steps,
                intent.writes,
                intent.sent_at,
                intent.deadline,
            ),
        )

    def settle(self, operation: str, status: str, reason: str, evidence: tuple[str, ...], at: int) -> None:
        """Write an outcome beside its intent."""
        self._database.run(
            "UPDATE operations SET status = ?, reason = ?, evidence = ?, settled_at = ? WHERE operation = ?",
            (status, reason, json.dumps(evidence), at, operation),
        )

    def find(self, operation: str) -> Entry | None:
        """The entry of one operation."""
        rows = self._database.run(f"SELECT {_COLUMNS} FROM operations WHERE operation = ?", (operation,))
        return _entry(rows[0]) if rows else None

    def recent(self, count: int) -> list[Entry]:
        """The last `count` entries, newest first."""
        query = f"SELECT {_COLUMNS} FROM operations ORDER BY sent_at DESC, operation LIMIT ?"
        return [_entry(row) for row in self._database.run(query, (count,))]

    def forget_old(self, now: int) -> None:
        """Remove what is older than 90 days."""
        self._database.run("DELETE FROM operations WHERE sent_at < ?", (now - DAYS_KEPT * _DAY_MS,))


def _entry(row: tuple[Any, ...]) -> Entry:
    *intent, status, reason, evidence, settled_at = row
    return Entry(Intent(*intent), status, reason, _texts(evidence), settled_at)


def _texts(stored: str | None) -> tuple[str, ...]:
    try:
        found: object = json.loads(stored or "[]")
    except ValueError:
        return ()
    return tuple(str(text) for text in cast("list[object]", found)) if isinstance(found, list) else ()
