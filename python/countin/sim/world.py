"""One embedded Live: the `World` holds a Set, the `Live` module on top of it, simulated time, and misbehaviour.

world = World(factory_set())
world.song.tempo = 125.5                 # handles, as a script holds them
with world.main_thread():                # one main-thread call of Live: one undo step
    world.song.create_scene(-1)
world.advance(0.1)                       # time passes: timers, transport, deferred effects, listeners
world.faults.raise_at_write(2)           # misbehave
saved = world.fork(); world.restore(saved)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

from countin.sim import live_module
from countin.sim.document import SetDocument
from countin.sim.kernel.building import load_set
from countin.sim.kernel.classes import classes_for
from countin.sim.kernel.digest import undoable_digest, whole_digest
from countin.sim.kernel.faults import Faults
from countin.sim.kernel.handles import owner
from countin.sim.kernel.listeners import Listeners
from countin.sim.kernel.states import ApplicationState, BrowserState, single
from countin.sim.kernel.store import Manner, SavedState, Store
from countin.sim.kernel.switches import switches_from
from countin.sim.kernel.table import parse_version
from countin.sim.kernel.timers import Timers
from countin.sim.model import everything

if TYPE_CHECKING:
    from countin.sim.browser_tree import BrowserTree


assert everything  # importing it filled the tables of behaviour that the classes are made from

MICROSECONDS = 1_000_000
TURN = 100_000
"""A display turn, in microseconds."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What happened so far."""

    accesses: int
    off_thread_accesses: int
    writes: int
    undo_steps: int
    listeners: int
    browser_reads: int


@dataclass(frozen=True, slots=True)
class Saved:
    """A world at one moment."""

    store: SavedState
    song: int


