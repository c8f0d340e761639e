"""What may stand in a line of the owner: whole numbers, objects, the name of a Set."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, cast

from countin.sim.demo import demo_set
from countin.sim.document import SetDocument
from countin.sim.factory import factory_set

MAXIMUM_TURNS: Final = 100_000


class LineError(ValueError):
    """The line is none that is known; the message says how."""


def whole(value: object, least: int, most: int) -> int:
    """A whole number in this range."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise LineError(f"expected a whole number from {least} to {most}, not {value!r}")
    return value


def mapping(value: object) -> dict[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise LineError(f"expected a JSON object, not {type(value).__name__}")
    return cast("dict[str, Any]", value)


def sequence(value: object) -> list[object]:
    """A JSON list."""
    if not isinstance(value, list):
        raise LineError(f"expected a JSON list, not {type(value).__name__}")
    return cast("list[object]", value)


def document_named(name: str) -> SetDocument:
    """The Set called "factory" or "demo", or the one in that file. LineError says why a file cannot be read."""
    if name == "factory":
        return factory_set()
    if name == "demo":
        return demo_set()
    from countin.sim.files import SetFileError, read_set

    try:
        return read_set(Path(name))
    except SetFileError as error:
        raise LineError(str(error)) from None
