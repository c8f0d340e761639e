"""Folders and files of the store: owner only, whole or not at all, no link followed."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from countin.store.atomic import claim_file, read_file, remove_older, write_file
from countin.store.folders import StoreError, data_folders, make_private

posix = pytest.mark.skipif(os.name != "posix", reason="rights and links as POSIX has them")


def test_the_home_variable_decides_where_everything_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTIN_HOME", str(tmp_path / "here"))
    folders = data_folders()
    assert folders.root == tmp_path / "here"
    assert {folders.snapshots.parent, folders.tokens.parent, folders.database.parent} == {folders.root}
    monkeypatch.delenv("COUNTIN_HOME")
    assert data_folders().root.name == "countin"
    assert not folders.root.exists()


@posix
def test_a_folder_is_its_owners_alone_even_if_it_was_wider_before(tmp_path: Path) -> None:
    wide = tmp_path / "wide"
    wide.mkdir(mode=0o755)
    for folder in (wide, tmp_path / "new" / "deep"):
        assert stat.S_IMODE(make_private(folder).stat().st_mode) == 0o700


@posix
def test_a_link_or_a_file_in_a_folders_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "file").write_text("")
    for name in ("link", "file"):
        with pytest.raises(StoreError) as caught:
            make_private(tmp_path / name)
        assert str(tmp_path) not in str(caught.value)


def test_a_file_is_replaced_whole_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_file(path, b"first")
    write_file(path, b"second", at=1000)
    assert read_file(path, 100) == b"second"
    assert path.stat().st_mtime == 1000
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_failed_write_leaves_the_old_file_and_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    write_file(path, b"first")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="No space left"):
        write_file(path, b"second")
    assert read_file(path, 100) == b"first"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]


@posix
def test_a_link_is_neither_read_nor_written_through(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"untouched")
    link = tmp_path / "link"
    link.symlink_to(victim)
    with pytest.raises(StoreError):
        read_file(link, 100)
    write_file(link, b"new")
    assert victim.read_bytes() == b"untouched"
    assert not link.is_symlink()


@posix
def test_a_pipe_or_a_folder_in_a_files_place_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "folder"):
        with pytest.raises(StoreError):
            read_file(tmp_path / name, 100)


def test_a_missing_file_is_nothing_and_a_large_one_an_error(tmp_path: Path) -> None:
    assert read_file(tmp_path / "none", 10) is None
    (tmp_path / "large").write_bytes(b"x" * 11)
    with pytest.raises(StoreError, match="larger than 10 bytes"):
        read_file(tmp_path / "large", 10)


def test_a_file_is_claimed_once(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"")
    assert claim_file(path, tmp_path / "b")
    assert not claim_file(path, tmp_path / "b")


def test_only_old_files_are_removed(tmp_path: Path) -> None:
    for name, age in (("old", 100), ("new", 300)):
        (tmp_path / name).write_bytes(b"")
        os.utime(tmp_path / name, (age, age))
    (tmp_path / "folder").mkdir()
    os.utime(tmp_path / "folder", (1, 1))
    remove_older(tmp_path, 200)
    remove_older(tmp_path / "missing", 200)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["folder", "new"]
