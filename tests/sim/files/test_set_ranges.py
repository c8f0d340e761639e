"""Whatever set is opened, its parameters can be turned: ranges hold their values, and equal layouts are shared."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from countin.sim.document import ChainDocument, DeviceDocument, SetDocument
from countin.sim.files import read_preset
from countin.sim.files.fields import single
from countin.sim.files.harvest import harvest
from countin.sim.files.ranges import TABLE_FILE, table_range
from sim.files.references import PRESETS, SETS


def devices_of(document: SetDocument) -> list[DeviceDocument]:
    """Every device of a set, at every depth."""
    every = (*document.tracks, *document.returns, document.main)
    return [inner for track in every for device in track.devices for inner in below(device)]


def below(device: DeviceDocument) -> Iterator[DeviceDocument]:
    """A device and all in its chains."""
    yield device
    for chain in (*device.chains, *device.return_chains):
        for inner in chain.devices:
            yield from below(inner)


@pytest.mark.parametrize("name", SETS)
def test_every_value_lies_in_its_range_and_quantized_ones_are_whole(
    name: str, reference_set: Callable[[str], SetDocument]
) -> None:
    check_values(devices_of(reference_set(name)))


@pytest.mark.parametrize("name", PRESETS)
def test_every_value_of_a_preset_lies_in_its_range(name: str, shared: Path) -> None:
    check_values(list(below(read_preset(shared / "sets" / name))))


def check_values(devices: list[DeviceDocument]) -> None:
    """Ranges and values are what Live can hold: ordered, in 32 bits, whole where there are steps."""
    for device in devices:
        for layout, value in zip(device.layout.parameters, device.values, strict=True):
            assert layout.minimum <= value <= layout.maximum
            assert (layout.minimum, value, layout.maximum) == tuple(
                map(single, (layout.minimum, value, layout.maximum))
            )
            if layout.quantized:
                assert value == int(value)
                assert not layout.value_items or len(layout.value_items) == layout.maximum - layout.minimum + 1
            if layout.default is not None:
                assert layout.minimum <= layout.default <= layout.maximum


@pytest.mark.parametrize("name", SETS)
def test_equal_layouts_are_one_object(name: str, reference_set: Callable[[str], SetDocument]) -> None:
    layouts = [device.layout for device in devices_of(reference_set(name))]
    assert len({id(layout) for layout in layouts}) == len(set(layouts))


@pytest.mark.parametrize("name", SETS)
def test_every_mapping_leads_to_a_parameter_and_stays_in_its_range(
    name: str, reference_set: Callable[[str], SetDocument]
) -> None:
    for rack in devices_of(reference_set(name)):
        for mapping in rack.mappings:
            target = rack
            for list_name, chain, device in mapping.path:
                chains: tuple[ChainDocument, ...] = getattr(target, list_name)
                target = chains[chain].devices[device]
            layout = target.layout.parameters[mapping.parameter]
            assert 0 <= mapping.macro < 16
            assert layout.minimum <= mapping.minimum <= layout.maximum
            assert layout.minimum <= mapping.maximum <= layout.maximum


@pytest.mark.parametrize("name", SETS)
def test_every_mapping_of_the_file_is_in_the_document(name: str, reference_set: Callable[[str], SetDocument]) -> None:
    document = reference_set(name)
    found = sum(len(rack.mappings) + len(rack.mixer_mappings) for rack in devices_of(document))
    assert found == document.totals["macro_mappings"]


def test_the_first_track_of_the_large_set_offers_thousands_of_parameters_with_known_ranges(
    reference_set: Callable[[str], SetDocument],
) -> None:
    (rack,) = reference_set("live12_set_large.als").tracks[0].devices
    parameters = [layout for device in below(rack) for layout in device.layout.parameters]
    assert len(parameters) > 7000
    assert not any(layout.guessed for layout in parameters)
    assert sum(layout.minimum < layout.maximum for layout in parameters) > 7000


def test_the_large_set_reads_alike_from_live_11_and_live_12(reference_set: Callable[[str], SetDocument]) -> None:
    """The same music saved twice: only what the versions write differently may differ."""
    old, new = reference_set("live11_set_large.als"), reference_set("live12_set_large.als")
    assert [track.name for track in old.tracks] == [track.name for track in new.tracks]
    assert [track.slots for track in old.tracks] == [track.slots for track in new.tracks]
    assert old.scenes == new.scenes
    assert (old.tempo, old.scale_name, old.cues, old.grooves) == (new.tempo, new.scale_name, new.cues, new.grooves)
    for before, after in zip(devices_of(old), devices_of(new), strict=True):
        ranges = {layout.name: (layout.minimum, layout.maximum) for layout in after.layout.parameters}
        for layout in before.layout.parameters:
            if layout.name in ranges and not layout.quantized:
                assert ranges[layout.name] == pytest.approx((layout.minimum, layout.maximum), rel=1e-3)


def test_the_table_of_ranges_is_what_the_reference_files_state(shared: Path) -> None:
    files = [shared / "sets" / name for name in (*SETS, *PRESETS)]
    harvested = json.loads(json.dumps(harvest(files)))
    assert harvested == json.loads(TABLE_FILE.read_text(encoding="utf-8"))
    assert table_range("Eq8", "Bands.3/ParameterA/Mode", "enum") == (0.0, 7.0)
