"""Two lists side by side: everything once, in order, equals together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from countin.tools.aligning import aligned

WORDS = st.lists(st.sampled_from("abcd"), max_size=12)


def by_value(_: int, entry: str) -> str:
    return entry


def by_anything(_: int, __: str) -> None:
    return None


@given(WORDS, WORDS)
def test_every_entry_stands_once_and_in_order(before: list[str], after: list[str]) -> None:
    for keys in ((by_value,), (by_value, by_anything), (by_anything,)):
        pairs = aligned(before, after, keys)
        assert [one for one, _ in pairs if one is not None] == list(range(len(before)))
        assert [other for _, other in pairs if other is not None] == list(range(len(after)))


@given(WORDS, WORDS)
def test_counterparts_are_equal_by_the_key(before: list[str], after: list[str]) -> None:
    for one, other in aligned(before, after, (by_value,)):
        if one is not None and other is not None:
            assert before[one] == after[other]


@given(WORDS)
def test_a_list_beside_itself_is_whole(words: list[str]) -> None:
    assert aligned(words, words, (by_value,)) == [(place, place) for place in range(len(words))]


@given(st.lists(st.integers(), unique=True, max_size=12), st.data())
def test_what_was_put_in_or_taken_out_is_alone_and_nothing_else(entries: list[int], data: st.DataObject) -> None:
    kept = [entry for entry in entries if data.draw(st.booleans())]

    def itself(_: int, entry: int) -> int:
        return entry

    alone = [one for one, other in aligned(entries, kept, (itself,)) if other is None]
    assert [entries[one] for one in alone if one is not None] == [entry for entry in entries if entry not in kept]
    assert sum(1 for one, _ in aligned(kept, entries, (itself,)) if one is None) == len(entries) - len(kept)


def test_what_is_left_between_counterparts_is_paired_by_the_next_key() -> None:
    assert aligned("axc", "ayc", (by_value,)) == [(0, 0), (1, None), (None, 1), (2, 2)]
    assert aligned("axc", "ayc", (by_value, by_anything)) == [(0, 0), (1, 1), (2, 2)]
