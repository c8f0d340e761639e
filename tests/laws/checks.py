"""The seven laws, each for one case. They raise `AssertionError` where the law is broken, and answer in few words what
they saw, for the counts. The tests draw the cases; the mutants run them on fixed ones.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from countin.sim.kernel.errors import LimitationError
from countin.sim.world import Saved
from laws import facts
from laws.cases import Case, Turn
from laws.edits import Edit, grounds_of, stands_on
from laws.faults import Fault
from laws.misfortunes import Misfortune
from laws.recalls import Onto, Recall, level_of
from laws.stage import SETTLED, Stage
from rig import Told

Words = str


def _holds(condition: bool, *told: object) -> None:
    if not condition:
        raise AssertionError(" ".join(str(one) for one in told))


def begun(stage: Stage, case: Case) -> tuple[dict[str, Any], Told]:
    """A fresh Set, what comes before the case, and its plan."""
    stage.fresh()
    arguments = case.set_up(stage)
    return arguments, stage.plan(case.tool, arguments)


# --- 1 ---------------------------------------------------------------------------------------------------------------


def plan_changes_nothing(stage: Stage, case: Case) -> Words:
    """Law 1: the whole Set is the same before and after a plan, settled or not, and so is its history."""
    stage.fresh()
    arguments = case.set_up(stage)
    before, steps = stage.whole(), stage.rig.world.counters.undo_steps
    planned = stage.plan(case.tool, arguments)
    _holds(stage.rig.digest() == before, "the Set differs after a plan")
    _holds(stage.whole() == before, "the Set differs some ticks after a plan")
    _holds(stage.rig.world.counters.undo_steps == steps, "a plan has made an undo step")
    _holds(planned["dryRun"] is True and "operationOutcome" not in planned.body, planned.body)
    return "planned"


def words_are_true(stage: Stage, change: Mapping[str, Any]) -> None:
    """The changes that a plan shows are those of its writes: Live's words beside a number are its words for it."""
    match = re.match(r"(\S+) parameter-(\d+)", change["what"])
    if match is None:
        return
    fact = ("parameter", match[1], match[2])
    for side in (change["before"], change["after"]):
        if isinstance(side, Mapping):
            told = cast("Mapping[str, Any]", side)
            words = stage.person(lambda song, told=told: facts.holder_of(song, fact)[0].str_for_value(told["value"]))
            _holds(told["displayValue"] == words, f"{change['what']}: {told}, Live says {words}")
        else:
            _holds(False, f"{change['what']} has no words of Live's:", change)


# --- 2 ---------------------------------------------------------------------------------------------------------------


def undo_restores(stage: Stage, case: Case) -> Words:
    """Law 2: undone as often as the plan says, all that Live's undo covers is as before; redone, as after."""
    stage.fresh()
    arguments = case.set_up(stage)
    before = stage.undoable()
    planned = stage.plan(case.tool, arguments)
    told = stage.rig.execute(planned)
    _holds(told.status == "applied", case, "was not applied:", told.body)
    _holds(not stage.rig.world.store.history.bracket, "an undo step was left open")
    after = stage.undoable()
    _holds(after != before, "nothing has changed")
    steps = planned["plan"]["undoSteps"]
    for _ in range(steps):
        stage.apply("undo", {})
    _holds(stage.undoable() == before, f"the Set is not as before after {steps} undo")
    for _ in range(steps):
        stage.apply("redo", {})
    _holds(stage.undoable() == after, f"the Set is not as after it, after {steps} redo")
    return "undone"


def move_is_reversed(stage: Stage, case: Case) -> Words:
    """Law 2 for undo and redo, which Live's undo does not cover: the other of the two takes each back."""
    stage.fresh()
    arguments = case.set_up(stage)
    before = stage.undoable()
    told = stage.rig.execute(stage.plan(case.tool, arguments))
    _moved(told)
    after = stage.undoable()
    _holds(after != before, "nothing has changed")
    _moved(stage.rig.apply("redo" if case.tool == "undo" else "undo"))
    _holds(stage.undoable() == before, "the other way round does not lead back")
    return "reversed"


def _moved(told: Told) -> None:
    """It ran. Whose step came back is a belief: that another one did is an answer too, and an honest one."""
    fine = told.status == "applied"
    if told.status == "postconditions_failed":
        fine = any("another step" in line for line in told["operationOutcome"]["evidence"])
    _holds(fine, told.body)


# --- 3 ---------------------------------------------------------------------------------------------------------------

