"""What does one access to Live cost?"""

from __future__ import annotations

from collections.abc import Callable

from ...reading import Reading
from ..bench import Bench
from ..question import Answer, Question

ACCESSES = 100


def _ask(bench: Bench) -> Reading[Answer]:
    track = bench.track()
    volume = track.mixer_device.volume
    clock = bench.live.clock.now

    def cost(access: Callable[[], object]) -> float:
        begun = clock()
        for _ in range(ACCESSES):
            access()
        return round(1e6 * (clock() - begun) / ACCESSES, 3)

    yield from bench.turn()
    name = cost(lambda: track.name)
    value = cost(lambda: volume.value)
    tracks = cost(lambda: len(bench.song.tracks))
    yield from bench.turn()
    with bench.step():
        written = cost(lambda: setattr(volume, "value", 0.5))
    return Answer(
        None,
        {
            "reading a name, us": name,
            "reading a value, us": value,
            "reading the list of tracks, us": tracks,
            "writing a value, us": written,
        },
    )


QUESTION = Question(
    "access_cost",
    "",
    "Reads a name, a value and a list a hundred times each, and writes the volume of a track of its own a hundred "
    "times. The track is deleted.",
    _ask,
)
