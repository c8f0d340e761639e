"""Declarations as portable JSON Schema: object roots, definitions inlined, typed enums, no combinators at the root.

msgspec's argument structs are the one source of input schemas; result members are declared by hand and named at the top
level only.
"""

from __future__ import annotations

import copy
from functools import cache
from typing import Any, cast

import msgspec

from countin.declaration import CONTROL_MEMBERS, ContractTool, Members, Mutation, Tool

Schema = dict[str, Any]

_JSON_TYPES: dict[type, str] = {str: "string", bool: "boolean", int: "integer", float: "number"}
_CONTROLS = (*CONTROL_MEMBERS, "expectedStateVersion")
_REFERENCE = "#/$defs/{name}"
OBJECT: Schema = {"type": "object"}
ARRAY: Schema = {"type": "array"}
TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
INTEGER: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}

GUARDED_MEMBERS: Members = {
    "plan": OBJECT,
    "confirmation": OBJECT,
    "operationOutcome": OBJECT,
}
"""What the contract adds to the answer of every guarded change (what is rare is left unnamed)."""


def nullable(kind: str) -> Schema:
    """A small schema for a value that may be null."""
    return {"anyOf": [{"type": kind}, {"type": "null"}]}


@cache
def arguments_schema(arguments: type[msgspec.Struct]) -> Schema:
    """The input schema of an argument struct. Raises `TypeError` where a plain object root cannot be made of it.

    Members that may be null are published as merely optional: an explicit null is an omitted argument.
    """
    (root,), definitions = msgspec.json.schema_components((arguments,), ref_template=_REFERENCE)
    schema = _inlined(root, definitions, ())
    schema.pop("description", None)
    if schema.get("type") != "object" or schema.keys() & {"anyOf", "oneOf", "allOf", "not", "$ref"}:
        raise TypeError(f"{arguments!r}: a tool schema needs a plain object root")
    schema["properties"] = dict(sorted(schema["properties"].items(), key=lambda member: member[0] in _CONTROLS))
    schema["additionalProperties"] = False
    return schema


def input_schema(tool: Tool) -> Schema:
    """What a client may send, as JSON Schema."""
    return copy.deepcopy(arguments_schema(tool.arguments))


def output_schema(tool: Tool) -> Schema:
    """What comes back: a plain open object whose members are all optional, so that results and errors both fit."""
    members = dict(tool.members)
    if isinstance(tool, Mutation) or (isinstance(tool, ContractTool) and tool.service == "execute_plan"):
        members = {**GUARDED_MEMBERS, **members}
    return {"type": "object", "properties": copy.deepcopy(members)}


def _inlined(node: Any, definitions: dict[str, Any], inside: tuple[str, ...]) -> Any:
    """`node` with every reference replaced by what it names. No argument struct is recursive."""
    if isinstance(node, list):
        return [_inlined(item, definitions, inside) for item in cast("list[Any]", node)]
    if not isinstance(node, dict):
        return node
    members = cast("Schema", node)
    if "$ref" in members:
        name = str(members["$ref"]).rsplit("/", 1)[1]
        if name in inside:
            raise TypeError(f"{name}: a recursive argument struct cannot be inlined")
        rest = {key: value for key, value in members.items() if key != "$ref"}
        return _inlined(_named(definitions[name]), definitions, (*inside, name)) | rest
    return _tidied({key: _member(key, value, definitions, inside) for key, value in members.items()})


def _member(key: str, value: Any, definitions: dict[str, Any], inside: tuple[str, ...]) -> Any:
    if key == "properties":
        return {name: _optional(_inlined(child, definitions, inside)) for name, child in value.items()}
    return _inlined(value, definitions, inside)


def _named(definition: Any) -> Any:
    """A struct's definition without its docstring: that is for readers of the code."""
    return {key: value for key, value in definition.items() if key != "description"}


def _tidied(schema: Schema) -> Schema:
    """Without titles, discriminators and empty lists; enums typed; a choice described where the whole of it stands."""
    if "type" in schema or "anyOf" in schema:
        schema.pop("title", None)
    schema.pop("discriminator", None)
    if schema.get("required") == []:
        del schema["required"]
    if not schema.get("default", True):
        del schema["default"]  # empty, zero, false: "optional" says as much
    if "enum" in schema and "type" not in schema:
        kinds = {_JSON_TYPES[type(value)] for value in schema["enum"]}
        if len(kinds) == 1:
            schema = {"type": kinds.pop(), **schema}
    return _described(schema) if "anyOf" in schema else schema


def _described(schema: Schema) -> Schema:
    described = [choice for choice in schema["anyOf"] if "description" in choice]
    if "description" not in schema and len(described) == 1:
        schema = {"description": described[0].pop("description"), **schema}
    return schema


def _optional(schema: Schema) -> Schema:
    """`schema` without the choice of null."""
    choices = [choice for choice in schema.get("anyOf", ()) if choice != {"type": "null"}]
    if len(choices) != 1:
        return schema
    return {key: value for key, value in schema.items() if key != "anyOf"} | choices[0]
