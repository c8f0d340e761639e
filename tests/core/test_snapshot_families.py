"""Every family of snapshots: read and given back whole, compared in the order of writing, refused where it fits not."""

from __future__ import annotations

import copy
import hashlib
import json
import struct
from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.family_trees import FAMILIES, GROUP, documents, faders, family, groups, parts, turned, written
from core.snapshot_trees import Tree, full
from countin import core
from countin.core import CoreError, Snapshot, canonical

Edit = Callable[[Tree], object]


def track_state(name: str = "Bass", number: int = 4) -> Tree:
    """A track that holds one of everything."""
    track: Tree = {"name": name, "type": "midi", "isGroup": False, "isGrouped": True, "groupTrackId": "track-3"}
    sends = [{"id": "send-0", "name": "A-Reverb", "value": 0.5}, {"id": "send-1", "name": "B-Delay", "value": 0.25}]
    mixer: Tree = {"volume": 0.5, "pan": 0.0, "mute": False, "solo": False, "sends": sends}
    routing: Tree = {"inputTypeId": "in-1", "inputChannelId": "in-1/1", "outputTypeId": "out-1"}
    routing |= {"outputChannelId": None, "monitoring": 1}
    tree: Tree = {"format": f"cavi-track-state-v{number}", "track": track, "mixer": mixer, "routing": routing}
    return tree | {"devices": full(number)["devices"]}


def group_system() -> Tree:
    """A group track with a track, and a group in it with another one."""
    states = [track_state(name) for name in ("Band", "Bass", "Strings", "Cello")]
    for state, parent, is_group in zip(states, (None, 0, 0, 2), (True, False, True, False), strict=True):
        group = None if parent is None else f"track-{parent + 7}"
        state["track"] |= {"isGroup": is_group, "isGrouped": group is not None, "groupTrackId": group}
    members = [{"sourceTrackId": f"track-{place + 7}", "snapshot": state} for place, state in enumerate(states)]
    return {"format": "cavi-group-system-v1", "tracks": members}


def device_parameters() -> Tree:
    """The parameters of one device."""
    device = full(1)["devices"][0]
    return {
        "format": "cavi-device-parameters-v1",
        "deviceClass": device["className"],
        "parameters": device["parameters"],
    }


EXAMPLES = {"group-system": group_system, "track-state": track_state, "device-parameters": device_parameters}


def _refusal(tree: Tree) -> tuple[str, str]:
    with pytest.raises(CoreError) as caught:
        Snapshot.parse(json.dumps(tree).encode())
    assert caught.value.message
    return caught.value.code, caught.value.path


def _rows(live: Tree, target: Tree) -> list[tuple[Any, ...]]:
    found = Snapshot.from_object(live).differences(Snapshot.from_object(target))
    return [(one.track, one.kind, one.device_path, one.index, one.before, one.after) for one in found]


@settings(max_examples=60)
@given(documents())
def test_a_snapshot_of_any_family_comes_back_as_it_was_in_canonical_form(tree: Tree) -> None:
    snapshot = Snapshot.parse(json.dumps(tree).encode())
    assert snapshot.to_object() == tree
    assert snapshot.canonical == canonical(tree)
    assert snapshot.digest == hashlib.sha256(snapshot.canonical).hexdigest()
    assert Snapshot.parse(snapshot.canonical) == snapshot == Snapshot.from_object(tree)
    assert snapshot.family == family(tree)
    assert snapshot.format in core.FAMILIES[snapshot.family]


def singles(values: Sequence[float]) -> tuple[float, ...]:
    """As Live holds them."""
    form = f"<{len(values)}f"
    return struct.unpack(form, struct.pack(form, *values))


@settings(max_examples=40)
@given(documents())
def test_the_columns_hold_every_value_and_every_fader_in_order(tree: Tree) -> None:
    snapshot = Snapshot.from_object(tree)
    values, levels = snapshot.columns()
    doubles = struct.unpack(f"<{snapshot.parameter_count}d", snapshot.values())
    assert struct.unpack(f"<{len(doubles)}d", values) == singles(doubles)
    expected = [level + 0.0 for level in faders(tree)]  # a negative zero is zero
    assert struct.unpack(f"<{len(expected)}d", levels) == singles(expected)
    offsets = snapshot.track_offsets()
    assert len(offsets) == len(parts(tree)) + 1
    assert (offsets[0], offsets[-1]) == (0, snapshot.device_count)


