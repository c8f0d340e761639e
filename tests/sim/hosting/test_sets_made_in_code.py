"""The factory Set, the demo Set and the library, as documents: what they promise to every test that opens them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from countin.sim.browser_tree import LARGE_FOLDER_SIZE, LISTS, ROOTS, BrowserNode, default_browser
from countin.sim.demo import demo_set
from countin.sim.device_layouts import native_device, native_layout, rack_layout
from countin.sim.document import ChainDocument, DeviceDocument, SetDocument
from countin.sim.factory import factory_set
from countin.sim.native_devices import NATIVE_DEVICES


def chains_of(device: DeviceDocument) -> tuple[ChainDocument, ...]:
    return (*device.chains, *device.return_chains)


def below(device: DeviceDocument) -> Iterator[DeviceDocument]:
    yield device
    for chain in chains_of(device):
        for inner in chain.devices:
            yield from below(inner)


def all_devices(document: SetDocument) -> list[DeviceDocument]:
    tracks = (*document.tracks, *document.returns, document.main)
    return [found for track in tracks for device in track.devices for found in below(device)]


def driven(rack: DeviceDocument) -> set[tuple[int, int]]:
    """(identity of the device, parameter) of everything a rack's macros drive."""
    found: set[tuple[int, int]] = set()
    for mapping in rack.mappings:
        device = rack
        for kind, chain, index in mapping.path:
            device = (device.chains if kind == "chains" else device.return_chains)[chain].devices[index]
        found.add((id(device), mapping.parameter))
    return found


def nodes(node: BrowserNode, depth: int = 0) -> Iterator[tuple[int, BrowserNode]]:
    yield depth, node
    for child in node.children:
        yield from nodes(child, depth + 1)


def library() -> list[tuple[int, BrowserNode]]:
    tree = default_browser()
    tops = (*tree.roots.values(), *(item for items in tree.lists.values() for item in items))
    return [found for top in tops for found in nodes(top)]


@pytest.mark.parametrize("make", [factory_set, demo_set])
def test_a_set_made_in_code_is_the_same_every_time(make: Callable[[], SetDocument]) -> None:
    assert make() == make()


@pytest.mark.parametrize("make", [factory_set, demo_set])
def test_every_device_has_one_value_within_range_for_each_parameter(make: Callable[[], SetDocument]) -> None:
    devices = all_devices(make())
    assert devices
    for device in devices:
        assert len(device.values) == len(device.layout.parameters)
        for value, layout in zip(device.values, device.layout.parameters, strict=True):
            assert layout.minimum <= value <= layout.maximum, (device.name, layout.name)


def test_the_factory_set_has_the_tracks_and_scenes_that_live_starts_with() -> None:
    document = factory_set()
    assert [track.kind for track in document.tracks] == ["midi", "midi", "audio", "audio"]
    assert [track.name for track in document.tracks] == [None] * 4
    assert [device.name for track in document.returns for device in track.devices] == ["Reverb", "Delay"]
    assert [scene.name for scene in document.scenes] == [""] * 8
    assert document.tempo == 120.0


def test_the_demo_kit_has_sixteen_pads_and_640_parameters_that_can_be_written() -> None:
    kit = demo_set().tracks[1].devices[0]
    assert [chain.in_note for chain in kit.chains] == list(range(36, 52))
    taken = driven(kit)
    parameters = sum(len(device.layout.parameters) for device in below(kit))
    assert parameters - len(taken) >= 640
    assert {mapping.macro for mapping in kit.mappings} == set(range(8))


def test_the_demo_set_has_one_of_everything() -> None:
    document = demo_set()
    kinds = Counter(track.kind for track in document.tracks)
    assert kinds["group"] == 1
    assert [index for index, track in enumerate(document.tracks) if track.group == 0] == [1, 2]
    assert sum(1 for track in document.tracks for clip in track.slots if clip is not None and clip.notes) >= 6
    assert any(clip.kind == "audio" for track in document.tracks for clip in track.slots if clip is not None)
    assert any(track.kind == "audio" and not any(track.slots) for track in document.tracks)
    assert all(track.devices for track in document.returns)
    assert len(document.cues) == 4
    assert any(scene.tempo is not None for scene in document.scenes)
    assert all(len(track.slots) == len(document.scenes) for track in document.tracks)
    nested = [d for d in all_devices(document) for c in d.chains for inner in c.devices if inner.chains]
    assert nested


