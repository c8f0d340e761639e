"""The resources: whole plans (`countin://plan/{planHash}`) and snapshots (`countin://snapshot/{ref}`), by reference."""

from __future__ import annotations

import re
from collections.abc import Callable

from mcp import MCPError
from mcp import types as t
from mcp.types.version import MODERN_PROTOCOL_VERSIONS

from countin.errors import Refusal

_URI = re.compile(r"countin://(plan|snapshot)/([A-Za-z0-9_]{1,80})\Z")
_LEGACY_NOT_FOUND = -32002

TEMPLATES = t.ListResourceTemplatesResult(
    resource_templates=[
        t.ResourceTemplate(
            name="plan",
            title="A plan, whole",
            uri_template="countin://plan/{planHash}",
            description="The complete list of changes of a plan whose answer shows only the first of them. Kept for "
            "ten minutes.",
            mime_type="application/json",
        ),
        t.ResourceTemplate(
            name="snapshot",
            title="A captured snapshot",
            uri_template="countin://snapshot/{ref}",
            description="A device-chain snapshot from the library by its reference (snap_…), in canonical JSON.",
            mime_type="application/json",
        ),
    ]
)


class Resources:
    """Reads resources: `plan` and `snapshot` give the JSON of a plan hash or a reference, None where there is none."""

    def __init__(self, *, plan: Callable[[str], bytes | None], snapshot: Callable[[str], bytes]) -> None:
        self._plan = plan
        self._snapshot = snapshot

    def read(self, uri: str, protocol_version: str) -> t.ReadResourceResult:
        """The resource at `uri`. Raises `MCPError` (resource not found) in the words of the protocol's era."""
        text = self._text(uri)
        if text is None:
            code = t.INVALID_PARAMS if protocol_version in MODERN_PROTOCOL_VERSIONS else _LEGACY_NOT_FOUND
            raise MCPError(code, "Resource not found: it was never there or is kept no longer", {"uri": uri})
        contents = t.TextResourceContents(uri=uri, mime_type="application/json", text=text.decode())
        return t.ReadResourceResult(contents=[contents])

    def _text(self, uri: str) -> bytes | None:
        match = _URI.match(uri)
        if match is None:
            return None
        if match[1] == "plan":
            return self._plan(match[2])
        try:
            return self._snapshot(match[2])
        except Refusal:
            return None
