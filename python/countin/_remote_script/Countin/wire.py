"""What crosses the bridge, declared once: operations, observation kinds, write kinds, bounds, tolerances, error codes.

The Remote Script implements what stands here and the server imports it from the packaged copy, so the two cannot
disagree. It imports nothing of Live and nothing but the standard library. The rows' wire format and their guard
bytes follow from their declarations (`rows.py`); `Shown` marks what is sent but never guarded.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_args

from .rows import RowError, Shown, codec

PROTOCOL = 1
"""Both ends must speak the same number; an older script is answered `script_outdated`."""

# --- bounds ------------------------------------------------------------------------------------------------------

TICK_BUDGET_SECONDS = 0.008
"""How long one pump may work before what is left waits for the next."""
HOLD_BOUND_SECONDS = 0.020
"""How long checks of what is only relied on may hold Live in the callback that writes."""
TIMER_MILLISECONDS = 10
BROWSER_ITEMS_A_TICK = 40
"""Browser items read in one call; hundreds of reads in one call have crashed a real Live (LIVE_API 2.11)."""
BROWSER_PAGE = 200
READ_PASSES = 3
"""Pairs of passes over a moving value column before `observation_moving`."""
OUTCOMES_KEPT = 1024
REVOCATIONS_KEPT = 4096
DEADLINE_SECONDS = 10.0
DEADLINE_BOUND_SECONDS = 3600.0
"""An execution whose deadline lies further ahead is refused: what Live must remember stays bounded."""
GRACE_SECONDS = 0.25
"""How long after the deadline a connection is read dry before silence means "never started"."""
SETTLE_TICKS = 20
PLACEMENTS_A_STEP = 200
PROBE_SECONDS = 90.0
"""After so long a probe asks nothing more."""
HEARTBEAT_SECONDS = 0.25
"""While a client is connected, a `tick` event at least this often, so that a stall can be told from silence."""

# --- tolerances --------------------------------------------------------------------------------------------------

BEAT_TOLERANCE = 1e-6
_SINGLE = struct.Struct("<f")
_TWO_SINGLES = struct.Struct("<2f")


def single(value: float) -> float:
    """`value` as Live stores a parameter: rounded to single precision. Infinite where it does not fit."""
    try:
        return _SINGLE.unpack(_SINGLE.pack(value))[0]
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def same_value(first: float, second: float) -> bool:
    """Equal once both are rounded to single precision, as Live holds parameter values."""
    if first == second:
        return True
    try:
        one, other = _TWO_SINGLES.unpack(_TWO_SINGLES.pack(first, second))
    except OverflowError:
        return single(first) == single(second)
    return one == other


def same_beat(first: float, second: float) -> bool:
    """Equal within the tolerance for times in beats."""
    return abs(first - second) <= BEAT_TOLERANCE


# --- error codes -------------------------------------------------------------------------------------------------

ErrorCode = Literal[
    "invalid_arguments",
    "does_not_fit",
    "not_found",
    "unsupported_by_live",
    "nothing_to_change",
    "conflict",
    "too_large",
    "state_version_moved",
    "observation_changed",
    "observation_moving",
    "plan_changed",
    "plan_gone",
    "token_unknown",
    "token_expired",
    "token_used",
    "in_progress",
    "deadline_passed",
    "cancelled",
    "live_refused",
    "live_not_reachable",
    "live_busy",
    "script_outdated",
    "unsupported_in_job",
    "declined_by_person",
    "cannot_ask_person",
    "internal_error",
]

# --- arguments of observations -----------------------------------------------------------------------------------


class Nothing(NamedTuple):
    """No arguments, or nothing to tell."""


class Window(NamedTuple):
    """`size` rows from `first`; a negative size means to the end. What lies outside is left out, so a window may have
    fewer rows than asked, or none."""

    first: int
    size: int


class TrackAsked(NamedTuple):
    """An ordinary track by its place in song.tracks."""

    track: int


class TrackWindow(NamedTuple):
    """Some slots of an ordinary track, counted in scenes; a negative size means to the end."""

    track: int
    first: int
    size: int


class TrackSpan(NamedTuple):
    """What lies on an ordinary track's timeline between two beats; a negative `end` means to the end."""

    track: int
    start: float
    end: float


class OwnerAsked(NamedTuple):
    """What holds devices: `track-N`, `return-N` or `master`."""

    owner: str