class World:
    """One embedded Live with one open Set.

    `manner` "strict": unknown attributes and access off the main thread raise, and too many browser reads in a call
    are fatal. "live": as forgiving as Live itself. `version` cuts the object model to what that Live has. `switches`
    are the settings of `kernel.switches.Switches`, by name. The thread that makes a World is its main thread, and each
    access outside `main_thread()` counts as a main-thread call of its own.

    `live` is the module; `install()` puts it into sys.modules. `song` and `application` are handles.
    """

    def __init__(
        self,
        document: SetDocument,
        *,
        manner: Manner = "strict",
        version: str = "12.3.6",
        switches: Mapping[str, object] | None = None,
        browser: BrowserTree | None = None,
    ) -> None:
        chosen = switches_from(switches)
        number = parse_version(version)
        classes = classes_for(number, open_attributes=manner == "live")
        self.store = Store(chosen, manner, number, classes, Listeners())
        self.timers = Timers(chosen.timer_resolution_ms / 1000)
        self.log_lines: list[str] = []
        self.log: Callable[[str], object] = self.log_lines.append
        """Where errors of timers and listeners go, and Live.Base.log; a host sets its own."""
        self._micros = 0
        self.midi_mappings: list[tuple[object, ...]] = []
        self.missing_functions: list[str] = []
        with self.store.quiet():
            self.store.application = self.store.add(ApplicationState())
            self.store.browser = self.store.add(BrowserState())
        self.set_browser(browser)
        self.live: ModuleType = live_module.build_live(self)
        self.load(document)

    # -- the Set ------------------------------------------------------------------------------------------------

    def load(self, document: SetDocument) -> None:
        """Open another Set: every handle of the old one is dead, the history is empty. Live itself stays."""
        store = self.store
        store.clear_set()
        with store.quiet():
            store.song = load_set(store, document)
        store.history.clear()
        store.stamp += 1
        store.listeners.dirty.clear()

    def set_browser(self, browser: BrowserTree | None) -> None:
        """Exchange the library; None is the stand-in library."""
        from countin.sim.browser_tree import default_browser

        with self.store.quiet():
            self.store.put(self.store.browser, "tree", browser if browser is not None else default_browser())

    @property
    def song(self) -> Any:  # a handle of a generated class: its members are Live's
        """The song."""
        return owner(self.store, self.store.song)

    @property
    def application(self) -> Any:  # a handle of a generated class: its members are Live's
        """Live itself."""
        return owner(self.store, self.store.application)

    def install(self) -> None:
        """Make `import Live` find this world's module."""
        live_module.install(self.live)

    def uninstall(self) -> None:
        """Undo `install`."""
        live_module.uninstall()

    # -- time ---------------------------------------------------------------------------------------------------

    @property
    def now(self) -> float:
        """Simulated seconds since this world began."""
        return self.timers.now

    def advance(self, seconds: float) -> None:
        """Let time pass: the transport moves, timers that come due are called on the way, and whenever a display turn
        (100 ms) is full a tick happens. The host calls its scripts' update_display after it."""
        end = self._micros + round(seconds * MICROSECONDS)
        while self._micros < end:
            boundary = (self._micros // TURN + 1) * TURN
            self._run_until(min(boundary, end))
            if self._micros == boundary:
                self.settle()

    def stall(self, seconds: float) -> None:
        """Time passes and Live does nothing: timers that came due meanwhile fire once afterwards, and the turns that
        were missed are lost."""
        self._pass(self._micros + round(seconds * MICROSECONDS))

    def loop_within(self, seconds: float) -> None:
        """Time passes within a call of Live that runs an event loop of its own (a dialog): timers fire. Nothing that
        Live defers is applied, and the undo step of the call stays open."""
        end = self._micros + round(seconds * MICROSECONDS)
        while (timer := self.timers.next_due(end / MICROSECONDS)) is not None:
            trace = self.timers.fire(timer)
            if trace is not None:
                self.log(f"RemoteScriptError: {trace}")
        self._micros = max(self._micros, end)
        self.timers.now = self._micros / MICROSECONDS

    def _run_until(self, end: int) -> None:
        while (timer := self.timers.next_due(end / MICROSECONDS)) is not None:
            self._pass(max(round(timer.sim_due * MICROSECONDS), self._micros))
            with self.main_thread():
                trace = self.timers.fire(timer)
                self.store.end_main_call()
            if trace is not None:
                self.log(f"RemoteScriptError: {trace}")
        self._pass(end)

    def _pass(self, moment: int) -> None:
        from countin.sim.model import transport

        seconds = (moment - self._micros) / MICROSECONDS
        with self.main_thread(), self.store.quiet():
            transport.move(self.store, seconds)
        self._micros = moment
        self.timers.now = moment / MICROSECONDS

    def settle(self) -> None:
        """One tick without time: deferred effects are applied, then listeners are told. What a listener raises is
        logged, as Live does."""
        from countin.sim.model import transport

        store = self.store
        with self.main_thread():
            store.end_main_call()
            with store.quiet():
                store.end_lag()
                transport.apply_due(store)
            try:
                store.tell()
            except Exception as error:  # noqa: BLE001 - a script's listener may raise anything; Live goes on
                self.log(f"RemoteScriptError: {type(error).__name__}: {error}")
            store.end_main_call()

    tick_effects = settle

    def main_thread(self) -> AbstractContextManager[None]:
        """The calling thread is Live's main thread in here; the outermost block is one main-thread call."""
        return self.store.main_thread()

    def move_automation(self, parameter: Any, value: float) -> None:  # a handle of a generated class
        """What playing automation does: the parameter reads this value, and no one wrote it. ValueError for a
        parameter that no automation plays."""
        if parameter.automation_state != 1:
            raise ValueError(f"no automation plays {parameter.name}")
        with self.main_thread(), self.store.quiet():
            self.store.put(parameter.sim_key, f"automation {parameter.sim_part}", single(value))
        self.store.tell()

    def user_acts(self) -> None:
        """A person did something with the mouse: where script calls merge into one undo step, the next is another."""
        self.store.history.mergeable = False

    def host_scripts(self, scripts: Sequence[object]) -> None:
        """What Application.control_surfaces shows: the hosted scripts, slot by slot, None for an empty slot."""
        with self.store.quiet():
            self.store.put(self.store.application, "scripts", tuple(scripts))

    # -- looking from outside -----------------------------------------------------------------------------------

    def digest(self) -> str:
        """SHA-256 of the whole Set: document, selection, view state and switches; nothing that moves by itself."""
        return whole_digest(self.store)

    def digest_undoable(self) -> str:
        """SHA-256 of everything that Live's undo covers."""
        return undoable_digest(self.store)

    def fork(self) -> Saved:
        """The state as it is now. Timers and listeners belong to scripts and are not part of it."""
        return Saved(self.store.fork(), self.store.song)

    def restore(self, saved: Saved) -> None:
        """Back to a forked state, as often as wanted."""
        self.store.restore(saved.store)
        self.store.song = saved.song

    @property
    def faults(self) -> Faults:
        """Misbehaviour on demand."""
        return self.store.faults

    @property
    def counters(self) -> Counts:
        """What happened so far."""
        counters = self.store.counters
        return Counts(
            self.store.accesses,
            counters.off_thread_accesses,
            counters.writes,
            self.store.history.closed_steps,
            self.store.listeners.count,
            counters.browser_reads,
        )

    def not_simulated(self) -> list[str]:
        """The members of this version that raise NotSimulated, by full name."""
        return sorted({*self.store.classes.missing, *self.missing_functions})


def install(world: World) -> None:
    """Make `import Live` find this world's module."""
    world.install()


def uninstall(world: World) -> None:
    """Take it out of sys.modules again."""
    world.uninstall()
