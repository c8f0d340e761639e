"""Types of the native core. Import from `countin.core`, which says the same under its public name."""

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
"""JSON, but not a device-chain snapshot."""
DOES_NOT_FIT: Final = "does_not_fit"
"""A snapshot that cannot be recalled onto this device chain."""

FORMATS: Final[tuple[str, str, str, str, str, str]]
"""The six formats, oldest first."""
MAX_DEPTH: Final = 512
"""How many arrays and objects may stand within each other."""

@final
class CoreError(ValueError):
    """A refusal of the core."""

    def __init__(self, code: str, path: str, message: str) -> None: ...
    @property
    def code(self) -> str:
        """One of the constants of this module."""
    @property
    def path(self) -> str:
        """The place as a JSON pointer (RFC 6901); empty for the root."""
    @property
    def message(self) -> str:
        """What was expected, what was found, and the next move."""

def canonical(value: object) -> bytes:
    """The RFC 8785 form of a JSON value, as UTF-8.

    `bytes` are JSON text, read without the GIL; anything else is a value: dict, list, tuple (as an array), str, int,
    float, bool, None, and subclasses by what they hold (never by methods that they override). Raises `CoreError`.
    """

def plan_hash(value: object) -> str:
    """Lower-case hexadecimal SHA-256 of `canonical(value)`, without ever holding that text. Raises `CoreError`."""

@final
class Difference:
    """One thing that must change in a live device chain to become a snapshot. Frozen, hashable, compared by value."""

    __match_args__: tuple[
        Literal["kind"], Literal["device_path"], Literal["index"], Literal["before"], Literal["after"]
    ]
    @property
    def kind(self) -> str:
        """`owner_mixer`, `device_name`, `parameter`, `chain_volume`, `chain_pan`, `chain_send`, `chain_solo`,
        `chain_mute`, `chain_in_note`, `chain_out_note`, `pad_solo`, `pad_mute`; from `Snapshot.name_differences` only,
        `name_differs`."""
    @property
    def device_path(self) -> str:
        """The device (`device-0/chain-2/device-1`) or chain (`device-0/return-chain-0`); empty for the owner."""
    @property
    def index(self) -> int | str | None:
        """The parameter, the send, the pad's note, or the member of `ownerMixer`; None where there is only one."""
    @property
    def position(self) -> int | None:
        """For a parameter, its place in the live snapshot's `values()`."""
    @property
    def before(self) -> float | bool | str | None:
        """What the live device chain holds. Numbers are floats, notes ints."""
    @property
    def after(self) -> float | bool | str | None:
        """What must be written."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Snapshot:
    """An immutable device-chain snapshot of any of the six formats.

    Equal snapshots have equal digests. Devices are counted at every depth, in one order everywhere: a rack, then the
    devices of its chains, then those of its return chains.
    """

    @staticmethod
    def parse(data: bytes) -> Snapshot:
        """Reads JSON text strictly by the published schema, without the GIL.

        Beyond the schema, `min` must not exceed `max`, a value must lie between them (at single precision) and be whole
        where the parameter is quantized. Raises `CoreError` with the place.
        """
    @staticmethod
    def from_object(value: object) -> Snapshot:
        """The same, from Python objects."""
    @property
    def format(self) -> str:
        """One of `FORMATS`."""
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
        """Whether the owner's mixer is held: formats v5 (returns) and v6 (master)."""
    def to_object(self) -> dict[str, Any]:
        """The snapshot as plain objects: numbers as floats, notes as ints."""
    def fits(self, live: Snapshot) -> None:
        """Raises `CoreError` (`does_not_fit`) unless this snapshot can be recalled onto what `live` holds.

        Only what this snapshot's format holds is compared: devices, classes, types, parameters with names, ranges (at
        single precision) and choices, racks and their chains, which controls exist, populated pads. Values, and names
        of devices (except those of plug-ins) and chains, may differ. The message names the place in ids and names,
        `path` points into this snapshot.
        """
    def differences(self, target: Snapshot) -> list[Difference]:
        """What must change in this (live) snapshot to become `target`: the shortest list, in the order of writing.

        Restricted to what the target's format holds; numbers compared at single precision. Raises what
        `target.fits(self)` raises.
        """
    def name_differences(self, target: Snapshot) -> list[Difference]:
        """Chains whose names differ, as differences of kind `name_differs`: for a note, never to be written.

        Live's letter prefix of return chains does not count: the first return chain's `A-Reverb` equals `Reverb`.
        """
    def macro_driven(self, enabled: bytes, mapped: bytes) -> bytes:
        """A byte a parameter: 1 where it is disabled and lies below, at any depth, a rack with mapped macros.

        `enabled` holds a byte for each parameter of `values()` (0: disabled), `mapped` one for each device of
        `device_paths()` (1: a rack with mapped macros). A rack's own parameters do not lie below it. Raises `CoreError`
        when a length is wrong.
        """
    def values(self) -> bytes:
        """The values of all parameters as little-endian doubles, device by device."""
    def device_paths(self) -> list[str]:
        """The path of each device (`device-1/chain-2/device-0`)."""
    def parameter_offsets(self) -> list[int]:
        """Where each device's parameters begin in `values()`, and the end: one more than there are devices."""
    def summary(self) -> dict[str, Any]:
        """`{format, devices, parameters, chains, pads, names}`: counts at every depth, names of top-level devices."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
