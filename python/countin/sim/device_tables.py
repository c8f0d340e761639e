"""Parameter tables of the native devices that the Sets made in code use: one row a parameter, as data.

Names come from Ableton's bank tables and from saved Sets. Where no source says which range the object model shows, the
row is `guessed`; a choice whose labels no source gives has no labels at all.
"""

from __future__ import annotations

from typing import Final

from countin.sim.document import ParameterLayout, Unit

Row = tuple[ParameterLayout, float]
"""A parameter and the value a fresh device has."""


def number(name: str, minimum: float = 0.0, maximum: float = 1.0, start: float = 0.0, unit: Unit = "") -> Row:
    """A continuous parameter; its range is a guess."""
    return ParameterLayout(name, minimum, maximum, default=start, unit=unit, guessed=True), start


def switch(name: str, start: float = 0.0) -> Row:
    """An on/off parameter, whose range and labels are the same all over Live."""
    return ParameterLayout(name, quantized=True, value_items=("Off", "On")), start


def choice(name: str, last: int, start: float = 0.0, items: tuple[str, ...] = ()) -> Row:
    """A choice from 0 to `last`; without `items` its labels are unknown, and then its range is a guess too."""
    layout = ParameterLayout(name, 0.0, float(last), quantized=True, value_items=items, guessed=not items)
    return layout, start


DEVICE_ON: Final = switch("Device On", 1.0)


def _drum_sampler() -> tuple[Row, ...]:
    """Forty, as a saved Drum Sampler has; the names of the effect's knobs are unsourced."""
    return (
        DEVICE_ON,
        number("Transpose", -48.0, 48.0, 0.0, "semitones"),
        number("Detune", -0.5, 0.5),
        number("Vel > Vol", 0.0, 1.0, 0.35, "percent"),
        choice("Mod Source", 4),
        choice("Mod Target", 5),
        number("Mod Amount", -1.0, 1.0),
        switch("Filter On", 1.0),
        number("Flt Freq", 0.0, 1.0, 1.0),
        number("Flt Reso", 0.0, 0.9),
        choice("Flt Type", 3, 1.0),
        number("Flt Peak Gain", -12.0, 12.0, 0.0, "decibels"),
        number("Attack"),
        number("Hold", 0.0, 1.0, 0.518),
        number("Decay", 0.0, 1.0, 1.0),
        choice("Env Mode", 1, 1.0, ("Trigger", "Gate")),
        number("Start"),
        number("Length", 0.0, 1.0, 1.0),
        number("Volume", -36.0, 36.0, 0.0, "decibels"),
        number("Pan", -1.0, 1.0, 0.0, "pan"),
        switch("FX On"),
        choice("FX Type", 8),
        *_drum_sampler_effects(),
    )


def _drum_sampler_effects() -> tuple[Row, ...]:
    names = (
        "Pitch Env Amount", "Pitch Env Decay", "Sub Osc Amount", "Sub Osc Freq", "Noise Amount", "Noise Freq",
        "Loop Offset", "Loop Length", "Stretch Factor", "Stretch Grain Size", "Punch Amount", "Punch Time",
        "8-Bit Rate", "8-Bit Decay", "FM Amount", "FM Freq", "Ring Mod Amount", "Ring Mod Freq",
    )  # fmt: skip
    return tuple(number(name, 0.0, 1.0, 0.0 if name.endswith("Amount") else 0.5) for name in names)


def _envelope(prefix: str, sustain: float) -> tuple[Row, ...]:
    stages = (("Attack", 0.0), ("Decay", 0.5), ("Sustain", sustain), ("Release", 0.36))
    return tuple(number(f"{prefix} {stage}", 0.0, 1.0, start) for stage, start in stages)


