"""What the owner of a hosted Live may say, one JSON line each, and what it is answered.

    {"tick": 3}                              three display turns
    {"person": {"path": ..., "set": ...}}    a person acts (see `person`)
    {"fault": {"raise_at_write": {"k": 2}}}  Live misbehaves (see `fault_lines`)
    {"later": {"turns": 3, "do": {...}}}     another line, done at the third display turn from now
    {"misfortunes": 20}                      the newest of what befell by chance
    {"log": 20}, {"digest": true}            the newest log lines; digests of the whole Set
    {"quit": true}                           the end

The answer is `{"ok": true, ...}` or `{"ok": false, "error": "..."}`; a member "id" of the line stands in it too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from countin.sim.host import Host
from countin.sim.hosting.fault_lines import arm
from countin.sim.hosting.person import as_json
from countin.sim.hosting.said import MAXIMUM_TURNS, LineError, mapping, whole


class Quit(Exception):
    """The owner said goodbye."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What to answer, and whether the conversation is over."""

    text: str
    over: bool = False


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
    host.tick(whole(turns, 1, MAXIMUM_TURNS))
    return {"turns": host.turns}


def _person(host: Host, action: object) -> dict[str, Any]:
    return {"value": as_json(host.person(mapping(action)))}


def _log(host: Host, lines: object) -> dict[str, Any]:
    newest = [*host.log][-whole(lines, 1, MAXIMUM_TURNS) :]
    return {"log": newest, "messages": [*host.messages], "turns": host.turns}


def _digest(host: Host, _: object) -> dict[str, Any]:
    with host.world.main_thread():
        return {"digest": host.world.digest(), "undoable": host.world.digest_undoable()}


def _quit(_: Host, __: object) -> dict[str, Any]:
    raise Quit


def _fault(host: Host, said: object) -> dict[str, Any]:
    return {"fault": arm(host, said)}


def _later(host: Host, said: object) -> dict[str, Any]:
    what = {**mapping(said)}
    turns, line = whole(what.pop("turns", None), 1, MAXIMUM_TURNS), mapping(what.pop("do", None))
    words = [key for key in line if key != "id"]
    if what or len(words) != 1 or words[0] not in _LATER:
        raise LineError(f"what is done later is turns and do, a line with one of {', '.join(_LATER)}")
    host.later(turns, lambda: _COMMANDS[words[0]](host, line[words[0]]))
    return {"later": host.turns + turns}


def _misfortunes(host: Host, number: object) -> dict[str, Any]:
    past = [*host.misfortunes.past] if host.misfortunes is not None else []
    return {"misfortunes": past[-whole(number, 1, MAXIMUM_TURNS) :], "fired": host.world.faults.fired}


_COMMANDS: Final[Mapping[str, Callable[[Host, object], dict[str, Any]]]] = {
    "tick": _tick,
    "person": _person,
    "fault": _fault,
    "later": _later,
    "misfortunes": _misfortunes,
    "log": _log,
    "digest": _digest,
    "quit": _quit,
}

_LATER: Final = ("person", "fault")
"""What can be done at a later turn."""
