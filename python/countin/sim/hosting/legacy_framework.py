"""Clean-room base classes of `_Framework`, the older framework, without its hardware side."""

from __future__ import annotations

from typing import Any, Final

from countin.sim.hosting.surface_base import SurfaceBase, application

MIDI_NOTE_TYPE: Final = 0
MIDI_CC_TYPE: Final = 1
MIDI_PB_TYPE: Final = 2
MIDI_MSG_TYPES: Final = (MIDI_NOTE_TYPE, MIDI_CC_TYPE, MIDI_PB_TYPE)
MIDI_SYSEX_TYPE: Final = 3


class ControlSurface(SurfaceBase):
    """`_Framework.ControlSurface.ControlSurface`: `song()` and `application()` are methods."""

    def song(self) -> Any:
        """The Song of the open Set."""
        return self._c_instance.song()

    def application(self) -> Any:
        """Live's application."""
        return application()

    def log_message(self, *message: Any) -> None:
        """One line in Live's log, marked with the surface's class."""
        text = " ".join(map(str, message))
        self._c_instance.log_message(f"({type(self).__name__}) {text}")


class ControlSurfaceComponent:
    """The base of components: a name and whether it is enabled."""

    def __init__(self, name: str = "", is_enabled: bool = True, *_arguments: Any, **_keywords: Any) -> None:
        self.name = name
        self._enabled = bool(is_enabled)

    def is_enabled(self) -> bool:
        """Whether the component takes part."""
        return self._enabled

    def set_enabled(self, enable: bool) -> None:
        """Let it take part, or not."""
        self._enabled = bool(enable)
        self.update()

    def update(self) -> None:
        """Show the component's state again."""

    def disconnect(self) -> None:
        """The surface is done with this component."""


class SessionComponent(ControlSurfaceComponent):
    """A grid of clip slots, by its size and place; it launches nothing."""

    def __init__(self, num_tracks: int = 0, num_scenes: int = 0, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._width, self._height = num_tracks, num_scenes
        self._offsets = (0, 0)

    def width(self) -> int:
        """Tracks across."""
        return self._width

    def height(self) -> int:
        """Scenes down."""
        return self._height

    def set_offsets(self, track_offset: int, scene_offset: int) -> None:
        """Move the grid."""
        self._offsets = (track_offset, scene_offset)

    def track_offset(self) -> int:
        """The first track shown."""
        return self._offsets[0]

    def scene_offset(self) -> int:
        """The first scene shown."""
        return self._offsets[1]


class MixerComponent(ControlSurfaceComponent):
    """A row of channel strips, by its size; it moves nothing."""

    def __init__(self, num_tracks: int = 0, num_returns: int = 0, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.num_tracks, self.num_returns = num_tracks, num_returns


class TransportComponent(ControlSurfaceComponent):
    """The transport's buttons, of which there are none."""


class InputControlElement:
    """A control of the hardware, by its MIDI address; nothing ever moves it."""

    def __init__(self, msg_type: int, channel: int, identifier: int, *_arguments: Any, **keywords: Any) -> None:
        if msg_type not in (*MIDI_MSG_TYPES, MIDI_SYSEX_TYPE):
            raise ValueError(f"{msg_type} is no MIDI message type")
        self._msg_type, self._channel, self._identifier = msg_type, channel, identifier
        self.name = str(keywords.get("name", ""))

    def message_type(self) -> int:
        """Note, controller or pitch bend."""
        return self._msg_type

    def message_channel(self) -> int:
        """The MIDI channel, from 0."""
        return self._channel

    def message_identifier(self) -> int:
        """The note or controller number."""
        return self._identifier

    def disconnect(self) -> None:
        """The surface is done with this control."""


class EncoderElement(InputControlElement):
    """A knob or fader."""

    def __init__(self, msg_type: int, channel: int, identifier: int, map_mode: int, **keywords: Any) -> None:
        super().__init__(msg_type, channel, identifier, **keywords)
        self._map_mode = map_mode

    def message_map_mode(self) -> int:
        """How its values are meant: a Live.MidiMap.MapMode."""
        return self._map_mode


class SliderElement(InputControlElement):
    """A fader."""


class ButtonElement(InputControlElement):
    """A button."""

    def __init__(self, is_momentary: bool, msg_type: int, channel: int, identifier: int, **keywords: Any) -> None:
        super().__init__(msg_type, channel, identifier, **keywords)
        self._is_momentary = bool(is_momentary)

    def is_momentary(self) -> bool:
        """Whether it springs back."""
        return self._is_momentary
