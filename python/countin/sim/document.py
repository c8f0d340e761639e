"""A Live Set as plain values: what a reader of files makes, what the factory and demo Sets are written in,
and what the kernel loads. It holds facts of the document only: nothing that plays, nothing selected.

Units are the object model's: beats, parameter values between `minimum` and `maximum`, colours as a palette index.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

TrackKind = Literal["midi", "audio", "group", "return", "main"]
Unit = Literal[
    "", "percent", "decibels", "hertz", "milliseconds", "seconds", "pan", "semitones", "cents", "beats", "send"
]


@dataclass(frozen=True, slots=True)
class ParameterLayout:
    """What never changes of a parameter. `guessed` marks a range or a label that no source confirms."""

    name: str
    minimum: float = 0.0
    maximum: float = 1.0
    default: float | None = None
    quantized: bool = False
    value_items: tuple[str, ...] = ()
    unit: Unit = ""
    guessed: bool = False
    original_name: str = ""
    """Empty: the same as `name`."""


@dataclass(frozen=True, slots=True)
class DeviceLayout:
    """The frozen part of a device, shared by all devices that look alike. `type`: 0 undefined, 1 instrument,
    2 audio effect, 4 MIDI effect (Live.Device.DeviceType)."""

    class_name: str
    class_display_name: str
    type: int
    parameters: tuple[ParameterLayout, ...]


@dataclass(frozen=True, slots=True)
class MacroMapping:
    """A macro of a rack drives a parameter below it. `path` goes from the rack: ("chains"|"return_chains", chain,
    device) triples, flat; empty means the rack itself. At macro value v of 0..127 the target reads
    minimum + (maximum - minimum) * v / 127."""

    macro: int
    path: tuple[tuple[str, int, int], ...]
    parameter: int
    minimum: float
    maximum: float
    on_range: tuple[int, int] | None = None
    """For a switch: it is on while the macro is within these, both included, and the formula above is only near."""


@dataclass(frozen=True, slots=True)
class MixerMapping:
    """A macro of a rack drives the mixer of one of the rack's own chains: ("chains"|"return_chains", chain). `send` is
    the send's index where the member is one. Ends as in MacroMapping, in the 0..1 and -1..1 of the mixer."""

    macro: int
    chain: tuple[str, int]
    member: Literal["volume", "panning", "chain_activator", "send"]
    minimum: float
    maximum: float
    send: int = 0


@dataclass(frozen=True, slots=True)
class ChainDocument:
    """A chain of a rack. `in_note` and `out_note` only in a Drum Rack; `volume` and `pan` None for a chain of a
    MIDI effect rack, whose mixer has no audio members. An `in_note` of -1 hears all notes.
    The name of a return chain is without the letter that Live shows before it."""

    name: str
    devices: tuple[DeviceDocument, ...] = ()
    volume: float | None = 0.85
    pan: float | None = 0.0
    sends: tuple[float, ...] = ()
    mute: bool = False
    solo: bool = False
    color_index: int = 0
    in_note: int | None = None
    out_note: int | None = None
    choke_group: int = 0


@dataclass(frozen=True, slots=True)
class RoutingDocument:
    """One of a track's four routings as a file states it: the machine text that names its end, such as
    `AudioIn/Track.13/TrackOut`, and the type and the channel that were shown for it."""

    target: str
    type: str = ""
    channel: str = ""


@dataclass(frozen=True, slots=True)
class AutomationDocument:
    """Arrangement automation that moves one parameter, named by the last part of its path in the file (empty when the
    file names none): how many points it has, the resting one before all others included, and how many of them curve
    on to the next."""

    parameter: str
    points: int
    curves: int = 0


@dataclass(frozen=True, slots=True)
class DeviceDocument:
    """A device: its layout, one value for each parameter of the layout, and for a rack its chains.
    `values` holds what was saved; a macro-driven parameter's value follows its macro once loaded."""

    name: str
    layout: DeviceLayout
    values: tuple[float, ...]
    chains: tuple[ChainDocument, ...] = ()
    return_chains: tuple[ChainDocument, ...] = ()
    mappings: tuple[MacroMapping, ...] = ()
    visible_macro_count: int = 8
    variation_count: int = 0
    sample_path: str | None = None
    automated: tuple[int, ...] = ()
    """Parameters (by index) under playing arrangement automation."""
    mixer_mappings: tuple[MixerMapping, ...] = ()
    variation_names: tuple[str, ...] = ()
    """Of a file's macro variations; the object model only counts them."""
    stored_parameters: int = 0
    """How many values a file holds for it, a plug-in's empty slots included; 0 for devices made in code."""


