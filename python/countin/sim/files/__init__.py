"""The reader of saved Live files: `.als` sets and `.adg`, `.adv` presets of Live 8 to 12, as documents of the embedded
Live. Only the file asked for is ever opened."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from countin.sim.document import DeviceDocument, SetDocument
from countin.sim.files.container import Limits
from countin.sim.files.devices import DeviceReader
from countin.sim.files.errors import SetFileError
from countin.sim.files.layouts import LayoutBook
from countin.sim.files.nodes import DeviceNode
from countin.sim.files.opening import OpenFile, open_file
from countin.sim.files.sets import build_set
from countin.sim.files.totals import device_totals

__all__ = ["Limits", "SetFileError", "describe", "read_preset", "read_set"]


@contextmanager
def _without_collector() -> Generator[None, None, None]:
    """A large set makes some hundred thousand elements and no cycle: the collector would double the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def read_set(path: Path, limits: Limits | None = None) -> SetDocument:
    """The Live Set in a file, gzipped or plain. Raises SetFileError when it cannot be read; what was not understood in
    a readable file stands in the document's `warnings`."""
    with _without_collector():
        return build_set(open_file(path, limits), path)


def read_preset(path: Path, limits: Limits | None = None) -> DeviceDocument:
    """The device in a preset file (`.adg`, `.adv`). Raises SetFileError when it cannot be read or holds a set."""
    with _without_collector():
        return _preset(open_file(path, limits))


def describe(path: Path, limits: Limits | None = None) -> dict[str, object]:
    """What the oracle beside the sets states of a file: who wrote it in which version of the format, whether it is a
    `set`, a `rack` or a `device`, and its totals."""
    with _without_collector():
        opened = open_file(path, limits)
        preset = opened.preset
        totals = build_set(opened, path).totals if preset is None else device_totals((preset,))
    return {
        "creator": opened.creator,
        "major": opened.stated.major,
        "minor": opened.stated.minor,
        "schema_change_count": opened.stated.schema_changes,
        "gzip": opened.zipped,
        "kind": _kind(preset),
        "totals": totals,
    }


def _kind(preset: DeviceNode | None) -> str:
    if preset is None:
        return "set"
    return "rack" if preset.is_rack else "device"


def _preset(opened: OpenFile) -> DeviceDocument:
    if opened.preset is None:
        raise SetFileError(f"{opened.name}: this is a Live Set, not a preset; open it as a set")
    book = LayoutBook(opened.every_device(), opened.fields)
    return DeviceReader(book, opened.fields).device(opened.preset)
