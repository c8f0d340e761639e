"""Live's words for values that differ from what stands beside a question, so that a plan can show them in the tick in
which it looked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain as joined
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from . import resolve
from .columns import column, differing, numbers, real_values, spans
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
    single,
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
    """The faders of one mixer: what stands there, and how to find one in Live by its place."""

    values: Sequence[float]
    find: Callable[[int], Parameter]


def words_beside(live: LiveSet, arguments: tuple[Any, ...], row: tuple[Any, ...], beside: Beside) -> tuple[Word, ...]:
    """The words for what a captured row holds otherwise, at most `WORDED`; none where the columns beside it are not its
    own, and none for rows of other kinds."""
    parts = _parts(arguments, row)
    finder = resolve.Finder(live, live.objects.at(live.version.value))
    found = joined(_of_parameters(finder, parts, beside.values), _of_faders(live, finder, parts, beside.faders))
    return tuple(islice(found, WORDED))


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


def _of_parameters(finder: resolve.Finder, parts: Sequence[_Part], beside: bytes) -> Iterator[Word]:
    """Devices whose columns are the same bytes are passed over without a look at each value."""
    real = b"".join([real_values(part.chain) for part in parts])
    if len(real) != len(beside) or real == beside:
        return
    here, there, first = numbers(real), numbers(beside), 0
    for part in parts:
        for device, start, end in spans(part.chain, first):
            own, other = real[DOUBLE * start : DOUBLE * end], beside[DOUBLE * start : DOUBLE * end]
            if own == other:
                continue
            places = [place for place in differing(own, other) if _differ(here[start + place], there[start + place])]
            parameters = finder.device(device.id, "device").parameters if places else ()
            for place in places:
                yield _word(parameters[place], start + place, here[start + place], there[start + place])
        first += len(part.chain.flags)


def _of_faders(live: LiveSet, finder: resolve.Finder, parts: Sequence[_Part], beside: bytes) -> Iterator[Word]:
    values = [value for part in parts for value in (*_levels(part), *joined.from_iterable(_sides(part)))]
    if len(beside) != DOUBLE * len(values) or beside == column(values):
        return
    there, first, place = numbers(beside), sum(len(part.chain.flags) for part in parts), 0
    for strip in _strips(live, finder, parts):
        for number, one in enumerate(strip.values):
            other = there[place]
            if one != other and _differ(one, other):
                yield _word(strip.find(number), first + place, one, other)
            place += 1


def _strips(live: LiveSet, finder: resolve.Finder, parts: Sequence[_Part]) -> Iterator[_Strip]:
    """The owner's mixer, then those of its chains, of one owner after the other."""
    for part in parts:
        yield _Strip(_levels(part), partial(_owner_fader, live, part))
        for row, values in zip(part.chain.chains, _sides(part), strict=True):
            yield _Strip(values, partial(_chain_fader, finder, row))


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


def _differ(value: float, wanted: float) -> bool:
    """A NaN is not compared."""
    return wanted == wanted and single(value) != single(wanted)


def _word(parameter: Parameter, place: int, before: float, after: float) -> Word:
    return Word(place, words_for(parameter, before), words_for(parameter, after))
