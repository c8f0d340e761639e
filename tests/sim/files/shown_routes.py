"""What the object model shows of a track's routings, in the machine words of a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from countin.sim.document import SetDocument
from sim.files.comparing import Difference

EXTERNAL, RESAMPLING, MASTER, TRACK, PARENT, NONE = 0, 2, 3, 4, 5, 6
"""Live.Track.RoutingTypeCategory."""
TAPS = {"Post Mixer": "TrackOut", "Pre FX": "PreFxOut", "Post FX": "PostFxOut", "Track In": "TrackIn"}
IDLE = "does not count"
"""Of a routing that Live has no use for on a track of that kind."""


def audio_output(song: Any, document: SetDocument, track: Any) -> str:
    """Where the sound of a track goes."""
    if not track.has_audio_output:
        return IDLE
    return words("AudioOut", track.output_routing_type, track.output_routing_channel, song, document)


def midi_output(song: Any, document: SetDocument, track: Any) -> str:
    """Where the notes of a track without an instrument go."""
    if not track.has_midi_output:
        return IDLE
    return words("MidiOut", track.output_routing_type, track.output_routing_channel, song, document)


def midi_input(song: Any, document: SetDocument, track: Any) -> str:
    """Where the notes of a MIDI track come from."""
    if not track.has_midi_input:
        return IDLE
    return words("MidiIn", track.input_routing_type, track.input_routing_channel, song, document)


def audio_input(song: Any, document: SetDocument, track: Any) -> str:
    """Where the sound of an audio track comes from."""
    if track not in song.tracks or track.has_midi_input or track.is_foldable:
        return IDLE
    return words("AudioIn", track.input_routing_type, track.input_routing_channel, song, document)


def words(side: str, kind: Any, channel: Any, song: Any, document: SetDocument) -> str:
    """A type and a channel as one text."""
    if kind.category == TRACK:
        tracks: Sequence[Any] = [*song.tracks]
        saved = document.tracks[tracks.index(kind.attached_object)].saved_id
        return f"{side}/Track.{saved}/{TAPS.get(channel.display_name, channel.display_name)}"
    if kind.category == EXTERNAL:
        return f"{side}/{_outside(side, kind.display_name, channel.display_name)}"
    return f"{side}/{ {MASTER: 'Main', PARENT: 'GroupTrack', NONE: 'None', RESAMPLING: 'Main'}[kind.category] }"


def _outside(side: str, port: str, channel: str) -> str:
    if side.startswith("Midi"):
        number = int(channel.removeprefix("Ch. ")) - 1 if channel.startswith("Ch. ") else -1
        return f"External.All/{number}" if port == "All Ins" else f"External.Dev:{port}/{number}"
    first, _, second = channel.partition("/")
    return f"External/{'S' if second else 'M'}{(int(first) - 1) // (2 if second else 1)}"


def is_tap(found: Difference) -> bool:
    """The place in a rack is shown by its label."""
    fact, said = str(found.fact), str(found.said)
    return "/DeviceOut." in fact and fact.partition("/DeviceOut.")[0] == said.rpartition("/")[0] and " | " in said
