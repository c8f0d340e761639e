"""May a listener write selection and view state?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...reading import Reading
from ...refusals import refused_by_live
from ..bench import Bench
from ..question import Answer, Plain, Question


def _ask(bench: Bench) -> Reading[Answer]:
    track: Any = bench.track()
    told: dict[str, str] = {}

    def select() -> None:
        bench.song.view.selected_track = track

    def fold() -> None:
        track.view.is_collapsed = not track.view.is_collapsed

    def tell() -> None:
        if not told:
            told.update({"selection": _try(select), "view": _try(fold)})

    yield from bench.turn()
    track.add_name_listener(tell)
    try:
        with bench.step():
            track.name = "first"
        yield from bench.turns_until(lambda: bool(told))
    finally:
        track.remove_name_listener(tell)
    settings = {"allow" if text == "written" else "refuse" for text in told.values()}
    observed: dict[str, Plain] = {**told}
    return Answer(settings.pop() if len(settings) == 1 else None, observed)


def _try(write: Callable[[], None]) -> str:
    try:
        write()
    except Exception as error:  # noqa: BLE001  (the class is what is asked)
        return f"{type(error).__name__}: {refused_by_live(error)}"
    return "written"


QUESTION = Question(
    "listeners_and_views",
    "listeners_and_views",
    "Renames a track of its own; a listener of that selects the track and folds its mixer strip. The selection is put "
    "back and the track deleted.",
    _ask,
)
