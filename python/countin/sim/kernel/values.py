"""Plain value objects of the `Live` module: no `_live_ptr`, no listeners, some of them made by scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from countin.sim.kernel.browser_items import BrowserItem, BrowserItemIterator
from countin.sim.kernel.handles import Handle, Instance
from countin.sim.kernel.states import Note, WarpPoint

ANY_NOTE_VALUE = float("inf")


def check_note(pitch: int, duration: float, velocity: float, probability: float) -> None:
    """IndexError, in Live's manner, for a note value out of range."""
    if not 0 <= pitch <= 127:
        raise IndexError("Invalid note pitch")
    if duration < 0:
        raise IndexError("A negative note duration is not allowed")
    if duration == 0 or duration != duration or duration == ANY_NOTE_VALUE:
        raise IndexError("Invalid note duration")
    if not 1 <= velocity <= 127:
        raise IndexError("Invalid note velocity")
    if not 0 <= probability <= 1:
        raise IndexError("Invalid note probability")


def check_release(velocity_deviation: float, release_velocity: float) -> None:
    """IndexError for the two rarer note values."""
    if not -127 <= velocity_deviation <= 127:
        raise IndexError("Invalid note velocity deviation")
    if not 0 <= release_velocity <= 127:
        raise IndexError("Invalid note release velocity")


class MidiNoteSpecification(Instance):
    """A note to be added; its fields cannot be read back."""

    __slots__ = ("sim_note",)
    sim_checks: ClassVar[bool] = True

    def __init__(
        self,
        pitch: int,
        start_time: float,
        duration: float,
        velocity: float = 100.0,
        mute: bool = False,
        probability: float = 1.0,
        velocity_deviation: float = 0.0,
        release_velocity: float = 64.0,
    ) -> None:
        numbers = (start_time, duration, velocity, probability, velocity_deviation, release_velocity)
        if not isinstance(pitch, int) or not all(isinstance(number, (int, float)) for number in numbers):  # pyright: ignore[reportUnnecessaryIsInstance] - scripts are not checked
            raise _specification_error(pitch, *numbers)
        if self.sim_checks:
            check_note(pitch, duration, velocity, probability)
            check_release(velocity_deviation, release_velocity)
        self.sim_note = Note(
            float(start_time), 0, int(pitch), float(duration), float(velocity), bool(mute), float(probability),
            float(velocity_deviation), float(release_velocity),
        )  # fmt: skip


class LenientNoteSpecification(MidiNoteSpecification):
    """The same where the switch `note_check` says that only add_new_notes refuses."""

    __slots__ = ()
    sim_checks = False


def _specification_error(*values: object) -> TypeError:
    from countin.sim.kernel.arguments import mismatch
    from countin.sim.kernel.errors import ArgumentError

    shown = ", ".join(["object", *(type(value).__name__ for value in values)])
    prototype = "__init__(_object*,int,double,double,double,bool,double,double,double)"
    return ArgumentError(mismatch(f"MidiNoteSpecification.__init__({shown})", (prototype,)))


class MidiNote(Instance):
    """A note as read from a clip: a copy, to be changed and handed back to apply_note_modifications."""

    __slots__ = ("sim_note",)

    def __init__(self, note: Note) -> None:
        self.sim_note = note

    @property
    def note_id(self) -> int:
        """Unique in its clip."""
        return self.sim_note.id

    def __str__(self) -> str:
        note = self.sim_note
        return f"MidiNote(pitch={note.pitch}, start_time={note.start}, duration={note.duration}, id={note.id})"


def _note_property(name: str, kind: Callable[[Any], Any], valid: Callable[[Any], bool], field: str = "") -> property:
    def getter(note: MidiNote) -> Any:  # the type is the field's
        return getattr(note.sim_note, field or name)

    def setter(note: MidiNote, value: Any) -> None:  # scripts are not checked
        if not isinstance(value, (int, float)) or (kind is int and not isinstance(value, int)):
            raise TypeError(f"MidiNote.{name} does not take {type(value).__name__}")
        if not valid(value):
            raise IndexError(f"Invalid note {name.replace('_', ' ')}")
        note.sim_note = note.sim_note._replace(**{field or name: kind(value)})

    return property(getter, setter)


