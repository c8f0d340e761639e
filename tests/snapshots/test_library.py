"""The library of snapshots: found by reference or by a unique prefix, checked whole, bounded, hurt by no bad file."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from countin.core import Snapshot
from countin.errors import Refusal
from countin.snapshots.library import Library
from countin.store.folders import StoreError


def snapshot(name: str = "Reverb") -> Snapshot:
    device: dict[str, Any] = {"name": name, "className": "Reverb", "type": "audio_effect", "parameters": []}
    return Snapshot.from_object({"format": "cavi-device-chain-v1", "devices": [device]})


class Clock:
    """Unix seconds, one more at each look."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def library(folder: Path, **options: Any) -> Library:
    options.setdefault("clock", Clock())
    return Library(folder, **options)


def not_found(action: Callable[[], object], words: str) -> None:
    with pytest.raises(Refusal, match=words) as caught:
        action()
    assert (caught.value.code, caught.value.path) == ("not_found", "/snapshot")


def test_a_capture_is_found_again_by_another_process(tmp_path: Path) -> None:
    kept = snapshot()
    library(tmp_path).keep(kept)
    for text in (kept.reference, kept.reference[: 5 + 12]):
        assert library(tmp_path).load(text).canonical == kept.canonical
    (file,) = tmp_path.iterdir()
    assert file.name == f"{hashlib.sha256(kept.canonical).hexdigest()}.json"


def test_what_memory_holds_is_at_hand_and_nobody_waits_for_it(tmp_path: Path) -> None:
    kept, kept_later = library(tmp_path), library(tmp_path)
    one = snapshot()
    kept.keep(one)
    assert kept.at_hand(one.reference) == one
    assert kept_later.at_hand(one.reference) is None  # it would have to be read
    assert kept_later.load(one.reference) == kept_later.at_hand(one.reference) == one
    found: list[Snapshot | None] = []
    inside: Any = kept
    with inside._lock:  # a file is being read
        asking = threading.Thread(target=lambda: found.append(kept.at_hand(one.reference)))
        asking.start()
        asking.join()
    assert found == [None]


def test_what_is_no_unique_reference_is_refused_with_the_next_move(tmp_path: Path) -> None:
    held = library(tmp_path)
    held.keep(snapshot())
    for text, words in (
        ("snap_", "12"),
        ("snap_12345678901", "12"),
        ("snap_" + "g" * 64, "64 hex digits"),
        ("snap_" + "A" * 64, "64 hex digits"),
        ("snap_" + "0" * 65, "64 hex digits"),
        ("snap_" + "0" * 12, "capture again"),
        ("snap_" + "0" * 64, "capture again"),
        ("snap_../../etc/passwd", "64 hex digits"),
        ("My preset", "saved as"),
        ("", "saved as"),
    ):
        not_found(lambda text=text: held.load(text), words)


def test_a_prefix_of_two_snapshots_asks_for_more_digits(tmp_path: Path) -> None:
    held = library(tmp_path)
    for ending in ("0", "1"):
        (tmp_path / ("ab" * 31 + f"0{ending}.json")).write_bytes(b"")
    not_found(lambda: held.resolve("snap_" + "ab" * 6), "give more digits")
    assert held.resolve("snap_" + "ab" * 31 + "00") == "snap_" + "ab" * 31 + "00"


def test_a_refusal_points_at_the_argument_it_is_told(tmp_path: Path) -> None:
    with pytest.raises(Refusal) as caught:
        library(tmp_path).load("nothing", path="/steps/2/snapshot")
    assert caught.value.path == "/steps/2/snapshot"


def by_name(names: dict[str, dict[str, str]]) -> Callable[[str], dict[str, str]]:
    """The references of a name, by family."""
    return lambda name: names.get(name, {})


def test_a_saved_name_leads_to_its_reference(tmp_path: Path) -> None:
    kept = snapshot()
    held = library(tmp_path, by_name=by_name({"Vocals": {"device-chain": kept.reference}}))
    held.keep(kept)
    assert held.load("Vocals").reference == kept.reference
    assert held.load("Vocals", family="device-chain").reference == kept.reference


