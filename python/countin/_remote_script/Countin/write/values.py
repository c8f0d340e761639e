"""Writing values of mixers, devices, chains and pads, by the table of `controls.py`.

Almost all of a large job are parameters that nothing else drives: consecutive ones are a run (`parameter_run.py`) and
cost no object each. Everything else is a target of its own (`target.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from .. import resolve
from ..columns import column
from ..history import Standing, Trace
from ..ids import Kind, kind_of
from ..journal import MUTE, SOLO, Journal
from ..live_set import LiveSet
from ..native import pointer, pointers
from ..observe.devices import populated_pads
from ..refusals import Refusal, quoted
from ..rows import RowError
from ..wire import DOUBLE, ENABLED, PAD_MUTE, PAD_SOLO, PARAMETER, Addressed, ValuesSet, ValuesToSet, value_columns
from .controls import CONTROLS, Holder
from .parameter_run import Part, Run, as_planned, modes_of
from .target import Target, Value, checked_target

if TYPE_CHECKING:
    import Live

    Parameter = Live.DeviceParameter.DeviceParameter


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
    known, finder = live.objects.at(live.version.value), resolve.Finder(live)
    holders = [_resolve(live, known, finder, addressed) for addressed in row.objects]
    checking = _Checking(live, row, holders)
    return ValueJob([*checking.pieces()], [holders[place].object for place in checking.racks()])


def _resolve(live: LiveSet, known: Mapping[str, Any], finder: resolve.Finder, addressed: Addressed) -> Holder:
    """An addressed object; its pointer is the one it must have. What is known has been compared with all its lists."""
    name, kind = addressed.id, kind_of(addressed.id)
    found = known.get(name)
    holder = Holder(kind, _found(live, finder, name, kind) if found is None else found)
    if pointer(holder.object) != addressed.pointer:
        raise Refusal("observation_changed", f"{name} is another object now", "objects")
    return holder


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


class _Group(NamedTuple):
    """Rows of one object, with the parameters that they write: none where each must be looked at."""

    start: int
    end: int
    target: int
    parameters: Sequence[Parameter]


_PARAMETER, _ENABLED = bytes([PARAMETER]), bytes([ENABLED])
GLANCED = 256
"""Rows that are compared and written at once: fewer cost more a row, and many more would be fetched anew for every
look."""


def _batches(groups: Iterable[_Group]) -> Iterator[Sequence[_Group]]:
    batch: list[_Group] = []
    for group in groups:
        batch.append(group)
        if group.end - batch[0].start >= GLANCED:
            yield batch
            batch = []
    yield batch


class _Checking:
    """The columns of a job on their way to its pieces."""

    def __init__(self, live: LiveSet, row: ValuesToSet, holders: Sequence[Holder]) -> None:
        self._live = live
        self._row = row
        self._holders = holders
        try:
            self._columns = value_columns(row)
        except RowError as error:
            raise Refusal("invalid_arguments", str(error), "rows") from None

    def pieces(self) -> Iterator[Piece]:
        """Runs where rows are at a glance as planned; else a target for each row."""
        for batch in _batches(self._groups()):
            for is_plain, groups in groupby(batch, lambda group: bool(group.parameters)):
                yield from self._runs([*groups]) if is_plain else self._targets([*groups])

    def racks(self) -> list[int]:
        """The places of racks whose pads are written."""
        columns, pads = self._columns, (PAD_SOLO, PAD_MUTE)
        if not any(pad in self._row.controls for pad in pads):
            return []
        pairs = zip(columns.targets, columns.controls, strict=True)
        return sorted({target for target, control in pairs if control in pads})

    def _groups(self) -> Iterator[_Group]:
        """Rows of one object and one kind."""
        row, start = self._row, 0
        all_plain = row.controls.count(_PARAMETER) == row.flags.count(_ENABLED) == len(row.controls)
        for target, group in groupby(self._columns.targets):
            end = start + len([*group])
            kinds = row.controls[start:end], row.flags[start:end]
            if all_plain or kinds == (_PARAMETER * (end - start), _ENABLED * (end - start)):
                yield self._group(start, end, target, is_plain=True)
            else:
                for kind, alike in groupby(zip(*kinds, strict=True)):
                    stop = start + len([*alike])
                    yield self._group(start, stop, target, is_plain=kind == (PARAMETER, ENABLED))
                    start = stop
            start = end

    def _group(self, start: int, end: int, target: int, *, is_plain: bool) -> _Group:
        is_plain = is_plain and 0 <= target < len(self._holders)
        return _Group(start, end, target, self._parameters(self._holders[target], start, end) if is_plain else ())

    def _parameters(self, device: Holder, start: int, end: int) -> Sequence[Parameter]:
        """What the rows write into a device; nothing where a row names what the device does not have."""
        if device.kind != "device":
            return ()
        known = device.parameters
        try:
            return [known[member] for member in self._columns.members[start:end]]
        except IndexError:
            return ()

    def _runs(self, groups: Sequence[_Group]) -> Iterator[Piece]:
        """One run where all rows are as planned; else by halves, until what is odd stands alone, row by row."""
        rows = slice(groups[0].start, groups[-1].end)
        parts = [self._part(group) for group in groups]
        if self._as_planned(rows, parts):
            modes = self._modes(groups, rows.start)
            yield Run(parts, self._columns.before[rows], self._columns.after[rows], modes)
        elif len(groups) == 1:
            yield from self._targets(groups)
        else:
            half = len(groups) // 2
            yield from self._runs(groups[:half])
            yield from self._runs(groups[half:])

    def _part(self, group: _Group) -> Part:
        return Part(self._row.objects[group.target].id, self._holders[group.target].object, group.parameters)

    def _as_planned(self, rows: slice, parts: Sequence[Part]) -> bool:
        row, columns = self._row, slice(DOUBLE * rows.start, DOUBLE * rows.stop)
        planned = [column[columns] for column in (row.minimum, row.maximum, row.before)]
        parameters = [parameter for part in parts for parameter in part.parameters]
        return as_planned(parameters, self._columns.after[rows], planned)

    def _modes(self, groups: Sequence[_Group], first: int) -> Sequence[int]:
        """Places of modes in the run that begins at row `first`."""
        found: list[int] = []
        for start, end, target, parameters in groups:
            members = self._columns.members[start:end]
            places = modes_of(self._live, self._holders[target].object, members, parameters)
            found += [start - first + place for place in places]
        return found

    def _targets(self, groups: Sequence[_Group]) -> Iterator[Target]:
        for place in range(groups[0].start, groups[-1].end):
            yield checked_target(self._live, self._row, self._columns.row(place), place, self._holders)


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
