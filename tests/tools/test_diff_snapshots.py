"""Comparing two device chains: every difference, by place, whichever formats and sides; nothing where there is none."""

from __future__ import annotations

import copy
import dataclasses
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin._remote_script.Countin import wire
from countin.core import FORMATS, Snapshot
from countin.declaration import Answer, Read, StoreLook
from countin.tools import paging
from countin.tools.differences import compare
from countin.tools.found import TOPOLOGY
from countin.tools.registry import BY_NAME
from tools.chains import FADERS, SWITCHES, Box, Knob, Strip, chain, with_knob
from tools.looks import decoded, level, refused, seen

PLAIN = Box("Operator", (Knob("Volume", 0.5), Knob("Mode", 1.0, 0.0, 2.0, ("A", "B", "C"))))
REVERB = Box("Reverb", (Knob("Decay", 0.3),), class_name="Reverb")
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
RACK = Box("Rack", (), (Strip("Lead", (PLAIN,)), Strip("a-Room", (), is_return=True)), class_name="Rack")
RETURN = wire.OwnerMixer(level(0.85), level(0.0, -1.0), None, None, False, False, False, None, ())
MASTER = wire.OwnerMixer(
    level(0.85), level(0.0, -1.0), level(0.6), level(0.0, -1.0), None, None, True, "1", (wire.OutputRow("1", "1/2"),)
)
TOOL = BY_NAME["diff_snapshots"]
assert isinstance(TOOL, Read)


def snapshot(*boxes: Box, version: int = 4, mixer: wire.OwnerMixer | None = None) -> Snapshot:
    owner = "master" if version == 6 else "return-0"
    return chain(owner, boxes, 6, mixer).capture(owner).snapshot(FORMATS[version - 1])


def asked(before: Snapshot, after: Snapshot, **more: Any) -> dict[str, Any]:
    """The answer for two snapshots of the library."""
    arguments = decoded(TOOL.name, before=before.reference, after=after.reference, **more)
    stored = {StoreLook(one.reference, f"/{place}"): one for place, one in (("before", before), ("after", after))}
    assert isinstance(TOOL, Read)
    assert set(TOOL.stored(arguments)) == set(stored)
    assert list(TOOL.observe(arguments, stored)) == []
    return TOOL.answer(arguments, seen({}, stored)).result


def told(answer: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        (one["kind"], one["path"], one.get("control", ""), one["before"], one["after"]) for one in answer["differences"]
    ]


def test_equal_snapshots_have_no_difference() -> None:
    answer = asked(snapshot(PLAIN, KIT), snapshot(PLAIN, KIT))
    assert (answer["same"], answer["sameTopology"], answer["differences"]) == (True, True, [])
    assert answer["text"].endswith("no difference")
    assert "stateVersion" not in answer


def test_values_and_names_are_told_by_device_path_with_the_words_of_choices() -> None:
    kick = dataclasses.replace(
        KICK,
        name="Boom",
        devices=(with_knob(PLAIN, 1, value=2.0),),
        mixer={**KICK.mixer, "volume": 0.25, "sends": (0.5,), "mute": True, "in_note": 40},
    )
    after = snapshot(with_knob(PLAIN, 0, value=0.1), dataclasses.replace(KIT, name="Renamed", chains=(kick,)))
    answer = asked(snapshot(PLAIN, KIT), after)
    assert answer["sameTopology"]
    assert told(answer) == [
        ("parameter", "device-0", "Volume", 0.5, 0.1),
        ("device_name", "device-1", "name", "Kit", "Renamed"),
        ("chain_volume", "device-1/chain-0", "volume", 0.5, 0.25),
        ("chain_send", "device-1/chain-0", "send-0", 0.25, 0.5),
        ("chain_mute", "device-1/chain-0", "mute", False, True),
        ("chain_in_note", "device-1/chain-0", "inputNote", 36, 40),
        (
            "parameter",
            "device-1/chain-0/device-0",
            "Mode",
            {"value": 1.0, "displayValue": "B"},
            {"value": 2.0, "displayValue": "C"},
        ),
        ("name_differs", "device-1/chain-0", "name", "Kick", "Boom"),
    ]
    assert answer["differences"][0]["parameterId"] == "parameter-1"
    assert '"Mode": B → C' in answer["text"]
    assert answer["counts"] == {"topology": 0, "values": 8}


def test_devices_that_came_and_went_are_told_and_the_rest_is_still_compared() -> None:
    before = snapshot(PLAIN, REVERB, KIT)
    after = snapshot(REVERB, with_knob(PLAIN, 0, value=0.9), KIT, Box("Delay", (), class_name="Delay"))
    answer = asked(before, after)
    assert not answer["sameTopology"]
    assert told(answer) == [
        ("device_removed", "device-0", "", {"name": "Operator", "className": "Operator"}, None),
        ("device_added", "device-1", "", None, {"name": "Operator", "className": "Operator"}),
        ("device_added", "device-3", "", None, {"name": "Delay", "className": "Delay"}),
    ]
    assert '- device-0 "Operator" (Operator)' in answer["text"]


