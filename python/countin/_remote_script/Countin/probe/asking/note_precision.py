"""Are velocity and probability of a note kept in double or in single precision?"""

from __future__ import annotations

import Live

from ...reading import Reading
from ...wire import single
from ..bench import Bench
from ..question import Answer, Question

VELOCITY, PROBABILITY, START, LENGTH, RELEASE, DEVIATION = 100.1, 0.3, 0.1, 0.7, 33.3, 11.1


def _ask(bench: Bench) -> Reading[Answer]:
    clip = bench.clip(bench.track())
    specification = Live.Clip.MidiNoteSpecification(
        pitch=60,
        start_time=START,
        duration=LENGTH,
        velocity=VELOCITY,
        probability=PROBABILITY,
        release_velocity=RELEASE,
        velocity_deviation=DEVIATION,
    )
    with bench.step():
        clip.add_new_notes((specification,))
    yield from bench.turn()
    note = clip.get_notes_extended(0, 128, 0.0, 4.0)[0]
    found = {
        "velocity": _kept(VELOCITY, float(note.velocity)),
        "probability": _kept(PROBABILITY, float(note.probability)),
    }
    kinds = {*found.values()}
    setting = kinds.pop() if len(kinds) == 1 else None
    observed = {
        **found,
        "start": _kept(START, float(note.start_time)),
        "duration": _kept(LENGTH, float(note.duration)),
        "release velocity": _kept(RELEASE, float(note.release_velocity)),
        "velocity deviation": _kept(DEVIATION, float(note.velocity_deviation)),
    }
    return Answer(setting if setting in ("double", "single") else None, {**observed})


def _kept(written: float, read: float) -> str:
    if read == written:
        return "double"
    return "single" if read == single(written) else f"{written} reads {read}"


QUESTION = Question(
    "note_precision",
    "note_precision",
    "Adds a note of velocity 100.1 and probability 0.3 at beat 0.1 to a clip on a track of its own and reads it. The "
    "track is deleted.",
    _ask,
)
