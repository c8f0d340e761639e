"""Envelopes of session clips: which parameter of the track each moves, and its points in the object model's units."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from countin.sim.document import STRAIGHT, EnvelopeDocument, EnvelopePoint, ParameterLayout
from countin.sim.files.automation import MIXER_MEMBERS, SEND_PATH
from countin.sim.files.clips import ENVELOPES
from countin.sim.files.curves import send_position, volume_position
from countin.sim.files.fields import Fields, children, single
from countin.sim.files.layouts import LayoutBook
from countin.sim.files.nodes import DeviceNode
from countin.sim.files.opening import TrackNode

RESTING = -63072000.0
"""The time of the point that states the value before all others."""
SHOWN = frozenset({"volume", "panning", "track_activator"})
CONTROLS = ("CurveControl1X", "CurveControl1Y", "CurveControl2X", "CurveControl2Y")
PRESET_ID = "0"
"""The target id of parameters that have none."""

Convert = Callable[[float], float]
Path = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Target:
    """A parameter without points, and what turns stored values into shown ones."""

    parameter: EnvelopeDocument
    convert: Convert


class TrackTargets:
    """The parameters of one track by the ids that envelopes name, found when they are first asked for."""

    def __init__(self, track: TrackNode, book: LayoutBook, fields: Fields) -> None:
        self._track, self._book, self._fields = track, book, fields
        self._found: dict[str, Target] | None = None

    def envelopes(self, clip: Element) -> tuple[EnvelopeDocument, ...]:
        """Those of a clip whose parameter the object model shows, in the order of the file."""
        read: list[EnvelopeDocument] = []
        for envelope in clip.findall(ENVELOPES[0]):
            target = self._targets().get(self._fields.text(envelope, "EnvelopeTarget/PointeeId", PRESET_ID))
            if target is not None:
                read.append(self._envelope(envelope, target))
        return tuple(read)

    def _targets(self) -> dict[str, Target]:
        if self._found is None:
            self._found = {identity: target for identity, target in self._every() if identity not in ("", PRESET_ID)}
        return self._found

    def _every(self) -> Iterator[tuple[str, Target]]:
        yield from self._mixer()
        for place, device in enumerate(self._track.devices):
            yield from self._device(device, place, ())

    def _mixer(self) -> Iterator[tuple[str, Target]]:
        sends = 0
        for node in self._track.mixer_parameters:
            if node.path == SEND_PATH:
                yield node.target, Target(EnvelopeDocument((), f"send-{sends}"), send_position)
                sends += 1
            elif MIXER_MEMBERS.get(node.path) in SHOWN:
                member = MIXER_MEMBERS[node.path]
                convert = volume_position if member == "volume" else single
                yield node.target, Target(EnvelopeDocument((), member), convert)

    def _device(self, device: DeviceNode, place: int, path: Path) -> Iterator[tuple[str, Target]]:
        laid_out = self._book.lay_out(device)
        for index, (layout, node) in enumerate(zip(laid_out.layout.parameters, laid_out.nodes, strict=True)):
            if node is not None:
                parameter = EnvelopeDocument((), device=place, path=path, parameter=index)
                yield node.target, Target(parameter, _within(layout))
        for name, chains in (("chains", device.chains), ("return_chains", device.return_chains)):
            for number, chain in enumerate(chains):
                for inside, inner in enumerate(chain.devices):
                    yield from self._device(inner, place, (*path, (name, number, inside)))

    def _envelope(self, envelope: Element, target: Target) -> EnvelopeDocument:
        events = [*children(envelope.find("Automation/Events"))]
        points = sorted((self._point(event, target.convert) for event in events), key=lambda point: point.time)
        moving = tuple(point for point in points if point.time > RESTING)
        resting = tuple(EnvelopePoint(0.0, point.value) for point in points[-1:])
        known = target.parameter
        return EnvelopeDocument(moving or resting, known.member, known.device, known.path, known.parameter)

    def _point(self, event: Element, convert: Convert) -> EnvelopePoint:
        number, text = self._fields.as_number, event.get("Value")
        value = float(text == "true") if text in ("true", "false") else number(text, "the value of an envelope", 0.0)
        x1, y1, x2, y2 = (
            min(max(number(event.get(name), "the curve of an envelope", known), 0.0), 1.0)
            for name, known in zip(CONTROLS, STRAIGHT, strict=True)
        )
        return EnvelopePoint(
            number(event.get("Time"), "the time of an envelope", 0.0), convert(value), (x1, y1, x2, y2)
        )


def _within(layout: ParameterLayout) -> Convert:
    return lambda value: min(max(single(value), layout.minimum), layout.maximum)
