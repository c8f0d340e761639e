"""Takes line breaks and indentation out of a file before the parser sees them: no reader wants them, and to let the
parser collect them costs more than all attributes."""

from __future__ import annotations

BREAKS = b"\r\n\t"


def without_breaks(piece: bytes) -> bytes:
    """The piece without line breaks and tabs. Live puts them between elements alone. Where a person has put them
    between attributes, what is left is not well-formed and has to be read again as it stands; inside an attribute's
    text, where XML would make each a blank, they are lost: Live writes them there as `&#x0A;`."""
    return piece.translate(None, BREAKS)
