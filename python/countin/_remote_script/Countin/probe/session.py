"""One run of the probe: is the Set empty, each question in its turn with everything put back after it, and at the end
what does not stand as before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..live_set import LiveSet
from ..reading import Pause, Progress, Reading
from ..refusals import Refusal, refused_by_live
from ..wire import PROBE_SECONDS
from .bench import Bench
from .emptiness import what_is_there
from .endings import Stopped, Unasked
from .question import Question
from .questions import NOT_ASKED, QUESTIONS

LATE = 5
"""Display turns that are waited for before the last look."""
Row = dict[str, Any]


class Probed(NamedTuple):
    """The end of a probe: a row a question, and what could not be put back."""

    rows: list[Row]
    left: list[str]


def probe(
    live: LiveSet, wanted: Sequence[str], progress: Progress, is_asked_to_stop: Callable[[], bool]
) -> Reading[Probed]:
    """Ask the questions of these names, all of them for none. Raises `Refusal`: an unknown name, or a Set that is not
    empty, with nothing touched; `cancelled` where nobody waits any more, with everything put back as far as can be."""
    questions = _chosen(wanted)
    yield Pause.DISPLAY
    there = what_is_there(live.song)
    if there:
        raise Refusal(
            "conflict",
            f"a probe needs an empty Set, and this one is not: {there}. Open a new Live Set (nothing of this one was "
            "touched), then probe again",
        )
    bench = Bench(live, is_asked_to_stop)
    progress.total = len(questions)
    rows: list[Row] = []
    try:
        yield from _ask_all(bench, questions, progress, rows)
    except Stopped:
        yield from bench.restore()
        raise Refusal("cancelled", "the probe was cancelled; " + _told(bench.left())) from None
    finally:
        bench.restore_now()
        live.version.applied()
    return Probed([*rows, *_never(wanted)], bench.left())


def _told(left: Sequence[str]) -> str:
    return f"this is left: {'; '.join(left)}" if left else "the Set is as it was"


def _chosen(wanted: Sequence[str]) -> list[Question]:
    known = {question.name: question for question in QUESTIONS}
    for name in wanted:
        if name not in known:
            raise Refusal("invalid_arguments", f"there is no question {name!r}; known: {', '.join(known)}", "questions")
    return [question for question in QUESTIONS if not wanted or question.name in wanted]


def _never(wanted: Sequence[str]) -> list[Row]:
    if wanted:
        return []
    return [
        {
            "name": one.name,
            **({"switch": one.name} if one.is_switch else {}),
            "status": "not_asked",
            "reason": one.reason,
        }
        for one in NOT_ASKED
    ]


def _ask_all(bench: Bench, questions: Sequence[Question], progress: Progress, rows: list[Row]) -> Reading[None]:
    end = bench.live.clock.now() + PROBE_SECONDS
    for question in questions:
        yield from bench.turn()
        row: Row = {"name": question.name, "does": question.what}
        if question.switch:
            row["switch"] = question.switch
        if bench.live.clock.now() > end:
            row |= {"status": "not_asked", "reason": f"the probe had already taken {PROBE_SECONDS:g} s"}
        else:
            row |= yield from _ask(bench, question)
            yield from bench.restore()
        rows.append(row)
        progress.done += 1
    for _ in range(LATE):  # what Live does late shows by then
        yield from bench.turn()
    yield from bench.restore()


def _ask(bench: Bench, question: Question) -> Reading[Row]:
    try:
        answer = yield from question.ask(bench)
    except Stopped:
        raise
    except Unasked as reason:
        return {"status": "not_asked", "reason": str(reason)}
    except Exception as error:  # noqa: BLE001  (the border of a question: whatever Live raises, the others are asked)
        return {"status": "failed", "reason": f"{type(error).__name__}: {refused_by_live(error)}"}
    if not question.switch:
        return {"status": "noted", "observed": dict(answer.observed)}
    if answer.setting is None:
        return {"status": "not_known", "observed": dict(answer.observed)}
    return {"status": "answered", "setting": answer.setting, "observed": dict(answer.observed)}
