"""Clean-room base classes of `ableton.v2.control_surface`: a surface whose `song` and `application` are properties, and
components that get both from the surface in whose guard they are made."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from countin.sim.hosting.surface_base import SurfaceBase, application
from countin.sim.hosting.tasks import TaskGroup

_guarding: list[ControlSurface] = []
"""The surfaces whose guard is open, the innermost last. Guards belong to the main thread, so one list does."""


class DependencyError(Exception):
    """A component was made outside a surface's guard and without what it needs."""


class ControlSurface(SurfaceBase):
    """`ableton.v2.control_surface.ControlSurface`. It has no `log_message`: scripts use the logging module."""

    def __init__(self, c_instance: Any = None, *arguments: Any, **keywords: Any) -> None:
        self._components: list[Component] = []
        super().__init__(c_instance, *arguments, **keywords)

    @property
    def song(self) -> Any:
        """The Song of the open Set."""
        return self._c_instance.song()

    @property
    def application(self) -> Any:
        """Live's application."""
        return application()

    @property
    def components(self) -> tuple[Component, ...]:
        """The components that were made in this surface's guard, or registered."""
        return tuple(self._components)

    @contextmanager
    def component_guard(self) -> Generator[None]:
        """Within it components may be made: they get this surface's song."""
        _guarding.append(self)
        try:
            yield
        finally:
            _guarding.pop()

    def register_component(self, component: Component) -> Component:
        """Take a component along: it is updated and disconnected with the surface."""
        if component not in self._components:
            self._components.append(component)
        return component

    def update_display(self) -> None:
        super().update_display()
        for component in self.components:
            component.update_tasks()

    def disconnect(self) -> None:
        for component in self.components:
            component.disconnect()
        self._components.clear()
        super().disconnect()


class Component:
    """`ableton.v2.control_surface.component.Component`."""

    def __init__(
        self, name: str = "", parent: Any = None, is_enabled: bool = True, song: Any = None, **_keywords: Any
    ) -> None:
        surface = _guarding[-1] if _guarding else None
        if surface is None and song is None:
            raise DependencyError(f"{type(self).__name__} needs a song: make it inside component_guard, or pass one")
        self.name, self.parent = name, parent
        self._enabled = bool(is_enabled)
        self._tasks = TaskGroup()
        self._song = song if song is not None or surface is None else surface.song
        if surface is not None:
            surface.register_component(self)

    @property
    def song(self) -> Any:
        """The Song of the open Set."""
        return self._song

    @property
    def application(self) -> Any:
        """Live's application."""
        return application()

    def is_enabled(self) -> bool:
        """Whether the component takes part."""
        return self._enabled

    def set_enabled(self, enable: bool) -> None:
        """Let it take part, or not."""
        self._enabled = bool(enable)
        self.update()

    def update(self) -> None:
        """Show the component's state again."""

    def update_tasks(self) -> None:
        """One display turn of this component's tasks."""
        self._tasks.update(0.1)

    def disconnect(self) -> None:
        """The surface is done with this component."""
        self._tasks.clear()
