"""What can be written: for each kind of `wire.py` the check that makes a `Change` of its row."""

from __future__ import annotations

from typing import Any

from .. import wire
from .change import Change, Check, WriteFailed
from .midi_clip import check_midi_clip
from .placements import check_placements
from .scene import check_scene
from .undo import check_redo, check_undo
from .values import check_values

CHECKS: dict[wire.Write[Any, Any], Check] = {
    wire.CREATE_SCENE: check_scene,
    wire.CREATE_MIDI_CLIP: check_midi_clip,
    wire.PLACE_CLIPS: check_placements,
    wire.SET_VALUES: check_values,
    wire.UNDO: check_undo,
    wire.REDO: check_redo,
}
KINDS: dict[int, wire.Write[Any, Any]] = {kind.code: kind for kind in CHECKS}

__all__ = ["CHECKS", "KINDS", "Change", "Check", "WriteFailed"]