def _unique(tree: Tree) -> bool:
    names = [(track, *leaf.name) for track, leaf in written(tree)]
    return len(names) == len(set(names))


def _expected(live: Tree, target: Tree) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = []
    types: set[tuple[int | None, str]] = set()
    for (track, one), (_, other) in zip(written(live), written(target), strict=True):
        side = str(one.index).removesuffix("TypeId").removesuffix("ChannelId")
        is_reset = one.kind == "owner_routing" and (track, side) in types and str(one.index).endswith("ChannelId")
        is_left_alone = one.kind == "owner_routing" and other.value is None
        if is_left_alone or not (is_reset or one.compared != other.compared):
            continue
        rows.append((track, *one.name, one.value, other.value))
        types.add((track, side))
    return sorted(rows, key=lambda row: row[1] != "owner_name")


@settings(max_examples=60)
@given(st.data())
def test_the_differences_are_what_was_turned_in_the_order_of_writing_and_lead_back(data: st.DataObject) -> None:
    live = data.draw(documents().filter(_unique))
    target = data.draw(turned(live))
    expected = _expected(live, target)
    assert _rows(live, target) == expected
    reached = copy.deepcopy(live)
    places = {(track, *leaf.name): leaf for track, leaf in written(reached)}
    for track, kind, path, index, _, after in expected:
        places[track, kind, path, index].write(after)
    assert _rows(reached, target) == []
    assert _rows(live, live) == []


def test_a_track_is_written_in_the_documented_order() -> None:
    live, target = track_state(), track_state("Sub")
    target["mixer"] |= {"volume": 0.75, "pan": 0.5, "mute": True, "solo": True}
    target["mixer"]["sends"][1]["value"] = 0.75
    target["routing"] = {
        "inputTypeId": "in-2",
        "inputChannelId": "in-2/1",
        "outputTypeId": "out-2",
        "outputChannelId": "out-2/1",
        "monitoring": 2,
    }
    target["devices"][0]["name"] = "Hall"
    assert _rows(live, target) == [
        (None, "owner_name", "", None, "Bass", "Sub"),
        (None, "owner_mixer", "", "volume", 0.5, 0.75),
        (None, "owner_mixer", "", "pan", 0.0, 0.5),
        (None, "owner_mixer", "", "solo", False, True),
        (None, "owner_mixer", "", "mute", False, True),
        (None, "owner_mixer", "", "send-1", 0.25, 0.75),
        (None, "owner_routing", "", "inputTypeId", "in-1", "in-2"),
        (None, "owner_routing", "", "outputTypeId", "out-1", "out-2"),
        (None, "owner_routing", "", "inputChannelId", "in-1/1", "in-2/1"),
        (None, "owner_routing", "", "outputChannelId", None, "out-2/1"),
        (None, "owner_routing", "", "monitoring", 1, 2),
        (None, "device_name", "device-0", None, "Reverb", "Hall"),
    ]
    target["routing"] = dict.fromkeys(target["routing"])
    assert [row for row in _rows(live, target) if row[1] == "owner_routing"] == []


def test_a_channel_is_written_again_with_its_type_because_live_resets_it() -> None:
    live, target = track_state(), track_state()
    target["routing"]["inputTypeId"] = "in-2"
    assert _rows(live, target) == [
        (None, "owner_routing", "", "inputTypeId", "in-1", "in-2"),
        (None, "owner_routing", "", "inputChannelId", "in-1/1", "in-1/1"),
    ]


def test_the_tracks_of_a_group_are_written_from_the_last_to_the_first() -> None:
    live, target = group_system(), group_system()
    for member in target["tracks"]:
        member["snapshot"]["mixer"]["volume"] = 0.25
        member["snapshot"]["devices"][0]["parameters"][0]["value"] = 1.0
    found = Snapshot.from_object(live).differences(Snapshot.from_object(target))
    assert [(one.track, one.kind) for one in found] == [
        (track, kind) for track in (3, 2, 1, 0) for kind in ("owner_mixer", "parameter")
    ]


def test_differences_of_two_tracks_are_not_equal() -> None:
    live, target = group_system(), group_system()
    for member in target["tracks"]:
        member["snapshot"]["mixer"]["volume"] = 0.25
    found = Snapshot.from_object(live).differences(Snapshot.from_object(target))
    assert len(set(found)) == len(found) == 4
    assert repr(found[0]) == "Difference(track 3, owner_mixer, \"\", 'volume', 0.5 -> 0.25)"


