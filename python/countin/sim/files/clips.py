"""Clips and their notes, of slots, the arrangement, take lanes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal
from xml.etree.ElementTree import Element

from countin.sim.document import ClipDocument, NoteDocument
from countin.sim.files.colors import color_index
from countin.sim.files.curves import clip_gain_position
from countin.sim.files.expression import Expression, read_expression
from countin.sim.files.fields import Fields, children, single
from countin.sim.files.follow import read_follow
from countin.sim.files.paths import referenced_path

CLIP_KINDS: dict[str, Literal["midi", "audio"]] = {"MidiClip": "midi", "AudioClip": "audio"}
ENVELOPES = ("Envelopes/Envelopes/ClipEnvelope", "ModulationList/Modulations/Modulation")
"""Of Live 9 and newer, and of Live 8; the totals count the first kind only."""
FALLBACK_LENGTH = 4.0
Tally = Literal["session", "arrangement", "take"]
HIGHEST_SIGNATURE_PART = 99
DENOMINATORS = (1, 2, 4, 8, 16)


@dataclass(frozen=True, slots=True)
class ClipReader:
    """Reads the clips of one file. `grooves` gives the place in the pool of a groove's id."""

    fields: Fields
    grooves: Mapping[str, int]

    def clips(self, elements: Iterable[Element], tally: Tally) -> tuple[ClipDocument, ...]:
        """All clips in a list of elements. `tally` says where they count."""
        clips: list[ClipDocument] = []
        for element in elements:
            if element.tag in CLIP_KINDS:
                clips.append(self.clip(element, tally))
            else:
                self.fields.warn(f"unknown clip {element.tag}: skipped")
        return tuple(clips)

    def clip(self, element: Element, tally: Tally) -> ClipDocument:
        """One MidiClip or AudioClip. Times are beats; of unwarped audio the braces and markers are seconds."""
        fields, kind = self.fields, CLIP_KINDS[element.tag]
        notes = _notes(element, fields) if kind == "midi" else ()
        _count(element, len(notes), fields, tally)
        clip = ClipDocument(
            kind=kind,
            name=fields.text(element, "Name"),
            color_index=color_index(element, fields) or 0,
            muted=fields.truth(element, "Disabled"),
            signature=_signature(element, fields),
            notes=notes,
            envelope_count=sum(len(element.findall(path)) for path in ENVELOPES),
            launch_mode=fields.whole(element, "LaunchMode", 0, 0, 3),
            launch_quantization=fields.whole(element, "LaunchQuantisation", 0, 0, 14),
            legato=fields.truth(element, "Legato"),
            velocity_amount=single(fields.number(element, "VelocityAmount")),
            follow=read_follow(element, fields),
            groove=self.grooves.get(fields.text(element, "GrooveSettings/GrooveId", "-1")),
        )
        if tally != "session":
            start, end = fields.number(element, "CurrentStart"), fields.number(element, "CurrentEnd")
            start, end = _ordered(start, end)
            clip = replace(clip, start_time=start, end_time=end)
        audio = _audio(element, fields) if kind == "audio" else {}
        return replace(clip, **_loop(element, fields), **audio)


def _count(element: Element, notes: int, fields: Fields, tally: Tally) -> None:
    taken = tally == "take"
    fields.tally["take" if taken else f"{tally}_{element.tag}"] += 1
    fields.tally["take_notes" if taken else "notes"] += notes
    fields.tally["clip_env"] += len(element.findall(ENVELOPES[0]))


def _loop(element: Element, fields: Fields) -> dict[str, object]:
    """Looped: braces, and markers beside them. Not looped: the braces of the file are the markers."""
    loop = element.find("Loop")
    start, end = _ordered(fields.number(loop, "LoopStart"), fields.number(loop, "LoopEnd", FALLBACK_LENGTH))
    looping = fields.truth(loop, "LoopOn")
    first = start + fields.number(loop, "StartRelative") if looping else start
    last = fields.number(loop, "OutMarker", end)
    other = _ordered(fields.number(loop, "HiddenLoopStart", start), fields.number(loop, "HiddenLoopEnd", end))
    return {
        "looping": looping,
        "loop_start": start,
        "loop_end": end,
        "start_marker": first,
        "end_marker": last if last > first else max(end, first),
        "sleeping_loop": None if looping else other,
    }


