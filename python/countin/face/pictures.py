"""Drawings of a result as images: SVG made a PNG, the same on every machine, with the fonts that come with Countin."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from countin.declaration import Drawing

_FONTS = [
    str(Path(__file__).parent / "fonts" / name) for name in ("DejaVuSans-subset.ttf", "DejaVuSans-Bold-subset.ttf")
]


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


async def lifted(body: Mapping[str, Any]) -> tuple[Mapping[str, Any], list[dict[str, Any]]]:
    """A result whose drawings are replaced by what they say of themselves, and a content block for each."""
    drawings = {name: value for name, value in body.items() if isinstance(value, Drawing)}
    if not drawings:
        return body, []
    blocks = [_block(await asyncio.to_thread(png, drawing)) for drawing in drawings.values()]
    return {**body, **{name: drawing.about for name, drawing in drawings.items()}}, blocks


def _block(image: bytes) -> dict[str, Any]:
    return {"type": "image", "data": base64.b64encode(image).decode(), "mimeType": "image/png"}
