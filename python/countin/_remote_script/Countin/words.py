"""Live's words for values that differ from what stands beside a question, so that a plan can show them in the tick in
which it looked."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from . import resolve
from .columns import real_values, singles, spans
from .live_set import LiveSet
from .observe.levels import words_for
from .wire import (
    PAN,
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


class _Fader(NamedTuple):
    """A mixer control of a capture: what stands there, and how to find it in Live."""

    value: float
    find: Callable[[], Parameter]


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
        self._values = singles(beside.values)
        self._faders = singles(beside.faders)
        self._left = WORDED

    def of(self, chain: Chain, owner: str, levels: Mapping[str, Level], sends: Sequence[Level]) -> tuple[Word, ...]:
        """The words of one chain and of its owner's mixer."""
        faders = [*self._owner(owner, levels, sends), *self._strips(chain)]
        count = len(chain.flags)
        values, self._values = self._values[:count], self._values[count:]
        beside, self._faders = self._faders[: len(faders)], self._faders[len(faders) :]
        words: list[Word] = []
        if len(values) == count:
            words += islice(self._parameters(chain, values), self._left)
        if len(beside) == len(faders):
            words += islice(_words(faders, beside, count), max(0, self._left - len(words)))
        self._left -= len(words)
        return tuple(words)

    def _parameters(self, chain: Chain, wanted: Sequence[float]) -> Iterator[Word]:
        real = real_values(chain)
        here, beside = array("f", real), array("f", wanted)
        for device, start, end in spans(chain):
            if here[start:end] == beside[start:end]:
                continue
            places = [place for place in range(start, end) if _differ(real[place], wanted[place])]
            if not places:
                continue
            parameters = self._finder.device(device.id, "device").parameters
            for place in places:
                yield _word(parameters[place - start], place, real[place], wanted[place])

    def _owner(self, owner: str, levels: Mapping[str, Level], sends: Sequence[Level]) -> Iterator[_Fader]:
        if not levels:
            return
        mixer = resolve.owner(self._live, owner).mixer_device
        for member, level in levels.items():
            yield _Fader(real_level(level), lambda member=member: getattr(mixer, member))
        for place, level in enumerate(sends):
            yield _Fader(real_level(level), lambda place=place: mixer.sends[place])

    def _strips(self, chain: Chain) -> Iterator[_Fader]:
        for row in chain.chains:
            masked = {loose.place: loose.value for loose in row.masked}
            values = (row.volume, row.pan, *row.sends)
            for place, value in enumerate(values):
                if place >= 2 or row.has & (VOLUME, PAN)[place]:
                    yield _Fader(masked.get(place, value), lambda row=row, place=place: self._fader(row, place))

    def _fader(self, row: CapturedChain, place: int) -> Parameter:
        mixer = self._finder.chain(row.id, "chain").mixer_device
        return mixer.sends[place - 2] if place >= 2 else (mixer.volume, mixer.panning)[place]


def _words(faders: Sequence[_Fader], beside: Sequence[float], count: int) -> Iterator[Word]:
    for place, (fader, wanted) in enumerate(zip(faders, beside, strict=True)):
        if _differ(fader.value, wanted):
            yield _word(fader.find(), count + place, fader.value, wanted)


def _differ(value: float, wanted: float) -> bool:
    """A NaN is not compared."""
    return value != wanted and wanted == wanted and not same_value(value, wanted)


def _word(parameter: Parameter, place: int, before: float, after: float) -> Word:
    return Word(place, words_for(parameter, before), words_for(parameter, after))
