"""The embedded Live as a child process: what its owner says and is answered, and when it ends."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from countin.sim.hosting.child import Child, ChildError
from countin.sim.hosting.options import ClockName, Options
from countin.sim.hosting.process import CRASHED
from sim.hosting import hosting_scripts as scripts
from sim.hosting.hosting_scripts import MakeScript

PATIENCE = 60.0
Start = Callable[..., Child]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a child with these options; its clock is stepped unless another is said."""
    with ExitStack() as children:

        def begin(clock: ClockName = "stepped", **options: Any) -> Child:
            return children.enter_context(Child(Options(clock=clock, **options)))

        yield begin


def test_it_says_what_it_is_before_anything_else(start: Start) -> None:
    child = start(set_name="demo")
    assert child.ready["ready"] is True
    assert child.ready["says"].startswith("This is not Ableton Live")
    assert (child.ready["set"], child.ready["clock"], child.ready["pid"]) == ("demo", "stepped", child.pid)
    assert child.person("song", get="tempo") == 122.0


def test_a_stepped_clock_moves_only_when_told(start: Start, make_script: MakeScript) -> None:
    child = start(scripts=(make_script("Stumbling", scripts.STUMBLING),))
    assert child.ready["scripts"] == [{"name": "Stumbling", "slot": 0, "loaded": True}]
    assert child.say(tick=3) == {"ok": True, "turns": 3}
    assert child.say(tick=2, id="x") == {"ok": True, "turns": 5, "id": "x"}
    assert any("first turn" in line for line in child.say(log=100)["log"])


def test_what_a_script_says_through_the_logging_module_is_in_lives_log(start: Start, make_script: MakeScript) -> None:
    """Published lines of Log.txt read "Python: INFO:abletonosc:415 - ..."; LIVE_API 3.4: the newer framework has no
    other way to log. A record that does not format harms nobody."""
    child = start(scripts=(make_script("Talkative", scripts.LOGGING),))
    assert child.ready["scripts"][0]["loaded"] is True
    said = [line for line in child.say(log=100)["log"] if line.startswith("Python: ")]
    assert [re.sub(r":\d{1,3} - ", ":N - ", line) for line in said] == [
        "Python: INFO:talkative:N - loaded well",
        "Python: ERROR:talkative:N - went wrong",
    ]


def test_a_person_acts_and_is_answered(start: Start) -> None:
    child = start()
    before = child.say(digest=True)["digest"]
    volume = "song.tracks[2].mixer_device.volume"
    assert child.person(volume, set="value", to=0.5) is None
    assert child.person(volume, get="value") == 0.5
    assert child.say(digest=True)["digest"] != before
    child.person("song", call="create_scene", args=[3])
    assert len(child.person("song", get="scenes")) == 9


@pytest.mark.parametrize("clock", ["real", "fast"])
def test_a_clock_of_its_own_lets_time_pass(start: Start, clock: ClockName) -> None:
    child = start(clock)
    child.person("song", call="start_playing")
    end = time.monotonic() + PATIENCE
    while child.person("song", get="current_song_time") <= 0.2:
        assert time.monotonic() < end
    assert child.person("song", get="is_playing") is True


BAD_LINES = (
    "nonsense", "[]", "5", "{}", '{"tick": 0}', '{"tick": true}', '{"tick": 1, "person": {}}', '{"dance": 1}',
    '{"person": {"path": "song"}}', '{"person": {"path": "song.__class__", "get": "x"}}',
    '{"person": {"path": "song", "set": "tempo", "to": 5000}}', '{"person": {"path": "song", "get": "no_such"}}',
    '{"fault": {"raise_at_write": {}}}', '{"fault": {"no_such": {}}}', '{"fault": {"stall": {"turns": -1}}}',
    '{"fault": {"open_set": {"set": "no_such_file.als"}}}', "[" * 5000,
)  # fmt: skip


def test_a_line_that_makes_no_sense_is_answered_with_its_error_and_nothing_dies(start: Start) -> None:
    child = start()
    before = child.say(digest=True)["digest"]
    for line in BAD_LINES:
        answered = child.say_text(line)
        assert answered["ok"] is False, line
        assert answered["error"], line
    assert child.say(digest=True)["digest"] == before
    assert child.tick() == 1


