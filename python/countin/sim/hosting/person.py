"""A second actor: what a person does in Live between two turns, said as data and done through the `Live` module.

    {"path": P, "get": name}
    {"path": P, "set": name, "to": value}
    {"path": P, "call": name, "args": [values], "kwargs": {name: value}}

A value is plain JSON, `{"path": P}` for an object of the Set, or `{"new": "Clip.MidiNoteSpecification", "kwargs": {}}`
for one of the few classes of Live that can be made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, Final, cast

from countin.sim.hosting.paths import PathError, follow, parse_path

_VERBS: Final = {
    "get": ({"path", "get"}, {"path", "get"}),
    "set": ({"path", "set", "to"}, {"path", "set", "to"}),
    "call": ({"path", "call"}, {"path", "call", "args", "kwargs"}),
}
"""Verb to the keys an action must have and those it may have."""


class ActionError(ValueError):
    """What was said is no action; the message says what is missing or too much."""


class Person:
    """Acts on one Live. `roots` gives the objects that paths begin with, as they are now: another Set, another song."""

    def __init__(self, roots: Callable[[], Mapping[str, Any]], live: ModuleType) -> None:
        self._roots, self._live = roots, live

    def act(self, action: Mapping[str, Any]) -> Any:
        """Do it, and answer what was read or what the call gave back. ActionError, PathError, or what Live raises."""
        verb = _verb(action)
        target = follow(self._roots(), action["path"])
        name = _name(action[verb])
        if verb == "get":
            return getattr(target, name)
        if verb == "set":
            setattr(target, name, self._value(action["to"]))
            return None
        arguments = [self._value(value) for value in _sequence(action.get("args", []))]
        keywords = self._keywords(action.get("kwargs", {}))
        return getattr(target, name)(*arguments, **keywords)

    def _keywords(self, said: object) -> dict[str, Any]:
        return {_name(key): self._value(value) for key, value in _mapping(said).items()}

    def _value(self, said: object) -> Any:
        if isinstance(said, list):
            return tuple(self._value(value) for value in cast(list[object], said))
        if not isinstance(said, dict):
            return said
        keys = cast(dict[str, object], said)
        if set(keys) == {"path"}:
            return follow(self._roots(), keys["path"])
        if "new" in keys and set(keys) <= {"new", "kwargs"}:
            return self._new(keys["new"], keys.get("kwargs", {}))
        raise ActionError('an object as a value is {"path": ...} or {"new": ..., "kwargs": ...}')

    def _new(self, name: object, keywords: object) -> Any:
        root, steps = parse_path(f"live.{name}")
        found = self._live
        for step in steps:
            found = getattr(found, str(step), None)
        if root != "live" or not isinstance(found, type):
            raise ActionError(f"Live has no class {name!r}")
        return found(**self._keywords(keywords))


def _verb(action: Mapping[str, Any]) -> str:
    verbs = [verb for verb in _VERBS if verb in action]
    if len(verbs) != 1:
        raise ActionError("an action has exactly one of get, set and call")
    needed, allowed = _VERBS[verbs[0]]
    missing, unknown = needed - set(action), set(action) - allowed
    if missing or unknown:
        raise ActionError(f"{verbs[0]}: missing {sorted(missing)}, unknown {sorted(unknown)}")
    return verbs[0]


def _name(said: object) -> str:
    if not isinstance(said, str) or not said.isidentifier() or said.startswith("_"):
        raise ActionError(f"{said!r} is no name of a member")
    return said


def _sequence(said: object) -> list[object]:
    if not isinstance(said, list):
        raise ActionError("args is a list")
    return cast(list[object], said)


def _mapping(said: object) -> dict[str, object]:
    if not isinstance(said, dict):
        raise ActionError("kwargs is an object")
    return cast(dict[str, object], said)


def as_json(value: Any, depth: int = 4) -> Any:
    """A value of Live as JSON: numbers, text and None as they are, sequences as lists, anything else as
    `{"object": its text}`."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value)
    if depth and isinstance(value, Iterable):
        return [as_json(item, depth - 1) for item in cast(Iterable[Any], value)]
    return {"object": repr(value)}


__all__ = ["ActionError", "PathError", "Person", "as_json"]
