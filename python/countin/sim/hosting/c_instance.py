"""The object that Live hands to `create_instance`: a script's only link to Live besides the `Live` module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Playhead:
    """The playing position that a hardware sequencer shows."""

    enabled: bool = False
    notes: tuple[int, ...] = ()
    start_time: float = 0.0
    step_length: float = 0.0
    velocity: int = 0
    feedback_channels: tuple[int, ...] = ()
    wrap_around: bool = False
    clip: object = None


@dataclass(slots=True)
class NoteRepeat:
    """Note repeat of a hardware pad matrix."""

    enabled: bool = False
    repeat_rate: float = 1.0


@dataclass(slots=True)
class FullVelocity:
    """Full velocity of a hardware pad matrix."""

    enabled: bool = False


@dataclass(slots=True)
class VelocityLevels:
    """Velocity levels of a hardware pad matrix."""

    enabled: bool = False
    notes: tuple[int, ...] = ()
    source_channel: int = 0
    target_channel: int = 0
    target_note: int = -1
    levels: tuple[int, ...] = ()


@dataclass(slots=True)
class HardwareState:
    """What a script told Live about its hardware; kept so that a test can look."""

    updates_early: bool = False
    """Whether a framework's constructor already calls `update_display` (misbehaviour)."""
    highlight: tuple[object, ...] | None = None
    feedback_channels: tuple[int, ...] = ()
    feedback_velocity: int = 0
    controlled_track: object = None
    locked: bool = False
    note_translations: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    cc_translations: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    pad_translations: tuple[tuple[int, ...], ...] = ()
    sent_midi: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    midi_map_requests: int = 0


class CInstance:
    """One slot's instance object. It has no `schedule_message` and no `application`: those are the framework's."""

    def __init__(self, slot: int, song: Callable[[], Any], log: Callable[[str], None], show: Callable[[str], None]):
        self._slot, self._song, self._log, self._show = slot, song, log, show
        self.full_velocity = FullVelocity()
        self.playhead = Playhead()
        self.note_repeat = NoteRepeat()
        self.velocity_levels = VelocityLevels()
        self._state = HardwareState()

    def song(self) -> Any:
        """The Song of the open Set."""
        return self._song()

    def log_message(self, message: str) -> None:
        """One line in Live's log."""
        self._log(f"RemoteScriptMessage: {message}")

    def show_message(self, message: str) -> None:
        """A text in Live's status bar."""
        self._show(str(message))

    def handle(self) -> int:
        """The number that the MidiMap functions take."""
        return self._slot + 1

    def instance_identifier(self) -> int:
        """The slot, from 0."""
        return self._slot

    def preferences(self, key: str) -> bytes:
        """What was stored under a key: nothing ever was."""
        return b""

    def send_midi(self, midi_event: tuple[int, ...]) -> bool:
        """MIDI for the hardware, of which there is none: the bytes are kept."""
        self._state.sent_midi.append(tuple(midi_event))
        return True

    def request_rebuild_midi_map(self) -> None:
        """Ask for another `build_midi_map` at the next turn."""
        self._state.midi_map_requests += 1

    def set_session_highlight(self, *box: object) -> None:
        """Show the box that a grid controls: track, scene, width, height, whether with returns."""
        self._state.highlight = box

    def set_feedback_channels(self, channels: tuple[int, ...]) -> None:
        """The MIDI channels that light pads."""
        self._state.feedback_channels = tuple(channels)

    def set_feedback_velocity(self, velocity: int) -> None:
        """The velocity that lights pads."""
        self._state.feedback_velocity = velocity

    def set_controlled_track(self, track: object) -> None:
        """The track whose notes the hardware plays."""
        self._state.controlled_track = track

    def release_controlled_track(self) -> None:
        """No track in particular any more."""
        self._state.controlled_track = None

    def set_note_translation(self, *note: int) -> None:
        """Rewrite a note on its way into Live."""
        self._state.note_translations.append(note)

    def set_cc_translation(self, *control: int) -> None:
        """Rewrite a controller on its way into Live."""
        self._state.cc_translations.append(control)

    def set_pad_translation(self, pads: tuple[tuple[int, ...], ...]) -> None:
        """Rewrite pads on their way into Live."""
        self._state.pad_translations = tuple(pads)

    def toggle_lock(self) -> None:
        """Lock to the appointed device, or let go of it."""
        self._state.locked = not self._state.locked

    def update_locks(self) -> None:
        """Show the lock's state again: nothing to show here."""


def hardware_state(instance: CInstance) -> HardwareState:
    """What a script told Live about its hardware."""
    return instance._state  # pyright: ignore[reportPrivateUsage] - kept off the object that scripts see
