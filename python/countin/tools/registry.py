"""All tools in one list, and the choice of them that a server offers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from countin.declaration import Kind, Tool
from countin.errors import Refusal
from countin.tools import arrangement, browser, clips, devices, mixer, scenes, snapshots, state, tracks

TOOLSETS: tuple[str, ...] = (
    "state",
    "transport",
    "tracks",
    "scenes",
    "clips",
    "notes",
    "automation",
    "arrangement",
    "devices",
    "racks",
    "mixer",
    "browser",
    "metadata",
    "snapshots",
    "sets",
    "grooves",
    "music",
    "audio",
    "knowledge",
)
"""The toolsets in the order of the list."""

CORE: tuple[str, ...] = (
    "get_live_state",
    "get_operation_outcome",
    "get_history_state",
    "undo",
    "redo",
    "execute_plan",
    "list_tracks",
    "get_set_mixer",
    "list_scenes",
    "create_scene",
    "list_clips",
    "create_midi_clip",
    "list_arrangement_clips",
    "arrange",
    "list_devices",
    "list_device_parameters",
    "set_device_parameters",
    "capture_device_chain_snapshot",
    "recall_device_chain_snapshot",
    "list_browser_roots",
    "get_browser_items",
)
"""What a server offers when nothing else is asked."""

_ALWAYS = "state"
_DOMAINS = (state, tracks, scenes, clips, arrangement, devices, mixer, browser, snapshots)


def _ordered(tools: Iterable[Tool]) -> tuple[Tool, ...]:
    return tuple(sorted(tools, key=lambda tool: (TOOLSETS.index(tool.toolset), tool.name)))


TOOLS: tuple[Tool, ...] = _ordered(tool for domain in _DOMAINS for tool in domain.TOOLS)
"""Every tool, by toolset, then name."""
BY_NAME: Mapping[str, Tool] = {tool.name: tool for tool in TOOLS}


def select(choice: str = "core", *, read_only: bool = False) -> tuple[Tool, ...]:
    """The tools of `core`, `all`, or of toolsets by name, separated by commas; the toolset `state` always.

    `read_only` leaves out whatever can change the Set. Raises `Refusal` (`invalid_arguments`) for a name that is none.
    """
    asked = [name.strip() for name in choice.split(",") if name.strip()]
    known = ("core", "all", *TOOLSETS)
    for name in asked:
        if name not in known:
            raise Refusal("invalid_arguments", f"no toolset is named {name[:40]!r}; choose from {', '.join(known)}")
    wanted = {*asked, _ALWAYS} if asked else {"core", _ALWAYS}
    return tuple(tool for tool in TOOLS if _offered(tool, wanted) and (tool.kind is Kind.READ or not read_only))


def _offered(tool: Tool, wanted: set[str]) -> bool:
    return "all" in wanted or tool.toolset in wanted or ("core" in wanted and tool.name in CORE)
