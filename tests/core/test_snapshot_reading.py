"""Reading snapshots: all six formats, exactly what the published schema accepts (and a range rule), each refusal with
its place."""

from __future__ import annotations

import copy
import hashlib
import json
import struct
import sys
import threading
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any, cast

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.snapshot_trees import FORMATS, Tree, full, snapshots, version
from countin import core
from countin.core import CoreError, Snapshot, canonical

NUMBERS = range(1, 7)
SNAPSHOT_PAYLOADS = ["device-1x32", "chain-20x128", "drumrack-128x3x64"]


def _refusal(data: bytes) -> tuple[str, str]:
    with pytest.raises(CoreError) as caught:
        Snapshot.parse(data)
    assert caught.value.message
    return caught.value.code, caught.value.path


@pytest.mark.parametrize("number", NUMBERS)
def test_a_snapshot_of_each_format_is_read_with_its_counts(number: int) -> None:
    tree = full(number)
    snapshot = Snapshot.parse(json.dumps(tree).encode())
    nested = number >= 2
    assert snapshot.format == tree["format"]
    assert snapshot.device_count == (5 if nested else 2)
    assert snapshot.parameter_count == (9 if nested else 3)
    assert snapshot.chain_count == (3 if nested else 0)
    assert snapshot.pad_count == (2 if number >= 4 else 0)
    assert snapshot.has_owner_mixer == (number >= 5)
    assert snapshot.summary() == {
        "format": snapshot.format,
        "devices": snapshot.device_count,
        "parameters": snapshot.parameter_count,
        "chains": snapshot.chain_count,
        "pads": snapshot.pad_count,
        "names": ["Reverb", "Kit"],
    }


@settings(max_examples=60)
@given(snapshots())
def test_a_snapshot_comes_back_as_it_was_and_has_one_reference(tree: Tree) -> None:
    from_object, from_text = Snapshot.from_object(tree), Snapshot.parse(json.dumps(tree, indent=1).encode())
    assert from_text.to_object() == tree
    assert from_text.canonical == canonical(tree) == from_object.canonical
    assert from_text.digest == hashlib.sha256(canonical(tree)).hexdigest()
    assert from_text.reference == f"snap_{from_text.digest}" == from_object.reference
    assert from_text == from_object
    assert hash(from_text) == hash(from_object)


@pytest.mark.parametrize("name", SNAPSHOT_PAYLOADS)
def test_the_value_column_and_paths_address_every_parameter(payloads: ModuleType, name: str) -> None:
    tree = payloads.build(name)
    snapshot = Snapshot.from_object(tree)
    values = [value for (value,) in struct.iter_unpack("<d", snapshot.values())]
    paths, offsets = snapshot.device_paths(), snapshot.parameter_offsets()
    assert len(values) == snapshot.parameter_count == offsets[-1]
    assert len(paths) == snapshot.device_count == len(offsets) - 1
    for path, start, end in zip(paths, offsets, offsets[1:], strict=False):
        device = _at(tree, path)
        assert values[start:end] == [parameter["value"] for parameter in device["parameters"]]
    assert values == [parameter["value"] for parameter in payloads.iter_parameters(tree)]


def _at(tree: Tree, path: str) -> Tree:
    place: Any = tree
    for step in path.split("/"):
        kind, _, index = step.rpartition("-")
        member = {"device": "devices", "chain": "chains", "return-chain": "returnChains"}[kind]
        place = place[member][int(index)]
    return place


def _places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    for key, inner in _items(value):
        yield from _places(inner, (*path, key))


def _items(value: Any) -> list[tuple[Any, Any]]:
    if isinstance(value, dict):
        return list(cast("Tree", value).items())
    return list(enumerate(cast("list[Any]", value))) if isinstance(value, list) else []


def _pointer(path: tuple[str | int, ...]) -> str:
    return "".join(f"/{step}" for step in path)


def _changed(tree: Tree, path: tuple[str | int, ...], value: Any) -> Any:
    if not path:
        return value
    tree = copy.deepcopy(tree)
    place: Any = tree
    for step in path[:-1]:
        place = place[step]
    if value is _GONE:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return tree


_GONE = object()
_OTHERS: list[Any] = [None, True, -1, 0.5, 128, "x", [1], {"x": 1}]


