"""Writing values: every kind of control, its checks, its order."""

from __future__ import annotations

from typing import Any

import pytest

import value_rows
from countin._remote_script.Countin import wire
from countin._remote_script.Countin.wire import single
from script_stage import Client, Stage

KIT = "track-1:device-0"


@pytest.fixture
def kit(demo: Stage) -> Client:
    return demo.client()


def drum_rack(client: Client) -> str:
    """The id of a Drum Rack at the top of some track."""
    for track in range(len(client.see(wire.TRACKS).rows)):
        for device in client.see(wire.DEVICES, wire.OwnerAsked(f"track-{track}")).devices:
            if device.can_have_drum_pads and "/" not in device.id:
                return device.id
    raise AssertionError("the demo Set has a Drum Rack")


def test_parameters_are_written_and_read_back_in_single_precision(kit: Client) -> None:
    rows = value_rows.of_parameters(kit, "track-0:device-0", {1: 0.1, 2: 0.3})
    done = kit.execute((wire.SET_VALUES, rows))
    assert done.status == "applied", done.head
    assert value_rows.numbers(done.row(wire.SET_VALUES)) == (single(0.1), single(0.3))
    seen = kit.see(wire.PARAMETERS, wire.DeviceAsked("track-0:device-0"))
    assert (seen.rows[1].now, seen.rows[2].now) == (single(0.1), single(0.3))


def test_a_value_that_somebody_has_changed_is_not_overwritten(demo: Stage, kit: Client) -> None:
    rows = value_rows.of_parameters(kit, "track-0:device-0", {1: 0.1})
    version = kit.version()

    def turn(song: Any) -> None:
        song.tracks[0].devices[0].parameters[1].value = 0.77

    demo.person(turn)
    before = demo.digest()
    done = kit.execute((wire.SET_VALUES, rows), version=version)
    assert (done.status, done.code) == ("refused", "observation_changed")
    assert "0.77" in done.head["message"]
    assert demo.digest() == before


def test_another_value_that_somebody_has_changed_does_not_matter(demo: Stage, kit: Client) -> None:
    rows = value_rows.of_parameters(kit, "track-0:device-0", {1: 0.1})
    version = kit.version()

    def turn(song: Any) -> None:
        song.tracks[0].devices[0].parameters[2].value = 0.77

    demo.person(turn)
    assert kit.execute((wire.SET_VALUES, rows), version=version).status == "applied"


NOWHERE = 2**32 - 1


@pytest.mark.parametrize(
    "wrong",
    [{"minimum": -1.0}, {"maximum": 2.0}, {"flags": 0}, {"flags": wire.ENABLED | wire.AUTOMATED}, {"before": 0.123}],
)
def test_a_range_a_flag_or_a_value_that_is_not_as_planned_refuses(
    demo: Stage, kit: Client, wrong: dict[str, float]
) -> None:
    rows = value_rows.of_parameters(kit, "track-0:device-0", {1: 0.1})
    rows = value_rows.but(rows, **wrong)
    before = demo.digest()
    done = kit.execute((wire.SET_VALUES, rows))
    assert (done.status, done.code) == ("refused", "observation_changed")
    assert demo.digest() == before


@pytest.mark.parametrize("after", [float("nan"), float("inf"), 1.5, -3.0])
def test_a_value_outside_the_range_is_refused(demo: Stage, kit: Client, after: float) -> None:
    rows = value_rows.of_parameters(kit, "track-0:device-0", {1: after})
    before = demo.digest()
    done = kit.execute((wire.SET_VALUES, rows))
    assert done.status == "refused"
    assert done.code in ("does_not_fit", "invalid_arguments")
    assert demo.digest() == before


def test_an_object_with_another_pointer_is_refused(kit: Client) -> None:
    rows = value_rows.of_parameters(kit, "track-0:device-0", {1: 0.1})
    rows = rows._replace(objects=(rows.objects[0]._replace(pointer=12345),))
    done = kit.execute((wire.SET_VALUES, rows))
    assert (done.status, done.code) == ("refused", "observation_changed")


@pytest.mark.parametrize(
    "changed",
    [
        {"target": 9}, {"target": NOWHERE}, {"control": 77}, {"control": wire.OWNER_MUTE}, {"member": 9999},
        {"member": NOWHERE},
        {"control": wire.DEVICE_NAME}, {"control": wire.PAD_MUTE}, {"control": wire.CHAIN_SEND},
    ],
)  # fmt: skip
def test_a_row_that_names_nothing_is_refused(demo: Stage, kit: Client, changed: dict[str, int]) -> None:
    rows = value_rows.of_parameters(kit, "track-0:device-0", {1: 0.1})
    rows = value_rows.but(rows, **changed)
    before = demo.digest()
    assert kit.execute((wire.SET_VALUES, rows)).status == "refused"
    assert demo.digest() == before


