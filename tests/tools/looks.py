"""What a tool sees, made by hand: rows of Live as the wire has them, and the `Seen` that holds them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from countin._remote_script.Countin import wire
from countin._remote_script.Countin.rows import codec
from countin.core import Values, canonical
from countin.declaration import Arguments, Draft, Executed, Look, Mutation, Seen, Status, Stored
from countin.errors import Refusal
from countin.face.decoding import decode
from countin.tools.registry import BY_NAME
from tools.chains import Told

VERSION = 1_700_000_000_000


def seen(rows: Mapping[Look[Any, Any], Any], stored: Stored | None = None) -> Seen:
    """Observations of one moment, with their digests: rows, and of captured kinds what the core makes of them."""
    guards = {
        look: row.guard if isinstance(row, Told) else look.kind.row.guard_bytes(row) for look, row in rows.items()
    }
    digests = {look: hashlib.sha256(guard).hexdigest() for look, guard in guards.items()}
    shown = {look: row.looked_at(look) if isinstance(row, Told) else row for look, row in rows.items()}
    return Seen("instance-a", VERSION, shown, digests, stored or {}, "12.3.5")


def decoded(name: str, /, **arguments: Any) -> Arguments:
    """Arguments as the face decodes them."""
    return decode(BY_NAME[name], arguments)


def mutation(name: str) -> Mutation:
    """A guarded tool by its name."""
    tool = BY_NAME[name]
    assert isinstance(tool, Mutation)
    return tool


def refused(code: str, path: str | None = None) -> Any:
    """A context in which a refusal of that code (and path) must be raised."""
    return pytest.raises(Refusal, check=lambda error: error.code == code and (path is None or error.path == path))


def executed(*results: tuple[Any, ...] | None, status: Any = "applied") -> Executed:
    """An execution of one-step operations that read back these rows."""
    return Executed(Status(status, "as said"), tuple((row,) for row in results))


def changes(draft: Draft) -> list[tuple[str, Any, Any]]:
    """What a draft changes, as (what, before, after): the list that a plan shows is the one that it hashes."""
    found: list[tuple[str, Any, Any]] = []
    for steps in draft.operations:
        for step in steps:
            made = step.effect.changes(step.row, draft.labels)
            listed = made.first(made.count)
            assert canonical(list(listed)) == made.canonical()
            assert hashlib.sha256(made.canonical()).hexdigest() == made.sha256()
            found += [(one["what"], one["before"], one["after"]) for one in listed]
    return found


def written(draft: Draft) -> wire.ValuesToSet:
    """The values that a draft writes, as they go to Live."""
    ((step,),) = draft.operations
    assert isinstance(step.row, Values)
    return codec(wire.ValuesToSet).unpack(step.effect.packed(step.row))


def value_rows(draft: Draft) -> list[wire.ValueRow]:
    """The same, row by row."""
    return wire.value_rows(written(draft))


def rests_on(draft: Draft) -> list[str]:
    """The names of what a draft rests on."""
    return [one.what for one in draft.rests_on]


def scene(place: int, name: str = "") -> wire.SceneRow:
    """A scene without overrides."""
    return wire.SceneRow(5000 + place, name, None, None, None, None, True, False)


def track(place: int, kind: str = "midi", name: str = "") -> wire.TrackRow:
    """A plain track."""
    return wire.TrackRow(
        pointer=1000 + place,
        name=name or f"{place + 1}-{kind}",
        kind=kind,
        mute=False,
        solo=False,
        armed=False,
        can_be_armed=kind in ("midi", "audio"),
        volume=wire.single(0.85),
        pan=0.0,
        group=-1,
        folded=0 if kind == "group" else -1,
        color=0xFF3636,
        frozen=False,
    )


def identity(place: int, kind: str = "midi", *, frozen: bool = False, name: str = "Track") -> wire.TrackIdentity:
    """A destination."""
    return wire.TrackIdentity(1000 + place, kind, frozen, name)


def slot(track_place: int, scene_place: int, length: float | None = None, **changed: Any) -> wire.SlotRow:
    """A slot; with a length it holds a MIDI clip of so many beats."""
    pointer = 100_000 * (track_place + 1) + scene_place
    empty = wire.SlotRow(pointer, 0, "", "", "", 0.0, False, 0.0, 0.0, 0.0, 0.0, False, 0, False, False, False)
    if length is None:
        return empty._replace(**changed)
    filled = empty._replace(
        clip_pointer=pointer + 50_000,
        name=f"Clip {track_place}.{scene_place}",
        kind="midi",
        unit="beats",
        length=length,
        looping=True,
        loop_end=length,
        end_marker=length,
        color=0x00FF00,
    )
    return filled._replace(**changed)


def slots(track_place: int, rows: Sequence[wire.SlotRow], total: int = 8) -> wire.Slots:
    """A window of slots."""
    return wire.Slots(1000 + track_place, tuple(rows), total, False, True, False)


def parameter(
    name: str, value: float, low: float = 0.0, high: float = 1.0, items: Sequence[str] = (), **changed: Any
) -> wire.ParameterRow:
    """A parameter that can be written."""
    row = wire.ParameterRow(
        pointer=9000 + sum(map(ord, name)),
        name=name,
        original_name=name,
        minimum=low,
        maximum=high,
        value=value,
        enabled=True,
        quantized=bool(items),
        items=tuple(items),
        automation=0,
        now=value,
        display=items[int(value - low)] if items else f"{value:g}",
        choices=(),
    )
    return row._replace(**changed)


def level(value: float = 0.0, low: float = 0.0, high: float = 1.0, **changed: Any) -> wire.Level:
    """A mixer control."""
    return wire.Level(value, low, high, True, f"{value:g}", None)._replace(**changed)
