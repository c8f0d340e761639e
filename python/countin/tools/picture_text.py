"""Text of a picture: names from a Set made harmless, as XML, and cut to a width. Pure; it knows the characters that the
fonts in `face/fonts` hold, and how wide they are."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from functools import cache
from typing import Literal
from xml.sax.saxutils import escape

Weight = Literal["normal", "bold"]

_HELD = (
    "20-7E A0-17F 192 218-21B 2C6-2DD 300-304 306-30C 323 327-328 370-377 37A-37F 384-38A 38C 38E-3A1 3A3-45F 490-491 "
    "531-556 559-55F 561-587 589-58A 5D0-5EA 5F0-5F4 60C 615 61B 61F 621-63A 640-655 657 65A 660-670 674 679-6BF "
    "6C6-6C8 6CB-6CC 6CE 6D0 6D5 6F0-6F9 10D0-10FC 1E00-1EFB 2010-2027 2030-205E 2070-2071 2074-208E 20A0-20B5 "
    "20B8-20BA 20BD 2116 2122 2126 2153-215E 2190-2199 21BA-21BB 2200 2202 2205-2207 2211-2212 221A 221E 222B 2248 "
    "2260-2265 25A0-25FF 2605-2606 2620-2623 262E-262F 2639-2640 2642 2660-266F 2680-2685 26A0-26A1 2713-2718 FFFD"
)
"""The code points in the regular font, in hexadecimal."""

_SIGNS: dict[Weight, tuple[int, ...]] = {
    "normal": (
        318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636,
        636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656,
        557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613,
        635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818,
        592, 592, 525, 636, 337, 636, 838,
    ),
    "bold": (
        348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696, 696, 696, 696,
        696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775,
        637, 995, 837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 500, 500, 675,
        716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924,
        645, 652, 582, 712, 365, 712, 838,
    ),
}  # fmt: skip
"""Widths of the characters from space to tilde, in thousandths of the font size (the fonts' table `hmtx`)."""
_MARKS: dict[Weight, dict[str, int]] = {
    "normal": {"“": 518, "”": 518, "…": 1000, "→": 838, "□": 945, "·": 318, "›": 400, "–": 500},
    "bold": {"“": 657, "”": 657, "…": 1000, "→": 838, "□": 945, "·": 380, "›": 412, "–": 500},
}
"""The same for marks that pictures often hold."""
_OTHER = 850
"""What any other character is taken for: more than most of them need."""
_LONGEST = 400
"""No more characters of a text are looked at: none that long fits anywhere."""
MISSING = "□"
ELLIPSIS = "…"
ARROW = "→"


@cache
def _ranges() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """First and last code points of what the font holds, in order."""
    pairs = [part.partition("-") for part in _HELD.split()]
    return tuple(int(first, 16) for first, _, _ in pairs), tuple(int(last or first, 16) for first, _, last in pairs)


def held(character: str) -> bool:
    """Whether the fonts can draw a character."""
    firsts, lasts = _ranges()
    place = bisect_right(firsts, ord(character)) - 1
    return place >= 0 and ord(character) <= lasts[place]


def _drawn(character: str) -> str:
    """A character as it can be drawn: controls, and what turns the direction of text, never as themselves."""
    kind = unicodedata.category(character)
    if kind in ("Zs", "Zl", "Zp") or character in "\t\r\n":
        return " "
    if kind in ("Mn", "Me") or character in "\u200c\u200d":
        return character if held(character) and kind == "Mn" else ""  # without its mark rather than with a box on it
    return character if held(character) and kind not in ("Cc", "Cf") else MISSING


def plain(text: str) -> str:
    """A text as it can be drawn, on one line, with no more than one mark on a letter."""
    characters: list[str] = []
    for character in map(_drawn, unicodedata.normalize("NFC", text[:_LONGEST])):
        marks = bool(character) and unicodedata.combining(character) > 0
        if character and not (marks and (not characters or unicodedata.combining(characters[-1]) > 0)):
            characters.append(character)
    return "".join(characters)


def width(text: str, size: float, weight: Weight = "normal") -> float:
    """The pixels that a plain text takes, or a little more, at a font size."""
    signs, marks = _SIGNS[weight], _MARKS[weight]
    units = sum(signs[ord(each) - 32] if " " <= each <= "~" else marks.get(each, _OTHER) for each in text)
    return units * size / 1000


def cut(text: str, room: float, size: float, weight: Weight = "normal") -> str:
    """A text as it can be drawn in `room` pixels, with an ellipsis where it is too long."""
    whole = plain(text)
    if len(text) <= _LONGEST and width(whole, size, weight) <= room:
        return whole
    left = room - width(ELLIPSIS, size, weight)
    for place, character in enumerate(whole):
        left -= width(character, size, weight)
        if left < 0:
            return whole[:place].rstrip() + ELLIPSIS
    return whole + ELLIPSIS


def xml(text: str) -> str:
    """A plain text as XML, for content and for attributes in double quotes."""
    return escape(text, {'"': "&quot;"})
