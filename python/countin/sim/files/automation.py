"""Arrangement automation as far as the documents need it: which parameters move, by how many points. The points
themselves cannot be read through Live's API, so only their number is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from countin.sim.document import AutomationDocument
from countin.sim.files.fields import Fields, children
from countin.sim.files.nodes import ParameterNode
from countin.sim.files.opening import TrackNode

MIXER_MEMBERS = {
    "Volume": "volume",
    "Pan": "panning",
    "Speaker": "track_activator",
    "CrossFadeState": "crossfade_assign",
    "Tempo": "song_tempo",
    "TimeSignature": "time_signature",
    "CrossFade": "crossfader",
}
SEND_PATH = "Sends/TrackSendHolder/Send"
ENVELOPES_PATH = "AutomationEnvelopes/Envelopes/AutomationEnvelope"
CURVE = "CurveControl1X"
"""The first of the four attributes that an event has when the way to the next one is a curve."""


@dataclass(frozen=True, slots=True)
class TrackAutomation:
    """What moves on one track: `targets` are AutomationTarget ids, `lines` what the document states."""

    targets: frozenset[str]
    lines: tuple[AutomationDocument, ...]


def read_automation(track: TrackNode, fields: Fields) -> TrackAutomation:
    """What the track's envelopes move (Live 10 and newer), then the parameters that hold their own points (Live 8 and
    9). One event alone states a resting value and moves nothing."""
    moving = dict(_envelopes(track, fields))
    parameters = _own_parameters(track) if moving or fields.events_in_parameters else []
    names = {node.target: _last_part(node) for node in parameters if node.target in moving}
    for target in moving.keys() - names.keys():
        fields.warn(f"automation of a parameter {target[:20]!r} that track {track.number} does not have: only counted")
    lines = [_line(names.get(target, ""), events) for target, events in moving.items()]
    lines += [_line(_last_part(node), _own_events(node)) for node in parameters if node.events > 1]
    fields.tally["automation"] += len(lines)
    fields.tally["automation_events"] += sum(line.points for line in lines)
    return TrackAutomation(frozenset(moving), tuple(lines))


def _envelopes(track: TrackNode, fields: Fields) -> Iterator[tuple[str, Element]]:
    for envelope in track.element.findall(ENVELOPES_PATH):
        events = envelope.find("Automation/Events")
        if events is not None and len(events) > 1:
            yield fields.text(envelope, "EnvelopeTarget/PointeeId"), events


def _own_events(node: ParameterNode) -> Element | None:
    return node.element.find("ArrangerAutomation/Events")


def _last_part(node: ParameterNode) -> str:
    return node.path.rpartition("/")[2]


def _line(parameter: str, events: Element | None) -> AutomationDocument:
    """The last point has none to curve to, so an attribute it may have says nothing."""
    points = [*children(events)]
    return AutomationDocument(parameter, len(points), sum(event.get(CURVE) is not None for event in points[:-1]))


def _own_parameters(track: TrackNode) -> list[ParameterNode]:
    found = list(track.mixer_parameters)
    for device in (inner for outer in track.devices for inner in outer.every()):
        found += device.parameters
        for chain in (*device.chains, *device.return_chains):
            found += chain.mixer_parameters
    return found


def mixer_members(track: TrackNode, targets: frozenset[str]) -> tuple[str, ...]:
    """The members of the track's mixer that move."""
    found: list[str] = []
    sends = 0
    for node in track.mixer_parameters:
        member = MIXER_MEMBERS.get(node.path)
        if node.path == SEND_PATH:
            member = f"send-{sends}"
            sends += 1
        if member is not None and (node.events > 1 or node.target in targets):
            found.append(member)
    return tuple(found)