def test_faults_are_armed_by_name(start: Start) -> None:
    child = start()
    child.fault("raise_at_write", k=2, error="not today")
    child.person("song", set="tempo", to=90.0)
    with pytest.raises(ChildError, match="RuntimeError: not today"):
        child.person("song", set="tempo", to=91.0)
    assert child.person("song", get="tempo") == 90.0


def test_a_stalled_live_lets_its_turns_pass_unused(start: Start) -> None:
    child = start()
    child.tick(2)
    child.fault("stall", turns=5)
    assert child.tick(5) == 2
    assert child.tick(1) == 3


def test_a_stall_on_a_clock_of_its_own_lasts(start: Start) -> None:
    child = start("fast")
    child.fault("stall", turns=100_000)
    turns = child.say(log=1)["turns"]
    beat = child.person("song", get="current_song_time")
    child.person("song", call="start_playing")
    assert [child.person("song", get="current_song_time") for _ in range(50)] == [beat] * 50
    assert child.say(log=1)["turns"] == turns


def test_another_set_can_be_opened_under_a_running_script(start: Start, make_script: MakeScript) -> None:
    child = start(scripts=(make_script("Stumbling", scripts.STUMBLING),))
    child.fault("open_set", set="demo")
    assert child.person("song", get="tempo") == 122.0
    child.tick()
    assert any("first turn" in line for line in child.say(log=100)["log"])


def test_it_ends_when_it_is_told_to(start: Start) -> None:
    child = start("real")
    assert child.say(quit=True) == {"ok": True, "quit": True}
    assert child.close() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process without asking it")
def test_its_scripts_are_disconnected_when_it_is_terminated(start: Start, make_script: MakeScript) -> None:
    script = make_script("Farewell", scripts.FAREWELL)
    child = start("real", scripts=(script,))
    child.terminate()
    assert child.close() == 0
    assert (script / "farewell").read_text() == "disconnected"


def test_what_takes_live_down_ends_the_process_with_a_word(start: Start, make_script: MakeScript) -> None:
    child = start(scripts=(make_script("Greedy", scripts.GREEDY),))
    answered = child.say_text('{"tick": 1}')
    assert (answered["ok"], answered["crashed"]) == (False, True)
    assert child.close() == CRASHED


@pytest.mark.parametrize("clock", ["real", "fast", "stepped"])
def test_it_ends_with_its_input(start: Start, clock: ClockName) -> None:
    assert start(clock).close() == 0


def test_a_child_that_is_gone_is_said_to_be_gone(start: Start) -> None:
    child = start()
    child.say(quit=True)
    with pytest.raises(ChildError, match="embedded Live"):
        child.say(tick=1)


OWNER = """
import subprocess, sys
command = [sys.executable, "-m", "countin.sim", "--clock", "stepped"]
child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=sys.stdout)
sys.stdout.write(child.stdout.readline().decode())
"""
"""Starts a child that shares this process's standard input, and ends when the child is ready. The child holds this
process's output as its standard error: that is at its end when both are gone."""


@pytest.mark.skipif(sys.platform == "win32", reason="the owner's death is seen by its process id on POSIX only")
def test_it_ends_with_its_owner_even_when_its_input_stays_open() -> None:
    reads, writes = os.pipe()
    owner = subprocess.Popen([sys.executable, "-c", OWNER], stdin=reads, stdout=subprocess.PIPE)
    os.close(reads)
    assert owner.stdout is not None
    try:
        assert b"ready" in owner.stdout.readline()
        assert owner.wait(PATIENCE) == 0
        assert owner.stdout.read() == b""
    finally:
        os.close(writes)
        owner.stdout.close()


def test_an_unreadable_set_is_refused_before_anything_is_hosted() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "countin.sim", *Options(set_name="no_such_file.als").arguments()],
        capture_output=True,
        timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 2
    assert b"no_such_file.als" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_script_that_cannot_be_loaded_is_named_and_the_rest_is_hosted(start: Start, tmp_path: Path) -> None:
    child = start(scripts=(tmp_path / "Nothing",))
    assert child.ready["scripts"] == [{"name": "Nothing", "slot": 0, "loaded": False}]
    assert child.tick() == 1
