"""The notes and clips of the demo Set, made by rule so that every run has the same ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from countin.sim.demo_kit import FIRST_NOTE
from countin.sim.document import ClipDocument, NoteDocument

KICK, SNARE, CLOSED_HAT, OPEN_HAT = (FIRST_NOTE + pad for pad in (0, 2, 6, 10))
BEATS_PER_BAR: Final = 4.0
TEMPO: Final = 122.0
_SAMPLE_RATE: Final = 44100
CHORDS: Final = ((57, 60, 64), (53, 57, 60), (48, 52, 55), (55, 59, 62))
"""A minor, F, C, G."""


def beat_clip(name: str, bars: int, *, busy: bool) -> ClipDocument:
    """A drum pattern: kick on one and three, snare on two and four, hats on eighths (busy: sixteenths)."""
    notes = [note for bar in range(bars) for note in _beat(bar * BEATS_PER_BAR, 0.25 if busy else 0.5)]
    return midi_clip(name, bars, notes, color_index=14)


def _beat(start: float, step: float) -> Iterable[NoteDocument]:
    yield from (NoteDocument(KICK, start + beat, 0.25, 112.0) for beat in (0.0, 2.0))
    yield from (NoteDocument(SNARE, start + beat, 0.25, 104.0) for beat in (1.0, 3.0))
    for index in range(round(3.5 / step)):
        accent = 96.0 if index % 2 == 0 else 68.0
        yield NoteDocument(CLOSED_HAT, start + index * step, 0.125, accent, probability=1.0 if index % 4 else 0.9)
    yield NoteDocument(OPEN_HAT, start + 3.5, 0.5, 90.0)


def bass_clip(name: str, bars: int) -> ClipDocument:
    """Roots of the chords in eighths, two octaves down."""
    notes = [
        NoteDocument(CHORDS[bar % len(CHORDS)][0] - 24, bar * BEATS_PER_BAR + eighth / 2, 0.4, 90.0 + eighth % 2 * 10)
        for bar in range(bars)
        for eighth in range(8)
    ]
    return midi_clip(name, bars, notes, color_index=20)


def chord_clip(name: str, bars: int) -> ClipDocument:
    """One chord a bar, held for three and a half beats."""
    notes = [
        NoteDocument(pitch, bar * BEATS_PER_BAR, 3.5, 80.0, velocity_deviation=6.0)
        for bar in range(bars)
        for pitch in CHORDS[bar % len(CHORDS)]
    ]
    return midi_clip(name, bars, notes, color_index=9)


def midi_clip(
    name: str, bars: int, notes: Iterable[NoteDocument], *, color_index: int = 0, at: float | None = None
) -> ClipDocument:
    """A looping MIDI clip over whole bars; `at` is its beat on the timeline, None for a clip in a slot."""
    length = bars * BEATS_PER_BAR
    start = 0.0 if at is None else at
    return ClipDocument(
        "midi",
        name,
        color_index,
        start_time=start,
        end_time=start + length,
        loop_end=length,
        end_marker=length,
        notes=tuple(sorted(notes, key=lambda note: (note.pitch, note.start))),
    )


def vocal_clip(name: str, bars: int) -> ClipDocument:
    """A warped recording that was made at the Set's tempo."""
    length = bars * BEATS_PER_BAR
    return ClipDocument(
        "audio",
        name,
        color_index=26,
        end_time=length,
        loop_end=length,
        end_marker=length,
        warp_mode=4,
        gain=0.4,
        file_path="/Samples/Demo/Vocals Verse.wav",
        sample_length=round(length * 60.0 / TEMPO * _SAMPLE_RATE),
        sample_rate=float(_SAMPLE_RATE),
    )
