"""Manners and threads: what a strict Live refuses and a real one lets pass."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from countin.sim.kernel.errors import LiveCrashed
from sim.model.model_sets import error_of, small_world, writes


def _elsewhere(action: Callable[[], Any]) -> Any:
    """Run on another thread; answers the result or the exception."""
    found: list[Any] = []

    def run() -> None:
        try:
            found.append(action())
        except Exception as error:  # noqa: BLE001 - handed to the test
            found.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return found[0]


def test_a_strict_live_refuses_other_threads() -> None:
    """Design 6."""
    world = small_world()
    song = world.song
    answer = _elsewhere(lambda: song.tempo)
    assert isinstance(answer, RuntimeError)
    assert "main thread" in str(answer)
    assert isinstance(_elsewhere(lambda: song.create_scene(-1)), RuntimeError)
    assert len(song.scenes) == 4


def test_another_thread_becomes_the_main_thread_inside_its_block() -> None:
    """The host's clock thread is Live's main thread while it runs a callback."""
    world = small_world()
    song = world.song

    def callback() -> float:
        with world.main_thread():
            song.tempo = 99
            return song.tempo

    assert _elsewhere(callback) == 99
    assert song.tempo == 99


def test_a_forgiving_live_counts_other_threads() -> None:
    """LIVE_API 2.1: nothing checks it."""
    world = small_world(manner="live")
    song = world.song
    before = world.counters.off_thread_accesses
    assert _elsewhere(lambda: song.tempo) == 120
    assert world.counters.off_thread_accesses == before + 1


def test_a_forgiving_live_lets_another_thread_write_between_callbacks() -> None:
    """LIVE_API 2.1: off-thread writes can work; here each is a whole call, never in the middle of a callback."""
    world = small_world(manner="live")
    song = world.song
    started, may_end = threading.Event(), threading.Event()

    def callback() -> None:
        with world.main_thread():
            song.tempo = 99
            started.set()
            may_end.wait(10)
            song.tempo = 98

    clock = threading.Thread(target=callback)
    clock.start()
    started.wait(10)
    writer = threading.Thread(target=lambda: setattr(song, "tempo", 97))
    writer.start()
    may_end.set()
    clock.join()
    writer.join()
    assert song.tempo == 97
    assert world.counters.undo_steps == 2


def test_an_unknown_attribute_is_refused_or_lost_with_its_wrapper() -> None:
    """LIVE_API 1.0."""
    strict = small_world().song
    error_of(AttributeError, writes(strict, "nosuch", 1))
    forgiving = small_world(manner="live").song
    track = forgiving.tracks[0]
    track.nosuch = 4
    assert track.nosuch == 4
    assert not hasattr(forgiving.tracks[0], "nosuch")


def test_hundreds_of_browser_reads_in_one_call_are_fatal() -> None:
    """LIVE_API 2.11 [P]: some 420 reads in one call crashed a real Live."""
    world = small_world()
    browser = world.application.browser

    def walk(reads: int) -> None:
        with world.main_thread():
            root = browser.samples
            for _ in range(reads - 1):
                assert root.name == "Samples"

    walk(400)
    walk(400)
    with pytest.raises(LiveCrashed):
        walk(401)
    assert not issubclass(LiveCrashed, Exception)


def test_a_forgiving_live_survives_many_browser_reads() -> None:
    """Manner "live": strangers walk the whole library."""
    world = small_world(manner="live")
    with world.main_thread():
        names = [item.name for item in world.application.browser.samples.children[0].children]
    assert len(names) == 2000