@dataclass(frozen=True, slots=True)
class ExpressionDocument:
    """The curve of one controller through one note (MPE): beats from the note's start, and values of the controller;
    -2 is pitch bend. Live's API does not show it."""

    controller: int
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class NoteDocument:
    """A MIDI note: pitch 0..127, times in beats, velocities 1..127, probability 0..1."""

    pitch: int
    start: float
    duration: float
    velocity: float = 100.0
    mute: bool = False
    probability: float = 1.0
    velocity_deviation: float = 0.0
    release_velocity: float = 64.0
    expression: tuple[ExpressionDocument, ...] = ()


@dataclass(frozen=True, slots=True)
class FollowDocument:
    """What a clip or a scene does when its time is over. Actions: 0 none, 1 stop, 2 again, 3 previous, 4 next, 5 first,
    6 last, 7 any, 8 other, 9 jump; `time` in beats, 0 where it is linked to the length. Live's API does not show it."""

    actions: tuple[int, int]
    chances: tuple[float, float]
    time: float
    enabled: bool = True
    linked: bool = False
    loop_iterations: int = 1
    jumps: tuple[int, int] = (0, 0)


STRAIGHT = (0.5, 0.5, 0.5, 0.5)
"""The control points of a straight line, as Live's API gives them."""


@dataclass(frozen=True, slots=True)
class EnvelopePoint:
    """A breakpoint: beats of the clip, a value in the object model's units, and the control points x1, y1, x2, y2 of
    the way to the next one on the unit square."""

    time: float
    value: float
    curve: tuple[float, float, float, float] = STRAIGHT


@dataclass(frozen=True, slots=True)
class EnvelopeDocument:
    """A session clip's envelope of a parameter of its track: of the mixer (`member`, as in TrackDocument.automated), or
    of a device: its place among the track's devices, the way on into its chains, and the parameter's index."""

    points: tuple[EnvelopePoint, ...]
    member: str = ""
    device: int = 0
    path: tuple[tuple[str, int, int], ...] = ()
    parameter: int = 0


@dataclass(frozen=True, slots=True)
class ClipDocument:
    """A clip. Loop and markers in beats (seconds for unwarped audio); `start_time` is its place on the timeline."""

    kind: Literal["midi", "audio"]
    name: str = ""
    color_index: int = 0
    start_time: float = 0.0
    end_time: float = 0.0
    loop_start: float = 0.0
    loop_end: float = 4.0
    start_marker: float = 0.0
    end_marker: float = 4.0
    looping: bool = True
    muted: bool = False
    signature: tuple[int, int] = (4, 4)
    notes: tuple[NoteDocument, ...] = ()
    warping: bool = True
    warp_mode: int = 0
    gain: float = 0.4
    pitch_coarse: int = 0
    pitch_fine: float = 0.0
    file_path: str | None = None
    sample_length: int = 0
    sample_rate: float = 44100.0
    envelope_count: int = 0
    """All that a file has: also those of arrangement clips, of modulation, of MIDI controllers and of chains, whose
    points are not read."""
    envelopes: tuple[EnvelopeDocument, ...] = ()
    follow: FollowDocument | None = None
    """None where a file states none."""
    launch_mode: int = 0
    launch_quantization: int = 0
    legato: bool = False
    velocity_amount: float = 0.0
    groove: int | None = None
    """Index in SetDocument.grooves."""
    sleeping_loop: tuple[float, float] | None = None
    """Start and end of the brace that comes back when looping is switched on."""
    warp_markers: tuple[tuple[float, float], ...] = ()
    """(seconds of the sample, beats), ascending."""


