"""What stands at the places of a captured row, as `Word` counts them, and where to find it in Live: the values of its
parameters, then its faders.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import accumulate
from itertools import chain as joined
from typing import TYPE_CHECKING, Any, NamedTuple

from . import resolve
from .columns import real_values
from .live_set import LiveSet
from .wire import (
    DOUBLE,
    VOLUME,
    CapturedChain,
    Chain,
    GroupSystem,
    Level,
    OwnerMixer,
    TrackState,
    real_level,
)

if TYPE_CHECKING:
    import Live

    Parameter = Live.DeviceParameter.DeviceParameter

SENDS = 2
"""The places of a chain's sends come after its volume and its pan."""


class Part(NamedTuple):
    """One owner of a capture: its devices, and the controls of its mixer by what Live calls them."""

    chain: Chain
    owner: str
    levels: Mapping[str, Level]
    sends: Sequence[Level]


def parts_of(arguments: tuple[Any, ...], row: tuple[Any, ...]) -> Sequence[Part]:
    """The owners of a captured row; none for rows of other kinds."""
    if isinstance(row, Chain):
        return (Part(row, str(arguments[0]), _owner_levels(row.mixer), ()),)
    if isinstance(row, TrackState):
        return (_track(row),)
    return [*map(_track, row.tracks)] if isinstance(row, GroupSystem) else ()


def _track(row: TrackState) -> Part:
    return Part(row.chain, row.id, {"volume": row.volume, "panning": row.pan}, [send.level for send in row.sends])


def _owner_levels(mixer: OwnerMixer | None) -> dict[str, Level]:
    if mixer is None:
        return {}
    levels = {"volume": mixer.volume, "panning": mixer.pan}
    if mixer.cue_volume is not None and mixer.crossfader is not None:
        levels |= {"cue_volume": mixer.cue_volume, "crossfader": mixer.crossfader}
    return levels


class Columns:
    """What stands in a captured row, as `Word` counts places: first the values of its parameters, then its faders."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self.values = b"".join([real_values(part.chain) for part in parts])
        self.count = len(self.values) // DOUBLE

    @cached_property
    def faders(self) -> Sequence[float]:
        """The owner's, then those of its chains, of one owner after the other."""
        return [value for part in self._parts for value in (*_levels(part), *joined.from_iterable(_sides(part)))]


class _Strip(NamedTuple):
    """The faders of one mixer: how many, and how to find one in Live by its place."""

    length: int
    find: Callable[[int], Parameter]


class Controls:
    """Finds what stands at a place in Live."""

    def __init__(self, live: LiveSet, parts: Sequence[Part]) -> None:
        self._live = live
        self._parts = parts
        self._finder = resolve.Finder(live, live.objects.at(live.version.value))
        self._devices = [device for part in parts for device in part.chain.devices]
        self._starts = [*accumulate([device.parameters for device in self._devices], initial=0)]
        self._parameters: Any = ()
        self._first = self._end = 0
        """The parameters of the device that was found last, and their places."""

    def at(self, place: int) -> Parameter:
        """A parameter or, after all of them, a fader."""
        if self._first <= place < self._end:
            return self._parameters[place - self._first]
        if place >= self._starts[-1]:
            return self._fader(place - self._starts[-1])
        number = bisect_right(self._starts, place)
        self._first, self._end = self._starts[number - 1], self._starts[number]
        self._parameters = self._finder.device(self._devices[number - 1].id, "device").parameters
        return self._parameters[place - self._first]

    def _fader(self, place: int) -> Parameter:
        starts, strips = self._strips
        strip = bisect_right(starts, place) - 1
        return strips[strip].find(place - starts[strip])

    @cached_property
    def _strips(self) -> tuple[Sequence[int], Sequence[_Strip]]:
        """Where the faders of each mixer begin: the owner's, then those of its chains, of one owner after the other.
        None without faders is among them."""
        strips = [strip for part in self._parts for strip in self._mixers(part) if strip.length]
        return [*accumulate((strip.length for strip in strips), initial=0)], strips

    def _mixers(self, part: Part) -> Iterator[_Strip]:
        yield _Strip(len(part.levels) + len(part.sends), partial(_owner_fader, self._live, part))
        for row, values in zip(part.chain.chains, _sides(part), strict=True):
            yield _Strip(len(values), partial(_chain_fader, self._finder, row))


def _levels(part: Part) -> Sequence[float]:
    return [*map(real_level, (*part.levels.values(), *part.sends))]


def _sides(part: Part) -> Iterator[Sequence[float]]:
    """The faders of each chain as they stand, guarded or not."""
    for row in part.chain.chains:
        values = [row.volume, row.pan, *row.sends]
        for loose in row.masked:
            values[loose.place] = loose.value
        yield values[_first(row) :]


def _first(row: CapturedChain) -> int:
    """The place of the first fader that a chain has; a pan comes with a volume."""
    return 0 if row.has & VOLUME else SENDS


def _owner_fader(live: LiveSet, part: Part, place: int) -> Parameter:
    mixer, members = resolve.owner(live, part.owner).mixer_device, [*part.levels]
    return getattr(mixer, members[place]) if place < len(members) else mixer.sends[place - len(members)]


def _chain_fader(finder: resolve.Finder, row: CapturedChain, number: int) -> Parameter:
    place, mixer = _first(row) + number, finder.chain(row.id, "chain").mixer_device
    return mixer.sends[place - SENDS] if place >= SENDS else (mixer.volume, mixer.panning)[place]
