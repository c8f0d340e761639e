"""The devices that come with Live, by the names its browser shows: class name and type. Layouts stand in
`device_layouts`; this table is what a browser, `insert_device` and the Sets made in code agree on.

Source of names and classes: Ableton's own bank tables, public dumps and saved Sets.
"""

from __future__ import annotations

from typing import Final

INSTRUMENT: Final = 1
AUDIO_EFFECT: Final = 2
MIDI_EFFECT: Final = 4

_INSTRUMENTS: Final = {
    "Analog": "UltraAnalog",
    "Collision": "Collision",
    "Drift": "Drift",
    "Drum Rack": "DrumGroupDevice",
    "Drum Sampler": "DrumCell",
    "Electric": "LoungeLizard",
    "External Instrument": "ProxyInstrumentDevice",
    "Impulse": "InstrumentImpulse",
    "Instrument Rack": "InstrumentGroupDevice",
    "Meld": "InstrumentMeld",
    "Operator": "Operator",
    "Sampler": "MultiSampler",
    "Simpler": "OriginalSimpler",
    "Tension": "StringStudio",
    "Wavetable": "InstrumentVector",
}
_MIDI_EFFECTS: Final = {
    "Arpeggiator": "MidiArpeggiator",
    "CC Control": "MidiCcControl",
    "Chord": "MidiChord",
    "MIDI Effect Rack": "MidiEffectGroupDevice",
    "Note Length": "MidiNoteLength",
    "Pitch": "MidiPitcher",
    "Random": "MidiRandom",
    "Scale": "MidiScale",
    "Velocity": "MidiVelocity",
}
# The class names of Auto Shift, Spectrum and Tuner are from general knowledge: no source at hand confirms them.
_AUDIO_EFFECTS: Final = {
    "Amp": "Amp",
    "Audio Effect Rack": "AudioEffectGroupDevice",
    "Auto Filter": "AutoFilter2",
    "Auto Pan-Tremolo": "AutoPan2",
    "Auto Shift": "AutoShift",
    "Beat Repeat": "BeatRepeat",
    "Cabinet": "Cabinet",
    "Channel EQ": "ChannelEq",
    "Chorus-Ensemble": "Chorus2",
    "Compressor": "Compressor2",
    "Corpus": "Corpus",
    "Delay": "Delay",
    "Drum Buss": "DrumBuss",
    "Dynamic Tube": "Tube",
    "EQ Eight": "Eq8",
    "EQ Three": "FilterEQ3",
    "Echo": "Echo",
    "Erosion": "Erosion2",
    "External Audio Effect": "ProxyAudioEffectDevice",
    "Filter Delay": "FilterDelay",
    "Gate": "Gate",
    "Glue Compressor": "GlueCompressor",
    "Grain Delay": "GrainDelay",
    "Hybrid Reverb": "Hybrid",
    "Limiter": "Limiter",
    "Looper": "Looper",
    "Multiband Dynamics": "MultibandDynamics",
    "Overdrive": "Overdrive",
    "Pedal": "Pedal",
    "Phaser-Flanger": "PhaserNew",
    "Redux": "Redux2",
    "Resonators": "Resonator",
    "Reverb": "Reverb",
    "Roar": "Roar",
    "Saturator": "Saturator",
    "Shifter": "Shifter",
    "Spectral Resonator": "Transmute",
    "Spectral Time": "Spectral",
    "Spectrum": "SpectrumAnalyzer",
    "Tuner": "Tuner",
    "Utility": "StereoGain",
    "Vinyl Distortion": "Vinyl",
    "Vocoder": "Vocoder",
}

NATIVE_DEVICES: Final[dict[str, tuple[str, int]]] = {
    **{name: (class_name, INSTRUMENT) for name, class_name in _INSTRUMENTS.items()},
    **{name: (class_name, MIDI_EFFECT) for name, class_name in _MIDI_EFFECTS.items()},
    **{name: (class_name, AUDIO_EFFECT) for name, class_name in _AUDIO_EFFECTS.items()},
}
"""Browser name to (class name, Live.Device.DeviceType)."""


def names_of_type(device_type: int) -> tuple[str, ...]:
    """The browser names of all native devices of one type, in alphabetical order."""
    return tuple(sorted(name for name, (_, kind) in NATIVE_DEVICES.items() if kind == device_type))
