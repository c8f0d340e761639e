"""The open Set as the script sees it: Live's two roots, and what is remembered about what was read from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .clock import Clock
from .history import History
from .layouts import Layouts
from .native import has
from .state_version import StateVersion
from .told import Told
from .wire import BROWSER_ITEMS_A_TICK

if TYPE_CHECKING:
    import Live

LookKey = tuple[int, bytes]
"""The kind of a look, and its packed arguments."""
COSTS_KEPT = 4096
OBJECTS_KEPT = 16_384


class Objects:
    """Devices and chains by id, as the last captures came by them: good for the state version of those captures, which
    rests on every list on the way to them."""

    def __init__(self) -> None:
        self._version = 0
        self._held: dict[str, Any] = {}

    def begin(self, version: int) -> dict[str, Any]:
        """Where a capture that begins at this version puts what it comes by."""
        if version != self._version or len(self._held) > OBJECTS_KEPT:
            self._version, self._held = version, {}
        return self._held

    def at(self, version: int) -> Mapping[str, Any]:
        """What is known at this version."""
        return self._held if version == self._version else {}


class LiveSet:
    """One life of the script in one Set. `tick` counts pumps."""

    def __init__(self, song: Live.Song.Song, application: Live.Application.Application, clock: Clock) -> None:
        self.song = song
        self.application = application
        self.clock = clock
        self.tick = 0
        self.version = StateVersion(song, clock.unix_ms())
        self.layouts = Layouts()
        self.objects = Objects()
        self.history = History()
        self.told = Told()
        self.costs: dict[LookKey, float] = {}
        """Seconds that reading an observation took."""
        self._browser_items = 0

    def next_tick(self) -> None:
        """A pump begins."""
        self.tick += 1
        self._browser_items = BROWSER_ITEMS_A_TICK

    def may_read_browser_item(self) -> bool:
        """Take one of this tick's browser items; False when there are none left."""
        if self._browser_items <= 0:
            return False
        self._browser_items -= 1
        return True

    def remember_cost(self, look: LookKey, seconds: float) -> None:
        """How long an observation took; beyond `COSTS_KEPT` the oldest is forgotten."""
        self.costs.pop(look, None)
        self.costs[look] = seconds
        if len(self.costs) > COSTS_KEPT:
            del self.costs[next(iter(self.costs))]

    def live_version(self) -> str:
        """Live's version as text."""
        if has(self.application, "get_version_string"):
            return self.application.get_version_string()
        numbers = (
            self.application.get_major_version(),
            self.application.get_minor_version(),
            self.application.get_bugfix_version(),
        )
        return ".".join(map(str, numbers))

    def name(self) -> str:
        """The Set's name, "" where this Live tells none."""
        return str(self.song.name) if has(self.song, "name") else ""
