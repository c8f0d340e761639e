"""Colours as indices of the palette of 70. Before Live 11 tracks and chains stored 140 more than the index, clips the
index; Live 8 had a palette of its own, of which only the index is kept."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from countin.sim.files.fields import Fields

PALETTE = 70
OLD_OFFSET = 140
NONE = -1


def color_index(element: Element, fields: Fields) -> int | None:
    """The palette index of a track, chain, clip or scene; None when it has no colour of its own."""
    for tag in ("Color", "DocumentColorIndex", "ColorIndex"):
        if element.find(tag) is not None:
            index = fields.whole(element, tag, NONE, NONE, OLD_OFFSET + PALETTE - 1)
            index -= OLD_OFFSET if index >= OLD_OFFSET else 0
            return index if 0 <= index < PALETTE else None
    return None
