"""The factory and the demo Set as the embedded Live shows them: the documents' promises hold in the object model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from countin.sim.demo import demo_set
from countin.sim.demo_kit import MACROS
from countin.sim.factory import factory_set
from countin.sim.world import World


@pytest.fixture(scope="module")
def demo() -> World:
    """Only read from."""
    return World(demo_set())


def parameters_below(device: Any) -> Iterator[Any]:
    yield from device.parameters
    if device.can_have_chains:
        for chain in (*device.chains, *device.return_chains):
            for inner in chain.devices:
                yield from parameters_below(inner)


def test_the_factory_set_reads_as_live_numbers_and_names_it() -> None:
    song = World(factory_set()).song
    assert [track.name for track in song.tracks] == ["1-MIDI", "2-MIDI", "3-Audio", "4-Audio"]
    assert [track.name for track in song.return_tracks] == ["A-Reverb", "B-Delay"]
    assert song.master_track.name == "Main"
    assert (len(song.scenes), song.tempo, song.is_playing) == (8, 120.0, False)


def test_the_kit_has_640_parameters_that_can_be_written(demo: World) -> None:
    kit = demo.song.tracks[1].devices[0]
    assert [pad.note for pad in kit.drum_pads if pad.chains] == list(range(36, 52))
    assert sum(parameter.is_enabled for parameter in parameters_below(kit)) >= 640
    assert kit.macros_mapped[:8] == (True,) * 8
    assert not any(kit.macros_mapped[8:])
    assert [parameter.name for parameter in kit.parameters[1:9]] == [name for name, _ in MACROS]


def test_what_a_macro_drives_is_disabled_and_follows_it_a_turn_later() -> None:
    world = World(demo_set())
    kit = world.song.tracks[1].devices[0]
    tune = kit.chains[0].devices[0].parameters[1]
    macro = kit.parameters[1]
    assert (tune.name, tune.is_enabled) == ("Transpose", False)
    assert tune.value == pytest.approx(-12.0 + 24.0 * 64.0 / 127.0, abs=1e-5)
    macro.value = 127.0
    world.advance(0.1)
    assert tune.value == pytest.approx(12.0)


def test_the_demo_set_shows_its_group_audio_and_locators(demo: World) -> None:
    song = demo.song
    assert song.tracks[0].is_foldable
    assert [track.is_grouped for track in song.tracks[:4]] == [False, True, True, False]
    assert song.tracks[5].clip_slots[1].clip.is_audio_clip
    assert song.tracks[6].name == "7-Audio"
    assert [cue.name for cue in song.cue_points] == ["Intro", "Verse", "Chorus", "Outro"]
    assert (song.scenes[2].tempo_enabled, song.scenes[2].tempo) == (True, 124.0)


def test_every_native_device_can_be_inserted_by_its_browser_name() -> None:
    from countin.sim.native_devices import NATIVE_DEVICES

    world = World(factory_set())
    song = world.song
    for name, (class_name, kind) in NATIVE_DEVICES.items():
        track = song.tracks[2] if kind == 2 else song.tracks[0]
        device = track.insert_device(name)
        assert (device.class_name, device.class_display_name) == (class_name, name)
        assert device.parameters[0].name == "Device On"
        track.delete_device([*track.devices].index(device))
