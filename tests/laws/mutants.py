"""Deliberate faults of contract, guard and script, each as one small patch, with the law that must catch it.

What is patched is found by name, so a mutant whose target was renamed fails instead of passing unnoticed.
"""

from __future__ import annotations

import importlib
from array import array
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from countin import core
from countin.bridge import Bridge, Unsettled
from countin.contract import execute, outcome, plan, running
from countin.contract.contract import Contract
from countin.contract.tokens import MemoryTokens
from countin.declaration import Reliance
from countin.errors import Refusal
from countin.tools import placing, scenes
from rig import SCRIPT

Patch = pytest.MonkeyPatch
Original = Callable[..., Any]


@dataclass(frozen=True)
class Mutant:
    """A fault: what it is, the check of `fixed.CHECKS` that catches it, and the patch."""

    name: str
    caught_by: str
    apply: Callable[[Patch], None]


def script(module: str) -> Any:
    """A module of the Remote Script as it runs in the embedded Live."""
    return importlib.import_module(f"{SCRIPT.name}.{module}")


def _swap(owner: Callable[[], Any], name: str, make: Callable[[Original], Original]) -> Callable[[Patch], None]:
    """Replace a function or method by one made of it. The owner is looked up when the mutant is applied."""

    def apply(patch: Patch) -> None:
        found = owner()
        patch.setattr(found, name, make(getattr(found, name)))

    return apply


def _both(*patches: Callable[[Patch], None]) -> Callable[[Patch], None]:
    def apply(patch: Patch) -> None:
        for one in patches:
            one(patch)

    return apply


def _nothing(_: Original) -> Original:
    return lambda *_, **__: None


def _always(value: Any) -> Callable[[Original], Original]:
    return lambda _: lambda *_, **__: value


# --- the contract ----------------------------------------------------------------------------------------------------


def _shown_text(original: Original) -> Original:
    """The hash of what a person reads: summary and shown changes."""

    def plan_hash(document: Any) -> str:
        changes = document["changes"]
        shown: Any = changes
        if type(changes) is not list:
            shown = changes["first"]
        return original({"summary": document["summary"], "changes": shown})

    return plan_hash


def _without_guards(original: Original) -> Original:
    def operation(steps: Any, rests_on: Any, seen: Any) -> Any:
        return original(steps, (), seen)

    return operation


def _unread_ends(original: Original) -> Original:
    """What Live could not take back is told as taken back."""

    def undone(ran: Any, place: int, planned: Any) -> Any:
        if ran.execution.status == "incomplete":
            ran = replace(ran, execution=replace(ran.execution, status="rolled_back"))
        return original(ran, place, planned)

    return undone


def _uncompared(original: Original) -> Original:
    def compared(step: Any, packed: bytes) -> Any:
        return original(step, packed)[0], ()

    return compared


async def _never_asks(self: Any, operation: str, why: str) -> Any:
    return Refusal("live_not_reachable", f"{operation}: {why}")


def _unstarted(original: Original) -> Original:
    """STARTED counts for nothing: a silence is taken for "never began"."""

    async def execute_job(self: Any, job: Any, **more: Any) -> Any:
        try:
            return await original(self, job, **more)
        except Unsettled as unsettled:
            cause: Any = unsettled.cause
            raise Unsettled(cause, started=False) from None

    return execute_job


def _sent_again(original: Original) -> Original:
    """After a cut the same writes go out once more, under another id and for whatever state there is."""

    async def execute_job(self: Any, job: Any, **more: Any) -> Any:
        try:
            return await original(self, job, **more)
        except Unsettled:
            await self.connect()
            version = self.status().state_version or job.state_version
            return await original(self, replace(job, operation=f"{job.operation}x", state_version=version), **more)

    return execute_job


async def _as_it_is(_: Any, __: Any, verdict: Any) -> Any:
    return verdict


def _whole_list(original: Original) -> Original:
    """A scene rests on all scenes that were seen, not on its neighbours."""

    def neighbours(place: int, look: Any, row: Any) -> Reliance:
        return replace(original(place, look, row), look=look, row=row)

    return neighbours


# --- the script ------------------------------------------------------------------------------------------------------


def _guarded() -> Any:
    return script("guard").Guarded


