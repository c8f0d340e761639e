"""Frames and ids, and the borders of rows: what goes out comes back, and what is not theirs is refused."""

from __future__ import annotations

import struct
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin._remote_script.Countin import frames, ids, wire
from countin._remote_script.Countin.frames import FrameError, FrameReader
from countin._remote_script.Countin.rows import RowError, codec


@given(st.binary(min_size=1, max_size=30), st.integers(1, 30))
def test_bytes_cut_off_or_added_are_no_row(name: bytes, cut: int) -> None:
    form = codec(wire.WriteStep)
    data = form.guard_bytes(wire.WriteStep(1, name))
    with pytest.raises(RowError):
        form.unpack(data[: -min(cut, len(data))])
    with pytest.raises(RowError):
        form.unpack(data + name)


def test_what_is_shown_has_no_part_in_the_guard() -> None:
    one = wire.Level(0.5, 0.0, 1.0, True, "-6 dB")
    assert codec(wire.Level).guard_bytes(one) == codec(wire.Level).guard_bytes(one._replace(display="x", now=0.7))
    assert codec(wire.Level).guard_bytes(one) != codec(wire.Level).guard_bytes(one._replace(value=0.25))


def test_a_count_beyond_the_bytes_is_refused_before_anything_is_made() -> None:
    with pytest.raises(RowError, match="cannot fit"):
        codec(wire.Tracks).unpack(struct.pack("<I", 2**32 - 1))


HEADS = st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=4)


@given(
    sent=st.lists(st.tuples(st.sampled_from([*frames.KINDS]), HEADS, st.binary(max_size=50)), max_size=4),
    cuts=st.lists(st.integers(0, 400), max_size=6),
)
def test_frames_come_out_as_they_went_in_however_they_are_cut(
    sent: list[tuple[int, dict[str, Any], bytes]], cuts: list[int]
) -> None:
    data = b"".join(frames.encode(*one) for one in sent)
    reader, found = FrameReader(), list[Any]()
    places = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    for start, end in pairwise(places):
        reader.feed(data[start:end])
        while (frame := reader.next()) is not None:
            found.append((frame.kind, frame.head, frame.attachment))
    assert found == sent


@given(st.binary(max_size=60))
def test_any_bytes_are_frames_or_a_frame_error(data: bytes) -> None:
    reader = FrameReader()
    reader.feed(data)
    try:
        while reader.next() is not None:
            continue
    except FrameError:
        return


def test_a_frame_over_its_limit_is_not_sent() -> None:
    with pytest.raises(FrameError):
        frames.encode(frames.STARTED, {}, bytes(frames.LIMITS[frames.STARTED]))


NUMBERS = st.integers(0, 999_999_999)
OWNERS = st.builds("track-{}".format, NUMBERS) | st.builds("return-{}".format, NUMBERS) | st.just("master")


@given(owner=OWNERS, first=NUMBERS, deeper=st.lists(st.tuples(st.booleans(), NUMBERS, NUMBERS), max_size=4))
def test_the_id_of_a_device_comes_back_as_its_parts(
    owner: str, first: int, deeper: list[tuple[bool, int, int]]
) -> None:
    text, holder, place = ids.device_id(owner, first), owner, first
    for is_return, chain, device in deeper:
        holder, place = ids.chain_id(text, chain, is_return=is_return), device
        assert ids.parse_chain(holder) == ids.ChainId(text, "return-chain" if is_return else "chain", chain)
        text = f"{holder}/device-{device}"
    parsed = ids.parse_device(text)
    assert parsed == ids.DeviceId(holder, place)
    assert parsed.owner == owner


@pytest.mark.parametrize("deepest", [ids.DEEPEST, ids.DEEPEST + 1])
def test_an_id_goes_no_deeper_than_racks_nest(deepest: int) -> None:
    text = "master:device-0" + "/chain-0/device-0" * deepest
    if deepest <= ids.DEEPEST:
        assert ids.parse_device(text).owner == "master"
    else:
        with pytest.raises(ids.IdError):
            ids.parse_device(text)


@pytest.mark.parametrize(
    "text",
    ["", "track-", "track-01", "track--1", "track-1 ", " track-1", "track-1\n", "Track-1", "track-1:device-",
     "track-1:device-1/", "track-1:device-1/chain-1", "track-1:device-1/device-1", "track-1:chain-1/device-1",
     "track-1/device-1", "track-1:device-1/chain-1/chain-1/device-1", "track-9999999999:device-1", "send-1:device-1",
     "track-\u0661:device-1"],
)  # fmt: skip
def test_what_is_no_device_id_is_refused(text: str) -> None:
    with pytest.raises(ids.IdError):
        ids.parse_device(text)


@given(st.text(max_size=40) | st.from_regex(r"(track|return|master)[-:/a-z0-9]{0,30}", fullmatch=True))
def test_any_text_is_an_id_or_an_id_error(text: str) -> None:
    for parse in (ids.parse_device, ids.parse_chain, ids.parse_owner, ids.parse_clip):
        try:
            parse(text)
        except ids.IdError:
            continue


@given(st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_values_are_the_same_exactly_when_live_holds_the_same(first: float, second: float) -> None:
    held = [struct.unpack("<f", struct.pack("<f", value))[0] for value in (first, second) if abs(value) < 3e38]
    if len(held) == 2:
        assert wire.same_value(first, second) == (held[0] == held[1])
    assert wire.same_value(first, first)
