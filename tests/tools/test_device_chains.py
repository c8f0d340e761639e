"""Capture and recall: the smallest format that holds all, exactly the rows that differ, and refusals that name them."""

from __future__ import annotations

import dataclasses
import struct
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin._remote_script.Countin import wire
from countin.core import Snapshot
from countin.declaration import Draft, Read, StoreLook
from countin.tools.registry import BY_NAME
from tools.chains import FADERS, SWITCHES, Box, Knob, Strip, chain, with_knob
from tools.looks import VERSION, changes, decoded, level, mutation, refused, rests_on, seen, value_rows, written

TOOL = mutation("recall_device_chain_snapshot")
PLAIN = Box("Operator", (Knob("Volume", 0.5), Knob("Mode", 1.0, 0.0, 2.0, ("A", "B", "C"))))
RACK = Box(
    "Rack",
    (Knob("Macro 1", 64.0, 0.0, 127.0),),
    (Strip("Lead", (PLAIN,)), Strip("a-Reverb", (), is_return=True)),
    class_name="InstrumentGroupDevice",
)
KICK = Strip(
    "Kick",
    (PLAIN,),
    mixer={
        "has": FADERS | SWITCHES | wire.NOTES,
        "in_note": 36,
        "out_note": 60,
        "sends": (0.25,),
        "sends_enabled": (True,),
        "send_ranges": (0.0, 1.0),
    },
)
KIT = Box("Kit", (), (KICK,), ((36, False, False),), class_name="DrumGroupDevice")
RETURN = wire.OwnerMixer(level(0.85), level(0.0, -1.0), None, None, False, False, False, None, ())
MASTER = wire.OwnerMixer(
    level(0.85),
    level(0.0, -1.0),
    level(0.6),
    level(0.0, -1.0),
    None,
    None,
    True,
    "1",
    (wire.OutputRow("1", "1/2"), wire.OutputRow("2", "3/4")),
)


def captured(owner: str, boxes: Sequence[Box], mixer: wire.OwnerMixer | None = None) -> tuple[Snapshot, dict[str, Any]]:
    """The snapshot that a capture keeps, and its answer."""
    tool = BY_NAME["capture_device_chain_snapshot"]
    assert isinstance(tool, Read)
    arguments = decoded(tool.name, trackId=owner)
    (look,) = tool.observe(arguments, {})
    answer = tool.answer(arguments, seen({look: chain(owner, boxes, 6, mixer)}))
    (kept,) = answer.keep
    return kept, answer.result


def recalled(
    owner: str, boxes: Sequence[Box], snapshot: Snapshot, mixer: wire.OwnerMixer | None = None, *, inline: bool = False
) -> Draft:
    """The plan to recall a snapshot onto what Live shows now."""
    given_snapshot = snapshot.to_object() if inline else snapshot.reference
    arguments = decoded(TOOL.name, trackId=owner, snapshot=given_snapshot, expectedStateVersion=VERSION)
    stored = dict.fromkeys(TOOL.stored(arguments), snapshot)
    (look,) = TOOL.observe(arguments, stored)
    return TOOL.plan(arguments, seen({look: chain(owner, boxes, look.arguments.level, mixer)}, stored))


@pytest.mark.parametrize(
    ("owner", "boxes", "mixer", "version"),
    [
        ("track-0", [PLAIN], None, 1),
        ("track-0", [dataclasses.replace(RACK, chains=())], None, 2),
        ("track-0", [PLAIN, RACK], None, 3),
        ("track-0", [RACK, KIT], None, 4),
        ("return-0", [RACK], RETURN, 5),
        ("master", [PLAIN], MASTER, 6),
    ],
)
def test_a_capture_gets_the_smallest_format_that_holds_it(
    owner: str, boxes: list[Box], mixer: wire.OwnerMixer | None, version: int
) -> None:
    snapshot, result = captured(owner, boxes, mixer)
    assert snapshot.format == f"cavi-device-chain-v{version}"
    assert result["snapshot"] == snapshot.reference
    assert result["resource"] == f"countin://snapshot/{snapshot.reference}"
    assert result["summary"]["devices"] == snapshot.device_count
    assert "devices" not in result  # never the snapshot itself


