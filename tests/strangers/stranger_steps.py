"""What strangers are told to do, as data: commands of their own servers, and where the Set shows what they claim."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from benches.peers.homes import ABLETON_AI, ABLETON_MCP, LIVE_SERVER, LIVEMCP, Stranger


@dataclass(frozen=True, slots=True)
class Write:
    """A command that changes the Set: some turns later the object at `path` shows `value` (of a list, its length) as
    its property `name` or from its method `name()`, and the claim holds the text `says`."""

    tool: str
    arguments: Mapping[str, Any]
    path: str
    name: str
    value: Any
    says: str = ""
    turns: int = 2


@dataclass(frozen=True, slots=True)
class Read:
    """A command that only reads: in the JSON it answers, the value at `keys` (of a list, its length) is what the
    object at `path` shows."""

    tool: str
    arguments: Mapping[str, Any]
    keys: tuple[str | int, ...]
    path: str
    name: str


def found_in(text: str, keys: tuple[str | int, ...]) -> Any:
    """The value at `keys` of a JSON text; of a list, its length."""
    found = json.loads(text)
    for key in keys:
        found = found[key]
    return sized(found)


def sized(value: Any) -> Any:
    """A value as steps compare it: of a list, its length."""
    return len(cast("list[Any]", value)) if isinstance(value, list) else value


def _notes(count: int, **more: Any) -> list[dict[str, Any]]:
    """Quarter notes on one pitch, a beat apart."""
    note = {"pitch": 60, "duration": 0.5, "velocity": 90, "mute": False, **more}
    return [{**note, "start_time": float(beat)} for beat in range(count)]


NEW: Final = 7
"""The track that each stranger creates: the demo Set has seven."""
_TRACK: Final = {"track_index": NEW}
_SLOT: Final = {"track_index": NEW, "clip_index": 0}
_EQ: Final = {"track_index": 1, "device_index": 1}
_KIT: Final = {"track_index": 1, "device_index": 0}

SONG: Final = "song"
TRACK: Final = f"song.tracks[{NEW}]"
MIXER: Final = f"{TRACK}.mixer_device"
CLIP: Final = f"{TRACK}.clip_slots[0].clip"
EQ: Final = "song.tracks[1].devices[1]"
GAIN: Final = f"{EQ}.parameters[1]"
ON: Final = f"{EQ}.parameters[0]"

STEPS: Final[Mapping[Stranger, tuple[Read | Write, ...]]] = {
    LIVEMCP: (
        Read("get_session_info", {}, ("tempo",), SONG, "tempo"),
        Read("get_session_info", {}, ("track_count",), SONG, "tracks"),
        Read("get_application_info", {}, ("major_version",), "application", "get_major_version()"),
        Write("set_tempo", {"tempo": 97.5}, SONG, "tempo", 97.5, '"tempo": 97.5'),
        Write("set_time_signature", {"numerator": 3, "denominator": 4}, SONG, "signature_numerator", 3),
        Write("set_metronome", {"on": True}, SONG, "metronome", True),
        Write("create_midi_track", {}, SONG, "tracks", NEW + 1, f'"track_index": {NEW}'),
        Write("set_track_name", {**_TRACK, "name": "Stranger"}, TRACK, "name", "Stranger", "Stranger"),
        Write("set_track_volume", {**_TRACK, "volume": 0.5}, f"{MIXER}.volume", "value", 0.5),
        Write("set_track_pan", {**_TRACK, "pan": -0.25}, f"{MIXER}.panning", "value", -0.25),
        Write("set_track_send", {**_TRACK, "send_index": 0, "value": 0.4}, f"{MIXER}.sends[0]", "value", 0.4),
        Write("set_track_mute", {**_TRACK, "mute": True}, TRACK, "mute", True),
        Write("set_track_arm", {**_TRACK, "arm": True}, TRACK, "arm", True),
        Write("create_clip", {**_SLOT, "length": 4.0}, CLIP, "length", 4.0),
        Write("set_clip_name", {**_SLOT, "name": "Riff"}, CLIP, "name", "Riff"),
        Write("add_notes_to_clip", {**_SLOT, "notes": _notes(4)}, CLIP, "get_all_notes_extended()", 4),
        Write("create_scene", {"index": -1}, SONG, "scenes", 9),
        Write("set_scene_name", {"scene_index": 0, "name": "Start"}, "song.scenes[0]", "name", "Start"),
        Read("get_device_parameters", _EQ, ("parameters",), EQ, "parameters"),
        Write("set_device_parameter", {**_EQ, "parameter_index": 1, "value": 3.0}, GAIN, "value", 3.0),
        Write("load_instrument_or_effect", {**_TRACK, "uri": "query:Synths#Operator"}, TRACK, "devices", 1),
        Write("fire_clip", _SLOT, SONG, "is_playing", True),
        Write("stop_playback", {}, SONG, "is_playing", False),
        Write("duplicate_track", _TRACK, SONG, "tracks", NEW + 2),
        Write("delete_track", {"track_index": NEW + 1}, SONG, "tracks", NEW + 1),
        Write("create_return_track", {}, SONG, "return_tracks", 3),
        Write("set_tempo", {"tempo": 140.0}, SONG, "tempo", 140.0),
        Write("undo", {}, SONG, "tempo", 97.5),
    ),
    LIVE_SERVER: (
        Read("get_session_info", {}, ("tempo",), SONG, "tempo"),
        Read("get_session_info", {}, ("scene_count",), SONG, "scenes"),
        Read("get_session_snapshot", {}, ("tracks",), SONG, "tracks"),
        Write("set_tempo", {"tempo": 97.5}, SONG, "tempo", 97.5, "97.5"),
        Write("set_time_signature", {"numerator": 3, "denominator": 4}, SONG, "signature_numerator", 3, "3/4"),
        Write("create_midi_track", {"index": -1}, SONG, "tracks", NEW + 1, "8-MIDI"),
        Write("set_track_name", {**_TRACK, "name": "Stranger"}, TRACK, "name", "Stranger", "Stranger"),
        Write("set_track_volume", {**_TRACK, "volume": 0.5}, f"{MIXER}.volume", "value", 0.5, "0.5"),
        Write("set_track_pan", {**_TRACK, "pan": -0.25}, f"{MIXER}.panning", "value", -0.25, "-0.25"),
        Write("set_send", {**_TRACK, "send_index": 0, "value": 0.4}, f"{MIXER}.sends[0]", "value", 0.4),
        Write("set_track_mute", {**_TRACK, "mute": True}, TRACK, "mute", True, "True"),
        Write("set_track_arm", {**_TRACK, "arm": True}, TRACK, "arm", True, "True"),
        Write("set_track_monitoring", {**_TRACK, "state": 0}, TRACK, "current_monitoring_state", 0),
        Write("create_clip", {**_SLOT, "length": 4.0}, CLIP, "length", 4.0, "4.0 beats"),
        Write("add_notes_to_clip", {**_SLOT, "notes": _notes(8)}, CLIP, "get_all_notes_extended()", 8, "Added 8"),
        Read("get_clip_notes", _SLOT, ("notes",), CLIP, "get_all_notes_extended()"),
        Write("set_clip_loop", {**_SLOT, "start": 0.0, "end": 2.0, "looping": True}, CLIP, "loop_end", 2.0),
        Read("get_device_parameters", _EQ, ("parameters",), EQ, "parameters"),
        Write("set_device_parameter", {**_EQ, "parameter": "Output Gain", "value": 3.0}, GAIN, "value", 3.0, "3.0 dB"),
        Write("set_device_parameter", {**_EQ, "parameter": "Output Gain", "value": 300.0}, GAIN, "value", 12.0,
              "clamped"),
        Write("set_device_enabled", {**_EQ, "enabled": False}, ON, "value", 0.0, "enabled=False"),
        Write("load_instrument_or_effect", {**_TRACK, "uri": "query:Synths#Operator"}, TRACK, "devices", 1, "Operator"),
        Write("create_locator", {"time": 12.0, "name": "Here"}, "song.cue_points[-1]", "time", 12.0, "12.0"),
        Write("fire_scene", {"scene_index": 0}, SONG, "is_playing", True),
        Write("stop_playback", {}, SONG, "is_playing", False),
        Write("batch_commands", {"commands": [{"type": "set_tempo", "params": {"tempo": 101.0}},
                                              {"type": "create_midi_track", "params": {"index": -1}}]},
              SONG, "tracks", NEW + 2),
        Write("undo", {}, SONG, "tracks", NEW + 1),
        Read("get_drum_pads", _KIT, ("pads",), "song.tracks[1].devices[0]", "chains"),
    ),
    ABLETON_MCP: (
        Read("get_session_info", {}, ("tempo",), SONG, "tempo"),
        Read("get_session_info", {}, ("track_count",), SONG, "tracks"),
        Read("get_track_info", {"track_index": 1}, ("name",), "song.tracks[1]", "name"),
        Read("get_session_snapshot", {"include_notes": False, "include_params": False}, ("tracks",), SONG, "tracks"),
        Write("set_tempo", {"tempo": 97.5}, SONG, "tempo", 97.5, "97.5 BPM"),
        Write("create_midi_track", {"index": -1}, SONG, "tracks", NEW + 1, "8-MIDI"),
        Write("create_audio_track", {"index": -1}, SONG, "tracks", NEW + 2, "9-Audio"),
        Write("set_track_name", {**_TRACK, "name": "Stranger"}, TRACK, "name", "Stranger", "Stranger"),
        Write("create_clip", {**_SLOT, "length": 4.0}, CLIP, "length", 4.0, "4.0 beats"),
        Write("set_clip_name", {**_SLOT, "name": "Riff"}, CLIP, "name", "Riff", "Riff"),
        Write("add_notes_to_clip", {**_SLOT, "notes": _notes(4)}, CLIP, "get_all_notes_extended()", 4, "Added 4"),
        Read("get_clip_notes", _SLOT, ("notes",), CLIP, "get_all_notes_extended()"),
        Write("clear_notes_from_clip", _SLOT, CLIP, "get_all_notes_extended()", 0, "Cleared 4"),
        Read("get_device_parameters", _EQ, ("device", "parameters"), EQ, "parameters"),
        Write("set_device_parameter", {**_EQ, "parameter_index": 1, "value": 3.0}, GAIN, "value", 3.0, "3.0"),
        Write("load_instrument_or_effect", {**_TRACK, "uri": "query:Synths#Operator"}, TRACK, "devices", 1, "Loaded"),
        Write("fire_clip", _SLOT, SONG, "is_playing", True, "Started playing"),
        Write("stop_clip", _SLOT, f"{TRACK}.clip_slots[0]", "is_playing", False, "Stopped", turns=60),
        Write("stop_playback", {}, SONG, "is_playing", False, "Stopped"),
        Write("start_playback", {}, SONG, "is_playing", True, "Started"),
        Write("duplicate_to_arrangement", {**_SLOT, "destination_time": 400.0}, TRACK, "arrangement_clips", 1, "400.0"),
        Read("get_arrangement_clips", _TRACK, ("clips",), TRACK, "arrangement_clips"),
        Write("set_arrangement_clip_name", {**_SLOT, "name": "Placed"}, f"{TRACK}.arrangement_clips[0]", "name",
              "Placed", "Placed"),
        Write("delete_clip", _SLOT, f"{TRACK}.clip_slots[0]", "has_clip", False, "true"),
    ),
    ABLETON_AI: (
        Read("get_session_info", {}, ("tempo",), SONG, "tempo"),
        Read("health_check", {}, ("track_count",), SONG, "tracks"),
        Write("set_tempo", {"tempo": 97.5}, SONG, "tempo", 97.5, "97.5 BPM"),
        Write("set_metronome", {"enabled": True}, SONG, "metronome", True, "on"),
        Write("create_midi_track", {"index": -1}, SONG, "tracks", NEW + 1, "8-MIDI"),
        Write("set_track_name", {**_TRACK, "name": "Stranger"}, TRACK, "name", "Stranger", "Stranger"),
        Write("set_track_volume", {**_TRACK, "volume": 0.5}, f"{MIXER}.volume", "value", 0.5, "-14.0 dB"),
        Write("set_track_pan", {**_TRACK, "pan": -0.5}, f"{MIXER}.panning", "value", -0.5, "25L"),
        Write("set_send_level", {**_TRACK, "send_index": 0, "level": 0.4}, f"{MIXER}.sends[0]", "value", 0.4, "-24.0"),
        Write("set_track_mute", {**_TRACK, "mute": True}, TRACK, "mute", True, "muted"),
        Write("set_track_arm", {**_TRACK, "arm": True}, TRACK, "arm", True, "armed"),
        Write("set_track_monitoring", {**_TRACK, "monitoring": "in"}, TRACK, "current_monitoring_state", 0, "in"),
        Write("create_clip", {**_SLOT, "length": 4.0}, CLIP, "length", 4.0, "4.0 beats"),
        Write("set_clip_name", {**_SLOT, "name": "Riff"}, CLIP, "name", "Riff", "Riff"),
        Write("add_notes_to_clip", {**_SLOT, "notes": _notes(8)}, CLIP, "get_all_notes_extended()", 8, "Added 8"),
        Read("get_clip_notes", _SLOT, ("notes",), CLIP, "get_all_notes_extended()"),
        Write("set_clip_loop", {**_SLOT, "loop_start": 0.0, "loop_end": 2.0, "looping": True}, CLIP, "loop_end", 2.0),
        Read("get_device_parameters", _KIT, ("parameters",), "song.tracks[1].devices[0]", "parameters"),
        Write("toggle_device", _EQ, ON, "value", 0.0, "off"),
        Write("load_instrument_or_effect", {**_TRACK, "uri": "query:Synths#Operator"}, TRACK, "devices", 1, "Loaded"),
        Write("start_playback", {}, SONG, "is_playing", True, "Started"),
        Write("stop_playback", {}, SONG, "is_playing", False, "Stopped"),
        Write("create_scene", {"index": -1}, SONG, "scenes", 9, "index 8"),
        Write("set_scene_name", {"scene_index": 0, "name": "Start"}, "song.scenes[0]", "name", "Start", "Start"),
        Write("duplicate_track", _TRACK, SONG, "tracks", NEW + 2, "Duplicated"),
        Write("delete_track", {"track_index": NEW + 1}, SONG, "tracks", NEW + 1, "Deleted"),
        Write("set_tempo", {"tempo": 140.0}, SONG, "tempo", 140.0),
        Write("undo", {}, SONG, "tempo", 97.5),
    ),
}  # fmt: skip


def commands_of(stranger: Stranger) -> frozenset[str]:
    """The distinct commands that a stranger is driven over."""
    return frozenset(step.tool for step in STEPS[stranger])
