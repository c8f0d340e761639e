"""In which words and of which class does Live refuse?"""

from __future__ import annotations

from collections.abc import Callable

import Live

from ...reading import Reading
from ...refusals import refused_by_live
from ..bench import Bench
from ..question import Answer, Plain, Question, Setting


def _ask(bench: Bench) -> Reading[Answer]:
    song, track = bench.song, bench.track()
    clip, volume = bench.clip(track), track.mixer_device.volume
    with bench.step():
        clip.create_automation_envelope(volume)
    yield from bench.turn()
    note = Live.Clip.MidiNoteSpecification(pitch=60, start_time=0.0, duration=0.25)
    tries: dict[str, Callable[[], object]] = {
        "a list of notes": lambda: clip.add_new_notes([note]),
        "whole numbers for a window of notes": lambda: clip.get_notes_extended(0, 128, 0, 4),
        "a text for a number": lambda: setattr(volume, "value", "loud"),
        "a value out of range": lambda: setattr(volume, "value", 99.0),
        "a fractional colour": lambda: setattr(track, "color", 1.5),
        "a property without setter": lambda: setattr(clip, "length", 1.0),
        "a slot that has a clip": lambda: track.clip_slots[0].create_clip(4.0),
        "a clip that ends before it starts": lambda: setattr(clip, "loop_end", -1.0),
        "a second envelope for a parameter": lambda: clip.create_automation_envelope(volume),
        "an envelope of another track": lambda: clip.create_automation_envelope(song.master_track.mixer_device.volume),
        "an Arrangement clip before 0": lambda: track.create_midi_clip(-4.0, 4.0),
        "an audio property of a MIDI clip": lambda: clip.warping,
        "an index beyond a list": lambda: song.tracks[100_000],
        "deleting a device that is not there": lambda: track.delete_device(99),
        "quantizing with grid 99": lambda: clip.quantize(99, 1.0),
        "a property of the main track that only tracks have": lambda: song.master_track.mute,
    }
    view, application = bench.live.application.view, bench.live.application
    tries["showing a view that does not exist"] = lambda: view.show_view("Countin probe")
    tries["asking for a view that does not exist"] = lambda: view.is_view_visible("Countin probe")
    if not application.open_dialog_count:
        tries["a button without a dialog"] = lambda: application.press_current_dialog_button(0)
    observed: dict[str, Plain] = {}
    for name, attempt in tries.items():
        observed[name] = _try(bench, attempt)
        yield from bench.turn()
    return Answer(None, observed)


def _try(bench: Bench, attempt: Callable[[], object]) -> Setting:
    try:
        with bench.step():
            attempt()
    except Exception as error:  # noqa: BLE001  (the class is what is asked)
        return f"{type(error).__name__}: {refused_by_live(error)}"
    return "accepted"


QUESTION = Question(
    "refusals",
    "",
    "Tries things that Live refuses, on a clip and a track of its own, and notes in which words. The track is deleted.",
    _ask,
)
