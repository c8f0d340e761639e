"""Writing values of mixers, devices, chains and pads, by the table of `controls.py`.

Almost all of a large job are parameters that nothing else drives: consecutive ones are a run (`parameter_run.py`) and
cost no object each. Everything else is a target of its own (`target.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from .. import resolve
from ..columns import column, stretches
from ..history import Standing, Trace
from ..ids import Kind, kind_of
from ..journal import MUTE, SOLO, Journal
from ..live_set import LiveSet
from ..native import pointer, pointers
from ..observe.devices import populated_pads
from ..refusals import Refusal, quoted
from ..rows import RowError
from ..wire import (
    DOUBLE,
    ENABLED,
    MODE,
    PAD_MUTE,
    PAD_SOLO,
    PARAMETER,
    Addressed,
    ValuesSet,
    ValuesToSet,
    value_columns,
)
from .controls import CONTROLS, Holder
from .parameter_run import Owners, Run, as_planned
from .target import Target, Value, checked_target

if TYPE_CHECKING:
    import Live


class Piece(Protocol):
    """Something to write, with what stands there before and after."""

    def write(self, journal: Journal) -> None:
        """Enter it into the journal, then write."""
        ...

    def now(self) -> Sequence[Value]:
        """What stands there, a value a row."""
        ...

    def standing(self) -> Standing:
        """As before, as after, or neither; "unseen" where it says nothing."""
        ...


def check_values(live: LiveSet, row: ValuesToSet) -> ValueJob:
    """Every object is the one meant; value, range and flags of everything that is overwritten are as planned. The guard
    has compared the structure before."""
    objects = _objects(live, row.objects)
    checking = _Checking(live, row, objects)
    return ValueJob([*checking.pieces()], [objects[place] for place in checking.racks()])


def _objects(live: LiveSet, addressed: Sequence[Addressed]) -> list[Any]:
    """The addressed objects; their pointers are those that they must have. What is known has been compared with all its
    lists."""
    known, finder = live.objects.at(live.version.value), resolve.Finder(live)
    objects = [
        found if (found := known.get(one.id)) is not None else _found(live, finder, one.id, kind_of(one.id))
        for one in addressed
    ]
    for one, now in zip(addressed, map(pointer, objects), strict=True):
        if one.pointer != now:
            raise Refusal("observation_changed", f"{one.id} is another object now", "objects")
    return objects


def _found(live: LiveSet, finder: resolve.Finder, name: str, kind: Kind) -> Any:
    if kind == "chain":
        return finder.chain(name, "objects")
    if kind == "owner":
        return resolve.owner(live, name, "objects")
    device = finder.device(name, "objects")
    _note_parameters(live, device)
    return device


def _note_parameters(live: LiveSet, device: Live.Device.Device) -> None:
    """The places of parameters hold for one version only: compare their pointers with what was recorded, unless a
    listener stands for the list."""
    if live.version.known(device, "parameters") is not None:
        return
    version = live.version.value
    live.version.note(device, "parameters", pointers(device.parameters))
    if live.version.value != version:
        live.layouts.forget(pointer(device))
        raise Refusal("state_version_moved", f"the parameters of {quoted(device.name)} are others now")


_PARAMETER, _ENABLED, _MODE = bytes([PARAMETER]), bytes([ENABLED]), bytes([ENABLED | MODE])
_WITHOUT_MODE = bytes(flag & ~MODE for flag in range(256))
GLANCED = 512
"""Rows that are compared and written at once: fewer cost more a row, and many more would be fetched anew for every
look."""


class _Checking:
    """The columns of a job on their way to its pieces."""

    def __init__(self, live: LiveSet, row: ValuesToSet, objects: Sequence[Any]) -> None:
        self._live = live
        self._row = row
        self._objects = objects
        self._names = [addressed.id for addressed in row.objects]
        self._kinds: list[Kind] = [*map(kind_of, self._names)]
        self._parameters: list[Sequence[Live.DeviceParameter.DeviceParameter]] = [
            one.parameters if kind == "device" else () for one, kind in zip(objects, self._kinds, strict=True)
        ]
        """Of each object; none of what is no device."""
        try:
            self._columns = value_columns(row)
        except RowError as error:
            raise Refusal("invalid_arguments", str(error), "rows") from None

    def pieces(self) -> Iterator[Piece]:
        """Runs where rows are at a glance as planned, as many at once as may be; else a target for each row."""
        for batch in self._batches():
            yield from self._pieces(batch, self._by_object, self._by_kind)

    def racks(self) -> list[int]:
        """The places of racks whose pads are written."""
        columns, pads = self._columns, (PAD_SOLO, PAD_MUTE)
        if not any(pad in self._row.controls for pad in pads):
            return []
        pairs = zip(columns.targets, columns.controls, strict=True)
        return sorted({target for target, control in pairs if control in pads})

    def _pieces(self, rows: range, *finer: Callable[[range], Iterable[range]]) -> Iterator[Piece]:
        run = self._run(rows)
        if run is not None:
            yield run
        elif finer:
            for part in finer[0](rows):
                yield from self._pieces(part, *finer[1:])
        else:
            yield from map(self._target, rows)

    def _batches(self) -> Iterator[range]:
        """So many rows each; no object's rows are divided."""
        targets, start = self._columns.targets, 0
        while start < len(targets):
            end = min(start + GLANCED, len(targets))
            while end < len(targets) and targets[end] == targets[end - 1]:
                end += 1
            yield range(start, end)
            start = end

    def _by_object(self, rows: range) -> Iterator[range]:
        return stretches(self._columns.targets[rows.start : rows.stop], rows.start)

    def _by_kind(self, rows: range) -> Iterator[range]:
        row, part = self._row, slice(rows.start, rows.stop)
        return stretches(zip(row.controls[part], row.flags[part].translate(_WITHOUT_MODE), strict=True), rows.start)

    def _run(self, rows: range) -> Run | None:
        """The rows as a run, where all are parameters that nothing else drives, and as planned."""
        part, row, columns = slice(rows.start, rows.stop), self._row, self._columns
        flags = row.flags[part]
        modes = flags.count(_MODE)
        if not row.controls[part].count(_PARAMETER) == flags.count(_ENABLED) + modes == len(rows):
            return None
        targets, members = columns.targets[part], columns.members[part]
        try:
            parameters = [self._parameters[target][member] for target, member in zip(targets, members, strict=True)]
        except IndexError:
            return None
        wide, after = slice(DOUBLE * rows.start, DOUBLE * rows.stop), [*columns.after[part]]
        if not as_planned(parameters, after, [row.minimum[wide], row.maximum[wide], row.before[wide]]):
            return None
        found = [place for place, flag in enumerate(flags) if flag & MODE] if modes else []
        return Run(Owners(self._names, self._objects, targets), parameters, columns.before[part], after, found)

    @cached_property
    def _holders(self) -> Sequence[Holder]:
        return [*map(Holder, self._kinds, self._objects, self._parameters)]

    def _target(self, place: int) -> Target:
        one = self._columns.row(place)
        return checked_target(self._live, self._row, one, place, self._holders)