@cache
def _validator(schema: str, number: int) -> Any:
    whole = json.loads(schema)
    branch = whole["oneOf"][number - 1] | {"$defs": whole["$defs"]}
    return jsonschema.Draft202012Validator(branch)


def _ranges_hold(value: Any) -> bool:
    if isinstance(value, dict) and "originalName" in value:
        parameter = cast("Tree", value)
        inside = parameter["min"] <= parameter["value"] <= parameter["max"]
        return inside and (not parameter["quantized"] or parameter["value"] == int(parameter["value"]))
    return all(_ranges_hold(inner) for _, inner in _items(value))


@pytest.mark.parametrize("number", NUMBERS)
def test_every_single_change_is_accepted_exactly_when_the_schema_accepts_it(
    number: int, snapshot_schema: dict[str, Any]
) -> None:
    tree = full(number)
    validator = _validator(json.dumps(snapshot_schema), number)
    assert validator.is_valid(tree)
    accepted = refused = 0
    for path in _places(tree):
        for value in _OTHERS:
            changed = _changed(tree, path, value)
            if validator.is_valid(changed) and _ranges_hold(changed):
                Snapshot.from_object(changed)
                accepted += 1
                continue
            code, place = _refusal(json.dumps(changed).encode())
            assert code == core.INVALID_SNAPSHOT
            assert place.startswith(_refused_at(path)), (path, value, place)
            refused += 1
    assert accepted > 20
    assert refused > 200


def _refused_at(path: tuple[str | int, ...]) -> str:
    # A changed end of a range may show at the other end or at the value.
    return _pointer(path[:-1] if path and path[-1] in ("min", "max", "quantized") else path)


@pytest.mark.parametrize("number", NUMBERS)
def test_every_missing_member_is_named_at_its_object(number: int, snapshot_schema: dict[str, Any]) -> None:
    tree = full(number)
    validator = _validator(json.dumps(snapshot_schema), number)
    for path in _places(tree):
        if not path or isinstance(path[-1], int):
            continue
        changed = _changed(tree, path, _GONE)
        if validator.is_valid(changed):
            Snapshot.from_object(changed)
            continue
        with pytest.raises(CoreError) as caught:
            Snapshot.from_object(changed)
        assert (caught.value.code, caught.value.path) == (core.INVALID_SNAPSHOT, _pointer(path[:-1]))
        assert str(path[-1]) in caught.value.message


@pytest.mark.parametrize("number", NUMBERS)
def test_every_object_is_closed(number: int) -> None:
    tree = full(number)
    for path in _places(tree):
        place: Any = tree
        for step in path:
            place = place[step]
        if isinstance(place, dict):
            changed = _changed(tree, (*path, "extra"), 1)
            assert _refusal(json.dumps(changed).encode()) == (core.INVALID_SNAPSHOT, _pointer((*path, "extra")))


@pytest.mark.parametrize(
    ("number", "path", "value"),
    [
        (1, ("devices", 1, "chains"), []),
        (1, ("devices", 1, "drumPads"), []),
        (3, ("devices", 1, "drumPads"), []),
        (2, ("devices", 1, "chains", 0, "mixer"), full(3)["devices"][1]["chains"][0]["mixer"]),
        (2, ("devices", 1, "returnChains", 0, "noteRouting"), {"inputNote": None, "outputNote": 1}),
        (4, ("ownerMixer",), full(5)["ownerMixer"]),
        (5, ("ownerMixer", "crossfader"), 0.5),
        (6, ("ownerMixer", "mute"), False),
    ],
)
def test_members_of_a_newer_format_are_refused_in_an_older_one(
    number: int, path: tuple[str | int, ...], value: Any
) -> None:
    changed = _changed(full(number), path, value)
    assert _refusal(json.dumps(changed).encode()) == (core.INVALID_SNAPSHOT, _pointer(path))


@pytest.mark.parametrize(
    ("changes", "member"),
    [
        ({"value": 6.5}, "value"),
        ({"value": -60.25}, "value"),
        ({"quantized": True}, "value"),
        ({"min": 7.0}, "min"),
    ],
)
def test_a_value_that_recall_could_not_write_is_refused_at_its_place(changes: Tree, member: str) -> None:
    tree = full(6)
    tree["devices"][1]["chains"][1]["devices"][0]["parameters"][0] |= changes
    expected = f"/devices/1/chains/1/devices/0/parameters/0/{member}"
    assert _refusal(json.dumps(tree).encode()) == (core.INVALID_SNAPSHOT, expected)


