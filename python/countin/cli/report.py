"""The report of a probe: made of what Live answered, and read again as the settings of an embedded Live. It holds
Live's version and answers, no name of a Set, file or person.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final, cast

from countin.errors import Refusal
from countin.sim.kernel.switches import Switches, switches_from
from countin.sim.kernel.table import parse_version

SCHEMA: Final = "countin-probe-1"
LARGEST_REPORT: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Profile:
    """How an embedded Live is to decide, and which Live it is ("" where the report does not say)."""

    switches: Mapping[str, object]
    version: str


def report_of(answered: Mapping[str, Any], system: str) -> dict[str, Any]:
    """The report of a probe's answer; `system` is the operating system's name. Raises `Refusal` `internal_error` for
    what no script of ours answers."""
    rows = answered.get("questions")
    if not isinstance(rows, list):
        raise Refusal("internal_error", "Live answered a probe with something that is no list of questions")
    questions = cast("list[dict[str, Any]]", rows)
    return {
        "schema": SCHEMA,
        "liveVersion": str(answered.get("liveVersion", "")),
        "system": system,
        "switches": {row["switch"]: row["setting"] for row in questions if row.get("status") == "answered"},
        "questions": questions,
        "left": list(answered.get("left", ())),
    }


def read_profile(path: Path) -> Profile:
    """The settings that a report names. Raises `Refusal` `invalid_arguments` for a file that is no report, names what
    this version does not know, or contradicts itself."""
    report = _report(path)
    switches = report.get("switches")
    questions = report.get("questions")
    if not isinstance(switches, dict) or not isinstance(questions, list):
        raise _refused("it has no switches and questions")
    chosen = cast("dict[str, object]", switches)
    _need_agreement(chosen, cast("list[object]", questions))
    _need_known(chosen)
    return Profile(chosen, _version(report.get("liveVersion", "")))


def _report(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_REPORT + 1)
        if len(data) > LARGEST_REPORT:
            raise _refused("it is larger than any report")
        found: object = json.loads(data)
    except OSError as error:
        raise _refused(error.strerror or "it cannot be read") from None
    except (ValueError, RecursionError):
        raise _refused("it is not JSON") from None
    if not isinstance(found, dict) or cast("dict[str, object]", found).get("schema") != SCHEMA:
        raise _refused(f"its schema is not {SCHEMA!r}")
    return cast("dict[str, Any]", found)


def _need_agreement(switches: Mapping[str, object], questions: list[object]) -> None:
    """What the switches say and what the questions found are the same."""
    found: dict[str, object] = {}
    for row in questions:
        if not isinstance(row, dict):
            raise _refused("a question in it is not an object")
        said = cast("dict[str, object]", row)
        if said.get("status") != "answered":
            continue
        name = str(said.get("switch", ""))
        if name in found and not _same(found[name], said.get("setting")):
            raise _refused(f"it contradicts itself: two questions answer {name!r} differently")
        found[name] = said.get("setting")
    for name in {**switches, **found}:
        if not _same(switches.get(name), found.get(name)):
            raise _refused(
                f"it contradicts itself: of {name!r} its switches say {switches.get(name)!r} and its questions "
                f"{found.get(name)!r}"
            )


def _same(first: object, second: object) -> bool:
    return type(first) is type(second) and first == second


def _need_known(switches: Mapping[str, object]) -> None:
    try:
        switches_from(switches)
    except (ValueError, TypeError) as error:
        raise _refused(str(error)) from None
    defaults = {entry.name: entry.default for entry in fields(Switches)}
    for name, value in switches.items():
        fits = type(value) is type(defaults[name]) and not (type(value) is int and value < 0)
        if not fits:
            raise _refused(f"switch {name!r} can not be {value!r}")


def _version(text: object) -> str:
    if text == "":
        return ""
    try:
        if not isinstance(text, str):
            raise ValueError
        parse_version(text)
    except ValueError:
        raise _refused(f"its liveVersion {text!r} is no version of Live") from None
    return text


def _refused(why: str) -> Refusal:
    return Refusal("invalid_arguments", f"This is not a report of countin probe that can be used: {why}")
