"""Routings of a file as routes of the object model: the machine text names the end, and labels are what Live shows
for it today, whatever was shown when the file was saved."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from countin.sim.document import RoutingDocument
from countin.sim.kernel.states import FIRST_OFFERED, MAIN_TRACK, Key, Route

Chosen = tuple[Route, Key | None]
"""A route, and the track it leads to or comes from."""

NOTHING: Final = {"AudioIn": "No Input", "MidiIn": "No Input", "AudioOut": "Sends Only", "MidiOut": "No Output"}
MAIN: Final = {"AudioIn": Route("Resampling"), "AudioOut": Route(MAIN_TRACK)}
INTERFACE: Final = {"AudioIn": "Ext. In", "AudioOut": "Ext. Out"}
TAPS: Final = {"TrackOut": "Post Mixer", "PreFxOut": "Pre FX", "PostFxOut": "Post FX", "TrackIn": "Track In"}
PAIR_OR_MONO = re.compile(r"([SM])(\d{1,3})")
TRACK_END = re.compile(r"Track\.(-?\d{1,10})/(.*)")
PORT_IDS = re.compile(r" ?\{[^}]*\}$")
"""Live 12 may put numbers of its own after the name of a MIDI port."""


def route_of(routing: RoutingDocument | None, tracks: Mapping[int, Key]) -> Chosen:
    """The route that a file states; `tracks` gives the track of an id. What this Live does not know by its machine
    text keeps the labels of the file."""
    if routing is None:
        return FIRST_OFFERED, None
    side, _, end = routing.target.partition("/")
    found = TRACK_END.fullmatch(end)
    if found is not None and int(found[1]) in tracks:
        return Route(None, TAPS.get(found[2]) or routing.channel or None, stated=True), tracks[int(found[1])]
    return _elsewhere(side, end, routing), None


def _elsewhere(side: str, end: str, routing: RoutingDocument) -> Route:
    if end == "GroupTrack":
        return FIRST_OFFERED
    if end == "None":
        return Route(NOTHING.get(side))
    if end in ("Main", "Master"):
        return MAIN.get(side, FIRST_OFFERED)
    kind, _, rest = end.partition("/")
    if kind == "External" and side in INTERFACE:
        return Route(INTERFACE[side], _hardware(rest) or routing.channel, stated=True)
    if kind == "External.All":
        return Route("All Ins", _midi_channel(rest))
    if kind.startswith("External.Dev:"):
        return _port(end, routing)
    return Route(routing.type, routing.channel or None, stated=True) if routing.type else FIRST_OFFERED


def _port(end: str, routing: RoutingDocument) -> Route:
    """The name of a port may hold a slash of its own."""
    name, _, channel = end.removeprefix("External.Dev:").rpartition("/")
    return Route(routing.type or PORT_IDS.sub("", name), _midi_channel(channel), stated=True)


def _hardware(text: str) -> str | None:
    """`S0` is the pair 1/2, `M0` the input 1."""
    found = PAIR_OR_MONO.fullmatch(text)
    if found is None:
        return None
    number = int(found[2])
    return str(number + 1) if found[1] == "M" else f"{2 * number + 1}/{2 * number + 2}"


def _midi_channel(text: str) -> str | None:
    """Counted from 0; -1 is all of them."""
    return f"Ch. {int(text) + 1}" if text.isdecimal() and len(text) <= 2 else None
