"""Arguments as a client sends them become a tool's frozen struct here, or a refusal that points at the wrong field."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

import msgspec

from countin.declaration import Arguments, Tool
from countin.errors import Refusal

_PLACE = re.compile(r" - at `(?:key in )?\$(?P<place>[^`]*)`\Z")
_STEP = re.compile(r"\.(?P<name>[^.\[\]]+)|\[(?P<index>\d+|\.\.\.)\]")
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*)`\Z", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<name>.*)`\Z", re.DOTALL)
_WHOLE = re.compile(r"Expected `int(?: \| null)?`, got `float`")
_DEEPEST = 600


def decode(tool: Tool, arguments: Mapping[str, Any] | None) -> Arguments:
    """`arguments` as the tool's struct, defaults filled. A member that is null is an omitted one.

    Raises `Refusal` (`invalid_arguments`) with a JSON pointer: an unknown or missing member, a wrong type, a number
    outside its range or not finite, a text that is not Unicode.
    """
    given: dict[str, Any] = {name: value for name, value in (arguments or {}).items() if value is not None}
    _check_plain(given)
    while True:
        try:
            return msgspec.convert(given, tool.arguments)
        except msgspec.ValidationError as error:
            message, pointer = _explain(str(error))
            if not (_WHOLE.match(str(error)) and _make_whole(given, pointer)):
                raise Refusal("invalid_arguments", f"{message}; {_next_move(tool)}", path=pointer) from None


def _next_move(tool: Tool) -> str:
    return f"see the input schema of {tool.name}, correct this member and call again"


def _explain(text: str) -> tuple[str, str]:
    """The validator's sentence as a message and a JSON pointer."""
    place = _PLACE.search(text)
    pointer = _pointer(place["place"]) if place else ""
    message = text[: place.start()] if place else text
    if match := _UNKNOWN.match(message):
        return f"{_quoted(match['name'])} is not an argument here", f"{pointer}/{_escaped(match['name'])}"
    if match := _MISSING.match(message):
        return f"{_quoted(match['name'])} is required", f"{pointer}/{_escaped(match['name'])}"
    return message[:1].lower() + message[1:], pointer


def _pointer(place: str) -> str:
    return "".join("/" + _escaped(step["name"] or step["index"]) for step in _STEP.finditer(place))


def _escaped(name: str) -> str:
    """A member's name as a step of a JSON pointer; half a surrogate pair cannot be answered and shows as `?`."""
    return name.encode("utf-8", "replace").decode().replace("~", "~0").replace("/", "~1")


def _quoted(name: str) -> str:
    return repr(name if len(name) <= 80 else name[:77] + "...").encode("utf-8", "replace").decode()


def _make_whole(given: dict[str, Any], pointer: str) -> bool:
    """JSON knows one kind of number: turn a whole float into the integer that is asked for. False: it is not whole."""
    node: Any = given
    *way, last = pointer.split("/")[1:] or [""]
    for name in way:
        node = node[_key(node, name)]
    key = _key(node, last)
    value: object = node[key]
    if not (isinstance(value, float) and value.is_integer()):
        return False
    node[key] = int(value)
    return True


def _key(node: object, name: str) -> Any:
    """A step of a pointer as the key it is in `node`."""
    return int(name) if isinstance(node, list) else name.replace("~1", "/").replace("~0", "~")


def _check_plain(given: dict[str, Any]) -> None:
    """Refuse what JSON has no word for but a lenient parser lets through."""
    for path, value in _leaves(given):
        if isinstance(value, float) and not math.isfinite(value):
            raise Refusal("invalid_arguments", "expected a finite number; NaN and infinity are not JSON", path=path())
        if isinstance(value, str) and not value.isascii() and _has_surrogate(value):
            raise Refusal("invalid_arguments", "expected Unicode text; it holds half a surrogate pair", path=path())


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


class _Path:
    """A way down, made into a pointer only when an error needs it."""

    __slots__ = ("name", "parent")

    def __init__(self, parent: _Path | None, name: str | int) -> None:
        self.parent = parent
        self.name = name

    def depth(self) -> int:
        return len(self.names())

    def names(self) -> list[str]:
        names: list[str] = []
        node: _Path | None = self
        while node is not None:
            names.append(_escaped(str(node.name)))
            node = node.parent
        return names[::-1]

    def __call__(self) -> str:
        return "".join("/" + name for name in self.names())


def _leaves(given: Mapping[str, Any]) -> Iterator[tuple[_Path, Any]]:
    """Every scalar and every member name, without recursion."""
    stack: list[tuple[_Path | None, Any, int]] = [(None, given, 0)]
    while stack:
        parent, node, depth = stack.pop()
        if depth > _DEEPEST:
            raise Refusal("too_large", f"the arguments are nested deeper than {_DEEPEST} levels; send less at once")
        for name, value in _members(node):
            path = _Path(parent, name)
            if isinstance(name, str):
                yield path, name
            if isinstance(value, dict | list):
                stack.append((path, cast("Any", value), depth + 1))
            else:
                yield path, value


def _members(node: Any) -> Iterator[tuple[str | int, Any]]:
    if isinstance(node, dict):
        yield from cast("dict[str, Any]", node).items()
    else:
        yield from enumerate(cast("list[Any]", node))
