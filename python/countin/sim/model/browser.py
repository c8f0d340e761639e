"""Live.Browser: roots, lists, hot-swap, and load_item, whose result is there a tick later."""

from __future__ import annotations

from typing import Any

from countin.sim.browser_tree import BrowserTree
from countin.sim.document import DeviceDocument
from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.browser_items import BrowserItem, count_browser_read
from countin.sim.kernel.building import build_clip, remove_tree
from countin.sim.kernel.handles import Handle, maybe
from countin.sim.kernel.states import BrowserState, DeviceState, Key, SlotState, SongState, TrackState
from countin.sim.kernel.store import Store
from countin.sim.model import containers, selection, transport
from countin.sim.model.device import owning_track
from countin.sim.model.song_tracks import create_track

browser = Behaviour("Live.Browser.Browser")

ROOTS = (
    "instruments", "sounds", "drums", "audio_effects", "midi_effects", "max_for_live", "plugins", "clips", "samples",
    "packs", "user_library", "current_project",
)  # fmt: skip
LISTS = ("user_folders", "colors", "legacy_libraries")


def tree_of(store: Store) -> BrowserTree:
    """The library of this Live."""
    return store.seen(store.browser, "tree")


def _root(name: str) -> None:
    def getter(handle: Handle, _state: BrowserState) -> BrowserItem:
        store = handle.sim_store
        count_browser_read(store)
        node = tree_of(store).roots.get(name)
        if node is None:
            raise RuntimeError(f"The browser has no '{name}'")
        return BrowserItem(store, node)

    browser.get(name)(getter)


def _list(name: str) -> None:
    def getter(handle: Handle, _state: BrowserState) -> list[BrowserItem]:
        store = handle.sim_store
        count_browser_read(store)
        nodes = tree_of(store).lists.get(name)
        if nodes is None:
            raise RuntimeError(f"The browser has no '{name}'")
        return [BrowserItem(store, node) for node in nodes]

    browser.get(name)(getter)


for _name in ROOTS:
    _root(_name)
for _name in LISTS:
    _list(_name)


@browser.get("filter_type")
def get_filter_type(handle: Handle, _state: BrowserState) -> int:
    """-1..7."""
    return handle.sim_store.seen(handle.sim_key, "filter_type", -1)


@browser.set("filter_type")
def set_filter_type(handle: Handle, _state: BrowserState, value: int) -> None:
    """RuntimeError outside -1..7."""
    if not -1 <= value <= 7:
        raise RuntimeError("Invalid filter type")
    handle.sim_store.put(handle.sim_key, "filter_type", value)


@browser.get("hotswap_target")
def get_hotswap_target(handle: Handle, _state: BrowserState) -> Handle | None:
    """The device that the next load replaces."""
    return maybe(handle.sim_store, handle.sim_store.seen(handle.sim_key, "hotswap_target"))


@browser.set("hotswap_target")
def set_hotswap_target(handle: Handle, _state: BrowserState, value: Handle | None) -> None:
    """RuntimeError for the same target again."""
    key = None if value is None else value.sim_key
    if key is not None and key == handle.sim_store.seen(handle.sim_key, "hotswap_target"):
        raise RuntimeError("Couldn't set hotswap target")
    handle.sim_store.put(handle.sim_key, "hotswap_target", key)


@browser.do("relation_to_hotswap_target")
def relation_to_hotswap_target(_handle: Handle, _state: BrowserState, _item: BrowserItem | None) -> int:
    """Always 3, none: which item a device came from is not imitated."""
    return 3


@browser.do("preview_item")
def preview_item(handle: Handle, _state: BrowserState, item: BrowserItem | None) -> None:
    """Nothing is heard here."""
    _need_item(item)
    handle.sim_store.put(handle.sim_key, "previews", True)


@browser.do("stop_preview")
def stop_preview(handle: Handle, _state: BrowserState) -> None:
    """Safe when idle."""
    handle.sim_store.put(handle.sim_key, "previews", False)


@browser.watch("full_refresh")
def watch_full_refresh(handle: Handle, _state: BrowserState) -> object:
    """A new library."""
    return id(tree_of(handle.sim_store))


def _need_item(item: BrowserItem | None) -> BrowserItem:
    if item is None:
        raise RuntimeError("Invalid browser item")
    return item


@browser.do("load_item")
def load_item(handle: Handle, _state: BrowserState, item: BrowserItem | None) -> None:
    """Loads on the selected track, a tick later. RuntimeError for an item that is not loadable."""
    store, node = handle.sim_store, _need_item(item).sim_node
    if not node.is_loadable:
        raise RuntimeError("The item can not be loaded")
    waiting: tuple[Any, ...] = store.seen(handle.sim_key, "waiting", ())
    store.put(handle.sim_key, "waiting", (*waiting, node))
    store.defer("browser load", handle.sim_key, store.switches.browser_load_ticks)


@transport.effect("browser load")
def apply_loads(store: Store, key: Key) -> None:
    """What was asked for arrives; where it lands follows the selection of this moment."""
    waiting: tuple[Any, ...] = store.seen(key, "waiting", ())
    store.put(key, "waiting", ())
    for node in waiting:
        if node.loads_clip is not None:
            _load_clip(store, node.loads_clip())
        elif node.loads is not None:
            _load_device(store, node.loads())


def _load_clip(store: Store, entry: Any) -> None:
    """An .alc makes a new track."""
    track = create_track(store, entry.kind, -1)
    slot = store.get(TrackState, track).slots[0]
    store.edit(SlotState, slot).clips = (build_clip(store, slot, entry, "session"),)
    store.put(store.song, "selected_track", track)


def _load_device(store: Store, entry: DeviceDocument) -> None:
    target = store.seen(store.browser, "hotswap_target")
    if target in store.records:
        _swap(store, target, entry)
        return
    track = selection.selected_track(store)
    kind = entry.layout.type
    if kind not in containers.allowed_types(store, track):
        track = create_track(store, "midi", _after_selected(store, track))
        store.put(store.song, "selected_track", track)
    if kind == containers.INSTRUMENT and containers.has_instrument(store, track):
        present = next(key for key in store.get(TrackState, track).devices if containers.type_of(store, key) == kind)
        _swap(store, present, entry)
        return
    made = containers.insert_document(store, track, entry, _insert_position(store, track, kind))
    store.put(track, "selected_device", made)


def _after_selected(store: Store, track: Key) -> int:
    tracks = store.get(SongState, store.song).tracks
    return tracks.index(track) + 1 if track in tracks else -1


def _insert_position(store: Store, track: Key, kind: int) -> int:
    """The end of the chain, or beside the selected device by the track's insert mode, held inside legal positions."""
    devices = store.get(TrackState, track).devices
    first, last = containers.legal_range(store, devices, kind)
    mode: int = store.seen(track, "device_insert_mode", 0)
    chosen = store.seen(track, "selected_device")
    if mode == 0 or chosen not in devices:
        return last
    return min(max(devices.index(chosen) + (mode == 2), first), last)


def _swap(store: Store, present: Key, entry: DeviceDocument) -> None:
    """A device gives way to a new one at its place."""
    parent = store.get(DeviceState, present).parent
    devices = containers.devices_of(store.records[parent].state)
    index = devices.index(present)
    containers.edit_devices(store, parent, devices[:index] + devices[index + 1 :])
    remove_tree(store, present)
    made = containers.insert_document(store, parent, entry, index)
    store.put(owning_track(store, parent), "selected_device", made)
    if store.seen(store.browser, "hotswap_target") == present:
        store.put(store.browser, "hotswap_target", made)
