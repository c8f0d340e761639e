"""Writes `docs/reference/` from the declarations: `python docs/generate.py`. A test fails where it is out of date."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, cast, get_args

from countin._remote_script.Countin.wire import ErrorCode
from countin.declaration import Kind, Tool
from countin.sim.factory import factory_set
from countin.sim.hosting.fault_lines import NAMES
from countin.sim.hosting.misfortunes import KINDS
from countin.sim.kernel.gaps import GAPS
from countin.sim.kernel.switches import SOURCES, Switches, settings_of
from countin.sim.world import World
from countin.tools.registry import CORE, TOOLS
from countin.tools.schemas import input_schema

REFERENCE = Path(__file__).parent / "reference"
_KINDS = {
    Kind.READ: "reads",
    Kind.MUTATION: "guarded change",
    Kind.DESTRUCTIVE: "guarded change, destructive",
    Kind.LOCAL: "writes local files",
}
MEANINGS: Mapping[ErrorCode, str] = {
    "invalid_arguments": "A member is missing, unknown, of the wrong type or outside its range.",
    "does_not_fit": "A snapshot's devices are not those of the Set, or a value cannot be written there.",
    "not_found": "No such track, clip, device, parameter, browser item, snapshot or operation.",
    "unsupported_by_live": "Live, or this version of it, cannot do it; the message gives Live's reason.",
    "nothing_to_change": "Everything already is as asked, or there is nothing to undo or redo.",
    "conflict": "Something is in the way; it is named.",
    "too_large": "More than one request can carry; the message says how to split it.",
    "state_version_moved": "The Set's structure has changed since it was looked at: look again, plan anew.",
    "observation_changed": "What the plan rests on has changed since: look again, plan anew.",
    "observation_moving": "Values keep moving while they are read; the message names them.",
    "plan_changed": "The hash or the arguments are not those of the plan; the token can still be used.",
    "plan_gone": "The plan is no longer in memory: send the full call with token and hash.",
    "token_unknown": "No such token; plan anew.",
    "token_expired": "The token's 60 seconds are over; plan anew.",
    "token_used": "The token was used before; `earlier` says what became of that call.",
    "in_progress": "The plan is running; ask for its outcome.",
    "deadline_passed": "Live came to it too late and did nothing.",
    "cancelled": "It was cancelled before it wrote anything.",
    "live_refused": "Live raised an error; what was written is undone where `rolledBack` says so.",
    "live_not_reachable": "No Live runs Countin's Remote Script, or several do and none was chosen.",
    "live_busy": "Live did not answer in time; `lastTickMsAgo` says how long it has been silent.",
    "script_outdated": "The Remote Script in Live is of another version: install it again.",
    "unsupported_in_job": "A step of a job needs a later tick of Live.",
    "declined_by_person": "The person said no.",
    "cannot_ask_person": "This client cannot ask the person.",
    "internal_error": "Countin failed on its own side; the cause is on the server's standard error.",
}


def pages() -> dict[str, str]:
    """Every generated page by its file name."""
    made = {"tools.md": _tools(), "errors.md": _errors(), "embedded-live.md": _embedded_live()}
    return {name: "\n".join(lines) + "\n" for name, lines in made.items()}


def _tools() -> Iterator[str]:
    yield "# Tools\n"
    yield "Generated from the declarations by `python docs/generate.py`. *core*: what a server offers by default.\n"
    toolset = ""
    for tool in TOOLS:
        if tool.toolset != toolset:
            toolset = tool.toolset
            yield f"## {toolset}\n"
        yield from _tool(tool)


def _tool(tool: Tool) -> Iterator[str]:
    marks = [_KINDS[tool.kind], *(["core"] if tool.name in CORE else [])]
    yield f"### `{tool.name}`\n"
    yield f"*{tool.title}* ({', '.join(marks)})\n"
    yield f"{tool.description}\n"
    schema = input_schema(tool)
    members: Mapping[str, Mapping[str, Any]] = schema.get("properties", {})
    if members:
        yield "| argument | required | |"
        yield "| --- | --- | --- |"
        required = schema.get("required", [])
        for name, member in members.items():
            yield f"| `{name}` | {'yes' if name in required else ''} | {_about(member)} |"
        yield ""
    yield f"{_answers(tool)}\n"


def _answers(tool: Tool) -> str:
    own = ", ".join(f"`{name}`" for name in tool.members)
    if tool.kind in (Kind.READ, Kind.LOCAL):
        return f"Answers: {own}."
    planned = "Answers `plan` and `confirmation`, once executed `operationOutcome` and `observed`"
    return planned + (f", and of its own {own}." if own else ".")


def _about(member: Mapping[str, Any]) -> str:
    return str(member.get("description", "")).replace("|", "\\|").replace("\n", " ")


def _errors() -> Iterator[str]:
    yield "# Errors\n"
    yield (
        "Generated by `python docs/generate.py`. A refusal is `{error: {code, message, outcome, path?}}`: `outcome` is "
        "`not_executed` unless Live could not be asked, `path` a JSON pointer into the arguments, and the message says "
        "the next move. The codes:\n"
    )
    yield "| code | means |"
    yield "| --- | --- |"
    for code in get_args(ErrorCode):
        yield f"| `{code}` | {MEANINGS[code]} |"


# -- the embedded Live --------------------------------------------------------------------------------------------


def _embedded_live() -> Iterator[str]:
    yield "# What the embedded Live guesses, and what it lacks\n"
    yield "Generated by `python docs/generate.py`. [What it is](../embedded-live.md)\n"
    yield from _switches()
    yield from _probe()
    yield "## Misfortunes\n"
    yield "Kinds of `--misbehave` and of the fault `drawn`: " + ", ".join(f"`{kind}`" for kind in KINDS) + ".\n"
    yield "Faults that are armed one by one: " + ", ".join(f"`{name}`" for name in NAMES) + ".\n"
    yield "## Not simulated\n"
    yield from _gaps()


def _switches() -> Iterator[str]:
    yield "## Switches\n"
    yield (
        "What sources contradict or leave open. The first setting is the default; numbers can be any. Whatever drives "
        "Live in the suite runs on other settings too: on so many that every two settings of two switches meet. "
        "Sections and keys are those of the project's reference of Live's API.\n"
    )
    yield "| switch | settings | what it decides | source |"
    yield "| --- | --- | --- | --- |"
    for entry, about in zip(fields(Switches), _docs_of_switches(), strict=True):
        others = [one for one in settings_of(entry.name) if one != entry.default]
        settings = ", ".join(f"`{one}`" for one in (entry.default, *others))
        yield f"| `{entry.name}` | {settings} | {_cell(about)} | {_cell(SOURCES[entry.name])} |"
    yield ""


def _docs_of_switches() -> list[str]:
    """The text below each field of the class, in order."""
    (found,) = ast.parse(inspect.getsource(Switches)).body
    texts: list[str] = []
    for here in cast("ast.ClassDef", found).body:
        if isinstance(here, ast.AnnAssign):
            texts.append("")
        elif texts and isinstance(here, ast.Expr) and isinstance(here.value, ast.Constant):
            texts[-1] = str(here.value.value)
    return texts


def _probe() -> Iterator[str]:
    questions, not_asked = _questions()
    yield "## What `countin probe` asks a real Live\n"
    yield "| question | settles | what it does to the Set |"
    yield "| --- | --- | --- |"
    for question in questions:
        settles = f"`{question.switch}`" if question.switch else "noted"
        yield f"| `{question.name}` | {settles} | {_cell(question.what)} |"
    yield "\n| not asked | why |"
    yield "| --- | --- |"
    for one in not_asked:
        yield f"| {f'`{one.name}`' if one.is_switch else one.name} | {_cell(one.reason)} |"
    yield ""


def _questions() -> tuple[Any, Any]:
    """The probe is code of the Remote Script: it can only be imported where there is a Live."""
    world = World(factory_set())
    world.install()
    try:
        from countin._remote_script.Countin.probe import questions
    finally:
        world.uninstall()
    return questions.QUESTIONS, questions.NOT_ASKED


def _gaps() -> Iterator[str]:
    gaps = World(factory_set()).not_simulated()
    yield f"{len(gaps)} members raise an error that says so by name:\n"
    yield "| members | of them | why |"
    yield "| --- | --- | --- |"
    for place, reason in GAPS.items():
        yield f"| `{place.removesuffix('.')}` | {sum(gap.startswith(place) for gap in gaps)} | {_cell(reason)} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def main() -> None:
    """Write the pages."""
    REFERENCE.mkdir(exist_ok=True)
    for name, text in pages().items():
        (REFERENCE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
