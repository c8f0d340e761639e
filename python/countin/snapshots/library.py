"""The library of snapshots: a file for each, named by the SHA-256 of its canonical form, checked whole on loading.

Every capture is kept at once. Captures without a name go, oldest first, once all files together pass a limit.
"""

from __future__ import annotations

import hashlib
import os
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from countin.core import Snapshot
from countin.errors import Refusal
from countin.snapshots.naming import REFERENCE_PREFIX
from countin.store.atomic import read_file, write_file
from countin.store.folders import StoreError, make_private

PREFIX = REFERENCE_PREFIX
SHORTEST_PREFIX = 12
"""Digits of the hash that are enough, when they are unique."""
UNNAMED_LIMIT = 256 * 1024 * 1024
LARGEST_FILE = 64 * 1024 * 1024
REMEMBERED_BYTES = 64 * 1024 * 1024
"""Snapshots held in memory, so that plan and execution parse a snapshot once."""
_REFERENCE = re.compile(r"snap_([0-9a-f]{12,64})\Z")
_FILE = re.compile(r"([0-9a-f]{64})\.json\Z")


def _nothing_named() -> Collection[str]:
    return ()


def _no_name(_: str) -> Mapping[str, str]:
    return {}


class Library:
    """The snapshots of one data folder.

    `named` tells the references that have a name and stay, `by_name` the references of a saved name
    by family: a name is one of a family.
    """

    def __init__(
        self,
        folder: Path,
        *,
        limit: int = UNNAMED_LIMIT,
        named: Callable[[], Collection[str]] = _nothing_named,
        by_name: Callable[[str], Mapping[str, str]] = _no_name,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._folder = folder
        self._limit = limit
        self._named = named
        self._by_name = by_name
        self._clock = clock
        self._held: OrderedDict[str, tuple[Snapshot, int]] = OrderedDict()
        self._held_bytes = 0
        self._bytes: int | None = None
        # Calls load and keep in worker threads.
        self._lock = threading.RLock()

    def keep(self, snapshot: Snapshot) -> None:
        """Keep a capture; one that is there already becomes the newest. Raises `StoreError`."""
        data = snapshot.canonical
        path = self._path(snapshot.reference)
        make_private(self._folder)
        with self._lock:
            if not self._refresh(path, data):
                write_file(path, data, self._clock())
                self._bytes = None if self._bytes is None else self._bytes + len(data)
            self._hold(snapshot, len(data))
            self._shrink(path.name)

    def at_hand(self, reference: str) -> Snapshot | None:
        """The snapshot of a whole reference, where memory holds it: nothing is read and nothing waits."""
        if not self._lock.acquire(blocking=False):
            return None
        try:
            held = self._held.get(reference)
            if held is None:
                return None
            self._held.move_to_end(reference)
            return held[0]
        finally:
            self._lock.release()

    def load(self, text: str, *, path: str = "/snapshot", family: str | None = None) -> Snapshot:
        """The snapshot of a reference (whole, or a unique prefix of 12 digits or more) or of a saved name (of `family`,
        where one is given).

        Raises `Refusal` `not_found`; `path` is the argument it points at.
        """
        with self._lock:
            reference = self.resolve(text, path=path, family=family)
            return self.at_hand(reference) or self._read(reference, path)

    def resolve(self, text: str, *, path: str = "/snapshot", family: str | None = None) -> str:
        """The whole reference that `text` means. Raises `Refusal` `not_found`."""
        if not text.startswith(PREFIX):
            return self._named_reference(text, path, family)
        match = _REFERENCE.match(text)
        if match is None:
            raise Refusal(
                "not_found",
                f"{text[:80]!r} is no snapshot: a reference is snap_ and 64 hex digits, or the first "
                f"{SHORTEST_PREFIX} or more of them; take it from the answer of a capture",
                path=path,
            )
        found = [text] if text in self._held else self._starting_with(match[1])
        if len(found) > 1:
            raise Refusal("not_found", f"{len(found)} snapshots begin with {text!r}; give more digits", path=path)
        if not found:
            raise _gone(text, path)
        return found[0]

    def has(self, reference: str) -> bool:
        """Whether the file of a whole reference is there."""
        return self._path(reference).is_file()

    def faults(self) -> list[tuple[str, str]]:
        """Every snapshot's file that cannot be used, with the reason: each is read, hashed and parsed anew."""
        found: list[tuple[str, str]] = []
        for name in self._named_like_snapshots():
            why = self._fault(PREFIX + name.removesuffix(".json"))
            if why is not None:
                found.append((name, why))
        return found

    def references(self) -> list[str]:
        """All snapshots that are kept, oldest first."""
        return [PREFIX + name.removesuffix(".json") for _, _, name in sorted(self._files())]

    def _named_reference(self, name: str, path: str, family: str | None) -> str:
        try:
            named = self._by_name(name)
        except StoreError as error:
            raise Refusal(
                "internal_error", f"The saved names cannot be read: {error}; pass a reference (snap_…)", path=path
            ) from None
        found = {reference for one, reference in named.items() if family in (None, one)}
        if named and not found:
            kinds = " and ".join(sorted(named))
            raise Refusal(
                "not_found",
                f"{name[:80]!r} is saved as {kinds}, not as {family}; call the tool of that kind, or pass a reference",
                path=path,
            )
        if len(found) > 1:
            kinds = " and ".join(sorted(named))
            raise Refusal("not_found", f"{name[:80]!r} is saved as {kinds}; pass a reference (snap_…)", path=path)
        if not found:
            raise Refusal(
                "not_found",
                f"No snapshot is saved as {name[:80]!r}; list_saved_snapshots names those that are, or pass a "
                "reference (snap_…)",
                path=path,
            )
        return found.pop()

    def _starting_with(self, digits: str) -> list[str]:
        if len(digits) == 64:
            return [PREFIX + digits] if self._path(PREFIX + digits).exists() else []
        kept = {PREFIX + name.removesuffix(".json") for _, _, name in self._files()} | set(self._held)
        return sorted(reference for reference in kept if reference.startswith(PREFIX + digits))

    def _read(self, reference: str, path: str) -> Snapshot:
        try:
            data = read_file(self._path(reference), LARGEST_FILE)
        except StoreError as error:
            raise Refusal(
                "not_found", f"The file of {reference} cannot be used: {error}; capture again", path=path
            ) from None
        if data is None:
            raise _gone(reference, path)
        try:
            snapshot = _checked(data, reference)
        except ValueError:
            message = f"The file of {reference} is damaged; capture again"
            raise Refusal("not_found", message, path=path) from None
        self._hold(snapshot, len(data))
        return snapshot

    def _fault(self, reference: str) -> str | None:
        """What is wrong with a snapshot's file, None where nothing is."""
        try:
            data = read_file(self._path(reference), LARGEST_FILE)
            if data is not None:
                _checked(data, reference)
        except (StoreError, ValueError) as error:
            return str(error)
        return None

    def _named_like_snapshots(self) -> list[str]:
        """Whatever has the name of a snapshot's file, also links and folders."""
        try:
            return sorted(entry.name for entry in self._folder.iterdir() if _FILE.match(entry.name))
        except OSError:
            return []

    def _hold(self, snapshot: Snapshot, size: int) -> None:
        _, known = self._held.pop(snapshot.reference, (None, 0))
        self._held[snapshot.reference] = (snapshot, size)
        self._held_bytes += size - known
        while self._held_bytes > REMEMBERED_BYTES and len(self._held) > 1:
            _, (_, oldest) = self._held.popitem(last=False)
            self._held_bytes -= oldest

    def _path(self, reference: str) -> Path:
        return self._folder / f"{reference.removeprefix(PREFIX)}.json"

    def _refresh(self, path: Path, data: bytes) -> bool:
        """Make a file that is there the newest; false where it is not there, or does not hold what it must."""
        try:
            if read_file(path, LARGEST_FILE) != data:
                return False
        except StoreError:
            return False
        self._touch(path)
        return True

    def _touch(self, path: Path) -> None:
        now = self._clock()
        os.utime(path, (now, now))

    def _files(self) -> list[tuple[int, int, str]]:
        """Time, size and name of every snapshot's file; what is no snapshot is left out."""
        found: list[tuple[int, int, str]] = []
        try:
            with os.scandir(self._folder) as entries:
                for entry in entries:
                    if _FILE.match(entry.name) and entry.is_file(follow_symlinks=False):
                        about = entry.stat(follow_symlinks=False)
                        found.append((about.st_mtime_ns, about.st_size, entry.name))
        except OSError:
            return found
        return found

    def _shrink(self, newest: str) -> None:
        """Remove captures without a name, oldest first, until they fit; the one just kept stays."""
        if self._bytes is not None and self._bytes <= self._limit:
            return
        listed = sorted(self._files())
        try:
            # After the files: what gets its name from here on was kept, and so dated, anew just before.
            named = {reference.removeprefix(PREFIX) + ".json" for reference in self._named()}
        except StoreError:
            return  # nobody knows what has a name: everything stays
        files = [file for file in listed if file[2] not in named]
        total = sum(size for _, size, _ in files)
        for at, size, name in files:
            if total <= self._limit:
                break
            if name != newest and self._remove(name, at):
                total -= size
        self._bytes = total

    def _remove(self, name: str, at: int) -> bool:
        """Remove a file; false where somebody kept that snapshot again since it was dated `at`."""
        path = self._folder / name
        try:
            if path.lstat().st_mtime_ns != at:
                return False
            path.unlink()
        except FileNotFoundError:
            pass
        return True


def _checked(data: bytes, reference: str) -> Snapshot:
    """The snapshot in a file's bytes. Raises `ValueError` where they are not what the reference says."""
    if hashlib.sha256(data).hexdigest() != reference.removeprefix(PREFIX):
        raise ValueError("its content does not hash to its name")
    snapshot = Snapshot.parse(data)
    if snapshot.reference != reference:
        raise ValueError("it is not in canonical form")
    return snapshot


def _gone(reference: str, path: str) -> Refusal:
    return Refusal(
        "not_found", f"There is no snapshot {reference}; it may have been cleaned up: capture again", path=path
    )
