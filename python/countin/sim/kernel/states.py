"""The document of a running Set, as states: one small object for each thing with a life of its own.

States refer to each other by record keys. Every value in a field is immutable (numbers, strings, tuples, arrays that
nobody writes in place), so a shallow copy of a state is a before-image.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple, Self

from countin.sim.document import STRAIGHT, DeviceLayout, TrackKind, TuningDocument

Key = int
Keys = tuple[int, ...]


def no_floats() -> array[float]:
    """An empty column of 32-bit floats."""
    return array("f")


def single(value: float) -> float:
    """The value as Live stores parameters: rounded to a 32-bit float."""
    return array("f", (value,))[0]


class State:
    """Base of all states. REFERENCES names the fields that hold keys of records this one owns, in digest order."""

    REFERENCES: ClassVar[tuple[str, ...]] = ()
    LINKS: ClassVar[tuple[str, ...]] = ()
    """Fields that hold keys of records owned elsewhere."""
    FORGOTTEN: ClassVar[tuple[str, ...]] = ()
    """Fields that are identity, not content."""
    OWNER: ClassVar[str] = ""
    """The field that holds the key of the owning record."""

    def copy(self) -> Self:
        """A shallow copy: the before-image of a write."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin


class Note(NamedTuple):
    """One MIDI note of a clip. `id` is unique in the clip for its life."""

    start: float
    id: int
    pitch: int
    duration: float
    velocity: float
    mute: bool
    probability: float
    velocity_deviation: float
    release_velocity: float


class Mapping(NamedTuple):
    """A macro of a rack drives one parameter (record and part number) between `minimum` and `maximum`; a switch may be
    on while the macro is within `on_range`, both included."""

    macro: int
    owner: Key
    part: int
    minimum: float
    maximum: float
    on_range: tuple[int, int] | None = None


class Variation(NamedTuple):
    """A stored macro variation: the values of all macros."""

    values: tuple[float, ...]


class WarpPoint(NamedTuple):
    """Where a beat lies in the sample, in seconds."""

    sample_time: float
    beat_time: float


class Point(NamedTuple):
    """A breakpoint of an envelope; points at one time keep their order. `curve` is the way to the next one."""

    time: float
    value: float
    curve: tuple[float, float, float, float] = STRAIGHT


@dataclass(eq=True)
class SongState(State):
    """The Set itself: order of everything, tempo, signature, loop brace, scale."""

    REFERENCES = ("tracks", "returns", "main_tracks", "scenes", "cues", "grooves")

    tracks: Keys = ()
    returns: Keys = ()
    main_tracks: Keys = ()
    """One key: the main track."""
    scenes: Keys = ()
    cues: Keys = ()
    """In creation order, as Live lists them."""
    grooves: Keys = ()
    name: str = ""
    file_path: str = ""
    tempo: float = 120.0
    numerator: int = 4
    denominator: int = 4
    loop_start: float = 0.0
    loop_length: float = 16.0
    root_note: int = 0
    scale_name: str = "Major"
    scale_mode: bool = False
    tuning: TuningDocument | None = None
    groove_amount: float = 1.0
    swing_amount: float = 0.0
    clip_trigger_quantization: int = 4
    midi_recording_quantization: int = 0
    data: tuple[tuple[str, Any], ...] = ()


class Route(NamedTuple):
    """A chosen routing: the display names of its type and its channel; None means the first one offered. A `stated` one
    comes from a file: it is offered, whatever else is, since the port or the place in a rack that it names is there
    for all anybody knows."""

    type: str | None = None
    channel: str | None = None
    stated: bool = False


FIRST_OFFERED = Route()
MAIN_TRACK = "Main"
"""The type of a route to the main track, whatever that is called."""


@dataclass(eq=True)
class TrackState(State):
    """A track of any kind with its mixer; `name` None: Live names it by position."""

    OWNER = "song"
    REFERENCES = ("devices", "slots", "arrangement", "lanes")
    LINKS = ("group", "input_track", "output_track", "midi_output_track")

    kind: TrackKind = "midi"
    song: Key = 0
    name: str | None = None
    color_index: int = 0
    group: Key | None = None
    devices: Keys = ()
    slots: Keys = ()
    arrangement: Keys = ()
    """Sorted by start time."""
    lanes: Keys = ()
    volume: float = 0.8500000238418579
    pan: float = 0.0
    split_left: float = -1.0
    split_right: float = 1.0
    panning_mode: int = 0
    sends: array[float] = field(default_factory=no_floats)
    mute: bool = False
    solo: bool = False
    arm: bool = False
    monitoring: int = 1
    crossfade_assign: int = 1
    frozen: bool = False
    cue_volume: float = 0.8500000238418579
    crossfader: float = 0.0
    input: Route = FIRST_OFFERED
    input_track: Key | None = None
    """The track that the input comes from; so for both outputs."""
    output: Route = FIRST_OFFERED
    output_track: Key | None = None
    midi_output: Route = FIRST_OFFERED
    """Of a MIDI track while it holds no instrument."""
    midi_output_track: Key | None = None
    automated: frozenset[int] = frozenset()
    """Mixer parameters (part numbers) under playing automation."""
    data: tuple[tuple[str, Any], ...] = ()

    @property
    def audible(self) -> bool:
        """Whether the track has audio output: all but a MIDI track without an instrument, which a caller must know."""
        return self.kind != "midi"


