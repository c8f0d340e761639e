"""The laws on fixed cases, quick and always the same: what every mutant is run against."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any
from unittest.mock import patch

import rfc8785

from countin._remote_script.Countin import frames
from countin.bridge.connection import Connection
from laws import checks, slow
from laws.cases import Case, Turn, plain
from laws.edits import SONG_STRUCTURE, Edit
from laws.faults import Fault, read_back_fault, write_faults
from laws.misfortunes import MISFORTUNES, at_frame, stall
from laws.recalls import Recall, chain, device, group, track
from laws.sets import BAND
from laws.stage import Stage
from laws.strategies import long_arrangement

KIT = "track-1:device-0"
SCENE = plain("create_scene", {"name": "Bridge", "index": 2})
APPENDED = plain("create_scene", {"name": "Coda"})
CLIP = plain(
    "create_midi_clip",
    {
        "trackId": "track-4",
        "clipId": "track-4:clip-1",
        "lengthBeats": 4.0,
        "name": "New",
        "notes": [{"pitch": pitch, "start": 0.1, "duration": 0.3, "velocity": 77} for pitch in (60, 64)],
    },
)
PLACED = plain("arrange", {"track": 1, "slot": 0, "at_beat": 30.0})
LEAD = plain(
    "set_device_parameters",
    {
        "trackId": "track-2",
        "deviceId": "track-2:device-1",
        "changes": [
            {"id": "parameter-2", "value": 7.3},
            {"id": "parameter-3", "value": "Odd"},
            {"id": "parameter-5", "value": 0.1},
        ],
    },
)
PLAIN_RUN = plain(
    "set_device_parameters",
    {
        "trackId": "track-2",
        "deviceId": "track-2:device-1",
        "changes": [{"id": "parameter-2", "value": 7.3}, {"id": "parameter-5", "value": 0.1}],
    },
)
"""Parameters without steps: none of them can stand in another's way."""
AUTOMATED = plain(
    "set_device_parameters",
    {"trackId": "track-2", "deviceId": "track-2:device-1", "changes": [{"id": "parameter-1", "value": 0.9}]},
)
RECALL = Recall(
    chain("track-1"),
    4,
    True,
    (
        Turn(("parameter", KIT, "1"), 3.0),
        Turn(("parameter", "track-1:device-1", "2"), 11.1),
        Turn(("chain", f"{KIT}/chain-1", "panning"), 0.4),
        Turn(("chain", f"{KIT}/chain-2", "mute"), False),
    ),
)
AUTOMATED_RECALL = Recall(chain("return-0"), 5, True, (Turn(("parameter", "return-0:device-0", "1"), 0.9),))
RECALLED = RECALL.case()
KEYS, LEAD_DEVICE = "track-2", "track-2:device-1"
STATE_RECALL = Recall(
    track(KEYS),
    4,
    True,
    (
        Turn(("mixer", KEYS, "panning"), 0.4),
        Turn(("mixer", KEYS, "send-1"), 0.7),
        Turn(("route", KEYS, "input_routing_type"), "Computer Keyboard"),
        Turn(("route", KEYS, "input_routing_channel"), "Ch. 5"),
        Turn(("route", KEYS, "current_monitoring_state"), 2),
        Turn(("parameter", LEAD_DEVICE, "2"), 11.1),
        Turn(("parameter", LEAD_DEVICE, "3"), 2.0),
        Turn(("parameter", LEAD_DEVICE, "5"), 9.9),
        Turn(("parameter", "track-2:device-2", "2"), 5.0),
        Turn(("track", KEYS, "name"), "By hand"),
    ),
)
"""Of a track all that it has: a run with a mode, faders, a name, a routing's type and channel, monitoring."""
TYPE_RECALL = Recall(
    track(KEYS),
    1,
    True,
    (
        Turn(("route", KEYS, "input_routing_channel"), "Ch. 5"),
        Turn(("route", KEYS, "output_routing_type"), "Sends Only"),
        Turn(("parameter", LEAD_DEVICE, "2"), 11.1),
    ),
)
GROUP_RECALL = Recall(
    group("track-0", ("track-0", "track-1")),
    4,
    True,
    (
        Turn(("mixer", "track-0", "volume"), 0.3),
        Turn(("mixer", "track-1", "panning"), -0.3),
        Turn(("parameter", f"{KIT}/chain-1/device-0", "3"), 2.0),
        Turn(("track", "track-1", "name"), "Kit 2"),
    ),
)
DEVICE_RECALL = Recall(
    device(LEAD_DEVICE),
    1,
    True,
    (Turn(("parameter", LEAD_DEVICE, "2"), 11.1), Turn(("parameter", LEAD_DEVICE, "4"), 5.0)),
)


