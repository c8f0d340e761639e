"""Covering arrays: few rows of settings in which every pair of settings of every two switches meets; and the settings
of the embedded Live's own switches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import combinations
from typing import Final

from countin.sim.kernel.switches import Switches, settings_of

Choice = tuple[str, int]
"""A switch, and the place of one of its settings."""
Pair = tuple[Choice, Choice]
Row = Mapping[str, object]

NUMBERS: Mapping[str, object] = {
    "timer_resolution_ms": 10,
    "record_mode_ticks": 6,
    "browser_load_ticks": 4,
    "new_midi_tracks_armed": True,
    "max_browser_reads": 250,
    "cue_grid": 4.0,
    "return_limit": 3,
    "track_limit": 8,
}
"""For switches that are a number or a truth value: one other sensible value than the default."""


def settings_of_all() -> dict[str, tuple[object, ...]]:
    """What every switch of the embedded Live is tried at; the default comes first."""
    found: dict[str, tuple[object, ...]] = {}
    for entry in fields(Switches):
        others = settings_of(entry.name) or (NUMBERS[entry.name],)
        found[entry.name] = (entry.default, *(one for one in others if one != entry.default))
    return found


def pairs_of(settings: Mapping[str, Sequence[object]]) -> Iterator[Pair]:
    """Every pair of settings of every two switches, in a fixed order."""
    for first, second in combinations(settings, 2):
        for one in range(len(settings[first])):
            for other in range(len(settings[second])):
                yield (first, one), (second, other)


def covering_array(settings: Mapping[str, Sequence[object]]) -> list[Row]:
    """Rows of one setting of each switch, so that every pair occurs in at least one. Greedy and without chance: each
    row begins with the first pair that is missing. Cost: rows times switches squared."""
    missing = dict.fromkeys(pairs_of(settings))
    rows: list[Row] = []
    while missing:
        places = _row(settings, missing)
        for pair in combinations(places.items(), 2):
            missing.pop(pair, None)
        rows.append({name: settings[name][place] for name, place in places.items()})
    return rows


def _row(settings: Mapping[str, Sequence[object]], missing: Mapping[Pair, None]) -> dict[str, int]:
    """One row: switch by switch the setting with which most missing pairs are met; of equals the one that most missing
    pairs still wait for, then the first."""
    places = dict(next(iter(missing)))
    waiting = Counter(choice for pair in missing for choice in pair)
    for name in settings:
        if name not in places:
            choices = [(name, place) for place in range(len(settings[name]))]
            _, best = max(choices, key=lambda choice: (_gain(choice, places, missing), waiting[choice], -choice[1]))
            places[name] = best
    return {name: places[name] for name in settings}


def _gain(choice: Choice, places: Mapping[str, int], missing: Mapping[Pair, None]) -> int:
    """How many missing pairs this choice would meet."""
    return sum((choice, other) in missing or (other, choice) in missing for other in places.items())


SETTINGS: Final[Mapping[str, Sequence[object]]] = settings_of_all()
ROWS: Final[Sequence[Row]] = covering_array(SETTINGS)
"""The rows that everything is exercised on."""
