"""Paths as text: what is one, what is refused, where a path leads."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin.sim.hosting.paths import PathError, follow, parse_path

NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,12}", fullmatch=True)


def spelled(steps: list[str | int]) -> str:
    return "song" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)


@given(st.lists(st.one_of(NAMES, st.integers(-999, 999)), max_size=12))
def test_a_path_is_read_as_it_was_written(steps: list[str | int]) -> None:
    assert parse_path(spelled(steps)) == ("song", tuple(steps))


@pytest.mark.parametrize(
    "text",
    ["", ".song", "song.", "song..x", "song[", "song[]", "song[x]", "song[1", "song.__class__", "song._x", "song.a()",
     "song.a b", "song[1.5]", "song.a+1", "song\n", 5, None, "song" + ".a" * 600],
)  # fmt: skip
def test_what_is_no_path_is_refused(text: object) -> None:
    with pytest.raises(PathError):
        parse_path(text)


@given(st.text(max_size=40))
def test_any_text_is_a_path_or_refused_as_one(text: str) -> None:
    try:
        root, steps = parse_path(text)
    except PathError:
        return
    assert all(isinstance(step, int) or not step.startswith("_") for step in steps)
    assert text.startswith(root)


def test_a_path_leads_to_the_object() -> None:
    roots = {"song": SimpleNamespace(tracks=[SimpleNamespace(name="A"), SimpleNamespace(name="B")])}
    assert follow(roots, "song.tracks[-1].name") == "B"


def test_a_path_through_nothing_says_where_it_stops() -> None:
    with pytest.raises(PathError, match="nothing before 'name'"):
        follow({"song": SimpleNamespace(clip=None)}, "song.clip.name")


def test_an_unknown_root_is_refused_with_the_known_ones() -> None:
    with pytest.raises(PathError, match="must begin with song or application"):
        follow({"song": 1, "application": 2}, "set.tracks")
