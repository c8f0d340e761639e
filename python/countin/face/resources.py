"""The resources, by reference: whole plans (`countin://plan/{planHash}`), snapshots (`countin://snapshot/{ref}`) and
pictures (`countin://picture/{sha256}`)."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable

from mcp import MCPError
from mcp import types as t
from mcp.types.version import MODERN_PROTOCOL_VERSIONS

from countin.errors import Refusal
from countin.face.pictures import Pictures

_URI = re.compile(r"countin://(plan|snapshot|picture)/([A-Za-z0-9_]{1,80})\Z")
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
            description="A snapshot from the library by its reference (snap_…), in canonical JSON.",
            mime_type="application/json",
        ),
        t.ResourceTemplate(
            name="picture",
            title="A picture of an answer",
            uri_template="countin://picture/{sha256}",
            description="The image that came with an answer of this server, for clients that were shown none. The last "
            "32 are kept.",
            mime_type="image/png",
        ),
    ]
)


class Resources:
    """Reads resources: `plan` and `snapshot` give the JSON of a plan hash or a reference, None where there is none;
    `pictures` are kept here."""

    def __init__(self, *, plan: Callable[[str], bytes | None], snapshot: Callable[[str], bytes]) -> None:
        self._plan = plan
        self._snapshot = snapshot
        self.pictures = Pictures()

    def read(self, uri: str, protocol_version: str) -> t.ReadResourceResult:
        """The resource at `uri`. Raises `MCPError` (resource not found) in the words of the protocol's era."""
        contents = self._contents(uri)
        if contents is None:
            code = t.INVALID_PARAMS if protocol_version in MODERN_PROTOCOL_VERSIONS else _LEGACY_NOT_FOUND
            raise MCPError(code, "Resource not found: it was never there or is kept no longer", {"uri": uri})
        return t.ReadResourceResult(contents=[contents])

    def _contents(self, uri: str) -> t.TextResourceContents | t.BlobResourceContents | None:
        match = _URI.match(uri)
        if match is None:
            return None
        if match[1] == "picture":
            image = self.pictures.find(match[2])
            blob = None if image is None else base64.b64encode(image).decode()
            return None if blob is None else t.BlobResourceContents(uri=uri, mime_type="image/png", blob=blob)
        text = self._text(match[1], match[2])
        if text is None:
            return None
        return t.TextResourceContents(uri=uri, mime_type="application/json", text=text.decode())

    def _text(self, kind: str, name: str) -> bytes | None:
        if kind == "plan":
            return self._plan(name)
        try:
            return self._snapshot(name)
        except Refusal:
            return None
