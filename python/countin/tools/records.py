"""Rows of Live as the records that results show: names, units and nulls as the `ableton-mcp` family has them."""

from __future__ import annotations

from typing import Any

from countin._remote_script.Countin import ids, wire

Record = dict[str, Any]

AUTOMATION = ("none", "playing", "overridden")
"""Words for `ParameterRow.automation`."""


def colour(value: int) -> str:
    """A colour as #RRGGBB."""
    return f"#{value & 0xFFFFFF:06X}"


def group_id(row: wire.TrackRow) -> str | None:
    """The id of the group track that a track sits in."""
    return f"track-{row.group}" if row.group >= 0 else None


def track(row: wire.TrackRow, place: int) -> Record:
    """A track; `volume` and `pan` are raw values (0 to 1, -1 to 1)."""
    return {
        "id": f"track-{place}",
        "name": row.name,
        "type": row.kind,
        "isGroup": row.kind == "group",
        "isGrouped": row.group >= 0,
        "groupTrackId": group_id(row),
        "foldState": row.folded if row.folded >= 0 else None,
        "mute": row.mute,
        "solo": row.solo,
        "armed": row.armed,
        "canBeArmed": row.can_be_armed,
        "frozen": row.frozen,
        "volume": row.volume,
        "pan": row.pan,
        "color": colour(row.color),
    }


def scene(row: wire.SceneRow, place: int) -> Record:
    """A scene; tempo in BPM and meter are null while its override is off."""
    return {
        "id": f"scene-{place}",
        "name": row.name,
        "isEmpty": row.is_empty,
        "isTriggered": row.is_triggered,
        "tempo": {"enabled": row.tempo is not None, "bpm": row.tempo},
        "timeSignature": {
            "enabled": row.signature_numerator is not None,
            "numerator": row.signature_numerator,
            "denominator": row.signature_denominator,
        },
        "color": None if row.color is None else colour(row.color),
    }


def slot(row: wire.SlotRow, track_place: int, scene_place: int) -> Record:
    """A Session slot and its clip; the length is in beats, or in seconds for unwarped audio."""
    filled = row.clip_pointer != 0
    beats = filled and row.unit == "beats"
    seconds = filled and row.unit == "seconds"
    record: Record = {
        "id": ids.clip_id(track_place, scene_place),
        "name": row.name if filled else None,
        "hasClip": filled,
        "type": row.kind if filled else None,
        "durationUnit": row.unit if filled else None,
        "lengthBeats": row.length if beats else None,
        "lengthSeconds": row.length if seconds else None,
        "isPlaying": row.is_playing,
    }
    if row.is_group_slot:
        record["isGroupSlot"] = True
    if filled:
        record |= {"looping": row.looping, "isRecording": row.is_recording, "isTriggered": row.is_triggered}
        record["color"] = colour(row.color)
    return record


def arrangement_clip(row: wire.ArrangementRow, track_place: int) -> Record:
    """An Arrangement clip; times in beats from the song's start."""
    return {
        "id": ids.arrangement_clip_id(track_place, row.place),
        "name": row.name,
        "type": row.kind,
        "startBeats": row.start,
        "endBeats": row.end,
        "lengthBeats": row.end - row.start,
        "muted": row.muted,
        "color": colour(row.color),
    }


def level(row: wire.Level) -> Record:
    """A mixer control with its native range and Live's word for its value."""
    return {**bare_level(row), "displayValue": row.display}


def bare_level(row: wire.Level) -> Record:
    """A mixer control with its native range."""
    return {"value": wire.real_level(row), "min": row.minimum, "max": row.maximum, "enabled": row.enabled}


def parameter(row: wire.ParameterRow, place: int) -> Record:
    """A device parameter; `value` is the raw value between `min` and `max`, `displayValue` Live's word for it."""
    record: Record = {
        "id": f"parameter-{place}",
        "name": row.name,
        "originalName": row.original_name,
        "min": row.minimum,
        "max": row.maximum,
        "value": row.now,
        "displayValue": row.display,
        "enabled": row.enabled,
        "quantized": row.quantized,
        "valueItems": list(row.items),
        "automation": AUTOMATION[row.automation] if 0 <= row.automation < len(AUTOMATION) else "none",
    }
    if row.choices and not row.items:
        record["nativeChoiceLabels"] = [
            {"value": choice.value, "displayValue": choice.display} for choice in row.choices
        ]
    return record


def browser_item(row: wire.BrowserItem) -> Record:
    """An entry of Live's browser."""
    return {"name": row.name, "uri": row.uri, "loadable": row.loadable, "folder": row.folder}