class ValueJob:
    """Values to write, in the order given."""

    only_values = True

    def __init__(self, pieces: Sequence[Piece], racks: Sequence[Live.Device.Device]) -> None:
        self._pieces = pieces
        self._racks = racks

    def apply(self, journal: Journal) -> None:
        """Write piece by piece."""
        for rack in self._racks:
            _journal_pads(journal, rack)
        for piece in self._pieces:
            piece.write(journal)

    def read(self) -> ValuesSet:
        """What stands at every row now."""
        texts: list[str] = []
        numbers: list[float] = []
        for piece in self._pieces:
            if isinstance(piece, Run):
                numbers += piece.now()
                continue
            for found in piece.now():
                if isinstance(found, str):
                    texts.append(found)
                    numbers.append(float(len(texts) - 1))
                else:
                    numbers.append(found)
        return ValuesSet(column(numbers), tuple(texts))

    def trace(self) -> Trace:
        """By the values themselves."""
        return ValueTrace(self._pieces)

    def long_lists(self) -> Iterable[tuple[Any, str]]:
        """A mode can change which parameters a device shows."""
        for piece in self._pieces:
            if isinstance(piece, Run):
                yield from ((device, "parameters") for device in piece.reshaped())
            elif isinstance(piece, Target) and piece.control.holder == "device" and _is_mode(piece):
                yield piece.holder, "parameters"


def _is_mode(target: Target) -> bool:
    return target.control.style == "parameter" and bool(target.held.is_quantized)


def _journal_pads(journal: Journal, rack: Live.Device.Device) -> None:
    """All pads' solos and mutes, because writing one pad's solo moves mutes of others."""
    for pad, _ in populated_pads(rack):
        for member, rank in (("solo", SOLO), ("mute", MUTE)):
            old = float(getattr(pad, member))
            Target("a pad", CONTROLS[PAD_SOLO if rank == SOLO else PAD_MUTE], pad, pad, old, old).enter(journal, old)


class ValueTrace:
    """Whether the values stand; those under playing automation belong to it and say nothing."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self._pieces = pieces

    def standing(self) -> Standing:
        """All as before, all as after, or neither."""
        found: set[Standing] = {piece.standing() for piece in self._pieces}
        found.discard("unseen")
        if not found:
            return "unseen"
        return found.pop() if len(found) == 1 else "neither"
