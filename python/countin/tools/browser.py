"""The toolset `browser`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from countin._remote_script.Countin import wire
from countin.declaration import Answer, Arguments, Look, Read, Seen, Stored, Tool, live
from countin.tools import paging, records
from countin.tools.schemas import ARRAY, INTEGER, nullable
from countin.tools.state import NoArguments

_ROOTS = live(wire.BROWSER_ROOT_LIST, wire.Nothing())


class GetBrowserItems(Arguments, frozen=True, kw_only=True):
    """Arguments of `get_browser_items`."""

    root: Annotated[wire.BrowserRootName, msgspec.Meta(description="Live browser root.")]
    path: Annotated[
        tuple[str, ...],
        msgspec.Meta(description="Exact folder names below the root."),
    ] = ()
    offset: Annotated[int, msgspec.Meta(ge=0, description="First child.")] = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=wire.BROWSER_PAGE, description="Page size.")] = wire.BROWSER_PAGE


def _observe_roots(_: NoArguments, __: Stored) -> Sequence[Look[Any, Any]]:
    return (_ROOTS,)


def _roots(_: NoArguments, seen: Seen) -> Answer:
    roots = [
        {
            "root": row.root,
            "available": row.available,
            "item": None if row.item is None else records.browser_item(row.item),
            "totalChildren": row.children if row.available else None,
        }
        for row in seen[_ROOTS].rows
    ]
    return Answer({"stateVersion": seen.state_version, "roots": roots})


def _page_look(arguments: GetBrowserItems) -> Look[wire.BrowserAsked, wire.BrowserPage]:
    asked = wire.BrowserAsked(arguments.root, arguments.path, arguments.offset, arguments.limit)
    return live(wire.BROWSER_ITEMS, asked, path="/path" if arguments.path else "/root")


def _observe_page(arguments: GetBrowserItems, _: Stored) -> Sequence[Look[Any, Any]]:
    return (_page_look(arguments),)


def _page(arguments: GetBrowserItems, seen: Seen) -> Answer:
    row = seen[_page_look(arguments)]
    path = list(arguments.path)
    children = [{**records.browser_item(item), "path": [*path, item.name]} for item in row.rows]
    shown = paging.page("children", children, arguments.offset, row.total)
    return Answer(
        {
            "stateVersion": seen.state_version,
            "root": arguments.root,
            "path": path,
            "item": None if row.item is None else records.browser_item(row.item),
            "children": shown["children"],
            "offset": arguments.offset,
            "totalChildren": row.total,
            "nextOffset": shown["nextOffset"],
        }
    )


TOOLS: tuple[Tool, ...] = (
    Read(
        name="get_browser_items",
        title="Browse Live's browser",
        description=(
            "List one level of Live's browser below a root, in pages (first 200 by default). Use it to find devices, "
            "presets and samples; list_browser_roots says which roots exist. Names in path match exactly; append a "
            "folder's name to go deeper. Loads nothing. hotswap_target needs hot-swap open in Live."
        ),
        toolset="browser",
        arguments=GetBrowserItems,
        members={
            "stateVersion": INTEGER,
            "children": ARRAY,
            "totalChildren": INTEGER,
            "nextOffset": nullable("integer"),
        },
        observe=_observe_page,
        answer=_page,
    ),
    Read(
        name="list_browser_roots",
        title="List browser roots",
        description=(
            "List the roots of Live's browser with their child counts, and those this Live lacks. Use it before "
            "get_browser_items."
        ),
        toolset="browser",
        arguments=NoArguments,
        members={"stateVersion": INTEGER, "roots": ARRAY},
        observe=_observe_roots,
        answer=_roots,
    ),
)
