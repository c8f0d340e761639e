"""Writing values of mixers, devices, chains and pads, by the table of `controls.py`.

Almost all of a large job are parameters that nothing else drives: consecutive ones of a device are a run
(`parameter_run.py`) and cost no object each. Everything else is a target of its own (`target.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Protocol

from .. import resolve
from ..columns import column
from ..history import Standing, Trace
from ..journal import MUTE, SOLO, Journal
from ..live_set import LiveSet
from ..native import pointer, pointers
from ..observe.devices import populated_pads
from ..refusals import Refusal, quoted
from ..rows import RowError
from ..wire import ENABLED, PAD_MUTE, PAD_SOLO, PARAMETER, Addressed, ValueRow, ValuesSet, ValuesToSet, value_columns
from .controls import CONTROLS, Holder
from .parameter_run import SINGLE, Run, run_of, singles_of
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
    """Every object is the one meant; value, range and flags of everything that is overwritten are as planned."""
    finder = resolve.Finder(live)
    holders = [_resolve(live, finder, addressed) for addressed in row.objects]
    checking = _Checking(live, row, holders)
    return ValueJob([*checking.pieces()], [holders[place].object for place in checking.racks()])


def _resolve(live: LiveSet, finder: resolve.Finder, addressed: Addressed) -> Holder:
    """An addressed object; its pointer is the one it must have."""
    owner, colon, path = addressed.id.partition(":")
    if not colon:
        holder = Holder("owner", resolve.owner(live, owner, "objects"))
    elif path.rpartition("/")[2].startswith("device-"):
        holder = Holder("device", finder.device(addressed.id, "objects"))
        _note_parameters(live, holder)
    else:
        holder = Holder("chain", finder.chain(addressed.id, "objects"))
    if pointer(holder.object) != addressed.pointer:
        raise Refusal("observation_changed", f"{addressed.id} is another object now", "objects")
    return holder


def _note_parameters(live: LiveSet, device: Holder) -> None:
    """The places of parameters hold for one version only: compare their pointers with what was recorded."""
    version = live.version.value
    live.version.note(device.object, "parameters", pointers(device.parameters))
    if live.version.value != version:
        live.layouts.forget(pointer(device.object))
        raise Refusal("state_version_moved", f"the parameters of {quoted(device.object.name)} are others now")


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
        _, _, _, _, before, _, low, high = self._columns
        self._singles = [singles_of(column) for column in (low, high, before)]

    def pieces(self) -> Iterator[Piece]:
        """Runs where rows are alike and at a glance as planned, else a target for each row."""
        targets, controls, _, flags, *_ = self._columns
        start = 0
        for alike, group in groupby(zip(targets, controls, flags, strict=True)):
            end = start + len([*group])
            run = self._run(*alike, start, end)
            if run is None:
                yield from (self._target(place) for place in range(start, end))
            else:
                yield run
            start = end

    def racks(self) -> list[int]:
        """The places of racks whose pads are written."""
        targets, controls, *_ = self._columns
        pads = (PAD_SOLO, PAD_MUTE)
        if not any(pad in self._row.controls for pad in pads):
            return []
        return sorted({target for target, control in zip(targets, controls, strict=True) if control in pads})

    def _run(self, target: int, control: int, flags: int, start: int, end: int) -> Run | None:
        if control != PARAMETER or flags != ENABLED or not 0 <= target < len(self._holders):
            return None
        _, _, members, _, before, after, *_ = self._columns
        planned = [column[SINGLE * start : SINGLE * end] for column in self._singles]
        name, holder = self._row.objects[target].id, self._holders[target]
        return run_of(self._live, name, holder, members[start:end], before[start:end], after[start:end], planned)

    def _target(self, place: int) -> Target:
        one = ValueRow(*[column[place] for column in self._columns])
        return checked_target(self._live, self._row, one, place, self._holders)


class ValueJob:
    """Values to write, in the order given."""

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
                if piece.has_modes:
                    yield piece.device, "parameters"
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
