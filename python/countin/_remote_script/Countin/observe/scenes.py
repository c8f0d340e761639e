"""Readers of scenes and of Session slots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import resolve
from ..live_set import LiveSet
from ..native import has, pointer
from ..reading import Pause, Reading
from ..wire import SceneRow, Scenes, SlotRow, Slots, TrackWindow, Window
from .levels import is_frozen

if TYPE_CHECKING:
    import Live


def window(first: int, size: int, total: int) -> range:
    """The places of a window that exist; a negative size reaches to the end, what lies outside is left out."""
    stop = total if size < 0 else min(first + size, total)
    return range(max(first, 0), max(stop, 0))


def read_scenes(live: LiveSet, asked: Window) -> Reading[Scenes]:
    """Scenes of a window."""
    scenes = live.song.scenes
    rows: list[SceneRow] = []
    for place in window(asked.first, asked.size, len(scenes)):
        rows.append(scene_row(scenes[place]))
        yield Pause.MAY
    return Scenes(tuple(rows), len(scenes))


def read_slots(live: LiveSet, asked: TrackWindow) -> Reading[Slots]:
    """Slots of a window of scenes on one track."""
    track = resolve.track(live, asked.track)
    slots = track.clip_slots
    rows: list[SlotRow] = []
    for place in window(asked.first, asked.size, len(slots)):
        rows.append(slot_row(slots[place]))
        yield Pause.MAY
    can_be_armed = bool(track.can_be_armed)
    return Slots(
        track_pointer=pointer(track),
        rows=tuple(rows),
        total=len(slots),
        armed=bool(track.arm) if can_be_armed else False,
        can_be_armed=can_be_armed,
        frozen=is_frozen(track),
    )


def scene_row(scene: Live.Scene.Scene) -> SceneRow:
    """A scene; what this Live has no override for is None, and so is an override that is off."""
    tempo = scene.tempo if has(scene, "tempo_enabled") and scene.tempo_enabled else None
    signed = has(scene, "time_signature_enabled") and scene.time_signature_enabled
    return SceneRow(
        pointer=pointer(scene),
        name=scene.name,
        tempo=tempo,
        signature_numerator=scene.time_signature_numerator if signed else None,
        signature_denominator=scene.time_signature_denominator if signed else None,
        color=_color(scene),
        is_empty=scene.is_empty,
        is_triggered=scene.is_triggered,
    )


def _color(scene: Live.Scene.Scene) -> int | None:
    """A scene's colour; None for a scene without one."""
    color: Any = scene.color if has(scene, "color") else None
    return None if color is None else int(color)


def unit_of(clip: Live.Clip.Clip) -> str:
    """What the clip's times are in: beats, or seconds for unwarped audio."""
    return "seconds" if clip.is_audio_clip and not clip.warping else "beats"


def slot_row(slot: Live.ClipSlot.ClipSlot) -> SlotRow:
    """A slot and its clip."""
    clip = slot.clip if slot.has_clip else None
    moving = {"is_playing": slot.is_playing, "is_recording": slot.is_recording, "is_triggered": slot.is_triggered}
    if clip is None:
        return SlotRow(
            pointer(slot), 0, "", "", "", 0.0, False, 0.0, 0.0, 0.0, 0.0, bool(slot.is_group_slot), 0, **moving
        )
    return SlotRow(
        pointer=pointer(slot),
        clip_pointer=pointer(clip),
        name=clip.name,
        kind="midi" if clip.is_midi_clip else "audio",
        unit=unit_of(clip),
        length=clip.length,
        looping=clip.looping,
        loop_start=clip.loop_start,
        loop_end=clip.loop_end,
        start_marker=clip.start_marker,
        end_marker=clip.end_marker,
        is_group_slot=bool(slot.is_group_slot),
        color=int(clip.color),
        **moving,
    )
