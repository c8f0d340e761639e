"""Argument structs made from tables: where tools of several families differ in an address only, their arguments are not
written out four times."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from countin.declaration import Arguments


def optional(kind: Any) -> tuple[Any, None]:
    """A member that may be left out."""
    return (kind | None, None)


def argument_struct(tool: str, base: type[Arguments], members: Mapping[str, Any]) -> type[Arguments]:
    """The arguments of the tool of that name: members with their types, `optional` ones with None by default."""
    fields: list[Any] = [(name, *kind) if isinstance(kind, tuple) else (name, kind) for name, kind in members.items()]
    made = msgspec.defstruct(
        tool.title().replace("_", ""), fields, bases=(base,), frozen=True, kw_only=True, rename="camel", module=__name__
    )
    return cast("type[Arguments]", made)
