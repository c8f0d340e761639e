"""The Set that Live opens when nobody chose one: two MIDI and two audio tracks, eight scenes, a reverb and a delay."""

from __future__ import annotations

from countin.sim.device_layouts import native_device
from countin.sim.document import SceneDocument, SetDocument, TrackDocument

SCENES = 8
_SENDS = (0.0, 0.0)


def factory_set() -> SetDocument:
    """Live's factory Set: 1-MIDI, 2-MIDI, 3-Audio, 4-Audio; returns A-Reverb and B-Delay; 120 BPM in 4/4."""
    empty = (None,) * SCENES
    kinds = ("midi", "midi", "audio", "audio")
    return SetDocument(
        tracks=tuple(
            TrackDocument(kind, color_index=index, sends=_SENDS, slots=empty) for index, kind in enumerate(kinds)
        ),
        returns=(return_track("Reverb", 4), return_track("Delay", 5)),
        main=TrackDocument("main", color_index=13),
        scenes=(SceneDocument(),) * SCENES,
    )


def return_track(device: str, color_index: int, **values: float) -> TrackDocument:
    """A return that carries one native device and, as Live does it, that device's name."""
    return TrackDocument(
        "return", color_index=color_index, sends=_SENDS, devices=(native_device(device, values=values),)
    )
