"""The lists of what runs on every row are complete and true: whatever opens an embedded Live is in one of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from switches.driving import ELSEWHERE, NOT_ON_ROWS, ON_EVERY_ROW, SPREAD

TESTS = Path(__file__).parents[1]
LIVES = ("countin.sim.world", "countin.sim.host", "countin.sim.hosting", "countin.cli.embedded")
"""Who imports one of these can open an embedded Live."""


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, those of its folder's conftest.py too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def opens_a_live(path: Path, seen: set[Path]) -> bool:
    """Whether a test file, or what it imports of the tests, can."""
    if path in seen or not path.is_file():
        return False
    seen.add(path)
    names = [*imported(path)]
    if any(name == live or name.startswith(f"{live}.") for name in names for live in LIVES):
        return True
    below = [TESTS.joinpath(*name.split(".")).with_suffix(".py") for name in names]
    return any(opens_a_live(one, seen) for one in (*below, path.parent / "conftest.py") if one != TESTS / "conftest.py")


def test_every_file_that_opens_an_embedded_live_runs_on_all_rows_or_says_why_not() -> None:
    driving = {path.relative_to(TESTS).as_posix() for path in TESTS.rglob("test_*.py") if opens_a_live(path, set())}
    left = {name for name in driving if not any(name.startswith(place) for place in ELSEWHERE)}
    assert left == ON_EVERY_ROW


def test_each_single_test_that_is_named_exists() -> None:
    for name in (*NOT_ON_ROWS, *SPREAD):
        file, _, test = name.partition("::")
        assert file in ON_EVERY_ROW
        assert f"def {test}(" in (TESTS / file).read_text(encoding="utf-8")


def test_whatever_is_left_out_has_a_reason() -> None:
    assert all(len(reason) > 20 for reason in (*ELSEWHERE.values(), *NOT_ON_ROWS.values(), *SPREAD.values()))