def test_chain_names_that_differ_are_named_with_their_track() -> None:
    live, target = group_system(), group_system()
    target["tracks"][2]["snapshot"]["devices"][1]["chains"][0]["name"] = "Other"
    snapshot, wanted = Snapshot.from_object(live), Snapshot.from_object(target)
    (one,) = snapshot.name_differences(wanted)
    assert (one.track, one.kind, one.device_path) == (2, "name_differs", "device-1/chain-0")
    assert snapshot.differences(wanted) == []


def test_each_family_is_counted_and_summed_up() -> None:
    system, state, single = (Snapshot.from_object(EXAMPLES[name]()) for name in EXAMPLES)
    assert [one.track_count for one in (system, state, single)] == [4, 1, 0]
    assert [one.level for one in (system, state, single)] == [4, 4, 1]
    assert [one.has_owner_mixer for one in (system, state, single)] == [False] * 3
    names = ["Reverb", "Kit"]
    assert system.summary()["tracks"] == [
        {"sourceTrackId": f"track-{place + 7}", "track": name, "type": "midi", "names": names}
        for place, name in enumerate(("Band", "Bass", "Strings", "Cello"))
    ]
    assert system.summary()["devices"] == 4 * state.device_count == 20
    assert {"track": "Bass", "type": "midi", "names": names}.items() <= state.summary().items()
    assert single.summary() == {
        "format": "cavi-device-parameters-v1",
        "devices": 1,
        "parameters": 2,
        "chains": 0,
        "pads": 0,
        "deviceClass": "Reverb",
    }
    assert single.device_paths() == ["device-0"]


def test_the_level_of_a_group_is_the_highest_of_its_tracks() -> None:
    tree = group_system()
    tree["tracks"][1]["snapshot"] |= {"format": "cavi-track-state-v1", "devices": full(1)["devices"]}
    assert Snapshot.from_object(tree).level == 4
    for member in tree["tracks"]:
        member["snapshot"] |= {"format": "cavi-track-state-v2", "devices": full(2)["devices"]}
    assert Snapshot.from_object(tree).level == 2


def test_the_families_name_all_twelve_formats() -> None:
    assert tuple(core.FAMILIES) == FAMILIES
    assert core.FAMILIES["device-chain"] == core.FORMATS
    assert sum(map(len, core.FAMILIES.values())) == 12


TRACK_MISFITS: list[tuple[Edit, str, str]] = [
    (lambda tree: tree["track"].update(type="audio"), "/track/type", '"audio" in the snapshot and "midi" in the Set'),
    (lambda tree: tree["track"].update(isGroup=True), "/track/isGroup", "isGroup"),
    (lambda tree: tree["track"].update(isGrouped=False), "/track/isGrouped", "isGrouped"),
    (lambda tree: tree["mixer"]["sends"].pop(), "/mixer/sends", "number of sends"),
    (lambda tree: tree["mixer"]["sends"][1].update(id="send-2"), "/mixer/sends/1/id", "send-2"),
    (lambda tree: tree["mixer"]["sends"][0].update(name="A-Echo"), "/mixer/sends/0/name", "A-Echo"),
    (lambda tree: tree["devices"].pop(), "/devices", "number of devices"),
    (
        lambda tree: tree["devices"][1]["chains"][0]["mixer"].update(pan=None),
        "/devices/1/chains/0/mixer/pan",
        'device-1/chain-0 (Kit > Layer) of the track "Bass"',
    ),
]


def _misfit(target: Tree, live: Tree) -> tuple[str, str]:
    saved, found = Snapshot.from_object(target), Snapshot.from_object(live)
    with pytest.raises(CoreError) as caught:
        saved.fits(found)
    assert caught.value.code == core.DOES_NOT_FIT
    with pytest.raises(CoreError) as again:
        found.differences(saved)
    assert again.value.args == caught.value.args
    return caught.value.path, caught.value.message


@pytest.mark.parametrize(("edit", "path", "words"), TRACK_MISFITS)
def test_a_track_that_cannot_be_recalled_is_refused_with_its_place(edit: Edit, path: str, words: str) -> None:
    target = track_state()
    edit(target)
    found, message = _misfit(target, track_state())
    assert found == path
    assert words in message


