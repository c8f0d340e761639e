"""What Live's object model shows of an opened file for each field of the facts, and by which rules it may differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from countin.sim.document import DeviceDocument, SceneDocument, SetDocument, TrackDocument
from countin.sim.world import World
from sim.files import fact_units as units
from sim.files import shown_routes
from sim.files.comparing import SILENT, Difference, Row, Rule, Tables, close
from sim.files.shown_routes import IDLE

MIXER_WORDS = {
    "volume": ("Volume", "Track Volume"),
    "panning": ("Pan", "Track Panning"),
    "track_activator": ("Speaker", "Speaker On"),
    "crossfader": ("CrossFade", "Crossfader"),
    "song_tempo": ("Tempo", "Song Tempo"),
}
"""What a mixer's member is called in a file, and by the object model. A send of the object model is called after the
return that it feeds, in a file each is a Send."""
MAIN_MIXER = frozenset({"crossfader", "song_tempo"})
PLUGINS = frozenset({"PluginDevice", "AuPluginDevice"})
REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ShownSet:
    """An opened Set: the song's handle, and the document for ids that only files have."""

    song: Any
    document: SetDocument


@dataclass(frozen=True, slots=True)
class ShownTrack:
    """A track's handle with the list it came from."""

    track: Any
    list_name: str
    shown: ShownSet


@dataclass(frozen=True, slots=True)
class ShownClip:
    """A clip's handle and its slot, None on the timeline."""

    clip: Any
    slot: int | None
    shown: ShownSet

    @property
    def notes(self) -> list[Any]:
        """All notes."""
        return [*self.clip.get_all_notes_extended()]


def open_set(document: SetDocument) -> ShownSet:
    """A world with the Set open, asked through its song."""
    return ShownSet(World(document).song, document)


def load_preset(device: DeviceDocument) -> Any:
    """The handle of a preset's device on a track of an otherwise empty Set."""
    tracks = (TrackDocument("midi", devices=(device,)),)
    document = SetDocument(tracks, (), TrackDocument("main"), (SceneDocument(),))
    return World(document).song.tracks[0].devices[0]


def every_track(ours: ShownSet) -> list[ShownTrack]:
    """In the order of the facts."""
    song = ours.song
    lists = (("tracks", song.tracks), ("returns", song.return_tracks), ("main", (song.master_track,)))
    return [ShownTrack(track, name, ours) for name, tracks in lists for track in tracks]


def kind(ours: ShownTrack) -> str:
    """The kind, as a script tells it."""
    if ours.list_name != "tracks":
        return {"returns": "return", "main": "main"}[ours.list_name]
    if ours.track.is_foldable:
        return "group"
    return "midi" if ours.track.has_midi_input else "audio"


def member(name: str) -> Row:
    """A member of a track; REFUSED where Live has none for this kind of track."""

    def say(ours: ShownTrack) -> Any:
        try:
            return getattr(ours.track, name)
        except RuntimeError:
            return REFUSED

    return Row(say)


def group(ours: ShownTrack) -> int | None:
    """The place of the group among the tracks."""
    found = None if ours.list_name != "tracks" else ours.track.group_track
    return None if found is None else [*ours.shown.song.tracks].index(found)


def routing(say: Callable[[Any, SetDocument, Any], str]) -> Callable[[ShownTrack], str]:
    """One of a track's routings in the words of a file."""
    return lambda ours: say(ours.shown.song, ours.shown.document, ours.track)


def session(ours: ShownTrack) -> list[ShownClip]:
    """The clips in slots."""
    if ours.list_name != "tracks":
        return []
    slots = enumerate(ours.track.clip_slots)
    return [ShownClip(slot.clip, index, ours.shown) for index, slot in slots if slot.has_clip]


def has_timeline(ours: ShownTrack) -> bool:
    """Groups, returns and the main track hold no clips of their own: asking them is an error."""
    return ours.list_name == "tracks" and not ours.track.is_foldable


def arrangement(ours: ShownTrack) -> list[ShownClip]:
    """The clips on the timeline."""
    found = ours.track.arrangement_clips if has_timeline(ours) else ()
    return [ShownClip(clip, None, ours.shown) for clip in found]


