"""Two lists side by side: which entry of one is which of the other, in order, in n log n. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

Pair = tuple[int | None, int | None]
Key = Callable[[int, Any], Hashable]
"""What an entry (its place, itself) is recognised by."""


def aligned(before: Sequence[Any], after: Sequence[Any], keys: Sequence[Key]) -> list[Pair]:
    """Every entry of both lists once: with its counterpart, or alone (None).

    Entries are recognised by the first key, those between them by the next, and so on. Counterparts stand in the same
    order on both sides: what moved is alone on both.
    """
    if keys and [*map(keys[0], range(len(before)), before)] == [*map(keys[0], range(len(after)), after)]:
        return [(place, place) for place in range(len(before))]  # by far the most frequent case
    return list(_between(before, after, (0, len(before)), (0, len(after)), keys))


def _between(
    before: Sequence[Any], after: Sequence[Any], left: tuple[int, int], right: tuple[int, int], keys: Sequence[Key]
) -> Iterator[Pair]:
    if not keys or left[0] == left[1] or right[0] == right[1]:
        yield from ((place, None) for place in range(*left))
        yield from ((None, place) for place in range(*right))
        return
    start, begin = left[0], right[0]
    for one, other in _anchors(before, after, left, right, keys[0]):
        yield from _between(before, after, (start, one), (begin, other), keys[1:])
        yield one, other
        start, begin = one + 1, other + 1
    yield from _between(before, after, (start, left[1]), (begin, right[1]), keys[1:])


def _anchors(
    before: Sequence[Any], after: Sequence[Any], left: tuple[int, int], right: tuple[int, int], key: Key
) -> list[tuple[int, int]]:
    """The longest run of equal keys that stands in the same order: of equal ones the first is the first."""
    places: dict[Hashable, list[int]] = defaultdict(list)
    for place in range(right[1] - 1, right[0] - 1, -1):
        places[key(place, after[place])].append(place)
    candidates = [
        (place, places[known].pop()) for place in range(*left) if places.get(known := key(place, before[place]))
    ]
    return _rising(candidates)


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence whose second numbers rise."""
    ends: list[int] = []
    last: list[int] = []
    previous: list[int] = []
    for index, (_, number) in enumerate(pairs):
        length = bisect_left(ends, number)
        previous.append(last[length - 1] if length else -1)
        if length == len(ends):
            ends.append(number)
            last.append(index)
        else:
            ends[length], last[length] = number, index
    chosen: list[tuple[int, int]] = []
    index = last[-1] if last else -1
    while index >= 0:
        chosen.append(pairs[index])
        index = previous[index]
    return chosen[::-1]
