"""Where a law is tried: one rig, a Set that is fresh for every example, and what a judge needs to see of it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Mapping
from typing import Any

import msgspec

from countin.sim.document import SetDocument
from countin.sim.kernel.faults import Faults
from countin.sim.world import Saved
from rig import Rig, Told, rig

PHASE = 1.7
"""Seconds after which Live's timers (17 ms) and display turns (100 ms) fall together again."""
SETTLED = 3
"""Display turns after which nothing that Live defers is still to come."""
_SELECTION = ("selected_track", "selected_scene", "selected_device", "selected_chain", "selected_drum_pad")


class Stage:
    """A rig, and the Set it starts every example with."""

    def __init__(self, made: Rig, document: SetDocument) -> None:
        self.rig = made
        self.document = document
        self.access_cost = 0.0
        """Microseconds that every access to Live costs: a slow Live needs several ticks for a long look."""
        self._selected: dict[Any, Any] = {}

    def fresh(self, document: SetDocument | None = None) -> None:
        """The Set as it was made, in a new life of the script: nothing of an example reaches the next."""
        self.document = document or self.document
        self.rig.world.store.faults = Faults()
        self.rig.host.open_set(self.document)
        self._align()
        if self.access_cost:
            self.rig.world.faults.access_cost(self.access_cost)

    def _align(self) -> None:
        """Wait until timers and display turns stand as at the very beginning: every example sees the same clock."""
        wait = round(PHASE - self.rig.world.now % PHASE, 6)
        self.rig.host.advance(wait)
        self.rig.loop.now += wait

    def new_server(self) -> None:
        """Another server process on the same home, in place of the one before, which is closed."""
        self.rig.run(self.rig.app.close())
        self.rig.app = self.rig.server()

    # -- looking ------------------------------------------------------------------------------------------------------

    def whole(self) -> str:
        """The digest of the whole Set, once settled."""
        self.rig.tick(SETTLED)
        return self.rig.digest()

    def undoable(self) -> str:
        """The digest of all that Live's undo covers, once settled."""
        self.rig.tick(SETTLED)
        return self.rig.undoable()

    def keep_selection(self) -> None:
        """Remember what is selected."""
        store = self.rig.world.store
        self._selected = {place: store.volatile.get(place) for place in store.volatile if place[1] in _SELECTION}

    def whole_but_selection(self) -> str:
        """The digest of the whole Set with the remembered selection: creating a scene selects it, and nothing that
        Live offers takes that back unseen."""
        store = self.rig.world.store
        self.rig.tick(SETTLED)
        changed = {place: value for place, value in store.volatile.items() if place[1] in _SELECTION}
        for place in changed:
            del store.volatile[place]
        store.volatile.update(self._selected)
        try:
            return self.rig.digest()
        finally:
            for place in self._selected:
                store.volatile.pop(place, None)
            store.volatile.update(changed)

    @contextlib.contextmanager
    def aside(self, saved: Saved | None = None) -> Generator[None]:
        """What happens in here did not happen: the world comes back as it was at its end, or as it was saved."""
        here = self.rig.world.fork()
        if saved is not None:
            self.rig.world.restore(saved)
        try:
            yield
        finally:
            self.rig.world.restore(here)

    # -- acting -------------------------------------------------------------------------------------------------------

    def plan(self, tool: str, arguments: Mapping[str, Any]) -> Told:
        """Plan against the state of now. What a law is tried on must be planned."""
        planned = self.rig.plan(tool, **arguments)
        if planned.is_error:
            raise AssertionError(f"{tool}{dict(arguments)} was not planned: {planned.body}")
        return planned

    def apply(self, tool: str, arguments: Mapping[str, Any]) -> Told:
        """Plan and run, to the end that it should have."""
        told = self.rig.execute(self.plan(tool, arguments))
        if told.status != "applied":
            raise AssertionError(f"{tool}{dict(arguments)} was not applied: {told.body}")
        return told

    def person(self, act: Callable[[Any], Any]) -> Any:
        """A person acts on the Song."""
        return self.rig.person(act)

    def snapshot(self, family: str, address: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
        """A capture: its reference, and the object that it stands for."""
        arguments: dict[str, Any] = dict(address)
        told = self.rig.call(f"capture_{family}_snapshot", **arguments)
        if told.is_error:
            raise AssertionError(f"{dict(address)} was not captured: {told.body}")
        uri = told["resource"]
        content: Any = self.rig.app.resources.read(uri, "2025-06-18").contents[0]
        return told["snapshot"], msgspec.json.decode(content.text)


@contextlib.contextmanager
def stage(document: SetDocument) -> Generator[Stage]:
    """A stage in a home of its own."""
    with rig(document) as made:
        yield Stage(made, document)