def _late(original: Original) -> Original:
    """The deadline is ignored."""

    def compare(self: Any) -> None:
        order = self._order
        self._order = replace(order, deadline=order.deadline + 3_600_000)
        original(self)

    return compare


def _any_clip(original: Original) -> Original:
    """No pointer is compared, of source or target."""

    def check(one: Any, place: int, clip: Any, target: Any) -> None:
        pointer = script("native").pointer
        original(one._replace(clip_pointer=pointer(clip), target_pointer=pointer(target.track)), place, clip, target)

    return check


def _loose_slots(original: Original) -> Original:
    """Clips have no identity in what is guarded."""

    def slot_row(slot: Any) -> Any:
        row = original(slot)
        return row._replace(clip_pointer=1) if row.clip_pointer else row

    return slot_row


def _unlocked(original: Original) -> Original:
    """Whether a parameter can be written, and whether automation plays it, is not compared."""

    def check(live: Any, target: Any, one: Any) -> None:
        levels = script("observe.levels")
        automated = 2 if levels.is_automated(target.held) else 0
        original(live, target, one._replace(flags=(1 if target.held.is_enabled else 0) | automated))

    return check


def _masked_capture(original: Original) -> Original:
    """What is masked in the guard is captured as 0."""

    def chain(self: Any, owner: Any) -> Any:
        return original(self, owner)._replace(loose=())

    return chain


def _any_layout(original: Original) -> Original:
    """What one device looks like is taken for what another does."""

    def of(self: Any, device: int, parameters: Any, pointers: Any, values: Any, names_may_change: bool) -> Any:
        if self._entries:
            return next(iter(self._entries.values())).layout
        reading: Generator[Any, None, Any] = original(self, device, parameters, pointers, values, names_may_change)
        return (yield from reading)

    return of


def _channelless(original: Original) -> Original:
    """That Live resets a channel with its type is not known."""

    def route(name: str, control: Any, track: Any, holder: Any, channel: Any = None) -> Any:
        return original(name, control, track, holder)

    return route


def _worded_guard(original: Original) -> Original:
    """What stands beside a question takes part in what is guarded."""

    def answered(live: Any, look: Any, seen: Any, words: bytes = b"") -> Any:
        packed = script("told").Packed
        shifted = seen if look.beside is None else seen._replace(guard=packed(seen.guard.data + look.beside.values))
        return original(live, look, shifted, words)

    return answered


def _as_known(original: Original) -> Original:
    """Who holds any answer is told that it is still the same."""

    def answered(live: Any, look: Any, seen: Any, words: bytes = b"") -> Generator[Any, None, Any]:
        reading: Generator[Any, None, Any] = original(live, look, seen, words)
        answer = yield from reading
        return answer._replace(guard=b"", shown=b"", as_known=True) if look.known else answer

    return answered


def _hashed_before(original: Original) -> Original:
    """The digest of what was told last stands for whatever is read now."""

    def packed_guard(self: Any, subject: Any, data: bytes) -> Any:
        before = (answer.guard for answer in self._answers if answer.subject == subject)
        return next(before, None) or original(self, subject, data)

    return packed_guard


def _shifted(original: Original) -> Original:
    """The columns beside a question are read one place on."""

    def words_beside(live: Any, arguments: Any, row: Any, beside: Any, known: Any = None) -> Any:
        return original(live, arguments, row, beside._replace(values=beside.values[8:] + beside.values[:8]), known)

    return words_beside


def _all_taken(original: Original) -> Original:
    """Everything counts as written, also what a mode kept from taking."""

    def differing(self: Any, wanted: Any) -> Any:
        return [] if wanted is self._after else original(self, wanted)

    return differing


def _doubles_of(values: Sequence[float]) -> bytes:
    return array("d", values).tobytes()


def _root_alone(original: Original) -> Original:
    def members(tracks: Any, root: int) -> list[int]:
        return original(tracks, root)[:1]

    return members


def _no_difference(_: Original) -> Original:
    def track(*_: Any) -> Any:
        return iter(())

    return track


def _reentered(journal: Any, changed: Callable[[Any], Any]) -> None:
    """Every entry of a journal as another."""
    entries = [changed(one) for inverses in journal._begun for one in inverses()]
    journal._begun = [lambda one=one: (one,) for one in entries]


