"""The shelf: names over the library. What has a name stays, and a name never comes to mean something else."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from countin.core import Snapshot
from countin.errors import Refusal
from countin.snapshots.library import Library
from countin.snapshots.naming import checked_name
from countin.store.folders import StoreError
from countin.store.names import NameRow, NameRows

_T = TypeVar("_T")


class Shelf:
    """Saves snapshots under names. `clock` is Unix time in seconds."""

    def __init__(self, library: Library, names: NameRows, clock: Callable[[], float] = time.time) -> None:
        self._library = library
        self._names = names
        self._clock = clock

    def save(
        self, name: str, family: str, snapshot: Snapshot, owner: str | None = None, *, path: str = "/name"
    ) -> tuple[NameRow, bool]:
        """Keep `snapshot` and name it; the row as it stands, and whether it is new.

        The same content under the same name is fine. Raises `Refusal`: `conflict` where the name holds something else,
        `invalid_arguments` where it is none, `internal_error` where nothing can be written.
        """
        checked_name(name, path=path)
        row = NameRow(name, family, snapshot.reference, owner, int(self._clock() * 1000))
        try:
            held = self._names.find(family, name)
            if held is not None and held.reference != row.reference:
                raise _conflict(held, path)
            return self._write(row, snapshot, path)
        except StoreError as error:
            raise Refusal(
                "internal_error",
                f"The snapshot cannot be saved as {name!r}: {error}. Make room or give Countin's data folder back its "
                "rights, then save again",
            ) from None

    def find(self, family: str, name: str) -> NameRow | None:
        """The row of one name. Raises `Refusal` where the names cannot be read."""
        return self._read(lambda: self._names.find(family, name))

    def page(self, family: str | None, offset: int, limit: int) -> tuple[list[NameRow], int]:
        """Rows in the order of names, and how many there are in all. Raises `Refusal` as `find`."""
        return self._read(lambda: (self._names.page(family, offset, limit), self._names.count(family)))

    def _write(self, row: NameRow, snapshot: Snapshot, path: str) -> tuple[NameRow, bool]:
        self._library.keep(snapshot)
        fresh = self._names.add(row)
        if not self._library.has(row.reference):
            self._library.keep(snapshot)  # another process cleaned up before it could see the name
        if fresh:
            return row, True
        held = self._names.find(row.family, row.name)
        if held is None or held.reference != row.reference:
            raise _conflict(held or row, path)  # another process took the name in between
        return held, False

    @staticmethod
    def _read(look: Callable[[], _T]) -> _T:
        try:
            return look()
        except StoreError as error:
            raise unreadable(error) from None


def unreadable(error: StoreError) -> Refusal:
    """The refusal where names cannot be read."""
    return Refusal(
        "internal_error", f"The saved names cannot be read: {error}. Give Countin's data folder back its rights"
    )


def _conflict(held: NameRow, path: str) -> Refusal:
    from_where = f" from {held.owner}" if held.owner else ""
    return Refusal(
        "conflict",
        f"{held.name!r} already holds another snapshot, {held.reference}{from_where}; choose another name",
        path=path,
        details={"held": {"name": held.name, "snapshot": held.reference, "createdAt": held.created_at}},
    )