def test_a_name_is_one_of_a_family(tmp_path: Path) -> None:
    chain, track = snapshot("A"), snapshot("B")
    names = {
        "Both": {"device-chain": chain.reference, "track-state": track.reference},
        "Alike": {"device-chain": chain.reference, "track-state": chain.reference},
        "One": {"track-state": track.reference},
    }
    held = library(tmp_path, by_name=by_name(names))
    for one in (chain, track):
        held.keep(one)
    assert held.load("Both", family="device-chain") == chain
    assert held.load("Both", family="track-state") == track
    not_found(lambda: held.load("Both"), "device-chain and track-state; pass a reference")
    not_found(lambda: held.load("One", family="device-chain"), "saved as track-state, not as device-chain")
    assert (held.load("One"), held.load("Alike")) == (track, chain)


@pytest.mark.parametrize("content", [b"", b"{}", b"{", b"\xff", b'{"format":"cavi-device-chain-v1"}'])
def test_a_damaged_file_is_refused_and_harms_no_other(tmp_path: Path, content: bytes) -> None:
    good, bad = snapshot("Good"), snapshot("Bad")
    library(tmp_path).keep(good)
    library(tmp_path).keep(bad)
    (tmp_path / f"{bad.digest}.json").write_bytes(content)
    held = library(tmp_path)
    not_found(lambda: held.load(bad.reference), "damaged; capture again")
    assert held.load(good.reference).digest == good.digest
    held.keep(bad)
    assert library(tmp_path).load(bad.reference).digest == bad.digest


def test_a_file_with_the_right_hash_must_still_be_a_snapshot_in_canonical_form(tmp_path: Path) -> None:
    for content in (b'{"format":"something else"}', snapshot().canonical + b"\n"):
        digest = hashlib.sha256(content).hexdigest()
        (tmp_path / f"{digest}.json").write_bytes(content)
        not_found(lambda digest=digest: library(tmp_path).load(f"snap_{digest}"), "damaged")


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
def test_a_link_is_not_followed(tmp_path: Path) -> None:
    kept = snapshot()
    (tmp_path / "elsewhere").write_bytes(kept.canonical)
    folder = tmp_path / "snapshots"
    folder.mkdir()
    (folder / f"{kept.digest}.json").symlink_to(tmp_path / "elsewhere")
    not_found(lambda: library(folder).load(kept.reference), "cannot be used")


def test_captures_without_a_name_go_oldest_first_and_the_newest_stays(tmp_path: Path) -> None:
    captures = [snapshot(f"Device {number}") for number in range(10)]
    size = len(captures[0].canonical)
    named, clock = {captures[0].reference}, Clock()
    held = library(tmp_path, limit=3 * size, named=lambda: named, clock=clock)
    for capture in captures[:4]:
        held.keep(capture)
    held.keep(captures[1])
    for capture in captures[4:6]:
        held.keep(capture)
    assert held.references() == [captures[place].reference for place in (0, 1, 4, 5)]
    tiny = library(tmp_path, limit=1, named=lambda: named, clock=clock)
    tiny.keep(captures[9])
    assert tiny.references() == [captures[0].reference, captures[9].reference]


def test_strangers_in_the_folder_are_left_alone(tmp_path: Path) -> None:
    for name in ("notes.txt", "abc.json", ".x.unfinished"):
        (tmp_path / name).write_bytes(b"x" * 100)
    (tmp_path / ("ab" * 32 + ".json")).mkdir()
    held = library(tmp_path, limit=1)
    held.keep(snapshot("A"))
    held.keep(snapshot("B"))
    assert held.references() == [snapshot("B").reference]
    assert len(list(tmp_path.iterdir())) == 5


def test_a_folder_that_cannot_be_used_is_one_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StoreError):
        library(tmp_path / "file").keep(snapshot())
    not_found(lambda: library(tmp_path / "file").load("snap_" + "0" * 64), "capture again")