def test_a_capture_holds_real_values_also_of_what_is_not_guarded() -> None:
    driven = with_knob(PLAIN, 0, value=0.75, flags=0)
    automated = with_knob(driven, 1, value=2.0, flags=wire.ENABLED | wire.AUTOMATED)
    fader = {"volume": 0.0, "masked": (wire.Loose(0, 0.9),), "has": wire.VOLUME | wire.PAN | wire.MUTE | wire.SOLO}
    snapshot, _ = captured("track-0", [dataclasses.replace(RACK, chains=(Strip("Lead", (automated,), mixer=fader),))])
    lead = snapshot.to_object()["devices"][0]["chains"][0]
    assert [each["value"] for each in lead["devices"][0]["parameters"]] == [1.0, 0.75, 2.0]
    assert lead["mixer"]["volume"] == 0.9
    assert lead["noteRouting"] == {"inputNote": None, "outputNote": None}


def test_a_recall_rests_on_as_much_as_its_format_holds() -> None:
    snapshot, _ = captured("track-2", [PLAIN, KIT])
    draft = recalled("track-2", [with_knob(PLAIN, 0, value=0.1), KIT], snapshot)
    assert rests_on(draft) == ["device-chain of track-2 at level 4"]
    assert draft.rests_on[0].look.arguments == wire.ChainAsked("track-2", 4)


def test_only_what_differs_is_written_in_the_order_of_the_core() -> None:
    snapshot, _ = captured("track-0", [PLAIN, KIT])
    kick_now = dataclasses.replace(
        KICK,
        name="Another name",
        devices=(with_knob(PLAIN, 1, value=2.0),),
        mixer={**KICK.mixer, "volume": 0.25, "sends": (0.5,), "mute": True, "solo": True, "in_note": 40},
    )
    moved = dataclasses.replace(KIT, name="Renamed", chains=(kick_now,), pads=((36, True, False),))
    draft = recalled("track-0", [with_knob(PLAIN, 0, value=0.1), moved], snapshot)
    kit, kick = "track-0:device-1", "track-0:device-1/chain-0"
    assert changes(draft) == [
        ("track-0:device-0 parameter-1 Volume", 0.1, 0.5),
        (f"{kit} name", "Renamed", "Kit"),
        (f"{kick} volume", 0.25, 0.5),
        (f"{kick} send-0", 0.5, 0.25),
        (f"{kick} solo", True, False),
        (f"{kick} mute", True, False),
        (f"{kick} inputNote", 40, 36),
        (
            f"{kick}/device-0 parameter-2 Mode",
            {"value": 2.0, "displayValue": "C"},
            {"value": 1.0, "displayValue": "B"},
        ),
        (f"{kit} pad 36 mute", True, False),
    ]
    objects = written(draft).objects
    live = chain("track-0", [PLAIN, KIT], 4).row
    pointers = {row.id: row.pointer for row in (*live.devices, *live.chains)}
    assert all(pointers[one.id] == one.pointer for one in objects)
    assert "Another name" in draft.warnings[0]
    assert draft.undo_steps is None


def test_a_snapshot_given_whole_plans_the_same_as_its_reference() -> None:
    snapshot, _ = captured("track-0", [PLAIN])
    now = [with_knob(PLAIN, 0, value=0.1)]
    by_reference, inline = (recalled("track-0", now, snapshot, inline=each) for each in (False, True))
    assert changes(by_reference) == changes(inline)
    assert by_reference.summary == inline.summary


def test_what_already_stands_is_no_plan() -> None:
    snapshot, _ = captured("track-0", [PLAIN, RACK])
    with refused("nothing_to_change"):
        recalled("track-0", [PLAIN, RACK], snapshot)


def test_an_older_format_leaves_alone_what_it_does_not_hold() -> None:
    flat, _ = captured("track-0", [PLAIN])
    deep = dataclasses.replace(PLAIN, knobs=PLAIN.knobs)
    with refused("nothing_to_change"):
        recalled("track-0", [deep], flat)
    assert flat.format.endswith("v1")


