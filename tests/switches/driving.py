"""Which test files drive the embedded Live through the product, and so run on every row of settings; which do not, and
why; and what of those that run cannot, by name. A test keeps the lists complete.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ON_EVERY_ROW: Final = frozenset(
    {
        "contract/test_end_to_end.py",
        "contract/test_held_captures.py",
        "contract/test_looking.py",
        "laws/test_law_1_a_plan_changes_nothing.py",
        "laws/test_law_2_undo_restores.py",
        "laws/test_law_3_a_token_runs_once.py",
        "laws/test_law_4_an_edit_in_between.py",
        "laws/test_law_5_a_fault_is_told.py",
        "laws/test_law_6_recall_is_the_identity.py",
        "laws/test_law_7_the_answer_agrees.py",
        "remote_script/test_create_scene.py",
        "remote_script/test_faults.py",
        "remote_script/test_guard.py",
        "remote_script/test_life.py",
        "remote_script/test_midi_clip.py",
        "remote_script/test_observations.py",
        "remote_script/test_outcomes.py",
        "remote_script/test_placements.py",
        "remote_script/test_runs.py",
        "remote_script/test_state_version.py",
        "remote_script/test_track_states.py",
        "remote_script/test_turns.py",
        "remote_script/test_undo.py",
        "remote_script/test_values.py",
        "remote_script/test_wire_behaviour.py",
        "remote_script/test_words.py",
        "tools/test_diff_in_live.py",
        "tools/test_in_live.py",
        "tools/test_looks_in_live.py",
        "tools/test_recalled_families.py",
        "tools/test_recalled_groups.py",
        "tools/test_recalled_parameters.py",
        "tools/test_recalled_tracks.py",
        "tools/test_reported_by_users.py",
        "tools/test_saved_snapshots.py",
    }
)
"""Below `tests/`."""
ELSEWHERE: Final[Mapping[str, str]] = {
    "cli/": "commands in a process of their own, or on files alone",
    "e2e/": "processes of their own: what they add to the tests in one process are pipes and signals, not Live",
    "laws/test_mutants.py": "its subject is the suite: that a fault of ours is caught, which the defaults show",
    "probe/": "chooses its switches itself: every setting of every switch, and the defaults as the answer expected",
    "remote_script/test_frames_and_ids.py": "frames and the grammar of ids, without any Live",
    "remote_script/test_handshake.py": "its subject is who may speak: nothing of a Set is asked",
    "remote_script/test_package.py": "its subject is the package and its imports",
    "sim/": "the embedded Live's own tests: they pin what each setting does",
    "strangers/": "other people's servers in processes of their own; their subject is that they run unchanged",
    "switches/": "makes the rows, or runs on all of them by itself",
}
"""Files and folders that open an embedded Live and do not run on the rows, each with its reason."""
NOT_ON_ROWS: Final[Mapping[str, str]] = {}
"""Single tests that pin a default by design: `file::test`, each with its reason."""

SPREAD: Final[Mapping[str, str]] = {
    "laws/test_law_5_a_fault_is_told.py::"
    "test_a_fault_at_every_write_of_a_run_or_a_routing_and_in_its_rollback": "a parameter is a fault at each write",
    "remote_script/test_midi_clip.py::"
    "test_every_note_of_a_dense_clip_is_read_back_as_it_was_written": "a hundred thousand notes, whatever the setting",
    "laws/test_law_6_recall_is_the_identity.py::"
    "test_all_of_a_set_from_disk_comes_back_from_hundreds_of_edits": "a parameter is a whole song",
    "laws/test_law_7_the_answer_agrees.py::"
    "test_the_answer_agrees_with_the_set_whatever_happens": "a parameter is twenty misfortunes, one by one",
    "remote_script/test_wire_behaviour.py::"
    "test_well_formed_arguments_are_answered_whatever_they_hold": "draws its examples for each kind of question",
    "remote_script/test_wire_behaviour.py::"
    "test_well_formed_writes_are_refused_or_applied_whatever_they_hold": "draws its examples for each kind of write",
    "remote_script/test_wire_behaviour.py::"
    "test_whatever_a_head_holds_is_answered_or_ends_the_connection": "draws a hundred heads, none about a Set",
}
"""Tests too long for every row, each with its reason: a row takes every fourth parameter, so three rows take each."""
