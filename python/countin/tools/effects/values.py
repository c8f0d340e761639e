"""The effect of writing values: parameters, mixers, routing, pads, names. The core knows what its rows say; here it is
told to the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from countin._remote_script.Countin import wire
from countin.core import Values
from countin.declaration import Changes, Effect

_SHOWN = 100
"""So many values an answer lists; the plan names them all."""


def _changes(values: Values, _: Mapping[str, str]) -> Changes:
    return Changes(values.count, values.changes, lambda: values.changes_sha256, values.first_changes)


def _compare(values: Values, found: wire.ValuesSet) -> Sequence[str]:
    return values.compare(found.values, found.texts)


def _observed(values: Values, found: wire.ValuesSet) -> dict[str, Any]:
    pairs = values.observed(found.values, found.texts, _SHOWN)
    shown: dict[str, Any] = {
        "written": values.count,
        "values": [{"what": what, "value": value} for what, value in pairs],
    }
    if values.count > _SHOWN:
        shown["valuesOmitted"] = values.count - _SHOWN
    return shown


VALUES: Effect[Values, wire.ValuesSet] = Effect(
    wire.SET_VALUES, _changes, _compare, _observed, lambda values: values.count, lambda values: values.packed
)
