"""All questions of the probe, in the order they are asked, and the switches that it leaves alone."""

from __future__ import annotations

from .asking import (
    access_cost,
    arrangement_clips_elsewhere,
    arrangement_overlap,
    browser_load,
    defaults,
    envelopes_on_copies,
    equal_steps,
    fresh_envelope,
    insert_marker,
    listener_order,
    listeners_and_views,
    new_midi_tracks_armed,
    note_check,
    note_ids,
    note_precision,
    overdub_without_arm,
    pad_solo,
    parameter_precision,
    quantize_grid,
    quantize_zero,
    record_mode,
    refusals,
    timer_resolution,
    undo_grouping,
    unknown_note_id,
    wrappers,
)
from .question import NotAsked, Question

QUESTIONS: tuple[Question, ...] = (
    wrappers.QUESTION,
    arrangement_clips_elsewhere.QUESTION,
    new_midi_tracks_armed.QUESTION,
    undo_grouping.QUESTION,
    equal_steps.QUESTION,
    arrangement_overlap.QUESTION,
    envelopes_on_copies.QUESTION,
    fresh_envelope.QUESTION,
    unknown_note_id.QUESTION,
    note_check.QUESTION,
    note_precision.QUESTION,
    quantize_zero.QUESTION,
    pad_solo.QUESTION,
    listeners_and_views.QUESTION,
    timer_resolution.QUESTION,
    browser_load.QUESTION,
    overdub_without_arm.QUESTION,
    record_mode.QUESTION,
    insert_marker.QUESTION,
    listener_order.QUESTION,
    access_cost.QUESTION,
    parameter_precision.QUESTION,
    note_ids.QUESTION,
    quantize_grid.QUESTION,
    defaults.QUESTION,
    refusals.QUESTION,
)
NOT_ASKED: tuple[NotAsked, ...] = (
    NotAsked(
        "arrangement_copy_over_clip", "it can crash Live: 12.3 goes down when an Arrangement clip lands on another"
    ),
    NotAsked("max_browser_reads", "it can crash Live: hundreds of browser reads in one call have"),
    NotAsked("cue_grid", "it depends on the zoom of the moment, so an answer would hold until the next zoom"),
    NotAsked("return_limit", "each return would add a send to every track of the Set"),
    NotAsked("track_limit", "it would take as many tracks as Live allows"),
    NotAsked(
        "text: deleting the last track, the last scene, a 13th return",
        "it would take deleting what is there, or adding sends to every track",
        is_switch=False,
    ),
    NotAsked("text: a disabled parameter", "an empty Set has none, and mapping a macro has no API", is_switch=False),
    NotAsked(
        "audio clips: whether a new one loops", "it takes a sound file, and the Set would name it", is_switch=False
    ),
    NotAsked("undo at an empty history", "Live's history is never empty once the probe has begun", is_switch=False),
    NotAsked(
        "a playhead written just before start_playing",
        "it makes the Set play, and the refusal is rare",
        is_switch=False,
    ),
)