def test_notes_of_one_pitch_do_not_overlap_in_any_clip() -> None:
    clips = [clip for track in demo_set().tracks for clip in (*track.slots, *track.arrangement) if clip is not None]
    assert clips
    for clip in clips:
        for earlier, later in zip(clip.notes, clip.notes[1:], strict=False):
            assert earlier.pitch < later.pitch or earlier.start + earlier.duration <= later.start, clip.name


def test_devices_that_look_alike_share_one_layout() -> None:
    assert native_device("Reverb").layout is native_device("Reverb", "Hall").layout
    assert rack_layout("Drum Rack", ("Tune",)) is rack_layout("Drum Rack", ("Tune",))


def test_a_renamed_macro_keeps_its_original_name() -> None:
    macro = rack_layout("Instrument Rack", ("Tune",)).parameters[1]
    assert (macro.name, macro.original_name) == ("Tune", "Macro 1")


def test_a_drum_rack_shows_no_chain_selector() -> None:
    assert len(rack_layout("Drum Rack").parameters) == 17
    assert len(rack_layout("Instrument Rack").parameters) == 18


def test_a_device_without_a_table_says_that_its_layout_is_a_guess() -> None:
    (only,) = native_layout("Roar").parameters
    assert (only.name, only.guessed) == ("Device On", True)


def test_an_unknown_parameter_name_is_refused_by_name() -> None:
    with pytest.raises(KeyError, match="Reverb has no parameter 'Sparkle'"):
        native_device("Reverb", values={"Sparkle": 1.0})


def test_the_browser_has_every_root_but_one() -> None:
    tree = default_browser()
    assert tree.absent == ("current_project",)
    assert {*tree.roots, *tree.lists, *tree.absent} == {*ROOTS, *LISTS}


def test_every_native_device_can_be_loaded_from_the_browser() -> None:
    devices = {node.name: node for _, node in library() if node.is_device}
    assert set(NATIVE_DEVICES) <= set(devices)
    for name, (class_name, kind) in NATIVE_DEVICES.items():
        loads = devices[name].loads
        assert loads is not None
        layout = loads().layout
        assert (layout.class_name, layout.type) == (class_name, kind)


def test_the_table_of_native_devices_is_the_reference_one(shared: Path) -> None:
    constants = json.loads((shared / "live-api" / "constants.json").read_text(encoding="utf-8"))
    reference: dict[str, tuple[str | None, int]] = constants["native_devices"]
    assert set(NATIVE_DEVICES) == set(reference)
    for name, (class_name, kind) in reference.items():
        assert NATIVE_DEVICES[name][1] == kind
        assert class_name in (None, NATIVE_DEVICES[name][0])


def test_the_library_is_deep_and_wide_and_has_a_name_twice() -> None:
    found = library()
    assert max(depth for depth, _ in found) == 3
    assert max(len(node.children) for _, node in found) == LARGE_FOLDER_SIZE
    twice = [node for _, node in found if len({child.name for child in node.children}) < len(node.children)]
    assert [node.name for node in twice] == ["Presets"]


def test_every_address_in_the_library_names_one_item() -> None:
    addresses = Counter(node.uri for _, node in library())
    assert [uri for uri, count in addresses.items() if count > 1] == []


def test_every_loadable_item_loads_something_that_fits_its_layout() -> None:
    loadable = [node for _, node in library() if node.is_loadable]
    assert loadable
    for node in loadable:
        assert (node.loads is None) != (node.loads_clip is None)
        if node.loads is not None:
            for device in below(node.loads()):
                assert len(device.values) == len(device.layout.parameters)
