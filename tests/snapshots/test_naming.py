"""What a snapshot may be called: a grammar that no reference, path or control character gets through."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin.errors import Refusal
from countin.snapshots.naming import checked_name, is_name

FIRST = string.ascii_letters + string.digits
LATER = FIRST + "._-"


@given(st.text(FIRST, min_size=1, max_size=1), st.text(LATER, max_size=79))
def test_a_letter_or_digit_and_up_to_79_more_is_a_name(first: str, rest: str) -> None:
    name = first + rest
    assert is_name(name) is not name.lower().startswith("snap_")


@given(st.text())
def test_whatever_is_a_name_is_short_plain_and_no_reference(text: str) -> None:
    if is_name(text):
        assert 1 <= len(text) <= 80
        assert set(text) <= set(LATER)
        assert text[0] in FIRST
        assert not text.startswith("snap_")
    else:
        with pytest.raises(Refusal) as caught:
            checked_name(text)
        assert (caught.value.code, caught.value.path) == ("invalid_arguments", "/name")


@pytest.mark.parametrize(
    "text",
    ["", ".hidden", "-x", "_x", "a b", "a/b", "a\\b", "..", "a\n", "ä", "a" * 81, "snap_1", "SNAP_1", "snap_", "١"],
)
def test_what_is_no_name_is_refused_with_the_rule(text: str) -> None:
    with pytest.raises(Refusal, match="a letter or digit"):
        checked_name(text)
    assert checked_name("a" * 80) == "a" * 80
    assert checked_name("snap-1") == "snap-1"
