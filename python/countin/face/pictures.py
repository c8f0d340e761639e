"""Drawings of a result as images: SVG made a PNG, the same on every machine, with the fonts that come with Countin.

Clients may hand a model nothing but the structured content of a result, and some do (Claude Code, Codex, opencode): an
image block beside it is lost there. So each image is a resource for a while too, which the structured content names.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from countin.declaration import Drawing

_FONTS = [
    str(Path(__file__).parent / "fonts" / name) for name in ("DejaVuSans-subset.ttf", "DejaVuSans-Bold-subset.ttf")
]

KEPT = 32
"""As many images are kept, of at most 300 KB each."""


def png(drawing: Drawing) -> bytes:
    """The image of a drawing. Raises `ValueError` where its SVG is none."""
    import resvg_py  # 20 ms that only a picture costs

    try:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=drawing.svg, skip_system_fonts=True, font_files=_FONTS, sans_serif_family="DejaVu Sans"
            )
        )
    except BaseException as error:  # a panic of the renderer is no `Exception`: it would end the server, not the call
        if type(error).__name__ != "PanicException":
            raise
        raise ValueError(f"the renderer gave up: {error}") from None


class Pictures:
    """The last images, by the SHA-256 of their bytes (lower-case hex): what a resource serves."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._images: OrderedDict[str, bytes] = OrderedDict()

    def keep(self, image: bytes) -> str:
        """The digest of an image that is kept now; the oldest goes."""
        digest = hashlib.sha256(image).hexdigest()
        self._images[digest] = image
        self._images.move_to_end(digest)
        while len(self._images) > self._kept:
            self._images.popitem(last=False)
        return digest

    def find(self, digest: str) -> bytes | None:
        """An image; None where it was never there or is kept no longer."""
        return self._images.get(digest)


async def lifted(body: Mapping[str, Any], pictures: Pictures) -> tuple[Mapping[str, Any], list[dict[str, Any]]]:
    """A result whose drawings are replaced by what they say of themselves and the resource that holds them, and a
    content block for each."""
    drawings = {name: value for name, value in body.items() if isinstance(value, Drawing)}
    blocks: list[dict[str, Any]] = []
    told: dict[str, Any] = {}
    for name, drawing in drawings.items():
        image = await asyncio.to_thread(png, drawing)
        told[name] = {**drawing.about, "resource": f"countin://picture/{pictures.keep(image)}"}
        blocks.append(_block(image))
    return {**body, **told} if told else body, blocks


def _block(image: bytes) -> dict[str, Any]:
    return {"type": "image", "data": base64.b64encode(image).decode(), "mimeType": "image/png"}
