"""One SHA-256 over a whole Set, by content and order: the same for equal Sets, whatever keys, lives or note ids they
have. Each record's own part is remembered until it is edited."""

from __future__ import annotations

from array import array
from dataclasses import fields
from functools import cache
from hashlib import sha256
from typing import Any, cast

from countin.sim.document import DeviceLayout
from countin.sim.kernel.building import below
from countin.sim.kernel.states import ClipState, DeviceState, Key, State
from countin.sim.kernel.store import Record, Store

_VIEW_NAMES = frozenset(
    {
        "selected_track", "selected_scene", "selected_device", "selected_chain", "selected_drum_pad", "detail_clip",
        "appointed_device", "fold_state", "is_collapsed", "loop", "punch_in", "punch_out", "metronome", "start_time",
        "overdub", "arrangement_overdub", "session_automation_record", "record_mode", "session_record", "implicit_arm",
        "device_insert_mode", "draw_mode", "follow_song", "is_showing_chains", "is_showing_chain_devices",
        "drum_pads_scroll_position", "selected_variation_index", "overridden", "grid_quantization", "grid_is_triplet",
        "selected notes", "main view", "Browser", "Detail", "detail view", "hotswap_target", "filter_type",
    }
)  # fmt: skip
"""Volatile facts that a person would call part of the Set, or of what is selected; nothing that moves by itself."""
_KEY_NAMES = frozenset(name for name in _VIEW_NAMES if name.startswith("selected_")) | {
    "detail_clip",
    "appointed_device",
    "hotswap_target",
}


@cache
def _content_fields(kind: type[State]) -> tuple[str, ...]:
    """The fields that are content: no keys, no identity."""
    skipped = {*kind.REFERENCES, *kind.LINKS, *kind.FORGOTTEN, kind.OWNER, "notes", "mappings"}
    return tuple(entry.name for entry in fields(kind) if entry.name not in skipped)  # pyright: ignore[reportArgumentType] - every state is a dataclass


def _own(record: Record) -> bytes:
    """The digest of a record's own content."""
    if record.digest is None:
        state = record.state
        parts: list[object] = [type(state).__name__]
        for name in _content_fields(type(state)):
            value: Any = getattr(state, name)  # any field
            parts.append(_plain(value))
        if isinstance(state, ClipState):
            parts.append([(note.start, *note[2:]) for note in state.notes])
        record.digest = sha256(repr(parts).encode("utf-8", "surrogatepass")).digest()
    return record.digest


def _plain(value: Any) -> object:  # any field
    if isinstance(value, array):
        # Adding 0.0 makes -0.0 the 0.0 that it equals: nobody can tell the two apart in Live.
        column = cast("array[float]", value)
        return array(column.typecode, [number + 0 for number in column]).tobytes()
    if isinstance(value, float):
        return value + 0
    if isinstance(value, frozenset):
        return sorted(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType] - of numbers
    return _layout_digest(value) if isinstance(value, DeviceLayout) else value


_LAYOUTS: dict[int, tuple[DeviceLayout, bytes]] = {}
_MOST_LAYOUTS = 4096


def _layout_digest(layout: DeviceLayout) -> bytes:
    """The digest of a layout, remembered by identity: layouts are shared and never change."""
    known = _LAYOUTS.get(id(layout))
    if known is None or known[0] is not layout:
        if len(_LAYOUTS) >= _MOST_LAYOUTS:
            _LAYOUTS.clear()
        known = _LAYOUTS[id(layout)] = (layout, sha256(repr(layout).encode("utf-8", "surrogatepass")).digest())
    return known[1]


def undoable_digest(store: Store) -> str:
    """Everything that Live's undo covers."""
    return _digest(store).hexdigest()


def whole_digest(store: Store) -> str:
    """The same, and the view state and switches that undo does not cover; nothing that moves by itself."""
    digest = _digest(store)
    places = {key: index for index, key in enumerate(_in_order(store))}
    lines = [
        repr((places.get(key, -1), name, _value(store, places, key, name, value)))
        for (key, name), value in store.volatile.items()
        if name in _VIEW_NAMES and key in store.records and value != frozenset()
    ]
    digest.update("\n".join(sorted(line for line in lines if not line.endswith("None)"))).encode())
    return digest.hexdigest()


def _value(store: Store, places: dict[Key, int], key: Key, name: str, value: Any) -> object:
    if name in _KEY_NAMES and isinstance(value, int) and not (name == "selected_drum_pad" or name.endswith("_index")):
        return places.get(value)
    return _plain(value)


def _in_order(store: Store) -> list[Key]:
    return [store.application, store.browser, *below(store, store.song)]


def _digest(store: Store) -> Any:  # a hash object
    digest = sha256()
    keys = [*below(store, store.song)]
    places = {key: index for index, key in enumerate(keys)}
    for key in keys:
        record = store.records[key]
        state = record.state
        shape = tuple(len(getattr(state, name)) for name in state.REFERENCES)
        links = tuple(places.get(getattr(state, name), -1) for name in state.LINKS)
        digest.update(_own(record))
        digest.update(repr((shape, links, _mapped(state, places))).encode())
    return digest


def _mapped(state: State, places: dict[Key, int]) -> tuple[object, ...]:
    if not isinstance(state, DeviceState):
        return ()
    return tuple((row.macro, places.get(row.owner, -1), *row[2:]) for row in state.mappings)
