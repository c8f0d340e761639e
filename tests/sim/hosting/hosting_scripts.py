"""Sources of small Remote Scripts that tests host."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

MakeScript = Callable[[str, str], Path]
"""(name, source of its __init__.py) to the folder of a package."""

NOTING = """
    import sys
    import Live
    from _Framework.ControlSurface import ControlSurface

    class Noting(ControlSurface):
        def __init__(self, c_instance):
            super().__init__(c_instance)
            sys.noted.append("created")
            self.song().add_is_playing_listener(self.playing_changed)
            self.timer = Live.Base.Timer(callback=lambda: sys.noted.append("timer"), interval=50, repeat=False)

        def playing_changed(self):
            sys.noted.append("listener")

        def update_display(self):
            super().update_display()
            sys.noted.append("display")

        def build_midi_map(self, handle):
            sys.noted.append(("midi map", handle))

        def disconnect(self):
            self.song().remove_is_playing_listener(self.playing_changed)
            self.timer.stop()
            sys.noted.append("disconnected")
            super().disconnect()

    def create_instance(c_instance):
        return Noting(c_instance)
"""

BARE = """
    import sys

    class Bare:
        def __init__(self, c_instance):
            self.c_instance = c_instance
            self.turns = 0
        def build_midi_map(self, handle):
            pass
        def update_display(self):
            self.turns += 1
        def disconnect(self):
            sys.noted.append("bare disconnected")

    def create_instance(c_instance):
        return Bare(c_instance)
"""

LEAVING = """
    from _Framework.ControlSurface import ControlSurface
    import Live

    class Leaving(ControlSurface):
        def __init__(self, c_instance):
            super().__init__(c_instance)
            self.song().add_tempo_listener(self.changed)
            self.timer = Live.Base.Timer(callback=self.changed, interval=50, repeat=True, start=True)
            keep.append(self)

        def changed(self):
            pass

    keep = []

    def create_instance(c_instance):
        return Leaving(c_instance)
"""

FAILING = """
    def create_instance(c_instance):
        raise ValueError("this script cannot be created")
"""

BROKEN = """
    import a_module_that_nobody_has
"""

STUMBLING = """
    from _Framework.ControlSurface import ControlSurface

    class Stumbling(ControlSurface):
        turns = 0
        def update_display(self):
            self.turns += 1
            if self.turns == 1:
                raise KeyError("first turn")

    def create_instance(c_instance):
        return Stumbling(c_instance)
"""

COMPONENTS = """
    import sys
    from ableton.v2.control_surface import Component, ControlSurface

    class Part(Component):
        def disconnect(self):
            sys.noted.append("part disconnected")
            super().disconnect()

    class Modern(ControlSurface):
        def __init__(self, c_instance):
            super().__init__(c_instance)
            with self.component_guard():
                self.part = Part()
            try:
                Part()
            except Exception as error:
                sys.noted.append(type(error).__name__)
            sys.noted.append(self.part.song == self.song)

    def create_instance(c_instance):
        return Modern(c_instance)
"""

TWO_FILES = """
    from .inner import NAME
    import TwoFiles.inner as again

    class Script:
        name = NAME
        same = again.NAME is NAME
        def __init__(self, c_instance):
            pass
        def build_midi_map(self, handle):
            pass
        def update_display(self):
            pass
        def disconnect(self):
            pass

    def create_instance(c_instance):
        return Script(c_instance)
"""

FAREWELL = """
    from pathlib import Path
    from _Framework.ControlSurface import ControlSurface

    class Farewell(ControlSurface):
        def disconnect(self):
            Path(__file__).with_name("farewell").write_text("disconnected")
            super().disconnect()

    def create_instance(c_instance):
        return Farewell(c_instance)
"""

GREEDY = """
    from _Framework.ControlSurface import ControlSurface

    class Greedy(ControlSurface):
        def update_display(self):
            for folder in self.application().browser.samples.children:
                for item in folder.children:
                    item.name

    def create_instance(c_instance):
        return Greedy(c_instance)
"""

ASKING = """
    import sys
    from _Framework.ControlSurface import ControlSurface

    class Asking(ControlSurface):
        def update_display(self):
            super().update_display()
            sys.noted.append("display")

        def ask(self):
            self.application().show_on_the_fly_message("Really?")

    def create_instance(c_instance):
        return Asking(c_instance)
"""

NESTING = """
    class Nesting:
        def __init__(self, c_instance):
            self.song = c_instance.song()
            self.depth, self.depths = 0, []
        def build_midi_map(self, handle):
            pass
        def update_display(self):
            self.depth += 1
            self.depths.append(self.depth)
            if self.depth == 1:
                self.song.tempo = 90.0
            self.depth -= 1
        def disconnect(self):
            pass

    def create_instance(c_instance):
        return Nesting(c_instance)
"""

EARLY_LEGACY = """
    from _Framework.ControlSurface import ControlSurface

    class Early(ControlSurface):
        def __init__(self, c_instance):
            super().__init__(c_instance)
            self.early = getattr(self, "early", False)
            self.ready = True
        def update_display(self):
            super().update_display()
            if not hasattr(self, "ready"):
                self.early = True

    def create_instance(c_instance):
        return Early(c_instance)
"""
EARLY_V2 = EARLY_LEGACY.replace("_Framework.ControlSurface", "ableton.v2.control_surface")

COUNTING = """
    import threading

    class Counting:
        def __init__(self, c_instance):
            self.c_instance = c_instance
            self.turns = self.number = 0
            threading.Thread(target=self.count, daemon=True).start()
        def count(self):
            while self.turns < 10:
                self.number += 1
        def build_midi_map(self, handle):
            pass
        def update_display(self):
            if self.turns == 1:
                self.begun = self.number
            self.turns += 1
            if self.turns == 10:
                self.c_instance.log_message(f"counted {self.number - self.begun}")
        def disconnect(self):
            self.turns = 10

    def create_instance(c_instance):
        return Counting(c_instance)
"""

LOGGING = """
    import logging
    from ableton.v2.control_surface import ControlSurface

    logger = logging.getLogger("talkative")

    class Talkative(ControlSurface):
        def __init__(self, c_instance):
            super().__init__(c_instance)
            logger.debug("not this")
            logger.info("loaded %s", "well")
            logger.info(0, 1, None)
            logger.error("went wrong")

        def disconnect(self):
            logger.info("leaving")
            super().disconnect()

    def create_instance(c_instance):
        return Talkative(c_instance)
"""