def _same_rank(original: Original) -> Original:
    """Channels are put back before their types."""

    def take_back(self: Any) -> list[str]:
        journal = script("journal")
        _reentered(self, lambda one: one._replace(rank=journal.FIRST) if one.rank == journal.CHANNEL else one)
        return original(self)

    return take_back


def _forward(original: Original) -> Original:
    """Rolled back in the order of writing, mutes before solos."""

    def take_back(self: Any) -> list[str]:
        journal = script("journal")
        swapped = {journal.SOLO: journal.MUTE, journal.MUTE: journal.SOLO}
        _reentered(self, lambda one: one._replace(rank=swapped.get(one.rank, one.rank)))
        self._begun.reverse()
        return original(self)

    return take_back


def _silent(original: Original) -> Original:
    """What a rollback could not put back is not told."""

    def take_back(self: Any) -> list[str]:
        original(self)
        return []

    return take_back


def _unproved(_: Original) -> Original:
    """Whatever scene stands at the place is taken for the new one."""

    def inserted(self: Any) -> Any:
        return self._song.scenes[self._row.place]

    return inserted


def _kept_out(original: Original) -> Original:
    """An outcome is not remembered."""

    def end(self: Any, operation: str, deadline: int, head: Any, attachment: bytes) -> None:
        original(self, operation, deadline, head, attachment)
        del self._kept[operation]

    return end


def _reusable(original: Original) -> Original:
    def may_run(self: Any, operation: str, deadline: int) -> str:
        return "yes" if original(self, operation, deadline) == "used" else original(self, operation, deadline)

    return may_run


def _unannounced(original: Original) -> Original:
    """An operation runs without its STARTED."""

    def send_at_once(self: Any, kind: int, *rest: Any) -> bool:
        return True if kind == script("frames").STARTED else original(self, kind, *rest)

    return send_at_once


def _refused_but_written(original: Original) -> Original:
    """The guard refuses, and the writes are made nevertheless."""

    def run(self: Any, *, may_retry: bool) -> Any:
        told = original(self, may_retry=may_retry)
        if told.status == "refused" and self._steps:
            self._write(may_retry=False)
        return told

    return run


def _unscanned(original: Original) -> Original:
    """A guard that takes long counts as compared."""

    def scan_before(self: Any) -> Any:
        guard = script("guard")
        compare, guard._compare = guard._compare, _nothing(guard._compare)
        try:
            scanning: Generator[Any, None, Any] = original(self)
            return (yield from scanning)
        finally:
            guard._compare = compare

    return scan_before


def _unscanned_after(_: Original) -> Original:
    def scan_after(self: Any, told: Any) -> Any:
        return told
        yield

    return scan_after


def _read_in_silence(original: Original) -> Original:
    """That a row could not be read is not said."""

    def read(step: Any) -> tuple[bytes, str]:
        return original(step)[0], ""

    return read


def _touching(original: Original) -> Original:
    """A look moves something of the Set."""

    def look_at(live: Any, look: Any, item: int | None = None) -> Any:
        live.song.metronome = not live.song.metronome
        looking: Generator[Any, None, Any] = original(live, look, item)
        return (yield from looking)

    return look_at


def _stepless(_: Original) -> Original:
    def applied(self: Any, changed: Any = (), *, only: bool = False) -> None:
        self.absorb(changed, only=only)

    return applied


def _unretried(_: Original) -> Original:
    def execute_order(live: Any, order: Any, instance: str, announce: Any, from_display: Any) -> Any:
        guarded = _guarded()(live, order, instance)
        yield from guarded.scan_before()
        announce()
        return guarded.run(may_retry=False)

    return execute_order


