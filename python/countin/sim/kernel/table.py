"""The table of Live's classes and members (`sim/data`), cut to what one version of Live has."""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, cast

Version = tuple[int, int, int]
Row = dict[str, Any]  # a row of the JSON table


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of a method: its Python type as the table says it, its default as source text or None."""

    name: str
    type: str
    default: str | None = None


@dataclass(frozen=True, slots=True)
class MemberSpec:
    """One member of a class. `keywords`: the argument names that may be said; empty, all are positional."""

    name: str
    kind: str
    type: str = ""
    settable: bool = False
    listen: bool = False
    listener_arguments: int = 0
    parameters: tuple[Parameter, ...] = ()
    keywords: tuple[str, ...] = ()
    value: Any = None  # of an enumeration or a constant
    returns: str = ""


@dataclass(frozen=True, slots=True)
class ClassSpec:
    """One class, enumeration, exception or module of Live."""

    path: str
    kind: str
    bases: tuple[str, ...] = ()
    members: dict[str, MemberSpec] = field(default_factory=dict[str, MemberSpec])

    @property
    def name(self) -> str:
        return self.path.rsplit(".", 1)[1]

    @property
    def module(self) -> str:
        """The sub-module of Live it stands in."""
        return self.path.split(".")[1]


@cache
def raw_table(name: str) -> dict[str, Any]:  # JSON
    """A table of `sim/data` by its file name without ending."""
    text = resources.files("countin.sim").joinpath("data", f"{name}.json").read_text("utf-8")
    return cast("dict[str, Any]", json.loads(text))


def parse_version(text: str) -> Version:
    """ "12.3.6" as numbers; missing places are 0. ValueError for anything else."""
    numbers = [int(part) for part in text.split(".")]
    if not 1 <= len(numbers) <= 3:
        raise ValueError(f"Not a version of Live: {text!r}")
    return cast("Version", tuple([*numbers, 0, 0][:3]))


@cache
def table_for(version: Version) -> dict[str, ClassSpec]:
    """Every class that this version of Live has, by its full path."""
    rows = raw_table("members")
    return {path: _class(path, row, version) for path, row in rows.items() if _exists(row["__class__"], version)}


def _exists(row: Row, version: Version) -> bool:
    since, until = row.get("since"), row.get("until")
    if until is not None and version >= parse_version(until):
        return False
    absent = any(_family(text) == _family_of(version) for text in row.get("absent_in", ()))
    return not absent and (since is None or parse_version(since) <= version)


def _family(text: str) -> Version:
    return parse_version(text)


def _family_of(version: Version) -> Version:
    """12.0.1 to 12.0.4 lack what a capture of 12.0.0 lacks."""
    return (12, 0, 0) if (12, 0, 0) <= version < (12, 0, 5) else version


def _class(path: str, rows: dict[str, Row], version: Version) -> ClassSpec:
    head = rows["__class__"]
    members = {
        name: _member(name, row, version) for name, row in rows.items() if name != "__class__" and _exists(row, version)
    }
    return ClassSpec(path, head["kind"], tuple(head.get("bases", ())), members)


def _from(row: Row, name: str, version: Version) -> bool:
    since = row.get(name)
    return since is None or parse_version(since) <= version


def _member(name: str, row: Row, version: Version) -> MemberSpec:
    signature = row.get("signature")
    return MemberSpec(
        name=name,
        kind=row["kind"],
        type=row.get("type", ""),
        settable=bool(row.get("settable")) and _from(row, "settable_since", version),
        listen=bool(row.get("listen")) and _from(row, "listen_since", version),
        listener_arguments=len(row.get("listener_args", ())),
        parameters=parse_signature(signature) if signature else (),
        keywords=tuple(row.get("kw", ())),
        value=row.get("value"),
        returns=signature.rsplit("->", 1)[1].strip() if signature and "->" in signature else "",
    )


@cache
def parse_signature(signature: str) -> tuple[Parameter, ...]:
    """The arguments of "(index: int = -1, /) -> Chain"."""
    tree = ast.parse(f"def f{signature}: ...").body[0]
    assert isinstance(tree, ast.FunctionDef)
    arguments = [*tree.args.posonlyargs, *tree.args.args]
    defaults = [None] * (len(arguments) - len(tree.args.defaults)) + [ast.unparse(node) for node in tree.args.defaults]
    return tuple(
        Parameter(argument.arg, ast.unparse(argument.annotation) if argument.annotation else "Any", default)
        for argument, default in zip(arguments, defaults, strict=True)
    )