def test_a_device_that_moved_along_is_compared_with_itself() -> None:
    answer = asked(snapshot(PLAIN), snapshot(REVERB, with_knob(PLAIN, 0, value=0.9)))
    assert [(one[0], one[1]) for one in told(answer)] == [("device_added", "device-0"), ("parameter", "device-0")]
    assert answer["differences"][1]["afterPath"] == "device-1"


def test_chains_pads_parameters_and_ranges_that_only_one_has_are_told() -> None:
    dry: dict[str, Any] = {"sends": (), "sends_enabled": (), "send_ranges": ()}
    snare = dataclasses.replace(KICK, name="Snare", mixer={**KICK.mixer, "in_note": 38, **dry})
    bare = dataclasses.replace(KICK, mixer={**KICK.mixer, "has": FADERS | wire.NOTES})
    kit = dataclasses.replace(KIT, chains=(bare, snare), pads=((36, False, False), (38, False, False)))
    changed = Box("Operator", (Knob("Volume", 0.5, 0.0, 2.0), Knob("Tone", 0.25)))
    answer = asked(snapshot(PLAIN, KIT), snapshot(changed, kit))
    kinds = {(one[0], one[1], one[2]) for one in told(answer)}
    assert kinds == {
        ("parameter_range", "device-0", "Volume"),
        ("parameter_removed", "device-0", "Mode"),
        ("parameter_added", "device-0", "Tone"),
        ("pad_added", "device-1", "pad 38"),
        ("chain_added", "device-1/chain-1", ""),
        ("control_removed", "device-1/chain-0", "solo"),
        ("control_removed", "device-1/chain-0", "mute"),
    }
    assert answer["counts"] == {"topology": 7, "values": 0}


def test_what_the_older_format_holds_is_compared_whichever_side_it_is_on() -> None:
    kick = dataclasses.replace(KICK, mixer={**KICK.mixer, "volume": 0.25})
    newer = snapshot(with_knob(PLAIN, 0, value=0.9), dataclasses.replace(KIT, chains=(kick,)))
    older = snapshot(PLAIN, KIT, version=2)
    for before, after, values in ((older, newer, (0.5, 0.9)), (newer, older, (0.9, 0.5))):
        answer = asked(before, after)
        assert answer["comparedFormat"] == "cavi-device-chain-v2"
        assert told(answer) == [("parameter", "device-0", "Volume", *values)]


def test_mixers_of_a_return_and_the_master_are_two_kinds() -> None:
    one, other = snapshot(PLAIN, version=5, mixer=RETURN), snapshot(PLAIN, version=6, mixer=MASTER)
    assert told(asked(one, other)) == [("owner_kind", "", "", "return", "master")]
    quieter = snapshot(PLAIN, version=5, mixer=RETURN._replace(volume=level(0.2), mute=True))
    assert [each[2:] for each in told(asked(one, quieter))] == [("volume", 0.85, 0.2), ("mute", False, True)]
    assert told(asked(one, snapshot(PLAIN, version=4))) == []


@given(st.data())
def test_both_ways_of_comparing_agree_and_turn_around(data: st.DataObject) -> None:
    """By the core, and device by device once something makes the topologies different."""

    def drawn() -> tuple[Box, ...]:
        value = st.sampled_from([0.0, 0.25, 1.0])
        kick = dataclasses.replace(
            KICK,
            devices=(with_knob(PLAIN, 0, value=data.draw(value)),),
            mixer={**KICK.mixer, "volume": data.draw(value), "mute": data.draw(st.booleans())},
        )
        name = data.draw(st.sampled_from(["Kit", "Renamed"]))
        return with_knob(PLAIN, 0, value=data.draw(value)), dataclasses.replace(KIT, name=name, chains=(kick,))

    one, other = drawn(), drawn()
    plain, fits = compare(snapshot(*one), snapshot(*other))
    walked, also_fits = compare(snapshot(*one), snapshot(*other, REVERB))
    assert (fits, also_fits, walked[0].kind) == (True, False, "device_added")

    def facts(found: list[Any]) -> set[tuple[Any, ...]]:
        return {(each.kind, each.before_path, each.control, each.before, each.after) for each in found}

    assert facts([each for each in walked if each.kind not in TOPOLOGY]) == facts(plain)
    back, _ = compare(snapshot(*other), snapshot(*one))
    assert {(kind, path, what, after, before) for kind, path, what, before, after in facts(back)} == facts(plain)


