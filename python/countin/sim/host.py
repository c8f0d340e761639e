"""Live's side of a Remote Script: hosts any number of scripts in one World, in this process, with a clock that its
owner moves. A display turn is 100 ms: what Live deferred, listeners, timers on the way, each script's display update.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol, Self

from countin.sim.document import SetDocument
from countin.sim.hosting.c_instance import CInstance, hardware_state
from countin.sim.hosting.interpreter import LockTaker
from countin.sim.hosting.modules import install_framework, uninstall_framework
from countin.sim.hosting.package import forget_script, import_script
from countin.sim.hosting.person import Person
from countin.sim.hosting.scheduling import TURN_SECONDS
from countin.sim.hosting.surface import FAILED, Surface, caught
from countin.sim.world import MICROSECONDS, TURN, World, install, uninstall

LOG_LINES: Final = 10_000
"""How many log lines are kept, the newest."""


class Chance(Protocol):
    """What befalls a Live by chance, as `hosting.misfortunes` draws it."""

    @property
    def past(self) -> Iterable[Mapping[str, Any]]:
        """What has befallen it, the latest last."""
        ...

    def befall(self, host: Host, turn: int) -> None:
        """Do what is drawn for this display turn."""
        ...


class Host:
    """Hosts Remote Scripts in `world`. While it is open, `Live` and the framework's modules stand in `sys.modules`, so
    one Host at a time in a process; as a context manager it closes itself."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.surfaces: list[Surface] = []
        self.log: deque[str] = deque(maxlen=LOG_LINES)
        """Live's log: lines of scripts ("RemoteScriptMessage: ...") and about them ("RemoteScriptError: ...")."""
        self.messages: deque[str] = deque(maxlen=LOG_LINES)
        """What scripts showed in the status bar."""
        self.turns = 0
        """Display turns so far."""
        self._person = Person(lambda: {"song": world.song, "application": world.application}, world.live)
        self._search_path: list[str] = []
        self._stalled_until = 0.0
        self.misfortunes: Chance | None = None
        """What befalls this Live by chance from now on."""
        self.early_updates = False
        """Whether `update_display` comes too early and too late: from a framework's constructor, before a script is
        connected, and once more after its `disconnect`."""
        self.nested_turns = 0
        """Display turns so far that a dialog let happen within a write."""
        self.lock_is_held = False
        """Whether the process that hosts this Live keeps the interpreter lock while Live does nothing for a script."""
        self._lock_taker: LockTaker | None = None
        self._later: list[tuple[int, Callable[[], object]]] = []
        world.log = self.log.append
        install(world)
        install_framework()

    # -- scripts ------------------------------------------------------------------------------------------------

    def load_script(self, folder: Path) -> Surface:
        """Choose a script for the next free slot. What it raises on import or creation goes to the log, and the slot
        that comes back is empty."""
        surface = self._slot(folder.resolve())
        surface.module = self._import(surface)
        if surface.module is not None:
            self._create(surface)
        return surface

    def unload(self, surface: Surface) -> None:
        """Take a script out of its slot: `disconnect`, and the slot is empty. Raises ValueError for an empty slot."""
        if surface.is_empty:
            raise ValueError(f"slot {surface.slot} is empty")
        self._call(surface, "disconnect")
        if self.early_updates:
            self._call(surface, "update_display")
        surface.instance = None
        self._tell_instances()
        self._note_leftovers(surface)

    def leftovers(self) -> tuple[int, int]:
        """Listeners and running timers that scripts have registered now."""
        return self.world.counters.listeners, len(self.world.timers.running)

    def _note_leftovers(self, surface: Surface) -> None:
        """What a script leaves behind can only be told from another's when it was the last one."""
        if any(not other.is_empty for other in self.surfaces):
            return
        left = [f"{number} {what}" for number, what in zip(self.leftovers(), ("listener(s)", "timer(s)"), strict=True)]
        if self.leftovers() != (0, 0):
            self.log.append(f"RemoteScriptError: {surface.name} left {' and '.join(left)} behind")

    def open_set(self, document: SetDocument) -> None:
        """Open another Set: every script is disconnected and created afresh, as Live does it."""
        hosted = [surface for surface in self.surfaces if not surface.is_empty]
        for surface in hosted:
            self.unload(surface)
        self.world.load(document)
        for surface in hosted:
            surface.c_instance = self._c_instance(surface.slot)
            surface.midi_maps_built = 0
            self._create(surface)

    def _slot(self, folder: Path) -> Surface:
        for surface in self.surfaces:
            if surface.is_empty:
                surface.name, surface.folder = folder.name, folder
                surface.c_instance, surface.midi_maps_built = self._c_instance(surface.slot), 0
                return surface
        slot = len(self.surfaces)
        self.surfaces.append(Surface(folder.name, folder, slot, self._c_instance(slot)))
        return self.surfaces[-1]

    def _c_instance(self, slot: int) -> CInstance:
        return CInstance(slot, lambda: self.world.song, self.log.append, self.messages.append)

    def _import(self, surface: Surface) -> Any:
        parent = str(surface.folder.parent)
        if parent not in sys.path:
            # Last, as scripts may import their siblings and themselves by name, but must not hide anything else.
            sys.path.append(parent)
            self._search_path.append(parent)
        module = self._run(lambda: import_script(surface.folder), f"{surface.name} could not be imported")
        return None if module is FAILED else module

    def _create(self, surface: Surface) -> None:
        module = surface.module
        hardware_state(surface.c_instance).updates_early = self.early_updates
        instance = self._run(
            lambda: module.create_instance(surface.c_instance),  # type: ignore[union-attr]
            f"{surface.name} could not be created",
        )
        if instance is FAILED or instance is None:
            return
        surface.instance = instance
        if self.early_updates:
            self._call(surface, "update_display")
        self._tell_instances()
        self._build_midi_map(surface)

    def _tell_instances(self) -> None:
        instances = [surface.instance for surface in self.surfaces if not surface.is_empty]
        store = self.world.store
        with store.quiet():
            store.put(store.application, "scripts", tuple(surface.instance for surface in self.surfaces))
        for surface in self.surfaces:
            self._call(surface, "connect_script_instances", instances, optional=True)

    def _build_midi_map(self, surface: Surface) -> None:
        surface.midi_maps_built = surface.hardware.midi_map_requests + 1
        self._call(surface, "build_midi_map", surface.c_instance.handle())

    # -- the clock ----------------------------------------------------------------------------------------------

    @property
    def elapsed(self) -> float:
        """Simulated seconds since the World began."""
        return self.world.now

    def seconds_until_next_event(self) -> float:
        """How long until a timer or a display turn is due."""
        turn = self._until_turn() / MICROSECONDS
        timer = self.world.timers.next_due(self.world.now + turn)
        return turn if timer is None else min(turn, max(timer.sim_due - self.world.now, 0.0))

    def tick(self, turns: int = 1) -> None:
        """Let `turns` display turns happen, or their time pass while Live is held; one that has begun counts."""
        for _ in range(turns):
            self._move(self._until_turn())

    def advance(self, seconds: float) -> None:
        """Let time pass: timers fire as they fall due, and each 100 ms is a display turn."""
        left = round(seconds * MICROSECONDS)
        while left > 0:
            step = min(left, self._until_turn())
            self._move(step)
            left -= step

    def stall(self, turns: int) -> None:
        """Time passes and Live does nothing: no timer, no display update, for `turns` turns. Afterwards a timer that
        came due fires once, and the turns that were missed are lost."""
        self.world.stall(turns * TURN_SECONDS)

    def begin_stall(self, turns: int) -> None:
        """The same, for the next `turns` turns of a clock that somebody else moves."""
        self._stalled_until = self.world.now + turns * TURN_SECONDS

    @property
    def is_held(self) -> bool:
        """Whether Live calls nobody: it is stalled, or a modal dialog waits for a person."""
        # Looked up beside the object model: it must not count as an access, nor meet a fault meant for a script.
        store = self.world.store
        return self.world.now < self._stalled_until - 1e-9 or bool(store.seen(store.application, "dialogs", ()))

    def _until_turn(self) -> int:
        """Microseconds of the World's clock to its next display turn."""
        return TURN - round(self.world.now * MICROSECONDS) % TURN

    def _move(self, microseconds: int) -> None:
        if self.is_held:
            self.world.stall(microseconds / MICROSECONDS)
            return
        is_turn = microseconds == self._until_turn()
        self.world.advance(microseconds / MICROSECONDS)
        if is_turn:
            self._turn()

    def _turn(self) -> None:
        self.turns += 1
        self._befall()
        for surface in tuple(self.surfaces):
            if surface.is_empty:
                continue
            if surface.midi_map_is_due:
                self._build_midi_map(surface)
            self._call(surface, "update_display")

    # -- misbehaviour -------------------------------------------------------------------------------------------

    def later(self, turns: int, act: Callable[[], object]) -> None:
        """Do something at a later display turn, before the scripts have theirs. What it raises goes to the log."""
        self._later.append((self.turns + turns, act))

    def _befall(self) -> None:
        due = [act for turn, act in self._later if turn <= self.turns]
        self._later = [(turn, act) for turn, act in self._later if turn > self.turns]
        for act in due:
            caught(act, self.log.append, f"what was to happen at turn {self.turns} failed")
        if self.misfortunes is not None:
            self.misfortunes.befall(self, self.turns)

    def dialog_at_write(self, k: int, turns: int) -> None:
        """The k-th write from now opens a dialog with an event loop of its own: within that call timers fire and the
        scripts' `update_display` is called for `turns` turns, then the write goes on."""
        self.world.faults.act_at_write(k, lambda: self._nested(turns))

    def _nested(self, turns: int) -> None:
        for _ in range(turns):
            self.world.loop_within(TURN_SECONDS)
            self.nested_turns += 1
            for surface in tuple(self.surfaces):
                self._call(surface, "update_display")

    def throttle(self, *, held: bool = False, share: float = 0.0, period_ms: float = 20.0, seed: int = 0) -> None:
        """Who gets Python's interpreter lock (`hosting.interpreter`). `held`: other threads of this process only while
        Live is inside Python. `share`: a thread takes the lock away for this share of the time. Without any, neither.
        Raises ValueError for a share or a period that makes no sense."""
        taker = LockTaker(share, period_ms / 1000, seed) if share else None
        self.lock_is_held = held
        if self._lock_taker is not None:
            self._lock_taker.stop()
        self._lock_taker = taker
        if taker is not None:
            taker.start()

    # -- the other actor ----------------------------------------------------------------------------------------

    def person(self, action: Callable[[Any], Any] | Mapping[str, Any]) -> Any:
        """A person acts between two turns: a function of the Song, or an action as data (`hosting.person`). What the
        action raises goes through. Where script calls merge into one undo step, a person's is a step of its own."""
        self.world.user_acts()
        try:
            with self.world.main_thread():
                return action(self.world.song) if callable(action) else self._person.act(action)
        finally:
            self.world.user_acts()

    # -- calling scripts ----------------------------------------------------------------------------------------

    def _call(self, surface: Surface, name: str, *arguments: Any, optional: bool = False) -> None:
        """One call of Live on a script, within the main thread. A script without a framework base must bring each
        method itself, except the optional ones."""
        instance = surface.instance
        if instance is None or (optional and not hasattr(instance, name)):
            return
        self._run(lambda: getattr(instance, name)(*arguments), f"{surface.name}.{name} failed")

    def _run(self, call: Callable[[], Any], verb: str) -> Any:
        def within() -> Any:
            with self.world.main_thread():
                return call()

        return caught(within, self.log.append, verb)

    # -- the end ------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Disconnect every script and take Live, the framework and the scripts out of `sys.modules`. Once is enough."""
        self.throttle()
        for surface in self.surfaces:
            if not surface.is_empty:
                self.unload(surface)
            forget_script(surface.name)
        uninstall_framework()
        uninstall(self.world)
        for path in self._search_path:
            sys.path.remove(path)
        self._search_path.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
