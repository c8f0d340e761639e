"""Per-note expression (MPE): curves that a clip keeps beside its notes and that name them by their ids."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from countin.sim.document import ExpressionDocument
from countin.sim.files.fields import Fields, children

LISTS_PATH = "Notes/PerNoteEventStore/EventLists/PerNoteEventList"
PITCH_BEND, HIGHEST_CONTROLLER = -2, 127

Expression = dict[str, list[ExpressionDocument]]


def read_expression(clip: Element, fields: Fields) -> Expression:
    """The curves by the NoteId that they name, in the order of the file."""
    found: Expression = {}
    for entry in clip.findall(LISTS_PATH):
        controller = int(fields.as_number(entry.get("CC"), "the controller of a note's curve", PITCH_BEND))
        if not PITCH_BEND <= controller <= HIGHEST_CONTROLLER:
            fields.warn("a note's curve of an unknown controller: skipped")
            continue
        points = tuple(_point(event, fields) for event in children(entry.find("Events")))
        found.setdefault(entry.get("NoteId", ""), []).append(ExpressionDocument(controller, points))
    return found


def _point(event: Element, fields: Fields) -> tuple[float, float]:
    time = fields.as_number(event.get("TimeOffset"), "the time of a note's curve", 0.0)
    return time, fields.as_number(event.get("Value"), "the value of a note's curve", 0.0)