def _ordered(start: float, end: float) -> tuple[float, float]:
    return (start, end) if start < end else (start, start + FALLBACK_LENGTH)


def _signature(element: Element, fields: Fields) -> tuple[int, int]:
    stated = element.find("TimeSignature/TimeSignatures/RemoteableTimeSignature")
    numerator = fields.whole(stated, "Numerator", 4, 1, HIGHEST_SIGNATURE_PART)
    denominator = fields.whole(stated, "Denominator", 4, 1, DENOMINATORS[-1])
    return numerator, denominator if denominator in DENOMINATORS else 4


def _notes(element: Element, fields: Fields) -> tuple[NoteDocument, ...]:
    """Notes are stored by pitch; the pitch stands after its notes. Ordered by pitch, then time."""
    notes: list[NoteDocument] = []
    expression = read_expression(element, fields)
    for track in children(element.find("Notes/KeyTracks")):
        pitch = fields.whole(track, "MidiKey", -1, -1, 127)
        if pitch < 0:
            fields.warn("notes without a pitch: skipped")
            continue
        notes += [_note(event, pitch, expression, fields) for event in children(track.find("Notes"))]
    if expression:
        fields.warn("expression of notes that are not there: left out")
    return tuple(sorted(notes, key=lambda note: (note.pitch, note.start)))


def _note(event: Element, pitch: int, expression: Expression, fields: Fields) -> NoteDocument:
    """Takes its curves out of `expression`."""
    get, number = event.get, fields.as_number
    return NoteDocument(
        pitch,
        number(get("Time"), "note time", 0.0),
        max(number(get("Duration"), "note duration", 0.25), 0.0),
        _velocity(number(get("Velocity"), "velocity", 100.0)),
        mute=get("IsEnabled") == "false",
        probability=min(max(number(get("Probability"), "probability", 1.0), 0.0), 1.0),
        velocity_deviation=number(get("VelocityDeviation"), "velocity deviation", 0.0),
        release_velocity=_velocity(number(get("OffVelocity"), "release velocity", 64.0)),
        expression=tuple(expression.pop(get("NoteId", ""), ())) if expression else (),
    )


def _velocity(value: float) -> float:
    return min(max(value, 0.0), 127.0)


def _audio(element: Element, fields: Fields) -> dict[str, object]:
    sample = element.find("SampleRef")
    return {
        "warping": fields.truth(element, "IsWarped", True),
        "warp_mode": fields.whole(element, "WarpMode", 0, 0, 6),
        "gain": clip_gain_position(fields.number(element, "SampleVolume", 1.0)),
        "pitch_coarse": fields.whole(element, "PitchCoarse", 0, -48, 48),
        "pitch_fine": single(fields.number(element, "PitchFine")),
        "file_path": referenced_path(None if sample is None else sample.find("FileRef"), fields),
        "sample_length": fields.whole(sample, "DefaultDuration", 0, 0, 2**62),
        "sample_rate": fields.number(sample, "DefaultSampleRate", 44100.0),
        "warp_markers": _warp_markers(element, fields),
    }


def _warp_markers(element: Element, fields: Fields) -> tuple[tuple[float, float], ...]:
    markers = tuple(
        (
            fields.as_number(marker.get("SecTime"), "warp marker", 0.0),
            fields.as_number(marker.get("BeatTime"), "warp marker", 0.0),
        )
        for marker in element.findall("WarpMarkers/WarpMarker")
    )
    if all(left[0] < right[0] and left[1] < right[1] for left, right in pairwise(markers)):
        return markers
    fields.warn("warp markers out of order: left out")
    return ()