MidiNote.pitch = _note_property("pitch", int, lambda value: 0 <= value <= 127)  # pyright: ignore[reportAttributeAccessIssue]
MidiNote.start_time = _note_property("start_time", float, lambda value: abs(value) < 1e9, "start")  # pyright: ignore[reportAttributeAccessIssue]
MidiNote.duration = _note_property("duration", float, lambda value: 0 < value < 1e9)  # pyright: ignore[reportAttributeAccessIssue]
MidiNote.velocity = _note_property("velocity", float, lambda value: 1 <= value <= 127)  # pyright: ignore[reportAttributeAccessIssue]
MidiNote.mute = _note_property("mute", bool, lambda value: True)  # pyright: ignore[reportAttributeAccessIssue]
MidiNote.probability = _note_property("probability", float, lambda value: 0 <= value <= 1)  # pyright: ignore[reportAttributeAccessIssue]
MidiNote.velocity_deviation = _note_property("velocity_deviation", float, lambda value: -127 <= value <= 127)  # pyright: ignore[reportAttributeAccessIssue]
MidiNote.release_velocity = _note_property("release_velocity", float, lambda value: 0 <= value <= 127)  # pyright: ignore[reportAttributeAccessIssue]


class WarpMarker(Instance):
    """A place in a sample and the beat it falls on; `sample_time` in seconds."""

    __slots__ = ("sim_point",)

    def __init__(self, sample_time: float, beat_time: float) -> None:
        self.sim_point = WarpPoint(float(sample_time), float(beat_time))

    @property
    def sample_time(self) -> float:
        """Seconds."""
        return self.sim_point.sample_time

    @property
    def beat_time(self) -> float:
        """Beats."""
        return self.sim_point.beat_time


class EnvelopeEventControlCoefficients(Instance):
    """The curve after a breakpoint; straight at 0.5 four times."""

    __slots__ = ("x1", "x2", "y1", "y2")

    def __init__(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.x1, self.y1, self.x2, self.y2 = float(x1), float(y1), float(x2), float(y2)


class EnvelopeEvent(Instance):
    """A breakpoint; `value` in internal units."""

    __slots__ = ("control_coefficients", "time", "value")

    def __init__(self, time: float, value: float, control_coefficients: EnvelopeEventControlCoefficients) -> None:
        self.time, self.value, self.control_coefficients = float(time), float(value), control_coefficients


class BeatTime(Instance):
    """Song time in bars, beats, sub-divisions (four a beat) and ticks (60 each), all counted from 1."""

    __slots__ = ("bars", "beats", "sub_division", "ticks")

    def __init__(self) -> None:
        self.bars = self.beats = self.sub_division = self.ticks = 1

    def __str__(self) -> str:
        return f"{self.bars:03}.{self.beats:02}.{self.sub_division:02}.{self.ticks:03}"


class SmptTime(Instance):
    """Song time in hours, minutes, seconds and frames."""

    __slots__ = ("frames", "hours", "minutes", "seconds")

    def __init__(self) -> None:
        self.hours = self.minutes = self.seconds = self.frames = 0

    def __str__(self) -> str:
        return f"{self.hours:02}:{self.minutes:02}:{self.seconds:02}:{self.frames:02}"


class RoutingType(Instance):
    """A place that a track can route from or to. Equal by what it means, not by identity."""

    __slots__ = ("attached_object", "category", "display_name")

    def __init__(self, display_name: str, category: int, attached_object: Handle | None = None) -> None:
        self.display_name, self.category, self.attached_object = display_name, category, attached_object

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, RoutingType)
            and (self.display_name, self.category) == (other.display_name, other.category)
            and self.attached_object == other.attached_object
        )

    def __hash__(self) -> int:
        return hash((self.display_name, self.category))


