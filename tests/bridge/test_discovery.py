"""Finding Lives: only whole files of this user about processes that run; several Lives are listed, never guessed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin._remote_script.Countin import wire
from countin.bridge.discovery import choose_live, find_lives, home_folder
from countin.bridge.processes import is_alive
from countin.errors import Refusal

GOOD: dict[str, Any] = {
    "port": 4000,
    "secret": "ab" * 32,
    "pid": os.getpid(),
    "instance": "i",
    "protocol": wire.PROTOCOL,
    "version": "0.1.0",
    "liveVersion": "12.2",
    "setName": "My Set",
}


def announce(home: Path, name: str = "live", mode: int = 0o600, **members: Any) -> Path:
    path = home / "bridges" / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(GOOD | members))
    path.chmod(mode)
    return path


@pytest.fixture
def dead_pid() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def test_a_running_live_is_found_with_all_that_it_says(tmp_path: Path) -> None:
    announce(tmp_path)
    (found,) = find_lives(tmp_path)
    assert (found.port, found.secret, found.instance) == (4000, bytes.fromhex("ab" * 32), "i")
    assert found.shown() == {"pid": os.getpid(), "setName": "My Set", "liveVersion": "12.2"}
    assert choose_live([found], None) is found
    assert choose_live([found], os.getpid()) is found


def test_a_live_whose_process_is_gone_is_not_used(tmp_path: Path, dead_pid: int) -> None:
    announce(tmp_path, pid=dead_pid)
    for impossible in (0, -1, 2**70):
        announce(tmp_path, f"impossible{impossible}", pid=impossible)
    assert find_lives(tmp_path) == []
    assert is_alive(os.getpid())


@pytest.mark.skipif(os.name != "posix", reason="rights as POSIX has them")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o666])
def test_a_file_that_others_can_read_or_write_is_not_used(tmp_path: Path, mode: int) -> None:
    announce(tmp_path, mode=mode)
    assert find_lives(tmp_path) == []


@pytest.mark.skipif(os.name != "posix", reason="links and pipes as POSIX has them")
def test_a_link_a_pipe_or_a_folder_is_not_used(tmp_path: Path) -> None:
    path = announce(tmp_path)
    moved = path.rename(tmp_path / "elsewhere")
    path.symlink_to(moved)
    os.mkfifo(path.with_name("pipe.json"), 0o600)
    path.with_name("folder.json").mkdir()
    assert find_lives(tmp_path) == []


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_owner_is_not_used(tmp_path: Path) -> None:
    os.chown(announce(tmp_path), 12345, 12345)
    assert find_lives(tmp_path) == []


BAD: dict[str, Any] = {
    "port": ["4000", 0, -1, 65536, None, 1.5, True],
    "secret": ["", "xyz", "ab", None, 5, "ab" * 33],
    "pid": ["1", None, 1.5, True],
    "protocol": ["1", None],
    "instance": [None, 5],
    "setName": [None, []],
    "liveVersion": [12],
    "version": [{}],
}


@pytest.mark.parametrize("name", BAD)
def test_a_member_of_the_wrong_sort_is_not_used_and_harms_no_other_file(tmp_path: Path, name: str) -> None:
    for place, value in enumerate(BAD[name]):
        announce(tmp_path, f"bad{place}", **{name: value})
    announce(tmp_path, "zgood")
    assert len(find_lives(tmp_path)) == 1


@given(st.binary(max_size=200) | st.just(b"[" * 60_000) | st.just(b"x" * 70_000))
def test_no_bytes_whatsoever_make_discovery_fail(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    home = tmp_path_factory.mktemp("home")
    path = announce(home)
    path.write_bytes(content)
    assert find_lives(home) == []


def test_several_lives_and_none_chosen_are_listed(tmp_path: Path) -> None:
    announce(tmp_path, "first")
    announce(tmp_path, "second", pid=os.getppid(), setName="Other")
    found = find_lives(tmp_path)
    with pytest.raises(Refusal) as caught:
        choose_live(found, None)
    assert caught.value.code == "live_not_reachable"
    assert {one["setName"] for one in caught.value.details["lives"]} == {"My Set", "Other"}
    assert "--live PID" in caught.value.message
    assert choose_live(found, os.getppid()).set_name == "Other"


def test_no_live_or_another_than_the_chosen_one_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="control surface"):
        choose_live(find_lives(tmp_path), None)
    announce(tmp_path)
    with pytest.raises(Refusal, match="My Set") as caught:
        choose_live(find_lives(tmp_path), 1)
    assert caught.value.code == "live_not_reachable"


@pytest.mark.parametrize(("protocol", "older"), [(wire.PROTOCOL - 1, "script"), (wire.PROTOCOL + 1, "server")])
def test_another_protocol_names_the_older_end(tmp_path: Path, protocol: int, older: str) -> None:
    announce(tmp_path, protocol=protocol)
    with pytest.raises(Refusal, match=f"The {older} is older") as caught:
        choose_live(find_lives(tmp_path), None)
    assert caught.value.code == "script_outdated"


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="Linux's own folder")
def test_the_folder_is_the_one_that_the_script_writes_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from countin._remote_script.Countin import discovery as script

    monkeypatch.delenv("COUNTIN_HOME", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert home_folder() == tmp_path / "state" / "countin" == script.home_folder()
    monkeypatch.setenv("COUNTIN_HOME", str(tmp_path / "chosen"))
    assert home_folder() == tmp_path / "chosen" == script.home_folder()
    assert home_folder(tmp_path) == tmp_path
