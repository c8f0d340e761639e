"""The framework's modules as Live's Python offers them, as data, put into `sys.modules` and taken out again."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Final

from countin.sim.hosting import capabilities, tasks
from countin.sim.hosting import legacy_framework as legacy
from countin.sim.hosting import v2_framework as v2
from countin.sim.hosting import v3_framework as v3

_TASK_NAMES: Final = {
    name: getattr(tasks, name)
    for name in (
        "KILLED", "PAUSED", "RUNNING", "FuncTask", "SequenceTask", "Task", "TaskGroup", "WaitTask",
        "delay", "run", "sequence", "wait",
    )
}  # fmt: skip
_ELEMENT_NAMES: Final = {
    name: getattr(legacy, name)
    for name in ("MIDI_CC_TYPE", "MIDI_MSG_TYPES", "MIDI_NOTE_TYPE", "MIDI_PB_TYPE", "MIDI_SYSEX_TYPE")
}
_V2_NAMES: Final[Mapping[str, object]] = {"Component": v2.Component, "ControlSurface": v2.ControlSurface}
_CAPABILITIES: Final = {
    name: getattr(capabilities, name)
    for name in (
        "AUTO_LOAD_KEY", "CONTROLLER_ID_KEY", "HIDDEN", "NOTES_CC", "PORTS_KEY", "REMOTE", "SCRIPT", "SYNC",
        "controller_id", "inport", "outport",
    )
}  # fmt: skip
_V3_NAMES: Final[Mapping[str, object]] = {
    "Component": v2.Component,
    **{
        name: getattr(v3, name)
        for name in (
            "ControlSurface", "ControlSurfaceSpecification", "Skin", "create_control_surface", "create_skin",
        )
    },
}  # fmt: skip

FRAMEWORK: Final[Mapping[str, Mapping[str, object]]] = {
    "_Framework": {},
    "_Framework.ButtonElement": {**_ELEMENT_NAMES, "ButtonElement": legacy.ButtonElement},
    "_Framework.Capabilities": _CAPABILITIES,
    "_Framework.ControlSurface": {"ControlSurface": legacy.ControlSurface},
    "_Framework.ControlSurfaceComponent": {"ControlSurfaceComponent": legacy.ControlSurfaceComponent},
    "_Framework.EncoderElement": {**_ELEMENT_NAMES, "EncoderElement": legacy.EncoderElement},
    "_Framework.InputControlElement": {**_ELEMENT_NAMES, "InputControlElement": legacy.InputControlElement},
    "_Framework.MixerComponent": {"MixerComponent": legacy.MixerComponent},
    "_Framework.SessionComponent": {"SessionComponent": legacy.SessionComponent},
    "_Framework.SliderElement": {**_ELEMENT_NAMES, "SliderElement": legacy.SliderElement},
    "_Framework.Task": _TASK_NAMES,
    "_Framework.TransportComponent": {"TransportComponent": legacy.TransportComponent},
    "ableton": {},
    "ableton.v2": {},
    "ableton.v2.base": {},
    "ableton.v2.base.dependency": {"DependencyError": v2.DependencyError},
    "ableton.v2.base.task": _TASK_NAMES,
    "ableton.v2.control_surface": _V2_NAMES,
    "ableton.v2.control_surface.capabilities": _CAPABILITIES,
    "ableton.v2.control_surface.component": {"Component": v2.Component},
    "ableton.v2.control_surface.control_surface": {"ControlSurface": v2.ControlSurface},
    "ableton.v3": {},
    "ableton.v3.base": {},
    "ableton.v3.base.task": _TASK_NAMES,
    "ableton.v3.control_surface": _V3_NAMES,
    "ableton.v3.control_surface.capabilities": _CAPABILITIES,
    "ableton.v3.control_surface.component": {"Component": v2.Component},
    "ableton.v3.control_surface.control_surface": {"ControlSurface": v3.ControlSurface},
}
"""Module name to what it holds. Parents stand before their children."""


def install_framework() -> None:
    """Put the framework's modules into `sys.modules`, in place of whatever stood there under these names."""
    for name, members in FRAMEWORK.items():
        module = ModuleType(name)
        module.__path__ = []
        vars(module).update(members)
        sys.modules[name] = module
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], child, module)


def uninstall_framework() -> None:
    """Take the framework's modules out again."""
    for name in FRAMEWORK:
        sys.modules.pop(name, None)
