"""The rows of saved names: one row a name and family, never replaced, in order, from any thread."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from countin.store.database import MIGRATIONS, Database
from countin.store.names import NameRow, NameRows
from countin.store.operations import OperationRows

ROW = NameRow("Vocals", "device-chain", "snap_" + "ab" * 32, "track-3", 1_800_000_000_000)


@pytest.fixture
def names(tmp_path: Path) -> Iterator[NameRows]:
    database = Database(tmp_path / "countin.sqlite")
    yield NameRows(database)
    database.close()


def test_a_name_is_found_again_by_another_process(tmp_path: Path, names: NameRows) -> None:
    assert names.add(ROW)
    with closing(Database(tmp_path / "countin.sqlite")) as other:
        assert NameRows(other).find("device-chain", "Vocals") == ROW
    assert names.find("device-chain", "vocals") is None
    assert names.find("track", "Vocals") is None


def test_a_name_is_never_replaced_but_stands_in_each_family(names: NameRows) -> None:
    names.add(ROW)
    other = replace(ROW, reference="snap_" + "cd" * 32, owner=None)
    assert not names.add(other)
    assert names.find("device-chain", "Vocals") == ROW
    assert names.add(replace(other, family="track"))
    assert names.references() == {ROW.reference, other.reference}


def test_names_come_in_order_in_pages_and_by_family(names: NameRows) -> None:
    for text in ("c", "a", "b"):
        names.add(replace(ROW, name=text))
    names.add(replace(ROW, name="0", family="track"))
    assert [row.name for row in names.page("device-chain")] == ["a", "b", "c"]
    assert [row.name for row in names.page("device-chain", 1, 1)] == ["b"]
    assert [row.name for row in names.page()] == ["a", "b", "c", "0"]
    assert (names.count("device-chain"), names.count("track"), names.count("midi-feel"), names.count()) == (3, 1, 0, 4)


def test_a_database_from_before_there_were_names_gets_them_and_keeps_its_log(tmp_path: Path) -> None:
    path = tmp_path / "countin.sqlite"
    with closing(sqlite3.connect(path)) as old:
        old.executescript(MIGRATIONS[0])
        old.execute("INSERT INTO operations VALUES ('op_1', 'make', 'ab', 'i', 1, 1, 5, 6, NULL, NULL, NULL, NULL)")
        old.commit()
        old.execute("PRAGMA user_version = 1")
    with closing(Database(path)) as database:
        assert NameRows(database).add(ROW)
        assert OperationRows(database).find("op_1") is not None


def test_names_are_read_in_one_thread_and_written_in_another(names: NameRows) -> None:
    names.add(ROW)
    seen: list[NameRow | None] = []
    worker = threading.Thread(target=lambda: seen.append(names.find("device-chain", "Vocals")))
    worker.start()
    worker.join()
    assert seen == [ROW]
