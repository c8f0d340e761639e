"""What do a fresh Set and a fresh track come with, and what do routings of returns read?"""

from __future__ import annotations

from collections.abc import Callable

from ...reading import Reading
from ...refusals import refused_by_live
from ..bench import Bench
from ..question import Answer, Plain, Question


def _ask(bench: Bench) -> Reading[Answer]:
    song, track = bench.song, bench.track()
    yield from bench.turn()
    reads: dict[str, Callable[[], object]] = {
        "loop_start": lambda: float(song.loop_start),
        "loop_length": lambda: float(song.loop_length),
        "monitoring of a new MIDI track": lambda: int(track.current_monitoring_state),
        "monitoring of the Set's audio tracks": lambda: str(
            [int(track.current_monitoring_state) for track in song.tracks if track.has_audio_input]
        ),
        "output routings of the main track": lambda: len(song.master_track.available_output_routing_types),
        "input routings of the main track": lambda: len(song.master_track.available_input_routing_types),
        "input routings of a return": lambda: len(song.return_tracks[0].available_input_routing_types),
        "groove_amount": lambda: float(song.groove_amount),
    }
    observed: dict[str, Plain] = {name: _read(read) for name, read in reads.items()}
    return Answer(None, observed)


def _read(read: Callable[[], object]) -> float | int | str:
    try:
        found = read()
    except Exception as error:  # noqa: BLE001  (the class is what is asked)
        return f"{type(error).__name__}: {refused_by_live(error)}"
    return found if isinstance(found, int | float) else str(found)


QUESTION = Question(
    "defaults", "", "Reads settings of the Set, and of a new track of its own. The track is deleted.", _ask
)
