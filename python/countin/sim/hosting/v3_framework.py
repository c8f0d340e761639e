"""Clean-room base classes of `ableton.v3.control_surface`: a surface that is declared by a specification. Written from
what public scripts ask of it; without the hardware side, so a specification's elements and mappings are not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from countin.sim.hosting import v2_framework as v2


class ControlSurfaceSpecification:
    """What a surface consists of; scripts derive from it and set what differs."""

    elements_type: ClassVar[Any] = None
    control_surface_skin: ClassVar[Any] = None
    num_tracks: ClassVar[int] = 0
    num_scenes: ClassVar[int] = 0
    include_returns: ClassVar[bool] = False
    create_mappings_function: ClassVar[Any] = None
    component_map: ClassVar[Mapping[str, Callable[..., Any]]] = {}
    """Name to what makes the component: it is called with that `name`, within the surface's guard."""


class Skin:
    """The colours of a surface, as its script gave them; there is nothing to light."""

    def __init__(self, skin: Any = None, colors: Any = None) -> None:
        self.skin, self.colors = skin, colors


def create_skin(skin: Any = None, colors: Any = None) -> Skin:
    """A skin of a class of colours by purpose, and one of colours by name."""
    return Skin(skin, colors)


class ControlSurface(v2.ControlSurface):
    """`ableton.v3.control_surface.ControlSurface(specification, c_instance=...)`: makes the components of its
    specification, then calls `setup`. `song` and `application` are properties."""

    def __init__(self, specification: Any = None, *arguments: Any, c_instance: Any = None, **keywords: Any) -> None:
        super().__init__(c_instance, *arguments, **keywords)
        self.specification: Any = ControlSurfaceSpecification if specification is None else specification
        self.component_map: dict[str, Any] = {}
        """The components of the specification, by name."""
        with self.component_guard():
            self.setup()

    def setup(self) -> None:
        """Make the specification's components; scripts extend it. Called within the guard."""
        for name, make in self.specification.component_map.items():
            self.component_map[name] = make(name=name)


def create_control_surface(name: str, specification: Any, c_instance: Any) -> ControlSurface:
    """A surface whose class has that name and nothing of its own but the specification."""
    return type(name, (ControlSurface,), {})(specification=specification, c_instance=c_instance)
