"""What does writing Song.overdub do while no track is armed?"""

from __future__ import annotations

from ...reading import Reading
from ..bench import Bench
from ..endings import Unasked
from ..question import Answer, Question


def _ask(bench: Bench) -> Reading[Answer]:
    song = bench.song
    bench.need_unarmed()
    if song.overdub or song.session_record:
        raise Unasked("session overdub or record is on already")
    yield from bench.turn()
    song.overdub = True
    yield from bench.turn()
    overdub, record = bool(song.overdub), bool(song.session_record)
    observed = {"overdub reads": overdub, "session_record reads": record, "it plays": bool(song.is_playing)}
    return Answer("record" if overdub or record else "ignore", {**observed})


QUESTION = Question(
    "overdub_without_arm",
    "overdub_without_arm",
    "Writes Song.overdub while nothing can record, for one display turn; it is put back, and so is the transport "
    "should it have started. Left out while any track is armed.",
    _ask,
)
