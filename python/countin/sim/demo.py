"""The demo Set: small enough to read, with one of everything that a tool must cope with. Made in code, always the same:
a group, a Drum Rack with macros, a rack in a rack, clips in slots and on the timeline, audio, locators, scene tempo."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from countin.sim.demo_kit import drum_kit
from countin.sim.demo_music import TEMPO, bass_clip, beat_clip, chord_clip, vocal_clip
from countin.sim.device_layouts import native_device, rack
from countin.sim.document import (
    ChainDocument,
    ClipDocument,
    CueDocument,
    DeviceDocument,
    GrooveDocument,
    SceneDocument,
    SetDocument,
    TrackDocument,
)
from countin.sim.factory import SCENES, return_track

Slots = tuple[ClipDocument | None, ...]

_SCENES: Final = (
    SceneDocument("Intro", color_index=3),
    SceneDocument("Verse", color_index=20),
    SceneDocument("Chorus", tempo=124.0, color_index=14),
    SceneDocument("Break", signature=(3, 4)),
    SceneDocument("Outro"),
    SceneDocument(),
    SceneDocument(),
    SceneDocument(),
)
_CUES: Final = (
    CueDocument("Intro", 0.0),
    CueDocument("Verse", 16.0),
    CueDocument("Chorus", 48.0),
    CueDocument("Outro", 80.0),
)


def demo_set() -> SetDocument:
    """The demo Set. Its first rack alone holds 16 pads and more than 640 parameters that can be written."""
    return SetDocument(
        tracks=(_drums(), _kit(), _percussion(), _bass(), _keys(), _vocals(), _guitar()),
        returns=(return_track("Reverb", 4), return_track("Delay", 5)),
        main=TrackDocument("main", color_index=13, devices=(native_device("Compressor"), native_device("Utility"))),
        scenes=_SCENES,
        name="Countin Demo",
        tempo=TEMPO,
        cues=_CUES,
        grooves=(GrooveDocument("Swing 16ths 57"),),
        root_note=9,
        scale_name="Minor",
        loop_start=16.0,
        loop_length=32.0,
    )


def _slots(*clips: ClipDocument | None) -> Slots:
    return (*clips, *((None,) * (SCENES - len(clips))))


def _drums() -> TrackDocument:
    return TrackDocument(
        "group", "Drums", 14, sends=(0.0, 0.0), devices=(native_device("Compressor", "Drum Bus"),), slots=_slots()
    )


def _kit() -> TrackDocument:
    arranged = tuple(_placed(beat_clip("Beat", 4, busy=False), beat) for beat in (16.0, 32.0, 48.0))
    return TrackDocument(
        "midi",
        "Kit",
        14,
        group=0,
        volume=0.82,
        sends=(0.25, 0.0),
        devices=(drum_kit(), native_device("EQ Eight"), native_device("Saturator", values={"Drive": 3.0})),
        slots=_slots(
            beat_clip("Beat", 2, busy=False), beat_clip("Beat", 4, busy=False), beat_clip("Beat 16th", 4, busy=True)
        ),
        arrangement=arranged,
    )


def _placed(clip: ClipDocument, beat: float) -> ClipDocument:
    return replace(clip, start_time=beat, end_time=beat + clip.loop_end)


def _percussion() -> TrackDocument:
    return TrackDocument(
        "midi",
        "Percussion",
        15,
        group=0,
        volume=0.7,
        pan=0.15,
        sends=(0.1, 0.3),
        mute=True,
        devices=(_nested_rack(),),
        slots=_slots(None, beat_clip("Ghosts", 1, busy=True)),
    )


def _nested_rack() -> DeviceDocument:
    """An instrument rack whose second chain holds another rack."""
    shaker = native_device("Simpler", "Shaker", {"Volume": -6.0}, sample_path="/Samples/Demo/Shaker Loop.wav")
    wood = native_device("Simpler", "Wood", {"Transpose": -5.0}, sample_path="/Samples/Demo/Wood.wav")
    inner = rack(
        "Instrument Rack",
        "Wood Layer",
        chains=(ChainDocument("Wood", devices=(wood, native_device("Auto Filter")), color_index=2),),
    )
    chains = (
        ChainDocument("Shaker", devices=(shaker,), volume=0.8, pan=-0.2, color_index=1),
        ChainDocument("Wood", devices=(inner, native_device("Utility")), volume=0.75, pan=0.2, color_index=2),
    )
    return rack("Instrument Rack", "Perc Layers", chains=chains)


def _bass() -> TrackDocument:
    operator = native_device("Operator", "Bass", {"Transpose": -12.0, "Filter Freq": 0.45})
    return TrackDocument(
        "midi",
        "Bass",
        20,
        volume=0.78,
        sends=(0.0, 0.0),
        devices=(operator, native_device("Saturator"), native_device("Compressor")),
        slots=_slots(None, bass_clip("Bass", 4), bass_clip("Bass", 8)),
        arrangement=(_placed(bass_clip("Bass", 8), 16.0),),
    )


def _keys() -> TrackDocument:
    effects = rack(
        "Audio Effect Rack",
        "Width",
        chains=(
            ChainDocument("Dry", color_index=5),
            ChainDocument("Wide", devices=(native_device("Chorus-Ensemble"),), volume=0.6, mute=True, color_index=6),
        ),
    )
    simpler = native_device("Simpler", "Keys", sample_path="/Samples/Demo/Felt Piano C3.wav")
    return TrackDocument(
        "midi",
        "Keys",
        9,
        volume=0.74,
        pan=-0.1,
        sends=(0.4, 0.2),
        devices=(native_device("Arpeggiator", values={"Device On": 0.0}), simpler, effects),
        slots=_slots(chord_clip("Chords", 4), chord_clip("Chords", 4), chord_clip("Chords", 8)),
    )


def _vocals() -> TrackDocument:
    return TrackDocument(
        "audio",
        "Vocals",
        26,
        volume=0.8,
        sends=(0.3, 0.15),
        devices=(native_device("EQ Eight"), native_device("Compressor")),
        slots=_slots(None, vocal_clip("Vocals Verse", 8)),
    )


def _guitar() -> TrackDocument:
    """An audio track with nothing on it, and without a name of its own: Live numbers it."""
    return TrackDocument("audio", color_index=3, sends=(0.0, 0.0), slots=_slots())
