"""Text from a Set on its way to a terminal: control characters are escaped, so that a name cannot move the cursor."""

from __future__ import annotations

import unicodedata

_KEPT = "\n"


def plain(text: str) -> str:
    """`text` with every control and bidirectional formatting character as an escape, line ends kept."""
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character in _KEPT or unicodedata.category(character) not in ("Cc", "Cf", "Co", "Cs"):
        return character
    return f"\\u{ord(character):04x}"
