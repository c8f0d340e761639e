"""Which part of a document answers for which field of the facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from countin.sim.document import (
    ChainDocument,
    ClipDocument,
    DeviceDocument,
    NoteDocument,
    RoutingDocument,
    SetDocument,
    TrackDocument,
)
from countin.sim.files import describe, read_preset
from sim.files import fact_units as units
from sim.files.comparing import Difference, Row, Rule, Tables

KIND_WORDS = {"midi": "MIDI", "audio": "Audio", "group": "Group"}


@dataclass(frozen=True, slots=True)
class OfSet:
    """A document and what `describe` says of its file."""

    document: SetDocument
    described: dict[str, object]


@dataclass(frozen=True, slots=True)
class OfPreset:
    """A preset's device and what `describe` says of its file."""

    device: DeviceDocument
    described: dict[str, object]


@dataclass(frozen=True, slots=True)
class OfTrack:
    """A track, its place among its own kind of list, and the document around it."""

    track: TrackDocument
    place: int
    document: SetDocument


@dataclass(frozen=True, slots=True)
class OfClip:
    """A clip, the slot it lies in (None on the timeline), and the document around it."""

    clip: ClipDocument
    slot: int | None
    document: SetDocument


@dataclass(frozen=True, slots=True)
class OfChain:
    """A chain with the letter that Live shows before the name of a return chain."""

    chain: ChainDocument
    letter: str = ""


def preset(path: Path) -> OfPreset:
    """A preset file."""
    return OfPreset(read_preset(path), describe(path))


def described(key: str) -> Row:
    """What `describe` says."""
    return Row(lambda ours: ours.described[key])


def every_track(document: SetDocument) -> list[OfTrack]:
    """In the order of the facts: tracks, returns, main."""
    lists = (document.tracks, document.returns, (document.main,))
    return [OfTrack(track, place, document) for tracks in lists for place, track in enumerate(tracks)]


def shown_name(ours: OfTrack) -> str:
    """The name as Live shows it, with what Live adds by itself."""
    track = ours.track
    if track.kind == "main":
        return track.name or "Main"
    if track.kind == "return":
        automatic = track.devices[0].name if track.devices else "Return"
        return f"{chr(ord('A') + ours.place)}-{track.name or automatic}"
    return track.name or f"{ours.place + 1}-{KIND_WORDS[track.kind]}"


def target(routing: RoutingDocument | None) -> str | None:
    """The machine text of a routing."""
    return None if routing is None else routing.target


def session(ours: OfTrack) -> list[OfClip]:
    """The clips of a track's slots."""
    return [OfClip(clip, slot, ours.document) for slot, clip in enumerate(ours.track.slots) if clip is not None]


def arrangement(ours: OfTrack) -> list[OfClip]:
    """The clips of a track's timeline."""
    return [OfClip(clip, None, ours.document) for clip in ours.track.arrangement]


def start_of(ours: OfClip) -> float:
    """A clip of the session has no other place than its start marker."""
    return ours.clip.start_time if ours.slot is None else ours.clip.start_marker


def end_of(ours: OfClip) -> float:
    """A clip of the session ends where its brace ends."""
    return ours.clip.end_time if ours.slot is None else ours.clip.loop_end


def groove(ours: OfClip) -> int | None:
    """The id that the file gives the clip's groove."""
    place = ours.clip.groove
    return None if place is None else ours.document.grooves[place].saved_id


def note_sum(name: str) -> Row:
    """The sum over a clip's notes."""

    def total(ours: OfClip) -> float:
        notes: Sequence[NoteDocument] = ours.clip.notes
        return sum(getattr(note, name) for note in notes)

    return Row(total, within=0.1 if name == "velocity" else 1e-3)


def macros(device: DeviceDocument) -> list[list[Any]]:
    """The macros that the rack shows."""
    pairs = zip(device.layout.parameters, device.values, strict=True)
    return [[layout.name, value] for layout, value in pairs][1 : 1 + device.visible_macro_count]


def chains(device: DeviceDocument) -> list[OfChain]:
    """The chains of a rack."""
    return [OfChain(chain) for chain in device.chains]


def return_chains(device: DeviceDocument) -> list[OfChain]:
    """The return chains of a rack."""
    return [OfChain(chain, f"{chr(ord('A') + index)} ") for index, chain in enumerate(device.return_chains)]


