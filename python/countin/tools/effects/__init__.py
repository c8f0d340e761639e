"""Every write kind of the wire as the server knows it: what it changes in words, and what a read-back must show."""

from countin.tools.effects.clips import MIDI_CLIP, in_order
from countin.tools.effects.history import REDO, UNDO
from countin.tools.effects.placements import PLACEMENTS
from countin.tools.effects.scenes import SCENE
from countin.tools.effects.values import VALUES

__all__ = ["MIDI_CLIP", "PLACEMENTS", "REDO", "SCENE", "UNDO", "VALUES", "in_order"]
