"""Recalls planned by the core: exactly the rows that differ, in order, and refusals that name their place."""

from __future__ import annotations

import copy
import struct
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core import capture_oracle, recall_oracle
from core.captured_rows import NAMES, TEXTS, TOLD, UNIT, Told
from countin._remote_script.Countin import wire
from countin._remote_script.Countin.rows import codec
from countin.core import Capture, CoreError, Snapshot, canonical

WRITTEN = codec(wire.ValuesToSet)
Tree = dict[str, Any]
Draw = Callable[[st.SearchStrategy[Any]], Any]


def _leaves(tree: dict[Any, Any] | list[Any], path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any, Any]]:
    """All values below, each with its path, what holds it, and its key."""
    items: list[tuple[Any, Any]] = [*(tree.items() if isinstance(tree, dict) else enumerate(tree))]
    for key, value in items:
        if isinstance(value, dict | list):
            yield from _leaves(cast("Any", value), (*path, key))
        else:
            yield (*path, key), tree, key


def _another(path: tuple[Any, ...], holder: Any, key: Any) -> st.SearchStrategy[Any] | None:
    """Other values that a snapshot may hold there; None for what must stay."""
    parent = next((each for each in reversed(path[:-1]) if isinstance(each, str)), "")
    if key == "value" and "min" in holder:
        low, high = holder["min"], holder["max"]
        return st.integers(int(low), int(high)).map(float) if holder["quantized"] else st.floats(low, high, width=32)
    if parent in ("mixer", "ownerMixer", "drumPads", "sends") and key not in ("note", "outputChannelId", "id", "name"):
        if holder[key] is None or (isinstance(holder[key], bool) and parent == "drumPads" and key == "solo"):
            return None
        return st.booleans() if isinstance(holder[key], bool) else UNIT
    if key in ("inputNote", "outputNote"):
        return None if holder[key] is None else st.integers(0, 127)
    if parent == "routing":
        return (
            None if holder[key] is None else st.sampled_from(["1", "2"]) if key != "monitoring" else st.integers(0, 2)
        )
    if key == "name":
        return NAMES if parent in ("chains", "returnChains") else TEXTS if parent in ("track", "devices") else None
    return None


def edited(draw: Draw, tree: Tree) -> Tree:
    """The same after somebody turned some of its controls and renamed some of its tracks, devices and chains."""
    tree = copy.deepcopy(tree)
    for path, holder, key in [*_leaves(tree)]:
        values = _another(path, holder, key)
        if values is not None and draw(st.integers(0, 2)) == 0:
            holder[key] = draw(values)
    return tree


@given(TOLD, st.data())
def test_the_rows_are_exactly_those_that_differ_in_order(told: Told, data: st.DataObject) -> None:
    tree = capture_oracle.snapshot(told)
    live, target = Snapshot.from_object(tree), Snapshot.from_object(edited(data.draw, tree))
    expected = recall_oracle.planned(told, live, target)
    capture = told.capture()
    if expected.refused:
        with pytest.raises(CoreError, match="Live has disabled") as found:
            capture.recall(target)
        assert found.value.code == "does_not_fit"
        assert found.value.details["disabled"] == expected.refused[:20]
        assert found.value.details["disabledCount"] == len(expected.refused)
        return
    recall = capture.recall(target)
    written = expected.written()
    assert WRITTEN.unpack(recall.values.packed) == written
    assert recall.values.packed == WRITTEN.guard_bytes(written)
    assert recall.values.count == len(recall.values) == wire.value_count(written)
    assert recall.automated == expected.automated
    assert recall.followers == expected.followers
    assert recall.settles == expected.settles
    listed = recall_oracle.changes(written, expected.names, expected.words)
    assert recall.values.changes() == canonical(listed)
    assert recall.values.first_changes(3) == listed[:3]


def doubles(column: bytes) -> tuple[float, ...]:
    """A column, unpacked."""
    return struct.unpack(f"<{len(column) // 8}d", column)


def result(capture: Capture, target: Snapshot) -> Any:
    """All that a recall says, or why there is none."""
    try:
        recall = capture.recall(target)
    except CoreError as error:
        return error.code, error.path, error.message, error.details
    changes = recall.values.changes(), recall.values.first_changes(300), recall.values.changes_sha256
    others = recall.automated, recall.followers, recall.renamed, recall.settles
    return recall.values.packed, changes, others


