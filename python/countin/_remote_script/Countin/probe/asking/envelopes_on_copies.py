"""Do envelopes of a Session clip come along when it is copied to the Arrangement of a track with an instrument?"""

from __future__ import annotations

from typing import Any

from ...reading import Reading
from ..bench import Bench, need
from ..question import Answer, Question


def _ask(bench: Bench) -> Reading[Answer]:
    track = bench.track()
    need(track, "duplicate_clip_to_arrangement")
    bench.device(track, "Simpler")
    kept, automation = yield from _copied(bench, track)
    bare, _ = yield from _copied(bench, bench.track())
    setting = "kept" if kept else "lost" if automation == 0 else None
    observed = {"the copy has envelopes": kept, "automation of the track": automation}
    return Answer(setting, {**observed, "the copy on a track without a device has": bare})


def _copied(bench: Bench, track: Any) -> Reading[tuple[bool, int]]:
    """Whether a copy has envelopes, and the state of the track's own automation."""
    clip = bench.clip(track)
    volume = track.mixer_device.volume
    yield from bench.turn()
    with bench.step():
        clip.create_automation_envelope(volume).insert_step(0.0, 1.0, 0.5)
    yield from bench.turn()
    with bench.step():
        track.duplicate_clip_to_arrangement(clip, 0.0)
    yield from bench.turn()
    copy = track.arrangement_clips[0]
    return bool(copy.has_envelopes), int(volume.automation_state)


QUESTION = Question(
    "envelopes_on_copies",
    "envelopes_on_copies",
    "Puts a Simpler on a track of its own, draws a volume envelope into a Session clip there and copies it to the "
    "Arrangement; the same on a track without a device. The tracks are deleted.",
    _ask,
)
