"""What the oracle beside the sets counts: devices, parameters, chains, clips, notes, automation, by its own rules
(every element that carries a value is a parameter there, empty plug-in slots included)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from countin.sim.files.fields import Fields
from countin.sim.files.nodes import RACK_KINDS, ChainNode, DeviceNode

TRACK_WORDS = {"MidiTrack": "midi", "AudioTrack": "audio", "GroupTrack": "group", "ReturnTrack": "return"}
CLIP_KEYS = frozenset({"session_MidiClip", "session_AudioClip", "arrangement_MidiClip", "arrangement_AudioClip"})


def device_totals(devices: Iterable[DeviceNode]) -> dict[str, object]:
    """Counts of devices at every depth, their parameters, chains and macro mappings."""
    every = [inner for device in devices for inner in device.every()]
    chains = [chain for device in every for chain in device.chains]
    returns = [chain for device in every for chain in device.return_chains]
    return {
        "devices": len(every),
        "device_params": sum(len(device.parameters) for device in every),
        "chain_mixer_params": sum(len(chain.mixer_parameters) for chain in (*chains, *returns)),
        "racks": dict(Counter(RACK_KINDS[device.tag] for device in every if device.is_rack)),
        "chains": len(chains),
        "return_chains": len(returns),
        "drum_chains": sum(chain.is_drum for chain in (*chains, *returns)),
        "max_device_depth": max((device.depth for device in every), default=0),
        "max_rack_depth": max((device.rack_depth for device in every), default=0),
        "macro_mappings": _macro_mappings(every, (*chains, *returns)),
        "classes": dict(Counter(device.tag for device in every)),
    }


def _macro_mappings(devices: Iterable[DeviceNode], chains: Iterable[ChainNode]) -> int:
    lists = (*(device.parameters for device in devices), *(chain.mixer_parameters for chain in chains))
    return sum(node.macro is not None for nodes in lists for node in nodes)


def set_totals(devices: Iterable[DeviceNode], track_tags: Iterable[str], fields: Fields) -> dict[str, object]:
    """The totals of a set: those of its devices and what was tallied while tracks and clips were read."""
    tally = fields.tally
    counted = ("mixer_params", "automation", "automation_events", "take", "notes", "take_notes", "clip_env")
    return {
        **{key: tally[key] for key in (*counted, "locators", "scenes")},
        **{key: tally[key] for key in sorted(CLIP_KEYS) if tally[key]},
        "tracks": dict(Counter(TRACK_WORDS[tag] for tag in track_tags)),
        **device_totals(devices),
    }
