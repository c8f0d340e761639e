"""Are parameter values kept in single precision?"""

from __future__ import annotations

from ...reading import Reading
from ...wire import single
from ..bench import Bench
from ..question import Answer, Question

WRITTEN = 0.1


def _ask(bench: Bench) -> Reading[Answer]:
    volume = bench.track().mixer_device.volume
    yield from bench.turn()
    with bench.step():
        volume.value = WRITTEN
    at_once = float(volume.value)
    yield from bench.turn()
    later = float(volume.value)
    kept = "double" if later == WRITTEN else "single" if later == single(WRITTEN) else "other"
    return Answer(None, {"kept": kept, "0.1 reads": later, "the same at once": at_once == later})


QUESTION = Question(
    "parameter_precision",
    "",
    "Writes 0.1 to the volume of a track of its own and reads it. The track is deleted.",
    _ask,
)
