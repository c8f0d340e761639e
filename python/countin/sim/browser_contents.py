"""What stands in the embedded Live's library: made-up presets, kits, samples and plug-ins, as data."""

from __future__ import annotations

from typing import Final

from countin.sim.native_devices import AUDIO_EFFECT, INSTRUMENT

DEVICE_PRESETS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "Operator": {"Bass": ("Round Bass", "Hollow Bass"), "Keys": ("Glass Keys", "Tine Keys"), "Pad": ("Slow Pad",)},
    "Simpler": {"Strings": ("Short Strings", "Long Strings"), "Voices": ("Ooh Choir",)},
    "Drum Sampler": {"Kick": ("Deep Kick",), "Snare": ("Tight Snare",)},
    "Reverb": {"Hall": ("Large Hall", "Small Hall"), "Room": ("Drum Room",)},
    "Delay": {"Classic": ("Dotted Eighth", "Slapback")},
    "Compressor": {"Buss": ("Mix Glue",), "Drums": ("Snap",)},
    "EQ Eight": {"Cuts": ("Low Cut 80",), "Shapes": ("Air", "Tilt")},
    "Arpeggiator": {"Classic": ("Up Sixteenths",)},
}
"""Presets by device and category."""

SOUNDS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "Bass": (("Round Bass", "Operator"), ("Sampled Upright", "Simpler")),
    "Pad": (("Slow Pad", "Operator"),),
    "Piano & Keys": (("Felt Piano", "Simpler"), ("Glass Keys", "Operator")),
    "Strings": (("Short Strings", "Simpler"),),
}
"""Presets by category: name and device."""

KITS: Final = ("Dry Kit", "Room Kit", "Machine Kit")

ONE_SHOTS: Final = {
    "Kick": ("Kick Deep.wav", "Kick Dry.wav", "Kick Soft.wav"),
    "Snare": ("Snare Tight.wav", "Snare Room.wav"),
    "Hihat": ("Hihat Closed.wav", "Hihat Open.wav"),
}

LOOPS: Final = ("Break 90.wav", "Shaker 120.wav", "Tabla 104.wav")

PLUGINS: Final = {
    "Harbour Audio": (("Harbour EQ", AUDIO_EFFECT), ("Harbour Synth", INSTRUMENT)),
    "Northlight": (("Northlight Space", AUDIO_EFFECT),),
}
"""Plug-ins by vendor: name and type. Names of nobody's product."""
