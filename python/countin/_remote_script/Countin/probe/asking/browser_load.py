"""How many display turns until a loaded browser item has become a device?"""

from __future__ import annotations

from typing import Any

from ...native import has
from ...reading import Reading
from ..bench import Bench
from ..endings import Unasked
from ..question import Answer, Question

ITEMS = 10
"""Browser items looked at, at most."""


def _ask(bench: Bench) -> Reading[Answer]:
    browser: Any = bench.live.application.browser
    if has(browser, "hotswap_target") and browser.hotswap_target is not None:
        raise Unasked("the browser is in hot-swap mode, where loading replaces a device")
    track = bench.track()
    yield from bench.turn()
    folder = browser.audio_effects.children
    item = next((entry for entry in folder[:ITEMS] if entry.is_loadable and entry.is_device), None)
    if item is None:
        raise Unasked(f"none of the first {ITEMS} audio effects in the browser is a device that can be loaded")
    bench.song.view.selected_track = track
    yield from bench.turn()
    if bench.song.view.selected_track != track:
        raise Unasked("the selection did not stay on the probe's own track")
    browser.load_item(item)
    if len(track.devices):
        return Answer(None, {"display turns": 0})
    turns = yield from bench.turns_until(lambda: len(track.devices) > 0)
    return Answer(turns, {"display turns": turns})


QUESTION = Question(
    "browser_load",
    "browser_load_ticks",
    "Selects a track of its own and loads the browser's first audio effect on it. The selection is put back and the "
    "track deleted. Left out in hot-swap mode.",
    _ask,
)
