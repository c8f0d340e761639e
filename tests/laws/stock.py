"""What a Set holds, as far as arguments and edits are drawn from it: read from a fresh Set, through `Live` alone."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from laws import facts

_SINGLE = struct.Struct("<f")
WHOLE = ("in_note", "out_note", facts.MONITORING)
"""Members whose values are whole numbers by type."""
PLUG_INS = ("PluginDevice", "AuPluginDevice")


def single(value: float) -> float:
    """A value as Live holds it."""
    return _SINGLE.unpack(_SINGLE.pack(value))[0]


@dataclass(frozen=True)
class Control:
    """A fact that can be written: its range where it is a number, its choices where it is a text; None for a switch."""

    fact: facts.Fact
    value: Any
    bounds: tuple[float, float] | None = None
    whole: bool = False
    choices: tuple[str, ...] = ()
    enabled: bool = True
    level: int = 1
    """The first device-chain format that holds it; 0 for none: only the track's own state does."""
    groups: tuple[str, ...] = ()
    """The group tracks that its track sits in."""

    @property
    def owner(self) -> str:
        """The track that holds it."""
        return self.fact[1].partition(":")[0]


@dataclass(frozen=True)
class Clip:
    """A Session clip that can be copied: its track, scene, and length in beats."""

    track: int
    scene: int
    kind: str
    beats: float


@dataclass(frozen=True, repr=False)
class Stock:
    """All of it."""

    scenes: int
    kinds: tuple[str, ...]
    """What each track can hold: midi, audio or group."""
    empty: tuple[tuple[int, int], ...]
    """Empty slots of MIDI tracks."""
    clips: tuple[Clip, ...]
    timelines: tuple[tuple[tuple[float, float], ...], ...]
    """What lies on each track's timeline."""
    controls: tuple[Control, ...]
    owners: tuple[str, ...]
    """Those with devices."""
    cues: int
    devices: tuple[str, ...]
    racks: tuple[str, ...]
    groups: Mapping[str, tuple[str, ...]]
    """The group tracks that each track sits in, the nearest first."""
    returns: int

    def __repr__(self) -> str:
        return "the stock"

    def of_owner(self, owner: str) -> list[Control]:
        """The controls of one owner."""
        return [control for control in self.controls if control.owner == owner]

    def of_device(self, device: str) -> list[Control]:
        """The parameters of one device."""
        return [control for control in self.controls if control.fact[:2] == ("parameter", device)]

    def systems(self) -> dict[str, tuple[str, ...]]:
        """Every group track with the tracks in it, itself first, in Live's order."""
        roots = [name for place, name in enumerate(self.groups) if self.kinds[place] == "group"]
        return {root: (root, *(name for name, above in self.groups.items() if root in above)) for root in roots}


def stock(song: Any) -> Stock:
    """The stock of a Set."""
    objects = facts.Objects(song)
    known = [(fact, value) for fact, value in facts.facts(song).items() if _is_settable(fact)]
    groups = facts.groups_of(song)
    made = (_control(song, objects, fact, value) for fact, value in known)
    controls = tuple(replace(one, groups=groups.get(one.owner, ())) for one in made)
    tracks = [*song.tracks]
    devices = tuple(dict.fromkeys(control.fact[1] for control in controls if control.fact[0] == "device"))
    return Stock(
        scenes=len(song.scenes),
        kinds=tuple(_kind(track) for track in tracks),
        empty=tuple(
            (place, scene)
            for place, track in enumerate(tracks)
            if _kind(track) == "midi" and not track.is_frozen
            for scene, slot in enumerate(track.clip_slots)
            if not slot.has_clip
        ),
        clips=tuple(clip for place, track in enumerate(tracks) for clip in _clips(track, place)),
        timelines=tuple(_timeline(track) for track in tracks),
        controls=controls,
        owners=tuple(name for name, owner in facts.owners(song).items() if len(owner.devices)),
        cues=len(song.cue_points),
        devices=devices,
        racks=tuple(name for name in devices if objects.at(name).can_have_chains),
        groups=groups,
        returns=len(song.return_tracks),
    )


def _kind(track: Any) -> str:
    return "group" if track.is_foldable else "midi" if track.has_midi_input else "audio"


def _clips(track: Any, place: int) -> list[Clip]:
    found: list[Clip] = []
    for scene, slot in enumerate(track.clip_slots):
        clip = slot.clip if slot.has_clip else None
        if clip is not None and (clip.is_midi_clip or clip.warping):
            found.append(Clip(place, scene, "midi" if clip.is_midi_clip else "audio", clip.length))
    return found


def _timeline(track: Any) -> tuple[tuple[float, float], ...]:
    clips = () if track.is_foldable else track.arrangement_clips
    return tuple((clip.start_time, clip.end_time) for clip in clips)


def _is_settable(fact: facts.Fact) -> bool:
    if fact[0] == "track":
        return fact[1].startswith("track-") and fact[-1] == "name"
    return fact[0] in ("parameter", "chain", "pad", "device", "mixer", "route") and fact[-1] != "name"


_FIRST_FORMAT = {"parameter": 1, "device": 1, "chain": 3, "pad": 4}


def _control(song: Any, objects: facts.Objects, fact: facts.Fact, value: Any) -> Control:
    level = _level(fact)
    if fact[0] == "device":
        # Live does not let a script name a plug-in: a recall onto one that was renamed is refused.
        own = objects.at(fact[1]).class_name not in PLUG_INS
        return Control(fact, value, choices=(str(value), f"{value} 2", "Ünïcode ♫"), enabled=own, level=level)
    if fact[0] == "track":
        return Control(fact, value, choices=(str(value), f"{value} 2", f"♫ {value}"), level=level)
    if fact[0] == "route":
        return _route(song, objects, fact, value)
    if fact[-1] == "output":
        names = tuple(choice.display_name for choice in song.master_track.available_output_routing_channels)
        return Control(fact, value, choices=names, level=level)
    if isinstance(value, bool):
        return Control(fact, value, enabled=not objects.is_driven(fact, value), level=level)
    if fact[-1] in ("in_note", "out_note"):
        # A chain that hears all notes (-1) can be given one, but Live takes no way back: a recall of it is refused.
        return Control(fact, value, (0.0, 127.0), whole=True, enabled=value >= 0, level=level)
    parameter, _ = objects.holder_of(fact)
    bounds = (parameter.min, parameter.max)
    return Control(fact, value, bounds, bool(parameter.is_quantized), enabled=bool(parameter.is_enabled), level=level)


def _route(song: Any, objects: facts.Objects, fact: facts.Fact, value: Any) -> Control:
    """A routing: the choices that name one thing, and no other track, whose name may be turned too."""
    track, member = objects.at(fact[1]), fact[2]
    if member == facts.MONITORING:
        return Control(fact, value, (0.0, 2.0), whole=True, level=0)
    offered = [choice.display_name for choice in getattr(track, f"available_{member}s")]
    tracks = {other.name for other in song.tracks}
    names = tuple(name for name in offered if offered.count(name) == 1 and name not in tracks and name)
    return Control(fact, value, choices=names, enabled=offered.count(value) == 1 and len({*names, value}) > 1, level=0)


def _level(fact: facts.Fact) -> int:
    if fact[0] in ("track", "route"):
        return 0
    if fact[0] == "mixer":
        return _mixer_level(fact)
    level = _FIRST_FORMAT[fact[0]]
    return max(level, 2) if "/" in fact[1] else level


def _mixer_level(fact: facts.Fact) -> int:
    if fact[1] == "master":
        return 6
    return 5 if fact[1].startswith("return") and not fact[2].startswith("send") else 0