def takes(ours: ShownTrack) -> int:
    """How many clips lie on take lanes."""
    found = ours.track.take_lanes if has_timeline(ours) else ()
    return sum(len(lane.arrangement_clips) for lane in found)


def groove(ours: ShownClip) -> int | None:
    """The file's id of the groove that the clip shows."""
    found = ours.clip.groove
    if found is None:
        return None
    place = [*ours.shown.song.groove_pool.grooves].index(found)
    return ours.shown.document.grooves[place].saved_id


def below(devices: Any) -> Iterator[Any]:
    """Devices at every depth."""
    for device in devices:
        yield device
        for chain in (*racks_chains(device), *racks_returns(device)):
            yield from below(chain.devices)


def racks_chains(device: Any) -> Any:
    """The chains of a rack, none for another device."""
    return device.chains if device.can_have_chains else ()


def racks_returns(device: Any) -> Any:
    """The return chains of a rack."""
    return device.return_chains if device.can_have_chains else ()


def automated(ours: ShownTrack) -> list[str]:
    """What plays automation, in the words of a file."""
    mixer, found = ours.track.mixer_device, list[str]()
    for name, (word, _) in MIXER_WORDS.items():
        if (name in MAIN_MIXER) <= (ours.list_name == "main") and getattr(mixer, name).automation_state == 1:
            found.append(word)
    found += ["Send" for send in mixer.sends if send.automation_state == 1]
    for device in below(ours.track.devices):
        found += [
            "On" if parameter.name == "Device On" else parameter.name.rpartition("/")[2]
            for parameter in device.parameters
            if parameter.automation_state == 1
        ]
    return sorted(found)


def macros(device: Any) -> list[list[Any]]:
    """The macros that a rack shows."""
    return [[macro.name, macro.value] for macro in device.parameters[1 : 1 + device.visible_macro_count]]


