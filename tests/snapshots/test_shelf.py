"""Names over the library: the same again is fine, another is a conflict, and what has a name is never cleaned up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from countin.core import Snapshot
from countin.errors import Refusal
from countin.snapshots.library import Library
from countin.snapshots.shelf import Shelf
from countin.store.database import Database
from countin.store.names import NameRow, NameRows

FAMILY = "device-chain"


def snapshot(name: str = "Reverb") -> Snapshot:
    device: dict[str, Any] = {"name": name, "className": "Reverb", "type": "audio_effect", "parameters": []}
    return Snapshot.from_object({"format": "cavi-device-chain-v1", "devices": [device]})


@dataclass
class Kept:
    library: Library
    names: NameRows
    shelf: Shelf


def kept(folder: Path, database: Database, limit: int = 1 << 20) -> Kept:
    names = NameRows(database)
    library = Library(folder / "snapshots", limit=limit, named=names.references, by_name=names.by_family)
    return Kept(library, names, Shelf(library, names, lambda: 1_800_000_000.0))


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path / "countin.sqlite")) as made:
        yield made


def refusal(action: Callable[[], object]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        action()
    return caught.value


def test_a_saved_snapshot_is_loaded_by_its_name(tmp_path: Path, database: Database) -> None:
    on = kept(tmp_path, database)
    saved = snapshot()
    row, fresh = on.shelf.save("Verb", FAMILY, saved, "track-3")
    assert fresh
    assert row == NameRow("Verb", FAMILY, saved.reference, "track-3", 1_800_000_000_000)
    assert on.library.load("Verb") == saved


def test_the_same_again_is_fine_and_changes_nothing(tmp_path: Path, database: Database) -> None:
    on = kept(tmp_path, database)
    first, _ = on.shelf.save("Verb", FAMILY, snapshot(), "track-3")
    assert on.shelf.save("Verb", FAMILY, snapshot(), "track-9") == (first, False)


def test_a_name_that_holds_something_else_is_a_conflict_that_names_it(tmp_path: Path, database: Database) -> None:
    on = kept(tmp_path, database)
    row, _ = on.shelf.save("Verb", FAMILY, snapshot("A"), "track-3")
    found = refusal(lambda: on.shelf.save("Verb", FAMILY, snapshot("B")))
    assert (found.code, found.path) == ("conflict", "/name")
    assert row.reference in found.message
    assert found.details["held"]["snapshot"] == row.reference
    assert on.library.load("Verb") == snapshot("A")
    assert on.library.references() == [row.reference]  # what was refused left no file


def test_what_has_a_name_outlives_any_number_of_captures(tmp_path: Path, database: Database) -> None:
    on = kept(tmp_path, database, limit=1)
    on.shelf.save("Verb", FAMILY, snapshot("A"))
    for count in range(10):
        on.library.keep(snapshot(f"Capture {count}"))
    assert set(on.library.references()) == {snapshot("A").reference, snapshot("Capture 9").reference}


def test_a_file_that_another_process_cleans_up_while_it_gets_its_name_is_written_again(
    tmp_path: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    on = kept(tmp_path, database)
    add = on.names.add

    def cleaned_up_first(row: NameRow) -> bool:
        for file in (tmp_path / "snapshots").iterdir():
            file.unlink()
        return add(row)

    monkeypatch.setattr(on.names, "add", cleaned_up_first)
    on.shelf.save("Verb", FAMILY, snapshot())
    assert kept(tmp_path, database).library.load("Verb") == snapshot()


def test_what_gets_its_name_while_another_process_cleans_up_stays(tmp_path: Path, database: Database) -> None:
    other = kept(tmp_path, database)
    for count in range(3):
        other.library.keep(snapshot(f"Capture {count}"))

    def named_too_late() -> frozenset[str]:
        before = other.names.references()
        other.shelf.save("Verb", FAMILY, snapshot("Capture 0"))
        return before

    cleaning = Library(tmp_path / "snapshots", limit=1, named=named_too_late)
    cleaning.keep(snapshot("New"))
    assert set(cleaning.references()) == {snapshot("Capture 0").reference, snapshot("New").reference}


def test_a_name_taken_by_another_process_in_between_is_a_conflict(
    tmp_path: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    on = kept(tmp_path, database)
    add = on.names.add

    def taken_first(row: NameRow) -> bool:
        add(NameRow("Verb", FAMILY, snapshot("Other").reference, None, 1))
        return add(row)

    monkeypatch.setattr(on.names, "add", taken_first)
    assert refusal(lambda: on.shelf.save("Verb", FAMILY, snapshot())).code == "conflict"


def test_names_that_cannot_be_read_are_one_refusal_and_nothing_is_cleaned_up(tmp_path: Path) -> None:
    (tmp_path / "countin.sqlite").mkdir()
    with closing(Database(tmp_path / "countin.sqlite")) as database:
        on = kept(tmp_path, database, limit=1)
        on.library.keep(snapshot("A"))
        on.library.keep(snapshot("B"))
        assert len(on.library.references()) == 2
        for action in (
            lambda: on.library.load("Verb"),
            lambda: on.shelf.find(FAMILY, "Verb"),
            lambda: on.shelf.page(None, 0, 10),
            lambda: on.shelf.save("Verb", FAMILY, snapshot()),
        ):
            found = refusal(action)
            assert found.code == "internal_error"
            assert str(tmp_path) not in found.message
        assert on.library.load(snapshot("A").reference) == snapshot("A")


def test_faults_name_every_bad_file_and_no_good_one(tmp_path: Path, database: Database) -> None:
    on = kept(tmp_path, database)
    for name in ("Good", "Damaged", "Cut"):
        on.library.keep(snapshot(name))
    folder = tmp_path / "snapshots"
    assert on.library.faults() == []
    (folder / f"{snapshot('Damaged').digest}.json").write_bytes(b"{}")
    whole = snapshot("Cut").canonical
    (folder / f"{snapshot('Cut').digest}.json").write_bytes(whole[:-1])
    (folder / ("ab" * 32 + ".json")).mkdir()
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    bad = {snapshot("Damaged").digest, snapshot("Cut").digest, "ab" * 32}
    assert {name for name, _ in on.library.faults()} == {f"{digest}.json" for digest in bad}
    assert on.library.load(snapshot("Good").reference) == snapshot("Good")
