"""Live's browser as frozen data: its roots, what each item shows, and what loading an item puts on a track.

A stand-in library: native devices by their real names, made-up presets, kits, samples and packs. It holds what a tool
must cope with: three levels, a folder of two thousand items, one name twice in a folder, a root that is absent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from countin.sim.browser_contents import DEVICE_PRESETS, KITS, LOOPS, ONE_SHOTS, PLUGINS, SOUNDS
from countin.sim.demo_music import beat_clip, chord_clip
from countin.sim.device_layouts import foreign_device, native_device, rack
from countin.sim.document import ChainDocument, ClipDocument, DeviceDocument
from countin.sim.native_devices import AUDIO_EFFECT, INSTRUMENT, MIDI_EFFECT, names_of_type

LARGE_FOLDER_SIZE: Final = 2000
ROOTS: Final = (
    "instruments", "sounds", "drums", "audio_effects", "midi_effects", "max_for_live", "plugins", "clips", "samples",
    "packs", "user_library", "current_project",
)  # fmt: skip
"""The attributes of Live.Browser.Browser that hold one item."""
LISTS: Final = ("user_folders", "colors", "legacy_libraries")
"""The attributes of Live.Browser.Browser that hold a vector of items."""

DeviceFactory = Callable[[], DeviceDocument]
ClipFactory = Callable[[], ClipDocument]


@dataclass(frozen=True, slots=True)
class BrowserNode:
    """An item of the browser, as Live.Browser.BrowserItem shows it. `loads` makes the device that loading it puts on a
    track, `loads_clip` the clip (in a new track); both None for a loadable item whose loading is not simulated."""

    name: str
    uri: str
    is_folder: bool = False
    is_loadable: bool = False
    is_device: bool = False
    source: str = ""
    children: tuple[BrowserNode, ...] = ()
    loads: DeviceFactory | None = None
    loads_clip: ClipFactory | None = None


@dataclass(frozen=True, slots=True)
class BrowserTree:
    """The whole browser. A root that is in neither mapping does not exist in this Live: reading it raises."""

    roots: Mapping[str, BrowserNode]
    lists: Mapping[str, tuple[BrowserNode, ...]]

    @property
    def absent(self) -> tuple[str, ...]:
        """The known roots that this browser does not have."""
        return tuple(name for name in (*ROOTS, *LISTS) if name not in self.roots and name not in self.lists)


@cache
def default_browser() -> BrowserTree:
    """The library of the embedded Live; one object, shared. The root `current_project` is absent: nothing was saved."""
    return BrowserTree(
        roots={
            "instruments": _devices("Instruments", "query:Synths", INSTRUMENT),
            "sounds": _sounds(),
            "drums": _drums(),
            "audio_effects": _devices("Audio Effects", "query:AudioFx", AUDIO_EFFECT),
            "midi_effects": _devices("MIDI Effects", "query:MidiFx", MIDI_EFFECT),
            "max_for_live": _max_for_live(),
            "plugins": _plugins(),
            "clips": _clips(),
            "samples": _samples(),
            "packs": _packs(),
            "user_library": _user_library(),
        },
        lists={
            "user_folders": (_folder("Field Recordings", "query:UserFolder-1", _user_folder()),),
            "colors": tuple(_folder(name, f"query:Colors#{name}", ()) for name in ("Red", "Orange", "Yellow")),
            "legacy_libraries": (),
        },
    )


def _folder(name: str, uri: str, children: tuple[BrowserNode, ...], source: str = "") -> BrowserNode:
    return BrowserNode(name, uri, is_folder=True, source=source, children=children)


def _below(parent: str, name: str) -> str:
    """The address of a child: the first level follows a hash, deeper ones a colon."""
    return f"{parent}{':' if '#' in parent else '#'}{name}"


def _file(parent: str, number: int) -> str:
    return _below(parent, f"FileId_{number}")


def _devices(name: str, uri: str, device_type: int) -> BrowserNode:
    items = tuple(_device(uri, device) for device in names_of_type(device_type))
    return _folder(name, uri, items)


def _device(root: str, name: str) -> BrowserNode:
    uri = _below(root, name)
    folders = tuple(
        _preset_folder(uri, name, category, titles) for category, titles in DEVICE_PRESETS.get(name, {}).items()
    )
    return BrowserNode(
        name,
        uri,
        is_loadable=True,
        is_device=True,
        source="Core Library",
        children=folders,
        loads=partial(native_device, name),
    )


def _preset_folder(parent: str, device: str, category: str, titles: tuple[str, ...]) -> BrowserNode:
    uri = _below(parent, category)
    return _folder(category, uri, tuple(_preset(uri, device, title) for title in titles), "Core Library")


def _preset(parent: str, device: str, title: str, source: str = "Core Library") -> BrowserNode:
    ending = "adg" if device.endswith("Rack") else "adv"
    return BrowserNode(
        f"{title}.{ending}",
        _file(parent, _file_number(device, title)),
        is_loadable=True,
        source=source,
        loads=partial(native_device, device, title),
    )


def _file_number(*parts: str) -> int:
    """A number that is the same in every run and in every process, as Live's are within a session."""
    number = 0
    for character in "/".join(parts):
        number = (number * 131 + ord(character)) % 90_001
    return 10_000 + number


def _sounds() -> BrowserNode:
    uri = "query:Sounds"
    folders = tuple(_sound_folder(_below(uri, category), category, rows) for category, rows in SOUNDS.items())
    return _folder("Sounds", uri, folders)


