"""A run: parameters of devices, one after the other, that nothing else drives. All of it is compared column by column,
and written without an object for each; only what is odd is looked at row by row, and refused with its name.

A mode may disable or re-range what is written beside it. Where a run writes modes, they come after all else, because
what they will disable must be set before; what then is not as planned is written once more, because they may also have
enabled it; what does not take then either is told.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import compress
from operator import attrgetter, le
from typing import TYPE_CHECKING, NamedTuple

from ..columns import column, stretches
from ..history import Standing
from ..journal import Inverse, Journal
from ..refusals import quoted, refused_by_live
from ..wire import same_value
from .change import WriteFailed

if TYPE_CHECKING:
    import Live

    Parameter = Live.DeviceParameter.DeviceParameter

_VALUE, _LOW, _HIGH = attrgetter("value"), attrgetter("min"), attrgetter("max")
_IS_ENABLED, _AUTOMATION = attrgetter("is_enabled"), attrgetter("automation_state")
NAMED = 3
"""Modes that a failure names."""


class Owners(NamedTuple):
    """Whose the parameters of a run are: names and devices of a job, and of each row the place of its own."""

    names: Sequence[str]
    devices: Sequence[Live.Device.Device]
    targets: Sequence[int]

    def parts(self) -> Iterator[tuple[int, range]]:
        """Each device of the run, with its rows."""
        return ((self.targets[rows.start], rows) for rows in stretches(self.targets))


class Run:
    """Parameters with the values that stand there and those to write. `modes` are places in the run."""

    def __init__(
        self, owners: Owners, parameters: Sequence[Parameter], before: Sequence[float], after: Sequence[float],
        modes: Sequence[int],
    ) -> None:  # fmt: skip
        self._owners = owners
        self._parameters = parameters
        self._before = before
        self._after = after
        self._modes = modes

    def reshaped(self) -> Iterator[Live.Device.Device]:
        """Devices that a mode is written into: which parameters they show may change."""
        owners = self._owners
        return (owners.devices[target] for target in {owners.targets[place] for place in self._modes})

    def write(self, journal: Journal) -> None:
        """Enter it into the journal, then write."""
        journal.add_later(self._inverses)
        if not self._modes:
            self._write(range(len(self._parameters)))
            return
        others = bytearray(b"\1" * len(self._parameters))
        for mode in self._modes:
            others[mode] = 0
        _try(compress(zip(self._parameters, self._after, strict=True), others))
        _try((self._parameters[place], self._after[place]) for place in self._modes)
        self._write(self._differing(self._after))

    def _write(self, places: Iterable[int]) -> None:
        for place in places:
            try:
                self._parameters[place].value = self._after[place]
            except (RuntimeError, TypeError, ValueError) as error:
                raise self._failure(place, error) from error

    def now(self) -> list[float]:
        """What stands there."""
        return [*map(_VALUE, self._parameters)]

    def standing(self) -> Standing:
        """All as before, all as after, or neither."""
        now = self.now()
        if _all_same(now, self._before):
            return "before"
        return "after" if _all_same(now, self._after) else "neither"

    def _differing(self, wanted: Sequence[float], places: range | None = None) -> list[int]:
        """The places, of all or of these, where something else stands than is wanted."""
        where = range(len(self._parameters)) if places is None else places
        now = [*map(_VALUE, self._parameters[where.start : where.stop])]
        wanted = wanted[where.start : where.stop]
        if column(now) == column(wanted) or singles_of(now) == singles_of(wanted):
            return []
        return [
            place for place, pair in zip(where, zip(now, wanted, strict=True), strict=True) if not same_value(*pair)
        ]

    def _inverses(self) -> Iterator[Inverse]:
        """One a device: what keeps one from being read or put back keeps no other."""
        for target, places in self._owners.parts():
            undo, difference = partial(self._put_back, places), partial(self._difference, target, places)
            yield Inverse(self._owners.names[target], undo, difference)

    def _put_back(self, places: range) -> None:
        """In reverse; then once more what a mode kept from it that has been put back since."""
        for step in (-1, 1):
            for place in self._differing(self._before, places)[::step]:
                try:
                    self._parameters[place].value = self._before[place]
                except Exception:  # noqa: BLE001  (whatever Live raises, the others must still be put back)
                    continue

    def _difference(self, target: int, places: range) -> str:
        device = quoted(self._owners.devices[target].name)
        return "; ".join(
            f"{self._parameters[place].name} of {device} is {self._parameters[place].value:.7g}, not "
            f"{self._before[place]:.7g} as before"
            for place in self._differing(self._before, places)
        )

    def _failure(self, place: int, error: Exception) -> Exception:
        """What Live refused; its own kind of error where others read it."""
        devices, targets = self._owners.devices, self._owners.targets
        beside = [mode for mode in self._modes if mode != place and targets[mode] == targets[place]]
        modes = ", ".join(quoted(self._parameters[mode].name) for mode in beside[:NAMED])
        why = f" beside {modes}, which may disable or change it, and not at a second try" if modes else ""
        name = f"{self._parameters[place].name} of {quoted(devices[targets[place]].name)}"
        words = f"{name} was not written{why}: {refused_by_live(error)}"
        return RuntimeError(words) if type(error) is RuntimeError else WriteFailed(words)


def _try(pairs: Iterator[tuple[Parameter, float]]) -> None:
    """What does not take now is written once more when all modes stand."""
    while True:
        try:
            for parameter, value in pairs:
                parameter.value = value
        except (RuntimeError, TypeError, ValueError):
            continue  # with what comes after it
        return


def as_planned(parameters: Sequence[Parameter], after: Sequence[float], planned: Sequence[bytes]) -> bool:
    """Whether everything stands there at a glance as planned: else each row must be looked at. `planned` are columns of
    low ends, high ends and values: what Live holds at single precision it showed as the same doubles before."""
    if not all(map(_IS_ENABLED, parameters)) or any(map(_AUTOMATION, parameters)):
        return False
    low, high = [*map(_LOW, parameters)], [*map(_HIGH, parameters)]
    if [column(now) for now in (low, high, [*map(_VALUE, parameters)])] != planned:
        return False
    return all(map(le, low, after)) and all(map(le, after, high))


def _all_same(first: Sequence[float], second: Sequence[float]) -> bool:
    return singles_of(first) == singles_of(second) or all(map(same_value, first, second))


def singles_of(values: Sequence[float]) -> bytes:
    """As Live holds them, packed."""
    return array("f", values).tobytes()
