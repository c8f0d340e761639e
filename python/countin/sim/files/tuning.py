"""The tuning system of a Set of Live 12, where it has another one than twelve equal steps."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from countin.sim.document import TuningDocument
from countin.sim.files.fields import Fields

MOST_NOTES = 1024
OCTAVE = 1200.0
CONCERT_PITCH = 440.0
LOWEST, HIGHEST = -10, 20
REFERENCE = (9, 3)


def read_tuning(live_set: Element, fields: Fields) -> TuningDocument | None:
    """The first system listed; None where there is none, or one without notes."""
    system = live_set.find("TuningSystems/TuningSystem")
    if system is None:
        return None
    cents = tuple(fields.number(note, "Cents") for note in system.findall("NoteTunings/NoteTuning")[:MOST_NOTES])
    if not cents:
        fields.warn("a tuning system without notes: twelve equal steps taken")
        return None
    pitch = system.find("ReferencePitch")
    frequency = fields.number(pitch, "Frequency", CONCERT_PITCH)
    octave = fields.number(system, "PseudoOctaveInCents", OCTAVE)
    return TuningDocument(
        name=fields.text(system, "TuningSystemName"),
        note_tunings=cents,
        pseudo_octave_in_cents=octave if octave > 0.0 else OCTAVE,
        reference_note=(
            fields.whole(pitch, "NoteIndex", min(REFERENCE[0], len(cents) - 1), 0, len(cents) - 1),
            fields.whole(pitch, "Octave", REFERENCE[1], LOWEST, HIGHEST),
        ),
        reference_frequency=frequency if frequency > 0.0 else CONCERT_PITCH,
    )