CLIP = {
    "slot": Row(lambda ours: ours.slot),
    "type": Row(lambda ours: "midi" if ours.clip.is_midi_clip else "audio"),
    "name": Row(lambda ours: ours.clip.name),
    "start": Row(lambda ours: ours.clip.start_time if ours.slot is None else ours.clip.start_marker),
    "end": Row(lambda ours: ours.clip.end_time if ours.slot is None else ours.clip.loop_end),
    "loop_on": Row(lambda ours: ours.clip.looping),
    "loop": Row(lambda ours: [ours.clip.loop_start, ours.clip.loop_end]),
    "start_rel": Row(lambda ours: ours.clip.start_marker - ours.clip.loop_start),
    "out": Row(lambda ours: ours.clip.end_marker),
    "muted": Row(lambda ours: ours.clip.muted),
    "notes": Row(lambda ours: len(ours.notes)),
    "pitch_sum": Row(lambda ours: sum(note.pitch for note in ours.notes)),
    "time_sum": Row(lambda ours: sum(note.start_time for note in ours.notes), within=1e-3),
    "duration_sum": Row(lambda ours: sum(note.duration for note in ours.notes), within=1e-3),
    "velocity_sum": Row(lambda ours: sum(note.velocity for note in ours.notes), within=0.1),
    "sample": Row(lambda ours: ours.clip.file_path.rpartition("/")[2]),
    "warped": Row(lambda ours: ours.clip.warping),
    "warp_mode": Row(lambda ours: ours.clip.warp_mode),
    "warp_markers": Row(lambda ours: len(ours.clip.warp_markers)),
    "gain": Row(lambda ours: ours.clip.gain, units.clip_gain),
    "pitch": Row(lambda ours: [ours.clip.pitch_coarse, ours.clip.pitch_fine]),
    "groove": Row(groove, absent=None),
    "envelopes": Row(lambda ours: ours.clip.has_envelopes, bool, absent=False),
}
TABLES: Tables = {
    "set": {
        "tempo": Row(lambda ours: ours.song.tempo, units.tempo),
        "signature": Row(lambda ours: f"{ours.song.signature_numerator}/{ours.song.signature_denominator}"),
        "scenes": Row(lambda ours: [scene.name for scene in ours.song.scenes], units.scenes),
        "locators": Row(lambda ours: [[cue.time, cue.name] for cue in ours.song.cue_points]),
        "scale": Row(lambda ours: [ours.song.root_note, ours.song.scale_name], units.scale),
        "loop": Row(lambda ours: [ours.song.loop, ours.song.loop_start, ours.song.loop_length]),
        "grooves": Row(lambda ours: [groove.name for groove in ours.song.groove_pool.grooves]),
        "tracks": Row(every_track, table="track"),
    },
    "preset": {"device": Row(lambda device: device, table="device")},
    "track": {
        "type": Row(kind),
        "name": Row(lambda ours: ours.track.name),
        "color": Row(lambda ours: ours.track.color_index),
        "group": Row(group),
        "mute": member("mute"),
        "solo": member("solo"),
        "volume": Row(lambda ours: ours.track.mixer_device.volume.value, units.volume),
        "pan": Row(lambda ours: ours.track.mixer_device.panning.value),
        "sends": Row(lambda ours: [send.value for send in ours.track.mixer_device.sends], units.sends),
        "out": Row(routing(shown_routes.audio_output), units.main_output),
        "midi_in": Row(routing(shown_routes.midi_input)),
        "audio_in": Row(routing(shown_routes.audio_input)),
        "arm": member("arm"),
        "monitor": member("current_monitoring_state"),
        "session_clips": Row(session, units.session_clips, [], "clip"),
        "arrangement_clips": Row(arrangement, units.arrangement_clips, [], "clip"),
        "take_lane_clips": Row(takes, absent=0),
        "devices": Row(lambda ours: ours.track.devices, table="device"),
        "automation": Row(automated, units.moving, []),
    },
    "clip": CLIP,
    "device": {
        "class": Row(lambda device: device.class_name),
        "name": Row(lambda device: device.name),
        "plugin": Row(lambda device: device.class_display_name),
        "on": Row(lambda device: device.parameters[0].value == 1.0),
        "params": Row(lambda device: len(device.parameters)),
        "macros": Row(macros),
        "variations": Row(lambda device: device.variation_count, len, SILENT),
        "chains": Row(racks_chains, absent=[], table="chain"),
        "return_chains": Row(racks_returns, absent=[], table="chain"),
    },
    "chain": {
        "name": Row(lambda chain: chain.name),
        "mixer": Row(lambda chain: chain, table="mixer"),
        "note": Row(lambda chain: chain.in_note, units.in_note),
        "out_note": Row(lambda chain: chain.out_note),
        "choke": Row(lambda chain: chain.choke_group),
        "devices": Row(lambda chain: chain.devices, table="device"),
    },
    "mixer": {
        "volume": Row(lambda chain: chain.mixer_device.volume.value, units.volume),
        "pan": Row(lambda chain: chain.mixer_device.panning.value),
        "active": Row(lambda chain: chain.mixer_device.chain_activator.value == 1.0),
        "sends": Row(lambda chain: [send.value for send in chain.mixer_device.sends], units.sends, []),
    },
}
_HEAD = "the object model does not tell how its Set was stored"
_COUNTS = "counts; what they count is compared one by one"
NOT_SHOWN = {
    **{f"{table}.{key}": _HEAD for table in ("set", "preset") for key in ("creator", "major", "minor", "kind", "gzip")},
    **{f"{table}.schema_change_count": _HEAD for table in ("set", "preset")},
    **{f"{table}.totals": _COUNTS for table in ("set", "preset")},
}
"""Fields of the facts that nothing in the object model answers for, each with its reason."""


def _names_nothing(found: Difference) -> bool:
    return found.fact == "" and bool(found.said)


def _is_main(found: Difference) -> bool:
    return found.ours.list_name == "main"


def _renamed(macro: Any, fact: list[Any]) -> bool:
    return macro.name != fact[0] == macro.original_name


