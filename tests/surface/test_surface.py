"""The surface as a client sees it: one snapshot a tool, a budget of bytes, and the rules that every tool keeps."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from countin.declaration import Kind, Local, Mutation, Tool, Versioned
from countin.errors import Refusal
from countin.face.surface import listing
from countin.tools.registry import BY_NAME, CORE, TOOLS, TOOLSETS, select

SNAPSHOTS = Path(__file__).parent / "snapshots"
CORE_BYTES = 24_576
"""`spec/tools.md`: compact JSON of `tools/list` for the default choice."""
AVERAGE_BYTES = 1_100
"""The same for all tools, a tool, on average."""
NOT_CHECKED = "UPDATE_SURFACE"
NAMES = [tool.name for tool in TOOLS]


def published(tools: tuple[Tool, ...] = TOOLS) -> list[dict[str, Any]]:
    """The tools as `tools/list` sends them."""
    return listing(tools).model_dump(mode="json", by_alias=True, exclude_none=True)["tools"]


PUBLISHED = {entry["name"]: entry for entry in published()}


def compact(value: object) -> int:
    return len(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())


def properties(schema: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every property at every depth."""
    for name, member in schema.get("properties", {}).items():
        yield f"{path}/{name}", member
        yield from properties(member, f"{path}/{name}")
        yield from properties(member.get("items", {}), f"{path}/{name}")


@pytest.mark.parametrize("name", NAMES)
def test_a_tool_is_published_as_its_snapshot_says(name: str) -> None:
    path = SNAPSHOTS / f"{name}.json"
    text = json.dumps(PUBLISHED[name], indent=2, ensure_ascii=False) + "\n"
    if os.environ.get(NOT_CHECKED) == "1":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text, f"run with {NOT_CHECKED}=1 if this change is meant"


def test_no_snapshot_is_left_of_a_tool_that_is_gone() -> None:
    assert {path.stem for path in SNAPSHOTS.glob("*.json")} == set(NAMES)


def test_the_default_list_fits_its_budget() -> None:
    tools = published(select("core"))
    assert len(tools) == 21
    assert compact({"tools": tools}) <= CORE_BYTES


def test_all_tools_fit_their_average() -> None:
    assert compact({"tools": published()}) <= AVERAGE_BYTES * len(TOOLS)


def test_tools_stand_in_the_order_of_toolsets_and_names() -> None:
    places = [(TOOLSETS.index(tool.toolset), tool.name) for tool in TOOLS]
    assert places == sorted(places)
    assert len(set(NAMES)) == len(NAMES)


def test_core_is_what_the_specification_names() -> None:
    assert [tool.name for tool in select("core")] == [name for name in NAMES if name in CORE]
    assert set(CORE) <= set(NAMES)


def test_the_toolset_state_is_in_every_choice() -> None:
    state = {tool.name for tool in TOOLS if tool.toolset == "state"}
    for choice in ("core", "all", "browser", "mixer, devices"):
        assert state <= {tool.name for tool in select(choice)}
    assert {tool.toolset for tool in select("browser")} == {"state", "browser"}
    assert select("all") == TOOLS
    assert select("") == select("core")


def test_a_read_only_choice_holds_nothing_that_can_change_the_set() -> None:
    for tool in select("all", read_only=True):
        assert tool.kind is Kind.READ
    assert "execute_plan" not in [tool.name for tool in select("all", read_only=True)]


def test_a_toolset_that_is_none_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refusal, match=r"no toolset is named 'drums'.*browser"):
        select("core,drums")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_and_a_title_are_plain(name: str) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9_]{2,63}", name)
    title = PUBLISHED[name]["title"]
    assert title == title.strip()
    assert 3 < len(title) <= 40


@pytest.mark.parametrize("name", NAMES)
def test_all_four_hints_stand_and_agree_with_what_the_tool_does(name: str) -> None:
    tool, hints = BY_NAME[name], PUBLISHED[name]["annotations"]
    reads = tool.kind is Kind.READ
    assert hints["readOnlyHint"] is reads
    assert hints["destructiveHint"] is (tool.kind is Kind.DESTRUCTIVE)
    assert hints["idempotentHint"] is reads
    assert hints["openWorldHint"] is False
    assert reads is not (isinstance(tool, Mutation | Local) or name == "execute_plan")


DESTRUCTIVE = {
    "execute_plan",
    "set_device_parameters",
    "recall_device_chain_snapshot",
    "recall_device_parameter_snapshot",
    "recall_track_state_snapshot",
    "recall_group_system_snapshot",
}


def test_destructive_is_what_can_overwrite_and_nothing_else() -> None:
    assert {tool.name for tool in TOOLS if tool.kind is Kind.DESTRUCTIVE} == DESTRUCTIVE


@pytest.mark.parametrize("name", NAMES)
def test_a_description_begins_with_its_verb_and_names_a_sibling(name: str) -> None:
    text = BY_NAME[name].description
    assert len(text) <= 900
    assert re.match(r"(Plan or|Read|List|Run|Capture|Save|Compare)\b", text)
    others = [other for other in NAMES if other != name and re.search(rf"\b{other}\b", text)]
    assert others
    assert text.endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_a_description_names_no_tool_that_is_not_there(name: str) -> None:
    known = {*NAMES, *(path.rpartition("/")[2] for path, _ in properties(PUBLISHED[name]["inputSchema"]))}
    words = set(re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", BY_NAME[name].description))
    assert words - known - {"nothing_to_change", "outcome_unknown", "live_busy", "hotswap_target"} == set()


@pytest.mark.parametrize("name", [tool.name for tool in TOOLS if isinstance(tool, Mutation)])
def test_a_change_says_how_it_is_taken_back_or_repeated(name: str) -> None:
    text = BY_NAME[name].description
    assert re.search(r"\bundo\b", text)
    assert re.search(r"repeat|again|never resend|after an unclear result", text, re.IGNORECASE)


@pytest.mark.parametrize("name", NAMES)
def test_every_argument_is_described_and_typed(name: str) -> None:
    for path, member in properties(PUBLISHED[name]["inputSchema"]):
        assert member.get("description"), path
        assert "type" in member or "anyOf" in member, path


@pytest.mark.parametrize("name", NAMES)
def test_roots_are_plain_objects_without_references_or_combinators(name: str) -> None:
    given, told = PUBLISHED[name]["inputSchema"], PUBLISHED[name]["outputSchema"]
    for schema in (given, told):
        assert schema["type"] == "object"
        assert not schema.keys() & {"anyOf", "oneOf", "allOf", "not", "$defs", "$ref"}
        assert "$ref" not in json.dumps(schema)
    assert given["additionalProperties"] is False
    for path, member in properties(given):
        entry = member.get("items", {})
        assert entry.get("type") != "object" or entry["additionalProperties"] is False, path
    assert not told.keys() & {"required", "additionalProperties"}  # open: an error is another object


@pytest.mark.parametrize("name", [tool.name for tool in TOOLS if isinstance(tool, Mutation)])
def test_a_change_takes_what_drives_the_contract(name: str) -> None:
    tool, schema = BY_NAME[name], PUBLISHED[name]["inputSchema"]
    assert {"expectedStateVersion", "dryRun", "confirmationToken", "planHash"} <= schema["properties"].keys()
    required = "expectedStateVersion" in schema.get("required", ())
    assert required is issubclass(tool.arguments, Versioned) is (tool.family == "ableton-mcp")
