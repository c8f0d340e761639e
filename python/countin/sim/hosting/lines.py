"""What the owner of a hosted Live may say, one JSON line each, and what it is answered.

    {"tick": 3}                              three display turns
    {"person": {"path": ..., "set": ...}}    a person acts (see `person`)
    {"fault": {"raise_at_write": {"k": 2}}}  Live misbehaves; also "stall" with "turns", "open_set" with "set"
    {"log": 20}, {"digest": true}            the newest log lines; digests of the whole Set
    {"quit": true}                           the end

The answer is `{"ok": true, ...}` or `{"ok": false, "error": "..."}`; a member "id" of the line stands in it too.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from countin.sim.demo import demo_set
from countin.sim.document import SetDocument
from countin.sim.factory import factory_set
from countin.sim.host import Host
from countin.sim.hosting.person import as_json

MAXIMUM_TURNS: Final = 100_000
FAULTS: Final = (
    "raise_at_write", "ignore_write", "ignore_member", "raise_at_member", "raise_at_read", "raise_in_begin_undo_step",
    "raise_in_end_undo_step", "access_cost", "clear",
)  # fmt: skip
"""The faults of a World that may be asked for, by the name of the method that arms them."""


class LineError(ValueError):
    """The line is not one of those above; the message says how."""


class Quit(Exception):
    """The owner said goodbye."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What to answer, and whether the conversation is over."""

    text: str
    over: bool = False


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


def answer(host: Host, line: bytes) -> Answered:
    """Do what a line says. A line that cannot be done is answered with its error and changes nothing else."""
    said: dict[str, Any] = {}
    over = False
    try:
        said = _decode(line)
        result: dict[str, Any] = {"ok": True, **_obey(host, said)}
    except Quit:
        result, over = {"ok": True, "quit": True}, True
    except Exception as error:  # noqa: BLE001 - a border: whatever a line causes is the answer to that line
        result = {"ok": False, "error": f"{type(error).__name__}: {error}"}
    if "id" in said:
        result["id"] = said["id"]
    return Answered(_encode(result), over)


def _encode(result: dict[str, Any]) -> str:
    try:
        return json.dumps(result, allow_nan=False)
    except ValueError:
        return json.dumps({"ok": False, "error": "LineError: the value holds a number that JSON cannot carry"})


def _decode(line: bytes) -> dict[str, Any]:
    try:
        said = json.loads(line)
    except ValueError as error:
        raise LineError(f"the line is not JSON: {error}") from None
    except RecursionError:
        raise LineError("the line is nested too deeply") from None
    if not isinstance(said, dict):
        raise LineError("the line is not a JSON object")
    return cast("dict[str, Any]", said)


def _obey(host: Host, said: dict[str, Any]) -> dict[str, Any]:
    words = [key for key in said if key != "id"]
    if len(words) != 1 or words[0] not in _COMMANDS:
        raise LineError(f"a line has one of {', '.join(_COMMANDS)}")
    return _COMMANDS[words[0]](host, said[words[0]])


def _tick(host: Host, turns: object) -> dict[str, Any]:
    host.tick(_whole(turns, 1, MAXIMUM_TURNS))
    return {"turns": host.turns}


def _person(host: Host, action: object) -> dict[str, Any]:
    return {"value": as_json(host.person(_mapping(action)))}


def _log(host: Host, lines: object) -> dict[str, Any]:
    newest = [*host.log][-_whole(lines, 1, MAXIMUM_TURNS) :]
    return {"log": newest, "messages": [*host.messages], "turns": host.turns}


def _digest(host: Host, _: object) -> dict[str, Any]:
    with host.world.main_thread():
        return {"digest": host.world.digest(), "undoable": host.world.digest_undoable()}


def _quit(_: Host, __: object) -> dict[str, Any]:
    raise Quit


def _fault(host: Host, said: object) -> dict[str, Any]:
    named = _mapping(said)
    if len(named) != 1:
        raise LineError("a fault is one name and its settings")
    (name, given), *_ = named.items()
    settings = {**_mapping(given)}
    if name == "stall":
        host.begin_stall(_whole(settings.pop("turns", None), 1, MAXIMUM_TURNS))
    elif name == "open_set":
        host.open_set(document_named(str(settings.pop("set", "factory"))))
    elif name in FAULTS:
        _arm(getattr(host.world.faults, name), settings)
        settings = {}
    else:
        raise LineError(f"there is no fault {name!r}; there are {', '.join(('stall', 'open_set', *FAULTS))}")
    if settings:
        raise LineError(f"{name} knows no {', '.join(settings)}")
    return {"fault": name}


def _arm(method: Callable[..., None], settings: dict[str, Any]) -> None:
    if "error" in settings:
        settings["error"] = RuntimeError(str(settings["error"]))
    try:
        inspect.signature(method).bind(**settings)
    except TypeError as error:
        raise LineError(f"{method.__name__}: {error}") from None
    method(**settings)


_COMMANDS: Final[Mapping[str, Callable[[Host, object], dict[str, Any]]]] = {
    "tick": _tick,
    "person": _person,
    "fault": _fault,
    "log": _log,
    "digest": _digest,
    "quit": _quit,
}


def _whole(value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise LineError(f"expected a whole number from {least} to {most}, not {value!r}")
    return value


def _mapping(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise LineError(f"expected a JSON object, not {type(value).__name__}")
    return cast("dict[str, Any]", value)
