"""RFC 8785: the bytes of independent implementations, for values and for texts, and typed refusals with their place."""

from __future__ import annotations

import enum
import json
import pickle
import subprocess
import sys
from collections import OrderedDict
from types import ModuleType
from typing import Any, NamedTuple

import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st

from countin import core
from countin.core import CoreError, canonical, plan_hash

# Published with the payloads: node's `canonicalize`, `rfc8785` and `jcs` agree on them.
DIGESTS = {
    "device-1x32": "8a26e8f773acc574d6a6063e0f03c6c407e375c2512718c4a07d6734f67c4df1",
    "chain-20x128": "789e7dc25ea156620cd674bb14bdb8d794e36a128f0dbeb31c56eb2a47c29133",
    "drumrack-128x3x64": "140fb0ad9d4883aef4af07a1c693df2195713a0524feaff51f5c540a052bf367",
    "notes-1k": "2914f46d24dc553c43a597c7ea5c0c2c70c7d78ec2fc845717290da1e2a87eef",
    "notes-10k": "cb326efbd84b4c091c984ebb4cb335fa0384fed5507f4e2b49a0b55df47a368b",
    "notes-100k": "cd16bee722d5d15c18add96b679376c7a2c0815a96929101b28c4418d50a17fb",
    "jcs-edge": "dd8ea87d23dbd410ff28ef3c3405c3e1c5a1da300fdd78fca6706d0589875f18",
}

MAX_SAFE = 2**53 - 1


def _values() -> st.SearchStrategy[Any]:
    # Keys are drawn around the border where UTF-16 and code points order differently.
    text = st.text() | st.text(alphabet='a"\\\x00\x1f\x7f\x80\ud7ff\ue000\uffff\U00010000\U0010ffff', max_size=4)
    numbers = st.integers(-MAX_SAFE, MAX_SAFE) | st.floats(allow_nan=False, allow_infinity=False)
    leaves = st.none() | st.booleans() | numbers | text
    return st.recursive(leaves, lambda inner: st.lists(inner) | st.dictionaries(text, inner, max_size=8), max_leaves=30)


def _refusal(value: object) -> tuple[str, str]:
    with pytest.raises(CoreError) as hashed:
        plan_hash(value)
    with pytest.raises(CoreError) as caught:
        canonical(value)
    assert (hashed.value.code, hashed.value.path) == (caught.value.code, caught.value.path)
    assert caught.value.message
    return caught.value.code, caught.value.path


@pytest.mark.parametrize("name", DIGESTS)
def test_the_published_digests_come_out_of_values_and_of_texts(payloads: ModuleType, name: str) -> None:
    value = payloads.build(name)
    assert plan_hash(value) == DIGESTS[name]
    assert plan_hash(json.dumps(value).encode()) == DIGESTS[name]
    assert plan_hash(canonical(value)) == DIGESTS[name]


@given(_values())
@example({"\U00010000": 1, "\ue000": 2, "\uffff": 3, "\ud7ff": 4})
@example([1e21, 1e22, 123456789012345680000.0, 1e-6, 1e-7, 5e-324, -0.0])
def test_values_and_texts_give_the_bytes_of_an_independent_implementation(value: Any) -> None:
    expected = rfc8785.dumps(value)
    assert canonical(value) == expected
    assert canonical(json.dumps(value, ensure_ascii=False).encode()) == expected
    assert canonical(json.dumps(value, indent=1).encode()) == expected


_FAMILY = [
    f"{stem}{end}" for stem in ("same beginning ", "é") for end in ("", "a", "b", "\ue000", "\U00010000", "x" * 40)
]


@given(st.lists(st.lists(st.sampled_from(_FAMILY), unique=True, max_size=6), max_size=12), st.booleans())
def test_objects_that_begin_alike_and_go_on_differently_are_told_apart(rows: list[list[str]], escaped: bool) -> None:
    value = [{key: [{key: index}] for index, key in enumerate(row)} for row in rows]
    expected = rfc8785.dumps(value)
    assert canonical(value) == expected
    assert canonical(json.dumps(value, ensure_ascii=escaped, separators=(",", ":")).encode()) == expected
    assert canonical(json.dumps(value, ensure_ascii=escaped, indent=2).encode()) == expected


