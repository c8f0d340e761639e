"""`tordo` as it comes from PyPI, driven by its own client: its plans do in the embedded Live what they say, even in the
strict manner, and leave half of what they could not finish."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from benches.peers.homes import TORDO, Home, environment_of
from benches.peers.locks import exclusive

from countin.sim.hosting.child import Child
from countin.sim.hosting.options import Options
from strangers.stranger_homes import home_of
from strangers.tordo_plans import COMMANDS, PLAN, notes

pytestmark = [pytest.mark.strangers, pytest.mark.timeout(900)]  # The first run builds its environment.

PATIENCE: Final = 60.0
ARGUMENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "clip-notes": ("--track-index", "1", "--scene-index", "0", "--compact"),
    "browser-items": ("--query", "Operator", "--root", "instruments", "--exact"),
    "export": ("--out", "archive"),
}
TRACK: Final = "song.tracks[7]"
CLIP: Final = f"{TRACK}.clip_slots[0].clip"
SHOWN: Final[Sequence[tuple[str, str, Any]]] = (
    ("song", "tempo", 97.5),
    ("song", "signature_numerator", 3),
    ("song", "root_note", 2),
    ("song", "scale_name", "Major"),
    ("song", "metronome", True),
    ("song", "loop", True),
    ("song", "loop_start", 8.0),
    ("song", "loop_length", 4.0),
    ("song", "is_playing", True),
    (TRACK, "name", "Stranger"),
    (TRACK, "arm", True),
    (TRACK, "mute", True),
    ("song.tracks[8]", "name", "Tape"),
    ("song.tracks[8]", "has_audio_input", True),
    ("song.return_tracks[2]", "name", "C-Air"),
    ("song.scenes[8]", "name", "Last"),
    ("song.scenes[0]", "name", "Start"),
    (f"{TRACK}.mixer_device.volume", "value", 0.5),
    (f"{TRACK}.mixer_device.panning", "value", -0.25),
    (f"{TRACK}.mixer_device.sends[0]", "value", 0.25),
    (f"{TRACK}.devices[0]", "name", "Operator"),
    ("song.tracks[1].devices[1].parameters[1]", "value", 3.0),
    (CLIP, "name", "Riff twice"),
    (CLIP, "length", 8.0),
)


@dataclass(frozen=True, slots=True)
class Tordo:
    """Its client, and the Live its script lives in."""

    live: Child
    home: Home
    folder: Path

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """One command of the client."""
        return subprocess.run(
            [str(self.home.command), *words],
            check=False, capture_output=True, text=True, timeout=PATIENCE, cwd=self.folder,
            env=environment_of(self.home, self.folder, {}),
        )  # fmt: skip

    def apply(self, operations: Sequence[Mapping[str, Any]], *flags: str) -> subprocess.CompletedProcess[str]:
        """Hand the client a plan."""
        path = self.folder / "plan.json"
        plan = {"plan_version": 1, "name": "a plan", "operations": operations}
        path.write_text(json.dumps(plan), encoding="utf-8")
        return self.run("apply-plan", str(path), *flags)

    def shows(self, path: str, name: str) -> Any:
        """What the Set shows two turns later."""
        self.live.tick(2)
        return self.live.person(path, get=name)


@pytest.fixture
def tordo(tmp_path: Path) -> Iterator[Tordo]:
    home = home_of(TORDO)
    with exclusive("port-8765"), Child(Options("demo", "fast", (home.script(tmp_path),), "strict")) as live:
        assert live.ready["scripts"] == [{"name": "TordoBridge", "slot": 0, "loaded": True}]
        yield Tordo(live, home, tmp_path)


def test_its_commands_read_what_the_set_shows(tordo: Tordo) -> None:
    said = {command: tordo.run(command, *ARGUMENTS.get(command, ())) for command in COMMANDS}
    assert {command: done.returncode for command, done in said.items()} == dict.fromkeys(COMMANDS, 0)
    payload = {command: json.loads(done.stdout)["payload"] for command, done in said.items() if _is_reply(done)}
    assert payload["ping"]["tempo"] == tordo.shows("song", "tempo")
    assert payload["selected"]["track"]["name"] == tordo.shows("song.view.selected_track", "name")
    assert len(payload["snapshot"]["tracks"]) == len(tordo.shows("song", "tracks"))
    held = tordo.live.person("song.tracks[1].clip_slots[0].clip", call="get_all_notes_extended")
    assert payload["clip-notes"]["note_count"] == len(held)
    assert "query:Synths#Operator" in said["browser-items"].stdout
    assert json.loads((tordo.folder / "archive" / "snapshot.json").read_text(encoding="utf-8"))


def _is_reply(done: subprocess.CompletedProcess[str]) -> bool:
    return '"payload"' in done.stdout


def test_a_plan_does_what_it_says_and_a_dry_run_nothing(tordo: Tordo) -> None:
    before = tordo.live.say(digest=True)
    assert tordo.apply(PLAN).returncode == 0
    assert tordo.live.say(digest=True)["undoable"] == before["undoable"]
    done = tordo.apply(PLAN, "--apply")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["payload"]["operation_count"] == len(PLAN)
    shown = {(path, name): tordo.shows(path, name) for path, name, _ in SHOWN}
    assert shown == {(path, name): pytest.approx(value) for path, name, value in SHOWN}
    held = tordo.live.person(CLIP, call="get_notes", args=[0.0, 0, 4.0, 128])
    assert sorted((pitch, time) for pitch, time, *_ in held) == [
        (36 + note, note // 2 + note % 2 / 2) for note in range(7)
    ]


def test_a_plan_that_failed_has_done_its_first_half(tordo: Tordo) -> None:
    done = tordo.apply(
        [{"type": "set_tempo", "tempo": 80.0}, {"type": "set_track_state", "track_index": 99}], "--apply"
    )
    assert done.returncode == 1
    assert "apply_plan failed: not_found" in done.stderr
    assert tordo.shows("song", "tempo") == 80.0


def test_it_claims_20000_notes_a_clip_and_refuses_16000(tordo: Tordo) -> None:
    limits = json.loads(tordo.run("capabilities", "--compact").stdout)["payload"]["limits"]
    assert limits["max_notes_per_clip"] == 20000
    clip = {"track_index": 1, "scene_index": 0}
    done = tordo.apply([{"type": "add_notes", **clip, "notes": notes(16_000)}], "--apply")
    assert (done.returncode, done.stderr) == (1, "apply_plan failed: bad_request: request too large\n")
    assert len(tordo.live.person("song.tracks[1].clip_slots[0].clip", call="get_all_notes_extended")) == 24
