"""A run: parameters of one device, one after the other, that nothing else drives. All of it is compared column by
column; only where a column differs is each row looked at, and refused with its name.

A mode may disable or re-range what is written beside it: where a run writes a mode, what did not take is written once
more after all the rest, and what does not take then either is told.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..history import Standing
from ..journal import Journal
from ..native import pointer
from ..refusals import quoted, refused_by_live
from ..wire import same_value
from .change import WriteFailed
from .controls import Holder

if TYPE_CHECKING:
    import Live

    from ..live_set import LiveSet

    Parameter = Live.DeviceParameter.DeviceParameter

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
        failed: list[int] = []
        for place, (parameter, value) in enumerate(zip(self.parameters, self._after, strict=True)):
            try:
                parameter.value = value
            except (RuntimeError, TypeError, ValueError) as error:
                if not self._modes:
                    raise self._failure(place, error) from error
                failed.append(place)
        if self._modes:
            self._write_again(failed)

    def _write_again(self, failed: Sequence[int]) -> None:
        """What a mode has kept from taking, once more."""
        late = {*failed, *self._differing(self._after)}
        for place in sorted(late):
            try:
                self.parameters[place].value = self._after[place]
            except (RuntimeError, TypeError, ValueError) as error:
                raise self._failure(place, error) from error

    def now(self) -> list[float]:
        """What stands there."""
        return [parameter.value for parameter in self.parameters]

    def standing(self) -> Standing:
        """All as before, all as after, or neither."""
        now = self.now()
        if _all_same(now, self._before):
            return "before"
        return "after" if _all_same(now, self._after) else "neither"

    def _differing(self, wanted: Sequence[float]) -> list[int]:
        now = self.now()
        if _singles(now) == _singles(wanted):
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


def run_of(
    live: LiveSet, name: str, device: Holder, members: Sequence[int], before: Sequence[float], after: Sequence[float],
    ranges: tuple[Sequence[float], Sequence[float]],
) -> Run | None:  # fmt: skip
    """The run of these members, None where not everything stands there at a glance as planned: then each row must be
    looked at."""
    if device.kind != "device" or not 0 <= min(members) <= max(members) < len(device.parameters):
        return None
    parameters = [device.parameters[member] for member in members]
    if not all(parameter.is_enabled for parameter in parameters):
        return None
    if any(parameter.automation_state for parameter in parameters):
        return None
    low, high = [parameter.min for parameter in parameters], [parameter.max for parameter in parameters]
    columns = ((low, ranges[0]), (high, ranges[1]), ([parameter.value for parameter in parameters], before))
    if any(_singles(now) != _singles(planned) for now, planned in columns):
        return None
    if not all(least <= value <= most for least, value, most in zip(low, after, high, strict=True)):
        return None
    return Run(name, device.object, parameters, before, after, _modes(live, device, members))


def _modes(live: LiveSet, device: Holder, members: Sequence[int]) -> list[int]:
    """Places of modes among the members; asked of Live where the layout was never read."""
    known = live.layouts.modes_of(pointer(device.object))
    if known is None:
        return [place for place, member in enumerate(members) if device.parameters[member].is_quantized]
    modes = set(known)
    return [place for place, member in enumerate(members) if member in modes]


def _all_same(first: Sequence[float], second: Sequence[float]) -> bool:
    return _singles(first) == _singles(second) or all(map(same_value, first, second))


def _singles(values: Sequence[float]) -> bytes:
    """As Live holds them."""
    return array("f", values).tobytes()
