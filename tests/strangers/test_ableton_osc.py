"""AbletonOSC's own tests, unmodified, against its Remote Script in the embedded Live. It is not on PyPI: a copy of its
repository is named by `COUNTIN_ABLETON_OSC`; without one this file is one counted skip."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest
from benches.peers.homes import PASSED_ON
from benches.peers.locks import exclusive

from countin.sim.hosting.child import Child
from countin.sim.hosting.options import Manner, Options

FOLDER: Final = os.environ.get("COUNTIN_ABLETON_OSC", "")
if not FOLDER:
    pytest.skip("COUNTIN_ABLETON_OSC names no folder of AbletonOSC, which is not on PyPI", allow_module_level=True)

pytestmark = [pytest.mark.strangers, pytest.mark.timeout(600)]  # They wait in real time, and one after another.

NAME: Final = "AbletonOSC"
LISTENS: Final = f"{NAME}: Listening for OSC on port 11000"
"""What it shows when the port was free. Otherwise its tests would talk to whoever has the port: a person's Live."""
PATIENCE: Final = 300.0
DEVICES: Final = "tests/test_device.py"
"""Tests of a rack's variations. They skip themselves on an empty track, which the others demand."""
RACK: Final = "song.tracks[0].devices[0]"
NEEDS_LIVE_11: Final = "test_application_get_version"
"""It demands the major version 11: in any Live 12 it fails."""
FEWEST: Final = 50
"""Fewer tests that pass are not its suite."""
LIVES: Final = 3
"""They give an answer 25 to 50 ms beyond the turn it needs, which a busy machine misses now and then. So what passes in
one of so many fresh Lives has passed; in the first, on a machine at rest."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Names of their tests by what became of them, and all that was said."""

    said: str
    passed: frozenset[str]
    failed: frozenset[str]
    skipped: frozenset[str]

    def together(self, other: Verdicts) -> Verdicts:
        """What two runs say: what passed in either has passed."""
        passed = self.passed | other.passed
        return Verdicts(other.said, passed, other.failed - passed, other.skipped - passed)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy for the script to write its log into, so that the folder stays as it is."""
    ignored = shutil.ignore_patterns(".git", "logs", "__pycache__", ".pytest_cache")
    return Path(shutil.copytree(FOLDER, tmp_path / NAME, ignore=ignored))


def run_their_tests(copy: Path, live: Child, *only: str) -> Verdicts:
    """Run their tests as their documentation says, in their folder, with their settings and none of our plugins."""
    assert live.ready["scripts"] == [{"name": NAME, "slot": 0, "loaded": True}], live.say(log=20)
    assert live.say(log=20)["messages"] == [LISTENS]
    report = copy.parent / "report.xml"
    environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", f"--junitxml={report}", *only],
        cwd=copy,
        env={**environment, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert report.is_file(), ended.stdout + ended.stderr
    return read_report(report, ended.stdout)


def read_report(report: Path, said: str) -> Verdicts:
    """What a JUnit report of pytest tells."""
    found: Mapping[str, set[str]] = {"passed": set(), "failed": set(), "skipped": set()}
    for case in ElementTree.parse(report).iter("testcase"):
        kinds = {child.tag for child in case} & {"failure", "error", "skipped"}
        verdict = "skipped" if kinds == {"skipped"} else "failed" if kinds else "passed"
        found[verdict].add(case.attrib["name"])
    return Verdicts(said, *(frozenset(found[name]) for name in ("passed", "failed", "skipped")))


def verdicts_of(
    copy: Path,
    options: Options,
    expected: Callable[[str], bool],
    only: tuple[str, ...] = (),
    prepare: Callable[[Child], None] | None = None,
) -> Verdicts:
    """Their tests in a Set that a person prepared, alone on the ports: in one Live, or in more while any did not pass
    of which that was not expected."""
    seen: Verdicts | None = None
    for _ in range(LIVES):
        with exclusive("port-11000"), Child(options, os.environ) as live:
            if prepare is not None:
                prepare(live)
            found = run_their_tests(copy, live, *only)
        seen = found if seen is None else seen.together(found)
        if all(expected(name) for name in seen.failed | seen.skipped):
            break
    assert seen is not None
    return seen


def needs_a_rack(name: str) -> bool:
    """Whether this test of theirs skips itself without a rack on the first track."""
    return name.startswith("test_device_")


@pytest.mark.parametrize(
    ("version", "manner", "may_fail"),
    [("11.3.25", "strict", ()), ("12.3.6", "live", (NEEDS_LIVE_11,))],
)
def test_its_own_tests_pass(copy: Path, version: str, manner: Manner, may_fail: tuple[str, ...]) -> None:
    options = Options("factory", "real", (copy,), manner, version)
    verdicts = verdicts_of(copy, options, lambda name: name in may_fail or needs_a_rack(name))
    assert verdicts.failed <= {*may_fail}, verdicts.said
    assert len(verdicts.passed) >= FEWEST, verdicts.said
    assert all(needs_a_rack(name) for name in verdicts.skipped), verdicts.said


def a_rack_with_two_variations(live: Child) -> None:
    """What TESTING.md asks a person for, on the first track."""
    live.person("song.tracks[0]", call="insert_device", args=["Instrument Rack", 0])
    for value in (0.0, 64.0):
        live.person(f"{RACK}.parameters[1]", set="value", to=value)
        live.person(RACK, call="store_variation")
        live.tick()


@pytest.mark.skipif(not (Path(FOLDER) / DEVICES).is_file(), reason="this AbletonOSC has no tests of variations yet")
def test_its_tests_of_variations_pass_on_the_rack_they_ask_a_person_for(copy: Path) -> None:
    options = Options("factory", "real", (copy,), "strict", "12.3.6")
    verdicts = verdicts_of(copy, options, lambda _: False, (DEVICES,), a_rack_with_two_variations)
    assert (verdicts.failed, verdicts.skipped) == (frozenset(), frozenset()), verdicts.said
    assert verdicts.passed