MUTANTS: tuple[Mutant, ...] = (
    # what is planned and shown
    Mutant("a look that touches", "a plan changes nothing", _swap(lambda: script("observing"), "look_at", _touching)),
    Mutant(
        "hash of the shown text only", "the hash binds the whole plan", _swap(lambda: core, "plan_hash", _shown_text)
    ),
    Mutant(
        "arguments not compared",
        "other arguments are refused",
        _swap(lambda: importlib.import_module(Contract.__module__), "_check_arguments", _nothing),
    ),
    Mutant(
        "hash not compared",
        "another hash is refused",
        _swap(lambda: importlib.import_module(Contract.__module__), "same_text", _always(True)),
    ),
    Mutant(
        "overlap unchecked",
        "arrange never overwrites",
        _both(
            _swap(lambda: placing, "check_room", _nothing),
            _swap(lambda: script("write.placements")._Destination, "claim", _nothing),
        ),
    ),
    Mutant(
        "masked values captured",
        "automated values are captured",
        _swap(lambda: script("observe.capture")._Capture, "chain", _masked_capture),
    ),
    Mutant(
        "layouts of another device",
        "a recall is the identity",
        _swap(lambda: script("layouts").Layouts, "of", _any_layout),
    ),
    Mutant(
        "a group without its tracks",
        "a group's recall is the identity",
        _swap(lambda: script("observe.track_state"), "_members", _root_alone),
    ),
    Mutant(
        "columns beside a question shifted",
        "words are Live's own",
        _swap(lambda: script("observing"), "words_beside", _shifted),
    ),
    Mutant(
        "words in the guard",
        "a track's recall is the identity",
        _swap(lambda: script("observing"), "_answered", _worded_guard),
    ),
    Mutant(
        "everything is as known",
        "a recall is the identity",
        _swap(lambda: script("observing"), "_answered", _as_known),
    ),
    Mutant(
        "a digest of before",
        "a neighbour's name refuses",
        _swap(lambda: script("told").Told, "packed_guard", _hashed_before),
    ),
    # tokens
    Mutant("token kept", "a token runs once", _swap(lambda: MemoryTokens, "claim", _nothing)),
    Mutant(
        "second use allowed everywhere",
        "a token runs once",
        _both(
            _swap(lambda: MemoryTokens, "claim", _nothing),
            _swap(lambda: script("outcomes").Outcomes, "may_run", _reusable),
            _swap(lambda: _guarded(), "_compare_version", _nothing),
            _swap(lambda: _guarded(), "_compare_relied_on", _nothing),
        ),
    ),
    # what must still hold
    Mutant("guard skipped", "a neighbour's name refuses", _swap(_guarded, "_compare_relied_on", _nothing)),
    Mutant("guards not sent", "a neighbour's name refuses", _swap(lambda: plan, "_operation", _without_guards)),
    Mutant("state version not compared", "structure refuses", _swap(_guarded, "_compare_version", _nothing)),
    Mutant(
        "version stays at an own change",
        "an own change moves the version",
        _swap(lambda: script("state_version").StateVersion, "applied", _stepless),
    ),
    Mutant(
        "pointers not compared",
        "another clip in the slot refuses",
        _both(
            _swap(lambda: script("write.placements"), "_check", _any_clip),
            _swap(lambda: script("observe.scenes"), "slot_row", _loose_slots),
        ),
    ),
    Mutant(
        "value not compared",
        "an overwritten value refuses",
        _swap(lambda: script("write.target"), "same", _always(True)),
    ),
    Mutant(
        "a run not compared",
        "an overwritten value refuses",
        _swap(lambda: script("write.values"), "as_planned", _always(True)),
    ),
    Mutant(
        "flags not compared",
        "an automation taken over refuses",
        _swap(lambda: script("write.target"), "_check_parameter", _unlocked),
    ),
    Mutant(
        "rests on the whole list", "an edit elsewhere lets it run", _swap(lambda: scenes, "_neighbours", _whole_list)
    ),
    Mutant(
        "writes digest not compared",
        "flipped bits are refused",
        _swap(lambda: script("orders").ExecuteOrder, "arrived_whole", _always(True)),
    ),
    Mutant("a long guard unscanned", "a long guard is compared", _swap(_guarded, "scan_before", _unscanned)),
    Mutant("a long guard not read again", "a long guard is compared", _swap(_guarded, "scan_after", _unscanned_after)),
    Mutant(
        "a track's own not read again",
        "a long guard of a group is compared",
        _swap(lambda: script("relied_on"), "_track", _no_difference),
    ),
    Mutant(
        "switches not read again",
        "a long guard compares the mutes beside those written",
        _swap(lambda: script("relied_on"), "_switches", _no_difference),
    ),
    Mutant(
        "switches that a solo moves not compared",
        "a long guard compares the mutes that a solo moves",
        _swap(lambda: script("guard"), "switches_moved", _no_difference),
    ),
    Mutant("refused but written", "a neighbour's name refuses", _swap(_guarded, "run", _refused_but_written)),
    # writing, taking back, reading back
    Mutant("undo step not closed", "values are undone", _swap(lambda: script("guard"), "_ends", _nothing)),
    Mutant(
        "nothing taken back",
        "a failed write is taken back",
        _swap(lambda: script("journal").Journal, "take_back", _always([])),
    ),
    Mutant(
        "inverse order wrong",
        "pads are put back, solos first",
        _swap(lambda: script("journal").Journal, "take_back", _forward),
    ),
    Mutant(
        "no second try behind a mode",
        "what a mode kept from taking is written again",
        _swap(lambda: script("write.parameter_run").Run, "_differing", _all_taken),
    ),
    Mutant(
        "channels put back before types",
        "a channel is put back behind its type",
        _swap(lambda: script("journal").Journal, "take_back", _same_rank),
    ),
    Mutant(
        "a channel forgotten that went with its type",
        "a channel that nobody wrote is put back",
        _swap(lambda: script("write.target"), "_route", _channelless),
    ),
    Mutant(
        "rollback swallows a failure",
        "a failed rollback is told",
        _swap(lambda: script("journal").Journal, "take_back", _silent),
    ),
    Mutant(
        "incomplete told as taken back", "a failed rollback is told", _swap(lambda: outcome, "_undone", _unread_ends)
    ),
    Mutant(
        "insertion not proved",
        "an ignored insertion is taken back",
        _swap(lambda: script("write.scene").SceneCreation, "_inserted", _unproved),
    ),
    Mutant("read-back not compared", "an ignored value is told", _swap(lambda: outcome, "_compared", _uncompared)),
    Mutant(
        "what is unread passes",
        "a failed read-back is told",
        _both(
            _swap(lambda: script("guard"), "_read", _read_in_silence),
            _swap(lambda: outcome, "_unread", _always([])),
        ),
    ),
    Mutant(
        "compared as doubles",
        "values are undone",
        _both(
            _swap(lambda: script("write.parameter_run"), "singles_of", lambda _: _doubles_of),
            _swap(lambda: script("write.parameter_run"), "same_value", lambda _: float.__eq__),
            _swap(lambda: script("write.target"), "same_value", lambda _: float.__eq__),
        ),
    ),
    Mutant("settling skipped", "a late move is seen", _swap(lambda: execute, "settle", lambda _: _as_it_is)),
    Mutant(
        "no second try from the display",
        "a notification is tried again",
        _swap(lambda: script("tasks"), "execute", _unretried),
    ),
    Mutant(
        "any step is one's own", "another step is told", _swap(lambda: script("history").History, "moved", _always(1))
    ),
    # on the way
    Mutant(
        "deadline ignored",
        "on the way: a stall of 15 s, and the cancel is lost",
        _swap(_guarded, "_compare_moment", _late),
    ),
    Mutant(
        "tombstone forgotten",
        "on the way: somebody asks before it is sent",
        _swap(lambda: script("outcomes").Outcomes, "revoke", _nothing),
    ),
    Mutant(
        "outcome forgotten",
        "on the way: cut at the start, unheard",
        _swap(lambda: script("outcomes").Outcomes, "end", _kept_out),
    ),
    Mutant(
        "STARTED not sent",
        "on the way: the answer is lost, the connection stands",
        _swap(lambda: script("connections").Connection, "send_at_once", _unannounced),
    ),
    Mutant(
        "STARTED not heeded",
        "on the way: the answer is lost, the connection stands",
        _swap(lambda: Bridge, "execute", _unstarted),
    ),
    Mutant(
        "Live is not asked after a cut",
        "on the way: cut at the start, unheard",
        _swap(lambda: execute.Run, "_ask", lambda _: _never_asks),
    ),
    Mutant(
        "sent again after a cut", "on the way: cut at the start, unheard", _swap(lambda: Bridge, "execute", _sent_again)
    ),
    Mutant(
        "a cancelled call is not revoked",
        "on the way: the caller is gone while it is queued",
        _swap(lambda: execute.Run, "stop", _nothing),
    ),
    Mutant(
        "an end is not written down",
        "on the way: the server is closed while it is queued",
        _swap(lambda: running.Running, "_record", _nothing),
    ),
)
"""At least the twenty of the design, and more."""
