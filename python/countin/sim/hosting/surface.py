"""One control surface slot: the script in it, its instance object, and Live's calls on it, each caught and logged."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from countin.sim.hosting.c_instance import CInstance, HardwareState, hardware_state

FAILED: Final = object()
"""What a call answers when the script raised; the log says what."""


@dataclass(slots=True)
class Surface:
    """A slot. `instance` is None while it is empty: nothing loaded, creation failed, or unloaded."""

    name: str
    folder: Path
    slot: int
    c_instance: CInstance
    module: ModuleType | None = None
    instance: Any = None
    midi_maps_built: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether no script stands in the slot."""
        return self.instance is None

    @property
    def hardware(self) -> HardwareState:
        """What the script told Live about its hardware."""
        return hardware_state(self.c_instance)

    @property
    def midi_map_is_due(self) -> bool:
        """Whether `build_midi_map` is to be called: once after creation and after each request."""
        return self.midi_maps_built <= self.hardware.midi_map_requests


def error_lines(error: BaseException, verb: str) -> list[str]:
    """What Live writes into its log about a script's exception: the traceback, each line marked."""
    text = "".join(traceback.format_exception(error))
    return [f"RemoteScriptError: {line}" for line in (verb, *text.rstrip().splitlines())]


def caught(call: Callable[[], Any], log: Callable[[str], None], verb: str) -> Any:
    """Run a script's code. An exception becomes log lines and the answer FAILED; only what ends a process goes on."""
    try:
        return call()
    except Exception as error:  # noqa: BLE001 - a border: a script may raise anything, and Live goes on
        for line in error_lines(error, verb):
            log(line)
        return FAILED
