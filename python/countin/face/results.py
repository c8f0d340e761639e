"""What a call answers: one text block and the same object as structured content, for results and for errors alike; an
image, where there is one, behind the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from countin.errors import Refusal


def answer(
    body: Mapping[str, Any],
    *,
    is_error: bool = False,
    cost: Mapping[str, int] | None = None,
    images: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """A `tools/call` result as the wire wants it (a plain dict: the SDK's models cost several times as much).

    `body` is made of JSON's own types and becomes the structured content as it is. `images` are content blocks. `cost`
    stands beside the result, as `_meta` members `countin/…`: a model does not read it.
    """
    result: dict[str, Any] = {
        "resultType": "complete",
        "content": [{"type": "text", "text": msgspec.json.encode(body).decode()}, *images],
        "structuredContent": body,
    }
    if is_error:
        result["isError"] = True
    if cost:
        result["_meta"] = {f"countin/{name}": figure for name, figure in cost.items()}
    return result


def refused(refusal: Refusal) -> dict[str, Any]:
    """The result of a call that was refused."""
    return answer(refusal.body(), is_error=True)


INTERNAL = Refusal(
    "internal_error",
    "Countin failed on its own side; nothing is known to have been written. Ask get_operation_outcome before planning "
    "again, and look into the server's standard error for the cause.",
    outcome="unknown",
)
"""What an unforeseen exception becomes: its text and trace stay on standard error."""