def _simpler() -> tuple[Row, ...]:
    return (
        DEVICE_ON,
        switch("Snap", 1.0),
        number("S Start"),
        number("S Length", 0.0, 1.0, 1.0),
        switch("S Loop On"),
        number("S Loop Length", 0.0, 1.0, 1.0),
        number("S Loop Fade"),
        number("Fade In"),
        number("Fade Out", 0.0, 1.0, 0.1),
        number("Transpose", -48.0, 48.0, 0.0, "semitones"),
        number("Detune", -50.0, 50.0, 0.0, "cents"),
        number("Spread", 0.0, 100.0, 0.0),
        number("Volume", -36.0, 36.0, -12.0, "decibels"),
        number("Vol < Vel", 0.0, 1.0, 0.35, "percent"),
        number("Vol < LFO"),
        number("Pan", -1.0, 1.0, 0.0, "pan"),
        number("Pan < Rnd"),
        number("Pan < LFO"),
        *_envelope("Ve", 1.0),
        switch("F On", 1.0),
        choice("Filter Type", 4, 0.0, ("Lowpass", "Highpass", "Bandpass", "Notch", "Morph")),
        number("Filter Freq", 0.0, 1.0, 1.0),
        number("Filter Res", 0.0, 1.25),
        number("Filter Drive", 0.0, 24.0, 0.0, "decibels"),
        number("Filter Morph"),
        number("Filt < Vel"),
        number("Filt < LFO", 0.0, 24.0),
        switch("Fe On"),
        *_envelope("Fe", 0.0),
        number("Fe < Env", -72.0, 72.0),
        switch("L On"),
        choice("L Wave", 5),
        number("L Rate", 0.0, 1.0, 0.57),
        switch("L Sync"),
        choice("L Sync Rate", 21, 4.0),
        number("L Attack"),
        number("L R < Key"),
        number("L Offset", 0.0, 360.0),
        switch("L Retrig", 1.0),
        number("Pitch < LFO"),
        switch("Pe On"),
        *_envelope("Pe", 0.0),
        number("Pe < Env", -48.0, 48.0, 0.0, "semitones"),
        choice("Glide Mode", 2),
        number("Glide Time", 0.0, 1.0, 0.54),
    )


def _operator() -> tuple[Row, ...]:
    oscillators = tuple(row for letter in "ABCD" for row in _operator_oscillator(letter))
    return (
        DEVICE_ON,
        choice("Algorithm", 10),
        *oscillators,
        switch("Filter On", 1.0),
        number("Filter Freq", 0.0, 1.0, 1.0),
        number("Filter Res"),
        *_envelope("Fe", 0.0),
        number("Fe Amount", -1.0, 1.0),
        switch("LFO On"),
        choice("LFO Type", 5),
        number("LFO Rate", 0.0, 127.0, 70.0),
        number("LFO Amt"),
        switch("Pe On"),
        number("Pe Amount", -1.0, 1.0),
        switch("Glide On"),
        number("Glide Time", 0.0, 1.0, 0.54),
        number("Transpose", -48.0, 48.0, 0.0, "semitones"),
        number("Spread", 0.0, 100.0),
        number("Time", -1.0, 1.0),
        number("Tone", 0.0, 1.0, 0.7),
        number("Panorama", -1.0, 1.0, 0.0, "pan"),
        number("Volume", 0.0, 1.0, 0.5),
    )


def _operator_oscillator(letter: str) -> tuple[Row, ...]:
    return (
        switch(f"Osc-{letter} On", 1.0 if letter == "A" else 0.0),
        number(f"{letter} Coarse", 0.0, 48.0, 1.0),
        number(f"{letter} Fine", 0.0, 1000.0),
        number(f"Osc-{letter} Level", 0.0, 1.0, 1.0 if letter == "A" else 0.0),
        *_envelope(f"{letter}e", 1.0),
    )


def _reverb() -> tuple[Row, ...]:
    return (
        DEVICE_ON,
        number("Predelay", 0.0, 1.0, 0.26),
        switch("In LoCut", 1.0),
        switch("In HiCut", 1.0),
        number("In Filter Freq", 0.0, 1.0, 0.48),
        number("In Filter Width", 0.5, 9.0, 5.85),
        switch("ER Spin On", 1.0),
        number("ER Spin Rate", 0.0, 1.0, 0.43),
        number("ER Spin Amount", 0.0, 1.0, 0.12),
        number("ER Shape", 0.0, 1.0, 0.5),
        switch("HiFilter On", 1.0),
        choice("HiFilter Type", 1),
        number("HiFilter Freq", 0.0, 1.0, 0.81),
        number("HiShelf Gain", 0.2, 1.0, 0.7),
        switch("LowShelf On"),
        number("LowShelf Freq", 0.0, 1.0, 0.23),
        number("LowShelf Gain", 0.2, 1.0, 0.75),
        switch("Chorus On", 1.0),
        number("Chorus Rate", 0.0, 1.0, 0.1),
        number("Chorus Amount", 0.0, 1.0, 0.12),
        number("Decay Time", 0.0, 1.0, 0.44),
        number("Diffusion", 0.0, 1.0, 0.6),
        number("Scale", 0.05, 1.0, 0.4),
        switch("Freeze On"),
        switch("Flat On", 1.0),
        switch("Cut On", 1.0),
        number("Room Size", 0.0, 1.0, 0.79),
        choice("Size Smoothing", 2),
        number("Stereo Image", 0.0, 120.0, 100.0),
        choice("Density", 3, 3.0),
        number("Reflect Level", 0.0, 1.0, 0.84),
        number("Diffuse Level", 0.0, 1.0, 0.84),
        number("Dry/Wet", 0.0, 1.0, 1.0, "percent"),
    )


