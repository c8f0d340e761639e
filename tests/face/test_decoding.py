"""Arguments as clients send them: what is wrong is refused with the path to the field, and nothing else happens."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countin.errors import Refusal
from countin.face.decoding import decode
from countin.tools.registry import BY_NAME

ARRANGE = BY_NAME["arrange"]
CREATE_SCENE = BY_NAME["create_scene"]
BROWSER = BY_NAME["get_browser_items"]
TEXT = st.text(st.characters(), max_size=6)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


def refusal(tool: str, arguments: dict[str, Any] | None) -> Refusal:
    with pytest.raises(Refusal) as caught:
        decode(BY_NAME[tool], arguments)
    assert caught.value.code in ("invalid_arguments", "too_large")
    assert caught.value.outcome == "not_executed"
    return caught.value


@pytest.mark.parametrize(
    ("tool", "arguments", "path"),
    [
        ("create_scene", {"expectedStateVersion": 1}, "/name"),
        ("create_scene", {"expectedStateVersion": 1, "name": "A", "\udc00": 1}, "/?"),
        ("create_scene", {"name": 5, "expectedStateVersion": 1}, "/name"),
        ("create_scene", {"name": "A", "expectedStateVersion": 0}, "/expectedStateVersion"),
        ("create_scene", {"name": "A", "expectedStateVersion": 1, "index": -1}, "/index"),
        ("create_scene", {"name": "A", "expectedStateVersion": 1, "index": 1.5}, "/index"),
        ("create_scene", {"name": "A", "expectedStateVersion": 1, "extra": 1}, "/extra"),
        ("create_scene", {"name": "A", "expectedStateVersion": True}, "/expectedStateVersion"),
        ("create_scene", {"name": "A", "expectedStateVersion": "1"}, "/expectedStateVersion"),
        ("create_scene", {"name": "half \ud83d", "expectedStateVersion": 1}, "/name"),
        ("arrange", {"placements": [{"track": 0, "slot": 0, "at_beat": "4"}]}, "/placements/0/at_beat"),
        ("arrange", {"placements": [{"track": 0, "slot": 0, "at_beat": math.nan}]}, "/placements/0/at_beat"),
        ("arrange", {"placements": [{"track": 0, "slot": 0, "at_beat": math.inf}]}, "/placements/0/at_beat"),
        ("arrange", {"placements": [{"track": 0, "slot": 0, "at_beat": 1, "a/b~c": 2}]}, "/placements/0/a~1b~0c"),
        ("arrange", {"placements": [{"track": 0, "slot": 0}]}, "/placements/0/at_beat"),
        ("get_browser_items", {"root": "no_such_root"}, "/root"),
        ("get_browser_items", {"root": "drums", "path": ["a", 2]}, "/path/1"),
    ],
)
def test_the_path_of_a_refusal_points_at_the_wrong_field(tool: str, arguments: dict[str, Any], path: str) -> None:
    assert refusal(tool, arguments).path == path


def test_a_refusal_says_the_next_move() -> None:
    assert "create_scene" in refusal("create_scene", {"name": "A"}).message


def test_a_member_that_is_null_is_an_omitted_one() -> None:
    given_null = decode(CREATE_SCENE, {"name": "A", "expectedStateVersion": 1, "index": None})
    assert given_null == decode(CREATE_SCENE, {"name": "A", "expectedStateVersion": 1})


def test_no_arguments_at_all_are_an_empty_object() -> None:
    assert decode(BY_NAME["get_live_state"], None) == decode(BY_NAME["get_live_state"], {})


@given(index=st.integers(0, 1000))
def test_a_whole_number_means_the_same_however_it_is_written(index: int) -> None:
    whole = decode(CREATE_SCENE, {"name": "A", "expectedStateVersion": 1, "index": index})
    assert decode(CREATE_SCENE, {"name": "A", "expectedStateVersion": 1.0, "index": float(index)}) == whole


def test_whole_numbers_deep_in_a_list_mean_the_same_however_they_are_written() -> None:
    written = decode(ARRANGE, {"placements": [{"track": 1.0, "slot": 2.0, "at_beat": 4}]})
    assert written == decode(ARRANGE, {"placements": [{"track": 1, "slot": 2, "at_beat": 4.0}]})


@pytest.mark.parametrize("name", sorted(BY_NAME))
@settings(max_examples=25)
@given(arguments=st.dictionaries(TEXT, JSON, max_size=4))
def test_any_json_gives_arguments_or_a_refusal_and_never_anything_else(name: str, arguments: dict[str, Any]) -> None:
    try:
        decode(BY_NAME[name], arguments)
    except Refusal as refused:
        msgspec.json.encode(refused.body())


@pytest.mark.parametrize("name", sorted(BY_NAME))
@settings(max_examples=25)
@given(data=st.data())
def test_every_known_member_refuses_the_wrong_types_with_its_own_path(name: str, data: st.DataObject) -> None:
    from countin.tools.schemas import input_schema

    members = sorted(input_schema(BY_NAME[name]).get("properties", {}))
    if not members:
        return
    member = data.draw(st.sampled_from(members))
    path = path_of_refusal(name, {member: data.draw(JSON)})
    assert path is None or path.startswith("/")


def path_of_refusal(name: str, arguments: dict[str, Any]) -> str | None:
    """Where the refusal points, None where there is none. A refusal without a path counts as the root."""
    try:
        decode(BY_NAME[name], arguments)
    except Refusal as refused:
        return refused.path or ""
    return None


def test_arguments_that_are_nested_without_end_are_refused() -> None:
    nested: Any = 1
    for _ in range(5000):
        nested = [nested]
    assert (
        refusal("recall_device_chain_snapshot", {"trackId": "track-0", "snapshot": {"a": nested}}).code == "too_large"
    )
