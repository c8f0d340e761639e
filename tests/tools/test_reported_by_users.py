"""What users of the peers report (bug-reports.md), tried on the whole product: dense clips, the parameters of a large
Set, snapshots that somebody has damaged."""

from __future__ import annotations

import copy
from collections.abc import Generator, Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countin.sim.demo import demo_set
from countin.sim.device_layouts import native_device, rack
from countin.sim.document import ChainDocument, SceneDocument, SetDocument, TrackDocument
from rig import Rig, rig

# --- 38: a dense clip ------------------------------------------------------------------------------------------------


def dense(count: int) -> list[dict[str, Any]]:
    """Notes that do not overlap, in order of time, then pitch."""
    return [
        {"pitch": place % 128, "start": (place // 128) * 0.25, "duration": 0.125, "velocity": 1 + place % 127}
        for place in range(count)
    ]


@pytest.fixture
def song() -> Generator[Rig]:
    with rig(demo_set()) as made:
        yield made


def dense_clip(count: int) -> dict[str, Any]:
    """The arguments of a clip with so many notes."""
    length = (count // 128 + 1) * 0.25
    return {"trackId": "track-3", "clipId": "track-3:clip-6", "lengthBeats": length, "notes": dense(count)}


@pytest.mark.parametrize("count", [1, 10_000])
def test_every_note_of_a_dense_clip_is_there_as_it_was_sent(song: Rig, count: int) -> None:
    told = song.apply("create_midi_clip", **dense_clip(count))
    assert told.status == "applied", told.body
    assert told["clip"]["noteCount"] == count

    def notes(live: Any) -> list[dict[str, Any]]:
        found = live.tracks[3].clip_slots[6].clip.get_all_notes_extended()
        made = [(one.start_time, one.pitch, one.duration, one.velocity) for one in found]
        return [
            {"pitch": pitch, "start": start, "duration": duration, "velocity": velocity}
            for start, pitch, duration, velocity in sorted(made)
        ]

    assert song.person(notes) == dense(count)


def test_more_notes_than_one_call_takes_are_refused_with_the_number(song: Rig) -> None:
    told = song.plan("create_midi_clip", **dense_clip(50_001))
    assert told.code == "invalid_arguments"
    assert "50000" in told["error"]["message"].replace(",", "").replace("_", "")


# --- 45: the parameters of a Set of 93 tracks ------------------------------------------------------------------------


def large() -> SetDocument:
    """93 tracks, every sixth a group of the five behind it, each with devices and a rack; four returns, a master."""
    leaf = native_device("EQ Eight")
    inner = rack("Instrument Rack", "Inner", chains=(ChainDocument("Low", (native_device("Operator"), leaf)),))
    outer = rack("Instrument Rack", "Outer", chains=(ChainDocument("A", (inner,)), ChainDocument("B", (leaf,))))
    sends = (0.0,) * 4
    tracks = tuple(
        TrackDocument("group", f"G{place}", sends=sends, devices=(native_device("Compressor"),))
        if place % 6 == 0
        else TrackDocument("midi", f"T{place}", group=place - place % 6, sends=sends, devices=(outer, leaf))
        for place in range(93)
    )
    returns = tuple(
        TrackDocument("return", f"R{place}", devices=(native_device("Utility"), leaf)) for place in range(4)
    )
    main = TrackDocument("main", devices=(native_device("Compressor"), leaf))
    return replace(
        SetDocument(tracks=tracks, returns=returns, main=main, scenes=(SceneDocument(),)), name="Ninety-three"
    )


@pytest.fixture(scope="module")
def ninety_three() -> Generator[Rig]:
    with rig(large()) as made:
        yield made


KINDS = {
    "the master": ("master", "master:device-1"),
    "the last return": ("return-3", "return-3:device-1"),
    "a group": ("track-84", "track-84:device-0"),
    "a rack": ("track-92", "track-92:device-0"),
    "a device in a rack": ("track-92", "track-92:device-0/chain-1/device-0"),
    "a device in a rack in a rack": ("track-92", "track-92:device-0/chain-0/device-0/chain-0/device-1"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_parameters_of_a_large_set_are_all_there_and_can_be_set(ninety_three: Rig, kind: str) -> None:
    owner, device = KINDS[kind]
    told = ninety_three.call("list_device_parameters", trackId=owner, deviceId=device)
    rows = told["parameters"]
    assert len(rows) > 1
    assert all(row["min"] <= row["value"] <= row["max"] for row in rows)
    row = next(row for row in rows[1:] if not row["quantized"])
    changes = [{"id": row["id"], "value": row["max"]}]
    done = ninety_three.apply("set_device_parameters", trackId=owner, deviceId=device, changes=changes)
    assert done.status == "applied", done.body
    again = ninety_three.call("list_device_parameters", trackId=owner, deviceId=device)["parameters"]
    assert next(one for one in again if one["id"] == row["id"])["value"] == row["max"]


def test_every_device_of_a_large_set_has_its_parameters_in_captures(ninety_three: Rig) -> None:
    for place in range(0, 93, 6):
        told = ninety_three.call("capture_group_system_snapshot", busTrackId=f"track-{place}")
        summary = told["summary"]
        assert summary["parameters"] > summary["devices"] > 0


# --- snapshots that somebody has damaged -----------------------------------------------------------------------------

ADDRESSES: Mapping[str, dict[str, str]] = {
    "device_chain": {"trackId": "track-2"},
    "device_parameter": {"trackId": "track-0", "deviceId": "track-0:device-0"},
    "track_state": {"trackId": "track-2"},
    "group_system": {"busTrackId": "track-0"},
}
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**53), 2**53), st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5), st.just([]), st.just({}), st.just([[{}]]),
)  # fmt: skip


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    inside: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        inside = cast("dict[str, Any]", value).items()
    elif isinstance(value, list):
        inside = enumerate(cast("list[Any]", value)[:3])
    for key, one in inside:
        found += _places(one, (*path, key))
    return found


def damaged(whole: dict[str, Any], path: tuple[Any, ...], act: str, leaf: Any) -> dict[str, Any]:
    """A snapshot with one thing replaced, taken out, doubled or added."""
    made: Any = copy.deepcopy(whole)
    holder = made
    for key in path[:-1]:
        holder = holder[key]
    if act == "replace":
        holder[path[-1]] = leaf
    elif act == "remove":
        del holder[path[-1]]
    elif isinstance(holder, dict):
        holder["more"] = leaf
    else:
        holder.append(copy.deepcopy(holder[path[-1]]))
    return made


@pytest.fixture(scope="module")
def demo() -> Generator[Rig]:
    with rig(demo_set()) as made:
        yield made


@pytest.mark.parametrize("family", ADDRESSES)
def test_a_damaged_snapshot_is_planned_or_refused_with_its_place_and_never_breaks_anything(
    demo: Rig, family: str
) -> None:
    address: dict[str, Any] = ADDRESSES[family]
    uri = demo.call(f"capture_{family}_snapshot", **address)["resource"]
    content: Any = demo.app.resources.read(uri, "2025-06-18").contents[0]
    whole = msgspec.json.decode(content.text)
    before = demo.digest()
    codes = set[str]()

    @settings(max_examples=80)
    @given(st.sampled_from(_places(whole)), st.sampled_from(("replace", "remove", "add")), LEAVES)
    def law(path: tuple[Any, ...], act: str, leaf: Any) -> None:
        told = demo.plan(f"recall_{family}_snapshot", **address, snapshot=damaged(whole, path, act, leaf))
        codes.add(told.code)
        assert told.code in ("", "invalid_arguments", "does_not_fit", "nothing_to_change"), told.body
        if told.code in ("invalid_arguments", "does_not_fit"):
            assert told["error"]["path"].startswith("/snapshot"), told.body

    law()
    assert demo.digest() == before
    assert "invalid_arguments" in codes
