"""Opens a Live file as far as its skeleton: its kind and version, its tracks or its preset, and their devices."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from xml.etree.ElementTree import Element

from countin.sim.files.container import Limits, LoadedTree, load_tree
from countin.sim.files.errors import SetFileError
from countin.sim.files.fields import Fields
from countin.sim.files.nodes import DeviceNode, ParameterNode, gather_parameters, read_devices
from countin.sim.files.presets import read_preset_device
from countin.sim.files.totals import TRACK_WORDS

FIRST_VERSION, LAST_VERSION = 8, 12
LAST_WITH_OWN_EVENTS = 9
MAIN_TAGS = ("MainTrack", "MasterTrack")
CHAIN_TAGS = ("DeviceChain", "MasterChain")


@dataclass(slots=True)
class TrackNode:
    """A track element with its outer chain, mixer and devices. `number` is its place in the file, from 1."""

    element: Element
    tag: str
    number: int
    chain: Element
    mixer: Element
    mixer_parameters: list[ParameterNode]
    devices: list[DeviceNode]


@dataclass(frozen=True, slots=True)
class FormatVersion:
    """The version of the format as the root element states it; `schema_changes` None where it states none."""

    major: str
    minor: str
    schema_changes: str | None


@dataclass(slots=True)
class OpenFile:
    """A file whose skeleton was read. `version` is the major version of Live's format, 8 to 12."""

    name: str
    zipped: bool
    version: int
    creator: str
    stated: FormatVersion
    kind: Literal["set", "preset"]
    content: Element
    fields: Fields
    tracks: list[TrackNode] = field(default_factory=list[TrackNode])
    main: TrackNode | None = None
    preset: DeviceNode | None = None

    def every_track(self) -> Iterator[TrackNode]:
        """All tracks, returns and the main track last."""
        yield from self.tracks
        if self.main is not None:
            yield self.main

    def every_device(self) -> Iterator[DeviceNode]:
        """Every device at every depth."""
        if self.preset is not None:
            yield from self.preset.every()
        for track in self.every_track():
            for device in track.devices:
                yield from device.every()


def open_file(path: Path, limits: Limits | None = None) -> OpenFile:
    """Open a set or a preset. Raises SetFileError when it is neither, damaged, or beyond `limits`."""
    tree = load_tree(path, limits)
    root, name = tree.root, path.name
    if root.tag != "Ableton":
        raise SetFileError(f"{name}: the root element is {root.tag[:40]}, not Ableton; this is no Live file")
    if not len(root):
        raise SetFileError(f"{name}: the Ableton element is empty")
    opened = _skeleton(tree, name)
    if opened.kind == "set":
        _open_set(opened)
    else:
        opened.preset = read_preset_device(opened.content, opened.fields)
    return opened


def _skeleton(tree: LoadedTree, name: str) -> OpenFile:
    fields = Fields(name)
    if tree.trailing_bytes:
        fields.warn("bytes after the end of the gzip data: ignored")
    content = tree.root.find("LiveSet")
    kind = "preset" if content is None else "set"
    content = tree.root[0] if content is None else content
    version = _version(tree.root, fields)
    fields.events_in_parameters = version <= LAST_WITH_OWN_EVENTS
    get = tree.root.get
    stated = FormatVersion(get("MajorVersion", ""), get("MinorVersion", ""), get("SchemaChangeCount"))
    return OpenFile(name, tree.zipped, version, get("Creator", ""), stated, kind, content, fields)


def _version(root: Element, fields: Fields) -> int:
    """8.1_226 is Live 8, 12.0_12300 is Live 12; later ones are read as the last known."""
    found = re.match(r"(\d{1,4})\.", root.get("MinorVersion", ""))
    number = int(found.group(1)) if found else LAST_VERSION
    if not found or not FIRST_VERSION <= number <= LAST_VERSION:
        fields.warn(
            f"format version {root.get('MinorVersion', '')[:40]!r} is not one of Live 8 to 12: read as the nearest"
        )
    return min(max(number, FIRST_VERSION), LAST_VERSION)


def _open_set(opened: OpenFile) -> None:
    tracks = opened.content.find("Tracks")
    if tracks is None:
        raise SetFileError(f"{opened.name}: the set has no Tracks element")
    for element in tracks:
        if element.tag in TRACK_WORDS:
            opened.tracks.append(_track(element, len(opened.tracks) + 1, opened))
        else:
            opened.fields.warn(f"unknown track {element.tag}: skipped")
    main = next((found for tag in MAIN_TAGS if (found := opened.content.find(tag)) is not None), None)
    if main is None:
        raise SetFileError(f"{opened.name}: the set has neither MainTrack nor MasterTrack")
    opened.main = _track(main, len(opened.tracks) + 1, opened)


def outer_chain(track: Element) -> Element | None:
    """The chain of a track that holds its mixer: named MasterChain on the main track of Live 8."""
    return next((chain for tag in CHAIN_TAGS if (chain := track.find(tag)) is not None), None)


def _track(element: Element, number: int, opened: OpenFile) -> TrackNode:
    chain = outer_chain(element)
    mixer = None if chain is None else chain.find("Mixer")
    if chain is None or mixer is None:
        what = "DeviceChain" if chain is None else "Mixer"
        raise SetFileError(f"{opened.name}: track {number} ({element.tag}) has no {what}")
    parameters = gather_parameters(mixer, opened.fields)
    opened.fields.tally["mixer_params"] += len(parameters)
    devices = read_devices(chain.find("DeviceChain/Devices"), opened.fields)
    return TrackNode(element, element.tag, number, chain, mixer, parameters, devices)