def test_chain_and_pad_controls_are_written(demo: Stage, kit: Client) -> None:
    rack = drum_rack(kit)
    owner = rack.partition(":")[0]
    tree = kit.see(wire.DEVICES, wire.OwnerAsked(owner))
    pointer = next(row.pointer for row in tree.devices if row.id == rack)
    chain = next(row for row in tree.chains if row.device == rack and not row.is_return)
    pad = next(row for row in tree.pads if row.device == rack and row.chains != (chain.id,))
    assert chain.volume is not None
    assert chain.pan is not None
    assert chain.in_note is not None
    assert chain.out_note is not None
    rows = value_rows.to_set(
        [(rack, pointer), (chain.id, chain.pointer)],
        [
            value_rows.level(1, wire.CHAIN_VOLUME, chain.volume, 0.5),
            value_rows.level(1, wire.CHAIN_PAN, chain.pan, -0.25),
            # Solos first: what a solo clears is a mute.
            value_rows.plain(1, wire.CHAIN_SOLO, float(bool(chain.solo)), 1.0),
            value_rows.plain(0, wire.PAD_SOLO, float(pad.solo), 1.0, pad.note),
            value_rows.plain(1, wire.CHAIN_MUTE, float(bool(chain.mute)), 1.0),
            value_rows.plain(1, wire.CHAIN_OUT_NOTE, chain.out_note, 61.0),
        ],
    )
    done = kit.execute((wire.SET_VALUES, rows))
    assert done.status == "applied", done.head
    assert value_rows.numbers(done.row(wire.SET_VALUES)) == (0.5, -0.25, 1.0, 1.0, 1.0, 61.0)
    now = next(row for row in kit.see(wire.DEVICES, wire.OwnerAsked(owner)).chains if row.pointer == chain.pointer)
    assert (now.mute, now.solo, now.out_note) == (True, True, 61)


def test_a_device_is_renamed_and_an_output_chosen_by_label(kit: Client) -> None:
    tree = kit.see(wire.DEVICES, wire.OwnerAsked("track-0"))
    device = tree.devices[0]
    rows = value_rows.to_set(
        [(device.id, device.pointer)], [value_rows.plain(0, wire.DEVICE_NAME, 0, 1)], device.name, "Ölmühle"
    )
    done = kit.execute((wire.SET_VALUES, rows))
    assert done.status == "applied", done.head
    assert done.row(wire.SET_VALUES).texts == ("Ölmühle",)
    mixer = kit.see(wire.SET_MIXER)
    other = next(choice for choice in mixer.output_choices if choice.id != mixer.output_channel)
    rows = value_rows.to_set(
        [("master", mixer.master_pointer)],
        [
            value_rows.plain(0, wire.OWNER_OUTPUT, 0, 1),
            value_rows.level(0, wire.OWNER_CROSSFADER, mixer.crossfader, 0.5),
            value_rows.level(0, wire.OWNER_CUE_VOLUME, mixer.cue_volume, 0.5),
        ],
        mixer.output_channel,
        other.name,
    )
    done = kit.execute((wire.SET_VALUES, rows))
    assert done.status == "applied", done.head
    assert kit.see(wire.SET_MIXER).output_channel == other.id


def test_a_return_is_soloed_and_muted(kit: Client) -> None:
    mixer = kit.see(wire.SET_MIXER)
    row = mixer.returns[0]
    rows = value_rows.to_set(
        [("return-0", row.pointer)],
        [
            value_rows.level(0, wire.OWNER_VOLUME, row.volume, 0.25),
            value_rows.level(0, wire.OWNER_PAN, row.pan, 0.5),
            value_rows.plain(0, wire.OWNER_SOLO, float(row.solo), 1.0),
            value_rows.plain(0, wire.OWNER_MUTE, float(row.mute), 1.0),
        ],
    )
    assert kit.execute((wire.SET_VALUES, rows)).status == "applied"
    now = kit.see(wire.SET_MIXER).returns[0]
    assert (now.volume.value, now.pan.value, now.solo, now.mute) == (0.25, 0.5, True, True)


def test_one_undo_takes_all_values_back(demo: Stage, kit: Client) -> None:
    before = demo.world.digest_undoable()
    rows = value_rows.of_parameters(kit, "track-0:device-0", {1: 0.1, 2: 0.3, 3: 0.2})
    assert kit.execute((wire.SET_VALUES, rows)).status == "applied"
    demo.person(lambda song: song.undo())
    assert demo.world.digest_undoable() == before
