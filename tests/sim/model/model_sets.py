"""Small Sets, worlds and ways to ask that the tests of the object model share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from countin.sim.device_layouts import native_device, rack
from countin.sim.document import (
    ChainDocument,
    ClipDocument,
    CueDocument,
    DeviceDocument,
    GrooveDocument,
    MacroMapping,
    NoteDocument,
    SceneDocument,
    SetDocument,
    TrackDocument,
)
from countin.sim.kernel.errors import NotSimulated
from countin.sim.world import World


def drum_rack() -> DeviceDocument:
    """Three pads (36 twice, 38), a macro that drives the second chain's device, one return chain."""
    chains = tuple(
        ChainDocument(name, devices=(native_device("Drum Sampler", name),), in_note=note, out_note=60)
        for name, note in (("Kick", 36), ("Click", 36), ("Snare", 38))
    )
    made = rack("Drum Rack", "Kit", chains=chains)
    return replace(
        made,
        return_chains=(ChainDocument("Room", devices=(native_device("Reverb"),)),),
        mappings=(MacroMapping(0, (("chains", 1, 0),), 1, 0.0, 1.0),),
    )


def small_set() -> SetDocument:
    """1 MIDI with an instrument, a group with a MIDI and an audio track, an audio track; two returns, four scenes."""
    clip = ClipDocument(
        "midi",
        "Riff",
        loop_end=4.0,
        end_marker=4.0,
        notes=(NoteDocument(60, 0.0, 1.0), NoteDocument(64, 1.0, 0.5, 90.0)),
    )
    audio = ClipDocument("audio", "Loop", file_path="/loop.wav", sample_length=88_200, sample_rate=44_100.0)
    placed = replace(clip, start_time=8.0, end_time=12.0)
    return SetDocument(
        tracks=(
            TrackDocument("midi", "Keys", devices=(native_device("Operator"),), slots=(clip,), arrangement=(placed,)),
            TrackDocument("group", "Band"),
            TrackDocument("midi", None, group=1, devices=(drum_rack(),), slots=(None, clip)),
            TrackDocument("audio", None, group=1, slots=(audio,)),
            TrackDocument("audio", "Voice"),
        ),
        returns=(
            TrackDocument("return", devices=(native_device("Reverb"),)),
            TrackDocument("return", "Echoes", devices=(native_device("Delay"),)),
        ),
        main=TrackDocument("main"),
        scenes=(SceneDocument("Intro", tempo=90.0), SceneDocument(), SceneDocument(), SceneDocument()),
        cues=(CueDocument("B", 16.0), CueDocument("A", 4.0)),
        grooves=(GrooveDocument("Swing"),),
    )


def small_world(document: SetDocument | None = None, **options: Any) -> World:
    """A world with the small Set, or another."""
    return World(document if document is not None else small_set(), **options)


def error_of(kind: type[BaseException], action: Callable[[], object]) -> str:
    """The text of the error that an action raises; an AssertionError when it raises none of this kind."""
    try:
        action()
    except NotSimulated:
        raise
    except kind as error:
        return str(error)
    raise AssertionError(f"no {kind.__name__} was raised")


def writes(target: object, name: str, value: object) -> Callable[[], None]:
    """The writing of a property, to be called."""
    return lambda: setattr(target, name, value)


def notes_of(clip: Any) -> list[tuple[int, float, float]]:
    """(pitch, start, duration) of every note."""
    return [(note.pitch, note.start_time, note.duration) for note in clip.get_all_notes_extended()]


def add_notes(world: World, clip: Any, *rows: tuple[int, float, float]) -> list[int]:
    """Add notes given as (pitch, start, duration); answers the ids that survived."""
    kind: Any = world.live.Clip.MidiNoteSpecification
    made = tuple(kind(pitch=pitch, start_time=start, duration=duration) for pitch, start, duration in rows)
    return list(clip.add_new_notes(made))
