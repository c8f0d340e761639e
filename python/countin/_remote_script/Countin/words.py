"""Live's words for values that differ from what stands beside a question, so that a plan can show them in the tick in
which it looked."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import accumulate, compress, islice
from itertools import chain as joined
from typing import TYPE_CHECKING, Any, NamedTuple

from . import resolve
from .columns import column, differing, indices, numbers, real_values
from .live_set import LiveSet
from .observe.levels import words_for
from .wire import (
    DOUBLE,
    VOLUME,
    WORDED,
    Beside,
    CapturedChain,
    Chain,
    GroupSystem,
    Level,
    OwnerMixer,
    TrackState,
    Word,
    real_level,
)

if TYPE_CHECKING:
    import Live

    Parameter = Live.DeviceParameter.DeviceParameter

SENDS = 2
"""The places of a chain's sends come after its volume and its pan."""


class _Part(NamedTuple):
    """One owner of a capture: its devices, and the controls of its mixer by what Live calls them."""

    chain: Chain
    owner: str
    levels: Mapping[str, Level]
    sends: Sequence[Level]


class _Strip(NamedTuple):
    """The faders of one mixer: how many, and how to find one in Live by its place."""

    length: int
    find: Callable[[int], Parameter]


class _Columns:
    """What stands in a captured row, as `Word` counts places: first the values of its parameters, then its faders."""

    def __init__(self, parts: Sequence[_Part]) -> None:
        self._parts = parts
        self.values = b"".join([real_values(part.chain) for part in parts])
        self.count = len(self.values) // DOUBLE

    @cached_property
    def faders(self) -> Sequence[float]:
        """The owner's, then those of its chains, of one owner after the other."""
        return [value for part in self._parts for value in (*_levels(part), *joined.from_iterable(_sides(part)))]


_Pair = tuple[int, float, float]
"""A place, what stands there, and what it is compared with."""


def words_beside(
    live: LiveSet,
    arguments: tuple[Any, ...],
    row: tuple[Any, ...],
    beside: Beside,
    known: tuple[Any, ...] | None = None,
) -> tuple[Word, ...]:
    """The words for what a captured row holds otherwise, at most `WORDED`; none where the columns beside it are not its
    own, and none for rows of other kinds. `known` is the row that the places beside it count on."""
    parts = _parts(arguments, row)
    columns = _Columns(parts)
    if beside.places:
        moved = None if known is None or known == row else _Columns(_parts(arguments, known))
        pairs = _of_places(columns, beside, moved)
    else:
        pairs = joined(_of_parameters(columns, beside.values), _of_faders(columns, beside.faders))
    return _words(_Controls(live, parts), [*islice(_unlike(pairs), WORDED)])


def _words(controls: _Controls, pairs: Sequence[_Pair]) -> tuple[Word, ...]:
    parameters = [controls.at(place) for place, _, _ in pairs]
    try:
        return tuple(
            [
                Word(place, parameter.str_for_value(now), parameter.str_for_value(other))
                for parameter, (place, now, other) in zip(parameters, pairs, strict=True)
            ]
        )
    except RuntimeError:  # one of them has none
        return tuple(
            [
                Word(place, words_for(parameter, now), words_for(parameter, other))
                for parameter, (place, now, other) in zip(parameters, pairs, strict=True)
            ]
        )


def _unlike(pairs: Iterator[_Pair]) -> Iterator[_Pair]:
    """Those that differ as Live holds them. A NaN is not compared."""
    while some := [*islice(pairs, WORDED)]:
        _, now, other = zip(*some, strict=True)
        singles = zip(array("f", now), array("f", other), strict=True)
        yield from compress(some, [one != another and another == another for one, another in singles])


def _parts(arguments: tuple[Any, ...], row: tuple[Any, ...]) -> Sequence[_Part]:
    if isinstance(row, Chain):
        return (_Part(row, str(arguments[0]), _owner_levels(row.mixer), ()),)
    if isinstance(row, TrackState):
        return (_track(row),)
    return [*map(_track, row.tracks)] if isinstance(row, GroupSystem) else ()


def _track(row: TrackState) -> _Part:
    return _Part(row.chain, row.id, {"volume": row.volume, "panning": row.pan}, [send.level for send in row.sends])


def _owner_levels(mixer: OwnerMixer | None) -> dict[str, Level]:
    if mixer is None:
        return {}
    levels = {"volume": mixer.volume, "panning": mixer.pan}
    if mixer.cue_volume is not None and mixer.crossfader is not None:
        levels |= {"cue_volume": mixer.cue_volume, "crossfader": mixer.crossfader}
    return levels


def _of_parameters(here: _Columns, beside: bytes) -> Iterator[_Pair]:
    if len(here.values) != len(beside):
        return
    now, other = numbers(here.values), numbers(beside)
    for place in differing(here.values, beside):
        yield place, now[place], other[place]


def _of_faders(here: _Columns, beside: bytes) -> Iterator[_Pair]:
    if not beside or len(beside) != DOUBLE * len(here.faders):
        return
    for place, (now, other) in enumerate(zip(here.faders, numbers(beside), strict=True), here.count):
        if now != other:
            yield place, now, other


def _of_places(here: _Columns, beside: Beside, moved: _Columns | None) -> Iterator[_Pair]:
    """What shall stand at the places; and as it is `known`, where that has moved since."""
    places, values = indices(beside.places), numbers(beside.values)
    if len(places) != len(values):
        return
    wanted = dict(zip(places, values, strict=True))
    if moved is not None:
        pairs = joined(_of_parameters(here, moved.values), _of_faders(here, column(moved.faders)))
        wanted = dict(sorted(({place: other for place, _, other in pairs} | wanted).items()))
    now = numbers(here.values)
    for place, other in wanted.items():
        if place < here.count:
            yield place, now[place], other
        elif place - here.count < len(here.faders):
            yield place, here.faders[place - here.count], other


class _Controls:
    """Finds what stands at a place in Live."""

    def __init__(self, live: LiveSet, parts: Sequence[_Part]) -> None:
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

    def _mixers(self, part: _Part) -> Iterator[_Strip]:
        yield _Strip(len(part.levels) + len(part.sends), partial(_owner_fader, self._live, part))
        for row, values in zip(part.chain.chains, _sides(part), strict=True):
            yield _Strip(len(values), partial(_chain_fader, self._finder, row))


def _levels(part: _Part) -> Sequence[float]:
    return [*map(real_level, (*part.levels.values(), *part.sends))]


def _sides(part: _Part) -> Iterator[Sequence[float]]:
    """The faders of each chain as they stand, guarded or not."""
    for row in part.chain.chains:
        values = [row.volume, row.pan, *row.sends]
        for loose in row.masked:
            values[loose.place] = loose.value
        yield values[_first(row) :]


def _first(row: CapturedChain) -> int:
    """The place of the first fader that a chain has; a pan comes with a volume."""
    return 0 if row.has & VOLUME else SENDS


def _owner_fader(live: LiveSet, part: _Part, place: int) -> Parameter:
    mixer, members = resolve.owner(live, part.owner).mixer_device, [*part.levels]
    return getattr(mixer, members[place]) if place < len(members) else mixer.sends[place - len(members)]


def _chain_fader(finder: resolve.Finder, row: CapturedChain, number: int) -> Parameter:
    place, mixer = _first(row) + number, finder.chain(row.id, "chain").mixer_device
    return mixer.sends[place - SENDS] if place >= SENDS else (mixer.volume, mixer.panning)[place]
