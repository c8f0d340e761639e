"""Every write kind of the wire as the server knows it: what it changes in words, and what a read-back must show."""

from __future__ import annotations

from typing import Any

from countin.declaration import Effect
from countin.tools.effects.clips import MIDI_CLIP, in_order
from countin.tools.effects.history import REDO, UNDO
from countin.tools.effects.placements import PLACEMENTS
from countin.tools.effects.scenes import SCENE
from countin.tools.effects.values import VALUES

__all__ = ["EFFECTS", "MIDI_CLIP", "PLACEMENTS", "REDO", "SCENE", "UNDO", "VALUES", "in_order"]

EFFECTS: dict[int, Effect[Any, Any]] = {
    effect.write.code: effect for effect in (SCENE, MIDI_CLIP, PLACEMENTS, VALUES, UNDO, REDO)
}
"""Effects by the code of their write kind."""