@pytest.mark.parametrize("inline", [False, True])
def test_what_does_not_fit_is_refused_with_the_device_and_the_place(inline: bool) -> None:
    snapshot, _ = captured("track-0", [PLAIN, RACK])
    other = dataclasses.replace(RACK, chains=(Strip("Lead", (PLAIN,)),))
    with refused("does_not_fit") as found:
        recalled("track-0", [PLAIN, other], snapshot, inline=inline)
    place = found.value.path if inline else f"/snapshot{found.value.details['snapshotPath']}"
    assert place is not None
    assert place.startswith("/snapshot/devices/1")
    assert "device-1" in found.value.message


def test_a_snapshot_that_is_none_is_refused_at_its_place() -> None:
    snapshot, _ = captured("track-0", [PLAIN])
    broken = snapshot.to_object()
    broken["devices"][0]["parameters"][1]["value"] = "loud"
    arguments = decoded(TOOL.name, trackId="track-0", snapshot=broken, expectedStateVersion=VERSION)
    with refused("invalid_arguments", "/snapshot/devices/0/parameters/1/value"):
        TOOL.observe(arguments, {})


@pytest.mark.parametrize(("owner", "mixer", "wrong"), [("return-0", RETURN, "track-0"), ("master", MASTER, "return-0")])
def test_the_mixer_of_a_return_or_the_master_fits_nowhere_else(owner: str, mixer: wire.OwnerMixer, wrong: str) -> None:
    snapshot, _ = captured(owner, [PLAIN], mixer)
    with refused("does_not_fit", "/trackId"):
        recalled(wrong, [PLAIN], snapshot)


def test_the_mixer_of_a_return_comes_back_first() -> None:
    snapshot, _ = captured("return-0", [PLAIN], RETURN)
    now = RETURN._replace(volume=level(0.2), mute=True)
    draft = recalled("return-0", [with_knob(PLAIN, 0, value=0.0)], snapshot, now)
    assert changes(draft) == [
        ("return-0 volume", 0.2, 0.85),
        ("return-0 mute", True, False),
        ("return-0:device-0 parameter-1 Volume", 0.0, 0.5),
    ]
    assert written(draft).objects[0] == wire.Addressed("return-0", 30_000)


def test_the_masters_output_is_written_by_id_and_must_be_there() -> None:
    snapshot, _ = captured("master", [PLAIN], MASTER)
    draft = recalled("master", [PLAIN], snapshot, MASTER._replace(output_channel="2"))
    assert changes(draft) == [("master outputChannelId", "2", "1")]
    assert written(draft).texts == ("2", "1")
    gone = MASTER._replace(output_channel="2", output_choices=MASTER.output_choices[1:])
    with refused("does_not_fit", "/snapshot") as found:
        recalled("master", [PLAIN], snapshot, gone)
    assert found.value.details["snapshotPath"] == "/ownerMixer/outputChannelId"
    with refused("does_not_fit", "/snapshot/ownerMixer/outputChannelId"):
        recalled("master", [PLAIN], snapshot, gone, inline=True)


def test_a_disabled_parameter_that_would_change_refuses_and_is_named() -> None:
    snapshot, _ = captured("track-0", [PLAIN])
    with refused("does_not_fit") as found:
        recalled("track-0", [with_knob(PLAIN, 0, value=0.1, flags=0)], snapshot)
    assert found.value.details["disabled"] == ["track-0:device-0 parameter-1"]
    with refused("nothing_to_change"):  # where it stands already it does not matter
        recalled("track-0", [with_knob(PLAIN, 0, flags=0)], snapshot)


def mapped(value: float, macro: float) -> Box:
    """A rack whose macro drives the volume of what is in it, and the volume of its chain."""
    inside = with_knob(PLAIN, 0, value=value, flags=0)
    fader = {"has": wire.VOLUME | wire.PAN | wire.PAN_ENABLED | wire.MUTE | wire.SOLO, "volume": 0.0}
    strip = Strip("Lead", (inside,), mixer={**fader, "masked": (wire.Loose(0, value),)})
    return dataclasses.replace(RACK, knobs=(Knob("Macro 1", macro, 0.0, 127.0),), chains=(strip,), mapped=True)


