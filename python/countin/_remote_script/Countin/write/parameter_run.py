"""A run: parameters of one device, one after the other, that nothing else drives. All of it is compared column by
column; only where a column differs is each row looked at, and refused with its name.

A mode may disable or re-range what is written beside it. Where a run writes modes, they come after all else, because
what they will disable must be set before; what then is not as planned is written once more, because they may also have
enabled it; what does not take then either is told.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from operator import attrgetter, le
from typing import TYPE_CHECKING

from ..columns import column
from ..history import Standing
from ..journal import Journal
from ..native import pointer
from ..refusals import quoted, refused_by_live
from ..wire import same_value
from .change import WriteFailed

if TYPE_CHECKING:
    import Live

    from ..live_set import LiveSet

    Parameter = Live.DeviceParameter.DeviceParameter

_VALUE, _LOW, _HIGH = attrgetter("value"), attrgetter("min"), attrgetter("max")
_IS_ENABLED, _AUTOMATION = attrgetter("is_enabled"), attrgetter("automation_state")
NAMED = 3
"""Modes that a failure names."""


class Run:
    """Parameters with the values that stand there and those to write."""

    def __init__(
        self, name: str, device: Live.Device.Device, parameters: Sequence[Parameter], before: Sequence[float],
        after: Sequence[float], modes: Sequence[int],
    ) -> None:  # fmt: skip
        self.name = name
        self.device = device
        self.parameters = parameters
        self._before = before
        self._after = after
        self._modes = modes
        """Places in the run that hold modes."""

    @property
    def has_modes(self) -> bool:
        """Whether which parameters the device shows may change."""
        return bool(self._modes)

    def write(self, journal: Journal) -> None:
        """Enter it into the journal, then write."""
        journal.add(self.name, self._put_back, self._difference)
        pairs = zip(self.parameters, self._after, strict=True)
        if not self._modes:
            self._write(range(len(self.parameters)), pairs)
            return
        modes = {*self._modes}
        _try([pair for place, pair in enumerate(pairs) if place not in modes])
        _try([(self.parameters[place], self._after[place]) for place in self._modes])
        left = self._differing(self._after)
        self._write(left, ((self.parameters[place], self._after[place]) for place in left))

    def _write(self, places: Sequence[int], pairs: Iterable[tuple[Parameter, float]]) -> None:
        number = 0
        try:
            for parameter, value in pairs:
                parameter.value = value
                number += 1
        except (RuntimeError, TypeError, ValueError) as error:
            raise self._failure(places[number], error) from error

    def now(self) -> list[float]:
        """What stands there."""
        return [*map(_VALUE, self.parameters)]

    def standing(self) -> Standing:
        """All as before, all as after, or neither."""
        now = self.now()
        if _all_same(now, self._before):
            return "before"
        return "after" if _all_same(now, self._after) else "neither"

    def _differing(self, wanted: Sequence[float]) -> list[int]:
        now = self.now()
        if column(now) == column(wanted) or singles_of(now) == singles_of(wanted):
            return []
        return [place for place, pair in enumerate(zip(now, wanted, strict=True)) if not same_value(*pair)]

    def _put_back(self) -> None:
        """In reverse; then once more what a mode kept from it that has been put back since."""
        for step in (-1, 1):
            for place in self._differing(self._before)[::step]:
                try:
                    self.parameters[place].value = self._before[place]
                except Exception:  # noqa: BLE001  (whatever Live raises, the others must still be put back)
                    continue

    def _difference(self) -> str:
        device = quoted(self.device.name)
        return "; ".join(
            f"{self.parameters[place].name} of {device} is {self.parameters[place].value:.7g}, not "
            f"{self._before[place]:.7g} as before"
            for place in self._differing(self._before)
        )

    def _failure(self, place: int, error: Exception) -> Exception:
        """What Live refused; its own kind of error where others read it."""
        modes = [quoted(self.parameters[mode].name) for mode in self._modes if mode != place][:NAMED]
        why = f" beside {', '.join(modes)}, which may disable or change it, and not at a second try" if modes else ""
        name = f"{self.parameters[place].name} of {quoted(self.device.name)}"
        words = f"{name} was not written{why}: {refused_by_live(error)}"
        return RuntimeError(words) if type(error) is RuntimeError else WriteFailed(words)


def _try(pairs: Iterable[tuple[Parameter, float]]) -> None:
    """What does not take now is written once more when all modes stand."""
    rest = iter(pairs)
    while True:
        try:
            for parameter, value in rest:
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


def modes_of(
    live: LiveSet, device: Live.Device.Device, members: Sequence[int], parameters: Sequence[Parameter]
) -> Sequence[int]:
    """Places of modes among the members of a device, in their order; asked of Live where its layout was never read."""
    known = live.layouts.modes_of(pointer(device))
    if known is None:
        return [place for place, parameter in enumerate(parameters) if parameter.is_quantized]
    return () if known.isdisjoint(members) else [place for place, member in enumerate(members) if member in known]


def _all_same(first: Sequence[float], second: Sequence[float]) -> bool:
    return singles_of(first) == singles_of(second) or all(map(same_value, first, second))


def singles_of(values: Sequence[float]) -> bytes:
    """As Live holds them, packed."""
    return array("f", values).tobytes()