def test_a_value_beyond_its_range_by_less_than_single_precision_is_accepted() -> None:
    tree = full(1)
    tree["devices"][0]["parameters"][0] |= {"max": 0.1, "value": struct.unpack("<f", struct.pack("<f", 0.1))[0]}
    Snapshot.from_object(tree)


@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        (b'{"format":"cavi-device-chain-v1","devices":[],"devices":[]}', core.DUPLICATE_KEY, "/devices"),
        (b'{"format":"cavi-device-chain-v7","devices":[]}', core.INVALID_SNAPSHOT, "/format"),
        (b'{"format":"cavi-device-chain-v1","devices":[]} 1', core.INVALID_JSON, ""),
        (b'{"format":"cavi-device-chain-v1","devices":[1e999]}', core.INVALID_SNAPSHOT, "/devices/0"),
        (b'{"format":"cavi-device-chain-v1","devices":[', core.INVALID_JSON, "/devices/0"),
        (b"[]", core.INVALID_SNAPSHOT, ""),
        (b"", core.INVALID_JSON, ""),
    ],
)
def test_what_is_no_snapshot_is_refused_with_its_place(text: bytes, code: str, path: str) -> None:
    assert _refusal(text) == (code, path)


def test_a_number_that_no_double_holds_is_refused_with_its_place() -> None:
    text = json.dumps(full(1)).replace("-0.5", "-1e999").encode()
    assert _refusal(text) == (core.NOT_CANONICAL, "/devices/0/parameters/0/value")
    tree = full(1)
    tree["devices"][0]["parameters"][0]["value"] = float("nan")
    with pytest.raises(CoreError) as caught:
        Snapshot.from_object(tree)
    assert (caught.value.code, caught.value.path) == (core.NOT_CANONICAL, "/devices/0/parameters/0/value")


def test_racks_may_be_nested_as_deep_as_json_may() -> None:
    def chain(levels: int) -> Tree:
        tree = full(2)
        device = tree["devices"][0]
        for _ in range(levels):
            device = dict(tree["devices"][0]) | {"chains": [{"name": "x", "devices": [device]}]}
        return {"format": FORMATS[1], "devices": [device]}

    deepest = (core.MAX_DEPTH - 6) // 4
    assert Snapshot.from_object(chain(deepest)).device_count == deepest + 1
    with pytest.raises(CoreError) as caught:
        Snapshot.parse(json.dumps(chain(deepest + 1)).encode())
    assert caught.value.code == core.TOO_DEEP


@settings(max_examples=60)
@given(st.data())
def test_damaged_bytes_are_read_or_refused_but_never_more(data: st.DataObject) -> None:
    text = bytearray(json.dumps(full(data.draw(st.sampled_from(NUMBERS)))).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    snapshot = _read(bytes(text))
    assert snapshot is None or snapshot.canonical == canonical(bytes(text))


def _read(text: bytes) -> Snapshot | None:
    try:
        return Snapshot.parse(text)
    except CoreError:
        return None


@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_refused_with_an_error_of_ours(data: bytes) -> None:
    assert _refusal(data)[0] in (core.INVALID_JSON, core.INVALID_SNAPSHOT, core.NOT_CANONICAL)


def test_other_threads_run_while_a_large_text_is_read(payloads: ModuleType) -> None:
    text = json.dumps(payloads.build("drumrack-128x3x64")).encode()
    calls = [lambda: Snapshot.parse(text), lambda: canonical(text), lambda: core.plan_hash(text)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(60)  # nobody runs unless the interpreter is let go on purpose
    try:
        for call in calls:
            assert any(_runs_beside(call) for _ in range(100))
    finally:
        sys.setswitchinterval(before)


def _runs_beside(call: Any) -> bool:
    done = False
    seen: list[bool] = []
    start = threading.Event()

    def look() -> None:
        start.wait()
        seen.append(done)

    thread = threading.Thread(target=look)
    thread.start()
    start.set()
    call()
    done = True
    thread.join()
    return seen == [False]


def test_the_example_of_each_format_is_of_that_format() -> None:
    assert [version(full(number)) for number in NUMBERS] == list(NUMBERS)
