"""What tordo is told to do: the commands of its client, and a plan of the operations it has."""

from __future__ import annotations

from typing import Any, Final

COMMANDS: Final = ("ping", "capabilities", "selected", "snapshot", "clip-notes", "set-notes", "browser-items", "export")
"""Commands of its client besides the one that applies plans."""


def notes(count: int) -> list[dict[str, Any]]:
    """Notes half a beat apart, each on a pitch of its own."""
    return [
        {"pitch": 36 + note % 64, "start_time": note / 2 + 0.1, "duration": 0.25, "velocity": 90}
        for note in range(count)
    ]


PLAN: Final[tuple[dict[str, Any], ...]] = (
    {"type": "set_tempo", "tempo": 97.5},
    {"type": "set_signature", "numerator": 3, "denominator": 4},
    {"type": "set_scale", "root_note": 2, "scale_name": "Major"},
    {"type": "set_transport", "metronome": True, "loop": True, "loop_start": 8.0, "loop_length": 4.0},
    {"id": "track", "type": "create_midi_track", "index": -1, "name": "Stranger"},
    {"id": "tape", "type": "create_audio_track", "index": -1, "name": "Tape"},
    {"id": "air", "type": "create_return_track", "name": "Air"},
    {"id": "last", "type": "create_scene", "index": -1, "name": "Last"},
    {"type": "set_scene_properties", "scene_index": 0, "name": "Start"},
    {"type": "set_track_state", "track_ref": "track", "arm": True, "mute": True},
    {"type": "set_track_mixer", "track_ref": "track", "volume": 0.5, "panning": -0.25,
     "sends": [{"index": 0, "value": 0.25}]},
    {"type": "insert_device", "track_ref": "track", "device_name": "Operator"},
    {"type": "set_device_parameter", "track_index": 1, "device_index": 1, "parameter_index": 1, "value": 3.0},
    {"id": "clip", "type": "create_midi_clip", "track_ref": "track", "scene_index": 0, "length": 4.0, "name": "Riff"},
    {"type": "add_notes", "clip_ref": "clip", "notes": notes(8)},
    {"type": "remove_notes", "clip_ref": "clip", "match": {"pitch": 43}},
    {"type": "modify_notes", "clip_ref": "clip", "patches": [{"match": {"pitch": 36}, "set": {"velocity": 50}}]},
    {"type": "quantize_clip", "clip_ref": "clip", "quantization_grid": 2, "amount": 1.0},
    {"type": "duplicate_clip_loop", "clip_ref": "clip"},
    {"type": "set_clip_properties", "clip_ref": "clip", "name": "Riff twice"},
    {"type": "fire_clip_slot", "track_ref": "track", "scene_index": 0},
)  # fmt: skip
"""Each operation of it is checked against the Set."""

OPERATIONS: Final = tuple(str(operation["type"]) for operation in PLAN)
