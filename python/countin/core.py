"""The native core's public face: canonical JSON, plan hashes and snapshots, typed by `_core.pyi`."""

from countin._core import (
    DOES_NOT_FIT,
    DUPLICATE_KEY,
    FAMILIES,
    FORMATS,
    INVALID_JSON,
    INVALID_SNAPSHOT,
    MAX_DEPTH,
    NOT_CANONICAL,
    TOO_DEEP,
    TOO_LARGE,
    CoreError,
    Difference,
    Snapshot,
    canonical,
    plan_hash,
)

__all__ = [
    "DOES_NOT_FIT",
    "DUPLICATE_KEY",
    "FAMILIES",
    "FORMATS",
    "INVALID_JSON",
    "INVALID_SNAPSHOT",
    "MAX_DEPTH",
    "NOT_CANONICAL",
    "TOO_DEEP",
    "TOO_LARGE",
    "CoreError",
    "Difference",
    "Snapshot",
    "canonical",
    "plan_hash",
]
