"""Mixer controls, routing choices and other small values that several observations hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..native import has
from ..wire import MASKED, Level, OutputRow, Route

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


def output_row(channel: Live.Track.RoutingChannel | Live.Track.RoutingType) -> OutputRow:
    """A routing choice: Live's identifier where it has one, else its label."""
    label = str(channel.display_name)
    identifier: Any = getattr(channel, "identifier") if has(channel, "identifier") else label  # noqa: B009  (not in the stubs)
    return OutputRow(str(identifier), label)


def route(track: Live.Track.Track, member: str) -> Route:
    """One of a track's routings (`output_routing_channel` …): the id of what is chosen and the choices; None and
    nothing where this Live, or this kind of track, has none."""
    available = f"available_{member}s"
    if not (has(track, member) and has(track, available)):
        return Route(None, ())
    try:
        current = output_row(getattr(track, member))
        choices = tuple(output_row(choice) for choice in getattr(track, available))
    except RuntimeError:
        return Route(None, ())
    return Route(current.id, choices)
