"""Rows for `set_values`, made from what was seen, as the server makes them."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

from countin._remote_script.Countin import wire
from countin._remote_script.Countin.rows import codec
from script_stage import Client


def column(chain: wire.Chain) -> tuple[float, ...]:
    """The values of a capture."""
    return struct.unpack(f"<{len(chain.values) // 8}d", chain.values)


def numbers(made: wire.ValuesSet) -> tuple[float, ...]:
    """The values of a read-back."""
    return struct.unpack(f"<{len(made.values) // 8}d", made.values)


def of_parameters(client: Client, device: str, wanted: dict[int, float]) -> wire.ValuesToSet:
    """Write some parameters of one device."""
    seen = client.see(wire.PARAMETERS, wire.DeviceAsked(device))
    rows = tuple(
        wire.ValueRow(
            target=0,
            control=wire.PARAMETER,
            member=place,
            flags=(wire.ENABLED if seen.rows[place].enabled else 0) | (wire.MODE if seen.rows[place].quantized else 0),
            before=seen.rows[place].now,
            after=after,
            minimum=seen.rows[place].minimum,
            maximum=seen.rows[place].maximum,
        )
        for place, after in wanted.items()
    )
    return wire.values_to_set([wire.Addressed(device, seen.device_pointer)], (), rows)


def but(rows: wire.ValuesToSet, **changed: float) -> wire.ValuesToSet:
    """The first row with some members changed."""
    first: Any = wire.value_rows(rows)[0]
    return wire.values_to_set(rows.objects, rows.texts, [first._replace(**changed)])


def digests(chain: wire.Chain) -> list[bytes]:
    """The digests of the layouts that a capture names."""
    return [wire.digest_at(chain.layouts, place) for place in range(len(chain.layouts) // wire.DIGEST)]


def layout(client: Client, chain: wire.Chain, device: wire.ChainDevice) -> wire.Layout:
    """What a device of a capture looks like."""
    told = client.see(wire.LAYOUTS, wire.LayoutsAsked((wire.digest_at(chain.layouts, device.layout),)))
    return codec(wire.Layout).unpack(told.layouts[0])


def plain(target: int, control: int, before: float, after: float, member: int = 0) -> wire.ValueRow:
    """A row for a property."""
    return wire.ValueRow(target, control, member, wire.ENABLED, before, after, 0.0, 127.0)


def level(target: int, control: int, now: wire.Level, after: float, member: int = 0) -> wire.ValueRow:
    """A row for a mixer control."""
    flags = wire.ENABLED if now.enabled else 0
    return wire.ValueRow(target, control, member, flags, wire.real_level(now), after, now.minimum, now.maximum)


def to_set(objects: Sequence[tuple[str, int]], rows: Sequence[wire.ValueRow], *texts: str) -> wire.ValuesToSet:
    """The whole write."""
    return wire.values_to_set([wire.Addressed(*one) for one in objects], texts, rows)
