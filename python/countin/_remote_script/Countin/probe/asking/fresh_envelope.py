"""Does a new envelope have an event already?"""

from __future__ import annotations

from ...reading import Reading
from ..bench import Bench, need
from ..question import Answer, Question


def _ask(bench: Bench) -> Reading[Answer]:
    track = bench.track()
    clip = bench.clip(track)
    yield from bench.turn()
    with bench.step():
        envelope = clip.create_automation_envelope(track.mixer_device.volume)
    need(envelope, "events_in_range")
    yield from bench.turn()
    times = [float(event.time) for event in envelope.events_in_range(-1.0, 8.0)]
    setting = {0: "none", 1: "one"}.get(len(times))
    return Answer(setting, {"events at": [*times]})


QUESTION = Question(
    "fresh_envelope",
    "fresh_envelope",
    "Creates a volume envelope in a Session clip on a track of its own and reads its events. The track is deleted.",
    _ask,
)
