"""What AbletonOSC does as a package (LIVE_API section 3.5): it polls a datagram socket in each turn without a thread,
writes logs beside itself, reloads its own modules on request, and fails to say goodbye when its port was taken."""

from __future__ import annotations

import socket

import pytest

from countin.sim.host import Host
from sim.hosting.hosting_scripts import MakeScript

POLLING = """
    import importlib
    import socket
    import sys
    from pathlib import Path

    from ableton.v2.control_surface import ControlSurface
    from _Framework.EncoderElement import EncoderElement
    from . import answers

    LOGS = Path(__file__).parent / "logs"

    class Polling(ControlSurface):
        def __init__(self, c_instance):
            super().__init__(c_instance)
            LOGS.mkdir(exist_ok=True)
            self.socket = None
            try:
                opened = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                opened.setblocking(False)
                opened.bind(("127.0.0.1", PORT))
                self.socket = opened
            except OSError as error:
                opened.close()
                self.show_message(f"port taken: {type(error).__name__}")
            self.schedule_message(0, self.poll)

        def poll(self):
            try:
                while self.socket is not None:
                    data, sender = self.socket.recvfrom(65536)
                    (LOGS / "polling.log").write_text(data.decode())
                    if data == b"reload":
                        importlib.reload(answers)
                    self.socket.sendto(answers.answer(self.song, data), sender)
            except BlockingIOError:
                pass
            self.schedule_message(1, self.poll)

        def disconnect(self):
            self.socket.close()
            super().disconnect()

    def create_instance(c_instance):
        return Polling(c_instance)
"""
FIRST = "def answer(song, data):\n    return str(song.tempo).encode()\n"
SECOND = "def answer(song, data):\n    return b'new ' + str(song.tempo).encode()\n"


def bound() -> socket.socket:
    opened = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    opened.settimeout(30.0)
    opened.bind(("127.0.0.1", 0))
    return opened


def test_datagrams_are_answered_in_the_next_turn_and_modules_are_reloaded(host: Host, make_script: MakeScript) -> None:
    with bound() as client:
        with bound() as taken:
            port = taken.getsockname()[1]
        folder = make_script("Polling", POLLING.replace("PORT", str(port)))
        (folder / "answers.py").write_text(FIRST, encoding="utf-8")
        surface = host.load_script(folder)
        assert not surface.is_empty, host.log
        for said, answered in ((b"tempo", b"120.0"), (b"reload", b"new 120.0")):
            if said == b"reload":
                (folder / "answers.py").write_text(SECOND, encoding="utf-8")
            client.sendto(said, ("127.0.0.1", port))
            host.tick()
            assert client.recv(65536) == answered
        assert (folder / "logs" / "polling.log").read_text(encoding="utf-8") == "reload"
        host.unload(surface)


def test_a_script_whose_port_was_taken_fails_its_goodbye_and_leaves_its_slot(
    host: Host, make_script: MakeScript
) -> None:
    with bound() as taken:
        folder = make_script("Polling", POLLING.replace("PORT", str(taken.getsockname()[1])))
        (folder / "answers.py").write_text(FIRST, encoding="utf-8")
        surface = host.load_script(folder)
        assert host.messages[-1] == "port taken: OSError"
        host.tick(3)
        host.unload(surface)
    assert surface.is_empty
    assert any("Polling.disconnect failed" in line for line in host.log)
    with pytest.raises(ValueError, match="is empty"):
        host.unload(surface)
