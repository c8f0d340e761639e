"""Which class of Live shows which state, and which device class belongs to a device's class name."""

from __future__ import annotations

from typing import Final

from countin.sim.kernel import states
from countin.sim.kernel.handles import Role

STATE_CLASSES: Final[dict[type[states.State], str]] = {
    states.ApplicationState: "Live.Application.Application",
    states.BrowserState: "Live.Browser.Browser",
    states.SongState: "Live.Song.Song",
    states.TrackState: "Live.Track.Track",
    states.LaneState: "Live.TakeLane.TakeLane",
    states.SceneState: "Live.Scene.Scene",
    states.SlotState: "Live.ClipSlot.ClipSlot",
    states.ClipState: "Live.Clip.Clip",
    states.EnvelopeState: "Live.Envelope.Envelope",
    states.ChainState: "Live.Chain.Chain",
    states.CueState: "Live.Song.CuePoint",
    states.GrooveState: "Live.Groove.Groove",
}

PART_CLASSES: Final[dict[int, str]] = {
    Role.MIXER: "Live.ChainMixerDevice.ChainMixerDevice",
    Role.PARAMETER: "Live.DeviceParameter.DeviceParameter",
    Role.SEND: "Live.DeviceParameter.DeviceParameter",
    Role.PAD: "Live.DrumPad.DrumPad",
    Role.SAMPLE: "Live.Sample.Sample",
    Role.POOL: "Live.GroovePool.GroovePool",
    Role.TUNING: "Live.TuningSystem.TuningSystem",
    Role.IO: "Live.DeviceIO.DeviceIO",
}

OLDER_CLASSES: Final[dict[str, str]] = {
    "Live.Envelope.Envelope": "Live.Clip.AutomationEnvelope",
    "Live.TuningSystem.TuningSystem": "Live.Song.TuningSystem",
}
"""What stood in a class's place before it existed."""

RACK_CLASSES: Final = frozenset(
    {"AudioEffectGroupDevice", "DrumGroupDevice", "InstrumentGroupDevice", "MidiEffectGroupDevice"}
)
PLUGIN_CLASSES: Final = frozenset({"PluginDevice", "AuPluginDevice"})
MAX_CLASSES: Final = frozenset({"MxDeviceInstrument", "MxDeviceAudioEffect", "MxDeviceMidiEffect"})

DEVICE_CLASSES: Final[dict[str, str]] = {
    **dict.fromkeys(RACK_CLASSES, "Live.RackDevice.RackDevice"),
    **dict.fromkeys(PLUGIN_CLASSES, "Live.PluginDevice.PluginDevice"),
    **dict.fromkeys(MAX_CLASSES, "Live.MaxDevice.MaxDevice"),
    "OriginalSimpler": "Live.SimplerDevice.SimplerDevice",
    "Compressor2": "Live.CompressorDevice.CompressorDevice",
    "Drift": "Live.DriftDevice.DriftDevice",
    "DrumCell": "Live.DrumCellDevice.DrumCellDevice",
    "Eq8": "Live.Eq8Device.Eq8Device",
    "Hybrid": "Live.HybridReverbDevice.HybridReverbDevice",
    "InstrumentMeld": "Live.MeldDevice.MeldDevice",
    "InstrumentVector": "Live.WavetableDevice.WavetableDevice",
    "Looper": "Live.LooperDevice.LooperDevice",
    "MidiCcControl": "Live.CcControlDevice.CcControlDevice",
    "Roar": "Live.RoarDevice.RoarDevice",
    "Shifter": "Live.ShifterDevice.ShifterDevice",
    "Transmute": "Live.SpectralResonatorDevice.SpectralResonatorDevice",
}
"""Devices with a class of their own; every other one is a plain Device (Sampler too)."""