def _macros_differ(found: Difference, *, by_name: bool) -> bool:
    """Each macro is as stored, but for the names of unnamed ones that drive something and the values of driven ones;
    and there is one of the kind asked for."""
    shown = found.ours.parameters[1 : 1 + found.ours.visible_macro_count]
    pairs: list[tuple[Any, list[Any]]] = [*zip(shown, found.fact, strict=True)]
    explained = all(
        (macro.name == fact[0] or _renamed(macro, fact)) and (close(fact[1], macro.value) or not macro.is_enabled)
        for macro, fact in pairs
    )
    return explained and any(_renamed(*pair) if by_name else not pair[0].is_enabled for pair in pairs)


RULES = (
    Rule("track.name", "Live 8 stores no made-up name: Live makes it up", _names_nothing, "live08_set_automation.als"),
    Rule(
        "track.name",
        "Live 12 calls the main track Main, whoever saved the Set",
        lambda found: _is_main(found) and (found.fact, found.said) == ("Master", "Main"),
        "live11_set_m4l_plain_xml.als",
    ),
    Rule(
        "track.mute",
        "the main track has no mute",
        lambda found: _is_main(found) and found.said == REFUSED,
        "live12_set_template.als",
    ),
    Rule(
        "track.solo",
        "the main track has no solo",
        lambda found: _is_main(found) and found.said == REFUSED,
        "live12_set_template.als",
    ),
    Rule(
        "track.automation",
        "the time signature is no parameter of the object model",
        lambda found: sorted(set(found.fact) - {"TimeSignature"}) == found.said,
        "live11_set_midi_heavy.als",
    ),
    Rule(
        "clip.envelopes",
        "Live 8 keeps clip envelopes in a ModulationList, which the oracle does not count",
        lambda found: found.ours.shown.document.saved_by.startswith("Ableton Live 8") and found.said is True,
        "live08_set_automation.als",
    ),
    Rule(
        "device.params",
        "a rack has sixteen macros whatever the file stores, and a Drum Rack no chain selector",
        lambda found: found.ours.can_have_chains and found.said == 17 + (not found.ours.can_have_drum_pads),
        "live08_set_automation.als",
    ),
    Rule(
        "device.params",
        "an empty slot of a plug-in is no parameter",
        lambda found: found.ours.class_name in PLUGINS and found.said < found.fact,
        "live12_set_large.als",
    ),
    Rule(
        "device.macros",
        "a macro that a macro above drives follows it; what the file has for it is stale",
        lambda found: _macros_differ(found, by_name=False),
        "live11_set_midi_heavy.als",
    ),
    Rule(
        "device.macros",
        "a macro that nobody named is called after the parameter it drives",
        lambda found: _macros_differ(found, by_name=True),
        "live12_rack_drum_32_pads.adg",
    ),
    Rule(
        "device.on",
        "a switch that a macro drives follows it; what the file has for it is stale",
        lambda found: not found.ours.parameters[0].is_enabled,
        "live11_set_midi_heavy.als",
    ),
    Rule(
        "track.out",
        "a MIDI track without an instrument has no sound: it shows where its notes go",
        lambda found: found.said == IDLE and found.ours.track.has_midi_output,
        "live10_set_group_m4l.als",
    ),
    Rule(
        "track.midi_in",
        "only a MIDI track hears notes; the routing that the file has for the others counts for nothing",
        lambda found: found.said == IDLE and kind(found.ours) != "midi",
        "live12_set_template.als",
    ),
    Rule(
        "track.audio_in",
        "only an audio track hears sound; the routing that the file has for the others counts for nothing",
        lambda found: found.said == IDLE and kind(found.ours) != "audio",
        "live12_set_template.als",
    ),
    Rule(
        "track.audio_in",
        "a place in a rack is shown by its label",
        shown_routes.is_tap,
        "live12_set_large.als",
    ),
    Rule("chain.name", "Live 8 and presets store no made-up name", _names_nothing, "live08_set_automation.als"),
    Rule(
        "chain.name",
        "between the letter of a return chain and its name the object model has a dash, the file a blank",
        lambda found: found.fact.replace(" ", "-", 1) == found.said,
        "live11_set_midi_heavy.als",
    ),
    Rule(
        "mixer.volume",
        "a fader that a macro drives follows it; what the file has for it is stale",
        lambda found: not found.ours.mixer_device.volume.is_enabled,
        "live11_set_midi_heavy.als",
    ),
)
