"""Readers of Live's browser. They read a few items a tick whatever the clock says: hundreds of property reads in one
call have crashed a real Live (LIVE_API 2.11). The parent of an item is kept referenced while its children are read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ..live_set import LiveSet
from ..native import has
from ..reading import Pause, Reading
from ..refusals import Refusal, quoted
from ..wire import (
    BROWSER_PAGE,
    BROWSER_ROOTS,
    BrowserAsked,
    BrowserItem,
    BrowserPage,
    BrowserRoot,
    BrowserRoots,
    Nothing,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import Live

VECTOR_NAMES = {"user_folders": "User Folders", "legacy_libraries": "Legacy Libraries"}
"""Roots that can be bare lists of items, and what they are called then."""
MISSING = object()


def read_roots(live: LiveSet, _: Nothing) -> Reading[BrowserRoots]:
    """Every root that Countin knows, with its number of children where this Live has it."""
    rows: list[BrowserRoot] = []
    for root in BROWSER_ROOTS:
        yield from _take(live)
        rows.append(_root_row(live, root))
    return BrowserRoots(tuple(rows))


def read_items(live: LiveSet, asked: BrowserAsked) -> Reading[BrowserPage]:
    """A page of a folder."""
    _check(asked)
    yield from _take(live)
    holder = _root(live, asked.root)
    if holder is MISSING:
        raise Refusal("unsupported_by_live", _why_missing(asked.root), "root")
    for depth, name in enumerate(asked.path):
        holder = yield from _child(live, holder, name, depth)
    children = _children(holder)
    rows: list[BrowserItem] = []
    for place in range(asked.offset, min(asked.offset + asked.limit, len(children))):
        yield from _take(live)
        rows.append(item_row(children[place]))
    return BrowserPage(_own_row(holder), tuple(rows), len(children))


def item_row(item: Live.Browser.BrowserItem) -> BrowserItem:
    """An entry of the browser."""
    uri = str(item.uri) if has(item, "uri") else ""
    return BrowserItem(str(item.name), uri or None, bool(item.is_loadable), bool(item.is_folder), bool(item.is_device))


def _check(asked: BrowserAsked) -> None:
    if asked.root not in BROWSER_ROOTS:
        raise Refusal("invalid_arguments", f"{quoted(asked.root)} is no root of the browser", "root")
    if asked.offset < 0:
        raise Refusal("invalid_arguments", f"offset must be 0 or more, got {asked.offset}", "offset")
    if not 1 <= asked.limit <= BROWSER_PAGE:
        raise Refusal("invalid_arguments", f"limit must be 1 to {BROWSER_PAGE}, got {asked.limit}", "limit")


def _take(live: LiveSet) -> Reading[None]:
    """One item of this tick's share, or of the next one's."""
    while not live.may_read_browser_item():
        yield Pause.NEXT_TICK
    yield Pause.MAY


def _root(live: LiveSet, root: str) -> Any:
    """A root: an item, a bare list of items, or MISSING (Live raises for some, and hot-swap may have no target)."""
    try:
        found: Any = getattr(live.application.browser, root)
    except (AttributeError, RuntimeError):
        return MISSING
    if found is None or not (has(found, "children") or has(found, "__getitem__")):
        return MISSING
    return found


def _why_missing(root: str) -> str:
    if root == "hotswap_target":
        return "Live's browser has no hot-swap target to list now; name another root"
    return f"this Live's browser has no root {quoted(root)}; list_browser_roots says which it has"


def _children(holder: Any) -> Sequence[Live.Browser.BrowserItem]:
    return cast("Sequence[Live.Browser.BrowserItem]", holder.children if has(holder, "children") else holder)


def _own_row(holder: Any) -> BrowserItem | None:
    return item_row(holder) if has(holder, "children") else None


def _root_row(live: LiveSet, root: str) -> BrowserRoot:
    try:
        found = _root(live, root)
        if found is MISSING:
            return BrowserRoot(root, False, None, 0)
        item = _own_row(found) or BrowserItem(VECTOR_NAMES.get(root, root), None, False, True, False)
        return BrowserRoot(root, True, item, len(_children(found)))
    except (AttributeError, RuntimeError):
        return BrowserRoot(root, False, None, 0)


def _child(live: LiveSet, holder: Any, name: str, depth: int) -> Reading[Any]:
    """The one child with exactly this name; none or several are refused with the level they are missing at."""
    children = _children(holder)
    found: list[Any] = []
    for place in range(len(children)):
        yield from _take(live)
        child = children[place]
        if child.name == name:
            found.append(child)
    if len(found) != 1:
        word = "no entry" if not found else f"{len(found)} entries"
        raise Refusal("not_found", f"level {depth + 1} of the path has {word} called {quoted(name)}", "path")
    return found[0]