@st.composite
def worded(draw: st.DrawFn, told: Told) -> Told:
    """The same with words for some of its places, in any order, and for some where nothing stands."""
    count = told.capture().parameter_count
    places = draw(st.lists(st.integers(0, count + 40), unique=True, max_size=12))
    texts = st.sampled_from(["", "-6 dB", "Bässe", '"'])
    return replace(told, words=tuple(wire.Word(place, draw(texts), draw(texts)) for place in places))


@given(TOLD, st.data())
def test_a_recall_that_was_planned_ahead_is_what_it_would_be_without(told: Told, data: st.DataObject) -> None:
    tree = capture_oracle.snapshot(told)
    target, other = (Snapshot.from_object(edited(data.draw, tree)) for _ in range(2))
    said = data.draw(worded(told))
    expected, unexpected = result(said.capture(), target), result(said.capture(), other)
    bare = told.capture()
    bare.plan_ahead(target)
    again = bare.with_words(said.packed_words())
    assert [result(again, target) for _ in range(2)] == [expected, expected]
    bare.plan_ahead(target)
    assert [result(again, one) for one in (other, target)] == [unexpected, expected]
    assert result(told.capture().with_words(said.packed_words()), target) == expected
    assert result(said.capture().with_words(b""), target) == result(told.capture(), target)


@given(TOLD, st.data())
def test_what_is_asked_of_live_is_where_the_columns_differ(told: Told, data: st.DataObject) -> None:
    tree = capture_oracle.snapshot(told)
    live, target = Snapshot.from_object(tree), Snapshot.from_object(edited(data.draw, tree))
    most = data.draw(st.integers(0, 5))
    places, values, count = told.capture().asked(target, most)
    now, wanted = (b"".join(one.columns()) for one in (live, target))
    pairs = enumerate(zip(doubles(now), doubles(wanted), strict=True))
    differ = [(place, after) for place, (before, after) in pairs if before != after]
    assert count == len(differ)
    assert [*zip(struct.unpack(f"<{len(places) // 4}I", places), doubles(values), strict=True)] == differ[:most]
    assert told.capture().columns() == live.columns()


@given(TOLD)
def test_nothing_is_asked_of_live_for_a_snapshot_of_another_shape(told: Told) -> None:
    assume(told.capture().parameter_count)
    other = Snapshot.from_object({"format": "cavi-device-chain-v1", "devices": []})
    assert told.capture().asked(other, 9) == (b"", b"", 0)


@given(TOLD)
def test_a_capture_recalled_onto_itself_writes_nothing(told: Told) -> None:
    capture = told.capture()
    recall = capture.recall(capture.snapshot())
    assert (recall.values.count, recall.automated, recall.followers, recall.renamed) == (0, [], [], [])
    assert not recall.settles
    assert recall.values.changes() == b"[]"
    assert capture.remaining(capture.snapshot()) == []


@given(TOLD, st.data())
def test_what_remains_is_all_that_differs_but_what_automation_plays(told: Told, data: st.DataObject) -> None:
    tree = capture_oracle.snapshot(told)
    live, target = Snapshot.from_object(tree), Snapshot.from_object(edited(data.draw, tree))
    expected = recall_oracle.planned(told, live, target)
    remaining = told.capture().remaining(target)
    differ = [one for one in live.differences(target) if one.before != one.after]  # a channel may only be written again
    count = len(differ) - len(expected.automated)
    assert len(remaining) == min(count, 20) + (count > 20)
    names = {recall_oracle.what(row, expected.objects) for row in (*expected.rows, *expected.late)}
    names |= {*expected.followers, *expected.refused}
    assert all(any(each.startswith(f"{name} reads ") for name in names) for each in remaining[:20])
    if count > 20:
        assert remaining[20] == f"and {count - 20} more differ"


@given(TOLD)
def test_another_family_is_refused_and_remains_unfit(told: Told) -> None:
    other = Snapshot.from_object(
        {"format": "cavi-device-parameters-v1", "deviceClass": "No", "parameters": []}
        if told.kind == "chain"
        else {"format": "cavi-device-chain-v1", "devices": []}
    )
    capture = told.capture()
    with pytest.raises(CoreError) as found:
        capture.recall(other)
    assert (found.value.code, found.value.path) == ("does_not_fit", "/format")
    (sentence,) = capture.remaining(other)
    assert sentence.startswith(f"{told.owner} no longer fits the snapshot: ")
