"""Long lists in pages: an answer stays under about 60 KB and says where the next page begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from countin.declaration import Arguments, Members
from countin.tools.schemas import nullable

BUDGET = 54_000
"""Bytes of compact JSON that the records of one page may take; the rest of an answer is small."""

_ASKED = 300
"""Rows asked of Live where no limit is given: records of scenes and slots take about 200 bytes."""

PAGE_MEMBERS: Members = {"nextOffset": nullable("integer")}


class Paged(Arguments, frozen=True, kw_only=True):
    """The base of arguments of tools that list."""

    offset: Annotated[int, msgspec.Meta(ge=0, description="First entry.")] = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=1000, description="Page size.")] | None = None

    def window(self) -> int:
        """How many rows to ask Live for: hardly more than a page can show."""
        return self.limit or _ASKED


def weight(record: Any) -> int:
    """The bytes of a record in an answer."""
    return len(msgspec.json.encode(record)) + 1


def fitting(records: Sequence[Any], room: int = BUDGET) -> int:
    """How many records from the start fit into `room` bytes; at least one, where there is one."""
    for count, record in enumerate(records):
        room -= weight(record)
        if room < 0:
            return max(count, 1)
    return len(records)


def page(name: str, records: Sequence[Any], offset: int, total: int) -> dict[str, Any]:
    """The members of an answer for the records from `offset` on: the list under `name`, `total`, `nextOffset`."""
    shown = list(records[: fitting(records)])
    reached = offset + len(shown)
    return {name: shown, "total": total, "nextOffset": reached if shown and reached < total else None}


def part(name: str, records: Sequence[Any], asked: Paged) -> dict[str, Any]:
    """As `page`, where all records are at hand."""
    end = None if asked.limit is None else asked.offset + asked.limit
    return page(name, records[asked.offset : end], asked.offset, len(records))
