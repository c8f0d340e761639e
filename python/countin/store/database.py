"""The one SQLite file: write-ahead log, owner only, migrated on opening. A damaged file is set aside, never deleted."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from countin.store.folders import OWNER_ONLY_FILE, StoreError, make_private

BUSY_SECONDS = 0.1
"""How long a statement waits for another process: short, because outcomes wait behind it."""

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE operations (
        operation TEXT PRIMARY KEY,
        tool TEXT NOT NULL,
        plan_hash TEXT NOT NULL,
        instance TEXT NOT NULL,
        steps INTEGER NOT NULL,
        writes INTEGER NOT NULL,
        sent_at INTEGER NOT NULL,
        deadline INTEGER NOT NULL,
        status TEXT,
        reason TEXT,
        evidence TEXT,
        settled_at INTEGER
    ) STRICT;
    CREATE INDEX operations_by_time ON operations (sent_at);
    """,
    """
    CREATE TABLE IF NOT EXISTS snapshot_names (
        family TEXT NOT NULL,
        name TEXT NOT NULL,
        reference TEXT NOT NULL,
        owner TEXT,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (family, name)
    ) STRICT, WITHOUT ROWID;
    """,
)
"""One script for each version of the schema; `user_version` counts those that have run."""


class Database:
    """A connection, opened at first use. Every method raises `StoreError` and nothing else. Any thread may call."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        # The library looks names up in worker threads, the log writes on the loop's.
        self._lock = threading.Lock()

    def run(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run one statement in a transaction of its own; the rows it gives."""
        try:
            with self._lock:
                return self._opened().execute(statement, values).fetchall()
        except StoreError:
            raise
        except OSError as error:
            raise self._unusable(error.strerror or "unknown") from None
        except sqlite3.Error as error:
            raise self._unusable(str(error)) from None

    def close(self) -> None:
        """Close the connection; the next statement opens it again."""
        with self._lock:
            connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _unusable(self, why: str) -> StoreError:
        return StoreError(f"the database {self._path.name!r} cannot be used: {why}")

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            make_private(self._path.parent)
            try:
                self._connection = _open(self._path)
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError):
                    raise
                self._path.replace(self._path.with_name(f"{self._path.name}.damaged-{int(time.time())}"))
                self._connection = _open(self._path)
        return self._connection


def _open(path: Path) -> sqlite3.Connection:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), OWNER_ONLY_FILE)
    os.close(descriptor)
    if os.name == "posix":
        path.chmod(OWNER_ONLY_FILE)
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, check_same_thread=False, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        _migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise sqlite3.OperationalError("it was written by a newer Countin")
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")