def test_a_long_list_comes_in_pages_that_stay_small_and_add_up() -> None:
    knobs = tuple(Knob(f"A parameter with quite a long name {place}", 0.25) for place in range(2500))
    moved = tuple(dataclasses.replace(knob, value=0.75) for knob in knobs)
    before, after = snapshot(Box("Many", knobs)), snapshot(Box("Many", moved))
    names: list[str] = []
    offset: int | None = 0
    while offset is not None:
        page = asked(before, after, offset=offset)
        assert page["total"] == 2500
        assert len(json.dumps(page, ensure_ascii=False)) < 62_000
        assert page["text"].count("→") == len(page["differences"]) + 1
        names += [one["control"] for one in page["differences"]]
        offset = page["nextOffset"]
    assert names == [knob.name for knob in knobs]
    assert len(asked(before, after, limit=3)["differences"]) == 3
    assert asked(before, after, offset=5000)["differences"] == []


def test_names_from_a_set_are_quoted_and_cut() -> None:
    long = dataclasses.replace(PLAIN, name='Line\nbreak "quoted" ' + "x" * 5000)
    answer = asked(snapshot(PLAIN), snapshot(long))
    assert len(answer["text"].splitlines()) == 3
    assert len(json.dumps(answer)) < paging.BUDGET // 10


# --- sides -----------------------------------------------------------------------------------------------------------


def inline(before: Any, after: Any, rows: Any = None) -> Answer:
    arguments = decoded(TOOL.name, before=before, after=after)
    assert isinstance(TOOL, Read)
    looks = TOOL.observe(arguments, {})
    return TOOL.answer(arguments, seen(dict(zip(looks, rows or (), strict=True))))


def test_an_inline_snapshot_is_a_side() -> None:
    answer = inline(snapshot(PLAIN).to_object(), snapshot(with_knob(PLAIN, 0, value=0.1)).to_object()).result
    assert told(answer) == [("parameter", "device-0", "Volume", 0.5, 0.1)]


@pytest.mark.parametrize(
    ("given_side", "path"),
    [
        ({"live": "track-x"}, "/after/live"),
        ({"live": 3}, "/after/live"),
        ({"live": "track-0", "format": "x"}, "/after/live"),
        ({}, "/after"),
        ({"format": "cavi-device-chain-v9", "devices": []}, "/after/format"),
    ],
)
def test_a_side_that_is_none_is_refused_at_its_place(given_side: Any, path: str) -> None:
    with refused("invalid_arguments", path):
        inline(snapshot(PLAIN).to_object(), given_side)


def test_of_live_as_much_is_compared_as_the_other_side_holds() -> None:
    live = chain("return-0", [PLAIN], 6, RETURN)
    for other in (snapshot(PLAIN, version=1), snapshot(PLAIN), snapshot(PLAIN, version=5, mixer=RETURN)):
        answer = inline(other.to_object(), {"live": "return-0"}, [live]).result
        assert (answer["same"], answer["comparedFormat"]) == (True, other.format)
    louder = snapshot(PLAIN, version=5, mixer=RETURN._replace(volume=level(1.0)))
    answer = inline(louder.to_object(), {"live": "return-0"}, [live]).result
    assert told(answer) == [("owner_mixer", "", "volume", 1.0, 0.85)]  # no words stood beside what was made by hand


def test_words_that_came_with_a_look_stand_at_the_control_they_are_of() -> None:
    """Places count parameters, then the owner's levels, then the faders of chains; one beyond them is nothing."""
    made = chain("return-0", [PLAIN, KIT], 6, RETURN)
    count = len(made.row.flags)
    places = {
        1: ("return-0:device-0", "parameter-1"),
        3: ("return-0:device-1", "parameter-0"),
        count - 1: ("return-0:device-1/chain-0/device-0", "parameter-2"),
        count: ("return-0", "volume"),
        count + 1: ("return-0", "pan"),
        count + 2: ("return-0:device-1/chain-0", "volume"),
        count + 4: ("return-0:device-1/chain-0", "send-0"),
    }
    words = tuple(wire.Word(place, f"now {place}", f"then {place}") for place in (*places, count + 5, -1))
    told = dataclasses.replace(made, words=words).capture("return-0").words()
    assert told == {control: (f"now {place}", f"then {place}") for place, control in places.items()}


def test_two_tracks_of_live_are_compared() -> None:
    arguments = {"before": {"live": "track-0"}, "after": {"live": "track-1"}}
    rows = [chain("track-0", [PLAIN]), chain("track-1", [with_knob(PLAIN, 0, value=0.9), RACK])]
    answer = inline(**arguments, rows=rows)
    assert [each[0] for each in told(answer.result)] == ["device_added", "parameter"]
    assert answer.refinement is not None
    looks = answer.refinement.looks
    assert [(look.kind, look.arguments.owner) for look in looks] == [(wire.CHAIN, "track-0"), (wire.CHAIN, "track-1")]
    assert all(look.beside for look in looks)


def test_an_inline_snapshot_is_left_as_it_was() -> None:
    given_object = snapshot(PLAIN, KIT).to_object()
    before = copy.deepcopy(given_object)
    inline(given_object, snapshot(KIT).to_object())
    assert given_object == before
