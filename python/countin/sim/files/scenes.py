"""Scenes: elements of their own since Live 11; before that names, with tempo and signature typed into them."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from countin.sim.document import SceneDocument
from countin.sim.files.colors import color_index
from countin.sim.files.fields import Fields, children, single
from countin.sim.files.follow import read_follow

DENOMINATOR_STEP = 99
LARGEST_CODE = 4 * DENOMINATOR_STEP + DENOMINATOR_STEP - 1
FOUR_FOUR = 201
LOWEST_TEMPO, HIGHEST_TEMPO = 20.0, 999.0

UNNAMED = re.compile(r" \d{1,6}")
TYPED_TEMPO = re.compile(r"(\d{2,3}(?:\.\d{1,6})?) ?bpm\b", re.IGNORECASE)
TYPED_SIGNATURE = re.compile(r"(?<![\d/])(\d{1,2})/(1|2|4|8|16)(?![\d/])")


def signature_of(code: int) -> tuple[int, int]:
    """Numerator and denominator from the code of automation events and scenes: 201 is 4/4."""
    return code % DENOMINATOR_STEP + 1, 2 ** (code // DENOMINATOR_STEP)


def tempo_of(value: float, fields: Fields) -> float:
    """A tempo within Live's 20..999, in single precision."""
    if not LOWEST_TEMPO <= value <= HIGHEST_TEMPO:
        fields.warn(f"a tempo of {value:g} is outside 20 to 999: held within")
    return single(min(max(value, LOWEST_TEMPO), HIGHEST_TEMPO))


def read_scenes(live_set: Element, fields: Fields) -> tuple[SceneDocument, ...]:
    """All scenes, in order."""
    listed = live_set.find("Scenes")
    if listed is not None:
        scenes = tuple(_scene(element, fields) for element in children(listed))
    else:
        scenes = tuple(_typed(element.get("Value", ""), fields) for element in children(live_set.find("SceneNames")))
    fields.tally["scenes"] = len(scenes)
    return scenes


def _scene(element: Element, fields: Fields) -> SceneDocument:
    tempo = fields.truth(element, "IsTempoEnabled")
    signature = fields.truth(element, "IsTimeSignatureEnabled")
    code = fields.whole(element, "TimeSignatureId", FOUR_FOUR, 0, LARGEST_CODE)
    return SceneDocument(
        name=fields.text(element, "Name"),
        tempo=tempo_of(fields.number(element, "Tempo", 120.0), fields) if tempo else None,
        signature=signature_of(code) if signature else None,
        color_index=color_index(element, fields),
        follow=read_follow(element, fields),
    )


def _typed(name: str, fields: Fields) -> SceneDocument:
    """A name as it was up to Live 10: a blank and the number when the user gave none."""
    tempo, signature = TYPED_TEMPO.search(name), TYPED_SIGNATURE.search(name)
    return SceneDocument(
        name="" if UNNAMED.fullmatch(name) else name,
        tempo=tempo_of(float(tempo.group(1)), fields) if tempo else None,
        signature=(int(signature.group(1)), int(signature.group(2))) if signature and int(signature.group(1)) else None,
    )
