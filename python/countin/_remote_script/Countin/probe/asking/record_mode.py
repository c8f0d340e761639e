"""How many display turns until a written record_mode reads back?"""

from __future__ import annotations

from ...reading import Reading
from ..bench import Bench
from ..endings import Unasked
from ..question import Answer, Question


def _ask(bench: Bench) -> Reading[Answer]:
    song = bench.song
    bench.need_unarmed()
    if song.record_mode or song.is_playing or song.count_in_duration:
        raise Unasked("it plays or records, or a count-in is on")
    yield from bench.turn()
    try:
        song.record_mode = True
        turns = yield from bench.turns_until(lambda: bool(song.record_mode))
    finally:
        song.record_mode = False
    return Answer(turns, {"display turns": turns})


QUESTION = Question(
    "record_mode",
    "record_mode_ticks",
    "Turns Arrangement record on until it reads back, and off again; nothing is armed, so nothing is recorded. It "
    "starts playback: that is stopped and the playhead put back. Left out while any track is armed.",
    _ask,
)
