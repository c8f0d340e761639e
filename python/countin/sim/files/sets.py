"""A whole Live Set as a document: tempo and signature, scale, loop, locators, grooves, scenes, tracks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element

from countin.sim.document import CueDocument, GrooveDocument, SetDocument
from countin.sim.files.clips import ClipReader
from countin.sim.files.errors import SetFileError
from countin.sim.files.fields import Fields, single, whole_or_none
from countin.sim.files.layouts import LayoutBook
from countin.sim.files.mixers import mixer_value, volume_of
from countin.sim.files.opening import OpenFile, TrackNode, outer_chain
from countin.sim.files.scenes import FOUR_FOUR, LARGEST_CODE, read_scenes, signature_of, tempo_of
from countin.sim.files.totals import set_totals
from countin.sim.files.tracks import TrackReader
from countin.sim.files.tuning import read_tuning

SCALES = (
    "Major",
    "Minor",
    "Dorian",
    "Mixolydian",
    "Lydian",
    "Phrygian",
    "Locrian",
    "Whole Tone",
    "Half-whole Dim.",
    "Whole-half Dim.",
    "Minor Blues",
    "Minor Pentatonic",
    "Major Pentatonic",
    "Harmonic Minor",
    "Harmonic Major",
    "Dorian #4",
    "Phrygian Dominant",
    "Melodic Minor",
    "Lydian Augmented",
    "Lydian Dominant",
    "Super Locrian",
    "8-Tone Spanish",
    "Bhairav",
    "Hungarian Minor",
    "Hirajoshi",
    "In-Sen",
    "Iwato",
    "Kumoi",
    "Pelog Selisir",
    "Pelog Tembung",
    "Messiaen 3",
    "Messiaen 4",
    "Messiaen 5",
    "Messiaen 6",
    "Messiaen 7",
)
"""In the order that files of Live 12.1 and newer number them by."""

RETURN_TAG, GROUP_TAG = "ReturnTrack", "GroupTrack"
FALLBACK_TEMPO = 120.0
FALLBACK_LOOP = 16.0
GROOVE_BASES = 6
PERCENT = 100.0
HIGHEST_GROOVE = 1.3125


def build_set(opened: OpenFile, path: Path) -> SetDocument:
    """The document of an opened set. Raises SetFileError for a preset."""
    live_set, fields, main = opened.content, opened.fields, opened.main
    if main is None:
        raise SetFileError(f"{opened.name}: this is a preset, not a Live Set; load it as a device")
    scenes = read_scenes(live_set, fields)
    tracks = [track for track in opened.tracks if track.tag != RETURN_TAG]
    returns = [track for track in opened.tracks if track.tag == RETURN_TAG]
    reader = TrackReader(
        book=LayoutBook(opened.every_device(), fields),
        fields=fields,
        clips=ClipReader(fields, _groove_places(live_set)),
        scene_count=len(scenes),
        return_count=len(returns),
        groups=_groups(tracks),
    )
    document = SetDocument(
        tracks=tuple(reader.track(track, index) for index, track in enumerate(tracks)),
        returns=tuple(reader.track(track, index) for index, track in enumerate(returns)),
        main=replace(reader.track(main, 0), cue_volume=_cue_volume(live_set, fields)),
        scenes=scenes,
        name=path.stem,
        file_path=str(path),
        cues=_cues(live_set, fields),
        grooves=_grooves(live_set, fields),
        saved_by=opened.creator,
        tuning=read_tuning(live_set, fields),
    )
    document = replace(document, **_song(live_set, main, fields))
    outer = [device for track in opened.every_track() for device in track.devices]
    totals = set_totals(outer, (track.tag for track in opened.tracks), fields)
    return replace(document, totals=totals, warnings=fields.warnings)


def _song(live_set: Element, main: TrackNode, fields: Fields) -> dict[str, object]:
    """Tempo, signature, loop, scale and amounts."""
    transport = live_set.find("Transport")
    tempo = mixer_value(main.mixer, "Tempo", fields)
    code = mixer_value(main.mixer, "TimeSignature", fields)
    groove = mixer_value(main.mixer, "GlobalGrooveAmount", fields)
    root_note, scale_name = _scale(live_set.find("ScaleInformation"), fields)
    length = fields.number(transport, "LoopLength", FALLBACK_LOOP)
    return {
        "tempo": tempo_of(FALLBACK_TEMPO if tempo is None else tempo, fields),
        "signature": signature_of(int(code) if code is not None and 0 <= code <= LARGEST_CODE else FOUR_FOUR),
        "root_note": root_note,
        "scale_name": scale_name,
        "loop": fields.truth(transport, "LoopOn"),
        "loop_start": max(fields.number(transport, "LoopStart"), 0.0),
        "loop_length": length if length > 0.0 else FALLBACK_LOOP,
        "launch_quantization": fields.whole(live_set, "GlobalQuantisation", 4, 0, 13),
        "groove_amount": 1.0 if groove is None else single(min(max(groove / PERCENT, 0.0), HIGHEST_GROOVE)),
        "scale_mode": fields.truth(live_set, "InKey"),
    }


def _scale(information: Element | None, fields: Fields) -> tuple[int, str]:
    """Root note and scale: a name, or since Live 12.1 its number."""
    tag = "Root" if information is not None and information.find("Root") is not None else "RootNote"
    root_note = fields.whole(information, tag, 0, 0, 11)
    name = fields.text(information, "Name") or SCALES[0]
    if name.isdecimal():
        name = SCALES[fields.whole(information, "Name", 0, 0, len(SCALES) - 1)]
    return root_note, name


def _cue_volume(live_set: Element, fields: Fields) -> float:
    track = live_set.find("PreHearTrack")
    chain = None if track is None else outer_chain(track)
    return volume_of(None if chain is None else chain.find("Mixer"), fields)


def _cues(live_set: Element, fields: Fields) -> tuple[CueDocument, ...]:
    """Locators in the order they were made, which is not that of time."""
    cues = tuple(
        CueDocument(fields.text(locator, "Name"), max(fields.number(locator, "Time"), 0.0))
        for locator in live_set.findall("Locators/Locators/Locator")
    )
    fields.tally["locators"] = len(cues)
    return cues


def _groove_elements(live_set: Element) -> list[Element]:
    return live_set.findall("GroovePool/Grooves/Groove")


def _groove_places(live_set: Element) -> dict[str, int]:
    return {groove.get("Id", ""): index for index, groove in enumerate(_groove_elements(live_set))}


def _grooves(live_set: Element, fields: Fields) -> tuple[GrooveDocument, ...]:
    return tuple(
        GrooveDocument(
            name=fields.text(groove, "Name"),
            base=fields.whole(groove, "Grid", 3, 0, GROOVE_BASES - 1),
            timing_amount=fields.number(groove, "TimingAmount", 100.0),
            quantization_amount=fields.number(groove, "QuantizationAmount"),
            random_amount=fields.number(groove, "RandomAmount"),
            velocity_amount=fields.number(groove, "VelocityAmount"),
            saved_id=whole_or_none(groove.get("Id", "")),
        )
        for groove in _groove_elements(live_set)
    )


def _groups(tracks: list[TrackNode]) -> dict[str, int]:
    return {track.element.get("Id", ""): index for index, track in enumerate(tracks) if track.tag == GROUP_TAG}