def _sound_folder(uri: str, category: str, rows: tuple[tuple[str, str], ...]) -> BrowserNode:
    return _folder(category, uri, tuple(_preset(uri, device, title) for title, device in rows))


def _drums() -> BrowserNode:
    uri = "query:Drums"
    hits = _below(uri, "Drum Hits")
    folders = (
        _folder(kind, _below(hits, kind), tuple(_sample(_below(hits, kind), name) for name in names))
        for kind, names in ONE_SHOTS.items()
    )
    return _folder("Drums", uri, (_folder("Drum Hits", hits, tuple(folders)), *(_kit(uri, kit) for kit in KITS)))


def _kit(parent: str, title: str) -> BrowserNode:
    return BrowserNode(
        f"{title}.adg",
        _file(parent, _file_number("kit", title)),
        is_loadable=True,
        source="Core Library",
        loads=partial(small_kit, title),
    )


def small_kit(title: str) -> DeviceDocument:
    """A Drum Rack of four pads from C1 up, as a kit preset loads it."""
    pads = ("Kick", "Snare", "Closed Hat", "Open Hat")
    chains = tuple(
        ChainDocument(pad, devices=(native_device("Drum Sampler", pad),), in_note=36 + index, out_note=60)
        for index, pad in enumerate(pads)
    )
    return rack("Drum Rack", title, chains=chains)


def _sample(parent: str, name: str, source: str = "Core Library") -> BrowserNode:
    return BrowserNode(
        name,
        _file(parent, _file_number("sample", name)),
        is_loadable=True,
        source=source,
        loads=partial(native_device, "Simpler", name.rsplit(".", 1)[0], sample_path=f"/Samples/{name}"),
    )


def _foreign(parent: str, name: str, class_name: str, device_type: int) -> BrowserNode:
    return BrowserNode(
        name,
        _below(parent, name),
        is_loadable=True,
        is_device=True,
        loads=partial(foreign_device, class_name, name.removesuffix(".amxd"), device_type),
    )


def _max_for_live() -> BrowserNode:
    uri = "query:M4L"
    folders = (
        ("Max Audio Effect", (("Stutter Box.amxd", "MxDeviceAudioEffect", AUDIO_EFFECT),)),
        ("Max Instrument", (("Bell Maker.amxd", "MxDeviceInstrument", INSTRUMENT),)),
    )
    return _folder(
        "Max for Live",
        uri,
        tuple(
            _folder(name, _below(uri, name), tuple(_foreign(_below(uri, name), *row) for row in rows))
            for name, rows in folders
        ),
    )


def _plugins() -> BrowserNode:
    uri = "query:Plugins"
    vendors = tuple(
        _folder(
            vendor,
            _below(uri, vendor),
            tuple(_foreign(_below(uri, vendor), name, "PluginDevice", kind) for name, kind in rows),
        )
        for vendor, rows in PLUGINS.items()
    )
    return _folder("Plug-Ins", uri, vendors)


def _clips() -> BrowserNode:
    uri = "query:Clips"
    rows: tuple[tuple[str, ClipFactory], ...] = (
        ("Straight Beat.alc", partial(beat_clip, "Straight Beat", 2, busy=False)),
        ("Busy Beat.alc", partial(beat_clip, "Busy Beat", 2, busy=True)),
        ("Four Chords.alc", partial(chord_clip, "Four Chords", 4)),
    )
    items = tuple(
        BrowserNode(name, _file(uri, _file_number("clip", name)), is_loadable=True, loads_clip=clip)
        for name, clip in rows
    )
    return _folder("Clips", uri, items)


def _samples() -> BrowserNode:
    uri = "query:Samples"
    large, loops = _below(uri, "Imported"), _below(uri, "Loops")
    names = (f"Take {number:04}.wav" for number in range(1, LARGE_FOLDER_SIZE + 1))
    imported = tuple(_sample(large, name, "") for name in names)
    return _folder(
        "Samples",
        uri,
        (_folder("Imported", large, imported), _folder("Loops", loops, tuple(_sample(loops, name) for name in LOOPS))),
    )


def _packs() -> BrowserNode:
    uri = "query:LivePacks"
    pack = "Chamber Sketches"
    inside = _below(uri, pack)
    sounds = _below(inside, "Sounds")
    presets = tuple(_preset(sounds, "Simpler", title, pack) for title in ("Cello Short", "Viola Long"))
    return _folder("Packs", uri, (_folder(pack, inside, (_folder("Sounds", sounds, presets, pack),), pack),))


def _user_library() -> BrowserNode:
    """One name stands twice in the folder "Presets": a path by names cannot tell the two apart."""
    uri = "query:UserLibrary"
    presets = _below(uri, "Presets")
    twins = tuple(
        BrowserNode(
            "Warm Pad.adv",
            _file(presets, number),
            is_loadable=True,
            source="User Library",
            loads=partial(native_device, device, "Warm Pad"),
        )
        for number, device in ((71, "Operator"), (72, "Simpler"))
    )
    others = (_preset(presets, "Reverb", "Long Hall", "User Library"),)
    return _folder(
        "User Library", uri, (_folder("Presets", presets, (*twins, *others)), _folder("Clips", f"{uri}#Clips", ()))
    )


def _user_folder() -> tuple[BrowserNode, ...]:
    uri = "query:UserFolder-1"
    return tuple(_sample(uri, name, "") for name in ("Rain on Tin.wav", "Tram Bell.wav"))