@pytest.mark.parametrize(("edit", "path", "words"), TRACK_MISFITS)
def test_a_member_of_a_group_that_does_not_fit_is_named(edit: Edit, path: str, words: str) -> None:
    target = group_system()
    edit(target["tracks"][1]["snapshot"])
    found, message = _misfit(target, group_system())
    assert found == f"/tracks/1/snapshot{path}"
    assert words in message


def test_another_group_track_alone_is_no_misfit_and_an_old_track_does_not_know_its_group() -> None:
    live, target = track_state(), track_state()
    target["track"]["groupTrackId"] = "track-8"
    assert _rows(live, target) == []
    del target["track"]["groupTrackId"], target["track"]["isGrouped"]
    live["track"] |= {"isGrouped": False, "groupTrackId": None}
    assert _rows(live, target) == []
    assert _rows(target, live) == []


def test_a_group_fits_at_another_place_of_the_set() -> None:
    live, target = group_system(), group_system()
    for place, member in enumerate(live["tracks"]):
        member["sourceTrackId"] = f"track-{place + 20}"
        group = member["snapshot"]["track"]["groupTrackId"]
        member["snapshot"]["track"]["groupTrackId"] = group and f"track-{int(group[6:]) + 13}"
    assert _rows(live, target) == []
    for tree, group in ((live, "track-1"), (target, "track-5")):
        tree["tracks"][0]["snapshot"]["track"] |= {"isGrouped": True, "groupTrackId": group}
    assert _rows(live, target) == []


@pytest.mark.parametrize(("parent", "words"), [("track-7", '"Band"'), ("track-0", "none of these tracks")])
def test_a_member_in_another_group_does_not_fit(parent: str, words: str) -> None:
    target = group_system()
    target["tracks"][3]["snapshot"]["track"]["groupTrackId"] = parent
    path, message = _misfit(target, group_system())
    assert path == "/tracks/3/snapshot/track/groupTrackId"
    assert f'the group is {words} in the snapshot and "Strings" in the Set' in message


def test_a_group_with_another_number_of_tracks_does_not_fit() -> None:
    target = group_system()
    target["tracks"].pop()
    path, message = _misfit(target, group_system())
    assert path == "/tracks"
    assert "3 tracks in the snapshot and 4 in the Set" in message


def test_parameters_of_another_class_or_layout_do_not_fit() -> None:
    target = device_parameters() | {"deviceClass": "Echo"}
    assert _misfit(target, device_parameters())[0] == "/deviceClass"
    target = device_parameters()
    target["parameters"][1]["valueItems"].pop()
    path, message = _misfit(target, device_parameters())
    assert path == "/parameters/1/valueItems"
    assert message.startswith("device-0 (Reverb): valueItems of parameter-1 (Mode)")


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_snapshot_of_another_family_does_not_fit(name: str) -> None:
    for tree in (full(4), *(EXAMPLES[other]() for other in EXAMPLES if other != name)):
        path, message = _misfit(EXAMPLES[name](), tree)
        assert path == "/format"
        assert "the snapshot holds" in message


@settings(max_examples=30)
@given(st.data())
def test_whatever_a_person_turns_still_fits(data: st.DataObject) -> None:
    live = data.draw(documents())
    Snapshot.from_object(data.draw(turned(live))).fits(Snapshot.from_object(live))


# --- strictness ---------------------------------------------------------------------------------------------------


def _objects(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], Tree]]:
    inner = [found for key, one in _items(value) for found in _objects(one, (*path, key))]
    return [(path, value), *inner] if isinstance(value, dict) else inner


def _items(value: Any) -> list[tuple[Any, Any]]:
    if isinstance(value, dict):
        return list(cast("Tree", value).items())
    return list(enumerate(cast("list[Any]", value))) if isinstance(value, list) else []


def _pointer(path: tuple[str | int, ...]) -> str:
    return "".join(f"/{step}" for step in path)