HEAD = {
    "creator": described("creator"),
    "major": described("major"),
    "minor": described("minor"),
    "schema_change_count": described("schema_change_count"),
    "gzip": described("gzip"),
    "kind": described("kind"),
    "totals": described("totals"),
}
CLIP = {
    "slot": Row(lambda ours: ours.slot),
    "type": Row(lambda ours: ours.clip.kind),
    "name": Row(lambda ours: ours.clip.name),
    "start": Row(start_of),
    "end": Row(end_of),
    "loop_on": Row(lambda ours: ours.clip.looping),
    "loop": Row(lambda ours: [ours.clip.loop_start, ours.clip.loop_end]),
    "start_rel": Row(lambda ours: ours.clip.start_marker - ours.clip.loop_start),
    "out": Row(lambda ours: ours.clip.end_marker),
    "muted": Row(lambda ours: ours.clip.muted),
    "notes": Row(lambda ours: len(ours.clip.notes)),
    "pitch_sum": note_sum("pitch"),
    "time_sum": note_sum("start"),
    "duration_sum": note_sum("duration"),
    "velocity_sum": note_sum("velocity"),
    "sample": Row(lambda ours: (ours.clip.file_path or "").rpartition("/")[2]),
    "warped": Row(lambda ours: ours.clip.warping),
    "warp_mode": Row(lambda ours: ours.clip.warp_mode),
    "warp_markers": Row(lambda ours: len(ours.clip.warp_markers)),
    "gain": Row(lambda ours: ours.clip.gain, units.clip_gain),
    "pitch": Row(lambda ours: [ours.clip.pitch_coarse, ours.clip.pitch_fine]),
    "groove": Row(groove, absent=None),
    "envelopes": Row(lambda ours: ours.clip.envelope_count, absent=0),
}
TABLES: Tables = {
    "set": {
        **HEAD,
        "creator": Row(lambda ours: ours.document.saved_by),
        "totals": Row(lambda ours: ours.document.totals),
        "tempo": Row(lambda ours: ours.document.tempo, units.tempo),
        "signature": Row(lambda ours: "{}/{}".format(*ours.document.signature)),
        "scenes": Row(lambda ours: [scene.name for scene in ours.document.scenes], units.scenes),
        "locators": Row(lambda ours: [[cue.time, cue.name] for cue in ours.document.cues]),
        "scale": Row(lambda ours: [ours.document.root_note, ours.document.scale_name], units.scale),
        "loop": Row(lambda ours: [ours.document.loop, ours.document.loop_start, ours.document.loop_length]),
        "grooves": Row(lambda ours: [groove.name for groove in ours.document.grooves]),
        "tracks": Row(lambda ours: every_track(ours.document), table="track"),
    },
    "preset": {**HEAD, "device": Row(lambda ours: ours.device, table="device")},
    "track": {
        "type": Row(lambda ours: ours.track.kind),
        "name": Row(shown_name),
        "color": Row(lambda ours: ours.track.color_index),
        "group": Row(lambda ours: ours.track.group),
        "mute": Row(lambda ours: ours.track.mute),
        "solo": Row(lambda ours: ours.track.solo),
        "volume": Row(lambda ours: ours.track.volume, units.volume),
        "pan": Row(lambda ours: ours.track.pan),
        "sends": Row(lambda ours: ours.track.sends, units.sends),
        "out": Row(lambda ours: target(ours.track.audio_output)),
        "midi_in": Row(lambda ours: target(ours.track.midi_input)),
        "audio_in": Row(lambda ours: target(ours.track.audio_input)),
        "arm": Row(lambda ours: ours.track.arm, absent=False),
        "monitor": Row(lambda ours: ours.track.monitoring, absent=1),
        "session_clips": Row(session, units.session_clips, [], "clip"),
        "arrangement_clips": Row(arrangement, units.arrangement_clips, [], "clip"),
        "take_lane_clips": Row(lambda ours: sum(len(clips) for _, clips in ours.track.take_lanes), absent=0),
        "devices": Row(lambda ours: ours.track.devices, table="device"),
        "automation": Row(lambda ours: [[line.parameter, line.points] for line in ours.track.automation], absent=[]),
    },
    "clip": CLIP,
    "device": {
        "class": Row(lambda device: device.layout.class_name),
        "name": Row(lambda device: device.name),
        "plugin": Row(lambda device: device.layout.class_display_name),
        "on": Row(lambda device: device.values[0] == 1.0),
        "params": Row(lambda device: device.stored_parameters),
        "macros": Row(macros),
        "variations": Row(lambda device: list(device.variation_names), absent=[]),
        "chains": Row(chains, absent=[], table="chain"),
        "return_chains": Row(return_chains, absent=[], table="chain"),
    },
    "chain": {
        "name": Row(lambda ours: ours.letter + ours.chain.name),
        "mixer": Row(lambda ours: ours.chain, table="mixer"),
        "note": Row(lambda ours: ours.chain.in_note, units.in_note),
        "out_note": Row(lambda ours: ours.chain.out_note),
        "choke": Row(lambda ours: ours.chain.choke_group),
        "devices": Row(lambda ours: ours.chain.devices, table="device"),
    },
    "mixer": {
        "volume": Row(lambda chain: chain.volume, units.volume),
        "pan": Row(lambda chain: chain.pan),
        "active": Row(lambda chain: not chain.mute),
        "sends": Row(lambda chain: chain.sends, units.sends, []),
    },
}


def _names_nothing(found: Difference) -> bool:
    return found.fact == "" and bool(found.said)


RULES = (
    Rule(
        "track.name",
        "Live 8 stores no made-up name: the document makes it up as Live does",
        _names_nothing,
        "live08_set_automation.als",
    ),
    Rule(
        "track.name",
        "the main track has a name of its own only when the user gave one; Live shows Main or Master by its version",
        lambda found: (found.ours.track.kind, found.fact, found.said) == ("main", "Master", "Main"),
        "live11_set_m4l_plain_xml.als",
    ),
    Rule(
        "clip.envelopes",
        "Live 8 keeps clip envelopes in a ModulationList, which the oracle does not count",
        lambda found: found.ours.document.saved_by.startswith("Ableton Live 8") and (found.fact, found.said) == (0, 1),
        "live08_set_automation.als",
    ),
    Rule(
        "chain.name",
        "Live 8 and presets store no made-up name: Live shows the names of the devices",
        _names_nothing,
        "live08_set_automation.als",
    ),
)
