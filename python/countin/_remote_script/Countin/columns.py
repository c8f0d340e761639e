"""The columns of captures: which chains a row holds, and what differs between two readings of one, by name."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from .live_set import LiveSet
from .wire import DOUBLE, Chain, ChainDevice, GroupSystem, TrackState, digest_at

BITS = 8 * DOUBLE
BLOCK = 64 * DOUBLE
"""Bytes that are compared at once."""


def chains_of(row: tuple[Any, ...]) -> tuple[Chain, ...]:
    """The device chains that a captured row holds; none in rows of other kinds."""
    if isinstance(row, Chain):
        return (row,)
    if isinstance(row, TrackState):
        return (row.chain,)
    return tuple(track.chain for track in row.tracks) if isinstance(row, GroupSystem) else ()


def spans(chain: Chain, start: int = 0) -> Iterator[tuple[ChainDevice, int, int]]:
    """Each device with where its parameters begin and end in columns where those of the chain begin at `start`."""
    for device in chain.devices:
        yield device, start, start + device.parameters
        start += device.parameters


def name_of(live: LiveSet, chain: Chain, device: ChainDevice, place: int) -> str:
    """What Live called a parameter when its layout was read."""
    layout = live.layouts.by_digest(digest_at(chain.layouts, device.layout))
    return layout.names[place] if layout is not None and place < len(layout.names) else f"parameter-{place}"


def moved(live: LiveSet, first: Chain, second: Chain) -> Iterator[tuple[str, str]]:
    """Device and parameter whose guarded value or flag differs between two readings of the same devices."""
    for device, start, end in spans(first):
        if same_span(first, second, start, end):
            continue
        for place in range(start, end):
            if not same_span(first, second, place, place + 1):
                yield device.name, name_of(live, first, device, place - start)


def same_span(first: Chain, second: Chain, start: int, end: int) -> bool:
    """Whether two readings hold the same guarded values and flags from one place to another."""
    return (
        first.values[DOUBLE * start : DOUBLE * end] == second.values[DOUBLE * start : DOUBLE * end]
        and first.flags[start:end] == second.flags[start:end]
    )


def real_values(chain: Chain) -> bytes:
    """The values as they stand, guarded or not."""
    if not chain.loose:
        return chain.values
    values = array("d", chain.values)
    for loose in chain.loose:
        values[loose.place] = loose.value
    return values.tobytes()


def differing(first: bytes, second: bytes) -> Iterator[int]:
    """The places where two columns of doubles of one length are not the same bytes: most are, and cost nothing one by
    one."""
    for start in range(0, len(first), BLOCK):
        one, other = first[start : start + BLOCK], second[start : start + BLOCK]
        if one != other:
            yield from _differing_here(one, other, start // DOUBLE)


def _differing_here(first: bytes, second: bytes, place: int) -> Iterator[int]:
    left = int.from_bytes(first, "little") ^ int.from_bytes(second, "little")
    while left:
        same = ((left & -left).bit_length() - 1) // BITS
        yield place + same
        left >>= BITS * (same + 1)
        place += same + 1


def stretches(keys: Iterable[object], start: int = 0) -> Iterator[range]:
    """The places of neighbours with equal keys, counted from `start`."""
    for _, alike in groupby(keys):
        stop = start + len([*alike])
        yield range(start, stop)
        start = stop


def column(values: Sequence[float]) -> bytes:
    """Doubles as they travel. Live runs on little-endian machines only."""
    return array("d", values).tobytes()


def indices(packed: bytes) -> Sequence[int]:
    """A column of places (32 bits each), unpacked; bytes that are none are an empty one."""
    found = array("I")
    if len(packed) % found.itemsize == 0:
        found.frombytes(packed)
    return found


def numbers(packed: bytes) -> Sequence[float]:
    """A column of doubles, unpacked; bytes that are none are an empty one."""
    found = array("d")
    if len(packed) % found.itemsize == 0:
        found.frombytes(packed)
    return found