@dataclass(eq=True)
class LaneState(State):
    """A take lane of a track."""

    OWNER = "track"
    REFERENCES = ("clips",)

    track: Key = 0
    name: str = ""
    clips: Keys = ()


@dataclass(eq=True)
class SceneState(State):
    """A scene; tempo and signature stay remembered while their override is off."""

    name: str = ""
    color_index: int | None = None
    tempo: float = 120.0
    tempo_enabled: bool = False
    numerator: int = 4
    denominator: int = 4
    signature_enabled: bool = False


@dataclass(eq=True)
class SlotState(State):
    """A clip slot; `clips` holds no key or one."""

    OWNER = "track"
    REFERENCES = ("clips",)

    track: Key = 0
    clips: Keys = ()
    has_stop_button: bool = True


Place = Literal["session", "arrangement", "lane"]


@dataclass(eq=True)
class ClipState(State):
    """A clip. Loop and markers in beats (seconds for unwarped audio). `other_brace` is what looping on or off brings
    back; `end_time` is the right edge on the timeline and has no meaning in a slot."""

    OWNER = "parent"
    REFERENCES = ("envelopes",)
    LINKS = ("groove",)
    FORGOTTEN = ("next_note_id",)

    parent: Key = 0
    kind: Literal["midi", "audio"] = "midi"
    place: Place = "session"
    name: str = ""
    color_index: int = 0
    start_time: float = 0.0
    end_time: float = 0.0
    loop_start: float = 0.0
    loop_end: float = 4.0
    start_marker: float = 0.0
    end_marker: float = 4.0
    looping: bool = True
    other_brace: tuple[float, float] = (0.0, 4.0)
    muted: bool = False
    numerator: int = 4
    denominator: int = 4
    notes: tuple[Note, ...] = ()
    """Sorted by pitch, then start."""
    next_note_id: int = 1
    warping: bool = True
    warp_mode: int = 0
    warp_points: tuple[WarpPoint, ...] = ()
    gain: float = 0.4000000059604645
    pitch_coarse: int = 0
    pitch_fine: float = 0.0
    ram_mode: bool = False
    file_path: str = ""
    sample_length: int = 0
    sample_rate: float = 44100.0
    launch_mode: int = 0
    launch_quantization: int = 0
    legato: bool = False
    velocity_amount: float = 0.0
    groove: Key | None = None
    grid_quantization: int = 8
    grid_is_triplet: bool = False
    envelopes: Keys = ()
    unread_envelopes: int = 0
    """Envelopes that a file has and whose points nobody read."""


@dataclass(eq=True)
class EnvelopeState(State):
    """A clip envelope of one parameter: sorted breakpoints, in the parameter's units."""

    OWNER = "clip"
    LINKS = ("owner",)
    clip: Key = 0
    owner: Key = 0
    """The record that owns the parameter."""
    part: int = 0
    points: tuple[Point, ...] = ()


@dataclass(eq=True)
class DeviceState(State):
    """A device: frozen layout, values as a column, chains of a rack, and what only its class has (`extras`)."""

    OWNER = "parent"
    REFERENCES = ("chains", "return_chains")

    parent: Key = 0
    """The track or chain it sits in."""
    layout: DeviceLayout = field(default_factory=lambda: DeviceLayout("", "", 0, ()))
    name: str = ""
    values: array[float] = field(default_factory=no_floats)
    chains: Keys = ()
    return_chains: Keys = ()
    mappings: tuple[Mapping, ...] = ()
    visible_macro_count: int = 8
    variations: tuple[Variation, ...] = ()
    sample_path: str | None = None
    automated: frozenset[int] = frozenset()
    extras: tuple[tuple[str, Any], ...] = ()
    compare_b: bool = False


@dataclass(eq=True)
class ChainState(State):
    """A chain of a rack with its mixer; `volume` None: a MIDI effect rack's chain, which has no audio mixer."""

    OWNER = "rack"
    REFERENCES = ("devices",)

    rack: Key = 0
    is_return: bool = False
    name: str = ""
    devices: Keys = ()
    volume: float | None = 0.8500000238418579
    pan: float | None = 0.0
    sends: array[float] = field(default_factory=no_floats)
    mute: bool = False
    solo: bool = False
    color_index: int = 0
    auto_colored: bool = True
    in_note: int | None = None
    out_note: int | None = None
    choke_group: int = 0


@dataclass(eq=True)
class CueState(State):
    """A locator."""

    name: str = ""
    time: float = 0.0


@dataclass(eq=True)
class GrooveState(State):
    """A groove of the pool."""

    name: str = ""
    base: int = 3
    timing_amount: float = 100.0
    quantization_amount: float = 0.0
    random_amount: float = 0.0
    velocity_amount: float = 0.0


@dataclass(eq=True)
class ApplicationState(State):
    """Live itself: outlives Sets."""


@dataclass(eq=True)
class BrowserState(State):
    """Live's browser: outlives Sets."""
