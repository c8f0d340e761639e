"""A report read again makes an embedded Live that answers the same; what is no report is one clear error."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from countin.cli import main, probe, sim
from countin.cli.report import SCHEMA, read_profile
from countin.errors import Refusal
from countin.sim.hosting import process
from countin.sim.hosting.options import Options, parse_options
from probe.stage import Open, probed

ODD = {
    "arrangement_overlap": "split",
    "unknown_note_id": "ignore",
    "wrappers": "cached",
    "new_midi_tracks_armed": True,
    "timer_resolution_ms": 10,
}


def saved(path: Path, report: dict[str, Any]) -> Path:
    path.write_text(json.dumps(report))
    return path


def started_with(monkeypatch: pytest.MonkeyPatch, *words: str) -> Options:
    """What `countin sim` with these words starts the embedded Live with."""
    heard: list[list[str]] = []

    def listen(arguments: list[str]) -> int:
        heard.append(arguments)
        return 0

    monkeypatch.setattr(process, "main", listen)
    parser = argparse.ArgumentParser()
    sim.configure(parser)
    assert sim.run(parser.parse_args([*words])) == 0
    return parse_options(heard[0])


def test_a_live_with_the_profile_answers_as_the_one_that_was_probed(
    opened: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    report = probed(opened(**ODD))
    options = started_with(monkeypatch, "--profile", str(saved(tmp_path / "report.json", report)))
    again = probed(opened(**options.switches))
    assert again["switches"] == report["switches"]
    assert {name: again["switches"][name] for name in ODD} == ODD


def test_the_profile_says_which_live_to_be_unless_the_command_line_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = saved(tmp_path / "r.json", report_with(liveVersion="12.4.1"))
    assert started_with(monkeypatch, "--profile", str(path)).version == "12.4.1"
    assert started_with(monkeypatch, "--profile", str(path), "--live-version", "12.2").version == "12.2"
    assert started_with(monkeypatch).version == Options().version


def test_probe_and_sim_as_commands_agree(tmp_path: Path) -> None:
    switches = {"quantize_zero": "nothing"}
    row = {"name": "q", "switch": "quantize_zero", "status": "answered", "setting": "nothing"}
    profile = saved(tmp_path / "r.json", report_with(switches=switches, questions=[row]))
    environment = {**os.environ, "COUNTIN_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-m", "countin"]
    output = tmp_path / "out.json"
    with subprocess.Popen(
        [*command, "sim", "--profile", str(profile)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as live:
        assert live.stdin is not None
        assert live.stdout is not None
        try:
            assert json.loads(live.stdout.readline())["ready"]
            asked = ["probe", "--only", "quantize_zero", "--output", str(output)]
            done = subprocess.run([*command, *asked], env=environment, capture_output=True, text=True, timeout=60)
        finally:
            live.stdin.close()
    told = done.stderr.splitlines()
    assert (done.returncode, "1 answered" in told) == (0, True)
    assert [line for line in told if line.startswith("question ")] == ["question 0 of 1", "question 1 of 1"]
    assert json.loads(output.read_text())["switches"] == switches


EMPTY: dict[str, Any] = {
    "schema": SCHEMA,
    "liveVersion": "12.3.6",
    "system": "Test",
    "switches": {},
    "questions": [],
    "left": [],
}


def report_with(**changed: Any) -> dict[str, Any]:
    """A report of nothing, with these members changed."""
    return EMPTY | changed


def answered(switch: str, setting: object) -> dict[str, object]:
    return {"name": switch, "switch": switch, "status": "answered", "setting": setting}


@pytest.mark.parametrize(
    ("report", "words"),
    [
        ([], "its schema is not"),
        (report_with(schema="countin-probe-9"), "its schema is not"),
        (report_with(switches=None), "no switches and questions"),
        (report_with(questions=["q"]), "not an object"),
        (report_with(switches={"weather": "fine"}, questions=[answered("weather", "fine")]), "no switch 'weather'"),
        (
            report_with(switches={"wrappers": "boxed"}, questions=[answered("wrappers", "boxed")]),
            "'wrappers' is one of 'fresh', 'cached'",
        ),
        (
            report_with(switches={"wrappers": "fresh"}, questions=[answered("wrappers", "cached")]),
            "contradicts itself: of 'wrappers' its switches say 'fresh' and its questions 'cached'",
        ),
        (report_with(switches={"wrappers": "fresh"}), "contradicts itself"),
        (report_with(questions=[answered("wrappers", "fresh")]), "contradicts itself"),
        (
            report_with(
                switches={"wrappers": "fresh"},
                questions=[answered("wrappers", "fresh"), answered("wrappers", "cached")],
            ),
            "two questions answer 'wrappers' differently",
        ),
        (
            report_with(switches={"timer_resolution_ms": "17"}, questions=[answered("timer_resolution_ms", "17")]),
            "'timer_resolution_ms' can not be '17'",
        ),
        (
            report_with(switches={"record_mode_ticks": True}, questions=[answered("record_mode_ticks", True)]),
            "'record_mode_ticks' can not be True",
        ),
        (report_with(liveVersion="twelve"), "no version of Live"),
        (report_with(liveVersion=12), "no version of Live"),
    ],
)
def test_what_is_no_report_is_refused_in_one_sentence(tmp_path: Path, report: Any, words: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_profile(saved(tmp_path / "r.json", report))
    assert words in refused.value.message
    assert str(tmp_path) not in refused.value.message


def test_a_file_that_is_not_there_or_not_json_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    for path, words in ((tmp_path / "none.json", "No such file"), (broken, "not JSON")):
        assert main(["sim", "--profile", str(path)]) == 1
        told = capsys.readouterr().err
        assert words in told
        assert len(told.splitlines()) == 1


def test_a_switch_the_embedded_live_does_not_know_ends_it_with_a_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "countin.sim", "--switches", '{"weather": 1}'],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert "There is no switch 'weather'" in done.stderr


def test_a_report_is_never_written_over_another_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(tmp_path / "r.json", {})
    assert main(["probe", "--output", str(path)]) == 1
    assert "name one that is not" in capsys.readouterr().err
    assert path.read_text() == "{}"


def test_what_is_left_in_the_set_is_said_and_is_exit_code_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def answer(_: argparse.Namespace) -> dict[str, Any]:
        return {"liveVersion": "12.3.6", "questions": [], "left": ["a MIDI track"]}

    monkeypatch.setattr(probe, "_ask", answer)
    output = tmp_path / "r.json"
    assert main(["probe", "--output", str(output)]) == 1
    assert "left in the Set: a MIDI track" in capsys.readouterr().err
    assert json.loads(output.read_text())["left"] == ["a MIDI track"]
