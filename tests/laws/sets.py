"""The Set that the laws are tried on: one of everything that a plan can rest on, and small: an example is cheap.

`BAND` holds a group, a Drum Rack with macros, a rack in a rack and a return chain, a MIDI effect rack, automated
parameters, warped and unwarped audio, an arrangement, returns, locators and scenes with overrides.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from countin.sim.device_layouts import rack
from countin.sim.document import (
    ChainDocument,
    ClipDocument,
    CueDocument,
    DeviceDocument,
    DeviceLayout,
    MacroMapping,
    MixerMapping,
    NoteDocument,
    ParameterLayout,
    SceneDocument,
    SetDocument,
    TrackDocument,
)

_ON = ParameterLayout("Device On", 0.0, 1.0, quantized=True, value_items=("Off", "On"))
_LEVEL = ParameterLayout("Level", 0.0, 1.0, default=0.5)
_TUNE = ParameterLayout("Tune", -48.0, 48.0, default=0.0)
_MODE = ParameterLayout("Mode", 0.0, 2.0, quantized=True, value_items=("Warm", "Cold", "Odd"))
_STEPS = ParameterLayout("Steps", 0.0, 7.0, quantized=True)
_RATE = ParameterLayout("Rate", 0.1, 20.3, default=1.0)
LEVEL, TUNE, MODE, STEPS, RATE = 1, 2, 3, 4, 5

_SYNTH = DeviceLayout("TinySynth", "Tiny Synth", 1, (_ON, _LEVEL, _TUNE, _MODE, _STEPS, _RATE))
_EFFECT = DeviceLayout("TinyEffect", "Tiny Effect", 2, (_ON, _LEVEL, _TUNE, _MODE))
_NOTES = DeviceLayout("TinyNotes", "Tiny Notes", 4, (_ON, _STEPS))


def synth(name: str, level: float = 0.5, automated: tuple[int, ...] = ()) -> DeviceDocument:
    """An instrument of six parameters."""
    return DeviceDocument(name, _SYNTH, (1.0, level, 0.0, 1.0, 3.0, 1.5), automated=automated)


def effect(name: str, level: float = 0.25, automated: tuple[int, ...] = ()) -> DeviceDocument:
    """An audio effect of four parameters."""
    return DeviceDocument(name, _EFFECT, (1.0, level, -3.0, 0.0), automated=automated)


def arpeggio(name: str) -> DeviceDocument:
    """A MIDI effect of two parameters."""
    return DeviceDocument(name, _NOTES, (1.0, 2.0))


def _inner_rack() -> DeviceDocument:
    """A rack whose first macro is driven from above and drives a parameter itself; the second drives the rack's own
    chain selector."""
    chain = ChainDocument("Click", devices=(effect("Click Drive"),), volume=0.7, pan=0.1)
    mappings = (MacroMapping(0, (("chains", 0, 0),), LEVEL, 0.0, 1.0), MacroMapping(1, (), 17, 0.0, 127.0))
    return rack("Audio Effect Rack", "Click", chains=(chain,), macros=(("Drive", 32.0),), mappings=mappings)


def drum_rack() -> DeviceDocument:
    """Four chains on three pads, a return chain, and macros at work: one reaches a nested rack's own macro, others the
    mixers of chains."""
    pads = (
        ChainDocument(
            "Kick", (synth("Kick"), _inner_rack()), volume=0.8, pan=-0.1, sends=(0.2,), in_note=36, out_note=60
        ),
        ChainDocument("Snare", (synth("Snare", 0.6),), volume=0.75, sends=(0.1,), in_note=38, out_note=60),
        ChainDocument("Hat", (synth("Hat"),), volume=0.6, sends=(0.0,), mute=True, in_note=42, out_note=60),
        ChainDocument("Open Hat", (), volume=0.6, sends=(0.4,), in_note=42, out_note=61, choke_group=1),
    )
    room = ChainDocument("Room", (effect("Room"),), volume=0.5)
    mappings = (
        MacroMapping(0, (("chains", 0, 0),), TUNE, -12.0, 12.0),
        MacroMapping(1, (("chains", 0, 1),), 1, 0.0, 127.0),
        MacroMapping(2, (("return_chains", 0, 0),), LEVEL, 0.0, 1.0),
    )
    macros = (("Tune", 64.0), ("Click", 30.0), ("Room", 10.0), ("Snare", 100.0), ("Hat On", 127.0))
    mixers = (
        MixerMapping(3, ("chains", 1), "volume", 0.0, 1.0),
        MixerMapping(3, ("chains", 1), "send", 0.5, 0.0),
        MixerMapping(4, ("chains", 3), "chain_activator", 0.0, 1.0),
    )
    made = rack("Drum Rack", "Kit", chains=pads, return_chains=(room,), macros=macros, mappings=mappings)
    return replace(made, mixer_mappings=mixers)


def _note_rack() -> DeviceDocument:
    chain = ChainDocument("Notes", (DeviceDocument("Arp", _NOTES, (1.0, 2.0)),), volume=None, pan=None)
    return rack("MIDI Effect Rack", "Note Rack", chains=(chain,))


def _notes(*pitches: int) -> tuple[NoteDocument, ...]:
    return tuple(NoteDocument(pitch, place * 0.5, 0.5, 90.0) for place, pitch in enumerate(pitches))


def midi_clip(name: str, beats: float, *pitches: int) -> ClipDocument:
    """A looping MIDI clip."""
    return ClipDocument("midi", name, loop_end=beats, end_time=beats, end_marker=beats, notes=_notes(*pitches))


def _audio_clip(name: str, beats: float, *, warping: bool = True) -> ClipDocument:
    return ClipDocument(
        "audio", name, loop_end=beats, end_time=beats, end_marker=beats, warping=warping, looping=warping,
        file_path="/Samples/take.wav", sample_length=round(beats * 22050),
    )  # fmt: skip


def placed(clip: ClipDocument, beat: float) -> ClipDocument:
    """The same clip on the timeline."""
    return replace(clip, start_time=beat, end_time=beat + clip.loop_end)


BEAT, FILL, TAKE = midi_clip("Beat", 4.0, 36, 38, 42), midi_clip("Fill", 1.5, 36, 38), _audio_clip("Take", 4.0)

BAND: Final = SetDocument(
    tracks=(
        TrackDocument("group", "Band", devices=(effect("Glue"),), sends=(0.0, 0.0)),
        TrackDocument(
            "midi", "Kit", 3, group=0, sends=(0.2, 0.0), devices=(drum_rack(), effect("Crush")),
            slots=(BEAT, FILL, None, None, None), arrangement=(placed(BEAT, 8.0), placed(BEAT, 16.0)),
        ),
        TrackDocument(
            "midi", "Keys", 5, volume=0.7, sends=(0.0, 0.1),
            devices=(_note_rack(), synth("Lead", automated=(LEVEL,)), effect("Wide", automated=(TUNE,))),
            slots=(None, midi_clip("Chords", 8.0, 57, 60, 64), None, None, None),
        ),
        TrackDocument(
            "audio", "Vox", 7, mute=True, sends=(0.0, 0.0), devices=(effect("De-ess"),),
            slots=(TAKE, None, _audio_clip("Raw", 6.0, warping=False), None, None),
            arrangement=(placed(TAKE, 0.0),),
        ),
        TrackDocument("midi", sends=(0.0, 0.0)),
    ),
    returns=(
        TrackDocument(
            "return", "Verb", devices=(effect("Verb", automated=(LEVEL,)),), volume=0.6, automated=("volume",)
        ),
        TrackDocument("return", "Echo", devices=(effect("Echo"),)),
    ),
    main=TrackDocument("main", devices=(effect("Master Glue"), effect("Limit")), automated=("crossfader",)),
    scenes=(
        SceneDocument("Intro", color_index=3), SceneDocument("Verse", tempo=96.0), SceneDocument("Chorus"),
        SceneDocument("Break", signature=(3, 4)), SceneDocument(),
    ),
    name="Band", tempo=104.0, cues=(CueDocument("Start", 0.0), CueDocument("Verse", 16.0)),
)  # fmt: skip
"""The small Set of the laws."""
