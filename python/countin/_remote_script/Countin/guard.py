"""The one callback: everything that a plan rests on is compared, then its writes are made and read back, without
Live doing anything in between. Section 3 of the design gives the order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from .history import OwnStep, Trace
from .journal import Journal
from .live_set import LiveSet
from .observe import OVER_TICKS
from .observing import Look, decode, look_at
from .orders import ExecuteOrder
from .outcomes import Outcome
from .reading import Pause, Reading, finish
from .refusals import Refusal, refused_by_live
from .relied_on import differences_after, switches_moved
from .rows import RowError
from .told import Packed
from .wire import HOLD_BOUND_SECONDS, ErrorCode, ExecutionStatus, Guard, Question, Results, Write
from .write import CHECKS, Change
from .write import KINDS as WRITES

if TYPE_CHECKING:
    import Live

NOTIFICATION = "cannot be triggered by notifications"
"""In the text of Live's refusal to be changed from within a notification."""


class Relied(NamedTuple):
    """A guard, decoded."""

    look: Look
    digest: bytes


class Step(NamedTuple):
    """One write of the operation, checked."""

    kind: Write[Any, Any]
    row: tuple[Any, ...]
    change: Change


class RefusedAsNotification(Exception):
    """Live refuses to be changed from this callback; nothing has been written."""


def execute(
    live: LiveSet, order: ExecuteOrder, instance: str, announce: Callable[[], None], from_display: Callable[[], bool]
) -> Reading[Outcome]:
    """Run an operation. What is relied on and takes too long to compare in the callback is compared on the ticks just
    before it, and again after the writes; a refusal as a notification is tried once more from `update_display`."""
    guarded = Guarded(live, order, instance)
    try:
        yield from guarded.scan_before()
        announce()
    except Refusal as refusal:
        return guarded.refused(refusal)
    try:
        outcome = guarded.run(may_retry=not from_display())
    except RefusedAsNotification:
        yield Pause.DISPLAY
        outcome = guarded.run(may_retry=False)
    if outcome.status == "applied":
        outcome = yield from guarded.scan_after(outcome)
    return outcome