@dataclass(frozen=True, slots=True)
class TrackDocument:
    """A track of any kind. `name` None: Live numbers it by position ("1-MIDI"); a return's name is without its letter.
    `group` is the index, in SetDocument.tracks, of the group track it sits in. `slots` has one entry a scene (None:
    empty)."""

    kind: TrackKind
    name: str | None = None
    color_index: int = 0
    group: int | None = None
    fold: bool = False
    volume: float = 0.85
    pan: float = 0.0
    sends: tuple[float, ...] = ()
    mute: bool = False
    solo: bool = False
    arm: bool = False
    monitoring: int = 1
    crossfade_assign: int = 1
    frozen: bool = False
    devices: tuple[DeviceDocument, ...] = ()
    slots: tuple[ClipDocument | None, ...] = ()
    arrangement: tuple[ClipDocument, ...] = ()
    take_lanes: tuple[tuple[str, tuple[ClipDocument, ...]], ...] = ()
    cue_volume: float = 0.85
    crossfader: float = 0.0
    automated: tuple[str, ...] = ()
    """Members of the mixer under arrangement automation: `volume`, `panning`, `track_activator`, `crossfade_assign`,
    `send-N`, and on the main track `song_tempo`, `time_signature`, `crossfader`."""
    automation: tuple[AutomationDocument, ...] = ()
    """The moving automation of a file's track, of its mixer and of its devices and chains at every depth."""
    audio_input: RoutingDocument | None = None
    midi_input: RoutingDocument | None = None
    audio_output: RoutingDocument | None = None
    midi_output: RoutingDocument | None = None
    """All four stand in every file on every track; which of them count depends on the kind of the track."""
    playing_slot: int = -1
    """Of a file: the slot that played when it was saved, -1 none, -2 the stop button had been pressed."""
    saved_id: int | None = None
    """What routings of the file name the track by; None for tracks made in code."""


@dataclass(frozen=True, slots=True)
class SceneDocument:
    """A scene; `tempo` and `signature` None while the override is off."""

    name: str = ""
    tempo: float | None = None
    signature: tuple[int, int] | None = None
    color_index: int | None = None
    follow: FollowDocument | None = None


@dataclass(frozen=True, slots=True)
class CueDocument:
    """A locator: `time` in beats."""

    name: str
    time: float


@dataclass(frozen=True, slots=True)
class GrooveDocument:
    """A groove of the pool; amounts as Live shows them (percent)."""

    name: str
    base: int = 3
    timing_amount: float = 100.0
    quantization_amount: float = 0.0
    random_amount: float = 0.0
    velocity_amount: float = 0.0
    saved_id: int | None = None
    """What clips of the file name it by; None for grooves made in code."""


@dataclass(frozen=True, slots=True)
class TuningDocument:
    """A tuning system other than twelve equal steps: cents of each note of the pseudo-octave; the lowest, highest and
    reference notes as (index in the octave, octave), the reference in hertz."""

    name: str
    note_tunings: tuple[float, ...]
    pseudo_octave_in_cents: float = 1200.0
    lowest_note: tuple[int, int] = (0, -2)
    highest_note: tuple[int, int] = (7, 8)
    reference_note: tuple[int, int] = (9, 3)
    reference_frequency: float = 440.0


@dataclass(frozen=True, slots=True)
class SetDocument:
    """A whole Live Set. `tracks` are ordinary and group tracks in order; `main` is the master track."""

    tracks: tuple[TrackDocument, ...]
    returns: tuple[TrackDocument, ...]
    main: TrackDocument
    scenes: tuple[SceneDocument, ...]
    name: str = ""
    file_path: str = ""
    tempo: float = 120.0
    signature: tuple[int, int] = (4, 4)
    cues: tuple[CueDocument, ...] = ()
    grooves: tuple[GrooveDocument, ...] = ()
    root_note: int = 0
    scale_name: str = "Major"
    loop: bool = False
    loop_start: float = 0.0
    loop_length: float = 16.0
    launch_quantization: int = 4
    """Song.Quantization: 4 is one bar."""
    groove_amount: float = 1.0
    """0..1.3125, as Song.groove_amount."""
    scale_mode: bool = False
    tuning: TuningDocument | None = None
    """None: twelve equal steps."""
    saved_by: str = ""
    """The program that wrote the file, as the file says it; empty for Sets made in code."""
    totals: dict[str, object] = field(default_factory=dict[str, object])
    """What a file reader counted, by the keys of the oracle; empty for Sets made in code."""
    warnings: tuple[str, ...] = ()
