"""What the laws really exercised: counted in every test, carried to the end of the session, printed as one table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, cast

import pytest

PROPERTY = "laws"
"""The name under which a test's counts travel in its report, also from one process to another."""


class Tally:
    """Counts of one test: so many of a word, for each subject (a mutation, a file)."""

    def __init__(self, law: str) -> None:
        self.law = law
        self._counts: dict[str, Counter[str]] = {}

    def add(self, subject: str, word: str, count: int = 1) -> None:
        """Count something."""
        self._counts.setdefault(subject, Counter())[word] += count

    def of(self, subject: str, word: str) -> int:
        """What was counted."""
        return self._counts.get(subject, Counter())[word]

    def need(self, subject: str, *words: str) -> None:
        """A law that was never exercised has not been tested."""
        missing = [word for word in words if not self.of(subject, word)]
        if missing:
            raise AssertionError(f"law {self.law}, {subject}: nothing was counted of {', '.join(missing)}")

    def text(self) -> str:
        """As it travels."""
        return json.dumps([self.law, self._counts])


@pytest.fixture
def tally(request: pytest.FixtureRequest) -> Iterator[Tally]:
    """The counts of this test; the law is the number in its file's name."""
    made = Tally(request.path.stem.partition("test_law_")[2][:1] or "mutants")
    yield made
    request.node.user_properties.append((PROPERTY, made.text()))


class Summary:
    """The plugin of the process that reports: it collects the counts of all reports and prints the table."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str], Counter[str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Counts come with the report of the teardown."""
        if report.when == "teardown":
            for name, value in report.user_properties:
                if name == PROPERTY:
                    self._collect(str(value))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:  # pytest's reporter has no public type
        """A line for each law and subject."""
        if not self._rows:
            return
        terminalreporter.section("what the laws exercised")
        width = max(len(subject) for _, subject in self._rows)
        for (law, subject), counts in sorted(self._rows.items()):
            words = ", ".join(f"{word} {count}" for word, count in sorted(counts.items()))
            terminalreporter.write_line(f"{law:8} {subject:{width}}  {words}")

    def _collect(self, text: str) -> None:
        law, subjects = cast("tuple[str, Mapping[str, Mapping[str, int]]]", json.loads(text))
        for subject, counts in subjects.items():
            self._rows.setdefault((law, subject), Counter()).update(counts)
