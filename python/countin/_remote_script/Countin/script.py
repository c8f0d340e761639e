"""The control surface that Live talks to: it opens the bridge, gives it its time, and leaves nothing behind.

It has no framework base class, so it answers everything that Live calls on a surface itself.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Protocol

import Live

from . import sockets
from .clock import Clock
from .discovery import Description, DiscoveryFile
from .handshake import Identity
from .live_set import LiveSet
from .pump import Pump
from .wire import PROTOCOL, TIMER_MILLISECONDS

VERSION = "0.1.0"
NAME_SECONDS = 1.0
"""How often the Set's name is compared with what the discovery file says."""


class CInstance(Protocol):
    """What Live hands to `create_instance`, as far as it is used here."""

    def song(self) -> Live.Song.Song:
        """The open Set."""
        ...

    def log_message(self, message: str, /) -> None:
        """A line in Live's log."""
        ...

    def instance_identifier(self) -> int:
        """The slot of the surface."""
        ...


class Countin:
    """One life of the script in one Set, from `create_instance` to `disconnect`."""

    def __init__(self, c_instance: CInstance) -> None:
        self.clock = Clock()
        self._c_instance = c_instance
        self._live: LiveSet | None = None
        self._pump: Pump | None = None
        self._timer: Live.Base.Timer | None = None
        self._file: DiscoveryFile | None = None
        self._description: Description | None = None
        self._name_due = 0.0
        try:
            self._open()
        except Exception:
            self.disconnect()
            raise

    # -- life -------------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        live = self._live = LiveSet(self._c_instance.song(), Live.Application.get_application(), self.clock)
        listener = sockets.open_listener()
        identity = Identity(os.urandom(32).hex(), os.urandom(16).hex(), VERSION, live.live_version(), os.getpid())
        self._pump = Pump(live, identity, listener, self._c_instance.log_message)
        self._description = Description(
            port=sockets.port_of(listener),
            secret=identity.secret,
            pid=identity.pid,
            instance=identity.instance,
            protocol=PROTOCOL,
            version=VERSION,
            live_version=identity.live_version,
            set_name=live.name(),
        )
        self._file = DiscoveryFile(self._description)
        if hasattr(Live.Base, "Timer"):
            self._timer = Live.Base.Timer(self._timer_fired, TIMER_MILLISECONDS, True, False)
        self._c_instance.log_message(f"Countin {VERSION} is ready")

    def update_display(self) -> None:
        """Live's turn, about ten times a second; it may come before this object is whole and after its end."""
        pump: Pump | None = getattr(self, "_pump", None)
        if pump is None:
            return
        pump.run(from_display=True)
        self._keep_timer()
        self._keep_file()

    def disconnect(self) -> None:
        """The end: no timer, socket, listener or file stays. It may come at any time and more than once."""
        timer, self._timer = self._timer, None
        pump, self._pump = self._pump, None
        file, self._file = self._file, None
        live, self._live = self._live, None
        if timer is not None:
            timer.stop()
        if pump is not None:
            pump.close()
        if file is not None and self._description is not None:
            file.remove(self._description.instance)
        if live is not None:
            live.version.close()

    def _timer_fired(self) -> None:
        if self._pump is not None:
            self._pump.run(from_display=False)

    def _keep_timer(self) -> None:
        """The timer runs while somebody is connected. It is started and stopped from here only, never by itself."""
        if self._timer is None or self._pump is None:
            return
        if self._pump.has_clients and not self._timer.running:
            self._timer.start()
        elif not self._pump.has_clients and self._timer.running:
            self._timer.stop()

    def _keep_file(self) -> None:
        """A Set that was saved under another name says so. A file that cannot be written changes nothing else."""
        live, file, description = self._live, self._file, self._description
        if live is None or file is None or description is None or self.clock.now() < self._name_due:
            return
        self._name_due = self.clock.now() + NAME_SECONDS
        try:
            self._description = description._replace(set_name=live.name())
            file.write(self._description)
        except (OSError, RuntimeError):
            return

    # -- what Live calls on a surface -------------------------------------------------------------------------------

    def connect_script_instances(self, instances: Sequence[Any]) -> None:
        """Other surfaces; none is of interest."""

    def refresh_state(self) -> None:
        """There is no hardware to refresh."""

    def build_midi_map(self, handle: int) -> None:
        """Nothing is mapped."""

    def receive_midi(self, midi: Sequence[int]) -> None:
        """There is no MIDI port."""

    def receive_midi_chunk(self, chunk: Sequence[Sequence[int]]) -> None:
        """There is no MIDI port."""

    def port_settings_changed(self) -> None:
        """There is no MIDI port."""

    def can_lock_to_devices(self) -> bool:
        """It follows no device."""
        return False

    def lock_to_device(self, device: Any) -> None:
        """It follows no device."""

    def unlock_from_device(self, device: Any) -> None:
        """It follows no device."""

    def set_appointed_device(self, device: Any) -> None:
        """It follows no device."""

    def toggle_lock(self) -> None:
        """It follows no device."""

    def restore_bank(self, bank: int) -> None:
        """It has no banks."""

    def suggest_input_port(self) -> str:
        """None."""
        return ""

    def suggest_output_port(self) -> str:
        """None."""
        return ""

    def suggest_map_mode(self, cc: int, channel: int) -> int:
        """-1: no suggestion."""
        return -1

    def suggest_needs_takeover(self, cc: int, channel: int) -> bool:
        """Nothing is mapped."""
        return False

    def supports_pad_translation(self) -> bool:
        """There are no pads."""
        return False

    def instance_identifier(self) -> int:
        """The slot of this surface."""
        return self._c_instance.instance_identifier()

    def call_listeners(self, listeners: Sequence[Any]) -> None:
        """Live hands a surface's listeners to it to be called."""
        for listener in listeners:
            listener()
