"""Which device hides behind which tag: the name Live shows for a class and its type, from the framework's bank tables,
public dumps of Live and saved files. A tag that is not here still opens, with its tag as its name."""

from __future__ import annotations

from countin.sim.files.nodes import DeviceNode

UNDEFINED, INSTRUMENT, AUDIO_EFFECT, MIDI_EFFECT = 0, 1, 2, 4

INSTRUMENTS = {
    "Collision": "Collision",
    "Drift": "Drift",
    "DrumCell": "Drum Sampler",
    "DrumGroupDevice": "Drum Rack",
    "InstrumentGroupDevice": "Instrument Rack",
    "InstrumentImpulse": "Impulse",
    "InstrumentMeld": "Meld",
    "InstrumentVector": "Wavetable",
    "LoungeLizard": "Electric",
    "MultiSampler": "Sampler",
    "MxDeviceInstrument": "Max Instrument",
    "Operator": "Operator",
    "OriginalSimpler": "Simpler",
    "ProxyInstrumentDevice": "External Instrument",
    "StringStudio": "Tension",
    "UltraAnalog": "Analog",
}
MIDI_EFFECTS = {
    "MidiArpeggiator": "Arpeggiator",
    "MidiCcControl": "CC Control",
    "MidiChord": "Chord",
    "MidiEffectGroupDevice": "MIDI Effect Rack",
    "MidiNoteLength": "Note Length",
    "MidiPitcher": "Pitch",
    "MidiRandom": "Random",
    "MidiScale": "Scale",
    "MidiVelocity": "Velocity",
    "MxDeviceMidiEffect": "Max MIDI Effect",
}
AUDIO_EFFECTS = {
    "Amp": "Amp",
    "AudioEffectGroupDevice": "Audio Effect Rack",
    "AutoFilter": "Auto Filter",
    "AutoFilter2": "Auto Filter",
    "AutoPan": "Auto Pan",
    "AutoPan2": "Auto Pan-Tremolo",
    "BeatRepeat": "Beat Repeat",
    "Cabinet": "Cabinet",
    "ChannelEq": "Channel EQ",
    "Chorus": "Chorus",
    "Chorus2": "Chorus-Ensemble",
    "Compressor2": "Compressor",
    "Corpus": "Corpus",
    "CrossDelay": "Simple Delay",
    "Delay": "Delay",
    "DrumBuss": "Drum Buss",
    "Echo": "Echo",
    "Eq8": "EQ Eight",
    "Erosion": "Erosion",
    "Erosion2": "Erosion",
    "FilterDelay": "Filter Delay",
    "FilterEQ3": "EQ Three",
    "Flanger": "Flanger",
    "FrequencyShifter": "Frequency Shifter",
    "Gate": "Gate",
    "GlueCompressor": "Glue Compressor",
    "GrainDelay": "Grain Delay",
    "Hybrid": "Hybrid Reverb",
    "Limiter": "Limiter",
    "Looper": "Looper",
    "MultibandDynamics": "Multiband Dynamics",
    "MxDeviceAudioEffect": "Max Audio Effect",
    "Overdrive": "Overdrive",
    "Pedal": "Pedal",
    "Phaser": "Phaser",
    "PhaserNew": "Phaser-Flanger",
    "PingPongDelay": "Ping Pong Delay",
    "ProxyAudioEffectDevice": "External Audio Effect",
    "Redux": "Redux",
    "Redux2": "Redux",
    "Resonator": "Resonators",
    "Reverb": "Reverb",
    "Roar": "Roar",
    "Saturator": "Saturator",
    "Shifter": "Shifter",
    "Spectral": "Spectral Time",
    "SpectrumAnalyzer": "Spectrum",
    "StereoGain": "Utility",
    "Transmute": "Spectral Resonator",
    "Tube": "Dynamic Tube",
    "Tuner": "Tuner",
    "Vinyl": "Vinyl Distortion",
    "Vocoder": "Vocoder",
}
SHOWN_NAMES = INSTRUMENTS | MIDI_EFFECTS | AUDIO_EFFECTS
TYPES = (
    dict.fromkeys(INSTRUMENTS, INSTRUMENT)
    | dict.fromkeys(MIDI_EFFECTS, MIDI_EFFECT)
    | dict.fromkeys(AUDIO_EFFECTS, AUDIO_EFFECT)
)

TYPE_WORDS = {"instr": INSTRUMENT, "audiofx": AUDIO_EFFECT, "midifx": MIDI_EFFECT}
"""The third word of `BranchDeviceId`, as in `device:vst:audiofx:1381118768?n=RoughRider3`."""

AUDIO_UNIT_TYPES = {1635085685: INSTRUMENT, 1635083896: AUDIO_EFFECT, 1635085670: AUDIO_EFFECT, 1635085673: MIDI_EFFECT}
"""The four-letter codes aumu, aufx, aumf and aumi as numbers."""
VST2_CATEGORIES = {"1": AUDIO_EFFECT, "2": INSTRUMENT}
VST3_TYPES = {"1": INSTRUMENT, "2": AUDIO_EFFECT}


def class_display_name(device: DeviceNode) -> str:
    """The name of the device's class in Live's browser; for plug-ins the plug-in's name, else the tag."""
    return SHOWN_NAMES.get(device.tag) or plugin_name(device) or device.tag


def device_type(device: DeviceNode) -> int:
    """Live.Device.DeviceType: by the class, else by what the file says of where the device came from."""
    known = TYPES.get(device.tag)
    if known is not None:
        return known
    words = _value(device, "SourceContext/Value/BranchSourceContext/BranchDeviceId").split(":")
    if len(words) > 2 and words[2] in TYPE_WORDS:
        return TYPE_WORDS[words[2]]
    return _plugin_type(device)


def plugin_name(device: DeviceNode) -> str:
    """The name a plug-in gave itself; empty for anything else."""
    return _value(device, "PluginDesc/*/PlugName") or _value(device, "PluginDesc/*/Name")


def _plugin_type(device: DeviceNode) -> int:
    code = _value(device, "PluginDesc/AuPluginInfo/ComponentType")
    if code.isdecimal():
        return AUDIO_UNIT_TYPES.get(int(code[:10]), UNDEFINED)
    vst2 = VST2_CATEGORIES.get(_value(device, "PluginDesc/VstPluginInfo/Category"))
    return vst2 or VST3_TYPES.get(_value(device, "PluginDesc/Vst3PluginInfo/DeviceType"), UNDEFINED)


def _value(device: DeviceNode, path: str) -> str:
    found = device.element.find(path)
    return "" if found is None else found.get("Value", "")
