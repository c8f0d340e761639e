"""The grammar of saved names: what a person may call a snapshot. Pure; tools, command line and shelf share it."""

from __future__ import annotations

import re

from countin.errors import Refusal

REFERENCE_PREFIX = "snap_"
LONGEST_NAME = 80
_NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{LONGEST_NAME - 1}}}")
RULE = (
    f"a name is a letter or digit, then up to {LONGEST_NAME - 1} of letters, digits, '.', '_', '-', and does not begin "
    f"with {REFERENCE_PREFIX}"
)


def is_name(text: str) -> bool:
    """Whether a snapshot may be saved as `text`."""
    return _NAME.fullmatch(text) is not None and not text.lower().startswith(REFERENCE_PREFIX)


def checked_name(text: str, *, path: str = "/name") -> str:
    """`text`. Raises `Refusal` (`invalid_arguments`) where it is no name."""
    if not is_name(text):
        raise Refusal("invalid_arguments", f"{text[:LONGEST_NAME]!r} is no name: {RULE}; choose another", path=path)
    return text
