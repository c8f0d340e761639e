"""Two more Remote Scripts as they come from PyPI, `ableton-mcp` and `mcp-server-ableton-live`: both load in the
embedded Live, read it from their own threads and change it on Live's."""

from __future__ import annotations

import json
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from benches.peers.locks import exclusive

from countin.sim.hosting.child import Child
from countin.sim.hosting.options import Options
from strangers.stranger_scripts import unpack, wheel

PORT = 9877
PATIENCE = 60.0

pytestmark = pytest.mark.xdist_group("port-9877")


class Release(NamedTuple):
    """A release on PyPI, the folder of its wheel that holds the script, and the file in it that is its start."""

    name: str
    version: str
    inner: str
    start: str
    folder: str


RELEASES = (
    Release("ableton_mcp", "1.4.5", "MCP_Server/bundled_ableton_remote_script", "AbletonMCP_init.py", "AbletonMCP"),
    Release("mcp_server_ableton_live", "1.8.1", "ableton_live_mcp/remote_script", "__init__.py", "AbletonLiveMCP"),
)


class Peer:
    """A client of either script: a JSON object a command, a JSON object a reply."""

    def __init__(self, live: Child) -> None:
        self.live = live
        self._socket = socket.create_connection(("127.0.0.1", PORT), timeout=PATIENCE)

    def reply(self, command: str, **params: Any) -> dict[str, Any]:
        self._socket.sendall(json.dumps({"type": command, "params": params}).encode() + b"\n")
        received = b""
        while chunk := self._socket.recv(1 << 16):
            received += chunk
            try:
                return json.loads(received)
            except ValueError:
                continue
        raise AssertionError(f"the script hung up on {command}")

    def do(self, command: str, **params: Any) -> dict[str, Any]:
        reply = self.reply(command, **params)
        assert reply["status"] == "success", reply
        return reply["result"]

    def shows(self, path: str, name: str) -> Any:
        """What the Set itself shows."""
        return self.live.person(path, get=name)

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(scope="module", params=RELEASES, ids=[release.name for release in RELEASES])
def peer(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Peer]:
    release: Release = request.param
    folder = tmp_path_factory.mktemp("scripts") / release.folder
    start_as_package(unpack(wheel(release.name, release.version), release.inner, folder), release.start)
    with exclusive("port-9877"), Child(Options("demo", "fast", (folder,), "live")) as live:
        assert live.ready["scripts"][0]["loaded"] is True
        client = Peer(live)
        try:
            yield client
        finally:
            client.close()


def start_as_package(folder: Path, start: str) -> None:
    """Its installer copies the start file to `__init__.py`; the file stays as it is."""
    if start != "__init__.py":
        shutil.copyfile(folder / start, folder / "__init__.py")


def test_it_reads_the_session(peer: Peer) -> None:
    info = peer.do("get_session_info")
    assert info["tempo"] == peer.shows("song", "tempo")
    assert info["track_count"] == len(peer.shows("song", "tracks"))


def test_it_sets_the_tempo(peer: Peer) -> None:
    peer.do("set_tempo", tempo=93.0)
    assert peer.shows("song", "tempo") == 93.0


def test_it_creates_a_track_with_a_clip_and_notes(peer: Peer) -> None:
    index = len(peer.shows("song", "tracks"))
    peer.do("create_midi_track", index=-1)
    peer.do("set_track_name", track_index=index, name="Stranger")
    peer.do("create_clip", track_index=index, clip_index=1, length=4.0)
    notes = [{"pitch": 48 + step, "start_time": float(step), "duration": 0.5, "velocity": 80} for step in range(4)]
    peer.do("add_notes_to_clip", track_index=index, clip_index=1, notes=notes)
    clip = f"song.tracks[{index}].clip_slots[1].clip"
    assert peer.shows(f"song.tracks[{index}]", "name") == "Stranger"
    held = peer.live.person(clip, call="get_notes", args=[0.0, 0, 4.0, 128])
    assert [(pitch, time) for pitch, time, *_ in held] == [(48 + step, float(step)) for step in range(4)]


def test_it_reads_a_track_from_its_own_thread(peer: Peer) -> None:
    info = peer.do("get_track_info", track_index=1)
    assert info["name"] == peer.shows("song.tracks[1]", "name")
    assert "Demo Kit" in json.dumps(info)


def test_it_fires_and_stops_a_clip(peer: Peer) -> None:
    peer.do("fire_clip", track_index=1, clip_index=0)
    peer.do("set_tempo", tempo=94.0)  # A turn later the launch has happened.
    assert peer.shows("song", "is_playing") is True
    peer.do("stop_playback")
    peer.do("set_tempo", tempo=95.0)
    assert peer.shows("song", "is_playing") is False


def test_it_reports_what_cannot_be(peer: Peer) -> None:
    reply = peer.reply("set_track_name", track_index=99, name="Nobody")
    assert reply["status"] == "error"
    assert "Nobody" not in json.dumps(peer.do("get_session_info"))
