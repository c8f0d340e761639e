"""Answers an `observe` request: all its questions in one callback where they fit the tick budget, else read again over
further ticks until two passes agree, so that what is answered was the Set's state at one moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .columns import chains_of, moved
from .live_set import LiveSet, LookKey
from .observe import KINDS, OVER_TICKS, READERS
from .reading import Pause, Progress, Reading
from .refusals import Refusal, quoted, refused_by_live
from .rows import RowError, codec
from .told import Packed, Subject
from .wire import READ_PASSES, Answered, Answers, Beside, Observation, Question, Questions, Words, subject_of
from .words import words_beside

NAMED = 5
"""How many moving parameters an error names."""


class Look(NamedTuple):
    """A question, decoded."""

    kind: Observation[Any, Any]
    packed: bytes
    arguments: tuple[Any, ...]
    beside: Beside | None = None
    known: bytes = b""

    @property
    def key(self) -> LookKey:
        """What is the same for all looks at this."""
        return self.kind.code, self.packed

    @property
    def subject(self) -> Subject:
        """What is the same for all looks at this, however much of it."""
        return self.kind.code, subject_of(self.arguments)


class Seen(NamedTuple):
    """What was read for a look."""

    row: tuple[Any, ...]
    guard: Packed


def decode(question: Question, item: int) -> Look:
    """The look a question asks for. Raises `Refusal` for an unknown kind, or arguments that are not its row."""
    kind = KINDS.get(question.kind)
    if kind is None:
        raise Refusal("invalid_arguments", f"there is no observation of kind {question.kind}", item=item)
    try:
        beside = codec(Beside).unpack(question.beside) if question.beside else None
        arguments = kind.arguments.unpack(question.arguments)
        return Look(kind, question.arguments, arguments, beside, question.known)
    except RowError as error:
        raise Refusal("invalid_arguments", f"the arguments of {kind.name}: {error}", item=item) from None


class Moment(NamedTuple):
    """When what is answered was the Set's state: later changes have later versions, however long packing takes."""

    state_version: int
    tick: int


def observe(live: LiveSet, questions: Questions, progress: Progress) -> Reading[tuple[Answers, Moment]]:
    """Read everything asked. Raises `Refusal` with the place of the question it is about."""
    looks = [decode(question, item) for item, question in enumerate(questions.rows)]
    progress.total = len(looks)
    answers: dict[int, Answered] = {}
    slow = [item for item, look in enumerate(looks) if look.kind in OVER_TICKS]
    for item in slow:
        answers[item] = yield from _answered(live, looks[item], (yield from look_at(live, looks[item], item)))
        progress.done += 1
    quick = [item for item in range(len(looks)) if item not in answers]
    seen = yield from _at_one_moment(live, looks, quick, progress)
    moment = Moment(live.version.value, live.tick)
    words = {item: _words(live, looks[item], seen[item]) for item in quick}
    for item in quick:
        answers[item] = yield from _answered(live, looks[item], seen[item], words[item])
    return Answers(tuple(answers[item] for item in range(len(looks)))), moment


def look_at(live: LiveSet, look: Look, item: int | None = None) -> Reading[Seen]:
    """Read one observation; how long it took is remembered, for the guard that may rely on it later."""
    spent, reading = 0.0, _packed(live, look, READERS[look.kind](live, look.arguments))
    while True:
        begun = live.clock.now()
        try:
            pause = next(reading)
        except StopIteration as end:
            seen: Seen = end.value
            live.remember_cost(look.key, spent + live.clock.now() - begun)
            return seen
        except Refusal as refusal:
            refusal.item = item
            raise
        except AttributeError as error:
            words = refused_by_live(error)
            raise Refusal("unsupported_by_live", f"{look.kind.name}: {words}", item=item) from error
        except Exception as error:
            # Live raises RuntimeError, TypeError and others for what it will not tell: each is an answer.
            raise Refusal("live_refused", f"{look.kind.name}: {refused_by_live(error)}", item=item) from error
        spent += live.clock.now() - begun
        yield pause


def _packed(live: LiveSet, look: Look, reading: Reading[tuple[Any, ...]]) -> Reading[Seen]:
    """What was read, with its guard bytes."""
    row = yield from reading
    guard = yield from _in_turns(look, row, guard=True)
    return Seen(row, live.told.packed_guard(look.subject, guard))


def _answered(live: LiveSet, look: Look, seen: Seen, words: bytes = b"") -> Reading[Answered]:
    shown = yield from _in_turns(look, seen.row, guard=False)
    answer = live.told.answer(look.subject, seen.row, seen.guard, shown)
    if look.known and answer.known == look.known:
        return Answered(b"", b"", words, as_known=True)
    return Answered(seen.guard.data, shown, words)


def _words(live: LiveSet, look: Look, seen: Seen) -> bytes:
    """Live's words for what differs from what stands beside the question, packed."""
    if look.beside is None:
        return b""
    known = live.told.row(look.subject, look.known) if look.known else None
    return codec(Words).guard_bytes(Words(words_beside(live, look.arguments, seen.row, look.beside, known)))


def _in_turns(look: Look, row: tuple[Any, ...], *, guard: bool) -> Reading[bytes]:
    """The packed row: packing thousands of devices takes longer than a tick may."""
    packing = look.kind.row.packed_in_turns(row, guard=guard)
    while True:
        try:
            next(packing)
        except StopIteration as end:
            return end.value
        yield Pause.MAY


def _at_one_moment(
    live: LiveSet, looks: Sequence[Look], items: Sequence[int], progress: Progress
) -> Reading[dict[int, Seen]]:
    before: dict[int, Seen] | None = None
    moving: list[str] = []
    for _ in range(READ_PASSES + 1):
        tick, version = live.tick, live.version.value
        seen = yield from _pass(live, looks, items, progress, version)
        if seen is not None and live.tick == tick:
            return seen
        if seen is not None and before is not None:
            if all(seen[item].guard.data == before[item].guard.data for item in items):
                return seen
            moving = [name for item in items for name in _moving(live, looks[item], before[item].row, seen[item].row)]
        before = seen if live.version.value == version else None
        yield Pause.NEXT_TICK
    what = ", ".join(moving[:NAMED]) or "the structure of the Set"
    raise Refusal("observation_moving", f"this changes while it is read: {what}. Stop what moves it and try again")


def _pass(
    live: LiveSet, looks: Sequence[Look], items: Sequence[int], progress: Progress, version: int
) -> Reading[dict[int, Seen] | None]:
    """One reading of all looks; None when the structure changed under it."""
    seen: dict[int, Seen] = {}
    done = progress.done
    for item in items:
        try:
            seen[item] = yield from look_at(live, looks[item], item)
        except Refusal:
            live.version.look_closely()
            if live.version.value == version:
                raise
            progress.done = done
            return None
        progress.done += 1
        yield Pause.MAY
    progress.done = done
    return seen


def _moving(live: LiveSet, look: Look, first: tuple[Any, ...], second: tuple[Any, ...]) -> list[str]:
    """Names of what two readings of a look differ in."""
    if first == second:
        return []
    names: list[str] = []
    for one, other in zip(chains_of(first), chains_of(second), strict=False):
        if len(one.values) != len(other.values):
            return [look.kind.name]
        names += [f"{device}: {name}" for device, name in moved(live, one, other)]
    return [quoted(name) for name in names[:NAMED]] or [look.kind.name]
