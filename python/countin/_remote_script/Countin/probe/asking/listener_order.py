"""In which order, and when, are listeners of one property told?"""

from __future__ import annotations

from collections.abc import Callable

from ...reading import Reading
from ...refusals import refused_by_live
from ..bench import Bench
from ..question import Answer, Question


def _ask(bench: Bench) -> Reading[Answer]:
    track = bench.track()
    told: list[str] = []
    listeners: tuple[Callable[[], None], ...] = (lambda: told.append("first added"), lambda: told.append("last added"))
    yield from bench.turn()
    for listener in listeners:
        track.add_name_listener(listener)
    try:
        twice = _refusal(lambda: track.add_name_listener(listeners[0]))
        with bench.step():
            track.name = "first"
        at_once = len(told)
        yield from bench.turns_until(lambda: len(told) >= len(listeners))
    finally:
        for listener in listeners:
            track.remove_name_listener(listener)
    unknown = _refusal(lambda: track.remove_name_listener(listeners[0]))
    return Answer(
        None, {"order": [*told], "told inside the write": at_once, "added twice": twice, "removed twice": unknown}
    )


def _refusal(call: Callable[[], object]) -> str:
    try:
        call()
    except Exception as error:  # noqa: BLE001  (the class is what is asked)
        return f"{type(error).__name__}: {refused_by_live(error)}"
    return "accepted"


QUESTION = Question(
    "listener_order",
    "",
    "Adds two listeners to the name of a track of its own and renames it. They are removed and the track deleted.",
    _ask,
)
