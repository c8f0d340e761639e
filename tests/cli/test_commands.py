"""The command line as a user types it: exit codes, messages, and what is left on disk."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from countin.cli import main
from countin.cli.terminal import plain


def test_install_copies_the_script_and_nothing_else(tmp_path: Path) -> None:
    assert main(["install", "--destination", str(tmp_path)]) == 0
    assert [entry.name for entry in tmp_path.iterdir()] == ["Countin"]
    assert (tmp_path / "Countin" / "wire.py").is_file()
    assert not list(tmp_path.rglob("__pycache__"))


def test_install_replaces_an_older_copy_of_itself(tmp_path: Path) -> None:
    main(["install", "--destination", str(tmp_path)])
    (tmp_path / "Countin" / "old.py").write_text("", encoding="utf-8")
    assert main(["install", "--destination", str(tmp_path)]) == 0
    assert not (tmp_path / "Countin" / "old.py").exists()


def test_install_leaves_what_is_not_its_own_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "Countin").mkdir()
    (tmp_path / "Countin" / "notes.txt").write_text("mine", encoding="utf-8")
    assert main(["install", "--destination", str(tmp_path)]) == 1
    assert (tmp_path / "Countin" / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert "not Countin's" in capsys.readouterr().err


def test_doctor_says_what_is_missing_and_exits_with_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COUNTIN_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert main(["doctor", "--timeout", "0.2"]) == 1
    told = capsys.readouterr().out
    assert "missing  Live" in told
    assert "ok       native core" in told


def test_the_log_of_a_fresh_home_is_empty_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COUNTIN_HOME", str(tmp_path))
    assert main(["log"]) == 0
    assert "Nothing yet" in capsys.readouterr().out


def test_describe_prints_the_totals_of_the_oracle(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--describe", str(shared / "sets" / "live12_set_template.als")]) == 0
    facts = json.loads((shared / "sets" / "facts" / "live12_set_template.als.json").read_text(encoding="utf-8"))
    assert json.loads(capsys.readouterr().out) == {"totals": facts["totals"]}


def test_describe_of_a_broken_file_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.als"
    broken.write_bytes(b"no set")
    assert main(["sim", "--describe", str(broken)]) == 1
    complaint = capsys.readouterr().err
    assert complaint.count("\n") == 1
    assert str(tmp_path) not in complaint


@pytest.mark.parametrize("arguments", ["[1]", "{", "nonsense"])
def test_call_refuses_arguments_that_are_no_object(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["call", "get_live_state", "--args", arguments]) == 1
    assert "--args" in capsys.readouterr().err


def test_call_names_the_tools_where_one_is_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["call", "no_such_tool"]) == 1
    assert "get_live_state" in capsys.readouterr().err


def test_a_name_from_a_set_cannot_steer_the_terminal() -> None:
    assert plain("a\x1b[2Jb\u202ec\nd") == "a\\u001b[2Jb\\u202ec\nd"


def test_a_reader_that_has_enough_ends_a_command_without_a_word(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "countin", "snapshots", "list"]
    environment = os.environ | {"COUNTIN_HOME": str(tmp_path)}
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, env=environment, check=False, timeout=60)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")