OPTIONAL = {"chains", "returnChains", "drumPads"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_object_is_closed_and_complete(name: str) -> None:
    tree = EXAMPLES[name]()
    checked = 0
    for path, found in _objects(tree):
        found["extra"] = 1
        assert _refusal(tree) == (core.INVALID_SNAPSHOT, _pointer((*path, "extra")))
        del found["extra"]
        for member in [*found]:
            kept = found.pop(member)
            if member not in OPTIONAL:
                assert _refusal(tree) == (core.INVALID_SNAPSHOT, _pointer(path)), (path, member)
                checked += 1
            found[member] = kept
    assert checked > 10
    Snapshot.from_object(tree)


WRONG: dict[str, list[Any]] = {
    "name": [None, 1],
    "type": [None, "return", 3],
    "isGroup": [None, 1, "true"],
    "isGrouped": [None, 0],
    "groupTrackId": [3, True],
    "volume": [None, "1", True],
    "mute": [None, 0],
    "sends": [None, {}, [1]],
    "id": [None, 0],
    "value": [None, "0"],
    "inputTypeId": [1, False],
    "monitoring": [0.5, "1", True, 1e300],
    "devices": [None, {}, "x"],
    "track": [None, []],
    "routing": [None, "x"],
}


@pytest.mark.parametrize("member", WRONG)
def test_a_member_of_the_wrong_kind_is_refused_at_its_place(member: str) -> None:
    checked = 0
    for value in WRONG[member]:
        tree = group_system()
        state = tree["tracks"][1]["snapshot"]
        own = [(path, found) for path, found in _objects(state) if member in found]
        path, found = own[0]
        found[member] = value
        code, place = _refusal(tree)
        assert code == core.INVALID_SNAPSHOT
        assert place.startswith(_pointer(("tracks", 1, "snapshot", *path, member)))
        checked += 1
    assert checked == len(WRONG[member])


def _tracks(*ids: str) -> list[Tree]:
    state = track_state(number=1)
    state["track"]["isGroup"] = True
    return [{"sourceTrackId": name, "snapshot": state} for name in ids]


BAD_GROUPS: list[tuple[list[Any], str]] = [
    ([], "/tracks"),
    (_tracks(*(f"track-{place}" for place in range(129))), "/tracks"),
    (_tracks("track-1", "track-2", "track-1"), "/tracks/2/sourceTrackId"),
    ([{"sourceTrackId": "track-1", "snapshot": track_state()}], "/tracks/0/snapshot/track/isGroup"),
    ([{"sourceTrackId": "track-1", "snapshot": full(1)}], "/tracks/0/snapshot/format"),
    ([{"sourceTrackId": "track-1", "snapshot": group_system()}], "/tracks/0/snapshot/tracks"),
    ([{"sourceTrackId": 1, "snapshot": track_state()}], "/tracks/0/sourceTrackId"),
]


@pytest.mark.parametrize(("tracks", "path"), BAD_GROUPS)
def test_what_is_no_group_system_is_refused(tracks: list[Any], path: str) -> None:
    assert _refusal({"format": "cavi-group-system-v1", "tracks": tracks}) == (core.INVALID_SNAPSHOT, path)


def test_a_group_system_may_have_128_tracks() -> None:
    tree = {"format": "cavi-group-system-v1", "tracks": _tracks(*(f"track-{place}" for place in range(128)))}
    assert Snapshot.from_object(tree).track_count == 128


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"format": "cavi-track-state-v5"}, "/format"),
        ({"format": "cavi-device-chain-v4"}, "/track"),
        ({"ownerMixer": full(5)["ownerMixer"]}, "/ownerMixer"),
        ({"deviceClass": "Reverb"}, "/deviceClass"),
        ({"format": "cavi-track-state-v1"}, "/devices/1/drumPads"),
    ],
)
def test_members_of_another_format_are_refused(changes: Tree, path: str) -> None:
    assert _refusal(track_state() | changes) == (core.INVALID_SNAPSHOT, path)


@pytest.mark.parametrize("member", ["isGrouped", "groupTrackId"])
def test_a_track_says_both_or_neither_of_where_it_sits(member: str) -> None:
    tree = track_state()
    del tree["track"][member]
    assert _refusal(tree) == (core.INVALID_SNAPSHOT, "/track")


def test_a_value_outside_its_range_is_taken_from_nobody() -> None:
    tree = device_parameters()
    tree["parameters"][0]["value"] = 7.5
    assert _refusal(tree) == (core.INVALID_SNAPSHOT, "/parameters/0/value")


@settings(max_examples=20)
@given(groups())
def test_parts_of_a_group_come_in_live_s_order(tree: Tree) -> None:
    assert family(tree) == GROUP
    snapshot = Snapshot.from_object(tree)
    names = [one["track"] for one in snapshot.summary()["tracks"]]
    assert names == [part["track"]["name"] for _, part in parts(tree)]
