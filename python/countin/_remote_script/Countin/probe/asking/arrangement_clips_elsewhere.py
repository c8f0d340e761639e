"""What do arrangement_clips of a return and of the main track read?"""

from __future__ import annotations

from typing import Any

from ...reading import Reading
from ...refusals import refused_by_live
from ..bench import Bench
from ..question import Answer, Plain, Question


def _ask(bench: Bench) -> Reading[Answer]:
    yield from bench.turn()
    tracks = {"main": bench.song.master_track}
    if bench.song.return_tracks:
        tracks["return"] = bench.song.return_tracks[0]
    seen = {kind: _read(track) for kind, track in tracks.items()}
    settings = {"empty" if text == "empty" else "raise" for text in seen.values()}
    observed: dict[str, Plain] = {**seen}
    return Answer(settings.pop() if len(settings) == 1 else None, observed)


def _read(track: Any) -> str:
    try:
        clips = track.arrangement_clips
    except Exception as error:  # noqa: BLE001  (the class is what is asked)
        return f"{type(error).__name__}: {refused_by_live(error)}"
    return f"{len(clips)} clips" if len(clips) else "empty"


QUESTION = Question(
    "arrangement_clips_elsewhere",
    "arrangement_clips_elsewhere",
    "Reads arrangement_clips of the main track and of the first return. Nothing is written.",
    _ask,
)
