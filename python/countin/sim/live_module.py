"""The `Live` module as scripts import it: a package of sub-modules, each with its class and helpers."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, Protocol

from countin.sim.kernel.errors import NotSimulated
from countin.sim.kernel.store import Store
from countin.sim.kernel.timers import Timers, make_timer_class
from countin.sim.kernel.values import LenientNoteSpecification, Text
from countin.sim.model.conversions import FUNCTIONS
from countin.sim.model.song import scale_table

Functions = dict[str, Callable[..., Any]]


class Surroundings(Protocol):
    """What the module's functions reach of the embedded Live that they belong to."""

    store: Store
    timers: Timers
    midi_mappings: list[tuple[object, ...]]
    missing_functions: list[str]
    log: Callable[[str], object]

    @property
    def application(self) -> Any:  # a handle of a generated class: its members are Live's
        """Live's application."""
        ...


def build_live(world: Surroundings) -> ModuleType:
    """The module `Live` of this world, not yet in sys.modules."""
    live = ModuleType("Live")
    live.__path__ = []
    classes = world.store.classes
    for path, spec in classes.table.items():
        module = _module(live, spec.module)
        parts = path.split(".")
        if path in classes.by_path and len(parts) == 3:
            setattr(module, parts[2], classes.by_path[path])
    _special(world, live)
    for path, spec in classes.table.items():
        if spec.kind == "module":
            _functions(world, _module(live, spec.module), path, spec.members)
    return live


def _module(live: ModuleType, name: str) -> ModuleType:
    found = getattr(live, name, None)
    if not isinstance(found, ModuleType):
        found = ModuleType(name)
        setattr(live, name, found)
    return found


def _special(world: Surroundings, live: ModuleType) -> None:
    """What differs from world to world."""
    base: Any = _module(live, "Base")
    base.Timer = make_timer_class(world.store, world.timers)
    if world.store.switches.note_check == "add":
        clip: Any = _module(live, "Clip")
        clip.MidiNoteSpecification = LenientNoteSpecification


def _functions(world: Surroundings, module: ModuleType, path: str, members: dict[str, Any]) -> None:
    known = _known_functions(world)
    for name in members:
        if name != "__class__":
            label = f"{path}.{name}"
            setattr(module, name, known.get(label) or _missing(world, label))


def _missing(world: Surroundings, label: str) -> Callable[..., Any]:
    def refuse(*_: object, **__: object) -> None:
        raise NotSimulated(label)

    world.missing_functions.append(label)
    return refuse


def _known_functions(world: Surroundings) -> Functions:
    return {
        "Live.Application.get_application": lambda: world.application,
        "Live.Application.get_random_int": _random_int,
        "Live.Application.combine_apcs": lambda: False,
        "Live.Base.log": world.log,
        "Live.Base.get_text": _text,
        "Live.Base.subst_args": _substituted,
        "Live.Song.get_all_scales_ordered": lambda: tuple(scale_table().items()),
        "Live.SimplerDevice.get_available_voice_numbers": lambda: world.store.classes.vector(
            "IntVector", (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
        ),
        **_midi_map(world),
        **_conversions(world),
    }


_RANDOM = random.Random(7)


def _random_int(low: int, span: int) -> int:
    return low + _RANDOM.randrange(max(1, span))


def _text(classname: str, textname: str) -> Text:
    return Text(textname)


def _substituted(text: Text, *arguments: str) -> str:
    result = text.text
    for index, argument in enumerate(arguments, 1):
        result = result.replace(f"%{index}", argument)
    return result


def _conversions(world: Surroundings) -> Functions:
    """Each is one call of Live, with the undo step and the notifications of one."""

    def bind(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def convert(*arguments: Any) -> Any:
            world.store.inspect(name)
            return world.store.call(name, function, world.store, *arguments)

        return convert

    return {f"Live.Conversions.{name}": bind(name, function) for name, function in FUNCTIONS.items()}


def _midi_map(world: Surroundings) -> Functions:
    """MIDI mappings are remembered, and nothing arrives on them by itself."""

    def remember(kind: str) -> Callable[..., Any]:
        def map_it(*arguments: object, **keywords: object) -> bool:
            world.midi_mappings.append((kind, *arguments, *keywords.values()))
            return True

        return map_it

    names = (
        "forward_midi_cc", "forward_midi_note", "forward_midi_pitchbend", "map_midi_cc",
        "map_midi_cc_with_feedback_map", "map_midi_note", "map_midi_note_with_feedback_map", "map_midi_pitchbend",
        "map_midi_pitchbend_with_feedback_map", "send_feedback_for_parameter",
    )  # fmt: skip
    return {f"Live.MidiMap.{name}": remember(name) for name in names}


def install(live: ModuleType) -> None:
    """Make `import Live` and `from Live.Clip import ...` find this module. One at a time in a process."""
    uninstall()
    sys.modules["Live"] = live
    for name, value in [*vars(live).items()]:
        if isinstance(value, ModuleType):
            sys.modules[f"Live.{name}"] = value


def uninstall() -> None:
    """Take whatever `Live` is installed out of sys.modules."""
    for name in [name for name in sys.modules if name == "Live" or name.startswith("Live.")]:
        del sys.modules[name]
