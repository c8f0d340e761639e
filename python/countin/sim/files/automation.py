"""Arrangement automation as far as the documents need it: which parameters move. The points themselves cannot be read
through Live's API, so only their number is kept, for the totals."""

from __future__ import annotations

from countin.sim.files.fields import Fields
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


def automated_targets(track: TrackNode, fields: Fields) -> frozenset[str]:
    """The AutomationTarget ids that the track's envelopes move (Live 10 and newer), tallied with those that moving
    parameters carry in themselves (Live 8 and 9). One event alone states a resting value and moves nothing."""
    targets: set[str] = set()
    for envelope in track.element.findall("AutomationEnvelopes/Envelopes/AutomationEnvelope"):
        events = envelope.find("Automation/Events")
        count = 0 if events is None else len(events)
        if count > 1:
            targets.add(fields.text(envelope, "EnvelopeTarget/PointeeId"))
            _tally(count, fields)
    for node in _own_parameters(track):
        if node.events > 1:
            _tally(node.events, fields)
    return frozenset(targets)


def _own_parameters(track: TrackNode) -> list[ParameterNode]:
    found = list(track.mixer_parameters)
    for device in (inner for outer in track.devices for inner in outer.every()):
        found += device.parameters
        for chain in (*device.chains, *device.return_chains):
            found += chain.mixer_parameters
    return found


def _tally(events: int, fields: Fields) -> None:
    fields.tally["automation"] += 1
    fields.tally["automation_events"] += events


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