def _type_without_its_channel(stage: Stage) -> dict[str, Any]:
    """A recall that writes a routing's type and not its channel: the snapshot, made by hand, knows none. Then a
    parameter follows."""
    arguments = {"trackId": KEYS}
    _, snapshot = stage.snapshot("track_state", arguments)
    snapshot["routing"] |= {"inputTypeId": "Computer Keyboard", "inputChannelId": None}
    snapshot["devices"][1]["parameters"][2]["value"] = 11.0
    stage.person(Turn(("route", KEYS, "input_routing_channel"), "Ch. 5").act)
    return arguments | {"snapshot": snapshot}


TYPED = Case("recall_track_state_snapshot", "a type without its channel", _type_without_its_channel)

Check = Callable[[Stage], None]


def _case(case: Case, law: Callable[[Stage, Case], str]) -> Check:
    return lambda stage: _ignore(law(stage, case))


def _ignore(_: object) -> None:
    return


def _expect(found: object, expected: object) -> None:
    if found != expected:
        raise AssertionError(f"{found!r} should be {expected!r}")


# --- plans -----------------------------------------------------------------------------------------------------------


def _hash_binds_the_whole_plan(stage: Stage) -> None:
    """The hash is the SHA-256 of the canonical plan, by somebody else's canonical form, and tells plans apart whose
    difference is not among the changes that are shown."""
    stage.fresh(BAND)
    many = long_arrangement(300).set_up(stage)
    other = {"placements": [*many["placements"][:-1], many["placements"][-1] | {"at_beat": 9000.0}]}
    planned, second = (stage.plan("arrange", one) for one in (many, other))
    for one in (planned, second):
        _expect(one["confirmation"]["planHash"], hashlib.sha256(rfc8785.dumps(one["plan"])).hexdigest())
    if planned["confirmation"]["planHash"] == second["confirmation"]["planHash"]:
        raise AssertionError("two plans that write different things have one hash")


def _other_arguments_are_refused(stage: Stage) -> None:
    arguments, planned = checks.begun(stage, SCENE)
    before = stage.whole()
    tool, confirmed = checks.confirmed(planned, "call", "create_scene", {**arguments, "name": "Something else"})
    told = stage.rig.call(tool, **confirmed)
    _expect((told.code, stage.whole()), ("plan_changed", before))


def _another_hash_is_refused(stage: Stage) -> None:
    _, planned = checks.begun(stage, SCENE)
    before = stage.whole()
    token = planned["confirmation"]["token"]
    told = stage.rig.call("execute_plan", confirmationToken=token, planHash="0" * 64)
    _expect((told.code, stage.whole()), ("plan_changed", before))


def _bits_that_flip_on_the_way_are_refused(stage: Stage) -> None:
    """One bit of a written value changes between server and Live."""
    _, planned = checks.begun(stage, LEAD)
    before = stage.whole()
    original: Any = Connection.request

    def request(self: Connection, head: dict[str, Any], attachment: bytes = b"") -> Any:
        if head.get("op") == "execute":
            place = attachment.rindex(bytes.fromhex("333333333333"))  # inside 7.3 as a double
            attachment = attachment[:place] + bytes([attachment[place] ^ 1]) + attachment[place + 1 :]
        return original(self, head, attachment)

    with patch.object(Connection, "request", request):
        told = stage.rig.execute(planned)
    _expect((told.status, stage.whole()), ("", before))


def _arrange_never_overwrites(stage: Stage) -> None:
    stage.fresh(BAND)
    before = stage.whole()
    told = stage.rig.apply("arrange", track=1, slot=0, at_beat=10.0)
    _expect((told.code, stage.whole()), ("conflict", before))


# --- tokens ----------------------------------------------------------------------------------------------------------


def _token(stage: Stage) -> None:
    for roads, together in ((("execute_plan", "call"), False), (("call", "execute_plan"), True)):
        checks.token_runs_once(stage, SCENE, roads, together=together)


# --- edits -----------------------------------------------------------------------------------------------------------


def _renamed(scene: int) -> Edit:
    return Edit(
        f"scene {scene} renamed", lambda song: setattr(song.scenes[scene], "name", "By hand"), (("scene", scene),)
    )


def _turned(fact: tuple[str, ...], value: Any, level: int = 1) -> Edit:
    touched = ("control", fact, fact[1].partition(":")[0], level, ())
    return Edit(f"{fact} turned", Turn(fact, value).act, (touched,))


