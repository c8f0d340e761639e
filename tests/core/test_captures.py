"""Captures from wire bytes: the snapshots they make, what they refuse, and that no bytes bring them down."""

from __future__ import annotations

import hashlib
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import capture_oracle as oracle
from core.captured_rows import KINDS, LAYOUT, LAYOUTS, TOLD, Told, chains, lone_devices
from countin import core
from countin._remote_script.Countin import wire
from countin.core import Capture, CoreError, Layout, Snapshot


def _hint(hint: Any) -> str:
    """A type as the core writes it."""
    if get_origin(hint) is not None and hasattr(hint, "__metadata__"):
        return f"Shown[{_hint(get_args(hint)[0])}]"
    arguments = get_args(hint)
    if get_origin(hint) is tuple:
        return f"tuple[{_hint(arguments[0])}, ...]"
    if type(None) in arguments:
        (inner,) = (each for each in arguments if each is not type(None))
        return f"{_hint(inner)} | None"
    return hint.__name__


@pytest.mark.parametrize("name", list(core.ROWS))
def test_the_core_reads_each_row_as_the_wire_declares_it(name: str) -> None:
    row = getattr(wire, name)
    hints = get_type_hints(row, include_extras=True)
    assert core.ROWS[name] == tuple(f"{field}: {_hint(hints[field])}" for field in row._fields)


def test_all_rows_of_captures_and_values_are_declared() -> None:
    captured = {codec.make.__self__.__name__ for codec in KINDS.values()}  # pyright: ignore[reportFunctionMemberAccess]  (a bound classmethod)
    assert captured | {"Layout", "ValuesToSet"} <= core.ROWS.keys()


@given(LAYOUTS)
def test_a_layout_is_known_by_the_digest_of_its_bytes(layout: wire.Layout) -> None:
    packed = LAYOUT.guard_bytes(layout)
    parsed = Layout.parse(packed)
    assert parsed.digest == hashlib.sha256(packed).digest()
    assert parsed.parameter_count == len(layout.rows)


@given(TOLD)
def test_a_capture_makes_the_snapshot_that_the_rows_say(told: Told) -> None:
    capture = told.capture()
    snapshot = capture.snapshot()
    expected = oracle.snapshot(told)
    assert snapshot.to_object() == expected
    assert snapshot == Snapshot.from_object(expected)
    assert Snapshot.parse(snapshot.canonical) == snapshot
    assert capture.clamped == []


@given(chains(), st.integers(1, 4))
def test_an_older_format_holds_less_of_the_same_capture(told: Told, level: int) -> None:
    format_name = core.FORMATS[level - 1]
    assert told.capture().snapshot(format_name) == Snapshot.from_object(oracle.chain_snapshot(told, level))


@given(TOLD)
def test_a_capture_tells_what_it_is_of(told: Told) -> None:
    capture = told.capture()
    rows = told.row.tracks if told.kind == "group_system" else [told.row]
    chains = [getattr(row, "chain", row) for row in rows]
    assert capture.kind == told.kind
    assert list(capture.device_ids) == [device.id for chain in chains for device in chain.devices]
    assert capture.parameter_count == sum(len(chain.flags) for chain in chains)
    assert capture.has_mappings == any(device.has_mappings for chain in chains for device in chain.devices)
    assert capture.level == max(oracle.automatic_level(told.owner, chain) for chain in chains)
    assert set(Capture.layouts_of(told.kind, *told.streams())) == set(told.layouts)


@given(TOLD, st.data())
def test_no_bytes_bring_the_core_down(told: Told, data: st.DataObject) -> None:
    """Truncated or changed bytes are refused as rows, or are another capture; never anything else."""
    streams = [bytearray(stream) for stream in told.streams()]
    stream = data.draw(st.sampled_from(streams))
    if data.draw(st.booleans()):
        del stream[data.draw(st.integers(0, len(stream))) :]
    for _ in range(data.draw(st.integers(0, 3))):
        if stream:
            stream[data.draw(st.integers(0, len(stream) - 1))] = data.draw(st.integers(0, 255))
    guard, shown = map(bytes, streams)
    try:
        capture = Capture.read(told.kind, told.owner, guard, shown, told.parsed())
    except CoreError as error:
        assert error.code in ("invalid_rows", "unknown_layout")  # noqa: PT017  (most mutations are refused, not all)
    else:
        try:
            capture.snapshot()
        except CoreError as error:
            assert error.code == "invalid_snapshot"  # noqa: PT017


@given(lone_devices())
def test_a_layout_that_is_not_given_is_refused_by_its_place(told: Told) -> None:
    with pytest.raises(CoreError, match="not among those given") as found:
        Capture.read(told.kind, told.owner, *told.streams(), {})
    assert (found.value.code, found.value.path) == (core.UNKNOWN_LAYOUT, "/layouts/0")
