"""Mixer controls, routing choices and other small values that several observations hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..native import has
from ..wire import MASKED, Level, OutputRow

if TYPE_CHECKING:
    import Live

PLAYING = 1
"""Live.DeviceParameter.AutomationState.playing."""


def is_automated(parameter: Live.DeviceParameter.DeviceParameter) -> bool:
    """Whether playing automation holds the parameter's value now."""
    return int(parameter.automation_state) == PLAYING


def is_guarded(parameter: Live.DeviceParameter.DeviceParameter) -> bool:
    """Whether the value is the parameter's own: it can be written, and no automation plays it."""
    return bool(parameter.is_enabled) and not is_automated(parameter)


def words_for(parameter: Live.DeviceParameter.DeviceParameter, value: float) -> str:
    """Live's words for a value; "" where it has none."""
    try:
        return parameter.str_for_value(value)
    except RuntimeError:
        return ""


def level(parameter: Live.DeviceParameter.DeviceParameter) -> Level:
    """A mixer control with its range and Live's words for its value."""
    value, guarded = parameter.value, is_guarded(parameter)
    return Level(
        value if guarded else MASKED,
        parameter.min,
        parameter.max,
        bool(parameter.is_enabled),
        words_for(parameter, value),
        None if guarded else value,
    )


def track_kind(track: Live.Track.Track) -> str:
    """midi, audio, group or unknown."""
    if track.is_foldable:
        return "group"
    if track.has_midi_input:
        return "midi"
    return "audio" if track.has_audio_input else "unknown"


def is_frozen(track: Live.Track.Track) -> bool:
    """Whether the track is frozen; False where this Live does not tell."""
    return bool(track.is_frozen) if has(track, "is_frozen") else False


def output_row(channel: Live.Track.RoutingChannel) -> OutputRow:
    """A routing choice: Live's identifier where it has one, else its label."""
    label = str(channel.display_name)
    identifier: Any = getattr(channel, "identifier") if has(channel, "identifier") else label  # noqa: B009  (not in the stubs)
    return OutputRow(str(identifier), label)


def outputs(track: Live.Track.Track) -> tuple[str | None, tuple[OutputRow, ...]]:
    """The id of the track's output channel and all it could be; None and nothing where this Live has no routing."""
    if not (has(track, "output_routing_channel") and has(track, "available_output_routing_channels")):
        return None, ()
    try:
        current = output_row(track.output_routing_channel)
        choices = tuple(output_row(channel) for channel in track.available_output_routing_channels)
    except RuntimeError:
        return None, ()
    return current.id, choices
