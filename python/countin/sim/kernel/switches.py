"""What sources contradict or leave open, as named switches: how this embedded Live decides, and what else it can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, Literal, cast, get_args, get_type_hints


@dataclass(frozen=True, slots=True)
class Switches:
    """Every point of LIVE_API section 5 and of section 2 that real Lives may do otherwise."""

    undo_grouping: Literal["call", "merged"] = "call"
    """"call": one undo step a main-thread call. "merged": script changes gather in one step until the user acts."""
    equal_steps: Literal["drop", "keep"] = "drop"
    """What becomes of an undo step whose end equals its start."""
    arrangement_overlap: Literal["lose", "split"] = "lose"
    """A newcomer strictly inside a clip: the remainder is lost (12.3), or kept as a second clip."""
    arrangement_copy_over_clip: Literal["fatal", "overwrite"] = "fatal"
    """duplicate_clip_to_arrangement from an arrangement clip onto an existing one: 12.3 crashes."""
    arrangement_clips_elsewhere: Literal["raise", "empty"] = "raise"
    """arrangement_clips of a group, return or main track."""
    envelopes_on_copies: Literal["lost", "kept"] = "lost"
    """Envelopes of a session clip copied to the arrangement of a track with an instrument."""
    fresh_envelope: Literal["one", "none"] = "one"
    """Events of a new envelope."""
    unknown_note_id: Literal["raise", "ignore"] = "raise"
    """remove_notes_by_id with an id that the clip does not have."""
    note_check: Literal["constructor", "add"] = "constructor"
    """Where a note value out of range is refused."""
    note_precision: Literal["double", "single"] = "double"
    """How velocity, deviation and probability of notes are kept."""
    quantize_zero: Literal["raise", "nothing"] = "raise"
    """Clip.quantize with grid 0."""
    overdub_without_arm: Literal["ignore", "record"] = "ignore"
    """Writing Song.overdub when nothing can record."""
    pad_solo: Literal["own", "rack"] = "own"
    """Writing a drum pad's solo clears the mute of that pad, or of every pad of its rack."""
    listeners_and_views: Literal["refuse", "allow"] = "refuse"
    """Selection and view writes from inside a listener."""
    wrappers: Literal["fresh", "cached"] = "fresh"
    """Whether two reads give two wrappers of one object, or the same one."""
    timer_resolution_ms: int = 17
    """Live.Base.Timer fires on this grid; one public report says 17, another script relies on 10."""
    record_mode_ticks: int = 1
    """Ticks until a written record_mode reads back. AbletonOSC's tests see it one tick later; another project, polling
    over its own wire, saw about 300 ms, and at times none (LIVE_API sections 2.3 and 3.6)."""
    browser_load_ticks: int = 1
    """Ticks until a loaded browser item has become a device."""
    new_midi_tracks_armed: bool = False
    """A preference of Live: new MIDI tracks come up armed."""
    max_browser_reads: int = 400
    """More reads of browser items than this in one call are fatal (manner "strict" only)."""
    cue_grid: float = 0.0
    """Beats of the zoom-dependent grid that set_or_delete_cue snaps to while stopped; 0 for none."""
    insert_marker: Literal["next_tick", "at_once"] = "next_tick"
    """When a written current_song_time moves the insert marker, where set_or_delete_cue acts while stopped: as it reads
    back, on the next tick, or within the same call."""
    return_limit: int = 12
    """Returns at most; one more is refused."""
    track_limit: int = 1_000_000
    """Tracks at most: Intro and Lite have few (8 to 16)."""


SOURCES: Final[Mapping[str, str]] = {
    "undo_grouping": "2.4: merging is reported [PP, SES]; one step a call is a model",
    "equal_steps": "2.4: an empty pair leaves the history as it was [SES]; the rest is unmeasured",
    "arrangement_overlap": "2.9, 5: lost, one project only [PP, 12.3]; Live's own window splits when a clip is dragged",
    "arrangement_copy_over_clip": "2.9: crashes 12.3 [PP, confirmed by Ableton]; 12.4 unknown",
    "arrangement_clips_elsewhere": "5: raises [RST, LB]; empty [C74]",
    "envelopes_on_copies": "2.9, 5: lost beside an instrument [LB]; moved to the track [H]",
    "fresh_envelope": "5: one event at 0 [LB]; none [P]",
    "unknown_note_id": "5: ValueError [FW, RST]; ignored [LB]",
    "note_check": "1.0: unverified which",
    "note_precision": "2.8: unverified",
    "quantize_zero": "5: raises [P]; moves nothing [SES]",
    "overdub_without_arm": "5: ignored [P]; turns session record on [LB]",
    "pad_solo": "no source; another project's recall solos all pads before it mutes any, as if it mattered",
    "listeners_and_views": "1.0: unverified whether selection and view writes are exempt",
    "wrappers": "5: no source",
    "timer_resolution_ms": "2.1, 5: about 17 ms reported by one script; performance notes say 10.3 ms of another",
    "record_mode_ticks": "2.3: about 300 ms [H]; 3.6: one tick [AOSC]",
    "browser_load_ticks": "1.1, 2.11: on a later tick; how many is unmeasured",
    "new_midi_tracks_armed": "2.5: a preference of the person's",
    "max_browser_reads": "2.11: about 420 in one call crashed a Live [P]",
    "cue_grid": "2.5: the zoom's grid [LB]",
    "insert_marker": "2.3, 2.5: the playhead reads back a tick later [LB]; of the marker nobody says",
    "return_limit": "2.5: general knowledge of the product",
    "track_limit": "2.5: general knowledge of the product",
}
"""Where each comes from: sections of the reference of Live's API, and its keys of who measured."""


def settings_of(name: str) -> tuple[object, ...]:
    """The settings of a switch that has named ones; empty for a number or a truth value. KeyError for an unknown
    switch."""
    return get_args(get_type_hints(Switches)[name])


def switches_from(values: Mapping[str, object] | None) -> Switches:
    """Switches with these settings changed. ValueError names an unknown switch or setting."""
    given = dict(values or {})
    known = {entry.name for entry in fields(Switches)}
    for name, value in given.items():
        if name not in known:
            raise ValueError(f"There is no switch {name!r}; known: {', '.join(sorted(known))}")
        offered = settings_of(name)
        if offered and value not in offered:
            raise ValueError(f"Switch {name!r} is one of {', '.join(map(repr, offered))}, not {value!r}")
    return Switches(**cast("dict[str, str]", given))  # pyright: ignore[reportArgumentType] - checked just above
