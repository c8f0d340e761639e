"""What the surfaces of both frameworks share: the link to Live, scheduled messages, tasks, and the calls Live makes.
Clean-room: written from what scripts and Live ask of it, without the hardware side."""

from __future__ import annotations

import importlib
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from countin.sim.hosting.c_instance import CInstance, hardware_state
from countin.sim.hosting.scheduling import TURN_SECONDS, Callback, ScheduledMessages
from countin.sim.hosting.tasks import TaskGroup


def application() -> Any:
    """Live's application, found as the framework finds it: through the `Live` module."""
    return importlib.import_module("Live").Application.get_application()


class SurfaceBase:
    """What both frameworks' surfaces share: the link to Live, scheduled messages, tasks, and Live's calls."""

    def __init__(self, c_instance: Any = None, *_arguments: Any, **_keywords: Any) -> None:
        self._c_instance = c_instance
        self._messages = ScheduledMessages()
        self._tasks = TaskGroup()
        if isinstance(c_instance, CInstance) and hardware_state(c_instance).updates_early:
            self.update_display()  # before the subclass has made anything of its own

    @contextmanager
    def component_guard(self) -> Generator[None]:
        """Within it components may be made and changed."""
        yield

    def schedule_message(self, delay_in_ticks: int, callback: Callback, parameter: Any = None) -> None:
        """Run `callback` after some display turns, at the next one at the earliest. May be called from any thread."""
        self._messages.add(delay_in_ticks, callback, parameter)

    def show_message(self, message: str) -> None:
        """A text in Live's status bar."""
        self._c_instance.show_message(message)

    def request_rebuild_midi_map(self) -> None:
        """Ask Live for another `build_midi_map`."""
        self._c_instance.request_rebuild_midi_map()

    def instance_identifier(self) -> int:
        """The slot, from 0."""
        return self._c_instance.instance_identifier()

    def _send_midi(self, midi_event_bytes: tuple[int, ...], optimized: bool = True) -> bool:
        return self._c_instance.send_midi(midi_event_bytes)

    def update_display(self) -> None:
        """One display turn: the messages that are due, then the tasks. An override that does not call this starves
        both, as in Live."""
        self._messages.turn(self.component_guard)
        with self.component_guard():
            self._tasks.update(TURN_SECONDS)

    def disconnect(self) -> None:
        """Live is done with this surface."""
        self._messages.clear()
        self._tasks.clear()

    def call_listeners(self, listeners: Any) -> None:
        """Call listeners as Live does it for a framework surface: within the guard."""
        with self.component_guard():
            for listener in listeners:
                listener()

    def connect_script_instances(self, instances: Any) -> None:
        """All surfaces of this Live, told after each creation."""

    def build_midi_map(self, midi_map_handle: int) -> None:
        """Map hardware to Live: there is none."""

    def refresh_state(self) -> None:
        """Show everything again on the hardware: there is none."""

    def receive_midi(self, midi_bytes: tuple[int, ...]) -> None:
        """MIDI from the hardware: there is none."""

    def receive_midi_chunk(self, midi_chunk: Any) -> None:
        """Several MIDI messages at once."""
        for message in midi_chunk:
            self.receive_midi(message)

    def port_settings_changed(self) -> None:
        """Another MIDI port was chosen."""

    def can_lock_to_devices(self) -> bool:
        """Whether this surface can stay with one device."""
        return False

    def lock_to_device(self, device: Any) -> None:
        """Stay with one device."""

    def unlock_from_device(self, device: Any) -> None:
        """Follow the appointed device again."""

    def set_appointed_device(self, device: Any) -> None:
        """The blue hand moved."""

    def restore_bank(self, bank_index: int) -> None:
        """Show a bank of parameters again."""

    def suggest_input_port(self) -> str:
        """The MIDI input to preselect: none."""
        return ""

    def suggest_output_port(self) -> str:
        """The MIDI output to preselect: none."""
        return ""

    def suggest_map_mode(self, cc_no: int, channel: int) -> int:
        """How a mapped controller behaves: -1, no suggestion."""
        return -1

    def suggest_needs_takeover(self, cc_no: int, channel: int) -> bool:
        """Whether a mapped controller picks values up."""
        return True

    def supports_pad_translation(self) -> bool:
        """Whether pads may be rewritten."""
        return False

    def toggle_lock(self) -> None:
        """Lock to the appointed device, or let go of it."""
        self._c_instance.toggle_lock()
