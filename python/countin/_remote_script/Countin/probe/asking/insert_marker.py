"""Does a written playhead move the insert marker, where locators are set, at once or only a turn later?"""

from __future__ import annotations

from ...reading import Reading
from ..bench import Bench
from ..endings import Unasked
from ..question import Answer, Plain, Question

BEATS = (4.0, 8.0)
"""Where the playhead is written; the one that is farther from where it stands."""


def _ask(bench: Bench) -> Reading[Answer]:
    song = bench.song
    yield from bench.turn()
    if song.is_playing:
        raise Unasked("it plays")
    before = float(song.current_song_time)
    target = max(BEATS, key=lambda beat: abs(beat - before))
    with bench.step():
        song.current_song_time = target
        bench.locator()
    yield from bench.turn()
    found = [float(cue.time) for cue in song.cue_points]
    observed: dict[str, Plain] = {
        "the playhead stood at": before,
        "it was written": target,
        "the locator is at": [*found],
    }
    if len(found) != 1:
        return Answer(None, observed)
    nearer = abs(found[0] - target) < abs(found[0] - before)
    return Answer("at_once" if nearer else "next_tick", observed)


QUESTION = Question(
    "insert_marker",
    "insert_marker",
    "Writes the playhead of a Set that stands still and sets a locator in the same call. The locator is removed, "
    "playhead and start marker are put back.",
    _ask,
)
