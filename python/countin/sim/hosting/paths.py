"""Paths into a Set, as text: `song.tracks[0].devices[0].parameters[3]`. A tiny strict grammar, no evaluation:

path   = root { "." name | "[" index "]" }
root   = "song" | "application"
name   = a Python identifier that does not begin with an underscore
index  = an integer, negative from the end
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

_ROOT: Final = re.compile(r"[a-z]+")
_STEP: Final = re.compile(r"\.([A-Za-z][A-Za-z0-9_]*)|\[(-?[0-9]{1,9})\]")
MAXIMUM_LENGTH: Final = 1024


class PathError(ValueError):
    """The text is no path, or leads nowhere; the message says where it stops."""


def parse_path(text: object) -> tuple[str, tuple[str | int, ...]]:
    """Root and steps of a path. PathError names the first character that does not belong."""
    if not isinstance(text, str) or len(text) > MAXIMUM_LENGTH:
        raise PathError(f"a path is a text of at most {MAXIMUM_LENGTH} characters")
    root = _ROOT.match(text)
    if root is None:
        raise PathError(f"{text!r} is no path: it begins with song or application")
    position, steps = root.end(), list[str | int]()
    while position < len(text):
        step = _STEP.match(text, position)
        if step is None:
            raise PathError(f"{text!r} is no path: stopped at character {position}, {text[position]!r}")
        name, index = step.groups()
        steps.append(name if name is not None else int(index))
        position = step.end()
    return root.group(), tuple(steps)


def follow(roots: Mapping[str, Any], text: object) -> Any:
    """The object at a path, read through the `Live` module. PathError for a path that leads nowhere; what Live raises
    on a read goes through."""
    root, steps = parse_path(text)
    if root not in roots:
        raise PathError(f"{text!r} begins with {root!r}; it must begin with {' or '.join(roots)}")
    found = roots[root]
    for step in steps:
        if found is None:
            raise PathError(f"{text!r} leads nowhere: there is nothing before {step!r}")
        found = found[step] if isinstance(step, int) else getattr(found, step)
    return found
