"""The log as the contract writes it: an intent before, an outcome after, and never an outcome that waits for it."""

from __future__ import annotations

from collections.abc import Callable

from countin.store.folders import StoreError
from countin.store.operations import Entry, Intent, OperationRows

EVIDENCE_BYTES = 8 * 1024


class Log:
    """The log of operations. Nothing here raises; `trouble` says why the last row could not be written."""

    def __init__(self, rows: OperationRows | None) -> None:
        self._rows = rows
        self._swept = False
        self.trouble: str | None = None

    def intend(self, intent: Intent) -> None:
        """Write an intent down, before its frame goes out."""
        rows = self._rows
        if rows is not None:
            self._try(lambda: rows.intend(intent))
            if not self._swept:
                self._swept = True
                self._try(lambda: rows.forget_old(intent.sent_at))

    def settle(self, operation: str, status: str, reason: str, evidence: tuple[str, ...], at: int) -> None:
        """Write an outcome down."""
        rows = self._rows
        if rows is not None:
            self._try(lambda: rows.settle(operation, status, reason, evidence, at))

    def find(self, operation: str) -> Entry | None:
        """The entry of an operation, of whichever process; None where there is none, or no log."""
        try:
            return None if self._rows is None else self._rows.find(operation)
        except StoreError as error:
            self.trouble = str(error)
            return None

    def recent(self, count: int) -> list[Entry]:
        """The last entries, newest first."""
        try:
            return [] if self._rows is None else self._rows.recent(count)
        except StoreError as error:
            self.trouble = str(error)
            return []

    def _try(self, write: Callable[[], None]) -> None:
        try:
            write()
        except StoreError as error:
            self.trouble = str(error)
        else:
            self.trouble = None
