"""What can be observed: for each kind of `wire.py` the reader that fills its row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import wire
from ..live_set import LiveSet
from ..reading import Pause, Reading
from .arrangement import read_arrangement
from .browser import read_items, read_roots
from .capture import read_chain, read_layouts
from .devices import read_tree
from .parameters import read_parameters
from .scenes import read_scenes, read_slots
from .set_mixer import read_set_mixer
from .state import read_history, read_state
from .track_state import read_group_system, read_track_state
from .tracks import read_track_identity, read_tracks

Reader = Callable[[LiveSet, Any], Reading[tuple[Any, ...]]]


def _at_once(read: Callable[[LiveSet, Any], tuple[Any, ...]]) -> Reader:
    """A reader for what is read in a handful of accesses."""

    def reading(live: LiveSet, asked: Any) -> Reading[tuple[Any, ...]]:
        yield Pause.MAY
        return read(live, asked)

    return reading


READERS: dict[wire.Observation[Any, Any], Reader] = {
    wire.STATE: _at_once(read_state),
    wire.HISTORY: _at_once(read_history),
    wire.TRACKS: read_tracks,
    wire.TRACK_IDENTITY: _at_once(read_track_identity),
    wire.SET_MIXER: read_set_mixer,
    wire.SCENES: read_scenes,
    wire.SLOTS: read_slots,
    wire.ARRANGEMENT: read_arrangement,
    wire.DEVICES: read_tree,
    wire.PARAMETERS: read_parameters,
    wire.CHAIN: read_chain,
    wire.BROWSER_ROOT_LIST: read_roots,
    wire.BROWSER_ITEMS: read_items,
    wire.TRACK_STATE: read_track_state,
    wire.GROUP_SYSTEM: read_group_system,
    wire.LAYOUTS: _at_once(read_layouts),
}
KINDS: dict[int, wire.Observation[Any, Any]] = {kind.code: kind for kind in READERS}
OVER_TICKS = (wire.BROWSER_ROOT_LIST, wire.BROWSER_ITEMS)
"""Kinds that are read over ticks whatever the clock says, and so cannot be relied on."""
