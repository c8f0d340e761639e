"""Items of the browser as scripts hold them. Every property read counts: too many in one call take a real Live down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from countin.sim.kernel.errors import LiveCrashed
from countin.sim.kernel.handles import Instance

if TYPE_CHECKING:
    from countin.sim.browser_tree import BrowserNode
    from countin.sim.kernel.store import Store


class BrowserItem(Instance):
    """An item of the browser. Every property read counts; too many in one call take a real Live down."""

    __slots__ = ("sim_node", "sim_store")

    def __init__(self, store: Store, node: BrowserNode) -> None:
        self.sim_store, self.sim_node = store, node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BrowserItem) and self.sim_node is other.sim_node

    def __hash__(self) -> int:
        return id(self.sim_node)

    def _read(self) -> BrowserNode:
        count_browser_read(self.sim_store)
        return self.sim_node

    @property
    def name(self) -> str:
        """With its ending for presets and samples."""
        return self._read().name

    @property
    def uri(self) -> str:
        """Stable within a session."""
        return self._read().uri

    @property
    def is_folder(self) -> bool:
        """False for a device that has presets below it."""
        return self._read().is_folder

    @property
    def is_loadable(self) -> bool:
        """Whether load_item takes it."""
        return self._read().is_loadable

    @property
    def is_device(self) -> bool:
        """A native device's own entry."""
        return self._read().is_device

    @property
    def is_selected(self) -> bool:
        """Whether the hot-swap target came from it."""
        self._read()
        return False

    @property
    def source(self) -> str:
        """The pack it is from."""
        return self._read().source

    @property
    def children(self) -> Any:  # a BrowserItemVector
        """The items below."""
        node = self._read()
        store = self.sim_store
        return store.classes.vector("BrowserItemVector", (BrowserItem(store, child) for child in node.children))

    @property
    def iter_children(self) -> BrowserItemIterator:
        """The items below, one by one."""
        return BrowserItemIterator(self.sim_store, self._read().children)


class BrowserItemIterator(Instance):
    """Hands out items lazily."""

    __slots__ = ("sim_iterator",)

    def __init__(self, store: Store, nodes: tuple[BrowserNode, ...]) -> None:
        self.sim_iterator = (BrowserItem(store, node) for node in nodes)

    def __iter__(self) -> BrowserItemIterator:
        return self

    def __next__(self) -> BrowserItem:
        return next(self.sim_iterator)


def count_browser_read(store: Store) -> None:
    """One more read of the browser in this call. LiveCrashed beyond the bound, in the manner "strict"."""
    store.accesses += 1
    store.inspect("BrowserItem")
    store.counters.browser_reads += 1
    if store.manner == "strict" and store.counters.browser_reads > store.switches.max_browser_reads:
        raise LiveCrashed(f"More than {store.switches.max_browser_reads} browser reads in one call")
