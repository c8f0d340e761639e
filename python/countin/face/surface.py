"""A declaration as the protocol publishes it: schemas, hints, title. Made once, at start."""

from __future__ import annotations

from collections.abc import Sequence

from mcp import types as t

from countin.declaration import Kind, Tool
from countin.tools.schemas import input_schema, output_schema


def hints(tool: Tool) -> t.ToolAnnotations:
    """All four hints, always: a client that finds none assumes the worst."""
    reads = tool.kind is Kind.READ
    return t.ToolAnnotations(
        read_only_hint=reads,
        destructive_hint=tool.kind is Kind.DESTRUCTIVE,
        idempotent_hint=reads,
        open_world_hint=False,
    )


def published(tool: Tool) -> t.Tool:
    """The tool as `tools/list` shows it."""
    return t.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=input_schema(tool),
        output_schema=output_schema(tool),
        annotations=hints(tool),
    )


def listing(tools: Sequence[Tool]) -> t.ListToolsResult:
    """The whole list, in the registry's order: it never changes while the server runs."""
    return t.ListToolsResult(tools=[published(tool) for tool in tools])
