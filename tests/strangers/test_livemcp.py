"""`livemcp`'s Remote Script, as it comes from PyPI, runs in the embedded Live and does over its port what it says."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from benches.peers.locks import exclusive

from countin.sim.hosting.child import Child
from countin.sim.hosting.options import Options
from strangers.stranger_scripts import unpack, wheel

PORT = 9877
PATIENCE = 60.0

pytestmark = pytest.mark.xdist_group("port-9877")


class LiveMCP:
    """The stranger's client: one JSON line a command, one a reply."""

    def __init__(self, live: Child) -> None:
        self.live = live
        self._socket = socket.create_connection(("127.0.0.1", PORT), timeout=PATIENCE)
        self._lines = self._socket.makefile("rb")
        self._number = 0

    def reply(self, command: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        line = json.dumps({"id": self._number, "type": command, "params": params})
        self._socket.sendall(line.encode() + b"\n")
        reply = json.loads(self._lines.readline())
        assert reply["id"] == self._number
        return reply

    def do(self, command: str, **params: Any) -> dict[str, Any]:
        reply = self.reply(command, **params)
        assert reply["status"] == "success", reply
        return reply["result"]

    def shows(self, path: str, name: str) -> Any:
        """What the Set itself shows."""
        return self.live.person(path, get=name)

    def close(self) -> None:
        self._lines.close()
        self._socket.close()


@pytest.fixture(scope="module")
def livemcp(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveMCP]:
    script = unpack(wheel("livemcp", "1.2.8"), "livemcp/remote_script", tmp_path_factory.mktemp("scripts") / "LiveMCP")
    with exclusive("port-9877"), Child(Options("demo", "fast", (script,), "live")) as live:
        assert live.ready["scripts"] == [{"name": "LiveMCP", "slot": 0, "loaded": True}]
        client = LiveMCP(live)
        try:
            yield client
        finally:
            client.close()


def test_it_reads_the_session(livemcp: LiveMCP) -> None:
    info = livemcp.do("get_session_info")
    assert info["tempo"] == livemcp.shows("song", "tempo")
    assert info["track_count"] == len(livemcp.shows("song", "tracks"))
    assert info["master_volume"] == livemcp.shows("song.master_track.mixer_device.volume", "value")


def test_it_changes_the_song_and_its_mixer(livemcp: LiveMCP) -> None:
    livemcp.do("set_tempo", tempo=97.5)
    livemcp.do("set_track_volume", track_index=1, volume=0.5)
    livemcp.do("set_track_mute", track_index=3, mute=True)
    assert livemcp.shows("song", "tempo") == 97.5
    assert livemcp.shows("song.tracks[1].mixer_device.volume", "value") == 0.5
    assert livemcp.shows("song.tracks[3]", "mute") is True


def test_it_creates_a_track_with_a_clip_and_its_notes(livemcp: LiveMCP) -> None:
    tracks = len(livemcp.shows("song", "tracks"))
    made = livemcp.do("create_midi_track")
    assert made["track_index"] == tracks
    livemcp.do("set_track_name", track_index=tracks, name="Stranger")
    livemcp.do("create_clip", track_index=tracks, clip_index=0, length=8.0)
    notes = [{"pitch": 60 + step, "start_time": step / 2, "duration": 0.5, "velocity": 90} for step in range(8)]
    livemcp.do("add_notes_to_clip", track_index=tracks, clip_index=0, notes=notes)
    read = livemcp.do("get_notes_from_clip", track_index=tracks, clip_index=0)
    assert [(note["pitch"], note["start_time"]) for note in read["notes"]] == [
        (note["pitch"], note["start_time"]) for note in notes
    ]
    assert livemcp.shows(f"song.tracks[{tracks}]", "name") == "Stranger"
    assert livemcp.shows(f"song.tracks[{tracks}].clip_slots[0].clip", "length") == 8.0


def test_it_walks_racks_and_sets_a_parameter(livemcp: LiveMCP) -> None:
    parameters = livemcp.do("get_device_parameters", track_index=1, device_index=1)["parameters"]
    gain = next(parameter for parameter in parameters if parameter["name"] == "1 Gain A")
    livemcp.do("set_device_parameter", track_index=1, device_index=1, parameter_index=gain["index"], value=3.0)
    assert livemcp.shows(f"song.tracks[1].devices[1].parameters[{gain['index']}]", "value") == 3.0


def test_it_loads_a_device_from_the_browser(livemcp: LiveMCP) -> None:
    tree = livemcp.do("get_browser_tree", category_type="audio_effects")
    assert "Reverb" in json.dumps(tree)
    devices = len(livemcp.shows("song.tracks[6]", "devices"))
    livemcp.do("load_browser_item", track_index=6, uri="query:AudioFx#Reverb")
    livemcp.do("set_tempo", tempo=100.0)  # A later turn: the load has landed.
    assert len(livemcp.shows("song.tracks[6]", "devices")) == devices + 1
    assert livemcp.shows("song.tracks[6].devices[-1]", "class_name") == "Reverb"


def test_its_edits_can_be_undone(livemcp: LiveMCP) -> None:
    before = livemcp.shows("song", "tempo")
    livemcp.do("set_tempo", tempo=140.0)
    livemcp.do("undo")
    assert livemcp.shows("song", "tempo") == before


def test_it_reports_what_live_refuses(livemcp: LiveMCP) -> None:
    reply = livemcp.reply("delete_track", track_index=99)
    assert reply["status"] == "error"
    assert "99" in reply["error"]
    assert livemcp.do("get_session_info")["track_count"] == len(livemcp.shows("song", "tracks"))
