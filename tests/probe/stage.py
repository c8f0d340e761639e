"""A rig on Live's factory Set, and a way to probe it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from countin.bridge import Bridge
from countin.cli.report import report_of
from countin.sim.factory import factory_set
from rig import START, Rig, rig

Open = Callable[..., Rig]


@contextmanager
def rigs() -> Generator[Callable[..., Rig]]:
    """Opens factory Sets, one at a time. Written once are the view facts that the probe writes back: what was never
    written reads the same, but the digest can tell."""
    with ExitStack() as stack:

        def open_rig(**world: Any) -> Rig:
            stack.close()
            on = stack.enter_context(rig(factory_set(), **world))
            on.person(settle)
            on.tick(10)
            return on

        yield open_rig


def settle(song: Any) -> None:
    """The Set as it is, said aloud."""
    song.view.selected_track = song.tracks[0]
    song.view.selected_scene = song.scenes[0]
    song.start_time = song.start_time
    song.overdub = False
    song.record_mode = False
    song.session_record = False


def asked(on: Rig, questions: Sequence[str] = ()) -> Mapping[str, Any]:
    """What a probe answers."""

    async def ask() -> Mapping[str, Any]:
        bridge = Bridge(on.home, clock=lambda: START + on.loop.time())
        try:
            return await bridge.probe(questions, timeout=300.0)
        finally:
            await bridge.close()

    return on.run(ask())


def probed(on: Rig, *questions: str) -> dict[str, Any]:
    """The report of a probe."""
    return report_of(asked(on, questions), "Test")