def test_more_shapes_and_longer_objects_than_are_remembered_come_out_right() -> None:
    many = [{f"key {number}": number, "other": [number]} for number in range(3_000)]
    long: list[Any] = [{f"key {number * 7919 % 500}": number for number in range(500)}] * 2
    wide = [{"k" * size: size for size in range(1, 200)}] * 2
    for value in (many, long, wide):
        expected = rfc8785.dumps(value)
        assert canonical(value) == expected
        assert canonical(json.dumps(value).encode()) == expected


@given(_values())
def test_the_canonical_form_of_a_canonical_form_is_itself(value: Any) -> None:
    once = canonical(value)
    assert canonical(once) == once
    assert plan_hash(once) == plan_hash(value)


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(0, 2**70).map(float))
def test_a_number_reads_back_as_itself(value: float) -> None:
    assert float(canonical(value)) == value
    assert canonical(canonical(value)) == canonical(value)


def test_one_and_one_point_zero_are_alike_and_true_is_neither() -> None:
    assert canonical([1, 1.0, True, -0.0, 0]) == b"[1,1,true,0,0]"
    assert canonical(b"[1, 1.0, 1e0, true, -0, -0.0, 0e5]") == b"[1,1,1,true,0,0,0]"
    assert plan_hash({"a": 1}) == plan_hash({"a": 1.0}) != plan_hash({"a": True})


class _Loud(dict[str, int]):
    """A dict whose methods must never be asked."""

    def items(self) -> Any:
        raise AssertionError

    def keys(self) -> Any:
        raise AssertionError

    def __iter__(self) -> Any:
        raise AssertionError


class _Count(enum.IntEnum):
    TWO = 2


class _Name(enum.StrEnum):
    BASS = "bässe"


class _Half(float):
    pass


class _List(list[int]):
    pass


class _Text(str):
    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = str.__hash__


class _Point(NamedTuple):
    x: int
    y: int


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (_Loud(b=1, a=2), b'{"a":2,"b":1}'),
        (OrderedDict([("b", 1), ("a", 2)]), b'{"a":2,"b":1}'),
        ({_Name.BASS: _Count.TWO}, '{"bässe":2}'.encode()),
        ([_Half(0.5), _List([1]), _Point(1, 2), ((),)], b"[0.5,[1],[1,2],[[]]]"),
        ({_Text("a"): _Text("b")}, b'{"a":"b"}'),
    ],
)
def test_subclasses_stand_for_what_they_hold(value: object, expected: bytes) -> None:
    assert canonical(value) == expected


def _nested(levels: int, key: str | None = None) -> Any:
    value: Any = 0
    for _ in range(levels):
        value = [value] if key is None else {key: value}
    return value


@pytest.mark.parametrize(
    ("value", "code", "path"),
    [
        ({"a": [0, float("nan")]}, core.NOT_CANONICAL, "/a/1"),
        ([float("inf")], core.NOT_CANONICAL, "/0"),
        (-float("inf"), core.NOT_CANONICAL, ""),
        ({"x": {"y": 2**53}}, core.NOT_CANONICAL, "/x/y"),
        ((0, -(2**53)), core.NOT_CANONICAL, "/1"),
        ([2**200], core.NOT_CANONICAL, "/0"),
        ({"a": "\ud800"}, core.NOT_CANONICAL, "/a"),
        ({"a": ["x\udfff\U0001f600"]}, core.NOT_CANONICAL, "/a/0"),
        ({"a": {"b\ud800": 1}}, core.NOT_CANONICAL, "/a/b\ufffd"),
        ({"a": {1: 2}}, core.NOT_CANONICAL, "/a"),
        ({None: 1}, core.NOT_CANONICAL, ""),
        ({"a/b": {"~": [b"bytes"]}}, core.NOT_CANONICAL, "/a~1b/~0/0"),
        ([{1, 2}], core.NOT_CANONICAL, "/0"),
        ([1j], core.NOT_CANONICAL, "/0"),
        ([{_Text("a"): 1, _Text("a"): 2}], core.DUPLICATE_KEY, "/0/a"),
        (_nested(513), core.TOO_DEEP, "/0" * 512),
        (_nested(513, "k"), core.TOO_DEEP, "/k" * 512),
    ],
)
def test_values_without_a_canonical_form_are_refused_with_their_place(value: object, code: str, path: str) -> None:
    assert _refusal(value) == (code, path)