class Guarded:
    """One operation on its way through the callback."""

    def __init__(self, live: LiveSet, order: ExecuteOrder, instance: str) -> None:
        self._live = live
        self._order = order
        self._instance = instance
        self._scanned: dict[int, tuple[Any, ...]] = {}
        """The rows of guards that were compared before the callback."""
        self._steps: list[Step] = []
        self._begun = live.clock.now()

    # -- what is relied on ----------------------------------------------------------------------------------------

    def scan_before(self) -> Reading[None]:
        """Where comparing all guards would hold Live too long, compare the long ones now, tick by tick."""
        if not self._order.arrived_whole():
            return  # the callback refuses it
        spent = 0.0
        for place, guard in enumerate(self._relied_on()):
            cost = self._live.costs.get(guard.look.key, 0.0)
            spent += cost
            if spent > HOLD_BOUND_SECONDS:
                spent -= cost
                seen = yield from look_at(self._live, guard.look)
                _compare(guard, seen.guard, place)
                self._scanned[place] = seen.row

    def scan_after(self, outcome: Outcome) -> Reading[Outcome]:
        """Read again what could not be compared in the callback; what has changed besides the writes is named."""
        if not self._scanned:
            return outcome
        guards = self._relied_on()
        found: list[str] = []
        for place, row in self._scanned.items():
            look = guards[place].look
            try:
                seen = yield from look_at(self._live, look)
            except Refusal as refusal:
                found.append(f"{look.kind.name} could not be read again: {refusal.message}")
                continue
            found += differences_after(self._live, look, row, seen.row, self._written())
        results = Results(outcome.results.rows, (*outcome.results.differences, *found))
        return replace(outcome, results=results)

    def _relied_on(self) -> list[Relied]:
        return [_decoded(guard, place) for place, guard in enumerate(self._order.guards().rows)]

    # -- the callback ---------------------------------------------------------------------------------------------

    def run(self, *, may_retry: bool) -> Outcome:
        """Compare, write, read back. Raises `RefusedAsNotification` where it may be tried again."""
        self._begun = self._live.clock.now()
        try:
            self._compare_moment()
            self._steps = self._checked()
            self._compare_relied_on()
            self._compare_switches()
            self._compare_version()  # once more: a check may have found what no listener told
        except Refusal as refusal:
            return self.refused(refusal)
        except Exception as error:  # noqa: BLE001  (Live may raise anything while it is compared: nothing is written)
            return self.refused(Refusal("live_refused", f"Live cannot be compared: {refused_by_live(error)}"))
        return self._write(may_retry=may_retry)

    def refused(self, refusal: Refusal) -> Outcome:
        """Nothing was written."""
        return self._outcome("refused", Results((), ()), refusal.code, refusal.message, refusal.guard)

    def _compare_moment(self) -> None:
        """Deadline, instance, state version, and that the bytes are those that were announced."""
        order = self._order
        if self._live.clock.unix_ms() > order.deadline:
            raise Refusal("deadline_passed", "the deadline has passed; plan again")
        if order.instance != self._instance:
            raise Refusal("state_version_moved", "this was planned in another life of the Remote Script; plan again")
        self._live.version.look_closely()
        self._compare_version()
        if not order.arrived_whole():
            raise Refusal("invalid_arguments", "the writes or guards received are not those that were announced")

    def _compare_version(self) -> None:
        now = self._live.version.value
        if now != self._order.state_version:
            raise Refusal(
                "state_version_moved",
                f"the Set's structure has changed since state version {self._order.state_version}; it is {now} now",
            )

    def _checked(self) -> list[Step]:
        """Decode and check every write. An undo or redo stands alone."""
        steps: list[Step] = []
        rows = self._order.steps().rows
        for place, one in enumerate(rows):
            kind = WRITES.get(one.kind)
            if kind is None:
                raise Refusal("invalid_arguments", f"there is no write of kind {one.kind}")
            if not kind.bracket and len(rows) > 1:
                raise Refusal("unsupported_in_job", f"{kind.name} moves Live's history and stands alone")
            try:
                row = kind.row.unpack(one.row)
            except RowError as error:
                raise Refusal("invalid_arguments", f"write {place} is no {kind.name}: {error}") from None
            steps.append(Step(kind, row, CHECKS[kind](self._live, row)))
        return steps

    def _compare_relied_on(self) -> None:
        for place, guard in enumerate(self._relied_on()):
            if place not in self._scanned:
                _compare(guard, finish(look_at(self._live, guard.look)).guard, place)

    def _compare_switches(self) -> None:
        """What was compared before the callback and is moved by the writes themselves: afterwards nobody could tell."""
        for place, row in self._scanned.items():
            for words in switches_moved(self._live, row, self._written()):
                raise Refusal("observation_changed", f"{words}; plan again", guard=place)

    def _written(self) -> list[tuple[Write[Any, Any], tuple[Any, ...]]]:
        return [(step.kind, step.row) for step in self._steps]

    # -- writing --------------------------------------------------------------------------------------------------

    def _write(self, *, may_retry: bool) -> Outcome:
        journal = Journal()
        failure, differences = self._make(journal)
        if failure is not None:
            return self._failed(failure, differences, may_retry=may_retry)
        results, unread = self._read_back()
        only = all(step.change.only_values for step in self._steps)
        self._live.version.applied(_long_lists(self._steps), only=only)
        self._remember()
        return self._outcome("unread" if unread else "applied", Results(results, unread))

    def _make(self, journal: Journal) -> tuple[Exception | None, list[str]]:
        """Make every write in one undo step. What failed, and what could not be taken back."""
        bracket = any(step.kind.bracket for step in self._steps)
        song = self._live.song
        try:
            if bracket:
                song.begin_undo_step()
        except Exception as error:  # noqa: BLE001  (whatever Live raises, nothing is written yet)
            _ends(song)
            return error, []
        failure: Exception | None = None
        try:
            for step in self._steps:
                step.change.apply(journal)
        except Exception as error:  # noqa: BLE001  (whatever Live raises, what was written is taken back)
            failure = error
        differences = [] if failure is None else journal.take_back()
        open_still = _ends(song) if bracket else None
        if open_still is not None and failure is None:
            failure, differences = open_still, journal.take_back()
        return failure, differences

    def _failed(self, failure: Exception, differences: list[str], *, may_retry: bool) -> Outcome:
        words = refused_by_live(failure)
        if may_retry and not differences and NOTIFICATION in str(failure):
            self._live.version.look_closely()
            raise RefusedAsNotification from failure
        if not differences and NOTIFICATION not in str(failure):
            differences += [
                f"{step.kind.name} failed, and whether Live has moved its history is not known"
                for step in self._steps
                if step.kind.inverse == "none"
            ]
        if differences:
            self._live.version.applied()
            return self._outcome("incomplete", Results((), tuple(differences)), "live_refused", words)
        self._live.version.look_closely()
        return self._outcome("rolled_back", Results((), ()), "live_refused", words)

    def _read_back(self) -> tuple[tuple[bytes, ...], tuple[str, ...]]:
        """Every step's result row, and in words what could not be read, after a second try."""
        rows: list[bytes] = []
        unread: list[str] = []
        for place, step in enumerate(self._steps):
            row, words = _read(step)
            rows.append(row)
            if words:
                unread.append(f"write {place} ({step.kind.name}) is made, but cannot be read back: {words}")
        return tuple(rows), tuple(unread)

    def _remember(self) -> None:
        """Enter the operation into Countin's belief about Live's history."""
        history = self._live.history
        if any(step.kind.bracket for step in self._steps):
            history.wrote(OwnStep(self._order.operation, self._order.tool, tuple(_traces(self._steps))))
        history.version = self._live.version.value

    def _outcome(
        self,
        status: ExecutionStatus,
        results: Results,
        code: ErrorCode | None = None,
        message: str = "",
        guard: int | None = None,
    ) -> Outcome:
        held = round((self._live.clock.now() - self._begun) * 1000, 3)
        return Outcome(status, code, message, guard, results, self._live.version.value, self._live.tick, held)


