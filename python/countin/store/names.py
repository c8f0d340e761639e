"""The rows of saved names: which snapshot a name stands for. A name is a row, never a file's name."""

from __future__ import annotations

from dataclasses import dataclass

from countin.store.database import Database

_COLUMNS = "name, family, reference, owner, created_at"


@dataclass(frozen=True, slots=True)
class NameRow:
    """A name of a family of snapshots and the reference it stands for; `created_at` in Unix milliseconds."""

    name: str
    family: str
    reference: str
    owner: str | None
    created_at: int


class NameRows:
    """The table of names. Every method raises `StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, row: NameRow) -> bool:
        """Write a name down; false, and nothing changed, where its family has that name already."""
        written = self._database.run(
            f"INSERT INTO snapshot_names ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (family, name) DO NOTHING RETURNING name",
            (row.name, row.family, row.reference, row.owner, row.created_at),
        )
        return bool(written)

    def find(self, family: str, name: str) -> NameRow | None:
        """The row of one name."""
        query = f"SELECT {_COLUMNS} FROM snapshot_names WHERE family = ? AND name = ?"
        rows = self._database.run(query, (family, name))
        return NameRow(*rows[0]) if rows else None

    def by_family(self, name: str) -> dict[str, str]:
        """The references that a name stands for, by family."""
        rows = self._database.run("SELECT family, reference FROM snapshot_names WHERE name = ?", (name,))
        return {str(family): str(reference) for family, reference in rows}

    def page(self, family: str | None = None, offset: int = 0, limit: int = -1) -> list[NameRow]:
        """Rows in the order of names, of one family or of all; a negative limit gives all that are left."""
        query = (
            f"SELECT {_COLUMNS} FROM snapshot_names WHERE ?1 IS NULL OR family = ?1"
            " ORDER BY family, name LIMIT ?2 OFFSET ?3"
        )
        return [NameRow(*row) for row in self._database.run(query, (family, limit, offset))]

    def count(self, family: str | None = None) -> int:
        """How many names there are."""
        query = "SELECT count(*) FROM snapshot_names WHERE ?1 IS NULL OR family = ?1"
        ((count,),) = self._database.run(query, (family,))
        return int(count)

    def references(self) -> frozenset[str]:
        """Every reference that has a name."""
        rows = self._database.run("SELECT DISTINCT reference FROM snapshot_names")
        return frozenset(str(reference) for (reference,) in rows)