def _delay() -> tuple[Row, ...]:
    return (
        DEVICE_ON,
        choice("Delay Mode", 2),
        switch("Link"),
        switch("Ping Pong"),
        switch("L Sync", 1.0),
        switch("R Sync", 1.0),
        number("L Time", 0.0, 1.0, 0.36),
        number("R Time", 0.0, 1.0, 0.37),
        choice("L 16th", 7, 2.0),
        choice("R 16th", 7, 2.0),
        number("L Offset", -0.333, 0.333),
        number("R Offset", -0.333, 0.333),
        number("Feedback", 0.0, 0.95, 0.21, "percent"),
        switch("Freeze"),
        switch("Filter On"),
        number("Filter Freq", 0.0, 1.0, 0.51),
        number("Filter Width", 0.5, 9.0, 8.0),
        number("Mod Freq", 0.0, 1.0, 0.47),
        number("Dly < Mod"),
        number("Filter < Mod"),
        number("Dry/Wet", 0.0, 1.0, 1.0, "percent"),
    )


def _eq_eight() -> tuple[Row, ...]:
    bands = tuple(row for channel in "AB" for band in range(1, 9) for row in _eq_eight_band(band, channel))
    return (
        DEVICE_ON,
        number("Output Gain", -12.0, 12.0, 0.0, "decibels"),
        number("Scale", -2.0, 2.0, 1.0),
        switch("Adaptive Q", 1.0),
        *bands,
    )


def _eq_eight_band(band: int, channel: str) -> tuple[Row, ...]:
    return (
        switch(f"{band} Filter On {channel}", 1.0 if band <= 4 else 0.0),
        choice(f"{band} Filter Type {channel}", 7, 3.0),
        number(f"{band} Frequency {channel}", 0.0, 1.0, 0.1 * band),
        number(f"{band} Gain {channel}", -15.0, 15.0, 0.0, "decibels"),
        number(f"{band} Resonance {channel}", 0.0, 1.0, 0.377),
    )


def _compressor() -> tuple[Row, ...]:
    return (
        DEVICE_ON,
        number("Threshold", 0.0, 1.0, 0.85),
        number("Ratio", 0.0, 1.0, 0.75),
        number("Expansion Ratio", 0.0, 1.0, 0.15),
        number("Attack", 0.0, 1.0, 0.4),
        number("Release", 0.0, 1.0, 0.37),
        switch("Auto Release On/Off"),
        switch("Makeup"),
        number("Output Gain", -36.0, 36.0, 0.0, "decibels"),
        number("Dry/Wet", 0.0, 1.0, 1.0, "percent"),
        choice("Model", 2, 0.0, ("Peak", "RMS", "Expand")),
        choice("Env Mode", 1),
        number("Knee", 0.0, 18.0, 6.0, "decibels"),
        choice("LookAhead", 2, 1.0),
        switch("S/C Listen"),
        switch("S/C EQ On"),
        choice("S/C EQ Type", 5),
        number("S/C EQ Freq", 0.0, 1.0, 0.2),
        number("S/C EQ Q", 0.0, 1.0, 0.5),
        number("S/C EQ Gain", -15.0, 15.0, 0.0, "decibels"),
        switch("S/C On"),
        number("S/C Gain", 0.0, 1.0, 0.4),
        number("S/C Mix", 0.0, 1.0, 1.0, "percent"),
    )