def _replaced(song: Any) -> None:
    """Another clip of the same name and length in the slot."""
    slot = song.tracks[1].clip_slots[0]
    slot.delete_clip()
    slot.create_clip(4.0)
    slot.clip.name = "Beat"


def _edited(case: Case, edit: Edit, expected: str) -> Check:
    return lambda stage: _expect(checks.edited_in_between(stage, case, edit), expected)


def _structure(stage: Stage) -> None:
    for edit in (SONG_STRUCTURE[0], SONG_STRUCTURE[5], SONG_STRUCTURE[12]):
        for case in (SCENE, LEAD):
            _expect(checks.edited_in_between(stage, case, edit), "structural refused")


def _own_change_moves_the_version(stage: Stage) -> None:
    """A plan does not outlive another change of Countin's own."""
    _, planned = checks.begun(stage, SCENE)
    stage.apply(LEAD.tool, LEAD.set_up(stage))
    told = stage.rig.execute(planned)
    _expect((told.code, told.status), ("state_version_moved", ""))


def _far_edit_lets_it_run(stage: Stage) -> None:
    """Said without the plan's own words: what is far from a place does not refuse a scene there."""
    for case, scene in ((APPENDED, 0), (SCENE, 4)):
        _, planned = checks.begun(stage, case)
        stage.person(_renamed(scene).act)
        _expect(stage.rig.execute(planned).status, "applied")


def _long_guard(case: Case, edit: Edit, met: str = "told") -> Check:
    """On a slow Live: an edit before the first look is refused, and so is one between look and write or it is told."""

    def check(stage: Stage) -> None:
        stage.fresh(BAND)
        with slow.slow(stage):
            _expect(slow.edited_while_it_runs(stage, case, edit, 1), "refused")
            found = [slow.edited_while_it_runs(stage, case, edit, period) for period in range(2, 17)]
        if met not in found:
            raise AssertionError(f"no edit between look and write was {met}: {found}")

    return check


SNARE_TURNED = _turned(("parameter", f"{KIT}/chain-1/device-0", "2"), 31.0, level=2)
SNARE_MUTED = _turned(("chain", f"{KIT}/chain-1", "mute"), True, level=3)
SNARE_SOLOED = Recall(chain("track-1"), 3, True, (Turn(("chain", f"{KIT}/chain-0", "solo"), True),)).case()
SOLOED = _turned(("mixer", "track-0", "solo"), True, level=0)


def _words_are_live_s(stage: Stage) -> None:
    """What a plan shows beside a number is what Live itself says for it."""
    stage.fresh(BAND)
    for case in (RECALLED, STATE_RECALL.case(), GROUP_RECALL.case()):
        _, planned = checks.begun(stage, case)
        for change in planned["plan"]["changes"]:
            checks.words_are_true(stage, change)


# --- faults ----------------------------------------------------------------------------------------------------------


def _fault(case: Case, fault: Fault, *expected: str) -> Check:
    def check(stage: Stage) -> None:
        stage.fresh(BAND)
        reference = checks.without_fault(stage, case)
        found = checks.fault_is_told(stage, case, reference, fault)
        if found not in expected:
            raise AssertionError(f"{fault}: {found}, should be {' or '.join(expected)}")

    return check


def _written(k: int, kind: str) -> Fault:
    return next(fault for fault in write_faults((k,)) if fault.kind == kind)


HAND_WRITTEN_PADS = {"note": 36, "mute": False, "solo": True}
"""A pad that is soloed while its chain is not: only a snapshot made by hand says so, and then pads are written."""


def _pads_by_hand(stage: Stage) -> dict[str, Any]:
    """The Kick is muted; the snapshot, made by hand, solos its pad and turns a parameter behind the rack."""
    _, snapshot = stage.snapshot("device_chain", {"trackId": "track-1"})
    kit, after = snapshot["devices"]
    kit["drumPads"][0] = dict(HAND_WRITTEN_PADS)
    after["parameters"][1]["value"] = 0.75
    stage.person(lambda song: setattr(song.tracks[1].devices[0].chains[0], "mute", True))
    kit["chains"][0]["mixer"]["mute"] = True
    return {"trackId": "track-1", "snapshot": snapshot}


PADS = Case("recall_device_chain_snapshot", "pads by hand", _pads_by_hand)


def _settled(stage: Stage) -> None:
    """What a person moves right after the writes is seen while it settles."""
    _, planned = checks.begun(stage, RECALLED)

    def turn(_: object) -> bool:
        stage.person(lambda song: setattr(song.tracks[1].devices[0].parameters[1], "value", 77.0))
        return False

    with at_frame(frames.RESPONSE, 1, turn):
        told = stage.rig.execute(planned)
    _expect(told.status, "pending_postconditions")