def _decoded(guard: Guard, place: int) -> Relied:
    look = decode(Question(guard.kind, guard.arguments), place)
    if look.kind in OVER_TICKS:
        raise Refusal("invalid_arguments", f"{look.kind.name} is read over ticks and cannot be relied on", guard=place)
    return Relied(look, guard.digest)


def _compare(guard: Relied, found: Packed, place: int) -> None:
    if found.digest != guard.digest:
        arguments = ", ".join(str(value) for value in guard.look.arguments)
        raise Refusal(
            "observation_changed",
            f"what the plan rests on has changed: {guard.look.kind.name}({arguments}); plan again",
            guard=place,
        )


def _ends(song: Live.Song.Song) -> Exception | None:
    """Close the undo step. An end too many is harmless (LIVE_API 2.4), so a failure is tried once more."""
    failure: Exception | None = None
    for _ in range(2):
        try:
            song.end_undo_step()
        except Exception as error:  # noqa: BLE001  (whatever Live raises, it is reported)
            failure = error
        else:
            return None
    return failure


def _read(step: Step) -> tuple[bytes, str]:
    """The packed result row, or why there is none."""
    words = ""
    for _ in range(2):
        try:
            return step.kind.result.guard_bytes(step.change.read()), ""
        except Exception as error:  # noqa: BLE001  (whatever Live raises, the write is made and must be reported)
            words = refused_by_live(error)
    return b"", words


def _long_lists(steps: Sequence[Step]) -> Iterator[tuple[Any, str]]:
    for step in steps:
        try:
            yield from [*step.change.long_lists()]
        except Exception:  # noqa: BLE001  (it is written: a list that cannot be named now will be found to differ later)
            continue


def _traces(steps: Sequence[Step]) -> Iterator[Trace]:
    for step in steps:
        try:
            trace = step.change.trace()
        except Exception:  # noqa: BLE001  (a step that cannot be looked at later is believed in without a trace)
            continue
        if trace is not None:
            yield trace
