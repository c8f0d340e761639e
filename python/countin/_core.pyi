"""Types of the native core. Import from `countin.core`, which says the same under its public name."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, final

INVALID_JSON: Final = "invalid_json"
"""The bytes are not JSON text (RFC 8259, UTF-8)."""
NOT_CANONICAL: Final = "not_canonical"
"""No RFC 8785 form: NaN, an infinity, an integer beyond 2^53-1, a lone surrogate, a key that is no string, a type."""
DUPLICATE_KEY: Final = "duplicate_key"
"""One object holds the same key twice."""
TOO_DEEP: Final = "too_deep"
"""More than `MAX_DEPTH` arrays and objects within each other."""
TOO_LARGE: Final = "too_large"
"""A JSON text of 4 GiB or more."""
INVALID_SNAPSHOT: Final = "invalid_snapshot"
"""JSON, but not a snapshot of any family."""
DOES_NOT_FIT: Final = "does_not_fit"
"""A snapshot that cannot be recalled onto what it was compared with."""
INVALID_ROWS: Final = "invalid_rows"
"""Bytes that are not the row, the layout or the values that they are said to be; `path` names the field."""
UNKNOWN_LAYOUT: Final = "unknown_layout"
"""A layout that a capture names is not among those given: `Capture.layouts_of` names them all."""
ROWS: Final[Mapping[str, tuple[str, ...]]]
"""The rows that the core reads, each with its fields (`name: type`): the same as in `wire.py`."""

FORMATS: Final[tuple[str, str, str, str, str, str]]
"""The six formats of device chains, oldest first."""
FAMILIES: Final[Mapping[str, tuple[str, ...]]]
"""Each family (`device-chain`, `device-parameters`, `track-state`, `group-system`) with its formats, oldest first."""
MAX_DEPTH: Final = 512
"""How many arrays and objects may stand within each other."""

@final
class CoreError(ValueError):
    """A refusal of the core."""

    def __init__(self, code: str, path: str, message: str, details: dict[str, Any] | None = None) -> None: ...
    @property
    def code(self) -> str:
        """One of the constants of this module."""
    @property
    def path(self) -> str:
        """The place as a JSON pointer (RFC 6901); empty for the root."""
    @property
    def message(self) -> str:
        """What was expected, what was found, and the next move."""
    @property
    def details(self) -> dict[str, Any]:
        """What else it tells: `disabled` (the first 20 names) and `disabledCount` of a recall."""

def canonical(value: object) -> bytes:
    """The RFC 8785 form of a JSON value, as UTF-8.

    `bytes` are JSON text, read without the GIL; anything else is a value: dict, list, tuple (as an array), str, int,
    float, bool, None, and subclasses by what they hold (never by methods that they override). Raises `CoreError`.
    """

def plan_hash(value: object) -> str:
    """Lower-case hexadecimal SHA-256 of `canonical(value)`, without ever holding that text. Raises `CoreError`."""

@final
class Difference:
    """One thing that must change in what Live holds to become a snapshot. Frozen, hashable, compared by value."""

    __match_args__: tuple[
        Literal["kind"], Literal["device_path"], Literal["index"], Literal["before"], Literal["after"]
    ]
    @property
    def kind(self) -> str:
        """`owner_name`, `owner_mixer`, `owner_routing`, `device_name`, `parameter`, `chain_volume`, `chain_pan`,
        `chain_send`, `chain_solo`, `chain_mute`, `chain_in_note`, `chain_out_note`, `pad_solo`, `pad_mute`; from
        `Snapshot.name_differences` only, `name_differs`."""
    @property
    def track(self) -> int | None:
        """The place of the track in a group system; None in every other family."""
    @property
    def device_path(self) -> str:
        """The device (`device-0/chain-2/device-1`) or chain (`device-0/return-chain-0`) within its track; empty for the
        owner itself. The one device of device parameters is `device-0`."""
    @property
    def index(self) -> int | str | None:
        """The parameter, the chain's send or the pad's note; None where there is only one.

        Of `owner_mixer` one of `volume pan mute solo cueVolume crossfader outputChannelId`, or a track's `send-0`, ...;
        of `owner_routing` one of `inputTypeId outputTypeId inputChannelId outputChannelId monitoring`.
        """
    @property
    def before(self) -> float | bool | str | None:
        """What Live holds. Numbers are floats, notes and monitoring ints, ids and names strings."""
    @property
    def after(self) -> float | bool | str | None:
        """What must be written."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Snapshot:
    """An immutable snapshot of any family: a device chain, the parameters of one device, a track, or a group system.

    Equal snapshots have equal digests. Devices are counted in all tracks and at every depth, in one order everywhere:
    track by track, a rack, then the devices of its chains, then those of its return chains.
    """

    @staticmethod
    def parse(data: bytes) -> Snapshot:
        """Reads JSON text strictly by the published schemas, without the GIL.

        Beyond the schema, `min` must not exceed `max`, a value must lie between them (at single precision) and be whole
        where the parameter is quantized. A group system has 1 to 128 tracks with different ids, first its group track.
        Raises `CoreError` with the place.
        """
    @staticmethod
    def from_object(value: object) -> Snapshot:
        """The same, from Python objects."""
    @property
    def format(self) -> str:
        """One of the formats in `FAMILIES`."""
    @property
    def family(self) -> Literal["device-chain", "device-parameters", "track-state", "group-system"]:
        """What it is a snapshot of."""
    @property
    def level(self) -> int:
        """The number (1 to 6) of the device-chain format that holds as much of the devices.

        1: top-level devices, 2: nested ones, 3: chain mixers and note routing, 4: pads, 5 and 6: the mixer of a return
        or master track. Of a group system the highest of its tracks; of device parameters 1.
        """
    @property
    def track_count(self) -> int:
        """Tracks: 0 of device chains and device parameters, 1 of a track state."""
    @property
    def digest(self) -> str:
        """Lower-case hexadecimal SHA-256 of `canonical`."""
    @property
    def reference(self) -> str:
        """`snap_` and the digest."""
    @property
    def canonical(self) -> bytes:
        """The RFC 8785 form (a new copy each time)."""
    @property
    def device_count(self) -> int:
        """Devices, at every depth."""
    @property
    def parameter_count(self) -> int:
        """Parameters of all devices."""
    @property
    def chain_count(self) -> int:
        """Chains and return chains, at every depth."""
    @property
    def pad_count(self) -> int:
        """Populated pads, at every depth."""
    @property
    def has_owner_mixer(self) -> bool:
        """Whether `ownerMixer` is held: device chains v5 (returns) and v6 (master)."""
    def to_object(self) -> dict[str, Any]:
        """The snapshot as plain objects: numbers as floats, notes and monitoring as ints."""
    def fits(self, live: Snapshot) -> None:
        """Raises `CoreError` (`does_not_fit`) unless this snapshot can be recalled onto what `live` holds.

        Both must be of one family. Only what this snapshot's format holds is compared: devices, classes, types,
        parameters with names, ranges (at single precision) and choices, racks and their chains, which controls exist,
        populated pads. Values, and names of devices (except those of plug-ins) and chains, may differ.

        Of a track, type, `isGroup` and sends (ids and names, in order) must be equal too, and `isGrouped` where both
        hold it; name, mixer and routing may differ: whether Live can take them is for whoever writes them. The tracks
        of group systems are paired by their order, and each must sit in the same one of them (the group track:
        anywhere). The message names the place in ids and names, `path` points into this snapshot.
        """
    def differences(self, target: Snapshot) -> list[Difference]:
        """What must change in this (live) snapshot to become `target`: the shortest list, in the order of writing.

        A track's name, volume, panning, solo, mute, sends, input and output type, input and output channel, monitoring,
        then devices; the tracks of a group system from the last to the first, the names of all of them
        before anything else. Restricted to what the target's format
        holds; numbers compared at single precision; a routing that the target holds as null is left alone. Live resets
        the channel of a routing type that is written: with a type stands its channel, even where that is the same.
        Raises what `target.fits(self)` raises.
        """
    def name_differences(self, target: Snapshot) -> list[Difference]:
        """Chains whose names differ, as differences of kind `name_differs`: for a note, never to be written.

        Live's letter prefix of return chains does not count: the first return chain's `A-Reverb` equals `Reverb`.
        """
    def values(self) -> bytes:
        """The values of all parameters as little-endian doubles, track by track and device by device."""
    def columns(self) -> tuple[bytes, bytes]:
        """The same values, and all faders, as little-endian doubles that single precision holds exactly, as Live does.

        Faders, track by track: the owner's (of a return track volume and panning; of the master track volume, panning,
        cue volume and crossfader; of a track volume, panning and its sends), then each chain's, depth first, a rack's
        chains before its return chains: volume and panning unless null, and its sends.
        """
    def device_paths(self) -> list[str]:
        """The path of each device within its track (`device-1/chain-2/device-0`)."""
    def track_offsets(self) -> list[int]:
        """Where the devices of each part (of a group system: of each track) begin in `device_paths()`, and the end."""
    def parameter_offsets(self) -> list[int]:
        """Where each device's parameters begin in `values()`, and the end: one more than there are devices."""
    def summary(self) -> dict[str, Any]:
        """`{format, devices, parameters, chains, pads}` with counts over everything, and by family: of a device chain
        `names` (of top-level devices); of device parameters `deviceClass`; of a track `track` (its name), `type` and
        `names`; of a group system `tracks: [{sourceTrackId, track, type, names}]`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Layout:
    """Names, ranges and choices of the parameters of one kind of device. Frozen."""

    @staticmethod
    def parse(packed: bytes) -> Layout:
        """Reads the guard bytes of a `wire.Layout`. Raises `CoreError` (`invalid_rows`)."""
    @property
    def digest(self) -> bytes:
        """SHA-256 of the packed bytes, 32 bytes: what a capture calls it."""
    @property
    def parameter_count(self) -> int:
        """How many parameters a device with this layout has."""

@final
class Values:
    """Values to write: packed rows, and what they change in words. Both come from the same rows. Frozen.

    What a row writes is the id of its object, then the control: `track-0:device-0 parameter-3 Attack`,
    `track-0 send-1`, `track-0:device-1 pad 36 solo`.
    """

    @staticmethod
    def of(
        packed: bytes,
        names: Mapping[str, str] | None = None,
        words: Mapping[tuple[str, float], str] | None = None,
    ) -> Values:
        """Checks the guard bytes of a `wire.ValuesToSet`.

        `names` gives parameters their names, by what the row writes without one (`track-0:device-0 parameter-3`);
        `words` gives Live's word for a value, by that and the value. Raises `CoreError` (`invalid_rows`): columns of
        different lengths, targets, texts or controls that are not there, numbers that are not finite.
        """
    @property
    def packed(self) -> bytes:
        """The guard bytes of the `wire.ValuesToSet` (a new copy each time)."""
    @property
    def count(self) -> int:
        """How many rows there are; also `len()`."""
    def __len__(self) -> int: ...
    def owner_counts(self) -> dict[str, int]:
        """How many rows each owner (track, return, master) has, in the order of the rows."""
    def changes(self) -> bytes:
        """The RFC 8785 form of the list of all changes, each `{"after", "before", "what"}`, without the GIL.

        A value is a number, a boolean for switches, a text, or `{"displayValue", "value"}` where Live's word for it is
        known; before is `"automated"` where playing automation holds the control.
        """
    @property
    def changes_sha256(self) -> str:
        """Lower-case hexadecimal SHA-256 of `changes()`, without ever holding that text: half its cost."""
    def first_changes(self, n: int) -> list[dict[str, Any]]:
        """The first `n` of them as objects; numbers as floats, notes and monitoring as ints."""
    def compare(self, values: bytes, texts: Sequence[str]) -> list[str]:
        """Every difference between what was planned and what was read back (`wire.ValuesSet`), as sentences.

        Numbers are compared at single precision, texts exactly. Raises `CoreError` (`invalid_rows`) where a text is
        named that is not there.
        """
    def observed(self, values: bytes, texts: Sequence[str], limit: int) -> list[tuple[str, float | bool | str]]:
        """The first `limit` values that were read back, each with what it is. Raises what `compare` raises."""

@final
class Capture:
    """What Live shows of an owner's devices, of one device, of a track or of a group, read from wire bytes. Frozen.

    `kind` is `chain`, `device` (that device without what is in it), `track_state` or `group_system`; `guard` and
    `shown` are the two byte strings of a `wire.Chain` (the first two kinds), `wire.TrackState` or `wire.GroupSystem`.
    Values are the real ones, guarded or not. One that Live shows outside its range or between its steps is captured as
    the nearest that could be written (`clamped`), so that every snapshot can be read again.
    """

    @staticmethod
    def layouts_of(kind: str, guard: bytes, shown: bytes) -> list[bytes]:
        """The digests of the layouts that a capture names, each once. Raises `CoreError` (`invalid_rows`)."""
    @staticmethod
    def read(
        kind: str, owner: str, guard: bytes, shown: bytes, layouts: Mapping[bytes, Layout], words: bytes | None = None
    ) -> Capture:
        """Reads and checks a capture; `layouts` by digest, `words` as they came with it (`wire.Words`).

        `owner` is that of a `chain` (`track-0`, `return-1`, `master`); the other kinds say themselves what they are of.
        Raises `CoreError`: `invalid_rows` with the field, `unknown_layout` where one of `layouts_of` is lacking.
        """
    @property
    def kind(self) -> str:
        """As it was read."""
    @property
    def level(self) -> int:
        """How much of its devices there is: the number, 1 to 6, of the smallest device-chain format that holds all."""
    @property
    def parameter_count(self) -> int:
        """Parameters of all devices."""
    @property
    def owner_ids(self) -> tuple[str, ...]:
        """The ids of the owners: of a group system its tracks in Live's order, else one."""
    @property
    def device_ids(self) -> tuple[str, ...]:
        """The ids of all devices, depth first."""
    @property
    def has_mappings(self) -> bool:
        """Whether some rack has mapped macros, so that controls may follow others."""
    @property
    def clamped(self) -> list[str]:
        """The parameters whose values a snapshot holds otherwise than Live shows them, as sentences."""
    def columns(self) -> tuple[bytes, bytes]:
        """`Snapshot.columns` of the smallest format that holds all, without making that snapshot."""
    def snapshot(self, format: str | None = None) -> Snapshot:
        """The snapshot in a format, by default the smallest that holds all; without the GIL.

        In a group system each track has its own smallest format. Raises `CoreError`: `does_not_fit` for a format of
        another family or with a mixer that was not captured, `invalid_snapshot` for a range that runs backwards.
        """
    def recall(self, target: Snapshot) -> Recall:
        """What must be written onto what was captured to become `target`, in order; without the GIL.

        Raises `CoreError` (`does_not_fit`) with the path into the target: another topology, a value outside Live's
        range, a routing that is not available or ambiguous, or disabled controls that would have to change (`details`:
        `disabled`, `disabledCount`). A disabled control in or below a rack with mapped macros is not refused but left
        to its macro; a disabled parameter of a device on which a parameter with steps changes is written last there.
        """
    def plan_ahead(self, target: Snapshot) -> None:
        """Plans the next `recall` of `target`, of this or of one `with_words`, so that it is then at hand; without the
        GIL. What does not fit is refused there."""
    def remaining(self, target: Snapshot) -> list[str]:
        """What still differs from a snapshot that was recalled, except what playing automation holds: at most 20
        sentences, then how many more."""
    @property
    def word_count(self) -> int:
        """How many words came with it."""
    def with_words(self, packed: bytes) -> Capture:
        """The same with other words, as they came (`wire.Words`). Raises `CoreError` (`invalid_rows`)."""
    def asked(self, target: Snapshot, most: int) -> tuple[bytes, bytes, int]:
        """Where `target` holds another value than stands there, and what, as `wire.Beside` has it in `places` and
        `values`: the first, at most `most`; and how many there are in all. None where its columns have another length.
        Without the GIL."""
    def words(self) -> dict[tuple[str, str], tuple[str, str]]:
        """Live's words, where columns stood beside the look: by object id and control, as `Values` names it without the
        parameter's name (`parameter-3`, `volume`, `send-0`), for the value that stands there and for the one beside it.
        """
    def routing_names(self) -> dict[tuple[str, str], dict[str, str]]:
        """What Live calls the choices of a routing: by owner id and member (`outputTypeId`), names by id."""

@final
class Recall:
    """What a recall writes, and what it only expects. Frozen. Names are those of `Values`, parameters by number."""

    @property
    def values(self) -> Values:
        """What is written; none where nothing differs but what follows macros."""
    @property
    def automated(self) -> list[str]:
        """All that playing automation holds and the recall overrides (a new list each time)."""
    @property
    def automated_count(self) -> int:
        """How many those are."""
    @property
    def followers(self) -> list[str]:
        """All that differs, is driven by macros and therefore not written (a new list each time)."""
    @property
    def follower_count(self) -> int:
        """How many those are."""
    @property
    def renamed(self) -> list[tuple[str, str, str]]:
        """Chains named differently, which keep their names: id, name, the name that the snapshot holds."""
    @property
    def settles(self) -> bool:
        """Whether macros that drive others are written, or something follows: then look at it again once it settled."""