def test_what_a_macro_drives_is_not_written_but_must_have_followed_once_settled() -> None:
    snapshot, _ = captured("track-0", [mapped(0.5, 64.0)])
    draft = recalled("track-0", [mapped(0.1, 12.0)], snapshot)
    assert changes(draft) == [("track-0:device-0 parameter-1 Macro 1", 12.0, 64.0)]
    assert "2 driven by macros" in draft.warnings[0]
    settlement = draft.settlement
    assert settlement is not None
    assert settlement.look.arguments == wire.ChainAsked("track-0", 3)
    followed, lags = (chain("track-0", [mapped(value, 64.0)], 3).capture("track-0") for value in (0.5, 0.1))
    assert settlement.remaining(followed) == []
    assert settlement.remaining(lags) == [
        "track-0:device-0/chain-0 volume reads 0.1, the snapshot holds 0.5",
        "track-0:device-0/chain-0/device-0 parameter-1 reads 0.1, the snapshot holds 0.5",
    ]
    other = chain("track-0", [PLAIN], 3).capture("track-0")
    assert "no longer fits" in settlement.remaining(other)[0]


def test_followers_alone_are_nothing_to_execute() -> None:
    snapshot, _ = captured("track-0", [mapped(0.5, 64.0)])
    with refused("nothing_to_change") as found:
        recalled("track-0", [mapped(0.1, 64.0)], snapshot)
    assert "driven by macros" in found.value.message


def test_automated_values_are_written_unguarded_and_with_a_warning() -> None:
    snapshot, _ = captured("track-0", [PLAIN])
    draft = recalled("track-0", [with_knob(PLAIN, 0, value=0.1, flags=wire.ENABLED | wire.AUTOMATED)], snapshot)
    (row,) = value_rows(draft)
    assert (row.flags, row.before, row.after) == (wire.ENABLED | wire.AUTOMATED, 0.0, 0.5)
    assert changes(draft)[0][1] == "automated"
    assert "playing automation" in draft.warnings[0]


VALUES = st.floats(0, 1, width=32)


@given(st.lists(st.tuples(VALUES, VALUES), min_size=3, max_size=3))
def test_the_rows_turn_what_stands_into_what_was_captured(values: list[tuple[float, float]]) -> None:
    """Writing the rows onto the live values gives the captured values: an oracle that knows no differences."""

    def boxes(place: int) -> list[Box]:
        top, lead, two = (with_knob(PLAIN, 0, value=pair[place]) for pair in values)
        return [top, dataclasses.replace(RACK, chains=(Strip("Lead", (lead, PLAIN)), Strip("Two", (two,))))]

    snapshot, _ = captured("track-0", boxes(0))
    live = chain("track-0", boxes(1), snapshot.level).row
    if all(was == now for was, now in values):
        return
    written_rows = written(recalled("track-0", boxes(1), snapshot))
    now = list(struct.unpack(f"<{len(live.values) // 8}d", live.values))
    starts = dict(
        zip((row.id for row in live.devices), accumulate(row.parameters for row in live.devices), strict=True)
    )
    for row in wire.value_rows(written_rows):
        assert row.control == wire.PARAMETER
        device = next(one for one in live.devices if one.id == written_rows.objects[row.target].id)
        place = starts[device.id] - device.parameters + row.member
        assert now[place] == row.before
        now[place] = row.after
    before = chain("track-0", boxes(0), 3).row.values
    assert struct.pack(f"<{len(now)}d", *now) == before


def test_a_reference_is_looked_up_in_the_store() -> None:
    arguments = decoded(TOOL.name, trackId="track-0", snapshot="snap_0123456789ab", expectedStateVersion=VERSION)
    assert TOOL.stored(arguments) == (StoreLook("snap_0123456789ab", family="device-chain"),)


@pytest.mark.parametrize(("note", "held"), [(-1, None), (0, 0), (127, 127), (128, None)])
def test_a_chain_that_takes_all_notes_is_captured_without_one_and_left_alone(note: int, held: int | None) -> None:
    kick = dataclasses.replace(KICK, mixer={**KICK.mixer, "in_note": note})
    boxes = [dataclasses.replace(KIT, chains=(kick,))]
    snapshot, _ = captured("track-0", boxes)
    assert snapshot.to_object()["devices"][0]["chains"][0]["noteRouting"] == {"inputNote": held, "outputNote": 60}
    turned = [dataclasses.replace(boxes[0], chains=(dataclasses.replace(kick, mixer={**kick.mixer, "volume": 0.25}),))]
    assert [row.control for row in value_rows(recalled("track-0", turned, snapshot))] == [wire.CHAIN_VOLUME]
