"""The database: owner only, migrated, set aside when damaged; and the rows of the log."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from countin.contract import Log
from countin.store.database import MIGRATIONS, Database
from countin.store.folders import StoreError
from countin.store.operations import DAYS_KEPT, Intent, OperationRows

DAY_MS = 24 * 60 * 60 * 1000
INTENT = Intent("op_1", "make", "ab" * 32, "instance-a", 1, 3, 1_800_000_000_000, 1_800_000_010_000)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "countin.sqlite"


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    made = Database(path)
    yield made
    made.close()


def test_nothing_is_created_before_it_is_needed(path: Path, database: Database) -> None:
    assert not path.parent.exists()
    database.run("SELECT 1")
    assert path.exists()


@pytest.mark.skipif(os.name != "posix", reason="rights as POSIX has them")
def test_the_file_is_its_owners_alone(path: Path, database: Database) -> None:
    OperationRows(database).intend(INTENT)
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_an_intent_gets_its_outcome_and_both_outlive_the_process(path: Path, database: Database) -> None:
    rows = OperationRows(database)
    rows.intend(INTENT)
    found = rows.find("op_1")
    assert found is not None
    assert (found.intent, found.status) == (INTENT, None)
    rows.intend(replace(INTENT, deadline=5))
    rows.settle("op_1", "applied", "written", ("scene 1", "scene 2"), 77)
    with closing(Database(path)) as other:
        found = OperationRows(other).find("op_1")
    assert found is not None
    assert found.intent.deadline == 5
    assert (found.status, found.reason, found.evidence, found.settled_at) == (
        "applied",
        "written",
        ("scene 1", "scene 2"),
        77,
    )
    assert rows.find("op_2") is None


def test_the_last_operations_come_newest_first_and_old_ones_are_forgotten(database: Database) -> None:
    rows = OperationRows(database)
    for day in range(DAYS_KEPT + 10):
        rows.intend(replace(INTENT, operation=f"op_{day}", sent_at=day * DAY_MS))
    rows.forget_old((DAYS_KEPT + 9) * DAY_MS)
    recent = rows.recent(1000)
    assert [entry.intent.operation for entry in recent[:2]] == [f"op_{DAYS_KEPT + 9}", f"op_{DAYS_KEPT + 8}"]
    assert len(recent) == DAYS_KEPT + 1


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\x00" + b"\xff" * 4096])
def test_a_damaged_file_is_set_aside_and_kept(path: Path, database: Database, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    OperationRows(database).intend(INTENT)
    assert OperationRows(database).find("op_1") is not None
    (aside,) = path.parent.glob("*.damaged-*")
    assert aside.read_bytes() == content


def test_a_file_of_a_newer_countin_is_left_alone(path: Path, database: Database) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as newer:
        newer.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(StoreError, match="newer Countin"):
        database.run("SELECT 1")
    assert [file.name for file in path.parent.glob("*damaged*")] == []


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
def test_a_link_in_its_place_is_not_followed(path: Path, database: Database) -> None:
    path.parent.mkdir()
    path.symlink_to(path.parent / "elsewhere")
    with pytest.raises(StoreError):
        database.run("SELECT 1")
    assert not (path.parent / "elsewhere").exists()


def test_a_log_that_cannot_be_written_raises_nothing_and_says_why(path: Path, database: Database) -> None:
    path.mkdir(parents=True)
    log = Log(OperationRows(database))
    log.intend(INTENT)
    log.settle("op_1", "applied", "written", (), 1)
    assert log.find("op_1") is None
    assert log.recent(20) == []
    assert log.trouble
    assert str(path.parent) not in log.trouble


def test_a_log_that_is_locked_by_another_process_does_not_wait_long(path: Path, database: Database) -> None:
    database.run("SELECT 1")
    log = Log(OperationRows(database))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        log.intend(INTENT)
        assert log.trouble
        other.execute("ROLLBACK")
    log.intend(INTENT)
    assert log.trouble is None
    assert log.find("op_1") is not None


def test_without_a_log_everything_is_silently_forgotten() -> None:
    log = Log(None)
    log.intend(INTENT)
    log.settle("op_1", "applied", "written", (), 1)
    assert (log.find("op_1"), log.recent(5), log.trouble) == (None, [], None)


def test_damaged_evidence_of_one_row_harms_no_other(database: Database) -> None:
    rows = OperationRows(database)
    rows.intend(INTENT)
    rows.intend(replace(INTENT, operation="op_2"))
    rows.settle("op_2", "applied", "fine", ("seen",), 2)
    for bad in ("{", '"text"', "nul"):
        database.run("UPDATE operations SET evidence = ? WHERE operation = 'op_1'", (bad,))
        assert [entry.evidence for entry in rows.recent(2)] == [(), ("seen",)]


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
def test_a_folder_that_is_a_link_is_named_as_the_reason(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path, target_is_directory=True)
    with closing(Database(tmp_path / "link" / "countin.sqlite")) as database, pytest.raises(StoreError, match="a link"):
        database.run("SELECT 1")
