"""Whose mutes does soloing a drum pad clear: its own, or those of the whole rack?"""

from __future__ import annotations

from ...reading import Reading
from ..bench import Bench, need
from ..question import Answer, Question

FIRST, SECOND = 36, 37
"""Notes of two pads. A new chain of a Drum Rack answers the first."""


def _ask(bench: Bench) -> Reading[Answer]:
    rack = bench.device(bench.track(), "Drum Rack")
    need(rack, "insert_chain")
    with bench.step():
        rack.insert_chain(-1)
        rack.insert_chain(-1)
        for chain, note in zip(rack.chains, (FIRST, SECOND), strict=True):
            chain.in_note = note
    yield from bench.turn()
    first, second = rack.drum_pads[FIRST], rack.drum_pads[SECOND]
    with bench.step():
        first.mute = second.mute = True
    yield from bench.turn()
    with bench.step():
        first.solo = True
    yield from bench.turn()
    own, other = bool(first.mute), bool(second.mute)
    setting = "rack" if not own and not other else "own" if other and not own else None
    return Answer(setting, {"the soloed pad is muted": own, "the other pad is muted": other})


QUESTION = Question(
    "pad_solo",
    "pad_solo",
    "Puts a Drum Rack with two chains on a track of its own, mutes both pads and soloes one. The track is deleted.",
    _ask,
)