class RoutingChannel(Instance):
    """A channel of a routing type. `layout`: 0 MIDI, 1 mono, 2 stereo."""

    __slots__ = ("display_name", "layout")

    def __init__(self, display_name: str, layout: int) -> None:
        self.display_name, self.layout = display_name, layout

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RoutingChannel) and self.display_name == other.display_name

    def __hash__(self) -> int:
        return hash(self.display_name)


class PitchClassAndOctave(Instance):
    """A note of a tuning system."""

    __slots__ = ("index_in_octave", "octave")

    def __init__(self, index_in_octave: int, octave: int) -> None:
        self.index_in_octave, self.octave = index_in_octave, octave


class ReferencePitch(Instance):
    """The note that a tuning system is tuned to, and its frequency in hertz."""

    __slots__ = ("frequency", "index_in_octave", "octave")

    def __init__(self, index_in_octave: int, octave: int, frequency: float) -> None:
        self.index_in_octave, self.octave, self.frequency = index_in_octave, octave, frequency


class Text(Instance):
    """A text of Live's own tables."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class CCFeedbackRule(Instance):
    """How a control change shows a parameter."""

    __slots__ = ("cc_no", "cc_value_map", "channel", "delay_in_ms", "enabled")

    def __init__(self) -> None:
        self.channel, self.cc_no, self.cc_value_map = 0, 0, tuple[int, ...]()
        self.delay_in_ms, self.enabled = 0.0, True


class NoteFeedbackRule(Instance):
    """How a note shows a parameter."""

    __slots__ = ("channel", "delay_in_ms", "enabled", "note_no", "vel_map")

    def __init__(self) -> None:
        self.channel, self.note_no, self.vel_map = 0, 0, tuple[int, ...]()
        self.delay_in_ms, self.enabled = 0.0, True


class PitchBendFeedbackRule(Instance):
    """How a pitch bend shows a parameter."""

    __slots__ = ("channel", "delay_in_ms", "enabled", "value_pair_map")

    def __init__(self) -> None:
        self.channel, self.value_pair_map = 0, tuple[tuple[int, ...], ...]()
        self.delay_in_ms, self.enabled = 0.0, True


class Variants(Instance):
    """The editions of Live."""

    __slots__ = ()
    BETA: Final = "Beta"
    INTRO: Final = "Intro"
    LITE: Final = "Lite"
    STANDARD: Final = "Standard"
    SUITE: Final = "Suite"
    TRIAL: Final = "Trial"


VALUE_CLASSES: Final[dict[str, type[Any]]] = {
    "Live.Clip.MidiNoteSpecification": MidiNoteSpecification,
    "Live.Clip.MidiNote": MidiNote,
    "Live.Clip.WarpMarker": WarpMarker,
    "Live.Envelope.EnvelopeEvent": EnvelopeEvent,
    "Live.Envelope.EnvelopeEventControlCoefficients": EnvelopeEventControlCoefficients,
    "Live.Song.BeatTime": BeatTime,
    "Live.Song.SmptTime": SmptTime,
    "Live.Track.RoutingType": RoutingType,
    "Live.Track.RoutingChannel": RoutingChannel,
    "Live.Browser.BrowserItem": BrowserItem,
    "Live.Browser.BrowserItemIterator": BrowserItemIterator,
    "Live.TuningSystem.PitchClassAndOctave": PitchClassAndOctave,
    "Live.TuningSystem.ReferencePitch": ReferencePitch,
    "Live.Base.Text": Text,
    "Live.MidiMap.CCFeedbackRule": CCFeedbackRule,
    "Live.MidiMap.NoteFeedbackRule": NoteFeedbackRule,
    "Live.MidiMap.PitchBendFeedbackRule": PitchBendFeedbackRule,
    "Live.Application.Variants": Variants,
}
"""Classes written by hand. Classes that scripts can make say so by having a usable constructor."""


def _name_them() -> None:
    for path, kind in VALUE_CLASSES.items():
        _, module, name = path.split(".", 2)
        kind.__module__, kind.__qualname__ = module, name
    LenientNoteSpecification.__module__ = "Clip"
    LenientNoteSpecification.__qualname__ = LenientNoteSpecification.__name__ = "MidiNoteSpecification"


_name_them()