def _auto_filter() -> tuple[Row, ...]:
    return (
        DEVICE_ON,
        choice("Filter Type", 9),
        number("Frequency", 0.0, 1.0, 0.9),
        number("Resonance"),
        number("Morph"),
        choice("Slope", 1, 1.0),
        number("Drive", 0.0, 1.0, 0.0, "percent"),
        number("LFO Amount", 0.0, 1.0, 0.0, "percent"),
        choice("LFO Waveform", 7),
        number("LFO Frequency", 0.0, 1.0, 0.36),
        choice("LFO Sync Rate", 21, 4.0),
        number("LFO Phase", 0.0, 360.0),
        number("Env. Modulation", -1.0, 1.0),
        number("Env. Attack", 0.0, 1.0, 0.2),
        number("Env. Release", 0.0, 1.0, 0.5),
        switch("S/C On"),
        number("Output", -36.0, 36.0, 0.0, "decibels"),
        number("Dry/Wet", 0.0, 1.0, 1.0, "percent"),
    )


def _saturator() -> tuple[Row, ...]:
    shapes = ("WS Drive", "WS Curve", "WS Depth", "WS Lin", "WS Damp", "WS Period")
    return (
        DEVICE_ON,
        number("Drive", -36.0, 36.0, 0.0, "decibels"),
        choice("Type", 6),
        switch("Color", 1.0),
        number("Base", 0.0, 1.0, 0.5),
        number("Frequency", 0.0, 1.0, 0.5),
        number("Width", 0.0, 1.0, 0.3),
        number("Depth", 0.0, 1.0, 0.5),
        *(number(name, 0.0, 1.0, 0.5) for name in shapes),
        switch("Soft Clip"),
        number("Output", -36.0, 0.0, 0.0, "decibels"),
        number("Dry/Wet", 0.0, 1.0, 1.0, "percent"),
    )


def _utility() -> tuple[Row, ...]:
    return (
        DEVICE_ON,
        switch("Left Inv"),
        switch("Right Inv"),
        choice("Channel Mode", 3, 1.0),
        number("Stereo Width", 0.0, 4.0, 1.0),
        switch("Mono"),
        switch("Bass Mono"),
        number("Bass Freq", 0.0, 1.0, 0.38),
        number("Balance", -1.0, 1.0, 0.0, "pan"),
        number("Gain", -1.0, 1.0, 0.0),
        switch("Mute"),
        switch("DC Filter"),
    )


def _chorus() -> tuple[Row, ...]:
    return (
        DEVICE_ON,
        choice("Mode", 2, 0.0, ("Chorus", "Ensemble", "Vibrato")),
        number("Rate", 0.0, 1.0, 0.4),
        number("Amount", 0.0, 1.0, 0.5, "percent"),
        number("Feedback", 0.0, 0.99, 0.0, "percent"),
        switch("FB Inv"),
        switch("High Pass"),
        number("HPF Freq", 0.0, 1.0, 0.2),
        number("Width", 0.0, 2.0, 1.0),
        number("Offset", 0.0, 180.0),
        number("Shape"),
        number("Warmth", 0.0, 1.0, 0.0, "percent"),
        number("Gain", 0.0, 2.0, 1.0),
        number("Dry/Wet", 0.0, 1.0, 1.0, "percent"),
    )


def _arpeggiator() -> tuple[Row, ...]:
    return (
        DEVICE_ON,
        choice("Style", 17),
        switch("Sync On", 1.0),
        choice("Synced Rate", 13, 7.0),
        number("Free Rate", 0.0, 1.0, 0.5),
        number("Gate", 1.0, 200.0, 50.0),
        number("Offset", -7.0, 7.0),
        switch("Hold On"),
        number("Transp. Steps", 0.0, 8.0),
        number("Transp. Dist.", -24.0, 24.0, 12.0, "semitones"),
        number("Repeats", 1.0, 17.0, 17.0),
        switch("Velocity On"),
        number("Velocity Decay", 0.0, 1.0, 0.5),
        number("Velocity Target", 0.0, 127.0, 64.0),
    )


TABLES: Final = {
    "Arpeggiator": _arpeggiator,
    "Auto Filter": _auto_filter,
    "Chorus-Ensemble": _chorus,
    "Compressor": _compressor,
    "Delay": _delay,
    "Drum Sampler": _drum_sampler,
    "EQ Eight": _eq_eight,
    "Operator": _operator,
    "Reverb": _reverb,
    "Saturator": _saturator,
    "Simpler": _simpler,
    "Utility": _utility,
}