def _undo_tells_another_step(stage: Stage) -> None:
    """A person's step came back where the plan believed in Countin's own."""
    stage.fresh(BAND)
    stage.apply(LEAD.tool, LEAD.set_up(stage))
    stage.person(lambda song: setattr(song.tracks[0], "name", "By hand"))
    told = stage.rig.apply("undo")
    _expect(told.status, "postconditions_failed")


# --- what happens on the way -----------------------------------------------------------------------------------------


def _misfortune(name: str, case: Case = SCENE) -> Check:
    def check(stage: Stage) -> None:
        misfortune = next(one for one in (*MISFORTUNES, stall(9.9)) if one.name == name)
        stage.fresh(BAND)
        checks.answer_agrees(stage, case, checks.without_fault(stage, case), misfortune)

    return check


CHECKS: Mapping[str, Check] = {
    "a plan changes nothing": _case(LEAD, checks.plan_changes_nothing),
    "the hash binds the whole plan": _hash_binds_the_whole_plan,
    "other arguments are refused": _other_arguments_are_refused,
    "another hash is refused": _another_hash_is_refused,
    "flipped bits are refused": _bits_that_flip_on_the_way_are_refused,
    "arrange never overwrites": _arrange_never_overwrites,
    "values are undone": _case(LEAD, checks.undo_restores),
    "a scene is undone": _case(SCENE, checks.undo_restores),
    "a token runs once": _token,
    "a neighbour's name refuses": _edited(SCENE, _renamed(2), "refused"),
    "another clip in the slot refuses": _edited(PLACED, Edit("replaced", _replaced, (("slot", 1, 0),)), "refused"),
    "an overwritten value refuses": _edited(LEAD, _turned(("parameter", "track-2:device-1", "2"), 9.0), "refused"),
    "an automation taken over refuses": _edited(
        AUTOMATED, _turned(("parameter", "track-2:device-1", "1"), 0.3), "refused"
    ),
    "structure refuses": _structure,
    "an own change moves the version": _own_change_moves_the_version,
    "an edit elsewhere lets it run": _far_edit_lets_it_run,
    "a long guard is compared": _long_guard(RECALLED, SNARE_TURNED),
    "a long guard of a group is compared": _long_guard(GROUP_RECALL.case(), SOLOED),
    "a long guard compares the mutes beside those written": _long_guard(RECALLED, SNARE_MUTED),
    "a long guard compares the mutes that a solo moves": _long_guard(SNARE_SOLOED, SNARE_MUTED, "refused"),
    "words are Live's own": _words_are_live_s,
    "a failed write is taken back": _fault(PLAIN_RUN, _written(2, "write raises"), "as before"),
    "what a mode kept from taking is written again": _fault(LEAD, _written(2, "write raises"), "as planned"),
    "a channel is put back behind its type": _fault(STATE_RECALL.case(), _written(6, "write raises"), "as before"),
    "a channel that nobody wrote is put back": _fault(TYPED, _written(2, "write raises"), "as before"),
    "a failed note is taken back": _fault(CLIP, _written(2, "write raises"), "as before"),
    "pads are put back, solos first": _fault(PADS, _written(2, "write raises"), "as before"),
    "a failed rollback is told": _fault(LEAD, _written(2, "rollback fails too"), "named"),
    "an ignored value is told": _fault(PLAIN_RUN, _written(2, "write ignored"), "named"),
    "an ignored insertion is taken back": _fault(SCENE, _written(1, "write ignored"), "as before"),
    "a notification is tried again": _fault(SCENE, _written(1, "notification"), "as planned"),
    "a read-back is tried again": _fault(LEAD, read_back_fault(1, repeat=False), "as planned"),
    "a failed read-back is told": _fault(LEAD, read_back_fault(1, repeat=True), "named"),
    "a late move is seen": _settled,
    "another step is told": _undo_tells_another_step,
    "a recall is the identity": lambda stage: _ignore(checks.recall_is_identity(stage, RECALL)),
    "a device's recall is the identity": lambda stage: _ignore(checks.recall_is_identity(stage, DEVICE_RECALL)),
    "a track's recall is the identity": lambda stage: _ignore(checks.recall_is_identity(stage, STATE_RECALL)),
    "a group's recall is the identity": lambda stage: _ignore(checks.recall_is_identity(stage, GROUP_RECALL)),
    "automated values are captured": lambda stage: _ignore(checks.recall_is_identity(stage, AUTOMATED_RECALL)),
    **{f"on the way: {one.name}": _misfortune(one.name) for one in (*MISFORTUNES, stall(9.9))},
}
"""By what they show."""