ROADS = ("execute_plan", "call")


def confirmed(planned: Told, road: str, tool: str, arguments: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The call that runs a plan, by one of the two roads."""
    confirmation = planned["confirmation"]
    proof = {"confirmationToken": confirmation["token"], "planHash": confirmation["planHash"]}
    if road == "execute_plan":
        return "execute_plan", proof
    version = planned["plan"]["stateVersion"]
    return tool, {**arguments, "expectedStateVersion": version, "dryRun": False, **proof}


def token_runs_once(stage: Stage, case: Case, roads: Sequence[str], *, together: bool) -> Words:
    """Law 3: however often and by whichever road a token is used, the Set changes once."""
    arguments, planned = begun(stage, case)
    reference = once(stage, planned)
    arguments, planned = begun(stage, case)
    calls = [confirmed(planned, road, case.tool, arguments) for road in roads]
    told = stage.rig.run(_all(stage, calls, together=together))
    ran = [one for one in told if not one.is_error or one.status]
    _holds(len(ran) == 1, f"{len(ran)} of {len(calls)} uses of one token ran")
    _holds(stage.undoable() == reference, "the Set is not as after a single run")
    for one in told:
        if one is not ran[0]:
            _holds(one.code in ("token_used", "in_progress"), one.body)
            _holds(one["error"]["outcome"] == "not_executed", one.body)
    again = stage.rig.execute(planned)
    _holds(again.code == "token_used" and stage.undoable() == reference, again.body)
    _holds(again["error"].get("earlier", {}).get("status") == ran[0].status, again.body)
    return "together" if together else "in turn"


def once(stage: Stage, planned: Told) -> str:
    """The digest after a single run."""
    told = stage.rig.execute(planned)
    _holds(bool(told.status), told.body)
    return stage.undoable()


def token_on_disk_runs_once(stage: Stage, case: Case) -> Words:
    """Law 3 for the command line: two processes, one token on disk, both confirm at the same time."""
    apps = [stage.rig.server(tokens="files") for _ in range(2)]
    reference = once(stage, begun(stage, case)[1])
    stage.fresh()
    arguments = case.set_up(stage)
    planned = stage.rig.call(case.tool, app=apps[0], expectedStateVersion=stage.rig.version(), **arguments)
    _, proof = confirmed(planned, "execute_plan", case.tool, arguments)

    async def both() -> list[Told]:
        return list(await asyncio.gather(*(stage.rig.ask("execute_plan", proof, app) for app in apps)))

    told = stage.rig.run(both())
    ran = [one for one in told if one.status]
    _holds(len(ran) == 1, f"{len(ran)} of two processes ran one token:", *told)
    _holds(stage.undoable() == reference, "the Set is not as after a single run")
    for app in apps:
        stage.rig.run(app.close())
    return "among two processes"


async def _all(stage: Stage, calls: Sequence[tuple[str, Mapping[str, Any]]], *, together: bool) -> list[Told]:
    if together:
        return list(await asyncio.gather(*(stage.rig.ask(tool, arguments) for tool, arguments in calls)))
    return [await stage.rig.ask(tool, arguments) for tool, arguments in calls]


# --- 4 ---------------------------------------------------------------------------------------------------------------

REFUSED = ("state_version_moved", "observation_changed")


def edited_in_between(stage: Stage, case: Case, edit: Edit, *, ticks: int = 0) -> Words:
    """Law 4: refused and untouched, or run, by what the edit touches; and never run where a new plan would differ."""
    arguments, planned = begun(stage, case)
    return edit_after_plan(stage, case, arguments, planned, edit, ticks=ticks)


def edit_after_plan(
    stage: Stage, case: Case, arguments: Mapping[str, Any], planned: Told, edit: Edit, *, ticks: int = 0
) -> Words:
    """The same, once it is planned."""
    plan, before = planned["plan"], stage.rig.undoable()
    try:
        stage.person(edit.act)
    except (RuntimeError, LimitationError):
        return "void"  # Live itself refuses it now
    if stage.rig.undoable() == before and not edit.structural:
        return "void"
    if ticks:
        stage.rig.tick(ticks)
    edited = stage.rig.world.fork()
    with stage.aside():
        untouched = stage.whole()
    told = stage.rig.execute(planned)
    if edit.structural or stands_on(grounds_of(plan), edit):
        _refused(stage, told, untouched, edit)
        return "structural refused" if edit.structural else "refused"
    if plan["tool"] == "redo" and told.code == "nothing_to_change":
        # An edit ends what could be redone: Live itself has nothing left to run.
        _holds(stage.whole() == untouched, "refused, but the Set is another one")
        return "ended"
    _holds(bool(told.status), f"{edit} touches nothing that it stands on, and yet:", told.body)
    if plan["tool"] not in ("undo", "redo"):
        _planned_alike(stage, case, arguments, plan, edited, edit)
    return "run"


def automation_moves(stage: Stage, case: Case) -> Words:
    """Law 4 for what nobody edits: automation that plays between plan and execution stands in no plan's way."""
    _, planned = begun(stage, case)
    _play(stage, 0.31)
    told = stage.rig.execute(planned)
    _holds(told.status == "applied", "automation has moved, and yet:", told.body)
    return "automation moved"


def _play(stage: Stage, share: float) -> None:
    """Every parameter that automation plays moves to that share of its range."""
    song = stage.rig.world.song
    for fact in stage.person(facts.facts):
        held, _ = facts.holder_of(song, fact) if fact[0] == "parameter" else (None, "")
        if held is not None and held.automation_state == 1:
            stage.rig.world.move_automation(held, held.min + (held.max - held.min) * share)


def _planned_alike(
    stage: Stage, case: Case, arguments: Mapping[str, Any], plan: Mapping[str, Any], edited: Saved, edit: Edit
) -> None:
    """The independent oracle: what ran is what would be planned after the edit."""
    with stage.aside(edited):
        again = stage.rig.plan(case.tool, **arguments)
        for _ in range(3):
            if again.code == "state_version_moved":  # coming back to the saved world moved pointers
                again = stage.rig.plan(case.tool, **arguments)
        _holds(not again.is_error, f"after {edit} it cannot be planned any more, and yet it ran:", again.body)
        same = again["plan"]["changes"] == plan["changes"]
        _holds(same, f"after {edit} the plan is another one, and yet the old one ran:", again.body)


def _refused(stage: Stage, told: Told, untouched: str, edit: Edit) -> None:
    _holds(told.is_error and not told.status, f"{edit} lies in the way, and yet it ran:", told.body)
    _holds(told["error"]["outcome"] == "not_executed", told.body)
    _holds(told.code in (*REFUSED, "conflict", "not_found"), told.body)
    _holds(stage.whole() == untouched, f"refused after {edit}, but the Set is another one")


# --- 5 ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reference:
    """A case without any fault: the Set before and after it, and how many writes it makes."""

    before: str
    after: str
    facts_before: facts.Facts
    facts_after: facts.Facts
    writes: int
    status: str


def without_fault(stage: Stage, case: Case) -> Reference:
    """Run a case as it should go."""
    _, planned = begun(stage, case)
    with stage.aside():
        stage.keep_selection()
        before, facts_before = stage.whole_but_selection(), stage.person(facts.facts)
    writes = stage.rig.world.counters.writes
    told = stage.rig.execute(planned)
    writes = stage.rig.world.counters.writes - writes
    _holds(bool(told.status), told.body)
    return Reference(before, stage.whole_but_selection(), facts_before, stage.person(facts.facts), writes, told.status)


def fault_is_told(stage: Stage, case: Case, reference: Reference, fault: Fault) -> Words:
    """Law 5: with this fault the Set is as before, or the answer names every difference."""
    _, planned = begun(stage, case)
    stage.keep_selection()
    fault.arm(stage)
    told = stage.rig.execute(planned)
    struck = bool(stage.rig.world.faults.fired)
    stage.rig.world.faults.clear()
    settled = stage.whole_but_selection()
    # A Live that refuses every access for good cannot be told to close the step either.
    _holds(fault.lasting or not stage.rig.world.store.history.bracket, "an undo step was left open")
    if told.is_error and not told.status:
        _holds(told["error"]["outcome"] == "not_executed", told.body)
        _holds(settled == reference.before, "refused, but the Set is another one:", told.body)
        return "as before" if struck else "unstruck"
    if told.status in ("applied", "pending_postconditions"):
        fine = settled == reference.after or told.status != "applied"
        if fault.kind == "write ignored" and not fine:
            # What it ignored may have stood so already, chosen by Live itself: then nobody can see a difference.
            fine = stage.person(facts.facts) == reference.facts_after
        _holds(fine, "applied, but the Set is not as it should be:", told.body)
        _named(stage, told, reference)
        return "as planned" if struck else "unstruck"
    _holds(told.status == "postconditions_failed", told.body)
    _named(stage, told, reference)
    return "named"


def _named(stage: Stage, told: Told, reference: Reference) -> None:
    """Every difference from the plan, or else every one from before, stands in the evidence."""
    evidence = list(told["operationOutcome"]["evidence"])
    now, followers = stage.person(facts.facts), stage.person(facts.followers)
    unnamed = [
        [fact for fact in _differing(now, other) if fact not in followers and not is_named(fact, other, now, evidence)]
        for other in (reference.facts_after, reference.facts_before)
    ]
    _holds(not unnamed[0] or not unnamed[1], "differences that nobody named:", *unnamed, told.body)


def _differing(now: facts.Facts, other: facts.Facts) -> list[facts.Fact]:
    return [fact for fact in {**now, **other} if now.get(fact) != other.get(fact)]


def is_named(fact: facts.Fact, planned: facts.Facts, now: facts.Facts, evidence: Sequence[str]) -> bool:
    """Whether a line of evidence speaks of a fact: by its id, or by the words that Live has for it."""
    lines = [line.casefold() for line in evidence]
    if fact[0] == "scenes":
        return any("scene" in line for line in lines)
    if fact[0] == "slot":
        track = fact[1].partition("-")[2]
        words = [f"{fact[1]}:clip-{fact[2]}", f"track {track}, scene {fact[2]}", "note", "clip"]
        return any(word in line for line in lines for word in words)
    if fact[0] == "timeline":
        track = fact[1].partition("-")[2]
        return any(f"track-{track}" in line or f"track {track}" in line for line in lines)
    if fact[0] == "pad" and any(fact[-1] in line for line in lines):
        return True  # a pad's mute and solo are those of its chains, whose names the line has
    if fact[0] == "route" and any(str(side[fact]).casefold() in line for side in (planned, now) for line in lines):
        return True  # a routing is called as the track that it goes to, whose name the line tells
    if any("history" in line or "another step" in line for line in lines):
        return True
    return any(_speaks_of(line, fact, planned, now) for line in lines)


_WORDS = {
    "panning": "pan", "in_note": "inputnote", "out_note": "outputnote", "cue_volume": "cuevolume",
    "input_routing_type": "inputtypeid", "input_routing_channel": "inputchannelid",
    "output_routing_type": "outputtypeid", "output_routing_channel": "outputchannelid",
    "current_monitoring_state": "monitoring",
}  # fmt: skip
"""What evidence calls a control that Live calls otherwise."""


def _speaks_of(line: str, fact: facts.Fact, planned: facts.Facts, now: facts.Facts) -> bool:
    kind, name, *rest = fact
    member = f"parameter-{rest[0]}" if kind == "parameter" else " ".join(rest)
    told = [f"{name} {_WORDS.get(member, member)}", f"{name} pad", f"{name} cannot be read"]
    if kind == "pad":
        told.append(f"{name}/chain-")  # a pad is where its chains are, its switches are theirs
    if member.endswith("routing_channel"):
        told.append(f"{name} {_WORDS[member.replace('channel', 'type')]}")  # it follows its type
    if any(words in line for words in told):
        return True
    titles = [(("device", name)), ("chain", name, "name"), ("track", name, "name")]
    return any(str(known[title]).casefold() in line for title in titles for known in (now, planned) if title in known)


# --- 6 ---------------------------------------------------------------------------------------------------------------


def recall_is_identity(stage: Stage, recall: Recall) -> Words:
    """Law 6: captured, edited by a person and recalled, all that the format holds is as it was, nothing else moved."""
    stage.fresh()
    onto = recall.onto
    before = stage.person(facts.facts)
    reference, _ = stage.snapshot(onto.family, onto.address)
    arguments = recall.set_up(stage)
    stage.rig.tick(3)
    turned = stage.person(facts.facts)
    told = stage.rig.apply(onto.tool, **arguments)
    _holds(told.status == "applied" or told.code == "nothing_to_change", told.body)
    stage.rig.tick(3)
    now = stage.person(facts.facts)
    again, snapshot = stage.snapshot(onto.family, onto.address)
    if recall.level >= level_of(snapshot):
        _holds(again == reference, "captured again, it is another snapshot:", _differing(now, before))
    followers = stage.person(facts.followers)
    for fact in now:
        held = onto.holds(fact, recall.level)
        if held is None or (fact in followers and not held):
            continue  # it follows from others, which may be held
        expected = [before[fact]] if held else [turned[fact]]
        if fact[0] == "route" and not held:
            expected.append(before[fact])  # it may show a name that came back
        _holds(now[fact] in expected, f"{fact} is {now[fact]}, should be {expected}; held: {held}")
    return f"{onto.family} v{recall.level}"


def comes_back(stage: Stage, onto: Onto, turns: Sequence[Turn], *, undo: bool = True) -> int:
    """Law 6 on a Set as it is: capture, turn, recall, capture is the identity, and one undo brings the turned back. How
    many facts stand otherwise after the turning."""

    def covered() -> facts.Facts:
        found = [stage.person(lambda song, owner=owner: facts.of_owner(song, owner)) for owner in onto.owners()]
        return {fact: value for some in found for fact, value in some.items()}

    reference, _ = stage.snapshot(onto.family, onto.address)
    before = covered()
    for turn in turns:
        stage.person(turn.act)
    turned = stage.undoable()
    moved = len(_differing(covered(), before))
    _holds(moved > 0, f"nothing could be turned of {onto}")
    planned = stage.plan(onto.tool, {**onto.address, "snapshot": reference})
    told = stage.rig.execute(planned)
    _holds(told.status == "applied", onto, told.body)
    stage.rig.tick(3)
    again, _ = stage.snapshot(onto.family, onto.address)
    _holds(again == reference, f"{onto} captured again is another snapshot:", _differing(covered(), before))
    _holds(planned["plan"]["undoSteps"] == 1, planned["plan"])
    if undo:
        stage.apply("undo", {})
        _holds(stage.undoable() == turned, f"one undo does not bring back what was turned of {onto}")
        stage.apply("redo", {})
    return moved


# --- 7 ---------------------------------------------------------------------------------------------------------------

DEADLINE_TURNS = 110
"""Display turns until every deadline has passed."""
WRITTEN = ("applied", "postconditions_failed", "pending_postconditions")


def answer_agrees(stage: Stage, case: Case, reference: Reference, misfortune: Misfortune) -> Words:
    """Law 7: what the caller was told, and whatever anybody is told who asks afterwards, agrees with the Set."""
    _, planned = begun(stage, case)
    stage.keep_selection()
    writes = stage.rig.world.counters.writes
    told = stage.rig.run(misfortune.befall(stage, planned))
    stage.rig.tick(DEADLINE_TURNS)  # whatever could still run late has run by now
    if misfortune.replaces:
        _holds(stage.rig.world.counters.writes == writes, "something was written into another Set")
        state = False
    else:
        state = _changed(stage, reference, told, planned)
    _holds(misfortune.runs in (None, state), f"{misfortune}: changed is {state}, should be {misfortune.runs}", told)
    words = _agrees(_said(told), state, misfortune, told)
    for server in ("the same server", "another server"):
        asked = stage.rig.call("get_operation_outcome", operationId=planned["confirmation"]["operationId"])
        _agrees(_recalled(asked), state, misfortune, f"{server}: {asked.body}")
        stage.new_server()
    stage.rig.tick(SETTLED)
    if not misfortune.replaces:
        _holds(_changed(stage, reference, told, planned) == state, "asking has changed what happened")
    return words


def _changed(stage: Stage, reference: Reference, told: Told | None, planned: Told) -> bool:
    now = stage.whole_but_selection()
    _holds(now in (reference.before, reference.after), "the Set is neither as before nor as after:", told, planned.body)
    return now == reference.after


def _said(told: Told | None) -> str:
    """What the first answer says of the Set; "" where the caller was gone before it came."""
    if told is None:
        return ""
    if told.status:
        return told.status
    return str(told["error"]["outcome"])


def _recalled(asked: Told) -> str:
    """The same of what `get_operation_outcome` answers."""
    if asked.is_error:
        return str(asked["error"]["outcome"])
    return str(asked["status"])


def _agrees(said: str, changed: bool, misfortune: Misfortune, told: object) -> Words:
    if said in WRITTEN:
        _holds(changed, f"{misfortune}: it says {said}, but the Set is untouched:", told)
    elif said in ("not_executed", "planned"):
        _holds(not changed, f"{misfortune}: it says {said}, but the Set has changed:", told)
    elif said:
        _holds(said in ("outcome_unknown", "unknown"), f"{misfortune}: {said} is no end:", told)
        _holds(misfortune.forgets, f"{misfortune}: Live could have been asked, and yet:", told)
    return said or "nobody told"
