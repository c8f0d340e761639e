"""Live's words for values that differ from what stands beside a question, so that a plan can show them in the tick in
which it looked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from . import resolve
from .columns import differing, numbers, real_values, spans
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
    same_value,
)

if TYPE_CHECKING:
    import Live

    Parameter = Live.DeviceParameter.DeviceParameter


SENDS = 2
"""The places of a chain's sends come after its volume and its pan."""


class _Strip(NamedTuple):
    """The faders of one mixer: what stands there, and how to find each in Live."""

    values: Sequence[float]
    find: Callable[[int], Parameter]


def with_words(live: LiveSet, arguments: tuple[Any, ...], row: tuple[Any, ...], beside: Beside) -> tuple[Any, ...]:
    """A captured row with its words; any other, and a capture whose columns are not those beside it, as it is."""
    wanted = _Wanted(live, beside)
    if isinstance(row, Chain):
        return row._replace(words=wanted.of(row, str(arguments[0]), _owner_levels(row.mixer), ()))
    if isinstance(row, TrackState):
        return _track(wanted, row)
    if isinstance(row, GroupSystem):
        return GroupSystem(tuple(_track(wanted, track) for track in row.tracks))
    return row


def _track(wanted: _Wanted, row: TrackState) -> TrackState:
    levels = {"volume": row.volume, "panning": row.pan}
    words = wanted.of(row.chain, row.id, levels, [send.level for send in row.sends])
    return row._replace(chain=row.chain._replace(words=words))


def _owner_levels(mixer: OwnerMixer | None) -> dict[str, Level]:
    if mixer is None:
        return {}
    levels = {"volume": mixer.volume, "panning": mixer.pan}
    if mixer.cue_volume is not None and mixer.crossfader is not None:
        levels |= {"cue_volume": mixer.cue_volume, "crossfader": mixer.crossfader}
    return levels


class _Wanted:
    """What is compared, taken from the front of both columns; at most `WORDED` words in all."""

    def __init__(self, live: LiveSet, beside: Beside) -> None:
        self._live = live
        self._finder = resolve.Finder(live)
        self._values = beside.values
        self._faders = numbers(beside.faders)
        self._left = WORDED

    def of(self, chain: Chain, owner: str, levels: Mapping[str, Level], sends: Sequence[Level]) -> tuple[Word, ...]:
        """The words of one chain and of its owner's mixer."""
        strips = [*self._owner(owner, levels, sends), *map(self._strip, chain.chains)]
        size, count = len(chain.values), sum([len(strip.values) for strip in strips])
        values, self._values = self._values[:size], self._values[size:]
        faders, self._faders = self._faders[:count], self._faders[count:]
        words: list[Word] = []
        if len(values) == size:
            words += islice(self._parameters(chain, values), self._left)
        if len(faders) == count:
            words += islice(_of_strips(strips, faders, len(chain.flags)), max(0, self._left - len(words)))
        self._left -= len(words)
        return tuple(words)

    def _parameters(self, chain: Chain, wanted: bytes) -> Iterator[Word]:
        """Devices whose columns are the same bytes are passed over without a look at each value."""
        real = real_values(chain)
        if real == wanted:
            return
        here, beside = numbers(real), numbers(wanted)
        for device, start, end in spans(chain):
            own, other = real[DOUBLE * start : DOUBLE * end], wanted[DOUBLE * start : DOUBLE * end]
            if own == other:
                continue
            places = [place for place in differing(own, other) if _differ(here[start + place], beside[start + place])]
            if not places:
                continue
            parameters = self._finder.device(device.id, "device").parameters
            for place in places:
                yield _word(parameters[place], start + place, here[start + place], beside[start + place])

    def _owner(self, owner: str, levels: Mapping[str, Level], sends: Sequence[Level]) -> Iterator[_Strip]:
        if not levels:
            return
        mixer, members = resolve.owner(self._live, owner).mixer_device, [*levels]

        def find(place: int) -> Parameter:
            own = len(members)
            return getattr(mixer, members[place]) if place < own else mixer.sends[place - own]

        yield _Strip([*map(real_level, levels.values()), *map(real_level, sends)], find)

    def _strip(self, row: CapturedChain) -> _Strip:
        values = [row.volume, row.pan, *row.sends]
        for loose in row.masked:
            values[loose.place] = loose.value
        first = 0 if row.has & VOLUME else SENDS  # a pan comes with it
        return _Strip(values[first:], partial(self._fader, row.id, first))

    def _fader(self, chain: str, first: int, number: int) -> Parameter:
        place, mixer = first + number, self._finder.chain(chain, "chain").mixer_device
        return mixer.sends[place - SENDS] if place >= SENDS else (mixer.volume, mixer.panning)[place]


def _of_strips(strips: Sequence[_Strip], beside: Sequence[float], count: int) -> Iterator[Word]:
    first = 0
    for strip in strips:
        wanted = beside[first : first + len(strip.values)]
        for place, (one, other) in enumerate(zip(strip.values, wanted, strict=True)):
            if one != other and _differ(one, other):
                yield _word(strip.find(place), count + first + place, one, other)
        first += len(strip.values)


def _differ(value: float, wanted: float) -> bool:
    """A NaN is not compared."""
    return wanted == wanted and not same_value(value, wanted)


def _word(parameter: Parameter, place: int, before: float, after: float) -> Word:
    return Word(place, words_for(parameter, before), words_for(parameter, after))
