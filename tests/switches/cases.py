"""What every row is exercised with: fixed cases of all mutations on the small Set of the laws, and edits of a
person, chosen by rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from laws.cases import Arguments, Case, Turn, plain
from laws.edits import Edit, clip_edits, control_edit, grounds_of, song_edits, stands_on
from laws.recalls import Recall, chain, device, group, track
from laws.stage import Stage
from laws.stock import Stock
from laws.strategies import long_arrangement
from laws.turning import other_value

KIT = "track-1:device-0"
BEAT, TAKE = {"track": 1, "slot": 0}, {"track": 3, "slot": 0}
"""Clips of four beats; the first is on its own timeline at beats 8 and 16, the second at 0."""
NOTES = (
    {"pitch": 36, "start": 0.0, "duration": 1 / 3, "velocity": 99.7, "probability": 1 / 3},
    {"pitch": 36, "start": 2.1, "duration": 0.1, "velocity": 1, "mute": True},
    {"pitch": 127, "start": 1 / 3, "duration": 2.0, "velocity": 127},
)
TURNS = (
    Turn(("parameter", KIT, "1"), 3.0),
    Turn(("parameter", KIT, "2"), 99.0),
    Turn(("parameter", KIT, "4"), 1.0),
    Turn(("pad", KIT, "38", "mute"), True),
    Turn(("pad", KIT, "42", "solo"), True),
    Turn(("chain", f"{KIT}/chain-0", "in_note"), 38),
    Turn(("parameter", f"{KIT}/chain-0/device-0", "1"), 0.1),
    Turn(("device", f"{KIT}/chain-0/device-1"), "Renamed"),
)
"""A person's hand on a Drum Rack: macros, pads, notes, names."""
SOLO_AND_MUTE = (
    Turn(("pad", KIT, "38", "solo"), True),
    Turn(("pad", KIT, "36", "mute"), True),
    Turn(("chain", f"{KIT}/chain-2", "mute"), True),
)
"""Written in this order it stands so, whatever a solo clears."""
TRACK_TURNS = (
    *TURNS[:4],
    Turn(("track", "track-1", "name"), "Kit by hand"),
    Turn(("mixer", "track-1", "volume"), 0.5),
    Turn(("track", "track-1", "mute"), True),
)
"""A person's hand on the track around it."""
MASTER_TURNS = (Turn(("mixer", "master", "crossfader"), 0.3), Turn(("parameter", "master:device-1", "1"), 0.9))
SCENE = plain("create_scene", {"name": "Drop", "index": 2})
CLIP = plain(
    "create_midi_clip",
    {"trackId": "track-2", "clipId": "track-2:clip-3", "lengthBeats": 4, "name": "New", "notes": NOTES},
)
PARAMETERS = plain(
    "set_device_parameters",
    {
        "trackId": "track-1",
        "deviceId": KIT,
        "changes": [{"id": "parameter-1", "value": 100.3}, {"id": "parameter-0", "value": "Off"}],
    },
)
MANY = [
    {**BEAT, "at_beat": 100.0 + 1 / 3},
    {**BEAT, "at_beat": 12.0},
    {**TAKE, "at_beat": 4.0},
    {**BEAT, "at_beat": 0.0, "to_track": 2},
]


READS: Mapping[str, Arguments] = {
    "get_live_state": {"detail": "full"},
    "get_history_state": {},
    "list_tracks": {},
    "list_scenes": {},
    "list_clips": {"trackId": "track-1"},
    "list_arrangement_clips": {"trackId": "track-1"},
    "get_set_mixer": {},
    "list_devices": {"trackId": "track-1"},
    "list_device_parameters": {"trackId": "track-1", "deviceId": KIT},
    "capture_device_chain_snapshot": {"trackId": "track-1"},
    "capture_device_parameter_snapshot": {"trackId": "track-1", "deviceId": KIT},
    "capture_track_state_snapshot": {"trackId": "track-1"},
    "capture_group_system_snapshot": {"busTrackId": "track-0"},
    "list_browser_roots": {},
    "get_browser_items": {"root": "drums"},
}
"""A call of each tool that asks Live and writes nothing."""
OF_SAVED_SNAPSHOTS = frozenset(
    {
        "diff_snapshots",
        "list_saved_snapshots",
        "load_device_chain_snapshot",
        "load_device_parameter_snapshot",
        "load_group_system_snapshot",
        "load_track_state_snapshot",
        "plan_group_system_recall",
    }
)
"""Those that read what was saved before: no setting of a Live can matter to them, or what they ask Live is what a
capture asks."""


def _move(tool: str, before: Sequence[Case], *, undone: bool = False) -> Case:
    """An undo, or a redo of what was undone, after these."""

    def set_up(stage: Stage) -> Arguments:
        for case in before:
            stage.apply(case.tool, case.set_up(stage))
        if undone:
            stage.apply("undo", {})
        stage.rig.tick()
        return {}

    return Case(tool, f"after {before!r}", set_up)


CASES: tuple[Case, ...] = (
    SCENE,
    plain("create_scene", {"name": "Last"}),
    CLIP,
    plain("arrange", {**BEAT, "at_beat": 40.0}),
    plain("arrange", {"placements": MANY}),
    PARAMETERS,
    Recall(chain("track-1"), 4, True, TURNS).case(),
    Recall(chain("master"), 6, True, MASTER_TURNS).case(),
    Recall(device(KIT), 1, True, TURNS[:3]).case(),
    Recall(track("track-1"), 4, True, TRACK_TURNS).case(),
    Recall(group("track-0", ("track-0", "track-1")), 4, True, TRACK_TURNS).case(),
    _move("undo", (SCENE,)),
    _move("undo", (CLIP, PARAMETERS)),
    _move("redo", (SCENE,), undone=True),
    _move("redo", (PARAMETERS, CLIP), undone=True),
)
"""All mutations."""
IN_PARTS = long_arrangement(250)
"""One call that needs two undo steps."""
TRACK_RECALLS = tuple(Recall(chain("track-1"), level, False, TURNS) for level in (1, 2, 3, 4))
OWNER_RECALLS = (
    Recall(chain("return-0"), 5, True, (Turn(("mixer", "return-0", "panning"), -0.3),)),
    Recall(chain("master"), 6, True, MASTER_TURNS),
)
"""With them a recall of every format."""


def _all_edits(stock: Stock) -> list[Edit]:
    turned = [
        control_edit(control, Turn(control.fact, value))
        for place, control in enumerate(stock.controls)
        if control.enabled and (value := other_value(control, place)) is not None
    ]
    return [*song_edits(stock), *clip_edits(stock), *turned]


def edits_that(stock: Stock, plan: Mapping[str, Any], *, touch: bool) -> list[Edit]:
    """Value edits that touch what a plan stands on, or those that do not."""
    grounds = grounds_of(plan)
    return [edit for edit in _all_edits(stock) if stands_on(grounds, edit) is touch]


def spread(edits: Sequence[Edit], number: int, count: int) -> list[Edit]:
    """So many of them, far apart; others for another number, so that the rows together try many."""
    step = max(1, len(edits) // count)
    return [edits[(number * 7 + place * step) % len(edits)] for place in range(count)] if edits else []