class ChainAsked(NamedTuple):
    """An owner's devices, and how much of them: the number of a device-chain format, 1 to 6. What a format does not
    hold is neither read into the guard nor guarded. With `device`, that device alone, without what is in it."""

    owner: str
    level: int
    device: str = ""


class TrackStateAsked(NamedTuple):
    """A `track-N` (of a group system: its group track), and how much of each device chain: 1 to 4."""

    track: str
    level: int


def subject_of(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """What is asked for, however much of it: often another level shows the same."""
    if isinstance(arguments, ChainAsked | TrackStateAsked):
        return arguments._replace(level=0)
    return arguments


class LayoutsAsked(NamedTuple):
    """Layouts by their digests (SHA-256, 32 bytes each)."""

    digests: tuple[bytes, ...]


class DeviceAsked(NamedTuple):
    """A device by its id, at any depth."""

    device: str


class BrowserAsked(NamedTuple):
    """A page of a browser folder: exact names below a root; `limit` 1 to 200."""

    root: str
    path: tuple[str, ...]
    offset: int
    limit: int


# --- rows of observations ----------------------------------------------------------------------------------------


class State(NamedTuple):
    """The Set at a glance. Times in beats."""

    name: str
    file_path: str
    tempo: Shown[float]
    signature_numerator: int
    signature_denominator: int
    root_note: int
    scale_name: str
    tracks: int
    returns: int
    scenes: int
    cue_points: int
    live_version: Shown[str]
    is_playing: Shown[bool]
    song_time: Shown[float]
    song_length: Shown[float]
    can_undo: Shown[bool]
    can_redo: Shown[bool]


class History(NamedTuple):
    """Whether Live can undo and redo, and which of Countin's operations it believes comes back ("" unknown).
    Nothing here is guarded: only structural edits refuse an undo."""

    can_undo: Shown[bool]
    can_redo: Shown[bool]
    undo_operation: Shown[str]
    undo_tool: Shown[str]
    redo_operation: Shown[str]
    redo_tool: Shown[str]
    edited_since: Shown[bool]
    """Somebody else has changed the Set's structure, or what the step wrote, since."""


class TrackRow(NamedTuple):
    """A track as `list_tracks` shows it. `kind`: midi, audio, group, return, master or unknown."""

    pointer: int
    name: str
    kind: str
    mute: bool
    solo: bool
    armed: bool
    can_be_armed: bool
    volume: Shown[float]
    pan: Shown[float]
    group: int
    """Index of the group track it sits in, -1 for none."""
    folded: int
    """1 or 0 for a group track, -1 otherwise."""
    color: int
    frozen: bool


class Tracks(NamedTuple):
    """All ordinary and group tracks, in order."""

    rows: tuple[TrackRow, ...]


class TrackIdentity(NamedTuple):
    """What a clip's landing relies on: which track it is and what it can hold. Its name is only shown."""

    pointer: int
    kind: str
    frozen: bool
    name: Shown[str]


MASKED = float("-inf")
"""Stands for a mixer control's value while that is not to be guarded: no real value equals it, so a control that stops
or begins to be played by automation is seen even where it stays at 0."""


class Level(NamedTuple):
    """A mixer control: a DeviceParameter's value with its range; `enabled` false while something else drives it.
    `value` is MASKED while it is disabled or under playing automation (then it is not guarded), and `now` the real one;
    it is None where `value` is real. `real_level` tells the real value."""

    value: float
    minimum: float
    maximum: float
    enabled: bool
    display: Shown[str]
    now: Shown[float | None] = None


def real_level(level: Level) -> float:
    """A control's value as it stands, guarded or not."""
    return level.value if level.now is None else level.now


class DeviceRow(NamedTuple):
    """A device in a tree, rows in depth-first order. `type`: instrument, audio_effect, midi_effect or unknown."""

    id: str
    pointer: int
    name: str
    class_name: str
    class_display_name: str
    type: str
    active: Shown[bool]
    can_have_chains: bool
    can_have_drum_pads: bool
    parameters: int
    sample_path: str | None
    multi_sample_mode: bool | None


class ChainRow(NamedTuple):
    """A chain of a rack; `volume` None where the chain's mixer has no audio members (MIDI effect racks)."""

    id: str
    device: str
    pointer: int
    name: str
    is_return: bool
    volume: Level | None
    pan: Level | None
    sends: tuple[Level, ...]
    mute: bool | None
    solo: bool | None
    in_note: int | None
    out_note: int | None
    choke_group: int | None


class PadRow(NamedTuple):
    """A pad of a Drum Rack that has chains; `chains` are ids."""

    device: str
    note: int
    name: str
    mute: bool
    solo: bool
    chains: tuple[str, ...]


class MacroRow(NamedTuple):
    """The macros of one rack."""

    device: str
    has_mappings: bool
    visible_count: int
    variation_count: int
    selected_variation: Shown[int]
    names: tuple[str, ...]
    mapped: tuple[bool, ...]


class Tree(NamedTuple):
    """An owner's devices at every depth."""

    owner_pointer: int
    devices: tuple[DeviceRow, ...]
    chains: tuple[ChainRow, ...]
    pads: tuple[PadRow, ...]
    macros: tuple[MacroRow, ...]


class ReturnRow(NamedTuple):
    """A return track in the Set's mixer."""

    pointer: int
    name: str
    volume: Level
    pan: Level
    mute: bool
    solo: bool
    sends: tuple[Level, ...]
    tree: Tree


class OutputRow(NamedTuple):
    """A routing choice: the id is Live's identifier where it has one, else the label."""

    id: str
    name: str


class SetMixer(NamedTuple):
    """The master's mixer and all returns."""

    master_pointer: int
    master_name: Shown[str]
    volume: Level
    pan: Level
    cue_volume: Level
    crossfader: Level
    output_supported: bool
    output_channel: str | None
    output_choices: tuple[OutputRow, ...]
    returns: tuple[ReturnRow, ...]


class SceneRow(NamedTuple):
    """A scene; tempo and signature None while the override is off or this Live has none."""

    pointer: int
    name: str
    tempo: float | None
    signature_numerator: int | None
    signature_denominator: int | None
    color: int | None
    is_empty: Shown[bool]
    is_triggered: Shown[bool]


class Scenes(NamedTuple):
    """Scenes of a window; `total` counts all."""

    rows: tuple[SceneRow, ...]
    total: Shown[int]


class SlotRow(NamedTuple):
    """A Session slot and its clip. `clip_pointer` 0 and `unit` "" when empty; `unit` is beats, or seconds for unwarped
    audio; `kind` is midi, audio or ""."""

    pointer: int
    clip_pointer: int
    name: str
    kind: str
    unit: str
    length: float
    looping: bool
    loop_start: float
    loop_end: float
    start_marker: float
    end_marker: float
    is_group_slot: bool
    color: Shown[int]
    is_playing: Shown[bool]
    is_recording: Shown[bool]
    is_triggered: Shown[bool]


class Slots(NamedTuple):
    """Slots of a window of scenes on one track; `total` counts all."""

    track_pointer: int
    rows: tuple[SlotRow, ...]
    total: Shown[int]
    armed: Shown[bool]
    can_be_armed: Shown[bool]
    frozen: Shown[bool]


class ArrangementRow(NamedTuple):
    """An Arrangement clip: its `place` in Live's list (which orders by start), beats from the song's start."""

    place: int
    pointer: int
    name: str
    kind: str
    start: float
    end: float
    muted: bool
    color: Shown[int]


class Arrangement(NamedTuple):
    """The clips that overlap the asked span; `total` counts all on the track."""

    track_pointer: int
    rows: tuple[ArrangementRow, ...]
    total: Shown[int]


class Choice(NamedTuple):
    """A value of a parameter with Live's word for it."""

    value: float
    display: str


class ParameterRow(NamedTuple):
    """A parameter of a device. `value` is 0 while the parameter is disabled or under playing automation (then it is
    not guarded); `now` is always the real value. `automation`: 0 none, 1 playing, 2 overridden."""

    pointer: int
    name: str
    original_name: str
    minimum: float
    maximum: float
    value: float
    enabled: bool
    quantized: bool
    items: tuple[str, ...]
    automation: Shown[int]
    now: Shown[float]
    display: Shown[str]
    choices: Shown[tuple[Choice, ...]]


class Parameters(NamedTuple):
    """All parameters of one device, in Live's order."""

    device_pointer: int
    device_name: Shown[str]
    rows: tuple[ParameterRow, ...]


ENABLED, AUTOMATED, MODE = 1, 2, 4
"""Bits of a parameter's flag byte: it can be written; it is under playing automation. Of one that shall be written also
that it has steps: it may then decide what else there is, and is written last."""


class LayoutParameter(NamedTuple):
    """What a snapshot keeps of a parameter besides its value."""

    original_name: str
    name: str
    minimum: float
    maximum: float
    quantized: bool
    items: tuple[str, ...]


class Layout(NamedTuple):
    """The parameters of one kind of device; devices that look alike share one."""

    rows: tuple[LayoutParameter, ...]


class ChainDevice(NamedTuple):
    """A device of a capture, depth first. Counts are -1 where the list does not exist (no rack, no pads)."""

    id: str
    pointer: int
    name: str
    class_name: str
    type: str
    parameters: int
    chains: int
    return_chains: int
    pads: int
    has_mappings: bool
    layout: Shown[int]


VOLUME, PAN, MUTE, SOLO, NOTES, VOLUME_ENABLED, PAN_ENABLED, MUTE_DRIVEN = 1, 2, 4, 8, 16, 32, 64, 128
"""Bits of a captured chain's `has`: which of its controls exist, which can be written; its mute cannot where a macro
drives the chain's activator."""


class Loose(NamedTuple):
    """The real value of a parameter whose guarded value is masked, by its place in the column."""

    place: int
    value: float


class CapturedChain(NamedTuple):
    """A chain of a capture, in the order of `ChainDevice.id`s depth first; controls that `has` does not name are 0.
    A mixer value that is not to be guarded (disabled, or under playing automation) is MASKED and stands in `masked`, by
    place: 0 the volume, 1 the pan, 2 and on the sends."""

    id: str
    pointer: int
    is_return: bool
    has: int
    volume: float
    pan: float
    sends: tuple[float, ...]
    sends_enabled: tuple[bool, ...]
    mute: bool
    solo: bool
    in_note: int
    out_note: int
    name: Shown[str]
    volume_range: Shown[tuple[float, ...]]
    pan_range: Shown[tuple[float, ...]]
    send_ranges: Shown[tuple[float, ...]]
    masked: Shown[tuple[Loose, ...]] = ()


class CapturedPad(NamedTuple):
    """A pad that has chains."""

    device: str
    note: int
    mute: bool
    solo: bool


class OwnerMixer(NamedTuple):
    """The mixer of a return (cue volume and crossfader None) or of the master (mute and solo None)."""

    volume: Level
    pan: Level
    cue_volume: Level | None
    crossfader: Level | None
    mute: bool | None
    solo: bool | None
    output_supported: bool
    output_channel: str | None
    output_choices: Shown[tuple[OutputRow, ...]]


class Chain(NamedTuple):
    """An owner's device chain as a snapshot needs it, cut to the asked level.

    `values` and `flags` are columns over all parameters of all devices, depth first: doubles (little-endian) and one
    flag byte each. A value that is not to be guarded (disabled, or under playing automation) is 0 in `values` and
    stands in `loose`. Layouts (by their digests: `LAYOUTS` tells them) and names that only describe are shown: state
    version and pointers guard them."""

    owner_pointer: int
    mixer: OwnerMixer | None
    devices: tuple[ChainDevice, ...]
    values: bytes
    flags: bytes
    chains: tuple[CapturedChain, ...]
    pads: tuple[CapturedPad, ...]
    layouts: Shown[bytes]
    loose: Shown[tuple[Loose, ...]]


DIGEST = 32
"""Bytes of a SHA-256."""


def digest_at(digests: bytes, place: int) -> bytes:
    """One of a column of digests; empty where there is none."""
    return digests[DIGEST * place : DIGEST * (place + 1)] if place >= 0 else b""


class Route(NamedTuple):
    """One of a track's four routings: the id of what is chosen (None where this Live tells none), and the choices."""

    id: str | None
    choices: Shown[tuple[OutputRow, ...]]


class Send(NamedTuple):
    """A track's send, with the name of the return track it goes to."""

    name: str
    level: Level


class TrackState(NamedTuple):
    """A track as a snapshot of it needs it. `group` is the place of the group track it sits in, -1 for none;
    `monitoring` Live's number, -1 where the track has none."""

    id: str
    name: str
    kind: str
    group: int
    volume: Level
    pan: Level
    mute: bool
    solo: bool
    sends: tuple[Send, ...]
    input_type: Route
    input_channel: Route
    output_type: Route
    output_channel: Route
    monitoring: int
    chain: Chain


class GroupSystem(NamedTuple):
    """A group track and all that sits in it, at any depth, in Live's order."""

    tracks: tuple[TrackState, ...]


class LayoutsTold(NamedTuple):
    """Packed `Layout`s in the order asked for; empty for one that is not remembered any more."""

    layouts: tuple[bytes, ...]


class BrowserItem(NamedTuple):
    """An entry of Live's browser."""

    name: str
    uri: str | None
    loadable: bool
    folder: bool
    is_device: bool


class BrowserRoot(NamedTuple):
    """A root of the browser; `item` None and `children` 0 where this Live has none."""

    root: str
    available: bool
    item: BrowserItem | None
    children: int


class BrowserRoots(NamedTuple):
    """All roots."""

    rows: tuple[BrowserRoot, ...]


class BrowserPage(NamedTuple):
    """A page of a folder; `item` is the folder, None for a root that is a bare vector."""

    item: BrowserItem | None
    rows: tuple[BrowserItem, ...]
    total: int


BrowserRootName = Literal[
    "audio_effects",
    "clips",
    "current_project",
    "drums",
    "hotswap_target",
    "instruments",
    "legacy_libraries",
    "max_for_live",
    "midi_effects",
    "packs",
    "plugins",
    "samples",
    "sounds",
    "user_folders",
    "user_library",
]
"""The roots of Live's browser; `hotswap_target` only where Live has one."""
BROWSER_ROOTS: tuple[BrowserRootName, ...] = get_args(BrowserRootName)

# --- observation kinds -------------------------------------------------------------------------------------------

Asked = TypeVar("Asked", bound=tuple[Any, ...])
Answer = TypeVar("Answer", bound=tuple[Any, ...])


class Observation(Generic[Asked, Answer]):
    """Something that can be read from Live in one piece, and relied on: its arguments and its row. A `captured` one is
    never made into rows by the server: its core reads the bytes."""

    __slots__ = ("arguments", "captured", "code", "name", "row")

    def __init__(
        self, code: int, name: str, arguments: type[Asked], row: type[Answer], *, captured: bool = False
    ) -> None:
        self.code = code
        self.name = name
        self.arguments = codec(arguments)
        self.row = codec(row)
        self.captured = captured

    def __repr__(self) -> str:
        return f"<Observation {self.name}>"


STATE = Observation(1, "state", Nothing, State)
HISTORY = Observation(2, "history", Nothing, History)
TRACKS = Observation(3, "tracks", Nothing, Tracks)
TRACK_IDENTITY = Observation(4, "track", TrackAsked, TrackIdentity)
SET_MIXER = Observation(5, "set_mixer", Nothing, SetMixer)
SCENES = Observation(6, "scenes", Window, Scenes)
SLOTS = Observation(7, "slots", TrackWindow, Slots)
ARRANGEMENT = Observation(8, "arrangement", TrackSpan, Arrangement)
DEVICES = Observation(9, "devices", OwnerAsked, Tree)
PARAMETERS = Observation(10, "parameters", DeviceAsked, Parameters)
CHAIN = Observation(11, "chain", ChainAsked, Chain, captured=True)
BROWSER_ROOT_LIST = Observation(12, "browser_roots", Nothing, BrowserRoots)
BROWSER_ITEMS = Observation(13, "browser_items", BrowserAsked, BrowserPage)
TRACK_STATE = Observation(14, "track_state", TrackStateAsked, TrackState, captured=True)
GROUP_SYSTEM = Observation(15, "group_system", TrackStateAsked, GroupSystem, captured=True)
LAYOUTS = Observation(16, "layouts", LayoutsAsked, LayoutsTold)

OBSERVATIONS: tuple[Observation[Any, Any], ...] = (
    STATE,
    HISTORY,
    TRACKS,
    TRACK_IDENTITY,
    SET_MIXER,
    SCENES,
    SLOTS,
    ARRANGEMENT,
    DEVICES,
    PARAMETERS,
    CHAIN,
    BROWSER_ROOT_LIST,
    BROWSER_ITEMS,
    TRACK_STATE,
    GROUP_SYSTEM,
    LAYOUTS,
)

# --- writes ------------------------------------------------------------------------------------------------------


class SceneToCreate(NamedTuple):
    """Where to insert a scene (0 to the number of scenes), and its name."""

    place: int
    name: str


class SceneCreated(NamedTuple):
    """The new scene as Live shows it; `total` scenes now."""

    pointer: int
    place: int
    name: str
    total: int


class NoteRow(NamedTuple):
    """A MIDI note. Beats; velocities and deviation as doubles."""

    pitch: int
    start: float
    duration: float
    velocity: float
    mute: bool
    probability: float
    velocity_deviation: float
    release_velocity: float


class ClipToCreate(NamedTuple):
    """A MIDI clip for an empty slot; `name` None leaves Live's."""

    track: int
    scene: int
    slot_pointer: int
    length: float
    name: str | None
    notes: tuple[NoteRow, ...]


class ClipCreated(NamedTuple):
    """The new clip as Live shows it, its notes sorted by start, then pitch."""

    slot_pointer: int
    clip_pointer: int
    name: str
    length: float
    notes: tuple[NoteRow, ...]


class Placement(NamedTuple):
    """A copy of a Session clip for a track's timeline. `clip_pointer` and `target_pointer` say which objects are meant;
    `length` is what the copy must span, in beats. What lies in the way is refused, never overwritten."""

    source_track: int
    scene: int
    clip_pointer: int
    target_track: int
    target_pointer: int
    beat: float
    length: float


class PlacementsToMake(NamedTuple):
    """Placements, in order."""

    rows: tuple[Placement, ...]


class Landing(NamedTuple):
    """The clip that Live made for a placement."""

    pointer: int
    name: str
    start: float
    end: float


class TrackCount(NamedTuple):
    """One comparison of all pointers of a destination, before and after: clips then and now, and how many appeared
    that no placement made, or vanished."""

    track: int
    before: int
    after: int
    strangers: int
    vanished: int


class PlacementsMade(NamedTuple):
    """A landing for each placement, a count for each destination."""

    rows: tuple[Landing, ...]
    tracks: tuple[TrackCount, ...]


class Addressed(NamedTuple):
    """An object that values are written to: its id, and the pointer it must have."""

    id: str
    pointer: int


(
    PARAMETER,
    CHAIN_VOLUME,
    CHAIN_PAN,
    CHAIN_SEND,
    CHAIN_SOLO,
    CHAIN_MUTE,
    CHAIN_IN_NOTE,
    CHAIN_OUT_NOTE,
    PAD_SOLO,
    PAD_MUTE,
    OWNER_VOLUME,
    OWNER_PAN,
    OWNER_CUE_VOLUME,
    OWNER_CROSSFADER,
    OWNER_SOLO,
    OWNER_MUTE,
    OWNER_OUTPUT,
    DEVICE_NAME,
    OWNER_NAME,
    OWNER_SEND,
    OWNER_INPUT_TYPE,
    OWNER_INPUT_CHANNEL,
    OWNER_OUTPUT_TYPE,
    OWNER_MONITORING,
) = range(24)
"""What a `ValueRow` writes. The object kind it belongs to is said by the id: a device, a chain, an owner.
`OWNER_OUTPUT` is the channel."""
ROUTINGS = (OWNER_INPUT_TYPE, OWNER_OUTPUT_TYPE, OWNER_INPUT_CHANNEL, OWNER_OUTPUT)
"""The routings of a track, each type before its channel."""
TEXT_CONTROLS = (DEVICE_NAME, OWNER_NAME, *ROUTINGS)


class ValueRow(NamedTuple):
    """One value to write, in the order given.

    `target` is a place in `objects`; `member` a parameter, a send, or a pad's note. `flags` are the expected ENABLED
    and AUTOMATED bits, and MODE. `before`, `minimum`, `maximum` are what must stand there now (not `before` where
    AUTOMATED). For text controls `before` and `after` are places in `texts` (of routings: ids); booleans are 0 and 1.
    """

    target: int
    control: int
    member: int
    flags: int
    before: float
    after: float
    minimum: float
    maximum: float


class ValuesToSet(NamedTuple):
    """Values of mixers, devices, chains and pads: the members of `ValueRow`, each as a column (little-endian; 32 bits
    for targets and members, a byte for controls and flags, doubles), so that tens of thousands cost no objects."""

    objects: tuple[Addressed, ...]
    texts: tuple[str, ...]
    targets: bytes
    controls: bytes
    members: bytes
    flags: bytes
    before: bytes
    after: bytes
    minimum: bytes
    maximum: bytes


VALUE_COLUMNS = "IBIBdddd"
"""The types of the columns, in their order."""


def values_to_set(objects: Sequence[Addressed], texts: Sequence[str], rows: Sequence[ValueRow]) -> ValuesToSet:
    """Rows as columns."""
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(VALUE_COLUMNS)
    packed = [struct.pack(f"<{len(rows)}{form}", *column) for form, column in zip(VALUE_COLUMNS, columns, strict=True)]
    return ValuesToSet(tuple(objects), tuple(texts), *packed)


def value_count(row: ValuesToSet) -> int:
    """How many rows there are. Raises `RowError` where the columns do not agree."""
    count = len(row.controls)
    sizes = [struct.calcsize(f"<{form}") for form in VALUE_COLUMNS]
    if any(len(column) != count * size for column, size in zip(row[2:], sizes, strict=True)):
        raise RowError("the columns of values are not of one length")
    return count


@dataclass(frozen=True)
class ValueColumns:
    """The columns of values to set: what a `ValueRow` holds, of all rows."""

    targets: array[int]
    controls: array[int]
    members: array[int]
    flags: array[int]
    before: array[float]
    after: array[float]
    minimum: array[float]
    maximum: array[float]

    def row(self, place: int) -> ValueRow:
        """One value to write."""
        written = (self.targets[place], self.controls[place], self.members[place], self.flags[place])
        return ValueRow(*written, self.before[place], self.after[place], self.minimum[place], self.maximum[place])


def value_columns(row: ValuesToSet) -> ValueColumns:
    """The columns, unpacked: no number becomes an object before it is looked at. Both ends run on little-endian
    machines only. Raises `RowError` where they do not agree."""
    value_count(row)
    columns: list[Any] = [array(form, column) for form, column in zip(VALUE_COLUMNS, row[2:], strict=True)]
    return ValueColumns(*columns)


def value_rows(row: ValuesToSet) -> list[ValueRow]:
    """The columns as rows. Raises `RowError` where they do not agree."""
    columns = value_columns(row)
    return [columns.row(place) for place in range(len(columns.targets))]


class ValuesSet(NamedTuple):
    """What stands there now, one double a row (for text controls a place in `texts`)."""

    values: bytes
    texts: tuple[str, ...]


class HistoryMoved(NamedTuple):
    """After an undo or redo: Live's label for it, and whether what the operation had written stands as it did before it
    (undo) or after it (redo): 1 yes, 0 no, -1 not known."""

    label: str
    restored: int


Inverse = Literal["exact", "content", "none"]


class Write(Generic[Asked, Answer]):
    """A kind of change: what is written, what is read back, and whether its inverse restores everything ("exact"),
    the content but not the identity ("content"), or does not exist. `bracket`: it belongs into an undo step."""

    __slots__ = ("bracket", "code", "inverse", "name", "result", "row")

    def __init__(
        self, code: int, name: str, row: type[Asked], result: type[Answer], inverse: Inverse, *, bracket: bool = True
    ) -> None:
        self.code = code
        self.name = name
        self.row = codec(row)
        self.result = codec(result)
        self.inverse: Inverse = inverse
        self.bracket = bracket

    def __repr__(self) -> str:
        return f"<Write {self.name}>"


CREATE_SCENE = Write(1, "create_scene", SceneToCreate, SceneCreated, "content")
CREATE_MIDI_CLIP = Write(2, "create_midi_clip", ClipToCreate, ClipCreated, "content")
PLACE_CLIPS = Write(3, "place_clips", PlacementsToMake, PlacementsMade, "content")
SET_VALUES = Write(4, "set_values", ValuesToSet, ValuesSet, "exact")
UNDO = Write(5, "undo", Nothing, HistoryMoved, "none", bracket=False)
REDO = Write(6, "redo", Nothing, HistoryMoved, "none", bracket=False)

WRITES: tuple[Write[Any, Any], ...] = (CREATE_SCENE, CREATE_MIDI_CLIP, PLACE_CLIPS, SET_VALUES, UNDO, REDO)

# --- requests ----------------------------------------------------------------------------------------------------
#
# REQUEST heads: {"id": int, "op": …} and, by op:
#   observe  {"deadline": ms} + attachment: `Questions`
#            answered by a RESPONSE {"id", "instance", "stateVersion", "tick", "liveVersion"} + attachment: `Answers`
#   execute  {"operation", "tool", "instance", "stateVersion", "deadline": ms, "writes": sha256 of Job.writes,
#             "guards": sha256 of Job.guards} + attachment: `Job`
#            STARTED {"id", "operation"} before anything else, then RESPONSE {"id", "instance", "operation", "status",
#            "code"?, "message"?, "stateVersion", "tick", "holdMs"} + attachment: `Results`
#   outcome  {"operation", "instance", "deadline": ms}
#            RESPONSE {"id", "operation", "known": "outcome"|"in_progress"|"not_executed"|"unknown", and where an
#            outcome is kept: what the RESPONSE to execute held} + attachment: `Results` where still kept
#   probe    {"questions"?: [name, …]}  (all of them where none is named; the Set must be empty)
#            PROGRESS, then RESPONSE {"id", "instance", "liveVersion", "questions": [{"name", "switch"?, "status",
#            "setting"?, "observed"?, "reason"?}], "left": [text, …]}; cancelling it puts everything back first
# A refused execution may add "guard": the place in the Guards of what has changed. An `outcome` that asks for the bare
# id of a sequence names in "operation" the last step that ran.
# Every RESPONSE also has "ticks": how many pumps it took from the arrival of the request, the answering one included.
# CANCEL heads: {"id"}: a read stops, a queued write is revoked; what has started runs to its end.
# ERROR heads: {"id", "code", "message", "item"?: place in the questions, "argument"?: name in its arguments, "tick"}.
# PROGRESS heads: {"id", "done", "total"}. EVENT heads: {"event": "tick"|"state", "tick", "stateVersion", "instance"}.
# HELLO heads: client {"protocol", "role": "client", "nonce"}; Live {"protocol", "role": "live", "nonce", "proof",
#   "instance", "version", "liveVersion", "pid"}; client {"role": "client", "proof"}; Live {"role": "live", "ok": true}.
#
# Statuses of an execution: "applied" (written and read back), "refused" (nothing written), "rolled_back" (a failure
# after which every written step was undone and found as before), "incomplete" (a failure, and not everything could
# be undone or verified), "unread" (written, but the read-back failed).

ExecutionStatus = Literal["applied", "refused", "rolled_back", "incomplete", "unread"]


class Question(NamedTuple):
    """One observation asked for: the kind's code and its packed arguments. What stands `beside` it (a packed `Beside`,
    or nothing) asks for words, and has no part in what is guarded. `known` is an answer that the asker still holds: the
    SHA-256 of its guard bytes, then that of its shown bytes; nothing where there is none."""

    kind: int
    arguments: bytes
    beside: bytes = b""
    known: bytes = b""


WORDED = 200
"""So many differences from what stands beside a question get Live's words."""


DOUBLE = 8
"""Bytes of a number in a column."""


class Beside(NamedTuple):
    """What the values read are compared with, for words: columns of doubles (little-endian) as `Word` counts places,
    of a group system those of its tracks one after the other. A NaN is not compared. With `places` (32 bits each, in
    order) `values` are those that shall stand there, everything else as in the answer that is `known`."""

    values: bytes
    faders: bytes
    places: bytes = b""


class Questions(NamedTuple):
    """What to observe, in one callback where it fits the budget."""

    rows: tuple[Question, ...]


class Word(NamedTuple):
    """Live's words for a value that stands there and for the one beside it. The place is that among the values beside
    the question or, after all of those, that among the faders."""

    place: int
    before: str
    after: str


class Words(NamedTuple):
    """Words for what stands otherwise beside the question."""

    rows: tuple[Word, ...]


class Answered(NamedTuple):
    """An observation: its guard bytes and its shown bytes; of one with something beside it also packed `Words`. Where
    both are still those that the asker holds, it is told `as_known` instead of them."""

    guard: bytes
    shown: bytes
    words: bytes = b""
    as_known: bool = False


class Answers(NamedTuple):
    """An answer for each question."""

    rows: tuple[Answered, ...]


class Guard(NamedTuple):
    """What a plan rests on: an observation and the SHA-256 its guard bytes must still have."""

    kind: int
    arguments: bytes
    digest: bytes


class Guards(NamedTuple):
    """All of them."""

    rows: tuple[Guard, ...]


class WriteStep(NamedTuple):
    """One step: the kind's code and its packed row."""

    kind: int
    row: bytes


class WriteSteps(NamedTuple):
    """The steps of an operation, in order."""

    rows: tuple[WriteStep, ...]


class Job(NamedTuple):
    """The attachment of an execution: packed `Guards`, packed `WriteSteps`."""

    guards: bytes
    writes: bytes


class Results(NamedTuple):
    """What each step read back, packed; `differences` in words where a rollback or a read-back failed."""

    rows: tuple[bytes, ...]
    differences: tuple[str, ...]


def secret_key(secret: str) -> bytes:
    """The key of the handshake from a discovery file's `secret`, 64 hex digits. Raises ValueError for anything else."""
    key = bytes.fromhex(secret)
    if len(key) != 32:
        raise ValueError("a secret is 32 bytes in hex")
    return key


def proof(secret: bytes, role: str, client_nonce: str, live_nonce: str) -> str:
    """HMAC-SHA256 over the role's own text and both nonces, in hex: what each side of the handshake shows."""
    import hashlib
    import hmac

    text = f"countin {role} {client_nonce} {live_nonce}".encode()
    return hmac.new(secret, text, hashlib.sha256).hexdigest()