@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        (b'{"a":1,"b":{"c":1,"\\u0063":2}}', core.DUPLICATE_KEY, "/b/c"),
        (b"[0,1e309]", core.NOT_CANONICAL, "/1"),
        (b"[-1e999]", core.NOT_CANONICAL, "/0"),
        (b'{"a":9007199254740993}', core.NOT_CANONICAL, "/a"),
        (b"123456789012345678901", core.NOT_CANONICAL, ""),
        (b"1000000000000000000000", core.NOT_CANONICAL, ""),
        (b'["\\ud83d"]', core.NOT_CANONICAL, "/0"),
        (b'["\\ude00\\ud83d"]', core.NOT_CANONICAL, "/0"),
        (b'{"\\ud800":1}', core.NOT_CANONICAL, ""),
        (b"", core.INVALID_JSON, ""),
        (b"[1 2]", core.INVALID_JSON, "/1"),
        (b'{"a":1,}', core.INVALID_JSON, ""),
        (b"[NaN]", core.INVALID_JSON, "/0"),
        (b"[+1]", core.INVALID_JSON, "/0"),
        (b"[1.]", core.INVALID_JSON, "/0"),
        (b"[.5]", core.INVALID_JSON, "/0"),
        (b"[00]", core.INVALID_JSON, "/0"),
        (b"'a'", core.INVALID_JSON, ""),
        (b'["\\x41"]', core.INVALID_JSON, "/0"),
        (b'["\t"]', core.INVALID_JSON, "/0"),
        (b'["a', core.INVALID_JSON, "/0"),
        (b"\xef\xbb\xbf{}", core.INVALID_JSON, ""),
        (b'"\xff"', core.INVALID_JSON, ""),
        (b"truex", core.INVALID_JSON, ""),
        (b"[" * 513 + b"]" * 513, core.TOO_DEEP, "/0" * 512),
        (b"[" * 100_000, core.TOO_DEEP, "/0" * 512),
    ],
)
def test_texts_without_a_canonical_form_are_refused_with_their_place(text: bytes, code: str, path: str) -> None:
    assert _refusal(text) == (code, path)


def test_five_hundred_and_twelve_levels_are_accepted() -> None:
    text = b"[" * 512 + b"]" * 512
    assert canonical(text) == text
    assert canonical(_nested(512, "k")).count(b"{") == 512


def test_a_long_integer_in_a_text_is_accepted_only_as_it_is_printed() -> None:
    for text in (b"9007199254740992", b"123456789012345680000", b"-295147905179352830000", b"9007199254740994"):
        assert canonical(text) == text


def test_a_cyclic_value_is_refused_and_not_followed_forever() -> None:
    cycle: list[Any] = []
    cycle.append(cycle)
    assert _refusal(cycle)[0] == core.TOO_DEEP


def test_an_error_carries_code_path_and_message_through_a_pickle() -> None:
    with pytest.raises(CoreError) as caught:
        canonical({"a": float("nan")})
    error = caught.value
    assert isinstance(error, ValueError)
    assert str(error) == f"not_canonical at /a: {error.message}"
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.path, again.message) == ("not_canonical", "/a", error.message)


@given(st.binary(max_size=60) | st.text(alphabet='[]{}":,\\u0dD8eE+-.123 tfn', max_size=40).map(str.encode))
def test_any_bytes_are_either_read_as_json_reads_them_or_refused(data: bytes) -> None:
    try:
        form = canonical(data)
    except CoreError:
        return
    assert rfc8785.dumps(json.loads(data, parse_int=float)) == form


_PEAK = """
import re
from countin.core import plan_hash
parameter = {"originalName": "Cutoff", "min": 0.0, "max": 1.0, "quantized": False, "valueItems": [], "value": 0.1}
value = [dict(parameter, value=index / 7) for index in range(100_000)]
def peak():
    with open("/proc/self/status") as status:
        return int(re.search(r"VmHWM:\\s+(\\d+)", status.read()).group(1))
plan_hash(value[:100])
with open("/proc/self/clear_refs", "w") as clear:
    clear.write("5")
before = peak()
plan_hash(value)
print(peak() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of a process is read from /proc")
def test_hashing_a_large_value_needs_no_more_than_a_megabyte_beside_it() -> None:
    run = subprocess.run([sys.executable, "-c", _PEAK], capture_output=True, text=True, check=True, timeout=60)
    assert int(run.stdout) <= 1024
