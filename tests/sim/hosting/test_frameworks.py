"""The frameworks' bases as scripts use them: a surface declared by a specification, and what ports it wants."""

from __future__ import annotations

from typing import Any

import pytest

from countin.sim.host import Host
from countin.sim.hosting import capabilities
from sim.hosting.hosting_scripts import MakeScript

DECLARED = """
    import sys
    from ableton.v3.control_surface import Component, ControlSurface, ControlSurfaceSpecification, create_skin
    from ableton.v3.control_surface.capabilities import (
        CONTROLLER_ID_KEY, NOTES_CC, PORTS_KEY, REMOTE, SCRIPT, controller_id, inport, outport,
    )

    class Part(Component):
        def __init__(self, *a, **k):
            super().__init__(*a, **k)
            self.tempo = self.song.tempo

        def disconnect(self):
            sys.noted.append("part disconnected")
            super().disconnect()

    class Specification(ControlSurfaceSpecification):
        control_surface_skin = create_skin()
        num_tracks = 4
        component_map = {"Part": Part}

    class Declared(ControlSurface):
        def __init__(self, *a, **k):
            super().__init__(Specification, *a, **k)

        def setup(self):
            super().setup()
            sys.noted.append(("set up", self.component_map["Part"].name, self.component_map["Part"].tempo))
            self.schedule_message(1, lambda: sys.noted.append("message"))

    def get_capabilities():
        return {
            CONTROLLER_ID_KEY: controller_id(vendor_id=1, product_ids=[2], model_name=["Declared"]),
            PORTS_KEY: [inport(props=[NOTES_CC, SCRIPT]), outport(props=[NOTES_CC, SCRIPT, REMOTE])],
        }

    def create_instance(c_instance):
        return Declared(c_instance=c_instance)
"""

NAMED = """
    from ableton.v3.control_surface import ControlSurfaceSpecification, create_control_surface

    class Specification(ControlSurfaceSpecification):
        num_scenes = 2

    def create_instance(c_instance):
        return create_control_surface(name="By_Name", specification=Specification, c_instance=c_instance)
"""


def test_a_declared_surface_makes_its_components_then_is_set_up(
    host: Host, make_script: MakeScript, noted: list[Any]
) -> None:
    surface = host.load_script(make_script("Declared", DECLARED))
    assert noted == [("set up", "Part", 120.0)], [*host.log]
    with host.world.main_thread():
        assert surface.instance.song == host.world.song
        assert surface.instance.application.get_document() == host.world.song
    assert surface.instance.specification.num_tracks == 4
    host.tick()
    assert noted[-1] == "message"
    host.unload(surface)
    assert noted[-1] == "part disconnected"


def test_a_surface_that_is_only_a_specification_has_the_name_it_was_given(host: Host, make_script: MakeScript) -> None:
    surface = host.load_script(make_script("Named", NAMED))
    assert type(surface.instance).__name__ == "By_Name", [*host.log]
    assert surface.instance.specification.num_scenes == 2


def test_a_script_describes_its_controller_and_ports(host: Host, make_script: MakeScript, noted: list[Any]) -> None:
    surface = host.load_script(make_script("Declared", DECLARED))
    assert surface.module is not None
    said = surface.module.get_capabilities()
    assert said[capabilities.CONTROLLER_ID_KEY] == {"vendor_id": 1, "product_ids": [2], "model_name": ["Declared"]}
    assert [(port["direction"], len(port["props"])) for port in said[capabilities.PORTS_KEY]] == [("in", 2), ("out", 3)]


def test_a_port_cannot_be_for_what_there_is_not() -> None:
    with pytest.raises(ValueError, match="'telepathy' is no property of a port"):
        capabilities.inport(props=["telepathy"])
